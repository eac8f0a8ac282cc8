/** A newcomer's way: the shelf, the guided first game, lessons, rules beside the board and to read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grave, wide } from "./axe.mjs";
import { house, PHONE, playOut, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
const spot = (page, id) => page.locator(`[data-spot="${id}"]`);
const stepOf = (page) => page.locator(".lesson").getAttribute("data-step");
const games = async (page) => (await page.request.get(`${it.url}/api/games`)).json();

/** Touches what is suggested, by pointer or by keyboard, until the step is done. */
async function follow(page, touch = (spot) => spot.click()) {
  const before = await stepOf(page);
  for (let touches = 0; touches < 8; touches += 1) {
    await page.waitForFunction((step) => document.querySelector(".lesson").dataset.step !== step || document.querySelector(".spot.hinted"), before);
    if ((await stepOf(page)) !== before) return;
    await touch(page.locator(".spot.hinted").first());
    await page.waitForTimeout(80);
  }
  throw new Error(`step ${before} does not end`);
}

test("a newcomer with a phone: home, the guided first game, a game against the computer", async () => {
  const page = await it.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(it.url);
  await page.locator(".welcome a.primary").click();
  await page.waitForURL(/\/learn\/cerke\/first/);
  await page.waitForSelector(".spot.hinted");
  const steps = Number(await page.locator(".lesson progress").getAttribute("max"));
  for (let step = 0; step < steps; step += 1) {
    await soon.equal(async () => Number(await stepOf(page)), step);
    assert.equal(await wide(page), false);
    await follow(page);
  }
  await soon.match(() => page.locator(".teacher").textContent(), /17 points against 3/);
  await page.getByRole("button", { name: "Play the computer" }).click();
  await page.waitForURL(/\/t\//);
  await turn(page);
  await soon.equal(() => page.locator(".zone.grid [data-spot]").count(), 35, "the board of the lesson");
  await page.goto(it.url);
  await page.waitForSelector(".welcome.going");
  assert.deepEqual(page.troubles, []);
});

test("and on: the computer of level 2 to the result, the replay, a link for a friend", async () => {
  const page = await it.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  await it.fromShelf(page, "beast_streak");
  await page.waitForSelector(".player >> text=/level 2/");
  await playOut(page, (count) => count - 1);
  await page.locator(".result").getByRole("link", { name: "Replay" }).click();
  await page.waitForSelector(".reel");
  await page.locator(".reel .primary").click();
  await page.waitForFunction(() => Number(document.querySelector(".reel input").value) > 1);
  assert.equal(await wide(page), false);
  await page.goto(it.url);
  await page.locator('.game[data-game="new_play"]').getByText("Invite a friend").click();
  await page.waitForURL(/\/t\//);
  await soon.match(() => page.locator(".invite input").inputValue(), /\/t\/\w+$/);
  assert.equal(await wide(page), false);
  assert.deepEqual(page.troubles, []);
});

test("a wrong move is answered kindly, changes nothing, and a hint may be asked for", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/learn/cerke/water`);
  await spot(page, "ZAU").click();
  await spot(page, "ZAI").click();
  await page.waitForSelector(".reply:not(.right)");
  await soon.match(() => page.locator(".reply").textContent(), /Not quite.*XO/);
  await soon.match(() => spot(page, "ZAU").getAttribute("aria-label"), /king/);
  assert.equal(await page.locator(".spot.hinted").count(), 0);
  await page.getByRole("button", { name: "Show me" }).click();
  await follow(page);
  await soon.match(() => page.locator(".reply.right").textContent(), /Only 2/);
});

test("every lesson can be taken by keyboard and is remembered as taken", async () => {
  const page = await it.person();
  const lessons = await (await page.request.get(`${it.url}/api/games/cerke/lessons`)).json();
  for (const { id, guided } of lessons.slice(1)) {
    await page.goto(`${it.url}/learn/cerke/${id}`);
    await page.waitForSelector(".lesson .spot.candidate");
    while ((await page.locator(".lesson").getAttribute("data-done")) === "false") {
      if (!guided) await page.getByRole("button", { name: "Show me" }).press("Enter");
      await follow(page, (spot) => spot.press("Enter"));
    }
  }
  await page.goto(`${it.url}/learn/cerke`);
  await page.waitForSelector(".lessons .taken");
  await soon.equal(() => page.locator(".lessons .taken").count(), lessons.length - 1);
  assert.deepEqual(page.troubles, []);
});

test("the shelf: every game with a picture, both titles, players, length, a sentence, and one click to play", async () => {
  const page = await it.person();
  await page.goto(it.url);
  await page.waitForSelector(".game");
  const listed = (await games(page)).filter(({ id }) => id !== "strain");
  await soon.equal(() => page.locator(".game").count(), listed.length);
  for (const { id, titles } of listed) {
    const card = page.locator(`.game[data-game="${id}"]`);
    const text = await card.textContent();
    for (const wanted of [titles.en, titles.ja, "player", "min"]) assert.ok(text.includes(wanted), `${id}: ${wanted}`);
    await soon.ok(() => card.locator(".art svg > *").count(), id);
  }
  for (const { id } of listed) {
    await page.goto(it.url);
    await page.locator(`.game[data-game="${id}"] button.primary`).click();
    await page.waitForURL(/\/t\//);
    await page.waitForSelector(`.table.skin-${id}`);
  }
  assert.deepEqual(page.troubles, []);
});

test("rules of every game are read in both languages, with figures that are drawn", async () => {
  const page = await it.person();
  for (const { id } of await games(page)) {
    await page.goto(`${it.url}/rules/${id}`);
    for (const language of ["English", "日本語"]) {
      await page.getByRole("radio", { name: language }).check();
      await page.waitForFunction((lang) => document.documentElement.lang === lang && document.querySelectorAll(".rule h2").length > 3, language === "English" ? "en" : "ja");
      await page.waitForFunction(() => [...document.querySelectorAll(".picture-box")].every((box) => box.querySelector("svg, dl > div")));
      const headings = await page.locator(".rules h2").allTextContents();
      assert.equal(headings.some((text) => /[ぁ-ん一-龠]/.test(text)), language === "日本語", `${id} ${headings}`);
      await soon.ok(() => page.locator(".option-table tbody tr").count(), id);
      assert.ok(!/\b(?:ui|option|preset|card|piece|prompt|legend)\.\w+\.?\w*/.test(await page.locator("main").innerText()), `${id}: a text is missing`);
    }
  }
  assert.deepEqual(page.troubles, []);
});

test("in play the rules open where they help with what is asked", async () => {
  const page = await it.person();
  for (const [game, section] of [["beast_streak", "turn"], ["new_play", "round"], ["cerke", "turn"]]) {
    await page.goto(`${it.url}/t/${await it.table(page, game)}`);
    await turn(page);
    await page.getByRole("button", { name: "Rules" }).click();
    await page.waitForFunction((id) => document.activeElement?.id === `rule-${id}`, section);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  }
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious where one learns, and nothing scrolls sideways on a phone, ${colorScheme}`, async () => {
    const page = await it.person({ colorScheme, viewport: PHONE });
    for (const path of ["/rules/cerke", "/rules/seasons_end", "/rules/beast_cast", "/learn/cerke", "/learn/cerke/first"]) {
      await page.goto(it.url + path);
      await page.waitForSelector(".rule, .lessons, .lesson");
      await page.waitForTimeout(500);
      assert.deepEqual(await grave(page), [], path);
      assert.equal(await wide(page), false, path);
    }
    await page.getByRole("button", { name: "Rules" }).click();
    await page.waitForSelector("dialog[open] .rule");
    assert.deepEqual(await grave(page), []);
    assert.deepEqual(page.troubles, []);
  });
}
