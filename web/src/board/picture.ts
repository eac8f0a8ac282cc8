/** A board or track as one SVG: ground, way, coordinates, marks under and over the items, the trail of touches. */
import type { Geometry } from "../geometry";
import * as generic from "../skins/generic";
import { esc, fitted } from "../svg";
import type { Spot, Zone } from "../wire";
import { itemsOn } from "./items";
import { endingLabel } from "./speech";
import { hintedSpot, nearSeatOf, type Touched, type View } from "./view";
import { BRACKETS, wayMark } from "./ways";

/** Up to so many first touches are marked; more would only be noise. */
const FEW = 12;
const LAST = `<rect class="mark last" x="3" y="3" width="94" height="94"/>`;
const FAINT = `<path class="mark brackets faint" d="M7 19V7H19M81 7H93V19M93 81V93H81M19 93H7V81"/>`;

/** What stands inside the `<svg>` of a board. */
export function picture(touched: Touched, zone: Zone, shape: Geometry): string {
  const { view } = touched;
  const squares = zone.spots.map((spot) => at(shape, spot, square(view, spot, zone)));
  const items = zone.spots.map((spot) => at(shape, spot, `<g transform="translate(50 50)">${itemsOn(view, spot, zone)}</g>`));
  const back = view.skin.backdrop?.(shape.width, shape.height, zone) ?? "";
  const way = view.skin.way?.({ zone, shape, scene: view.scene, words: view.words, near: nearSeatOf(view) });
  const road = zone.kind === "track" && way === undefined ? trackRoad(zone, shape) : "";
  const names = view.coordinates ? coordinates(zone, shape) : "";
  const under = zone.spots.map((spot) => at(shape, spot, markUnder(touched, spot)));
  const over = zone.spots.map((spot) => at(shape, spot, markOver(touched, spot, zone)));
  return `${back}${road}<g>${squares.join("")}</g>${way ?? ""}${names}<g class="under">${under.join("")}</g>
      <g>${items.join("")}</g><g class="over">${over.join("")}${trail(touched, zone, shape)}${suggestion(touched, zone, shape)}</g>`;
}

function at(shape: Geometry, spot: Spot, drawing: string): string {
  if (!drawing) return "";
  const { x, y } = shape.corner(spot);
  return `<g transform="translate(${x} ${y})">${drawing}</g>`;
}

// -- the ground ---------------------------------------------------------------------------------------------------------

function square({ skin }: View, spot: Spot, zone: Zone): string {
  return skin.square?.(spot, zone) ?? (zone.kind === "track" ? generic.stone(spot) : generic.square(spot));
}

function trackRoad(zone: Zone, shape: Geometry): string {
  const points = zone.spots.map((spot) => middle(shape, spot));
  return points.length ? `<path class="road" d="M${points.join("L")}"/>` : "";
}

function middle(shape: Geometry, spot: Spot): string {
  const { x, y } = shape.corner(spot);
  return `${x + 50} ${y + 50}`;
}

function coordinates(zone: Zone, shape: Geometry): string {
  const margin = shape.left / 2;
  const place = (index: number, count: number): number => shape.left + 100 * (shape.turned ? count - 1 - index : index) + 50;
  const name = (text: string, x: number, y: number): string => `<text class="coordinate" x="${x}" y="${y + 7}">${esc(text)}</text>`;
  const columns = (zone.column_names ?? []).flatMap((text, i) =>
    [margin, shape.height - margin].map((y) => name(text, place(i, shape.columns), y)),
  );
  const rows = (zone.row_names ?? []).flatMap((text, i) =>
    [margin, shape.width - margin].map((x) => name(text, x, place(i, shape.rows))),
  );
  return [...columns, ...rows].join("");
}

// -- marks --------------------------------------------------------------------------------------------------------------

/** Too many first touches to mark each of them strongly. */
const crowded = ({ clicks, candidates }: Touched): boolean => !clicks.touches.length && candidates.size > FEW;

function markUnder(touched: Touched, spot: Spot): string {
  const last = spot.tags?.includes("last") ? LAST : "";
  if (touched.clicks.touches.includes(spot.id)) return `<rect class="mark touched" width="100" height="100"/>`;
  if (!touched.candidates.has(spot.id) || crowded(touched)) return last;
  return `<rect class="mark candidate" width="100" height="100"/>${last}`;
}

function markOver(touched: Touched, spot: Spot, zone: Zone): string {
  const { clicks, candidates } = touched;
  if (!candidates.has(spot.id)) return "";
  if (clicks.touches.includes(spot.id)) return wayMark(touched, spot, zone);
  if (!clicks.touches.length && clicks.step(spot.id) !== "ends") return crowded(touched) ? FAINT : BRACKETS;
  return wayMark(touched, spot, zone) + price(touched, spot);
}

/** What the action that ends on a square still asks for. */
function price(touched: Touched, spot: Spot): string {
  const label = endingLabel(touched, spot);
  if (!label) return "";
  const size = fitted(label, 88, 24);
  return `<g class="price"><rect x="4" y="70" width="92" height="28" rx="8"/><text x="50" y="${84 + size * 0.36}" font-size="${size}">${esc(label)}</text></g>`;
}

/** The way gone so far: origin, what was stepped on, and where it stands. */
function trail({ clicks }: Touched, zone: Zone, shape: Geometry): string {
  const spots = clicks.touches.map((id) => zone.spots.find((spot) => spot.id === id)).filter((spot) => spot !== undefined);
  if (!spots.length) return "";
  const vias = spots.slice(1).map((spot) => at(shape, spot, `<circle class="via" cx="50" cy="50" r="13"/>`));
  return `<path class="trail" d="M${spots.map((spot) => middle(shape, spot)).join("L")}"/>${vias.join("")}`;
}

function suggestion(touched: Touched, zone: Zone, shape: Geometry): string {
  const hinted = hintedSpot(touched);
  const spot = zone.spots.find(({ id }) => id === hinted);
  return spot ? at(shape, spot, `<circle class="mark hint" cx="50" cy="50" r="44"/>`) : "";
}
