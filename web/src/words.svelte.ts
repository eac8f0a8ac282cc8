/** The catalogues of the chosen language: the client's own texts, the server's common ones, and one game's. */
import { api } from "./api";
import { FALLBACK, inLanguage, type Language, type Texts } from "./languages";
import { writesHan } from "./letters";
import { Catalogue, type Renaming } from "./messages";
import { settings } from "./settings.svelte";
import { skinOf } from "./skins";
import { OWN } from "./texts";

const loaded: Record<string, Record<string, string>> = $state({});
const NOTHING_YET = new Catalogue({}, () => "");
const asked = new Map<string, Promise<void>>();

/** The texts of the current language, with a game's if they have arrived. */
export function words(game?: string, renamed?: Renaming): Catalogue {
  const fetched = loaded[name(settings.language, game)] ?? loaded[name(settings.language)] ?? {};
  const letters = settings.letters ? (skinOf(game).letters ?? null) : null;
  return new Catalogue({ ...fetched, ...OWN[FALLBACK], ...OWN[settings.language] }, renamed, named, letters, writesHan(settings.language));
}

/** The texts of a game that a message names; they are fetched when they are first needed. */
function named(game: string): Catalogue {
  if (worded(game)) return words(game);
  void fetchWords(game);
  return NOTHING_YET;
}

/** Whether nothing is missing to word this game. */
export function worded(game?: string): boolean {
  return name(settings.language, game) in loaded;
}

/** Fetches the texts of the current language. A failure is tried again the next time they are needed. */
export function fetchWords(game?: string): Promise<void> {
  const language = settings.language;
  const key = name(language, game);
  const earlier = asked.get(key);
  if (earlier) return earlier;
  const promise = api.messages(language, game).then(
    (texts) => void (loaded[key] = texts),
    () => void asked.delete(key),
  );
  asked.set(key, promise);
  return promise;
}

/** One of several translations of the same, as the server gives titles and summaries. */
export function localized(translations: Texts): string {
  return inLanguage(translations, settings.language);
}

function name(language: Language, game?: string): string {
  return game ? `${language}/${game}` : language;
}
