/** What a change on the table sounds like. */
import type { Sound } from "./sound";
import type { Scene, State } from "./wire";

const held = (scene: Scene): number =>
  (scene.zones ?? []).filter((zone) => zone.kind === "grid").reduce((sum, zone) => sum + zone.spots.filter((spot) => spot.items?.length).length, 0);

/** The sound of going from one state to the next; silence where nothing happened. */
export function heard(before: State | null, now: State): Sound | undefined {
  if (!before || now.seq === before.seq) return undefined;
  if (now.result && !before.result) return "win";
  if (now.scene.casts?.length && JSON.stringify(now.scene.casts) !== JSON.stringify(before.scene.casts)) return "cast";
  return held(now.scene) < held(before.scene) ? "take" : "place";
}
