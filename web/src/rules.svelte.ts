/** The short rules of games, fetched when they are first wanted. */
import { api } from "./api";
import { settings } from "./settings.svelte";
import type { Section } from "./wire";

const loaded: Record<string, Section[]> = $state({});
const asked = new Set<string>();

/** The rules of a game in the current language; none before they have arrived. */
export function rulesOf(game: string): Section[] | undefined {
  return loaded[`${settings.language}/${game}`];
}

export async function fetchRules(game: string): Promise<void> {
  const key = `${settings.language}/${game}`;
  if (asked.has(key)) return;
  asked.add(key);
  try {
    loaded[key] = await api.rules(game, settings.language);
  } catch (error) {
    asked.delete(key);
    throw error;
  }
}

/** The section that helps with a prompt; without one, the first. */
export function sectionFor(sections: readonly Section[], prompt: string | undefined): string | undefined {
  const helps = (key: string): boolean => prompt === key || Boolean(prompt?.startsWith(`${key}.`));
  return (sections.find((section) => section.prompts.some(helps)) ?? sections[0])?.id;
}
