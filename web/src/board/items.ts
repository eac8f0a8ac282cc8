/** Pieces, cards and markers as they lie on a spot, drawn as SVG text. */
import * as generic from "../skins/generic";
import type { Lie } from "../skins/skin";
import { esc } from "../svg";
import type { Item, Spot, Zone } from "../wire";
import { facesAway, type View } from "./view";

/** All that lies on a spot; every item carries where it lies and how it looks, so that it can be seen to move. */
export function itemsOn(view: View, spot: Spot, zone: Zone): string {
  const items = spot.items ?? [];
  const lies = view.skin.arrange?.(spot, zone) ?? (zone.kind === "pile" ? [] : sideBySide(items.length));
  return items
    .map((item, index) => {
      const { x, y, scale } = lies[index] ?? { x: 0, y: 0, scale: 1 };
      return `<g transform="translate(${x} ${y}) scale(${scale})">${movable(item, spot, drawn(view, item, zone))}</g>`;
    })
    .join("");
}

/** One item without its count, for skins that draw a spot of a hand or pile themselves. */
export function itemAlone(view: View, item: Item, spot: Spot, zone: Zone): string {
  return movable(item, spot, drawn(view, { ...item, count: 1 }, zone));
}

function movable(item: Item, spot: Spot, drawing: string): string {
  return `<g class="item" data-at="${esc(spot.id)}" data-item="${esc(appearance(item))}">${drawing}</g>`;
}

function drawn(view: View, item: Item, zone: Zone): string {
  const look = { away: facesAway(view, item, zone), letters: view.letters };
  const body = view.skin.item?.(item, look) ?? generic.item(item, look);
  const count = (item.count ?? 1) > 1 ? `<g class="count" transform="translate(32 34)"><circle r="17"/><text y="8">${item.count}</text></g>` : "";
  const badges = (item.badges ?? []).map((name) => view.skin.badge?.(name, item) ?? badge(name));
  return body + count + badges.join("");
}

/** Equal items look the same and cannot be told apart. */
function appearance(item: Item): string {
  return `${item.kind} ${item.face} ${item.colour || (item.owner ?? "")}`;
}

/** As many in a row as there are rows. */
function sideBySide(count: number): Lie[] {
  const across = Math.max(1, Math.ceil(Math.sqrt(count)));
  const down = Math.ceil(count / across);
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % across) - (across - 1) / 2) * (100 / across),
    y: (Math.floor(at / across) - (down - 1) / 2) * (100 / across),
    scale: 1 / across,
  }));
}

function badge(name: string): string {
  if (name === "protected") return `<g class="badge" transform="translate(-33 34) scale(0.85)"><path d="M0-15 13-10V2C13 10 7 14 0 17-7 14-13 10-13 2V-10Z"/></g>`;
  const count = /-(\d+)$/.exec(name)?.[1] ?? "•";
  return `<g class="badge" transform="translate(-33 33)"><circle r="14"/><text y="7">${count}</text></g>`;
}
