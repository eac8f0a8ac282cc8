/** The pieces of cerke and its ancestor: flat and pointed, with brush-written signs. */
import type { Letters } from "../../letters";
import { esc } from "../../svg";
import type { Item } from "../../wire";
import type { ItemLook } from "../skin";
import "./kaikboard.css";

/** Two letters tell all kinds apart: vessel, soldier, bow, chariot, tiger, horse, clerk, shaman, general, king, tam, beast. */
export const LETTERS: Letters = {
  船: "Ve", 兵: "So", 弓: "Bo", 車: "Ch", 虎: "Ti", 馬: "Ho", 筆: "Cl", 巫: "Sh", 将: "Ge", 王: "Ki", 皇: "Ta", 獣: "Be",
};
const TAM = "皇";

const POINTED = "M0-42 35-31 39 41H-39L-35-31Z";
const EIGHT_SIDED = "M-19-43H19L43-19V19L19 43H-19L-43 19V-19Z";

/** `side` marks a game in which the colour tells whose the piece is. */
export function piece(item: Item, look: ItemLook, side = false): string {
  const tam = item.face === TAM;
  const shape = tam ? EIGHT_SIDED : POINTED;
  const turn = look.away ? 180 : 0;
  const edge = tam ? "M-16-36H16L36-16V16L16 36H-16L-36 16V-16Z" : "M-32 34H32";
  return `<path class="c-shadow" transform="translate(1.5 4) rotate(${turn})" d="${shape}"/>
    <g class="c-piece ${tam ? "tam" : ""} ${side ? `side ${item.colour ?? ""}` : ""}" transform="rotate(${turn})"><path class="c-body" d="${shape}"/>
    <path class="c-edge" d="${edge}"/>${sign(item, look.letters, tam)}</g>`;
}

function sign(item: Item, letters: boolean, tam: boolean): string {
  const ink = tam ? "ivory" : item.colour === "red" ? "red" : "black";
  if (letters) return `<text class="c-letters ${ink}" y="${tam ? 14 : 18}">${esc(LETTERS[item.face] ?? item.face)}</text>`;
  return `<text class="c-sign ${ink}" y="${tam ? 22 : 24}">${esc(item.face)}</text>`;
}
