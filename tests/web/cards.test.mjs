/** The card table: whole matches, fanned hands, sorting, keyboard, claim windows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grave } from "./axe.mjs";
import { choose, GAMES, play, touch } from "./cards.mjs";
import { dice, house, over, passed, PHONE, seqOf, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house({ KAIK_CLAIM_WINDOW: "12" });
const HAND = ".near .zone.fan .spot";
const SHORT = { seasons: 1, first_parent: "seat0" };
const GREEDY = { kind: "computer", player: "greedy" };

const labels = (page, spots = HAND) => page.locator(spots).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

async function sitDown(page, game, options = {}, seats = [{ kind: "me" }, GREEDY]) {
  const id = await it.table(page, game, seats, { options: { ...SHORT, ...options } });
  await page.goto(`${it.url}/t/${id}`);
  return id;
}

for (const [number, game] of GAMES.entries()) {
  test(`${game}: a whole match against the computer`, async () => {
    const page = await it.person();
    await it.setUp(page, game, { options: { seasons: 1 } });
    await play(page, dice(number + 1));
    await soon.ok(() => over(page), "the match does not end");
    await soon.equal(() => page.locator(".result > table tbody tr").count(), 2);
    await soon.equal(() => page.locator(".result .sheet tbody tr").count(), 1);
    await soon.match(() => page.locator(".result .explained").textContent(), /Season 1 was/);
    await soon.ok(() => page.locator(".log .fold").count(), "the deal is not told as one line");
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test("the button says what the chosen cards are, and a second touch lays a card down again", async () => {
  const page = await it.person();
  await sitDown(page, "walking_war");
  await turn(page);
  const play = page.locator('.choices [data-spot="play"]');
  await soon.equal(() => play.getAttribute("aria-disabled"), "true");
  const first = page.locator(HAND).first();
  await touch(first);
  await soon.equal(() => play.textContent(), `Play ${await first.getAttribute("aria-label")}`);
  await touch(first);
  assert.equal(await page.locator(".spot.touched").count(), 0);
  await soon.equal(() => play.textContent(), "Play");
});

test("equal cards lie side by side, and others' hands are backs with their number", async () => {
  const page = await it.person();
  await sitDown(page, "linked_friends");
  await turn(page);
  await soon.equal(() => page.locator(HAND).count(), 24);
  assert.equal(await page.locator(".seat .k-card").count(), 0);
  await soon.equal(() => page.locator(".seat .k-tally").textContent(), "24");
});

test("a hand is sorted by strength or by colour, and that is remembered", async () => {
  const page = await it.person();
  await sitDown(page, "walking_war");
  await turn(page);
  const strength = await labels(page);
  assert.deepEqual(strength, strength.toSorted((a, b) => "S012345678KE".indexOf(a[1]) - "S012345678KE".indexOf(b[1])));
  await page.getByRole("radio", { name: "by colour" }).check();
  const colour = (await labels(page)).map((label) => label[0]).join("");
  assert.match(colour, /^b*r*$/);
  await page.reload();
  await turn(page);
  await soon.equal(async () => (await labels(page)).map((label) => label[0]).join(""), colour);
  await page.getByRole("radio", { name: "by strength" }).check();
  await soon.deepEqual(() => labels(page), strength);
});

test("the keyboard alone chooses two cards and plays them", async () => {
  const page = await it.person();
  await sitDown(page, "linked_friends");
  await turn(page);
  const before = await seqOf(page);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await page.locator(".near .zone.fan [tabindex='0']").focus();
  const all = await labels(page);
  const pair = all.findIndex((label, at) => label === all[at + 1]);
  for (let steps = 0; steps < pair; steps += 1) await page.keyboard.press("ArrowRight");
  await soon.equal(focused, all[pair]);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await soon.equal(() => page.locator(`${HAND}.touched`).count(), 2);
  for (let tabs = 0; tabs < 12 && !/^Play a set of 2/.test(await focused()); tabs += 1) await page.keyboard.press("Tab");
  await soon.match(focused, /^Play a set of 2/);
  await page.keyboard.press("Enter");
  await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.seq) > seq, before);
  await soon.equal(() => page.locator(HAND).count(), 22);
});

test("a big hand fits a phone, and every card can be touched", async () => {
  const page = await it.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  await sitDown(page, "linked_friends");
  await turn(page);
  await soon.ok(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  const covered = await page.locator(HAND).evaluateAll((spots) =>
    spots.filter((spot) => {
      spot.scrollIntoView({ block: "center" });
      const box = spot.getBoundingClientRect();
      const hits = [5, 20].map((x) => document.elementFromPoint(box.left + x, box.top + box.height / 2));
      return hits.some((hit) => hit !== spot) || box.height < 44;
    }).map((spot) => spot.dataset.spot),
  );
  assert.deepEqual(covered, []);
  await choose(page, dice(5));
});

test("a season's end is explained before the next one, with all points so far", async () => {
  const page = await it.person();
  await sitDown(page, "open_cask", { seasons: 3 });
  for (let choices = 0; choices < 40 && !(await page.locator(".season-end").count()); choices += 1) {
    await turn(page);
    if ((await over(page)) || (await page.locator(".season-end").count())) break;
    const before = await seqOf(page);
    await page.locator('.choices [data-spot="fold"]').click();
    await passed(page, before);
  }
  await soon.match(() => page.locator(".season-end .explained").textContent(), /Season \d was won by/);
  await page.locator(".season-end button").click();
  assert.equal(await page.locator(".season-end").count(), 0);
});

test("a claim window shows its time, and whoever always passes is not asked", async () => {
  const [ann, bob] = [await it.person(), await it.person()];
  const id = await sitDown(ann, "seasons_end", {}, [{ kind: "me" }, { kind: "open" }, GREEDY]);
  await bob.goto(`${it.url}/t/${id}`);
  await bob.locator(".banner button").click();
  await turn(ann);
  assert.equal(await ann.locator(".deadline").count(), 0);
  await touch(ann.locator(HAND).first());
  await ann.locator('.choices [data-spot="discard"]').click();
  await bob.waitForSelector(".deadline");
  await soon.match(() => bob.locator(".deadline").getAttribute("aria-label"), /^([1-9]|1[0-2]) seconds? left/);
  await soon.ok(() => ann.locator(".deadline").count(), "all see how long it lasts");
  const seq = await seqOf(ann);
  await bob.getByRole("checkbox", { name: "Always pass" }).check();
  await bob.waitForFunction(() => !document.querySelector(".choices .spot.candidate"));
  assert.equal(await seqOf(ann), seq, "an answer shows only when the window closes");
  await ann.waitForFunction((before) => Number(document.querySelector(".table").dataset.seq) > before, seq);
  assert.deepEqual([...ann.troubles, ...bob.troubles], []);
});

test("axe finds nothing serious at a card table, and it fits a phone, light and dark", async () => {
  for (const [colorScheme, game] of [["light", "seasons_end"], ["dark", "walking_war"], ["light", "open_cask"]]) {
    const page = await it.person({ colorScheme, viewport: PHONE });
    await sitDown(page, game, {}, [{ kind: "me" }, GREEDY, GREEDY]);
    await play(page, dice(3), 2);
    await turn(page);
    assert.deepEqual(await grave(page), [], game);
    await soon.ok(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width, game);
    await page.context().close();
  }
});
