/** The client as those see it who change it: served by `npm run dev`, its questions answered by the server beside it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { web } from "./browser.mjs";
import { configOf, develop, vite } from "./dev.mjs";
import { choose, house, seqOf, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
let dev;
after(() => dev?.close());

test("a match is played through the development server: questions and the live connection alike", async () => {
  dev = await develop(it.url);
  const page = await it.person();
  await page.goto(dev.url);
  await page.locator('.game[data-game="beast_streak"] button.primary').click();
  await page.waitForURL(/\/t\//);
  await turn(page);
  const before = await seqOf(page);
  await choose(page);
  await soon.ok(async () => (await seqOf(page)) > before);
  assert.deepEqual(page.troubles, []);
});

test("where nobody says otherwise, it looks for the server where the server listens", async () => {
  delete process.env.KAIK_SERVER;
  const { config } = await vite.loadConfigFromFile({ command: "serve", mode: "development" }, configOf());
  const python = process.env.KAIK_PYTHON ?? join(web, "../.venv/bin/python");
  const port = execFileSync(python, ["-c", "from kaik.server.settings import PORT; print(PORT)"], { encoding: "utf8" });
  assert.equal(new URL(config.server.proxy["/api"].target).port, port.trim());
});
