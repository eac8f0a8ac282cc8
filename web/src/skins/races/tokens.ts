/** Pieces of races: each player has a colour and an emblem, so that nobody needs the colour. */
import type { Item } from "../../wire";
import type { Lie } from "../skin";
import "./races.css";

/** Disc, square, triangle, diamond, cross, ring, star, hourglass, in a box of about 40. */
const EMBLEMS = [
  "M0-17A17 17 0 1 1 0 17 17 17 0 1 1 0-17Z",
  "M-15-15H15V15H-15Z",
  "M0-19 19 15H-19Z",
  "M0-21 17 0 0 21-17 0Z",
  "M-6-18H6V-6H18V6H6V18H-6V6H-18V-6H-6Z",
  "M0-18A18 18 0 1 1 0 18 18 18 0 1 1 0-18ZM0-8A8 8 0 1 0 0 8 8 8 0 1 0 0-8Z",
  "M0-20 5.500-7 19-6 8.500 3 12 17 0 9.500-12 17-8.500 3-19-6-5.500-7Z",
  "M-15-17H15L4 0 15 17H-15L-4 0Z",
] as const;

export function emblemPath(seat: number): string {
  return EMBLEMS[seat % EMBLEMS.length]!;
}

/** The emblem as a small picture in the current colour. */
export function emblem(seat: number): string {
  return `<svg class="icon emblem" viewBox="-24 -24 48 48" aria-hidden="true"><path d="${emblemPath(seat)}"/></svg>`;
}

/** A pointed piece of a player's colour that carries the emblem. */
export function pawn(item: Item): string {
  const seat = item.owner ?? 0;
  return `<g class="rc-pawn seat-${seat % 8}"><path class="rc-shadow" transform="translate(2 5)" d="${BODY}"/><path class="rc-body" d="${BODY}"/>
    <path class="rc-emblem" transform="translate(0 8) scale(1.05)" d="${emblemPath(seat)}"/></g>`;
}

const BODY = "M0-44 34-30 38 40H-38L-34-30Z";

/** Several on one square, as large as they can be. */
export function cluster(count: number): Lie[] {
  if (count <= 1) return [{ x: 0, y: 0, scale: 0.86 }];
  const across = count <= 4 ? 2 : 3;
  const down = Math.ceil(count / across);
  const pitch = 92 / across;
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % across) - (across - 1) / 2) * pitch,
    y: (Math.floor(at / across) - (down - 1) / 2) * pitch,
    scale: (pitch / 100) * 1.12,
  }));
}
