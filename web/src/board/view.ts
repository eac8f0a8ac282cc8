/** What a board is given to show, and what can be looked up in it. */
import type { Clicks } from "../clicks";
import type { Catalogue } from "../messages";
import type { Skin } from "../skins/skin";
import type { Item, Legend, Message, Scene, Spot, Zone } from "../wire";

export interface View {
  scene: Scene;
  paths: readonly (readonly string[])[];
  /** What the button says that completes a path, where that depends on what was touched before. */
  labels?: readonly (Message | null | undefined)[];
  /** Names the open decision: touches outlive a new view of the same one. */
  decision: string | null;
  seat: number | null;
  words: Catalogue;
  skin: Skin;
  flipped: boolean;
  coordinates: boolean;
  letters: boolean;
  /** Help on the faces of items. */
  legend?: readonly Legend[];
  /** Touches already made when the view is first shown: a picture of a choice half made. */
  touched?: readonly string[];
  /** A path that is suggested: the next touch of it is marked. */
  hint?: readonly string[];
}

/** A view with what has been touched on it: all that drawing and speaking need. */
export interface Touched {
  view: View;
  clicks: Clicks;
  /** The spots that may be touched next. */
  candidates: ReadonlySet<string>;
}

export interface Help {
  legend: Legend;
  away: boolean;
  at: DOMRect;
}

export function zoneOf(scene: Scene, spot: string): Zone | undefined {
  return scene.zones?.find((zone) => zone.spots.some(({ id }) => id === spot));
}

export function spotOf(scene: Scene, id: string): Spot | undefined {
  return zoneOf(scene, id)?.spots.find((spot) => spot.id === id);
}

/** The next touch of the suggested path, as long as the touches made follow it. */
export function hintedSpot({ view, clicks }: Touched): string | undefined {
  const { hint } = view;
  const made = clicks.touches;
  return hint && made.every((id, at) => hint[at] === id) ? hint[made.length] : hint?.[0];
}

// -- the reader's side --------------------------------------------------------------------------------------------------

/** Whether the players sit at opposite edges of it. */
export function sided(zone: Zone): boolean {
  return zone.bottom !== undefined && zone.bottom !== null;
}

/** The seat that sits at the lower edge as drawn. */
export function nearSeat(seat: number | null, bottom: number, flipped: boolean): number {
  const near = seat ?? bottom;
  return flipped && near < 2 ? 1 - near : near;
}

export function nearSeatOf({ scene, seat, flipped }: View): number {
  return nearSeat(seat, scene.zones?.find(sided)?.bottom ?? 0, flipped);
}

export function turned(view: View, zone: Zone): boolean {
  return sided(zone) && nearSeatOf(view) !== zone.bottom;
}

/** Whether an item faces away from the reader. */
export function facesAway(view: View, item: Item, zone: Zone | undefined): boolean {
  if (!view.scene.zones?.some(sided) || item.owner === undefined || item.owner === null || zone?.kind === "fan") return false;
  return item.owner !== nearSeatOf(view);
}
