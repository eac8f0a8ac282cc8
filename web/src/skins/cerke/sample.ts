/** A position in the middle of a season, to look at the board without a server. */
import type { Item, Legend, Message, Spot, Zone } from "../../wire";
import type { Sample } from "../skin";

const COLUMNS = ["K", "L", "N", "T", "Z", "X", "C", "M", "P"];
const ROWS = ["A", "E", "I", "U", "O", "Y", "AI", "AU", "IA"];
const WATER = ["ZI", "ZU", "ZY", "ZAI", "NO", "TO", "XO", "CO"];
const FIELD = ["NI", "CI", "TU", "XU", "TY", "XY", "NAI", "CAI"];
const LAST = ["NAI", "NU"];

/** `b` black, `r` red; a plus sign marks the pieces of the near side. */
const LAYOUT = [
  "b筆 b馬 b車 b将 r王 r将 r車 r馬 r筆",
  "r巫 r弓 .. r虎 .. b虎 .. b弓 b巫",
  "b兵 r兵 b兵 .. r船 r兵 b兵 r兵 b兵",
  ".. .. b兵+ r兵 .. .. .. .. ..",
  ".. .. .. .. .. .. .. .. ..",
  ".. .. .. .. 皇 .. .. r兵+ ..",
  "b兵+ r兵+ .. r兵+ b船+ r兵+ .. .. b兵+",
  "b巫+ b弓+ .. b虎+ .. .. r将+ r弓+ r巫+",
  "r筆+ r馬+ r車+ r将+ b王+ b将+ b車+ b馬+ b筆+",
];

const word = (key: string, params: NonNullable<Message["params"]> = {}): Message => ({ key, params });

function pieceOf(cell: string, home: number): Item | null {
  if (cell === "..") return null;
  if (cell === "皇") return { kind: "piece", face: "皇", label: word("piece.tam") };
  const colour = cell[0] === "r" ? "red" : "black";
  const face = cell[1]!;
  const label = word("item.piece", { colour: word(`colour.${colour}`), kind: word(`piece.${face}`) });
  return { kind: "piece", face, colour, owner: home, label };
}

function tagsOf(name: string, x: number, y: number): string[] {
  const ground = name === "ZO" ? ["hill"] : WATER.includes(name) ? ["water"] : FIELD.includes(name) ? ["field"] : [];
  const nearTam = Math.max(Math.abs(x - 4), Math.abs(y - 5)) === 1;
  return [...ground, ...(nearTam ? ["tamfield"] : []), ...(LAST.includes(name) ? ["last"] : [])];
}

function spots(): Spot[] {
  return LAYOUT.flatMap((row, y) =>
    row.split(" ").map((cell, x) => {
      const name = COLUMNS[x]! + ROWS[y]!;
      const item = pieceOf(cell.replace("+", ""), cell.endsWith("+") ? 0 : 1);
      const guarded = ["XIA", "CIA", "MAU"].includes(name) && item ? { ...item, badges: ["protected"] } : item;
      return { id: name, x, y, items: guarded ? [guarded] : [], tags: tagsOf(name, x, y) };
    }),
  );
}

function reserve(seat: number, pieces: string[]): Zone {
  const made = pieces.map((cell, x) => {
    const item = pieceOf(cell.slice(0, 2), seat)!;
    return { id: `r${seat}-${cell.slice(0, 2)}`, x, items: [{ ...item, count: Number(cell[2] ?? 1) }] };
  });
  return { id: `reserve-${seat}`, kind: "row", owner: seat, label: word("zone.reserve"), spots: made };
}

function hands(seat: number, held: [string, number][], near: [string, string][]): Zone {
  const one = (tag: string, x: number, label: Message): Spot => ({ id: `h${seat}-${tag}-${x}`, x, tags: [tag], label });
  return {
    id: `hands-${seat}`, kind: "row", owner: seat, label: word("zone.hands"),
    spots: [
      ...held.map(([name, points], x) => one("held", x, word("hand.held", { name, points }))),
      ...near.map(([name, pieces], x) => one("near", x, word("hand.near", { name, pieces }))),
    ],
  };
}

const ORTHOGONAL: [number, number][] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const legend: Legend[] = [
  {
    face: "兵", label: word("piece.兵"),
    diagrams: [
      { label: word("help.normal"), marks: [[0, 1, "step"]] },
      { label: word("help.field"), marks: [...ORTHOGONAL.map(([x, y]): [number, number, string] => [x, y, "step"]), [0, 2, "step"]] },
    ],
  },
  {
    face: "弓", label: word("piece.弓"),
    diagrams: [
      { label: word("help.normal"), marks: ORTHOGONAL.map(([x, y]): [number, number, string] => [x, y, "slide"]) },
      { label: word("help.field"), marks: [[1, 1, "slide"], [1, -1, "slide"], [-1, -1, "slide"], [-1, 1, "slide"]] },
    ],
  },
];

const board: Zone = { id: "board", kind: "grid", columns: 9, rows: 9, column_names: COLUMNS, row_names: ROWS, bottom: 0, label: word("zone.board"), spots: spots() };
const zones: Zone[] = [
  board,
  reserve(0, ["b兵2", "r車1", "r虎1"]),
  reserve(1, ["r弓1"]),
  hands(0, [["獣", 5]], [["助友", "巫"]]),
  hands(1, [], []),
];
const counters = [
  { id: "season", label: word("counter.season"), value: word("counter.season_of", { name: word("season.summer"), n: 2, of: 4 }) },
  { id: "rate", label: word("counter.rate"), value: word("rate", { n: 4 }) },
  { id: "points-0", label: word("counter.points"), value: 26, owner: 0 },
  { id: "points-1", label: word("counter.points"), value: 14, owner: 1 },
];

const paths = [
  ["TAI", "TY"], ["TAI", "TY", "TU"], ["ZAI", "ZY"], ["LAU", "LAI", "LU"], ["LAU", "LAI", "LY"], ["LAU", "LAI", "LO"], ["LAU", "NAU"],
  ["LAU", "LAI", "LAI"], ["MY", "MO"], ["r0-r車", "LO"], ["r0-r車", "XO"],
];

export const samples: Sample[] = [
  {
    title: "A move by stepping",
    scene: {
      zones, counters, turn: [0], prompt: word("prompt.ground"),
      happened: [word("happened.captured", { seat: word("seat", { n: 2 }), piece: word("piece.弓") })],
      casts: [{ thrown: 3, by: 1, needed: 2, label: word("cast.step") }, { thrown: 2, by: 1, needed: 3, label: word("cast.water") }],
    },
    legend,
    paths,
    seat: 0,
  },
  {
    title: "A declaration, seen from the other side",
    scene: {
      zones: [...zones, { id: "choices", kind: "choices", spots: [{ id: "go_on", label: word("choice.go_on", { rate: 8 }) }, { id: "end_season", label: word("choice.end_season", { points: 20, raw: 5, rate: 4 }) }] }],
      counters, turn: [1], prompt: word("prompt.declare"),
    },
    legend,
    paths: [["go_on"], ["end_season"]],
    seat: 1,
  },
];
