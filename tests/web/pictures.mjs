/** Takes the README's pictures: `npm run pictures`, or `npm run pictures -- FOLDER`. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { DESKTOP, PHONE, seqOf, signed, turn } from "./house.mjs";
import { startServer } from "./server.mjs";

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../../docs/images", import.meta.url)));
const OPENING_MOVES = 9;
const spot = (page, id) => page.locator(`[data-spot="${id}"]`);
const ids = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.dataset.spot));

async function person(options) {
  const context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce", locale: "en", ...options });
  return context.newPage();
}

async function save(page, name) {
  await page.mouse.move(2, 2);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

async function table(page, options = {}) {
  const data = { game: "cerke", seats: [{ kind: "me" }, { kind: "computer", player: "greedy" }], ...options };
  const made = await (await page.request.post(`${server.url}/api/tables`, { data, headers: await signed(page, server.url) })).json();
  await page.goto(`${server.url}/t/${made.id}`);
  await turn(page);
}

async function back(page) {
  while (await page.locator(".spot.touched").count()) await page.keyboard.press("Escape");
}

/** A move that looks like one: something is taken, or a piece goes straight to an empty square. */
async function play(page, round) {
  const before = await seqOf(page);
  const pieces = await ids(page, ".boards .spot.movable");
  for (const wanted of [".spot.way-take:not(.touched), .spot.way-take_or_step:not(.touched)", ".spot.way-go:not(.filled)"]) {
    for (let tried = 0; tried < pieces.length; tried += 1) {
      await spot(page, pieces[(tried + 5 * round) % pieces.length]).click();
      const next = page.locator(wanted).last();
      if (await next.count()) {
        await next.click();
        const again = page.locator(".spot.touched.way-take");
        if (await again.count()) await again.click();
        return page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.seq) > seq, before);
      }
      await back(page);
    }
  }
}

async function midway(page) {
  for (let round = 0; round < OPENING_MOVES; round += 1) {
    await turn(page);
    if (await spot(page, "go_on").count()) await spot(page, "go_on").click();
    else await play(page, round);
  }
  await turn(page);
  if (await spot(page, "go_on").count()) await spot(page, "go_on").click();
  await turn(page);
}

/** Touches a piece and what it steps on, such that most squares beyond would need a cast. */
async function stepping(page) {
  let best = [];
  let most = -1;
  for (const piece of await ids(page, ".boards .spot.movable")) {
    await spot(page, piece).click();
    for (const via of await ids(page, ".boards .spot.way-step, .boards .spot.way-take_or_step:not(.touched)")) {
      await spot(page, via).click();
      const count = await page.locator(".price").count();
      if (count > most) [best, most] = [[piece, via], count];
      await page.keyboard.press("Escape");
    }
    await back(page);
  }
  for (const id of best) await spot(page, id).click();
}

async function home() {
  const page = await person({ viewport: DESKTOP });
  await page.goto(server.url);
  await page.waitForSelector(".game");
  await page.evaluate(() => document.fonts.ready);
  await save(page, "home");
}

async function board() {
  const page = await person({ viewport: DESKTOP });
  await table(page);
  await midway(page);
  await stepping(page);
  await save(page, "cerke");
}

async function phone() {
  const page = await person({ viewport: PHONE, deviceScaleFactor: 1.5 });
  await table(page, { preset: "education" });
  await play(page, 1);
  await turn(page);
  await stepping(page);
  await save(page, "phone");
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launch();
try {
  await home();
  await board();
  await phone();
} finally {
  await browser.close();
  await server.stop();
}
