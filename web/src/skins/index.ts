/** The skins there are. Each registers itself by lying in a folder of this one. */
import type { Skin } from "./skin";

const found = import.meta.glob<{ default: Skin }>("./*/index.ts", { eager: true });
const byId = new Map(Object.values(found).map(({ default: skin }) => [skin.id, skin]));

export function skinOf(game: string | undefined): Skin {
  return byId.get(game ?? "") ?? { id: "" };
}

export function allSkins(): Skin[] {
  return [...byId.values()];
}

export type { Sample, Skin, Slot, Slots } from "./skin";
