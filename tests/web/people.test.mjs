/** What people do beside playing: templates for tables, and ratings where their names are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, signed } from "./house.mjs";

const it = house();

async function register(page, name) {
  const answer = await page.request.post(`${it.url}/api/account`, { data: { name, password: "long enough" }, headers: await signed(page, it.url) });
  assert.ok(answer.ok(), await answer.text());
}

test("a table as it is set up is kept, found again, renamed, changed, started and deleted", async () => {
  const page = await it.person();
  await page.goto(`${it.url}/play/beast_streak`);
  await page.locator(".line.seat select").nth(1).selectOption("open");
  await page.getByLabel("Clocks").selectOption("fischer");
  await page.getByLabel("Show the table to everybody").check();
  await page.locator("details.options summary").click();
  await page.locator("#option-rounds").fill("2");
  const name = page.getByLabel("What to call it");
  await name.fill("Club night");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Kept as “Club night”.").waitFor();
  await name.fill("Club night");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").textContent(), /already/, "a name says which one is meant");

  await page.goto(it.url);
  await page.getByRole("link", { name: "Templates" }).click();
  const one = page.locator(".templates > li");
  await one.waitFor();
  assert.match(await one.textContent(), /Club night.*10 min \+ 5 s.*public.*You, Open seat/s);
  await one.getByRole("button", { name: "Rename" }).click();
  await one.getByLabel("What to call it").fill("Friday");
  await one.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Friday" }).waitFor();

  await one.getByRole("link", { name: "Adjust" }).click();
  await page.locator(".chips .chosen").waitFor();
  assert.equal(await page.locator(".line.seat select").nth(1).inputValue(), "open");
  assert.equal(await page.getByLabel("Clocks").inputValue(), "fischer");
  assert.ok(await page.getByLabel("Show the table to everybody").isChecked());
  assert.equal(await page.locator("#option-rounds").inputValue(), "2");
  await page.getByLabel("Minutes").fill("20");
  await page.getByRole("button", { name: "Change “Friday” to this" }).click();
  await page.getByText("Kept as “Friday”.").waitFor();

  await page.goto(`${it.url}/templates`);
  assert.match(await one.textContent(), /20 min \+ 5 s/);
  await one.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/t\//);
  const table = await (await page.request.get(page.url().replace("/t/", "/api/tables/"))).json();
  assert.deepEqual([table.options.rounds, table.clock.seconds, table.public, table.seats.map((seat) => seat.kind)], [2, 1200, true, ["person", "open"]]);

  await page.goto(`${it.url}/templates`);
  await one.getByRole("button", { name: "Delete" }).click();
  await one.locator("form").getByRole("button", { name: "Delete" }).click();
  await page.getByText("You have none yet.").waitFor();
  assert.deepEqual(page.troubles, []);
});

test("ratings stand beside names at the table, in the lobby and in the result; who has none shows none", async () => {
  const [ann, bob, eve] = [await it.person(), await it.person(), await it.person()];
  await register(ann, "Ann");
  await register(bob, "Bob");
  const meet = async () => {
    const id = await it.table(ann, "beast_streak", [{ kind: "me" }, { kind: "open" }], { public: true });
    await eve.goto(it.url);
    const listed = eve.locator(`.lobby a[href="/t/${id}"] .muted`);
    await listed.waitFor();
    const told = await listed.textContent();
    await bob.goto(`${it.url}/t/${id}`);
    await bob.getByRole("button", { name: "Take a seat" }).click();
    await ann.goto(`${it.url}/t/${id}`);
    for (const page of [ann, bob]) await page.waitForSelector('.table[data-status="playing"]');
    return told;
  };
  const resign = async () => {
    await bob.getByRole("button", { name: "Resign" }).click();
    await bob.locator(".banner").getByRole("button", { name: "Resign" }).click();
    for (const page of [ann, bob]) await page.waitForSelector(".result .rating");
  };

  assert.equal(await meet(), "Ann, Open seat");
  assert.equal(await ann.locator(".player .rating").count(), 0);
  await resign();
  assert.match(await meet(), /^Ann 1[5-9]\d\d\?, Open seat$/);
  const shown = async (page, seat) => Number(/\d{4}/.exec(await page.locator(`.player[data-seat="${seat}"] .rating`).textContent())[0]);
  const before = [await shown(ann, 0), await shown(ann, 1)];
  assert.ok(before[0] > 1500 && before[1] < 1500, String(before));
  await resign();
  await ann.waitForFunction(() => /\(\+\d+\)/.test(document.querySelector(".result .you .rating")?.textContent));
  assert.ok((await shown(ann, 0)) > before[0]);
  assert.equal(await bob.locator(".zone.choices, .player.turn").count(), 0, "nobody is to choose in a match that was given up");
  for (const page of [ann, bob, eve]) assert.deepEqual(page.troubles, []);
});

test("an evening: its rules and rounds are chosen, its link is copied without a clipboard, nobody is taken out by mistake, the table of it parts equals", async () => {
  const [ann, bob] = [await it.person(), await it.person()];
  await register(ann, "Organiser");
  await register(bob, "Guest of hers");
  // As at home over a plain connection, where a browser lends no clipboard.
  await ann.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await ann.goto(`${it.url}/tournaments`);
  const [game, rules] = [ann.locator("form select").nth(0), ann.locator("form select").nth(1)];
  await game.selectOption("old_cerke");
  await rules.selectOption("walkers");
  await game.selectOption("beast_cast");
  await ann.getByLabel("Name").fill("Friday");
  await ann.getByLabel("Rounds").fill("1");
  await ann.getByRole("button", { name: "Organise a tournament" }).click();
  await ann.waitForURL(/\/tournament\//);
  await ann.getByRole("button", { name: "Copy link" }).click();
  await ann.getByRole("button", { name: "Copied" }).waitFor();
  for (const page of [bob, ann]) {
    await page.goto(ann.url());
    await page.getByRole("button", { name: "Take part" }).click();
    await page.getByRole("button", { name: "Withdraw" }).waitFor();
  }
  assert.equal(await ann.locator(".standings tbody tr").count(), 2);
  assert.equal(await ann.locator(".standings thead").count(), 0, "nobody has a place before the first round");
  await ann.getByRole("button", { name: "Remove: Guest of hers" }).click();
  await ann.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await ann.getByRole("button", { name: "Start round 1" }).click();
  const evening = ann.url();
  for (const page of [ann, bob]) {
    await page.goto(evening);
    await page.getByRole("link", { name: "To the table" }).click();
  }
  for (const page of [ann, bob]) await page.waitForSelector(".result");
  await ann.goto(evening);
  await ann.getByText("Round 1 of 1").waitFor();
  await ann.waitForFunction(() => /1 – 0|0 – 1|½ – ½/.test(document.querySelector(".listed")?.textContent ?? ""));
  assert.match(await ann.locator(".standings thead").textContent(), /Opponents’ points/);
  for (const page of [ann, bob]) assert.deepEqual(page.troubles, []);
});
