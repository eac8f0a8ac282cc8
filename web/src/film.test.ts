import { expect, it, vi } from "vitest";
import { Film, PAGE } from "./film";
import type { Scene } from "./wire";

const scene = (at: number): Scene => ({ turn: [at] });

function film(length: number) {
  const fetch = vi.fn(async (first: number, count: number) => Array.from({ length: Math.min(count, length - first) }, (_, n) => scene(first + n)));
  return { fetch, film: new Film(length, fetch) };
}

it("fetches a page once, however often its scenes are wanted", async () => {
  const { fetch, film: one } = film(30);
  expect((await one.scene(3)).turn).toEqual([3]);
  await Promise.all([one.scene(4), one.scene(29)]);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(one.has(29)!.turn).toEqual([29]);
});

it("asks for the next page before it is reached", async () => {
  const { fetch, film: one } = film(3 * PAGE);
  await one.scene(0);
  expect(fetch.mock.calls).toEqual([[0, PAGE]]);
  await one.scene(PAGE - 5);
  expect(fetch.mock.calls).toEqual([[0, PAGE], [PAGE, PAGE]]);
});

it("tries again what could not be fetched", async () => {
  let fails = true;
  const one = new Film(5, async () => {
    if (fails) throw new Error("gone");
    return [scene(0)];
  });
  await expect(one.scene(0)).rejects.toThrow("gone");
  fails = false;
  expect((await one.scene(0)).turn).toEqual([0]);
});
