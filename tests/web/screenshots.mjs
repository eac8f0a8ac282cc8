/** Renders every page to a folder: `npm run screenshots -- FOLDER [PATTERN]`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { dice, GAMES as CARDS, play, touch } from "./cards.mjs";
import { signed, turn } from "./house.mjs";
import { startServer } from "./server.mjs";

const [folder, only = ""] = process.argv.slice(2);
if (!folder) {
  console.error("usage: npm run screenshots -- FOLDER [PATTERN]");
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
const computers = (count) => [{ kind: "me" }, ...Array.from({ length: count }, () => ({ kind: "computer", player: "greedy" }))];
for (const game of CARDS) PAGES[game] = { table: game, seats: computers(2), options: { seasons: 2 }, choices: 4, cards: true };
PAGES["season-over"] = { table: "kitten", seats: computers(1), options: { seasons: 2 }, choices: 90, until: ".season-end" };
PAGES["claim"] = { table: "seasons_end", seats: computers(2), choices: 40, until: ".deadline" };
PAGES["match-over"] = { table: "soft_run", options: { seasons: 2 }, choices: 200 };
PAGES["five-others"] = { table: "walking_war", seats: computers(5), choices: 3, cards: true };

async function made(page, url, { table, seats, options = {} }) {
  const wish = { game: table, seats: seats ?? [{ kind: "me" }, { kind: "computer", player: "greedy" }], options };
  const answer = await page.request.post(`${url}/api/tables`, { data: wish, headers: await signed(page, url) });
  if (!answer.ok()) throw new Error(`${table}: ${await answer.text()}`);
  return `/t/${(await answer.json()).id}`;
}

/** Touches a first piece, so that the picture shows where it may go. */
async function touched(page) {
  const first = page.locator(".boards .spot.movable").first();
  if (await first.count()) await page.locator(".boards .spot.movable").nth(4).click();
}

/** Plays a few choices, the same ones in every language, then chooses a card. */
async function midway(page, { choices, until, cards }) {
  const thrown = dice(choices);
  for (let made = 0; made < choices && !(until && (await page.locator(until).count())); made += 1) await play(page, thrown, 1);
  await turn(page);
  const hand = page.locator(".near .fan .spot.candidate");
  if (cards && (await hand.count()) > 1) await touch(hand.nth(1));
}

async function shoot(browser, url, name, shown, size, theme, language) {
  const file = `${name}-${size}-${theme}-${language}`;
  if (!new RegExp(only).test(file)) return;
  const context = await browser.newContext({ viewport: SIZES[size], deviceScaleFactor: 1, colorScheme: theme, reducedMotion: "reduce", locale: language });
  const page = await context.newPage();
  await page.goto(url + (shown.path ?? (await made(page, url, shown))));
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(400);
  if (shown.wait) await page.waitForSelector(shown.wait, { timeout: 15_000 }).catch(() => console.warn(`${file}: no ${shown.wait}`));
  if (shown.touch) await touched(page);
  if (shown.choices) await midway(page, shown);
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
