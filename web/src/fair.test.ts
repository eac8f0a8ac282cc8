import { expect, it } from "vitest";
import { findings } from "./fair";
import type { Fairness } from "./wire";

/** The worked example of docs/fairness.md. */
const SEED = "00".repeat(32);
const fairness: Fairness = { commitment: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", nonces: [{ hex: "ab", by: "seat" }], seed: SEED };
const log = [{ type: "chance", total: 32, drawn: 12 }, { type: "action", seat: 0 }];

it("computes the example of the documentation", async () => {
  expect(await findings(log, fairness, null)).toEqual({ sealed: true, draws: 1, wrong: null, witnessed: null });
});

it("names the first number that is another", async () => {
  const altered = [{ type: "action" }, { type: "chance", total: 32, drawn: 12 }];
  expect((await findings(altered, fairness, null)).wrong).toBe(1);
});

it("sees another seed, another commitment and a missing nonce", async () => {
  expect((await findings(log, { ...fairness, seed: "01".repeat(32) }, null)).sealed).toBe(false);
  const { commitment } = fairness;
  expect((await findings(log, fairness, { commitment, nonces: ["12", "ab"] })).witnessed).toBe(true);
  expect((await findings(log, fairness, { commitment, nonces: ["cd"] })).witnessed).toBe(false);
  expect((await findings(log, fairness, { commitment: "0", nonces: ["12", "ab"] })).witnessed).toBe(false);
});
