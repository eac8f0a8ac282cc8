/** Help on a game's pieces and cards: it follows from the rules in force, so it is asked for once. */
import { api } from "./api";
import type { Legend } from "./wire";

const asked = new Map<string, Promise<readonly Legend[]>>();

export function legendOf(game: string, options: Record<string, unknown>): Promise<readonly Legend[]> {
  const key = `${game} ${JSON.stringify(options)}`;
  const known = asked.get(key);
  if (known) return known;
  const coming = api.legend(game, options).catch((): readonly Legend[] => {
    asked.delete(key);
    return [];
  });
  asked.set(key, coming);
  return coming;
}
