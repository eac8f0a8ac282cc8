import { expect, it } from "vitest";
import { OWN } from "./texts";

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./types.ts"], { eager: true, query: "?raw", import: "default" });
const NAMED = /["'`](ui\.[a-z_]+(?:\.[a-z_]+)*)["'`]/g;

it("has a text for every key that is written out", () => {
  const used = Object.entries(sources).flatMap(([path, text]) => [...text.matchAll(NAMED)].map((found) => [found[1]!, path]));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(([key]) => !(key! in OWN["en"]!)).map(([key, path]) => `${key} in ${path}`)).toEqual([]);
});
