/** Mountain Walk: the way up winds over the cerke board; cards beside it carry their markers, those not yet at work lie pale. */
import type { Item, Spot, Zone } from "../../wire";
import { card, LETTERS } from "../cards/art";
import { frame, ground, landOf, type Land } from "../kaikboard/board";
import { counterIcon } from "../races/icons";
import { cluster, emblem, pawn } from "../races/tokens";
import type { Ground, ItemLook, Skin, Slot } from "../skin";
import "./mountain_walk.css";

const SIZE = 9;
/** The lands of the bare board, a letter to a square. */
const LANDS = ["---------", "---------", "--f-w-f--", "---fwf---", "--wwhww--", "---fwf---", "--f-w-f--", "---------", "---------"];
const LAND_OF: Record<string, Land> = { "-": "paper", f: "field", w: "water", h: "hill" };

/** The whole cerke board; the squares of the way are drawn over it. */
function backdrop(width: number, height: number): string {
  const side = (width - SIZE * 100) / 2;
  const squares = LANDS.flatMap((row, y) => [...row].map((letter, x) => `<g transform="translate(${side + x * 100} ${side + y * 100})">${ground(LAND_OF[letter]!)}</g>`));
  return `${frame(width, height)}<rect class="mw-paper" x="${side}" y="${side}" width="${SIZE * 100}" height="${SIZE * 100}"/><g class="mw-bare">${squares.join("")}</g>`;
}

function stepOf(spot: Spot): number {
  return Number(spot.tags?.find((tag) => tag.startsWith("step-"))?.slice(5) ?? 0);
}

function square(spot: Spot): string {
  const step = stepOf(spot);
  const goal = spot.tags?.includes("goal");
  const flag = goal ? `<path class="mw-pole" d="M50 84V22"/><path class="mw-flag" d="M50 22 80 33 50 44Z"/>` : "";
  const number = goal || !step ? "" : `<rect class="mw-patch ${landOf(spot)}" x="4" y="4" width="34" height="26"/><text class="mw-number ${landOf(spot)}" x="9" y="25">${step}</text>`;
  const start = step ? "" : `<rect class="mw-start" x="9" y="9" width="82" height="82" rx="12"/>`;
  return ground(landOf(spot)) + start + flag + number;
}

/** The route as a path with arrow heads; routes of several players lie side by side in the list of spots. */
function way({ zone, shape }: Ground): string {
  const middle = (spot: Spot): [number, number] => {
    const { x, y } = shape.corner(spot);
    return [x + 50, y + 50];
  };
  const goal = zone.spots.find((spot) => spot.tags?.includes("goal"));
  const legs = zone.spots.flatMap((spot, at) => {
    const next = zone.spots[at + 1];
    const on = next && stepOf(next) === stepOf(spot) + 1 ? next : goal;
    return on && on !== spot && Math.max(Math.abs((on.x ?? 0) - (spot.x ?? 0)), Math.abs((on.y ?? 0) - (spot.y ?? 0))) === 1 ? [[middle(spot), middle(on)] as const] : [];
  });
  const road = legs.map(([from, to]) => `M${from.join(" ")}L${to.join(" ")}`).join("");
  const heads = legs.map(([[x, y], [toX, toY]]) => {
    const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
    return `<path class="mw-head" transform="translate(${(x + toX) / 2} ${(y + toY) / 2}) rotate(${turn})" d="M-7-10 6 0-7 10"/>`;
  });
  return `<path class="mw-edge" d="${road}"/><path class="mw-road" d="${road}"/>${heads.join("")}`;
}

function item(item: Item, look: ItemLook): string {
  if (item.kind === "piece") return pawn(item);
  const drawn = card(item, look.letters);
  return item.badges?.includes("resting") ? `<g class="mw-resting">${drawn}</g>` : drawn;
}

/** Markers lie on a card as counters; a card with a third one falls. */
function badge(name: string): string | undefined {
  if (name === "resting") return `<g class="mw-rest" transform="translate(22 -36)"><circle r="12"/><path d="M-4-5H4L-4 5H4"/></g>`;
  const markers = Number(/^markers-(\d)$/.exec(name)?.[1] ?? 0);
  const discs = Array.from({ length: markers }, (_, at) => `<circle cx="${-18 + at * 18}" cy="36" r="9"/>`);
  return markers ? `<g class="mw-markers">${discs.join("")}</g>` : undefined;
}

function place(zone: Zone, near: number): Slot | undefined {
  if (zone.id === "pile" || zone.id === "discards") return "side";
  return typeof zone.owner === "number" && zone.owner !== near ? `seat-${zone.owner}` : undefined;
}

const skin: Skin = {
  id: "mountain_walk",
  backdrop,
  square,
  way,
  arrange: (spot, zone) => (zone.kind === "track" ? cluster(spot.items?.length ?? 0) : undefined),
  item,
  badge,
  place,
  seated: true,
  letters: LETTERS,
  emblem,
  icon: (counter) => counterIcon(counter.id),
  margin: 36,
  uncaptioned: true,
};

export default skin;
