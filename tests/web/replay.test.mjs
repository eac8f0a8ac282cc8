/** Finished matches, event by event: stepping, jumping, whose cards are seen, files, fair chance. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grave, wide } from "./axe.mjs";
import { eventually, house, PHONE, playOut } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
const COMPUTERS = [0, 1].map(() => ({ kind: "computer", player: "random" }));
const RULES = { cerke: { preset: "online_alpha" }, walking_war: { options: { seasons: 1 } }, beast_streak: {} };
/** Longer than the page that is fetched at once, and for a review to be stopped twice before its end; long enough to have something to look at. */
const LENGTH = { cerke: 150, walking_war: 24, beast_streak: 8 };
const finished = {};

/** A match that computers have played to its end, made once for each game; again where it was too short. */
async function match(page, game) {
  finished[game] ??= (async () => {
    for (;;) {
      const id = await it.table(page, game, COMPUTERS, RULES[game]);
      const { events } = await eventually(async () => {
        const answer = await page.request.get(`${it.url}/api/replays/${id}`);
        return answer.ok() && answer.json();
      });
      if (events.length >= LENGTH[game]) return id;
    }
  })();
  return finished[game];
}

async function watch(page, game, at = 0) {
  await page.goto(`${it.url}/r/${await match(page, game)}${at ? `#${at}` : ""}`);
  await page.waitForSelector(".replay");
}

const at = async (page) => Number(await page.locator(".replay").getAttribute("data-at"));
const last = async (page) => Number(await page.locator(".replay").getAttribute("data-last"));
const key = (page, name) => page.getByRole("button", { name, exact: true });
const board = (page) => page.locator(".boards .picture, .cloth .boards").first().innerHTML();

test("a match is stepped through by buttons, keyboard, slider and log", async () => {
  const page = await it.person();
  await watch(page, "cerke");
  const end = await last(page);
  const beginning = await board(page);
  assert.ok(end > 8);
  await key(page, "One event on").click();
  await soon.equal(() => at(page), 1);
  for (const press of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(press);
  await soon.equal(() => at(page), 3);
  assert.match(page.url(), /#3$/);
  await soon.equal(() => page.locator(".story [aria-current]").getAttribute("data-event"), "3");
  await page.keyboard.press("End");
  await soon.equal(() => at(page), end);
  await page.waitForSelector(".outcome");
  await soon.notEqual(() => board(page), beginning);
  await page.keyboard.press("Home");
  await page.waitForFunction((html) => document.querySelector(".boards .picture").innerHTML === html, beginning);
  await page.locator('.story [data-event="5"]').click();
  await soon.equal(() => at(page), 5);
  await page.locator(".reel input").fill("7");
  await soon.equal(() => at(page), 7);
  assert.deepEqual(page.troubles, []);
});

test("it runs by itself at the chosen pace, until it is stopped", async () => {
  const page = await it.person();
  await watch(page, "cerke");
  await page.getByLabel("Pace").selectOption("4×");
  await page.locator("body").press("Space");
  await page.waitForFunction(() => Number(document.querySelector(".replay").dataset.at) >= 3);
  await page.locator("body").press("Space");
  const stopped = await at(page);
  await page.waitForTimeout(700);
  assert.equal(await at(page), stopped);
});

test("a throw is shown with what was needed and how likely it was", async () => {
  const page = await it.person();
  await watch(page, "cerke");
  const thrown = page.locator(".line-button.chance").first();
  await thrown.click();
  await page.waitForSelector(".moment .odds");
  await soon.match(() => page.locator(".moment .odds").textContent(), /\d+ of 32 ways \(\d/);
});

test("a card match shows every hand, or only what one seat saw, and the deal as one line", async () => {
  const page = await it.person();
  await watch(page, "walking_war", 24);
  const faces = (zone) => page.locator(`[data-zone="${zone}"] .spot`).evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label")));
  await soon.ok(() => page.locator(".story .fold").count());
  const open = await faces("hand-1");
  assert.ok(open.length > 1 && open.every((label) => !/face down/.test(label)), open.join());
  await page.locator(".eyes select").selectOption({ index: 1 });
  await page.waitForFunction(() => /face down/.test(document.querySelector('[data-zone="hand-1"] .spot')?.getAttribute("aria-label") ?? ""));
  await soon.ok(async () => (await faces("hand-0")).every((label) => !/face down/.test(label)));
  await page.getByRole("button", { name: "Other side" }).click();
  await soon.equal(() => page.locator(".edge:last-child .player").getAttribute("data-seat"), "1");
  assert.deepEqual(page.troubles, []);
});

test("the record and the game's own format can be taken along", async () => {
  const page = await it.person({ permissions: ["clipboard-read", "clipboard-write"] });
  await watch(page, "cerke", 4);
  for (const suffix of [".json", ".ckka"]) {
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: `File (${suffix})` }).click();
    assert.match((await coming).suggestedFilename(), new RegExp(`\\${suffix}$`));
  }
  await page.getByRole("button", { name: "Copy link" }).click();
  await soon.match(() => page.evaluate(() => navigator.clipboard.readText()), /\/r\/\w+#4$/);
  await page.getByRole("button", { name: "Copy notation" }).click();
  const notation = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(notation.split("\n").length, await last(page));
  assert.match(notation, /^\d+\. [A-Z]+[AEIOUY]+\S*[AEIOUY]$/m, "moves are written as squares");
});

test("the browser computes the chance of a match again, and sees when it was altered", async () => {
  const page = await it.person();
  await watch(page, "walking_war");
  await page.locator(".fair summary").click();
  await key(page, "Verify").click();
  await page.waitForSelector(".verdict li");
  await soon.match(() => page.locator(".verdict").textContent(), /Everything agrees.*sealed.*All \d+ throws.*referee/);
  await page.route("**/file?suffix=.json", async (route) => {
    const record = await (await route.fetch()).json();
    const thrown = record.log.findLast((entry) => entry.type === "chance");
    thrown.drawn = (thrown.drawn + 1) % thrown.total;
    await route.fulfill({ json: record });
  });
  await key(page, "Verify").click();
  await page.waitForSelector(".verdict li.bad");
  await soon.match(() => page.locator(".verdict").textContent(), /Something does not agree.*does not follow/);
});

test("from the result of one's own match: its chance is what this browser was shown before the start, and the replay", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/t/${await it.table(page, "new_play")}`);
  await page.waitForSelector(".table");
  await page.locator(".fair summary").click();
  await soon.match(() => page.locator(".fair").textContent(), /sealed until the match is over/);
  await playOut(page, () => 0);
  await key(page, "Verify").click();
  await page.waitForSelector(".verdict li");
  await soon.match(() => page.locator(".verdict").textContent(), /Everything agrees.*this browser kept from before the start/);
  await page.locator(".result").getByRole("link", { name: "Replay" }).click();
  await page.waitForURL(/\/r\//);
  await page.waitForSelector(".reel");
  await page.goto(it.url);
  await page.locator('.tables a[href^="/r/"]').first().click();
  await page.waitForSelector(".reel");
  assert.deepEqual(page.troubles, []);
});

test("the computer reviews a match: a curve, marks in the log, and it can be stopped", async () => {
  const page = await it.person();
  await watch(page, "cerke");
  await page.getByRole("button", { name: "Review the match" }).click();
  // A course without ups and downs has no height, and so counts as not visible.
  await page.waitForSelector(".curve .course[d^=M]", { state: "attached" });
  const stop = async () => {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.waitForSelector(".review .primary");
    return looked();
  };
  const looked = async () => (await page.locator(".tally tbody td:last-child").allTextContents()).reduce((sum, text) => sum + Number(text), 0);
  const stopped = await stop();
  await page.waitForTimeout(600);
  assert.equal(await looked(), stopped);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForFunction((before) => [...document.querySelectorAll(".tally tbody td:last-child")].reduce((sum, cell) => sum + Number(cell.textContent), 0) > before + 4, stopped);
  await stop();
  const marked = await page.locator(".story .judged").count();
  await soon.equal(() => page.locator(".mark-dot").count(), marked);
  if (marked) {
    await page.locator(".faults summary").click();
    await page.locator(".faults .line-button").first().click();
    await soon.ok(async () => (await at(page)) > 0);
  }
  const box = await page.locator(".curve svg").boundingBox();
  await page.mouse.click(box.x + box.width - 3, box.y + 20);
  await soon.equal(() => at(page), await last(page));
  assert.deepEqual(await grave(page), []);
  assert.deepEqual(page.troubles, []);
});

test("what is marked, and what would have been better, is told in words of the reader's language", async () => {
  const page = await it.person({ locale: "ja" });
  await watch(page, "beast_streak");
  await page.getByRole("button", { name: "全局を調べる" }).click();
  await page.waitForSelector(".faults");
  await page.waitForSelector(".review progress", { state: "detached" });
  await page.locator(".faults summary").click();
  for (const line of await page.locator(".faults .told").allTextContents()) assert.doesNotMatch(line, /again|stop/);
  await page.locator(".faults .line-button").first().click();
  await page.getByRole("switch", { name: "訊く" }).check();
  await page.waitForSelector(".options-list");
  for (const line of await page.locator(".options-list b").allTextContents()) assert.doesNotMatch(line, /again|stop/);
});

test("at any event the computer tells the best choices with what may follow, or what chance may bring", async () => {
  const page = await it.person();
  await watch(page, "walking_war", 26);
  await page.getByRole("switch", { name: "Ask" }).check();
  await page.waitForSelector(".options-list");
  await soon.match(() => page.locator(".advice").textContent(), /first: \d+ %.*Best choices for .*points to expect/);
  await page.keyboard.press("Home");
  await page.waitForSelector(".falls");
  const likely = await page.locator(".falls tbody td:nth-child(2)").allTextContents();
  const sum = likely.reduce((total, text) => total + parseFloat(text), 0);
  assert.ok(Math.abs(sum - 100) < 5, likely.join());
});

test("a match in play cannot be replayed, and an unknown one is not found", async () => {
  const page = await it.person();
  for (const [id, words] of [[await it.table(page, "cerke"), /when the match is over/], ["nothing", /no such/]]) {
    await page.goto(`${it.url}/r/${id}`);
    await page.waitForSelector("main h1");
    await soon.match(() => page.locator("main h1").textContent(), words);
  }
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious, and nothing scrolls sideways on a phone, ${colorScheme}`, async () => {
    const page = await it.person({ colorScheme, viewport: PHONE, locale: colorScheme === "dark" ? "ja" : "en" });
    for (const game of ["cerke", "walking_war"]) {
      await watch(page, game, 20);
      await page.locator(".fair summary").click();
      await page.waitForTimeout(300);
      assert.deepEqual(await grave(page), [], game);
      assert.ok(!(await wide(page)), game);
    }
    assert.deepEqual(page.troubles, []);
  });
}
