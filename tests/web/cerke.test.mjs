/** Cerke in the browser, only by what a person can touch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, over, passed, PHONE, seqOf, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();
/** The person at seat 0 begins, so that the first moves can be written down here. */
const FIRST = { preset: "education", options: { first_player: "fixed" } };

const spot = (page, id) => page.locator(`[data-spot="${id}"]`);
const text = (page, selector) => page.locator(selector).first().textContent();

async function touch(page, ...ids) {
  for (const id of ids) await spot(page, id).click();
}

/** Touches these spots and waits until the match has gone on. */
async function move(page, ...ids) {
  const before = await seqOf(page);
  await touch(page, ...ids);
  await passed(page, before);
}

/** A match with somebody at the second seat, whose moves can be written down too. */
async function begin(page, more = FIRST) {
  const other = await it.person();
  const table = `${it.url}/t/${await it.table(page, "cerke", [{ kind: "me" }, { kind: "open" }], more)}`;
  await Promise.all([page.goto(table), other.goto(table)]);
  await other.locator(".banner button").click();
  await turn(page);
  return other;
}

/** The other moves, and it is this person's turn again. */
async function answered(page, other, ...ids) {
  await turn(other);
  await move(other, ...ids);
  await turn(page);
}

/** Waits until the log says something. */
const told = (page, what) => page.waitForFunction((said) => new RegExp(said).test(document.querySelector(".log").textContent), what);

/** A capture where there is one, or anything else; a season is ended as soon as that is possible. */
async function anything(page, round) {
  if (await spot(page, "end_season").count()) return move(page, "end_season");
  const before = await seqOf(page);
  if (await captured(page)) return;
  // Where a piece has one way only, looking at it was a choice.
  await turn(page);
  if ((await over(page)) || (await seqOf(page)) !== before) return;
  const first = page.locator(".spot.candidate");
  const count = await first.count();
  await first.nth((7 * round + 3) % count).click();
  for (let more = 0; more < 4 && (await seqOf(page)) === before && (await page.locator(".spot.touched").count()); more += 1) {
    const next = page.locator(".spot.candidate");
    await next.nth(round % (await next.count())).click();
  }
  await passed(page, before);
}

/** Looks at every piece for something it can take. */
async function captured(page) {
  const before = await seqOf(page);
  for (const piece of await page.locator(".boards .spot.movable").evaluateAll((all) => all.map((one) => one.dataset.spot))) {
    await spot(page, piece).click();
    if ((await seqOf(page)) !== before) return true;
    const prey = page.locator(".spot.way-take, .spot.way-take_or_step:not(.touched)").first();
    if (await prey.count()) {
      await prey.click();
      const again = page.locator(".spot.touched.way-take");
      if (await again.count()) await again.click();
      await passed(page, before);
      return true;
    }
    await page.keyboard.press("Escape");
  }
  return false;
}

/** Moves the emperor and puts it back where it stood: a penalty, and with it a declaration. */
async function inVain(page) {
  const emperor = await page.locator('.boards .spot[aria-label*="emperor"]').getAttribute("data-spot");
  await touch(page, emperor);
  await page.locator('.boards .spot.candidate[aria-label*="empty"]').first().click();
  await move(page, emperor);
}

test("the educational game, set up by hand, is played to its end against the computer", async () => {
  const page = await it.person();
  await it.setUp(page, "cerke", { preset: "education", options: { season_count: "two" } });
  for (let round = 0; round < 60; round += 1) {
    await turn(page);
    if (await over(page)) break;
    const hasten = round > 4 && !(await spot(page, "end_season").count()) && !(await spot(page, "give_up").count());
    await (hasten ? inVain(page) : anything(page, round));
  }
  await soon.ok(() => over(page), "the game does not end");
  await soon.equal(() => page.locator(".result > table tbody tr").count(), 2);
  await soon.match(() => text(page, ".result .explained"), /ended the season with .+ × rate \d+; points/);
  await soon.ok(() => page.locator(".result .sheet tbody tr").count());
  assert.deepEqual(page.troubles, []);
});

