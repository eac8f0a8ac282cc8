/** The analysis board: trying moves for all sides, setting up and copying positions, the computer's advice and play. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grave, wide } from "./axe.mjs";
import { eventually, house, PHONE } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
const spot = (page, id) => page.locator(`[data-spot="${id}"]`);
const label = (page, id) => spot(page, id).getAttribute("aria-label");
const at = async (page) => Number(await page.locator(".analysis").getAttribute("data-at"));
const reached = (page, wanted) => page.waitForFunction((n) => document.querySelector(".analysis")?.dataset.at === String(n), wanted);

async function open(page, path = "cerke") {
  await page.goto(`${it.url}/analysis/${path}`);
  await page.waitForSelector(".analysis .spot.candidate, .analysis .outcomes");
}

async function move(page, ...ids) {
  const next = (await at(page)) + 1;
  for (const id of ids) await spot(page, id).click();
  await reached(page, next);
}

test("both sides are moved, undone and moved otherwise", async () => {
  const page = await it.person();
  await open(page);
  await move(page, "TAI", "TY");
  await move(page, "XI", "XU");
  await soon.match(() => label(page, "XU"), /soldier/);
  await soon.equal(() => page.locator(".story .line-button").count(), 3);
  await page.getByRole("button", { name: "Undo" }).click();
  await reached(page, 1);
  await soon.match(() => label(page, "XU"), /empty/);
  await page.getByRole("button", { name: "Forward" }).click();
  await reached(page, 2);
  await page.keyboard.press("ArrowLeft");
  await reached(page, 1);
  await move(page, "CI", "CU");
  await soon.match(() => label(page, "CU"), /soldier/);
  await soon.equal(() => page.locator(".story .line-button").count(), 3);
  assert.deepEqual(page.troubles, []);
});

test("chance falls as chosen, or by itself", async () => {
  const page = await it.person();
  await open(page);
  await move(page, "ZAI", "ZO", "ZU");
  const outcomes = page.locator(".outcomes button");
  await soon.equal(() => outcomes.count(), 7);
  await outcomes.nth(6).click();
  await reached(page, 2);
  await soon.match(() => page.locator(".story").textContent(), /cast 5/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Let it fall" }).click();
  await reached(page, 2);
});

test("a position that was copied before an option existed is looked at, edited and copied by the rules of then", async () => {
  const page = await it.person({ permissions: ["clipboard-read", "clipboard-write"] });
  await open(page);
  const copied = async () => {
    await page.getByRole("button", { name: "Copy position" }).click();
    return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  };
  const paste = async (what) => {
    await page.locator(".paste summary").click();
    await page.locator(".paste textarea").fill(JSON.stringify(what));
    await page.locator(".paste").getByRole("button", { name: "Open" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".boards .item").length === count, Object.keys(what.position.board).length);
  };
  await paste({ game: "cerke", preset: "standard", position: { board: { ZIA: "IA黒王", ZA: "A赤王", ZO: "皇" } } });
  const then = await copied();
  assert.deepEqual([then.preset, then.options.penalty_lasts, then.options.cavalry_points], [undefined, "turn", 7]);
  await page.getByRole("radio", { name: "Set up a position" }).check();
  await soon.equal(() => page.locator(".preset-pick select").inputValue(), "", "these rules have no name any more");
  await spot(page, "ZO").click();
  await page.waitForFunction(() => document.querySelectorAll(".boards .item").length === 2);
  assert.equal((await copied()).options.penalty_lasts, "turn");
  await open(page);
  await paste(then);
  assert.deepEqual((await copied()).options, then.options);
  assert.deepEqual(page.troubles, []);
});

test("a position is set up, refused where it is impossible, copied and pasted", async () => {
  const page = await it.person({ permissions: ["clipboard-read", "clipboard-write"] });
  await open(page);
  await page.getByRole("radio", { name: "Set up a position" }).check();
  await page.getByRole("button", { name: "Empty board" }).click();
  await page.waitForFunction(() => !document.querySelector(".boards .item"));
  const put = async (piece, ...squares) => {
    await page.locator(".palette").getByRole("radio", { name: piece, exact: true }).check();
    for (const square of squares) {
      await spot(page, square).click();
      await page.waitForFunction((id) => document.querySelector(`[data-spot="${id}"]`).classList.contains("filled"), square);
    }
  };
  await put("black king (Seat 1)", "ZIA");
  await put("red king (Seat 2)", "ZA");
  await put("emperor", "ZO");
  await spot(page, "ZU").click();
  await page.waitForSelector(".try-card .trouble");
  await soon.match(() => page.locator(".trouble").textContent(), /only one emperor/);
  await put("black soldier (Seat 1)", "ZY", "XY");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => !document.querySelector('[data-spot="XY"]').classList.contains("filled"));
  await page.getByRole("button", { name: /^Add the chosen piece: black soldier/ }).first().click();
  await page.waitForSelector('[data-zone="reserve-0"] .spot');
  await page.getByLabel("To move").selectOption({ label: "Seat 2" });
  await page.waitForFunction(() => document.querySelector(".analysis").dataset.actor === "1");
  await page.getByRole("button", { name: "Copy position" }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual(copied.position.board, { ZIA: "IA黒王", ZA: "A赤王", ZO: "皇", ZY: "IA黒兵" });
  assert.deepEqual(copied.position.hand_IA, ["黒兵"]);
  const { values } = await (await page.request.get(`${it.url}/api/games/cerke`)).json();
  assert.deepEqual([copied.preset, copied.options], ["official", values.official], "a copy states every option");
  await page.getByRole("radio", { name: "Try moves" }).check();
  await move(page, "ZA", "ZE");
  await open(page);
  await page.locator(".paste summary").click();
  await page.locator(".paste textarea").fill(JSON.stringify(copied));
  await page.locator(".paste").getByRole("button", { name: "Open" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".boards .item").length === 4);
  await page.locator(".paste summary").click();
  await page.locator(".paste textarea").fill('{"board": {"QQ": "皇"}}');
  await page.locator(".paste").getByRole("button", { name: "Open" }).click();
  await page.waitForSelector(".try-card .trouble");
  assert.equal(await page.locator(".boards .item").count(), 4, "a refused position changes nothing");
  assert.deepEqual(page.troubles, []);
});

test("the form offers what the chosen board has, and calls the seats as the board does", async () => {
  const page = await it.person();
  await open(page);
  await page.getByRole("radio", { name: "Set up a position" }).check();
  const offered = async () => (await page.locator(".palette .sr").allTextContents()).join(" ");
  await soon.match(offered, /tiger.*horse.*clerk/);
  await page.locator(".preset-pick select").selectOption("education");
  await page.waitForFunction(() => document.querySelectorAll(".boards .spot").length === 35);
  await soon.ok(async () => !/tiger|horse|clerk/.test(await offered()));
  assert.match(await offered(), /shaman/);
  await page.getByLabel("Points of Seat 1").waitFor();
  await page.getByLabel("To move").selectOption({ label: "Seat 2" });
  await page.waitForFunction(() => document.querySelector(".analysis").dataset.actor === "1");
  await page.locator(".palette").getByRole("radio", { name: "red shaman (Seat 1)" }).check();
  await spot(page, "ZY").click();
  await page.waitForFunction(() => document.querySelector('[data-spot="ZY"]').classList.contains("filled"));
  await page.locator(".preset-pick select").selectOption("official");
  await soon.match(offered, /tiger.*horse.*clerk/);
  assert.deepEqual(page.troubles, []);
});

test("letters in place of kanji reach prompts, chips and the legend", async () => {
  const page = await it.person();
  await open(page);
  await page.locator(".paste summary").click();
  await page.locator(".paste textarea").fill(JSON.stringify({ hand_IA: ["赤虎", "黒兵"], hand_A: ["赤将", "赤巫"] }));
  await page.locator(".paste").getByRole("button", { name: "Open" }).click();
  const shown = () => page.locator("main").innerText();
  await soon.match(shown, /animals \(獣\) needs 馬/);
  await page.getByLabel("Settings").first().click();
  await page.getByLabel("Letters instead of kanji").check();
  await page.keyboard.press("Escape");
  await soon.match(shown, /animals needs Ho/);
  assert.doesNotMatch(await shown(), /\p{Script=Han}/u);
  await page.evaluate(() => document.querySelector('input[name="language"][value="ja"]').click());
  await soon.match(shown, /獣までHo/);
});

test("the computer's choices can be played, and it plays a side itself", async () => {
  const page = await it.person();
  await open(page, "old_cerke");
  await page.getByRole("switch", { name: "Ask" }).check();
  await page.locator(".options-list .linklike").first().click();
  await reached(page, 1);
  await page.getByLabel("The computer plays").selectOption({ label: "Seat 2" });
  await reached(page, 2);
  await soon.equal(() => page.locator(".analysis").getAttribute("data-actor"), "0");
});

test("a finished match is taken up at any event, cards open", async () => {
  const page = await it.person();
  const id = await it.table(page, "open_cask", [0, 1].map(() => ({ kind: "computer", player: "random" })), { options: { seasons: 1 } });
  const { events } = await eventually(async () => {
    const replay = await page.request.get(`${it.url}/api/replays/${id}`);
    return replay.ok() && replay.json();
  });
  const first = events.findIndex((event) => event.actor >= 0);
  await page.goto(`${it.url}/r/${id}#${first}`);
  await page.getByRole("link", { name: "Try moves from here" }).click();
  await page.waitForURL(new RegExp(`/analysis/open_cask/${id}/${first}`));
  await page.waitForSelector(".choices .spot");
  assert.equal(await page.getByRole("radio", { name: "Set up a position" }).count(), 0);
  await page.locator(".choices .spot.candidate").first().click();
  await reached(page, 1);
  await page.getByRole("link", { name: "Back to the match" }).click();
  await page.waitForSelector(".reel");
  assert.deepEqual(page.troubles, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious, and nothing scrolls sideways on a phone, ${colorScheme}`, async () => {
    const page = await it.person({ colorScheme, viewport: PHONE, locale: colorScheme === "dark" ? "ja" : "en" });
    for (const game of ["cerke", "old_cerke"]) {
      await open(page, game);
      await page.waitForTimeout(200);
      assert.deepEqual(await grave(page), [], game);
      await page.locator('input[name="mode"]').nth(1).check();
      await page.locator(".paste summary").click();
      await page.waitForTimeout(200);
      assert.deepEqual(await grave(page), [], `${game}, editing`);
      assert.ok(!(await wide(page)), game);
    }
    assert.deepEqual(page.troubles, []);
  });
}
