/** Cards as they lie on the table: equal ones side by side, hands in the order the reader likes. */
import type { Item, Scene, Spot, Zone } from "../../wire";
import { rank } from "./art";

/** Equal cards share a spot on the wire; on the table each lies for itself and stands for the same. What has a name, such as a play, stays together. */
export function spread(spot: Spot): Spot[] {
  const [item, more] = spot.items ?? [];
  const count = item?.count ?? 1;
  if (!item || more || spot.label || item.kind !== "card" || item.face_down || count < 2) return [spot];
  return Array.from({ length: count }, (_, at) => ({
    ...spot,
    items: [{ ...item, count: 1 }],
    ...(at ? { id: `${spot.id}~${at + 1}`, same_as: spot.same_as || spot.id } : {}),
  }));
}

type Key = (item: Item, all: readonly Item[]) => number[];

const COLOURS = ["", "black", "red"];
const KEYS: Record<string, Key> = {
  strength: (item) => [rank(item), COLOURS.indexOf(item.colour ?? "")],
  colour: (item) => [COLOURS.indexOf(item.colour ?? ""), rank(item)],
  groups: (item, all) => [-all.filter((other) => other.face === item.face).length, rank(item)],
};

export function sorted(spots: readonly Spot[], by: string): Spot[] {
  const items = spots.map((spot) => spot.items?.[0]);
  if (items.some((item) => item?.kind !== "card")) return [...spots];
  const all = items as Item[];
  const keys = new Map(spots.map((spot, at) => [spot, (KEYS[by] ?? KEYS["strength"]!)(all[at]!, all)]));
  return spots.toSorted((a, b) => compared(keys.get(a)!, keys.get(b)!));
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

export function lay(scene: Scene, by: string): Scene {
  return { ...scene, zones: (scene.zones ?? []).map((zone) => laid(zone, by)) };
}

function laid(zone: Zone, by: string): Zone {
  if (zone.kind !== "fan" && zone.kind !== "row") return zone;
  const spots = zone.spots.flatMap(spread);
  return { ...zone, spots: zone.kind === "fan" ? sorted(spots, by) : spots };
}