test("a step with a cast: the way, the number needed, where to land, giving up, and the declaration", async () => {
  const page = await it.person();
  const other = await begin(page, { ...FIRST, options: { ...FIRST.options, starting_points: 40 } });
  await soon.equal(() => page.locator(".mark.brackets").count(), 11, "all that can be moved is marked");
  await touch(page, "ZAI");
  await soon.match(() => text(page, ".prompt"), /where it goes/);
  await soon.match(() => text(page, ".ways"), /go there.*step on it/);
  await soon.match(() => spot(page, "ZO").getAttribute("class"), /way-step/);
  await touch(page, "ZO");
  await soon.match(() => text(page, ".prompt"), /goes on to/);
  await soon.equal(() => page.locator(".via").count(), 1);
  await soon.match(() => spot(page, "ZU").getAttribute("aria-label"), /cast 1\+/);
  await soon.ok(async () => (await page.locator(".price").allTextContents()).includes("cast 2+"));
  await move(page, "ZU");
  await turn(page);
  await soon.equal(() => page.locator(".casts .cast .thrown").count(), 5);
  await soon.match(() => text(page, ".casts .need"), /needed 1 or more/);
  if (await spot(page, "give_up").count()) {
    await soon.match(() => text(page, ".prompt"), /You cast [1-5]: choose where/);
    await soon.ok(() => page.locator(".spot.way-go").count());
    await move(page, "give_up");
    await turn(page);
  }
  await told(page, "piece went back|gave the move up");
  await soon.match(() => text(page, ".prompt"), /penalty makes a declaration due/);
  await soon.match(() => spot(page, "go_on").textContent(), /rate becomes ×2/);
  await soon.match(() => spot(page, "end_season").textContent(), /pay 5 \(-5 × 1\)/);
  await move(page, "go_on");
  await told(page, "You: went on");
  await page.waitForFunction(() => /×2/.test(document.querySelector(".c-scores").textContent));
  await answered(page, other, "XI", "XU");
  await inVain(page);
  await turn(page);
  await move(page, "end_season");
  await page.waitForSelector(".season-end");
  await soon.match(() => text(page, ".season-end"), /spring: You ended the season .* × rate 2; points -/);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await turn(page);
    assert.equal(await page.locator(".mark.last").count(), 0, "no square of the fresh board glows");
    assert.equal(await page.locator(".casts").count(), 0, "no throw of the season before");
  }
  assert.deepEqual(page.troubles, []);
});

test("the emperor goes back to where it stood; there is nothing to take there", async () => {
  const page = await it.person();
  await begin(page);
  await touch(page, "ZO", "XO");
  await soon.match(() => spot(page, "ZO").getAttribute("class"), /candidate.*way-go/);
  assert.equal(await page.locator(".way-take, .way-take_or_step, .mark.take").count(), 0);
  assert.doesNotMatch(await text(page, ".ways"), /take/);
});

test("a step lands where the person chooses", async () => {
  const page = await it.person();
  for (let tries = 0; tries < 6; tries += 1) {
    await begin(page);
    await move(page, "XAU", "XAI", "XY");
    await turn(page);
    if (!(await spot(page, "give_up").count())) continue;
    await move(page, "XY");
    await told(page, "chose to land on XY");
    return;
  }
  assert.fail("six casts of nothing");
});

