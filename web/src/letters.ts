/**
 * Texts for those who have chosen letters instead of kanji: the sign of a piece or card becomes what the piece shows, and
 * the term that stands in brackets behind its translation falls away.
 */
export type Letters = Readonly<Record<string, string>>;

const TERM = /\s*\(\p{Script=Han}+\)|(?<=\()\p{Script=Han}+, /gu;
const HAN = /\p{Script=Han}/u;
const RUN = /\p{Script=Han}+/gu;
const SCRIPTS_WITH_HAN = ["Jpan", "Hans", "Hant"];

/** A text without kanji, as far as they are terms in brackets or signs that have letters. */
export function spelled(text: string, letters: Letters): string {
  return text.replace(TERM, "").replace(RUN, (run) => inLetters(run, letters) ?? run);
}

/** What a face shows in letters; a word that has none is left to its translation. */
export function faceInLetters(face: string, letters: Letters): string {
  return inLetters(face, letters) ?? (HAN.test(face) ? "" : face);
}

/** Signs in letters; nothing where one of them has none. */
export function inLetters(signs: string, letters: Letters): string | undefined {
  const found = [...signs].map((sign) => letters[sign]);
  return found.includes(undefined) ? undefined : found.join("");
}

/** Whether a language is itself written with kanji: there only signs are spelled, not words. */
export function writesHan(language: string): boolean {
  return SCRIPTS_WITH_HAN.includes(new Intl.Locale(language).maximize().script ?? "");
}
