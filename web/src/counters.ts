/** Which figures of a scene are shown where. */
import type { Skin } from "./skins";
import type { Counter, Scene } from "./wire";

/** The figures of one player. */
export function countersOf(scene: Scene, skin: Skin, seat: number): Counter[] {
  return (scene.counters ?? []).filter((counter) => counter.owner === seat && !skin.hides?.(counter));
}

/** The figures of the table, as far as no scoreboard shows them. */
export function sharedCounters(scene: Scene, skin: Skin): Counter[] {
  return (scene.counters ?? []).filter((one) => !owned(one) && !skin.scoreboard?.takes(one) && !skin.hides?.(one));
}

function owned(counter: Counter): boolean {
  return counter.owner !== null && counter.owner !== undefined;
}
