/** Renders every page to a folder: `npm run screenshots -- FOLDER [part of a name]`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { startServer } from "./server.mjs";

const [folder, only = ""] = process.argv.slice(2);
if (!folder) {
  console.error("usage: npm run screenshots -- FOLDER [part of a name]");
  process.exit(2);
}
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const PAGES = {
  home: { path: "/", whole: true },
  setup: { path: "/play/cerke" },
  scenes: { path: "/scenes", whole: true },
  sticks: { table: "beast_streak", wait: ".choices .spot" },
  sheet: { table: "new_play" },
  cerke: { table: "cerke", touch: true },
  over: { table: "beast_cast", wait: ".result" },
  waiting: { table: "beast_cast", seats: [{ kind: "me" }, { kind: "open" }] },
};

async function made(page, url, { table, seats }) {
  const wish = { game: table, seats: seats ?? [{ kind: "me" }, { kind: "computer", player: "greedy" }] };
  await page.request.get(`${url}/api/me`);
  const answer = await page.request.post(`${url}/api/tables`, { data: wish });
  if (!answer.ok()) throw new Error(`${table}: ${await answer.text()}`);
  return `/t/${(await answer.json()).id}`;
}

/** Touches a first piece, so that the picture shows where it may go. */
async function touched(page) {
  const first = page.locator(".boards .spot.movable").first();
  if (await first.count()) await page.locator(".boards .spot.movable").nth(4).click();
}

async function shoot(browser, url, name, shown, size, theme, language) {
  const file = `${name}-${size}-${theme}-${language}`;
  if (!file.includes(only)) return;
  const context = await browser.newContext({ viewport: SIZES[size], deviceScaleFactor: 1, colorScheme: theme, reducedMotion: "reduce", locale: language });
  const page = await context.newPage();
  await page.goto(url + (shown.path ?? (await made(page, url, shown))));
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(400);
  if (shown.wait) await page.waitForSelector(shown.wait, { timeout: 15_000 }).catch(() => console.warn(`${file}: no ${shown.wait}`));
  if (shown.touch) await touched(page);
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: shown.whole || size === "phone" });
  await context.close();
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launch();
try {
  for (const [name, shown] of Object.entries(PAGES))
    for (const size of Object.keys(SIZES))
      for (const theme of ["light", "dark"])
        for (const language of ["en", "ja"]) await shoot(browser, server.url, name, shown, size, theme, language).catch((error) => console.warn(name, String(error).split("\n")[0]));
} finally {
  await browser.close();
  await server.stop();
}
