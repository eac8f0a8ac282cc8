/**
 * Assertions about what a page shows, asked again until they hold: an answer of the server may come at any time. What must
 * never be seen, not even for a moment, is asserted at once with node's own.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE_MS } from "./house.mjs";

async function held(check, ask, expected) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    try {
      return check(found, ...expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(50);
  }
}

export const soon = Object.fromEntries(
  ["ok", "equal", "notEqual", "deepEqual", "match"].map((name) => [name, (ask, ...expected) => held(assert[name], ask, expected)]),
);
