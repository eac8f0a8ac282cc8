/** Whole games, by what a person can touch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, dice, house, over, passed, PHONE, playOut, seqOf, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house();

for (const game of ["beast_cast", "beast_streak", "new_play"]) {
  test(`${game} is played to its end against the computer`, async () => {
    const page = await it.person();
    await it.fromShelf(page, game);
    await playOut(page, dice(7));
    await soon.equal(() => page.locator(".result tbody tr").count(), 2);
    assert.deepEqual(page.troubles, []);
    const finished = page.url();
    await page.locator(".result .primary").click();
    await page.waitForURL((url) => url.href !== finished && url.pathname.startsWith("/t/"));
    await page.context().close();
  });
}

test("a newcomer meets an easy level; the one chosen in the set-up is told in words and kept", async () => {
  const page = await it.person();
  const opponent = () => page.locator(".player .name", { hasText: "Computer" }).textContent();
  await it.fromShelf(page, "beast_streak");
  await soon.match(opponent, /level 2/);
  await page.goto(`${it.url}/play/beast_streak`);
  const level = page.getByLabel("Computer player at seat 2");
  await soon.equal(() => level.inputValue(), "level2");
  await soon.deepEqual(async () => (await level.locator(":scope > option").allTextContents()).length, 8);
  const easy = await page.locator(".seat-about").textContent();
  await level.selectOption("level7");
  await soon.notEqual(() => page.locator(".seat-about").textContent(), easy);
  await it.fromShelf(page, "new_play");
  await soon.match(opponent, /level 7/);
  assert.deepEqual(page.troubles, []);
});

test("where nothing is chosen the set-up offers one level and says so", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/play/beast_cast`);
  const level = page.getByLabel("Computer player at seat 2");
  await soon.equal(() => level.inputValue(), "level1");
  await soon.deepEqual(() => level.locator(":scope > option").allTextContents(), ["level 1"]);
  await soon.match(() => page.locator(".seat-about").textContent(), /nothing to choose/);
  await page.locator("form .primary").click();
  await page.waitForURL(/\/t\//);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a hint is a list that can be read, and one touch plays what it says", async () => {
  const page = await it.person();
  await it.fromShelf(page, "old_cerke");
  await turn(page);
  const before = await seqOf(page);
  await page.getByRole("button", { name: "Hint" }).click();
  const best = page.locator(".hint li").first();
  await best.waitFor();
  await soon.equal(() => best.evaluate((line) => getComputedStyle(line).display), "flex", "its looks come with the table, not from another page");
  await best.getByRole("button").click();
  await passed(page, before);
  assert.deepEqual(page.troubles, []);
});

test("two people play each other by invite link", async () => {
  const [ann, bob] = [await it.person(), await it.person()];
  await ann.goto(`${it.url}/play/beast_streak`);
  await ann.locator(".line.seat").nth(1).locator("select").first().selectOption("open");
  await ann.locator("form .primary").click();
  await ann.waitForURL(/\/t\//);
  const link = await ann.locator(".invite input").inputValue();
  await bob.goto(link);
  await bob.locator(".banner button").click();
  for (let choices = 0; choices < 200 && !((await over(ann)) && (await over(bob))); choices += 1) {
    await Promise.race([turn(ann), turn(bob)]);
    for (const page of [ann, bob]) if (!(await over(page)) && (await page.locator(".spot.candidate").count())) await choose(page, () => choices % 3);
  }
  await soon.ok(async () => (await over(ann)) && (await over(bob)));
  assert.deepEqual([...ann.troubles, ...bob.troubles], []);
});

test("a third person watches", async () => {
  const [ann, eve] = [await it.person(), await it.person()];
  const id = await it.table(ann, "beast_streak");
  await ann.goto(`${it.url}/t/${id}`);
  await turn(ann);
  await eve.goto(`${it.url}/t/${id}`);
  await eve.waitForSelector(".banner.calm");
  assert.equal(await eve.locator(".spot.candidate").count(), 0);
});

test("a reload in the middle shows the same position", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/t/${await it.table(page, "beast_streak")}`);
  await turn(page);
  const [seq, log] = [await seqOf(page), await page.locator(".log li").allTextContents()];
  await page.reload();
  await turn(page);
  assert.equal(await seqOf(page), seq);
  assert.deepEqual(await page.locator(".log li").allTextContents(), log);
  await playOut(page, () => 1);
});

test("a lost connection comes back by itself and the game goes on", async () => {
  const page = await it.person();
  await page.addInitScript(() => {
    const Real = WebSocket;
    window.sockets = [];
    window.WebSocket = class extends Real {
      constructor(...given) {
        super(...given);
        window.sockets.push(this);
      }
    };
  });
  await page.goto(`${it.url}/t/${await it.table(page, "beast_streak")}`);
  await turn(page);
  await page.evaluate(() => window.sockets.at(-1).close());
  await page.waitForFunction(() => window.sockets.length > 1 && window.sockets.at(-1).readyState === 1);
  await playOut(page, () => 1);
});

test("the keyboard alone plays a game", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/t/${await it.table(page, "new_play")}`);
  for (let choices = 0; choices < 60; choices += 1) {
    await turn(page);
    if (await over(page)) break;
    const before = await seqOf(page);
    await page.locator(".zone.grid [tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    await soon.match(() => page.evaluate(() => document.activeElement.dataset.spot), /number-/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".spot.touched").count(), 0);
    await page.keyboard.press("Space");
    await soon.equal(() => page.locator(".spot.touched").count(), 1);
    await page.locator(".zone.row [tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.seq) !== seq, before);
  }
  await soon.ok(() => over(page));
});

test("on a phone nothing scrolls sideways and everything is large enough to touch", async () => {
  const page = await it.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  for (const path of ["/", "/play/beast_streak", `/t/${await it.table(page, "new_play")}`, `/t/${await it.table(page, "cerke")}`]) {
    await page.goto(it.url + path);
    await page.waitForSelector("main button");
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${path} is ${wide} wide`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, .button, select, .segments label")]
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => box.width && one.getAttribute("aria-disabled") !== "true" && Math.min(box.width, box.height) < 40)
        .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
    );
    assert.deepEqual(small, [], path);
  }
  await page.goto(`${it.url}/t/${await it.table(page, "beast_streak")}`);
  await playOut(page, () => 1);
});

test("cerke: a piece is dragged, and touches are taken back", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/t/${await it.table(page, "cerke", null, { options: { first_player: "fixed" } })}`);
  await turn(page);
  const before = await seqOf(page);
  await page.locator('[data-spot="LAI"]').click();
  await soon.equal(() => page.locator(".spot.touched").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".spot.touched").count(), 0);
  const [from, to] = [await page.locator('[data-spot="LAI"]').boundingBox(), await page.locator('[data-spot="LY"]').boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.seq) > seq, before);
  await soon.match(() => page.locator(".log").textContent(), /soldier LAI → LY/);
  assert.deepEqual(page.troubles, []);
});
