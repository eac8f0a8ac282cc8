/** Several people at one device: covers between hidden hands, and nothing of them seen in between. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grave } from "./axe.mjs";
import { choose as chooseCards } from "./cards.mjs";
import { choose, dice, house, over, PHONE, seqOf } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
const HERE = (...names) => names.map((name) => ({ kind: "here", name }));

/** Notes every moment in which cards can be read that nobody has asked to see. */
async function watch(page) {
  await page.addInitScript(() => {
    window.allowed = null;
    window.leaks = [];
    new MutationObserver(() => {
      const cards = document.querySelectorAll(".near .zone.fan [data-spot]").length;
      const name = [...document.querySelectorAll(".edge:last-of-type .player .name")].at(-1)?.firstChild?.textContent ?? "";
      if (cards && window.allowed !== "*" && !name.startsWith(window.allowed ?? "nobody")) window.leaks.push(`${name} instead of ${window.allowed}`);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

async function handOver(page) {
  await page.locator(".hand-over").click();
  await page.evaluate(() => (window.allowed = null));
  await page.waitForSelector(".cover button");
  assert.equal(await page.locator(".table, .zone, .k-card").count(), 0, "something is left under the cover");
}

async function lookAs(page) {
  const who = /^I am (.+) –/.exec(await page.locator(".cover .primary").textContent())[1];
  await page.evaluate((name) => (window.allowed = name), who);
  await page.locator(".cover .primary").click();
  await page.waitForSelector(".spot.candidate, .season-end, .result");
  return who;
}

test("hidden hands: the device goes round, and nobody sees another's cards", async () => {
  const page = await it.person({ viewport: PHONE });
  await watch(page);
  const id = await it.table(page, "kitten", HERE("Ann", "Bob", "Cas"), { options: { seasons: 1 } });
  await page.goto(`${it.url}/t/${id}`);
  await page.waitForSelector(".cover .primary");
  const thrown = dice(3);
  const looked = new Set();
  for (let turns = 0; turns < 7 && !(await over(page)); turns += 1) {
    looked.add(await lookAs(page));
    await chooseCards(page, thrown);
    await page.waitForSelector(".hand-over, .spot.candidate, .result");
    while (!(await page.locator(".hand-over, .result").count())) {
      await chooseCards(page, thrown);
      await page.waitForSelector(".hand-over, .spot.candidate, .result");
    }
    if (await page.locator(".hand-over").count()) await handOver(page);
  }
  assert.ok(looked.size >= 2, [...looked].join());
  const unseen = async () => assert.deepEqual(await page.evaluate(() => window.leaks), []);
  await unseen();
  await page.reload();
  await page.waitForSelector(".cover, .result");
  await unseen();
  assert.deepEqual(page.troubles, []);
});

test("where several are asked at once, nobody need look, or somebody may", async () => {
  const page = await it.person();
  const id = await it.table(page, "seasons_end", HERE("Ann", "Bob", "Cas"), { options: { seasons: 1, first_parent: "seat0" } });
  await page.goto(`${it.url}/t/${id}`);
  await lookAs(page);
  await chooseCards(page, dice(2));
  await handOver(page);
  await soon.match(() => page.locator(".cover h1").textContent(), /anybody/);
  await soon.equal(() => page.locator(".cover .buttons button").count(), 3);
  await page.getByRole("button", { name: "Cas looks" }).click();
  await page.waitForSelector('.spot.candidate[data-spot="pass"]');
  await page.locator('[data-spot="pass"]').click();
  await handOver(page);
  await page.getByRole("button", { name: "Nobody" }).click();
  await page.waitForFunction(() => /Bob/.test(document.querySelector(".cover h1")?.textContent ?? ""));
  assert.deepEqual(page.troubles, []);
});

test("open games need no cover: the board stays as it lies, and all is played to the end and again", async () => {
  const page = await it.person();
  await page.goto(it.url);
  await page.locator('.game[data-game="beast_streak"]').getByRole("button", { name: /Pass and play/ }).click();
  await page.waitForURL(/\/t\//);
  for (let choices = 0; choices < 200 && !(await over(page)); choices += 1) {
    await page.waitForFunction(() => document.querySelector(".result, .spot.candidate"));
    if (!(await over(page))) await choose(page, () => 1);
  }
  await soon.match(() => page.locator(".result h2").textContent(), /Player \d won|share/);
  await page.locator(".result .primary").click();
  await page.waitForFunction(() => document.querySelector(".spot.candidate") && !document.querySelector(".result"));
  // A game that hides something only with other rules is open with these.
  await page.goto(`${it.url}/t/${await it.table(page, "old_cerke", HERE("Ann", "Bob"))}`);
  await page.waitForSelector(".spot.candidate");
  await page.goto(`${it.url}/t/${await it.table(page, "cerke", HERE("Ann", "Bob"), { options: { first_player: "fixed" } })}`);
  await page.waitForSelector(".spot.candidate");
  const lower = () => page.locator(".edge").last().locator(".player .name").textContent();
  await soon.match(lower, /Ann/);
  const before = await seqOf(page);
  for (const spot of ["LAI", "LY"]) await page.locator(`[data-spot="${spot}"]`).click();
  await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.seq) > seq && document.querySelector(".spot.candidate"), before);
  await soon.match(lower, /Ann/);
  for (const spot of ["LI", "LU"]) await page.locator(`[data-spot="${spot}"]`).click();
  await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.seq) > seq + 1, before);
  assert.deepEqual(page.troubles, []);
});

test("names are given when the table is set up", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/play/kitten`);
  for (const [at, name] of ["Ann", "Bob"].entries()) {
    await page.locator(".line.seat").nth(at).locator("select").first().selectOption("here");
    await page.locator(".line.seat").nth(at).locator("input").fill(name);
  }
  await page.locator("form .primary").click();
  await page.waitForSelector(".cover");
  await soon.match(() => page.locator(".cover h1").textContent(), /Ann|Bob/);
  assert.deepEqual(await grave(page), []);
});
