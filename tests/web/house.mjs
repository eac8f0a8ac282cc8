/** What every browser test begins with: one server and one browser for a file, and people with their own cookies. */
import { after, afterEach, before } from "node:test";
import { launch } from "./browser.mjs";
import { startServer } from "./server.mjs";

export const DESKTOP = { width: 1280, height: 800 };
/** Generous, for a machine that has other things to do. */
export const PATIENCE_MS = 45_000;
export const PHONE = { width: 390, height: 844 };
/** Every answer and every frame comes up to so many milliseconds later: whoever looks before it has come is found out. */
const LATE_MS = Number(process.env.KAIK_LATE ?? 0);

/** Asks again and again, so long as somebody may be patient, until there is something. */
export async function eventually(ask) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The same choices for the same number, so that a failure can be had again. */
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The sign that requests which change something must carry, as a header. */
export async function signed(page, url) {
  const me = await (await page.request.get(`${url}/api/me`)).json();
  return { "x-csrf-token": me.csrf };
}

const late = () => new Promise((resolve) => setTimeout(resolve, Math.random() * LATE_MS));

/** What arrives is handed on later, in the same order. */
function delayed(send) {
  let before = Promise.resolve();
  return (message) => (before = before.then(late).then(() => send(message)));
}

/** A connection on which everything takes its time. */
async function slow(context) {
  await context.route(/\/(api|assets)\//, async (route) => {
    await late();
    await route.continue().catch(() => undefined); // the page may have been left
  });
  await context.routeWebSocket(/\/live\b/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(delayed((message) => server.send(message)));
    server.onMessage(delayed((message) => socket.send(message)));
  });
}

/** Enters a number, or chooses from a list by what it says. */
async function put(field, value) {
  if ((await field.getAttribute("type")) === "number") return field.fill(String(value));
  return field.selectOption({ label: value });
}

/** `env`: further variables for the server; `source`: where the package lies, if not in this tree. */
export function house(env = {}, source = undefined) {
  const it = {
    /** A person with their own browser profile. Troubles on the page make the test fail. */
    async person(options = {}) {
      const context = await it.browser.newContext({ viewport: DESKTOP, locale: "en", reducedMotion: "reduce", ...options });
      if (LATE_MS) await slow(context);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.troubles = [];
      page.on("pageerror", (error) => page.troubles.push(error.message));
      return page;
    },
    /** From the first page to a table with the computer, by the game's own button. */
    async fromShelf(page, game) {
      await page.goto(it.url);
      await page.locator(`.game[data-game="${game}"] button.primary`).click();
      await page.waitForURL(/\/t\//);
    },
    /** From the first page to a table with the computer, by way of the set-up page: a preset, and options by their ids. */
    async setUp(page, game, { preset, options = {} } = {}) {
      await page.goto(it.url);
      await page.locator(`.game[data-game="${game}"] a[href="/play/${game}"]`).click();
      if (preset) await page.locator(`input[name="preset"][value="${preset}"]`).check();
      if (Object.keys(options).length) await page.locator("details.options summary").click();
      for (const [id, value] of Object.entries(options)) await put(page.locator(`#option-${id}`), value);
      await page.locator("form .primary").click();
      await page.waitForURL(/\/t\//);
    },
    async table(page, game, seats, more = {}) {
      const wish = { game, seats: seats ?? [{ kind: "me" }, { kind: "computer", player: "greedy" }], ...more };
      const answer = await page.request.post(`${it.url}/api/tables`, { data: wish, headers: await signed(page, it.url) });
      if (!answer.ok()) throw new Error(await answer.text());
      return (await answer.json()).id;
    },
  };
  before(async () => {
    Object.assign(it, await startServer(env, source));
    it.browser = await launch();
  });
  // A page that is left open goes on polling and drawing, at the cost of the tests after it.
  afterEach(() => Promise.all(it.browser.contexts().map((context) => context.close())));
  after(async () => {
    await it.browser?.close();
    await it.stop?.();
  });
  return it;
}

export const seqOf = async (page) => Number(await page.locator(".table").getAttribute("data-seq"));
export const over = (page) => page.locator(".result").isVisible();

/** Waits until it is this person's turn or the game is over. */
export async function turn(page) {
  await page.waitForFunction(() => document.querySelector(".result, .spot.candidate"));
}

/** Touches something, unless it goes away: a frame may overtake whoever is slow. */
export async function tried(spot, touch = (one, patience) => one.click(patience)) {
  try {
    await touch(spot, { timeout: 20_000 });
  } catch (error) {
    if (error.name !== "TimeoutError" || (await spot.count())) throw error; // it is there, but cannot be touched
  }
}

/** Waits until the match has gone on from this event, or is over. */
export const passed = (page, seq) => page.waitForFunction((before) => Number(document.querySelector(".table").dataset.seq) !== before || document.querySelector(".result"), seq);

/** Chooses something legal, only by touching what the page offers. */
export async function choose(page, pick = () => 0) {
  const before = await seqOf(page);
  for (let touches = 0; touches < 20; touches += 1) {
    let offered = page.locator(".spot.candidate:not(.touched)");
    // A square may be where a piece steps and where it ends: then it is touched twice.
    if (!(await offered.count())) offered = page.locator(".boards .spot.candidate.touched");
    const count = await offered.count();
    if (!count) break;
    await tried(offered.nth(pick(count) % count));
    await page.waitForTimeout(30);
    if ((await seqOf(page)) !== before || (await over(page))) return;
  }
  await passed(page, before);
}

/** Plays on until the result is shown. */
export async function playOut(page, pick) {
  for (let choices = 0; choices < 200; choices += 1) {
    await turn(page);
    if (await over(page)) return;
    await choose(page, pick);
  }
  throw new Error("the game does not end");
}
