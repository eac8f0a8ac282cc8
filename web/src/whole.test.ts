import { expect, test } from "vitest";
import { whole } from "./whole";
import type { State, Table } from "./wire";

const table: Table = { id: "t", game: "g", preset: null, options: {}, seats: [], status: "playing", created: "" };
const fairness = { commitment: "", nonces: [], seed: null, wanted: false };
const legend = [{ face: "兵", label: { key: "soldier" } }];
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ key: `line.${from + at}` }));

function told(earlier: number, to: number, more: Partial<State> = {}): State {
  return { type: "state", seq: to, seat: 0, decision: null, scene: {}, legal: [], log: lines(earlier, to), earlier, table, result: null, fairness, ...more };
}

test("a frame goes on from the one before it", () => {
  const first = whole(told(0, 3, { legend }), undefined);
  expect(first.scene.legend).toEqual(legend);
  const second = whole(told(3, 5, { legend: [] }), first);
  expect(second).toMatchObject({ log: lines(0, 5), earlier: 0, legend, scene: { legend } });
});

test("what was taken back is told no longer", () => {
  const after = whole(told(2, 3, { log: [{ key: "other" }] }), whole(told(0, 6), undefined));
  expect(after.log).toEqual([...lines(0, 2), { key: "other" }]);
});

test("a long log keeps its end, and lines that were never told are not made up", () => {
  const long = whole(told(0, 290), undefined);
  expect(whole(told(290, 310), long)).toMatchObject({ log: lines(10, 310), earlier: 10 });
  expect(whole(told(400, 410), long)).toMatchObject({ log: lines(400, 410), earlier: 400 });
});
