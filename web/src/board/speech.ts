/** What spots, items and zones are called: for those who listen, and where a picture needs a word. */
import { isBoard, squareName } from "../geometry";
import { esc } from "../svg";
import type { Item, Spot, Zone } from "../wire";
import type { Touched, View } from "./view";

export function zoneLabel({ words, seat }: View, zone: Zone): string {
  const label = zone.label ? words.text(zone.label) : "";
  if (zone.owner === undefined || zone.owner === null || zone.owner === seat) return label;
  const owner = words.text({ key: "seat", params: { n: zone.owner + 1 } });
  return label ? `${owner} · ${label}` : owner;
}

/** The label of a spot; a button says what it would do with what was touched before. */
export function spotLabel({ view, clicks }: Touched, spot: Spot, zone: Zone): string {
  const { words, labels } = view;
  const ending = zone.kind === "choices" && labels ? clicks.ending(spot.id) : undefined;
  const label = (ending === undefined ? undefined : labels?.[ending]) ?? spot.label;
  return label ? words.text(label) : "";
}

/** What the action that ends on a square still asks for. */
export function endingLabel({ view, clicks }: Touched, spot: Spot): string {
  const ending = clicks.touches.length ? clicks.ending(spot.id) : undefined;
  const label = ending === undefined ? undefined : view.labels?.[ending];
  return label ? view.words.text(label) : "";
}

/** What stands written on a square of a board. */
export function caption({ skin, words }: View, spot: Spot, zone: Zone): string {
  const silent = squareName(spot, zone) || skin.uncaptioned;
  const text = silent || !spot.label ? "" : words.text(spot.label);
  const shown = zone.kind === "grid" || [...text].length <= 3;
  return text && shown ? `<span class="caption">${esc(text)}</span>` : "";
}

/** A spot with all that lies on it, in a sentence. */
export function spokenSpot(touched: Touched, spot: Spot, zone: Zone): string {
  const { words } = touched.view;
  const name = squareName(spot, zone) || spotLabel(touched, spot, zone) || (isBoard(zone) ? spot.id : "");
  const items = (spot.items ?? []).map((item) => spokenItem(touched.view, item));
  const tags = (spot.tags ?? []).filter((tag) => words.has(`ui.tag.${tag}`)).map((tag) => words.word(`ui.tag.${tag}`));
  const empty = isBoard(zone) && !items.length && squareName(spot, zone) ? [words.word("ui.empty")] : [];
  const price = isBoard(zone) ? endingLabel(touched, spot) : "";
  return [name, ...items, ...empty, ...tags, price].filter(Boolean).join(words.word("ui.comma")) || spot.id;
}

export function spokenItem({ words, legend }: View, item: Item): string {
  const count = (item.count ?? 1) > 1 ? `×${item.count}` : "";
  if (item.face_down) return [words.word("ui.face_down"), count].filter(Boolean).join(" ");
  const known = item.label ?? legend?.find((entry) => entry.face === item.face)?.label;
  const name = known ? words.text(known) : item.face;
  const colour = item.colour && !item.label ? words.first([`ui.colour.${item.colour}`], item.colour) : "";
  const owner = item.owner === undefined || item.owner === null || item.label ? "" : words.text({ key: "seat", params: { n: item.owner + 1 } });
  const badges = (item.badges ?? []).map((badge) => words.first([`ui.badge.${badge}`], item.label ? "" : badge));
  return [colour, name, count, owner && `(${owner})`, ...badges].filter(Boolean).join(" ");
}
