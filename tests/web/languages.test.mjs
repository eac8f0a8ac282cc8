/** A further language is further files: nothing but its texts is added to a copy of the tree. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { web } from "./browser.mjs";
import { develop } from "./dev.mjs";
import { house } from "./house.mjs";
import { soon } from "./soon.mjs";

const tree = mkdtempSync(join(tmpdir(), "kaik-language-"));
const python = process.env.KAIK_PYTHON ?? join(web, "../.venv/bin/python");
execFileSync(python, ["-m", "tests.languages", tree], { cwd: join(web, "..") });
// And one more, of which the server knows nothing.
writeFileSync(join(tree, "web/src/messages/zz.json"), JSON.stringify({ "ui.games": "Zzzz" }));
symlinkSync(join(web, "node_modules"), join(tree, "web/node_modules"));

const it = house({}, join(tree, "src"));
let dev;
after(async () => {
  await dev?.close();
  rmSync(tree, { recursive: true, force: true });
});

test("it is offered, spoken as far as it goes, remembered, and otherwise English", async () => {
  dev = await develop(it.url, join(tree, "web"));
  const page = await it.person();
  await page.goto(dev.url);
  await page.waitForSelector(".game");
  const choices = page.locator('header [name="language"]');
  assert.deepEqual(await choices.locator("option").allTextContents(), ["English", "日本語", "qps", "zz"]);
  await choices.selectOption("qps");
  await soon.match(() => page.locator('.game[data-game="cerke"]').innerText(), /⟦Cerke⟧\s*机戦/);
  assert.match(await page.locator('.game[data-game="kitten"]').innerText(), /^Kitten/m, "a title that is not translated");
  assert.match(await page.locator('.game[data-game="kitten"] button.primary').innerText(), /⟦Play the computer⟧/);
  assert.equal(await page.locator(".skip").innerText(), "Skip to the content");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "qps");
  await page.goto(`${dev.url}rules/cerke`);
  await soon.match(() => page.locator(".rule h2").first().innerText(), /^⟦⟧/);
  await page.goto(`${dev.url}rules/kitten`);
  await soon.ok(() => page.locator(".rule h2").count());
  await choices.selectOption("zz");
  await page.goto(dev.url);
  await soon.match(() => page.locator(".shelf-head").innerText(), /^Zzzz/);
  await soon.match(() => page.locator('.game[data-game="cerke"]').innerText(), /^Cerke\s*机戦/m);
  assert.deepEqual(page.troubles, []);
});
