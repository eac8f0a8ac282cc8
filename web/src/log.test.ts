import { expect, test } from "vitest";
import { folded } from "./log";
import type { Message } from "./wire";

const line = (key: string): Message => ({ key });
const folds = ({ key }: Message): string | undefined => (key.startsWith("draw") ? "dealt" : undefined);
const told = (keys: string[]): (string | number)[] => folded(keys.map(line), folds).map(({ fold, lines }) => (fold ? lines.length : lines[0]!.key));

test("a long run is told as one, whoever drew", () => {
  expect(told(["parent", "draw", "draw_unseen", "draw", "draw", "play"])).toEqual(["parent", 4, "play"]);
});

test("a few lines stay as they are", () => {
  expect(told(["draw", "draw", "play", "draw", "draw", "draw"])).toEqual(["draw", "draw", "play", "draw", "draw", "draw"]);
});

test("entries keep their number", () => {
  expect(folded(["play", "draw", "draw", "draw", "draw", "pass"].map(line), folds).map(({ at }) => at)).toEqual([0, 1, 5]);
});
