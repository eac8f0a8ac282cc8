/** Playing cards: paper with a brush-written sign, the strength in two corners, and a pip so that red is more than a colour. */
import type { Letters } from "../../letters";
import { esc, fitted } from "../../svg";
import type { Item } from "../../wire";

const SIGNS = "船無兵弓車虎馬筆巫将王皇";
const MARKS = "S012345678KE";
/** What the corners of the cards say. */
export const LETTERS: Letters = Object.fromEntries([...SIGNS].map((sign, at) => [sign, MARKS[at]!]));
/** Ship, king and emperor stand apart from the numbers. */
const COURT = "船王皇";

/** Where a card stands among the others, weak to strong. */
export function rank(item: Item): number {
  return SIGNS.indexOf(item.face);
}

export function card(item: Item, letters: boolean): string {
  return item.face_down ? back() : front(item, letters);
}

function front(item: Item, letters: boolean): string {
  const mark = LETTERS[item.face] ?? item.face;
  const ink = item.colour === "red" || item.colour === "black" ? item.colour : "plain";
  const corner = `<text class="k-mark" x="-23" y="-27">${esc(mark)}</text>${PIPS[ink]}`;
  const frame = COURT.includes(item.face) ? `<rect class="k-court" x="-29" y="-44" width="58" height="88" rx="5"/>` : "";
  return `<g class="k-card ${ink}">${BODY}${frame}${sign(item.face, mark, letters)}<g>${corner}</g><g transform="rotate(180)">${corner}</g></g>`;
}

function sign(face: string, mark: string, letters: boolean): string {
  const text = letters ? mark : face;
  const size = fitted(text, 40, letters ? 42 : 37);
  return `<text class="${letters ? "k-letter" : "k-sign"}" y="${size * 0.36}" font-size="${size}">${esc(text)}</text>`;
}

const BODY = `<rect class="k-shadow" x="-31" y="-45" width="64" height="94" rx="7"/><rect class="k-paper" x="-32" y="-47" width="64" height="94" rx="7"/>`;
const PIPS: Record<string, string> = {
  black: `<circle class="k-pip" cx="-23" cy="-17.5" r="3.6"/>`,
  red: `<path class="k-pip" d="M-23-22.6-18.6-17.5-23-12.4-27.4-17.5Z"/>`,
  plain: "",
};

const LATTICE = Array.from({ length: 4 * 6 }, (_, at) => `M${-19.5 + (at % 4) * 13} ${-41 + Math.floor(at / 4) * 14}l5 6-5 6-5-6z`).join("");

function back(): string {
  return `<g class="k-back">${BODY}<rect class="k-field" x="-27" y="-42" width="54" height="84" rx="4"/><path class="k-lattice" d="${LATTICE}"/></g>`;
}
