/** The client's own texts: `messages/<language>.json` and any `messages/<part>.<language>.json` beside it. */
import type { Language } from "./wire";

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>("./messages/*.json", { eager: true, import: "default" });

function textsIn(language: Language): Texts {
  const named = Object.entries(files).filter(([path]) => new RegExp(`[./]${language}\\.json$`).test(path));
  return Object.assign({}, ...named.map(([, texts]) => texts)) as Texts;
}

export const OWN: Record<Language, Texts> = { en: textsIn("en"), ja: textsIn("ja") };
