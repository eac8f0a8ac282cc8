/** Language, theme, help and accessibility of every page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grave, wide } from "./axe.mjs";
import { house, PHONE, turn } from "./house.mjs";
import { acquainted } from "./people.mjs";
import { soon } from "./soon.mjs";

const it = house();
for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious, ${colorScheme}`, async () => {
    const page = await it.person({ colorScheme });
    const paths = ["/", "/play/new_play", "/scenes", `/t/${await it.table(page, "new_play")}`, `/t/${await it.table(page, "beast_streak")}`, `/t/${await it.table(page, "beast_cast")}`];
    for (const game of ["cerke", "old_cerke", "mountain_walk", "linked_ships", "six_cast"]) paths.push(`/t/${await it.table(page, game)}`);
    for (const path of paths) {
      await page.goto(it.url + path);
      await page.waitForSelector("main button", { state: "attached" });
      await page.waitForTimeout(400);
      assert.deepEqual(await grave(page), [], path);
    }
    assert.deepEqual(page.troubles, []);
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious where people meet, and nothing scrolls sideways on a phone, ${colorScheme}`, async () => {
    const look = { colorScheme, viewport: PHONE, locale: colorScheme === "dark" ? "ja" : "en" };
    const [page, other] = [await it.person(look), await it.person(look)];
    const seen = async (path, wait) => {
      await page.goto(it.url + path);
      await page.waitForSelector(wait);
      await page.waitForTimeout(300);
      assert.deepEqual(await grave(page), [], path);
      assert.equal(await wide(page), false, path);
    };
    await seen("/account", 'input[autocomplete="new-password"]');
    await page.locator('input[name="known"]').nth(1).check();
    await page.waitForSelector('input[autocomplete="current-password"]');
    assert.deepEqual(await grave(page), [], "signing in");
    const { profile, ladder, tournament } = await acquainted(it.url, [page, other], [`Ann ${colorScheme}`, `Bob ${colorScheme}`]);
    await seen("/account", "form.joined");
    await seen(profile, ".ratings a");
    await seen(ladder, ".standings tbody tr");
    await seen("/templates", ".templates li");
    await seen("/tournaments", ".tables a");
    await seen(tournament, ".listed li");
    await seen("/", ".game");
    await page.locator(".settings > button").click();
    await page.waitForSelector(".menu");
    assert.deepEqual(await grave(page), [], "settings");
    assert.deepEqual(page.troubles, []);
  });
}

test("the language switch changes every text and is remembered", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/t/${await it.table(page, "beast_streak")}`);
  await turn(page);
  await page.getByRole("radio", { name: "日本語" }).check();
  await page.waitForFunction(() => document.documentElement.lang === "ja" && /再行|投げ|止/.test(document.querySelector(".choices")?.textContent ?? ""));
  await page.reload();
  await turn(page);
  await soon.equal(() => page.evaluate(() => document.documentElement.lang), "ja");
});

test("the theme switch is remembered", async () => {
  const page = await it.person({ colorScheme: "light" });
  await page.goto(it.url);
  await page.getByLabel("Settings").first().click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await soon.equal(() => page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.reload();
  await soon.equal(() => page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

test("the scene page draws every kind of zone and takes touches", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/scenes`);
  await page.waitForSelector("[data-sample='3']");
  for (const kind of ["grid", "track", "fan", "pile", "row", "choices"]) await soon.ok(() => page.locator(`.zone.${kind}`).count(), kind);
  const cards = page.locator("[data-sample='1']");
  for (const spot of ["card-5", "play"]) await cards.locator(`[data-spot="${spot}"]`).click();
  await soon.match(() => cards.locator("[role=status]").textContent(), /card-5 play/);
});

test("cerke's sample: stepping shows its way, and hovering tells how a piece moves", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/scenes`);
  const board = page.locator("[data-sample='3']");
  await board.locator('[data-spot="KAI"]').hover();
  await page.waitForSelector(".help .diagram");
  for (const spot of ["LAU", "LAI"]) await board.locator(`[data-spot="${spot}"]`).click();
  await soon.equal(() => board.locator(".via").count(), 1);
  await soon.ok(() => board.locator('[data-spot="LU"].candidate').count());
  await board.locator('[data-spot="LAI"]').click();
  await soon.match(() => board.locator("[role=status]").textContent(), /LAU LAI LAI/);
});

test("an address that leads nowhere says so", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/t/nothing-here`);
  await page.waitForSelector("main h1");
  await soon.match(() => page.locator("main h1").textContent(), /cannot be found/);
});
