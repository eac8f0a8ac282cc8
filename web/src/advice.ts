/** What the computer thinks of a choice, in words. */
import type { Catalogue } from "./messages";
import type { Analysis } from "./wire";

type Option = Analysis["options"][number];

/** The choice itself, as the log would tell it. */
export function choiceText({ line, text }: Option, words: Catalogue): string {
  return line?.[0] ? words.text(line[0]) : text;
}

/** What may follow; nothing where the computer sees nothing. */
export function followingText({ line = [] }: Option, words: Catalogue): string {
  return line.slice(1).map((one) => words.text(one)).join(" · ");
}
