import { expect, it } from "vitest";
import { graphOf, tallies } from "./graph";
import type { Remark } from "./wire";

const remark = (number: number, seat: number, value: number, more: Partial<Remark> = {}): Remark => ({ number, seat, text: "a", line: { key: "a" }, value, best: "b", best_line: { key: "b" }, best_value: value, mark: "", unit: "points", ...more });

it("draws two opponents as one curve from the first one's side", () => {
  const chance = [remark(2, 0, 0.6, { unit: "chance" }), remark(5, 1, 0.7, { unit: "chance" })];
  const graph = graphOf(chance, 2, true);
  expect(graph.curves.map((curve) => curve.points.map((point) => [point.at, Number(point.value.toFixed(2))]))).toEqual([[[3, 0.6], [6, 0.3]]]);
  expect([graph.top, graph.even, graph.bottom]).toEqual([1, 0.5, 0]);
  expect(graphOf([remark(0, 1, 4)], 2, true).curves[0]!.points[0]!.value).toBe(-4);
});

it("draws more seats, or points that are not shared, one by one", () => {
  const graph = graphOf([remark(0, 1, 4), remark(1, 2, -9), remark(3, 1, 5)], 3, true);
  expect(graph.curves.map((curve) => curve.points.length)).toEqual([0, 2, 1]);
  expect([graph.top, graph.bottom]).toEqual([9, -9]);
  expect(graphOf([remark(0, 1, 4)], 2, false).curves.length).toBe(2);
});

it("counts the marks of each seat", () => {
  const found = tallies([remark(0, 0, 1, { mark: "??" }), remark(1, 1, 1), remark(2, 0, 1, { mark: "?!" })], 2);
  expect(found).toEqual([{ marks: { "?!": 1, "?": 0, "??": 1 }, choices: 2 }, { marks: { "?!": 0, "?": 0, "??": 0 }, choices: 1 }]);
});
