/** Small helpers for drawing as text. */

export function esc(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A letter size at which a short text fits a box. Kanji are as wide as high, other letters about half. */
export function fitted(text: string, width: number, most: number): number {
  const ems = [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e7f ? 1 : 0.62), 0);
  return Math.min(most, width / Math.max(ems, 0.62));
}

/** The same numbers for the same text: a steady hand-made irregularity. */
export function seeded(text: string): () => number {
  let state = [...text].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 16777619), 2166136261) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
