/** Records from a person's own files: opened, refused, pasted. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { grave, wide } from "./axe.mjs";
import { eventually, house, PHONE } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house({ KAIK_VIEWER: "https://viewer.example.org/records" });

/** A short match of computers, as a file of the game's own format. */
async function file(page, suffix) {
  const id = await it.table(page, "cerke", [0, 1].map(() => ({ kind: "computer", player: "random" })), { preset: "education", options: { season_count: 1 } });
  return eventually(async () => {
    const answer = await page.request.get(`${it.url}/api/replays/${id}/file?suffix=${suffix}`);
    return answer.ok() && answer.text();
  });
}

async function choose(page, name, text) {
  await page.locator(".drop input").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("a file from the disk is opened and replayed; what is none is refused in a sentence", async () => {
  const page = await it.person();
  await page.goto(it.url);
  await page.getByRole("link", { name: "Records and analysis" }).click();
  await page.waitForURL(/\/records$/);
  for (const [name, text, words] of [
    ["game.json", "{", /not JSON/],
    ["game.json", '{"event": "chess"}', /not a kaik record/],
    ["game.pgn", "1. e4", /\.pgn/],
    ["game.ckka", "rubbish", /^Line 1, column 1: this word is not known/],
    ["picture.json", readFileSync(fileURLToPath(new URL("../../docs/images/home.png", import.meta.url)), "latin1"), /not JSON/],
  ]) {
    await choose(page, name, text);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".trouble")?.textContent ?? ""), words.source);
  }
  await choose(page, "game.ckka", await file(page, ".ckka"));
  await page.waitForURL(/\/r\//);
  await page.waitForSelector(".reel");
  await soon.ok(async () => Number(await page.locator(".replay").getAttribute("data-last")) > 0);
  assert.deepEqual(page.troubles, []);
});

test("a text that breaks off is shown with what there is to say of it, its remarks, and a link to the public viewer", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/records`);
  await choose(page, "game.txt", "{律:オンライン版}\n{一位色:黒}\nNAI兵NO水或{此善} LI兵LU無撃裁\n或為");
  await soon.match(() => page.locator(".noted").textContent(), /breaks off inside a declaration \(line 4, column 1\)/);
  await page.getByRole("link", { name: "Show the match" }).click();
  await page.waitForURL(/\/r\//);
  await page.waitForSelector(".reel");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await soon.match(() => page.locator(".moment").textContent(), /Not told by the record.*此善/);
  const link = page.getByRole("link", { name: "Open in the public viewer" });
  await soon.match(() => link.getAttribute("href"), /^https:\/\/viewer\.example\.org\/records\/show_history\.html\?side=ia&history=%7B/);
  assert.match(decodeURIComponent(await link.getAttribute("href")), /NAI兵NO水或 /);
  assert.deepEqual(page.troubles, []);
});

test("a pasted record is replayed, and a pasted position is set up", async () => {
  const page = await it.person();
  const paste = async (text) => {
    await page.goto(`${it.url}/records`);
    await page.locator(".paste summary").click();
    await page.locator(".paste textarea").fill(text);
    await page.getByRole("button", { name: "Open" }).click();
  };
  await paste(await file(page, ".json"));
  await page.waitForURL(/\/r\//);
  await page.waitForSelector(".reel");
  await paste(JSON.stringify({ game: "old_cerke", position: { board: { ZA: "R王", ZIA: "B王" }, turn: "R" } }));
  await page.waitForURL(/\/analysis\/old_cerke$/);
  await page.waitForFunction(() => document.querySelectorAll(".boards .item").length === 2);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious on the page of records, ${colorScheme}`, async () => {
    const page = await it.person({ colorScheme, viewport: PHONE, locale: colorScheme === "dark" ? "ja" : "en" });
    await page.goto(`${it.url}/records`);
    await page.waitForSelector(".board-links a");
    await page.locator(".paste summary").click();
    assert.deepEqual(await grave(page), []);
    assert.ok(!(await wide(page)));
  });
}