test("two people by invite link: capture, water, reserve, a reload, the board turned, letters", async () => {
  const [ann, bob] = [await it.person(), await it.person()];
  await ann.goto(`${it.url}/play/cerke`);
  await ann.getByRole("radio", { name: /educational game/ }).check();
  await ann.locator("details.options summary").click();
  await ann.getByLabel("Who begins a season.").selectOption({ label: "always the IA side (black king)" });
  await ann.locator(".line.seat").nth(1).locator("select").first().selectOption("open");
  await ann.locator("form .primary").click();
  await bob.goto(await ann.locator(".invite input").inputValue());
  await bob.locator(".banner button").click();
  await turn(ann);
  await move(ann, "ZO", "XO", "CO");
  await turn(bob);
  await soon.match(() => text(bob, ".since"), /emperor ZO → XO → CO/);
  await move(bob, "NI", "NU");
  await turn(ann);
  await touch(ann, "ZAI", "ZI");
  await soon.match(() => text(ann, ".prompt"), /red vessel once more to take it/);
  await move(ann, "ZI");
  await turn(bob);
  await soon.match(() => text(bob, ".happened"), /captured a red vessel/);
  await touch(bob, "NU");
  await soon.match(() => spot(bob, "NO").getAttribute("aria-label"), /water, cast 3\+/);
  await move(bob, "NO");
  for (const page of [ann, bob]) {
    await page.waitForFunction(() => /water/.test(document.querySelector(".casts")?.textContent ?? ""));
    await soon.match(() => text(page, ".casts .need"), /needed 3 or more/);
  }
  await turn(ann);
  const [seq, log] = [await seqOf(ann), await ann.locator(".log li").allTextContents()];
  await ann.reload();
  await turn(ann);
  assert.deepEqual([await seqOf(ann), await ann.locator(".log li").allTextContents()], [seq, log]);
  await move(ann, "r0-赤船", "XY");
  await soon.match(() => spot(ann, "XY").getAttribute("aria-label"), /red vessel/);
  await turn(bob);
  const high = async (id) => (await spot(bob, id).boundingBox()).y;
  await soon.ok(async () => (await high("ZE")) > (await high("ZAU")), "everybody sits at the lower edge");
  await bob.locator(".foot").getByRole("button", { name: "Turn the board" }).click();
  await soon.ok(async () => (await high("ZE")) < (await high("ZAU")));
  assert.equal(await bob.locator(".c-letters").count(), 0);
  await bob.getByLabel("Settings").first().click();
  await bob.getByLabel("Letters instead of kanji").check();
  await soon.ok(async () => (await bob.locator(".c-letters").allTextContents()).includes("So"));
  await bob.keyboard.press("Escape");
  await bob.locator("details.legend summary").click();
  await soon.match(() => text(bob, ".prompt"), /the emperor Ta/);
  assert.doesNotMatch(await bob.locator("main").innerText(), /\p{Script=Han}/u);
  await move(bob, "XI", "XU");
  assert.deepEqual([...ann.troubles, ...bob.troubles], []);
});

