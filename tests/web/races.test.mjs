/** Whole games of the races, of old cerke and what makes them plain to see, by what a person can touch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, dice, house, over, passed, PHONE, playOut, seqOf, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();

async function sit(page, game, more = {}) {
  await page.goto(`${it.url}/t/${await it.table(page, game, undefined, more)}`);
  await turn(page);
}

test("mountain_walk is played to its end against the computer", async () => {
  const page = await it.person();
  await it.setUp(page, "mountain_walk", { options: { mt_round_cap: 30 } });
  await turn(page);
  await soon.equal(() => page.locator(".mw-head").count(), 24, "a leg of the way for every step");
  const pick = dice(7);
  for (let choices = 0; choices < 700 && !(await over(page)); choices += 1) {
    await turn(page);
    const [done] = [page.locator('[data-spot="done"].candidate, [data-spot="stay"].candidate').last()];
    // Mostly on to the next step, so that the game comes to its end; now and then whatever is offered.
    if (!(await over(page))) await ((await done.count()) && pick(6) ? touch(page, done) : choose(page, pick));
  }
  await soon.equal(() => page.locator(".result tbody tr").count(), 2);
  assert.deepEqual(page.troubles, []);
});

async function touch(page, spot) {
  const before = await seqOf(page);
  await spot.click();
  await passed(page, before);
}

test("six_cast: the race is shown throw by throw, can be skipped, and a prize is taken", async () => {
  const page = await it.person({ reducedMotion: "no-preference" });
  await it.setUp(page, "six_cast", { preset: "die" });
  const skip = page.getByRole("button", { name: "Skip ahead" });
  await skip.waitFor();
  await page.waitForSelector(".cast.die");
  const early = await page.locator(".log li").count();
  await page.waitForFunction((lines) => document.querySelectorAll(".log li").length > lines, early);
  await skip.click();
  for (let choices = 0; choices < 20 && !(await over(page)); choices += 1) {
    await page.waitForFunction(() => document.querySelector(".result, .spot.candidate, .row-tools button"));
    if (await skip.isVisible()) await skip.click({ timeout: 2_000 }).catch(() => undefined);
    else if (!(await over(page))) await choose(page);
  }
  await soon.ok(() => over(page));
  await soon.equal(() => page.locator(".rc-pawn").count(), 2);
  assert.deepEqual(page.troubles, []);
});

test("linked_ships: ship, then what it does, to the end of a short game", async () => {
  const page = await it.person();
  await it.setUp(page, "linked_ships", { preset: "short" });
  await turn(page);
  await soon.equal(() => page.locator(".track .ls-ship").count(), 6);
  await playOut(page, dice(3));
  await soon.equal(() => page.locator(".result tbody tr").count(), 2);
  assert.deepEqual(page.troubles, []);
});

test("old_cerke is played to its end against the computer", async () => {
  const page = await it.person();
  await sit(page, "old_cerke");
  await soon.ok(async () => (await page.locator(".c-piece.side.red").count()) > 10);
  await playOut(page, dice(5));
  await soon.equal(() => page.locator(".result tbody tr").count(), 2);
  assert.deepEqual(page.troubles, []);
});

test("beast_cast: every player's sticks lie on the table, and the last round is over when they do", async () => {
  const page = await it.person({ reducedMotion: "no-preference" });
  await it.fromShelf(page, "beast_cast");
  await page.waitForSelector(".st-place [data-throw]");
  await page.waitForSelector(".result");
  await soon.equal(() => page.locator(".st-place [data-throw]").count(), 2);
  assert.deepEqual(page.troubles, []);
});

test("what a card does is told where the pointer rests", async () => {
  const page = await it.person();
  await sit(page, "mountain_walk");
  await page.locator(".near .fan .spot").first().hover();
  await page.waitForSelector(".help");
  await soon.match(() => page.locator(".help").textContent(), /\w{4}/);
});

test("on a phone the boards fit, and what can be touched is large enough", async () => {
  const page = await it.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  for (const game of ["mountain_walk", "linked_ships", "new_play"]) {
    await sit(page, game);
    await soon.ok(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width, game);
    const small = await page.evaluate(() => [...document.querySelectorAll(".spot.candidate")].map((one) => one.getBoundingClientRect()).filter((box) => Math.min(box.width, box.height) < 36).length);
    assert.equal(small, 0, game);
  }
});
