/** How a match went, as a curve: what the choices made were worth in the computer's eyes. */
import type { Remark } from "./wire";

export interface Point {
  /** The event that led there. */
  at: number;
  value: number;
}

export interface Curve {
  /** Whose eyes; of two that share one sum a single curve tells all. */
  seat: number;
  points: Point[];
}

export interface Graph {
  curves: Curve[];
  /** What the upper and the lower edge mean, and what is even. */
  top: number;
  bottom: number;
  even: number;
  unit: Remark["unit"];
}

/** A curve for the first of two opponents, or one for each seat. */
export function graphOf(remarks: readonly Remark[], seats: number, zeroSum: boolean): Graph {
  const unit = remarks[0]?.unit ?? "points";
  const single = seats === 2 && (zeroSum || unit === "chance");
  const curves = single ? [{ seat: 0, points: remarks.map(fromFirst) }] : ownCurves(remarks, seats);
  if (unit === "chance") return { curves, unit, top: 1, bottom: 0, even: 0.5 };
  const most = Math.max(1, ...curves.flatMap((curve) => curve.points.map((point) => Math.abs(point.value))));
  return { curves, unit, top: most, bottom: -most, even: 0 };
}

function fromFirst(remark: Remark): Point {
  const other = remark.unit === "chance" ? 1 - remark.value : -remark.value;
  return { at: remark.number + 1, value: remark.seat === 0 ? remark.value : other };
}

function ownCurves(remarks: readonly Remark[], seats: number): Curve[] {
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    points: remarks.filter((remark) => remark.seat === seat).map((remark) => ({ at: remark.number + 1, value: remark.value })),
  }));
}

export interface Tally {
  marks: Record<string, number>;
  choices: number;
}

/** How often each seat gave something away. */
export function tallies(remarks: readonly Remark[], seats: number): Tally[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = remarks.filter((remark) => remark.seat === seat);
    const marks = Object.fromEntries(MARKS.map((mark) => [mark, own.filter((remark) => remark.mark === mark).length]));
    return { marks, choices: own.length };
  });
}

export const MARKS = ["?!", "?", "??"] as const;
