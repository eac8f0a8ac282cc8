/**
 * The languages there are. A language is there when `messages/<language>.json` is, with any `messages/<part>.<language>.json`
 * beside it; what it does not say is said in English.
 */
export type Language = string;
export type Texts = Readonly<Record<string, string>>;

export const FALLBACK: Language = "en";
/** The language in which the book calls the games. */
const ORIGINAL: Language = "ja";

const FILE = /(?:^|[./])([^./]+)\.json$/;

/** The texts of every language, from the files by their paths; a part without the language's own file is not enough. */
export function textsByLanguage(files: Readonly<Record<string, Texts>>): Record<Language, Texts> {
  const found: Record<Language, Texts> = { [FALLBACK]: {} };
  const languages = Object.keys(files).filter((path) => /^[^.]+$/.test(fileName(path))).map(fileName);
  for (const [path, texts] of Object.entries(files)) {
    const language = FILE.exec(path)?.[1] ?? "";
    if (languages.includes(language)) found[language] = { ...found[language], ...texts };
  }
  return found;
}

/** `messages/replay.en.json` is called `replay.en`. */
const fileName = (path: string): string => path.replace(/^.*\//, "").replace(/\.json$/, "");

/** The first wish that can be granted; a wish such as `pt-BR` is content with `pt`. */
export function nearest(wishes: readonly string[], known: readonly Language[]): Language {
  const tags = wishes.map((wish) => wish.toLowerCase()).flatMap((wish) => [wish, wish.split("-")[0]!]);
  return tags.find((tag) => known.includes(tag)) ?? FALLBACK;
}

/** What a language calls itself. */
export function ownName(language: Language): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

/** One of several translations of the same. */
export function inLanguage(translations: Texts, language: Language): string {
  return translations[language] ?? translations[FALLBACK] ?? "";
}

/** The title that stands beside the reader's own: the original, or for those who read that, the English one. */
export function secondTitle(titles: Texts, language: Language): { language: Language; title: string } {
  const second = language === ORIGINAL ? FALLBACK : ORIGINAL;
  return { language: second, title: titles[second] ?? "" };
}
