/** The card table, shared by all card games: cloth, paper cards, fanned hands, players around it. */
import { esc } from "../../svg";
import type { Catalogue } from "../../messages";
import type { Counter, Item, Message, Scene, Spot, Zone } from "../../wire";
import type { Skin, Slot } from "../skin";
import { card, LETTERS } from "./art";
import { lay } from "./hands";
import "./cards.css";

/** How far cards of one play lie apart, a card being 68 wide. */
const STEP = 34;
/** Backs of a hand lie closer, and beyond so many nobody counts them by eye. */
const BACK_STEP = 13;
const BACKS = 12;

function flow(spot: Spot, zone: Zone, draw: (item: Item) => string, words: Catalogue): string | undefined {
  const items = spot.items ?? [];
  if (!items.every((item) => item.kind === "card")) return undefined;
  const down = items.find((item) => item.face_down);
  const pieces = items.flatMap((item) => Array.from({ length: shownOf(item, zone) }, () => item));
  const step = down ? (zone.owner === undefined || zone.owner === null ? 1.6 : BACK_STEP) : STEP;
  const width = 68 + (pieces.length - 1) * step;
  const drawn = pieces.map((item, at) => `<g transform="translate(${at * step} 0)">${draw(item)}</g>`);
  const count = down && (down.count ?? 1) > 1 ? `<b class="k-tally">${down.count}</b>` : "";
  const by = spot.label ? `<em class="k-by">${esc(words.text(spot.label))}</em>` : "";
  return `<svg viewBox="-34 -50 ${width} 100" style="aspect-ratio:${width}/100">${drawn.join("")}</svg>${count}${by}`;
}

function shownOf(item: Item, zone: Zone): number {
  const count = item.count ?? 1;
  if (!item.face_down) return count;
  return zone.owner === undefined || zone.owner === null ? Math.min(count, 4) : Math.min(count, BACKS);
}

function place(zone: Zone, near: number): Slot | undefined {
  if (zone.kind === "choices") return "choices";
  if (zone.kind === "fan" && !zone.spots.some((spot) => spot.items?.length)) return "choices";
  if (zone.owner === undefined || zone.owner === null) return "board";
  return zone.owner === near ? "near" : `seat-${zone.owner}`;
}

/** Counters that name a seat are signs on that player instead. */
const ROLES: Record<string, string> = { parent: "親", bettor: "先", "round-parent": "先" };

function seatNamed(counter: Counter): number | undefined {
  const value = counter.value;
  const n = typeof value === "object" && value.key === "seat" ? value.params?.["n"] : undefined;
  return typeof n === "number" ? n - 1 : undefined;
}

function hides(counter: Counter): boolean {
  return counter.id in ROLES || /^(in|out|won-count)-\d/.test(counter.id);
}

function tokens(scene: Scene, seat: number, words: Catalogue): string {
  const roles = (scene.counters ?? []).filter((counter) => counter.id in ROLES && seatNamed(counter) === seat);
  const drawn = roles.map((counter) => token(ROLES[counter.id]!, words.text(counter.label), counter.id));
  const out = (scene.counters ?? []).find((counter) => counter.id === `out-${seat}`);
  const aside = (scene.counters ?? []).find((counter) => counter.id === `in-${seat}`);
  if (out) drawn.push(token(words.text(out.label), words.text(out.label), "out"));
  if (aside && typeof aside.value === "object" && aside.value.key === "no") drawn.push(token(words.word("ui.sitting_out"), words.word("ui.sitting_out"), "out"));
  return drawn.join("");
}

function token(sign: string, label: string, kind: string): string {
  const text = sign === label ? esc(sign) : `<i aria-hidden="true">${esc(sign)}</i><span class="sr">${esc(label)}</span>`;
  return `<span class="k-token ${kind}" title="${esc(label)}">${text}</span>`;
}

function folds(line: Message): string | undefined {
  return /^card\.log\.draw/.test(line.key) ? "ui.log.drawn" : undefined;
}

/** A game of this table; `sorts` are the orders that make sense for its hands. */
export function cardGame(id: string, sorts: readonly string[] = ["strength", "colour"]): Skin {
  return {
    id,
    look: "cards",
    seated: true,
    letters: LETTERS,
    item: (item, look) => (item.kind === "card" ? card(item, look.letters) : undefined),
    flow,
    place,
    sorts,
    lay,
    tokens,
    hides,
    folds,
  };
}
