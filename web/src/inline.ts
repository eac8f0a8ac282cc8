/** The little markup of rules: **strong** and *stressed* words. */
import { esc } from "./svg";

export function inline(text: string): string {
  return esc(text).replace(/\*\*(.+?)\*\*/g, "<b>$1</b>").replace(/\*(.+?)\*/g, "<em>$1</em>");
}
