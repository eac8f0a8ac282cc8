/** Scenes with every kind of zone, to look at and to touch without a server. */
import type { Item, Message, Spot } from "./wire";
import type { Sample } from "./skins";

const text = (key: string): Message => ({ key });
const card = (face: string, colour: string, more: Partial<Item> = {}): Item => ({ kind: "card", face, colour, ...more });

const hand: Spot[] = ["1", "3", "5", "5", "7", "9", "10"].map((face, x) => ({
  id: `card-${x}`,
  x,
  items: [card(face, x % 2 ? "red" : "black")],
  ...(x === 3 ? { items: [card("5", "black")], same_as: "card-2" } : {}),
}));

const RING: [number, number][] = [
  ...Array.from({ length: 8 }, (_, x): [number, number] => [x, 0]),
  ...Array.from({ length: 3 }, (_, y): [number, number] => [7, y + 1]),
  ...Array.from({ length: 7 }, (_, x): [number, number] => [6 - x, 3]),
];

const track: Spot[] = RING.map(([x, y], at) => ({
  id: `space-${at}`, x, y,
  tags: at === 0 ? ["start"] : at === RING.length - 1 ? ["goal"] : at % 5 === 3 ? ["strokes-3"] : [],
  items: at === 2 ? [{ kind: "piece", face: "船", owner: 0 }, { kind: "piece", face: "船", owner: 1 }] : at === 9 ? [{ kind: "piece", face: "船", owner: 2, badges: ["markers-2"] }] : [],
}));

const grid: Spot[] = Array.from({ length: 28 }, (_, at) => ({
  id: `square-${at}`, x: at % 7, y: Math.floor(at / 7),
  tags: at === 24 ? ["start"] : at === 3 ? ["goal"] : at % 6 === 4 ? ["water"] : at % 9 === 5 ? ["field"] : [],
  items: at === 24 ? [{ kind: "piece", face: "兵", owner: 0, colour: "black" }] : at === 10 ? [{ kind: "piece", face: "馬", owner: 1, colour: "red" }] : at === 17 ? [{ kind: "marker", face: "3", owner: 2 }, { kind: "marker", face: "5", owner: 3 }] : [],
}));

export const samples: Sample[] = [
  {
    title: "grid, row, choices",
    seat: 0,
    scene: {
      zones: [
        { id: "square", kind: "grid", columns: 7, rows: 4, spots: grid },
        { id: "stakes", kind: "row", label: text("Stakes"), spots: Array.from({ length: 6 }, (_, at) => ({ id: `stake-${at + 1}`, x: at, label: text(String(at + 1)) })) },
        { id: "buttons", kind: "choices", spots: [{ id: "pass", label: text("Pass") }, { id: "cast", label: text("Cast") }] },
      ],
      casts: [{ thrown: 4, by: 0 }, { thrown: 5, die: true, by: 1 }],
      turn: [0],
    },
    paths: [["square-24", "square-17", "square-17"], ["square-24", "square-17", "square-10"], ["square-24", "square-23"], ["stake-1", "square-0"], ["stake-2", "square-0"], ["pass"], ["cast"]],
  },
  {
    title: "fan, pile, row",
    seat: 0,
    scene: {
      zones: [
        { id: "other", kind: "fan", owner: 1, spots: Array.from({ length: 6 }, (_, at) => ({ id: `theirs-${at}`, x: at, items: [card("", "", { face_down: true })] })) },
        { id: "stock", kind: "pile", label: text("Stock"), spots: [{ id: "stock", items: [card("", "", { face_down: true, count: 23 })] }] },
        { id: "laid", kind: "row", label: text("Laid out"), spots: [{ id: "laid-0", items: [card("光", "red")] }, { id: "laid-1", items: [card("2", "black")] }] },
        { id: "mine", kind: "fan", owner: 0, label: text("Hand"), spots: hand },
        { id: "done", kind: "choices", spots: [{ id: "play", label: text("Play these") }] },
      ],
      turn: [0],
    },
    paths: [["card-0", "card-1", "card-2", "play"], ["card-2", "card-2", "play"], ["card-5", "play"], ["stock"]],
  },
  { title: "track", seat: 0, scene: { zones: [{ id: "track", kind: "track", spots: track }], turn: [0] }, paths: [["space-2", "space-5"], ["space-2", "space-6"]] },
];