test("how a piece moves is told on hover, on focus and in the legend", async () => {
  const page = await it.person();
  await begin(page);
  await spot(page, "CAU").hover();
  await page.waitForSelector(".help .diagram");
  await soon.match(() => text(page, ".help h3"), /chariot/);
  await page.mouse.move(5, 5);
  await page.waitForSelector(".help", { state: "detached" });
  await page.locator(".zone.grid [tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".help .diagram");
  await page.keyboard.press("Escape");
  await page.locator("details.legend summary").click();
  await page.locator("details.legend dt", { hasText: "step with a cast" }).waitFor();
});

/** Goes to a spot of the board by arrow keys and presses Enter. */
async function enter(page, id) {
  const at = (one) => one.evaluate((element) => ({ id: element.dataset.spot, x: element.getBoundingClientRect().x, y: element.getBoundingClientRect().y }));
  const goal = await at(spot(page, id));
  for (let steps = 0; steps < 20; steps += 1) {
    const here = await at(page.locator(":focus"));
    if (here.id === id) return page.keyboard.press("Enter");
    const [dx, dy] = [goal.x - here.x, goal.y - here.y];
    await page.keyboard.press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  throw new Error(`${id} is not reached`);
}

/** Tabs until something like this has the focus. */
async function tabTo(page, selector) {
  for (let steps = 0; steps < 40; steps += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way to ${selector}`);
}

test("the keyboard alone plays a whole season", async () => {
  const page = await it.person();
  const other = await begin(page, { preset: "education", options: { first_player: "fixed", season_count: 1 } });
  const press = async (...ids) => {
    const before = await seqOf(page);
    await tabTo(page, ".zone.grid [data-spot]");
    for (const id of ids) await enter(page, typeof id === "string" ? id : await id());
    await passed(page, before);
  };
  await tabTo(page, ".zone.grid [data-spot]");
  await enter(page, "TAI");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".spot.touched").count(), 0);
  await press("TAI", "TY");
  await answered(page, other, "XI", "XU");
  const beside = () => page.locator('.boards .spot.candidate[aria-label*="empty"]').first().getAttribute("data-spot");
  await press("ZO", beside, "ZO");
  await turn(page);
  await tabTo(page, '[data-spot="end_season"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".result");
  assert.deepEqual(page.troubles, []);
});

test("on a phone: taps play, a long press tells how a piece moves, nothing scrolls sideways", async () => {
  const page = await it.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  const other = await begin(page);
  const box = await spot(page, "CAU").boundingBox();
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const finger = await page.context().newCDPSession(page);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.waitForSelector(".help .diagram");
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.equal(await page.locator(".spot.touched").count(), 0, "asking is not choosing");
  const before = await seqOf(page);
  for (const id of ["TAI", "TY"]) await spot(page, id).tap();
  await passed(page, before);
  await answered(page, other, "XI", "XU");
  await soon.ok(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  const prompt = await page.locator(".prompt").boundingBox();
  assert.ok(prompt.y + prompt.height <= PHONE.height, "the prompt is seen without scrolling");
  assert.deepEqual(page.troubles, []);
});

/** How often the log tells of this move. */
const tellings = async (page, line) => (await page.locator(".log li").allTextContents()).filter((one) => one.includes(line)).length;

for (const [name, forwarded] of [["before it arrives", false], ["before it is acknowledged", true]]) {
  test(`a choice lost ${name} counts once`, async () => {
    const page = await it.person();
    let cut = false;
    await page.routeWebSocket(/\/live\b/, (socket) => {
      const server = socket.connectToServer();
      let muted = false;
      socket.onMessage((message) => {
        if (!String(message).includes('"act"') || cut) return server.send(message);
        cut = muted = true;
        if (forwarded) return server.send(message);
        socket.close();
      });
      server.onMessage((message) => {
        if (!muted) return socket.send(message);
        if (String(message).includes('"state"')) socket.close();
      });
    });
    const other = await begin(page);
    await move(page, "TAI", "TY");
    await answered(page, other, "XI", "XU");
    assert.ok(cut);
    assert.equal(await tellings(page, "You: red soldier TAI → TY"), 1);
    await move(page, "CAI", "CY");
    assert.deepEqual(page.troubles, []);
  });
}

test("silence is told, and so is its end", async () => {
  const page = await it.person();
  let silent = false;
  await page.routeWebSocket(/\/live\b/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => silent || socket.send(message));
  });
  await begin(page);
  silent = true;
  await page.waitForSelector(".banner:has-text('Reconnecting')");
  silent = false;
  await page.waitForSelector(".banner", { state: "detached" });
  await move(page, "TAI", "TY");
});

test("the server is killed and started again: the page says so, comes back, and the game goes on", async () => {
  const page = await it.person();
  const other = await begin(page);
  await move(page, "TAI", "TY");
  await answered(page, other, "XI", "XU");
  const seq = await seqOf(page);
  await it.kill();
  await page.waitForSelector(".banner:has-text('Reconnecting')");
  // A choice made now waits for the connection.
  await touch(page, "CAU", "CY");
  await it.start();
  await page.waitForFunction((before) => Number(document.querySelector(".table").dataset.seq) > before, seq);
  await page.waitForSelector(".banner", { state: "detached" });
  await answered(page, other, "CI", "CU");
  assert.equal(await tellings(page, "You: black chariot CAU → CY"), 1);
  assert.deepEqual(page.troubles, []);
});
