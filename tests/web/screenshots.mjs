/**
 * Renders every page and game: `make screenshots`, or `npm run screenshots -- [FOLDER] [PATTERN]`.
 *
 * Each page is taken for desktop and phone, light and dark, English and Japanese. Without a folder they go to docs/images, where
 * only a few combinations of each are kept, so that the repository stays small.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { GAMES as CARDS, play, touch } from "./cards.mjs";
import { choose, dice, over, signed, turn } from "./house.mjs";
import { acquainted } from "./people.mjs";
import { startServer } from "./server.mjs";

const [given, only = ""] = process.argv.slice(2);
const folder = resolve(given || fileURLToPath(new URL("../../docs/images/pages", import.meta.url)));
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const LOOKS = Object.keys(SIZES).flatMap((size) => ["light", "dark"].flatMap((theme) => ["en", "ja"].map((language) => ({ size, theme, language }))));
/** For the repository: a desktop and a phone, one light and one dark, one in each language. */
const KEPT = [{ size: "desktop", theme: "light", language: "en" }, { size: "phone", theme: "dark", language: "ja" }];
const QUALITY = 64;

const computers = (count) => [{ kind: "me" }, ...Array.from({ length: count }, () => ({ kind: "computer", player: "level2" }))];
const watched = (player) => [0, 1].map(() => ({ kind: "computer", player }));
const here = (...names) => names.map((name) => ({ kind: "here", name }));
const PAGES = {
  home: { path: "/", wait: ".game" },
  setup: { path: "/play/cerke", wait: "form" },
  rules: { path: "/rules/cerke", wait: ".rule" },
  lessons: { path: "/learn/cerke", wait: ".lessons" },
  lesson: { path: "/learn/cerke/first", wait: ".spot.hinted" },
  cover: { table: "kitten", seats: here("Ann", "Bob"), wait: ".cover .primary" },
  invite: { table: "soft_run", seats: [{ kind: "me" }, { kind: "open" }], wait: ".invite" },
  records: { path: "/records", wait: ".board-links a" },
  analysis: { path: "/analysis/cerke", wait: ".analysis .spot.candidate" },
  replay: { table: "cerke", preset: "education", seats: watched("level3"), wait: ".result", next: "r" },
  account: { path: "/account", wait: "form" },
  settings: { path: "/", wait: ".game", press: ".settings > button" },
  profile: { people: "profile", wait: ".ratings a" },
  ladder: { people: "ladder", wait: ".standings tbody tr" },
  templates: { people: "templates", wait: ".templates li" },
  tournaments: { path: "/tournaments", wait: "form" },
  tournament: { people: "tournament", wait: ".listed li" },
  scenes: { path: "/scenes", wait: "[data-sample='3']" },
};
for (const game of CARDS) {
  PAGES[game] = { table: game, seats: computers(2), options: { seasons: 2 }, choices: 4, cards: true };
  PAGES[`${game}-over`] = { table: game, options: { seasons: 1 }, choices: 300, wait: ".result" };
}
for (const [game, choices] of Object.entries({ cerke: 8, old_cerke: 10, beast_streak: 3, new_play: 1, mountain_walk: 14, linked_ships: 12, six_cast: 0 }))
  PAGES[game] = { table: game, choices, touch: true, plain: true };
for (const game of ["beast_cast", "beast_streak", "new_play", "six_cast"])
  PAGES[`${game}-over`] = { table: game, choices: 60, plain: true, wait: ".result" };
for (const [game, preset] of Object.entries({ cerke: "education", old_cerke: "revised", mountain_walk: "default", linked_ships: "short" }))
  PAGES[`${game}-over`] = { table: game, preset, seats: watched("level3"), wait: ".result" };

async function made(page, url, { table, seats, options = {}, preset }) {
  const wish = { game: table, seats: seats ?? computers(1), options, ...(preset ? { preset } : {}) };
  const answer = await page.request.post(`${url}/api/tables`, { data: wish, headers: await signed(page, url) });
  if (!answer.ok()) throw new Error(`${table}: ${await answer.text()}`);
  return `/t/${(await answer.json()).id}`;
}

let acquaintance;

/** Two people meet, once for all pictures; every picture is what the first of them sees. */
async function meet(browser, url) {
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ reducedMotion: "reduce" })));
  try {
    const pages = await Promise.all(contexts.map((context) => context.newPage()));
    return { paths: await acquainted(url, pages, ["Ann", "Bob"]), cookies: await contexts[0].cookies() };
  } finally {
    for (const context of contexts) await context.close();
  }
}

async function met(context, url, { people }) {
  acquaintance ??= meet(context.browser(), url);
  const { paths, cookies } = await acquaintance;
  await context.addCookies(cookies);
  return paths[people];
}

/** Plays a few choices, the same ones in every language; then touches something, so that it shows where it may lead. */
async function midway(page, { choices, cards, plain, touch: touching }) {
  const thrown = dice(choices + 1);
  for (let made = 0; made < choices; made += 1) {
    await turn(page);
    if (await over(page)) return;
    await (plain ? choose(page, thrown.bind(null, 60)) : play(page, thrown, 1));
  }
  await turn(page);
  const hand = page.locator(".near .fan .spot.candidate");
  if (cards && (await hand.count()) > 1) await touch(hand.nth(1));
  const pieces = page.locator(".boards .spot.movable");
  if (touching && (await pieces.count()) > 4) await pieces.nth(4).click();
}

async function shoot(browser, url, name, shown, { size, theme, language }) {
  const file = `${name}-${size}-${theme}-${language}`;
  if (!new RegExp(only).test(file)) return;
  const context = await browser.newContext({ viewport: SIZES[size], deviceScaleFactor: 1, colorScheme: theme, reducedMotion: "reduce", locale: language });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    await page.goto(url + (shown.path ?? (await (shown.people ? met(context, url, shown) : made(page, url, shown)))));
    if (shown.choices !== undefined) await midway(page, shown);
    if (shown.wait) await page.waitForSelector(shown.wait);
    if (shown.next) await page.goto(page.url().replace("/t/", `/${shown.next}/`));
    if (shown.press) await page.locator(shown.press).click();
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(2, 2);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${file}.jpg`), type: "jpeg", quality: QUALITY });
  } finally {
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launch();
let failed = 0;
try {
  for (const [name, shown] of Object.entries(PAGES))
    for (const look of given ? LOOKS : KEPT)
      await shoot(browser, server.url, name, shown, look).catch((error) => {
        failed += 1;
        console.warn(name, look, String(error).split("\n")[0]);
      });
} finally {
  await browser.close();
  await server.stop();
}
process.exit(failed ? 1 : 0);
