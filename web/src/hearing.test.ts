import { expect, it } from "vitest";
import { heard } from "./hearing";
import type { Scene, State } from "./wire";

const board = (pieces: number): Scene => ({
  zones: [{ id: "b", kind: "grid", spots: Array.from({ length: 4 }, (_, at) => ({ id: `${at}`, items: at < pieces ? [{ kind: "piece" as const, face: "兵" }] : [] })) }],
});
const state = (seq: number, scene: Scene, more: Partial<State> = {}): State => ({ seq, scene, result: null, ...more }) as State;

it("tells a move from a capture, a cast and the end", () => {
  const before = state(1, board(3));
  expect(heard(null, before)).toBeUndefined();
  expect(heard(before, state(1, board(3)))).toBeUndefined();
  expect(heard(before, state(2, board(3)))).toBe("place");
  expect(heard(before, state(2, board(2)))).toBe("take");
  expect(heard(before, state(2, { ...board(3), casts: [{ thrown: 3 }] }))).toBe("cast");
  expect(heard(before, state(2, board(3), { result: { points: [1], places: [1], reason: { key: "r" } } }))).toBe("win");
});
