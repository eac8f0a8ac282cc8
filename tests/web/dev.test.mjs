/** The client as those see it who change it: served by `npm run dev`, its questions answered by the server beside it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { need, web } from "./browser.mjs";
import { choose, house, seqOf, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
const configFile = join(web, "vite.config.ts");
const vite = await import(pathToFileURL(need.resolve("vite")));
let dev;

/** What `npm run dev` starts, on a free port and with a cache of its own. */
async function develop(server) {
  process.env.KAIK_SERVER = server;
  const [port, host, cacheDir] = [0, "127.0.0.1", join(web, "node_modules/.vite-test")];
  dev = await vite.createServer({ root: web, configFile, logLevel: "error", server: { port, host }, cacheDir });
  await dev.listen();
  return dev.resolvedUrls.local[0];
}
after(() => dev?.close());

test("a match is played through the development server: questions and the live connection alike", async () => {
  const page = await it.person();
  await page.goto(await develop(it.url));
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
  const { config } = await vite.loadConfigFromFile({ command: "serve", mode: "development" }, configFile);
  const port = execFileSync(process.env.KAIK_PYTHON ?? join(web, "../.venv/bin/python"), ["-c", "from kaik.server.settings import PORT; print(PORT)"], { encoding: "utf8" });
  assert.equal(new URL(config.server.proxy["/api"].target).port, port.trim());
});
