/** Numbers as people read them. */

/** "31 %", and a decimal where it is small. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
}

/** With a sign, and a true minus. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** Points as they are, with a sign and no more digits than they have. */
export function gained(points: number): string {
  return signed(points, Number.isInteger(points) ? 0 : 1);
}
