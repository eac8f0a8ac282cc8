import { expect, test } from "vitest";
import { joined } from "./tablelog";
import type { Log } from "./wire";

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ key: `line.${from + n}` }));
const told = (first: number, to: number): Log => ({ type: "log", seat: 0, first, lines: lines(first, to) });

test("new lines are added to those told before", () => {
  expect(joined(told(3, 5), told(0, 3))).toEqual(told(0, 5));
});

test("lines that were taken back are replaced", () => {
  const anew: Log = { type: "log", seat: 0, first: 2, lines: [{ key: "other" }] };
  expect(joined(anew, told(0, 5)).lines).toEqual([...lines(0, 2), { key: "other" }]);
});

test("only the last lines are kept, and their number is known", () => {
  const all = joined(told(300, 310), told(0, 300));
  expect([all.first, all.lines.length]).toEqual([10, 300]);
});

test("where lines are missing in between, only the new ones stand", () => {
  expect(joined(told(9, 12), told(0, 3))).toEqual(told(9, 12));
  expect(joined(told(0, 2), undefined)).toEqual(told(0, 2));
});
