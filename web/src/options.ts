/** How options and their values are worded. */
import type { Catalogue } from "./messages";
import type { Field } from "./wire";

export function valueName(field: Field, value: unknown, words: Catalogue): string {
  const plain = typeof value === "object" ? JSON.stringify(value) : String(value);
  return words.first([`option.${field.id}.${plain}`, `ui.flag.${plain}`], plain);
}

/** What may be chosen, in words. */
export function valuesOf(field: Field, words: Catalogue): string[] {
  if (field.kind === "number") return [`${field.least ?? ""}–${field.most ?? ""}`];
  return (field.choices ?? []).map((value) => valueName(field, value, words));
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
