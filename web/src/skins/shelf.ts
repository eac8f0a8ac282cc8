/** A small illustration for each game on the shelf, drawn from a few motifs. */

type Ink = "a" | "b" | "c" | "ink";

const stick = (x: number, turn: number, marked: boolean): string =>
  `<g transform="translate(${x} 60) rotate(${turn})"><rect class="art-${marked ? "light" : "wood"}" x="-8" y="-40" width="16" height="80" rx="8"/>
   ${marked ? `<path class="art-line" d="M-4-24 4-16M-4-16 4-24M-5 0H5M-4 16 4 24M-4 24 4 16"/>` : ""}</g>`;

const sticks = (faces: string, lean = 0): string =>
  [...faces].map((face, at) => stick(100 + (at - (faces.length - 1) / 2) * 27, (at % 2 ? 1 : -1) * 5 + lean, face === "1")).join("");

const card = (x: number, turn: number, sign: string, ink: Ink, up = 0): string =>
  `<g transform="translate(${x} ${62 - up}) rotate(${turn})"><rect class="art-light" x="-20" y="-32" width="40" height="64" rx="6"/>
   <text class="art-sign ${ink}" y="11">${sign}</text></g>`;

const back = (x: number, turn: number): string =>
  `<g transform="translate(${x} 62) rotate(${turn})"><rect class="art-a" x="-20" y="-32" width="40" height="64" rx="6"/>
   <path class="art-faint" d="M-12-22 12 22M12-22-12 22"/></g>`;

const fan = (signs: string, inks: Ink[]): string =>
  [...signs].map((sign, at) => {
    const off = at - (signs.length - 1) / 2;
    return card(100 + off * 34, off * 9, sign, inks[at % inks.length]!, 4 - Math.abs(off) * 4);
  }).join("");

const cells = (rows: string[], size: number): string => {
  const left = 100 - (rows[0]!.length * size) / 2;
  const top = 60 - (rows.length * size) / 2;
  return rows
    .flatMap((row, y) => [...row].map((sign, x) => (sign === " " ? "" : `<rect class="art-cell ${sign}" x="${left + x * size}" y="${top + y * size}" width="${size}" height="${size}"/>`)))
    .join("");
};

const koma = (x: number, y: number, sign: string, ink: Ink, away = false, size = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${size}) rotate(${away ? 180 : 0})"><path class="art-light" d="M0-20 16-15 18 19H-18L-16-15Z"/><text class="art-sign ${ink}" y="11">${sign}</text></g>`;

const cerkeBoard = cells(["f...f", ".fwf.", "wwhww", ".fwf.", "f...f"], 20);

/** By game id: this folder is the only place where the client knows one. */
const ART: Record<string, string> = {
  cerke: cerkeBoard + koma(100, 60, "皇", "ink", false, 0.75) + koma(60, 82, "兵", "c", false, 0.75) + koma(140, 38, "王", "ink", true, 0.75),
  old_cerke: cells([".......", ".......", ".......", "......."], 20) + koma(70, 80, "虎", "ink") + koma(130, 42, "馬", "c", true),
  walking_war: fan("将馬弓兵", ["ink", "c"]),
  seasons_end: fan("春夏秋冬", ["a", "c", "b", "ink"]),
  value_war: back(62, -8) + card(100, 0, "7", "ink", 6) + card(138, 8, "3", "c"),
  linked_friends: card(58, 0, "4", "ink") + card(86, 0, "5", "ink") + card(114, 0, "6", "ink") + card(142, 0, "7", "c", 8),
  value_tree: card(100, 0, "9", "c", 22) + card(72, -14, "5", "ink", -8) + card(128, 14, "2", "ink", -8),
  open_cask: `<ellipse class="art-wood" cx="100" cy="84" rx="50" ry="18"/><path class="art-wood" d="M50 46v38h100V46z"/><ellipse class="art-light" cx="100" cy="46" rx="50" ry="18"/><path class="art-line" d="M50 62q50 26 100 0"/>` + card(100, -6, "8", "c", 24),
  kitten: back(70, -10) + back(84, -2) + `<g transform="translate(132 66)"><path class="art-light" d="M-22-16-18-34-6-24H6L18-34 22-16Q26 22 0 24-26 22-22-16Z"/><path class="art-line" d="M-9-4v4M9-4v4M-3 8 0 11 3 8M-24 6-12 8M24 6 12 8"/></g>`,
  soft_run: card(60, -6, "1", "c") + card(87, -2, "2", "c", 5) + card(114, 2, "3", "c", 5) + card(141, 6, "4", "c"),
  beast_cast: sticks("10110"),
  beast_streak: sticks("11101", 12) + `<path class="art-line strong" d="M34 98q66 16 132 0M158 92l8 6-9 7"/>`,
  new_play: cells(["......"], 26) + `<circle class="art-c" cx="61" cy="60" r="8"/><circle class="art-a" cx="113" cy="60" r="8"/><circle class="art-b" cx="139" cy="60" r="8"/>`,
  mountain_walk: `<path class="art-path" d="M150 100V20H50v70h78V42H72v28h34V56"/><path class="art-a" d="M100 44l14 22H86Z"/>` + koma(150, 94, "兵", "ink", false, 0.7),
  six_cast: cells(["...s...s", "s...s...", ".s..s..s", ".s..s..g"], 20) + `<circle class="art-c" cx="50" cy="70" r="8"/>`,
  linked_ships: `<path class="art-wave" d="M24 92q12-10 24 0t24 0 24 0 24 0 24 0 24 0"/>` + [60, 100, 140].map((x) => `<g transform="translate(${x} 0)"><path class="art-wood" d="M-17 70H17L10 86H-10Z"/><path class="art-light" d="M0 30V66H-15Q-4 52 0 30ZM3 36V66H15Q8 54 3 36Z"/></g>`).join("") + `<path class="art-line" d="M77 76h6M117 76h6"/>`,
};

/** How long a game usually takes, in minutes. */
const LENGTHS: Record<string, string> = {
  cerke: "20–40", old_cerke: "20–40", walking_war: "10–15", seasons_end: "15–20", value_war: "10–15", linked_friends: "15–20", value_tree: "10–15", open_cask: "10–20",
  kitten: "15–20", soft_run: "10–15", beast_cast: "2–5", beast_streak: "5–10", new_play: "5–10", mountain_walk: "30–45", six_cast: "5–10", linked_ships: "20–40",
};

const PLAIN = `<circle class="art-a" cx="74" cy="60" r="18"/><circle class="art-light" cx="104" cy="60" r="18"/><circle class="art-c" cx="134" cy="60" r="18"/>`;

export function lengthOf(game: string): string | undefined {
  return LENGTHS[game];
}

export function artOf(game: string): string {
  return `<svg viewBox="0 0 200 120" preserveAspectRatio="xMidYMid meet" aria-hidden="true">${ART[game] ?? PLAIN}</svg>`;
}

/** The shelf's own order, the best known first; what is not on it comes last. */
export function shelved<T extends { id: string }>(games: readonly T[]): T[] {
  const order = Object.keys(ART);
  const rank = ({ id }: T): number => (onShelf(id) ? order.indexOf(id) : order.length);
  return games.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether the game belongs to the shelf; any other is an addition of this server. */
export function onShelf(game: string): boolean {
  return game in ART;
}
