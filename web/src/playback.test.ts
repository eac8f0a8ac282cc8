import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leading, Playback } from "./playback";
import type { State, Table } from "./wire";

const table: Table = { id: "t", game: "g", preset: null, options: {}, seats: [], status: "over", created: "" };
const fairness = { commitment: "", nonces: [], seed: null, wanted: false };
const line = (n: number) => ({ key: "log.throw", params: { n } });

function state(seq: number, steps: number, more: Partial<State> = {}): State {
  return {
    type: "state", seq, seat: 0, decision: "0.5", legal: [{ path: ["stop"], text: "stop" }], earlier: 0, table, fairness,
    scene: { zones: [{ id: "choices", kind: "choices", spots: [] }], prompt: { key: "prompt" } },
    log: Array.from({ length: seq }, (_, at) => line(at)),
    result: { points: [1, -1], places: [1, 2], reason: { key: "reason" } },
    steps: Array.from({ length: steps }, (_, at) => ({ casts: [{ thrown: at }], zones: [{ id: "choices", kind: "choices" as const, spots: [] }] })),
    ...more,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what led to a state is only to be looked at, and tells no more than was known then", () => {
  const [first, second] = leading(state(7, 2));
  expect(first).toMatchObject({ seq: 5, decision: null, legal: [], result: null });
  expect(first!.log).toHaveLength(5);
  expect(second!.log).toHaveLength(6);
  expect(first!.scene.zones).toEqual([]);
  expect(first!.table.status).toBe("playing");
});

test("steps are shown one after another and the present last", () => {
  const seen: [number, boolean][] = [];
  const playback = new Playback((now, behind) => seen.push([now.seq, behind]));
  playback.take(state(4, 3));
  expect(seen).toEqual([[1, true]]);
  vi.runAllTimers();
  expect(seen).toEqual([[1, true], [2, true], [3, true], [4, false]]);
});

test("a state that comes meanwhile waits for its turn, an older one is dropped", () => {
  const seen: number[] = [];
  const playback = new Playback((now) => seen.push(now.seq));
  playback.take(state(3, 1));
  playback.take(state(5, 1));
  playback.take(state(4, 0));
  vi.runAllTimers();
  expect(seen).toEqual([2, 3, 4, 5]);
});

test("skipping, and a wish for calm, lead straight to the present", () => {
  const seen: number[] = [];
  const playback = new Playback((now) => seen.push(now.seq));
  playback.take(state(9, 8));
  playback.skip();
  vi.runAllTimers();
  expect(seen).toEqual([1, 9]);
  const calm: number[] = [];
  new Playback((now) => calm.push(now.seq), () => true).take(state(9, 8));
  expect(calm).toEqual([9]);
});
