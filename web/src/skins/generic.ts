/** The look every game has before anybody makes it a skin. */
import { esc, fitted } from "../svg";
import type { Item, Spot, Zone } from "../wire";
import type { ItemLook, Slot } from "./skin";

const TINTS: Record<string, string> = { water: "water", field: "field", hill: "hill", start: "start", goal: "goal" };
const STROKES = /^strokes-(\d)$/;

export function square(spot: Spot): string {
  const tags = spot.tags ?? [];
  const tint = tags.map((tag) => TINTS[tag]).find(Boolean) ?? "plain";
  return `<rect class="square ${tint}" width="100" height="100"/>${tags.map(ornament).join("")}`;
}

/** A place on a track: a rounded stone. */
export function stone(spot: Spot): string {
  const tags = spot.tags ?? [];
  const tint = tags.map((tag) => TINTS[tag]).find(Boolean) ?? "plain";
  return `<rect class="square ${tint}" x="6" y="6" width="88" height="88" rx="22"/>${tags.map(ornament).join("")}`;
}

function ornament(tag: string): string {
  const strokes = Number(STROKES.exec(tag)?.[1] ?? 0);
  const lines = Array.from({ length: strokes }, (_, at) => 100 * ((at + 1) / (strokes + 1)));
  if (strokes) return lines.map((y) => `<path class="stroke" d="M14 ${y}H86"/>`).join("");
  if (tag === "start") return `<circle class="stroke" cx="50" cy="50" r="30"/>`;
  if (tag === "goal") return `<circle class="stroke" cx="50" cy="50" r="34"/><circle class="stroke" cx="50" cy="50" r="22"/>`;
  return "";
}

export function item(item: Item, look: ItemLook): string {
  if (item.kind === "card") return card(item);
  if (item.kind === "stick") return stick(item);
  return item.kind === "marker" ? marker(item) : piece(item, look);
}

function piece(item: Item, look: ItemLook): string {
  const size = fitted(item.face, 58, 46);
  return `<g class="piece ${seat(item)}" ${look.away ? 'transform="rotate(180)"' : ""}>
    <path class="body" d="M0-43 34-32V40H-34V-32Z"/>
    <text class="face ${ink(item)}" y="${4 + size * 0.36}" font-size="${size}">${esc(item.face_down ? "" : item.face)}</text></g>`;
}

function marker(item: Item): string {
  const size = fitted(item.face, 50, 40);
  return `<g class="marker ${seat(item)}"><circle class="body" r="38"/><circle class="rim" r="30"/>
    <text class="face ${ink(item)}" y="${size * 0.36}" font-size="${size}">${esc(item.face)}</text></g>`;
}

function card(item: Item): string {
  const back = `<path class="pattern" d="M-20-36 20 36M20-36-20 36M-24 0H24"/>`;
  const size = fitted(item.face, 46, 40);
  const front = `<text class="face ${ink(item)}" y="${size * 0.36}" font-size="${size}">${esc(item.face)}</text>`;
  return `<g class="playing-card ${item.face_down ? "back" : ""}"><rect class="body" x="-32" y="-46" width="64" height="92" rx="8"/>${item.face_down ? back : front}</g>`;
}

function stick(item: Item): string {
  return `<g class="stick ${item.face_down ? "back" : ""}"><rect class="body" x="-9" y="-46" width="18" height="92" rx="9"/></g>`;
}

function seat(item: Item): string {
  return item.owner === null || item.owner === undefined ? "nobody" : `seat-${item.owner % 8}`;
}

function ink(item: Item): string {
  return item.colour === "red" ? "red" : item.colour === "black" ? "black" : "";
}

/** Others beyond the board, mine before it, what is shared on it. */
export function place(zone: Zone, seat: number | null): Slot {
  if (zone.kind === "choices") return "choices";
  if (zone.owner === null || zone.owner === undefined) return "board";
  return zone.owner === (seat ?? 0) ? "near" : "far";
}
