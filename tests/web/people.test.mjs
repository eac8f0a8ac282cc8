/** What people do beside playing: templates for tables, and ratings where their names are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wide } from "./axe.mjs";
import { choose, house, PHONE, signed, turn } from "./house.mjs";
import { soon } from "./soon.mjs";

const it = house({ KAIK_GRACE: "1" });

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
  await soon.match(() => page.getByRole("alert").textContent(), /already/, "a name says which one is meant");

  await page.goto(it.url);
  await page.getByRole("link", { name: "Templates" }).click();
  const one = page.locator(".templates > li");
  await one.waitFor();
  await soon.match(() => one.textContent(), /Club night.*· 1 change ·.*10 min \+ 5 s.*public.*You, Open seat/s);
  await one.getByRole("button", { name: "Rename" }).click();
  await one.getByLabel("What to call it").fill("Friday");
  await one.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Friday" }).waitFor();

  await one.getByRole("link", { name: "Adjust" }).click();
  await page.locator(".chips .chosen").waitFor();
  await soon.equal(() => page.locator(".line.seat select").nth(1).inputValue(), "open");
  await soon.equal(() => page.getByLabel("Clocks").inputValue(), "fischer");
  await soon.ok(() => page.getByLabel("Show the table to everybody").isChecked());
  await soon.equal(() => page.locator("#option-rounds").inputValue(), "2");
  await page.getByLabel("Minutes").fill("20");
  await page.getByRole("button", { name: "Change “Friday” to this" }).click();
  await page.getByText("Kept as “Friday”.").waitFor();

  await page.goto(`${it.url}/templates`);
  await soon.match(() => one.textContent(), /20 min \+ 5 s/);
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
  await soon.ok(async () => (await shown(ann, 0)) > before[0]);
  assert.equal(await bob.locator(".zone.choices, .player.turn").count(), 0, "nobody is to choose in a match that was given up");
  const { id } = await (await ann.request.get(`${it.url}/api/me`)).json();
  await bob.goto(`${it.url}/u/${id}`);
  await soon.match(() => bob.locator(".tables .about").first().textContent(), /Beast Streak.*vs\. You · place 1 of 2/);
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
  await soon.equal(() => ann.locator(".standings tbody tr").count(), 2);
  assert.equal(await ann.locator(".standings thead").count(), 0, "nobody has a place before the first round");
  await ann.getByRole("button", { name: "Remove: Guest of hers" }).click();
  await ann.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await ann.getByRole("button", { name: "Start round 1" }).click();
  await ann.getByRole("link", { name: "To the table" }).waitFor();
  const evening = ann.url();
  await soon.match(() => ann.locator("header .muted").last().textContent(), /^Beast Cast · .*Swiss · organised by Organiser$/);
  for (const page of [ann, bob]) {
    await page.goto(evening);
    await page.getByRole("link", { name: "To the table" }).click();
  }
  for (const page of [ann, bob]) await page.waitForSelector(".result");
  assert.equal(await ann.getByRole("button", { name: "Play again" }).count(), 0, "an evening goes on by itself");
  await ann.getByRole("link", { name: "To the tournament" }).click();
  assert.equal(ann.url(), evening);
  await ann.getByText("Round 1 of 1").waitFor();
  await ann.waitForFunction(() => /1 – 0|0 – 1|½ – ½/.test(document.querySelector(".listed")?.textContent ?? ""));
  await soon.match(() => ann.locator(".standings thead").textContent(), /Opponents’ points/);
  for (const page of [ann, bob]) assert.deepEqual(page.troubles, []);
});

test("an account on a phone: what is refused is said where it is seen, and loses nothing that was typed", async () => {
  const page = await it.person({ viewport: PHONE });
  const refused = async (text) => {
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
    const seen = ({ y, height }) => y >= 0 && y + height <= PHONE.height;
    await soon.ok(async () => seen(await page.getByRole("alert").boundingBox()), `${text} is seen`);
  };
  await register(page, "Pocket");
  await page.goto(`${it.url}/account`);
  await page.getByRole("button", { name: "Delete me" }).click();
  const farewell = page.locator("form").last();
  await farewell.getByLabel("Password").fill("not this one");
  assert.equal(await page.locator("form").first().getByLabel("Password", { exact: true }).inputValue(), "", "what is typed into one form is in no other");
  await farewell.getByRole("button", { name: "Delete me" }).click();
  await refused("That is not your password.");
  await farewell.getByRole("button", { name: "Cancel" }).click();

  const token = page.getByLabel("Name of the program");
  await token.fill("a\u200bb");
  await page.getByRole("button", { name: "Make a token" }).click();
  await refused("all of them visible");
  await soon.equal(() => token.inputValue(), "a\u200bb");
  await token.fill("my bot");
  await page.getByRole("button", { name: "Make a token" }).click();
  await page.getByText("Copy it now").waitFor();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("radio", { name: "Sign in" }).waitFor();
  await soon.ok(() => page.getByRole("radio", { name: "Sign in" }).isChecked(), "whoever signs out has an account");
  await page.getByLabel("Name").fill("pocket");
  await page.getByLabel("Password").fill("long enough");
  await page.locator("form .primary").click();
  await page.getByText("Signed in as Pocket.").waitFor();
  assert.equal(await page.getByText("Copy it now").count(), 0, "a token is shown once");
  assert.deepEqual(page.troubles, []);
});

test("the menu knows whose name it is, and says why a name cannot be had", async () => {
  const [page, other] = [await it.person(), await it.person()];
  await register(other, "Settled");
  await page.goto(`${it.url}/account`);
  const [gear, name] = [page.getByRole("button", { name: "Settings" }), page.locator("#own-name")];
  await gear.click();
  await page.waitForFunction(() => /^Guest/.test(document.querySelector("#own-name")?.value));
  await name.fill("Settled");
  await page.locator(".settings").getByRole("button", { name: "Save" }).click();
  await page.locator(".settings").getByRole("alert").filter({ hasText: "belongs to an account" }).waitFor();
  await gear.click();
  await page.getByLabel("Name", { exact: true }).fill("Newly here");
  await page.getByLabel("Password").fill("long enough");
  await page.locator("main form .primary").click();
  await page.getByText("Signed in as Newly here.").waitFor();
  await gear.click();
  await page.waitForFunction(() => document.querySelector("#own-name")?.value === "Newly here");
  assert.deepEqual(page.troubles, []);
});

test("a table by link tells its terms; a proposal that is refused is answered; whose seat the computer took is told so", async () => {
  const [ann, bob, eve] = [await it.person(), await it.person(), await it.person()];
  for (const [page, name] of [[ann, "Anna"], [bob, "Bobby"]]) await page.request.patch(`${it.url}/api/me`, { data: { name }, headers: await signed(page, it.url) });
  const id = await it.table(ann, "old_cerke", [{ kind: "me" }, { kind: "open" }], { preset: "walkers", options: { old_chain_jump: true }, rated: false });
  await bob.goto(`${it.url}/t/${id}`);
  const told = bob.locator(".ask .muted");
  await told.waitFor();
  await soon.match(() => told.textContent(), /^Ancient Cerke · .+ · 1 change · does not count for ratings$/);
  await bob.getByRole("button", { name: "Take a seat" }).click();
  for (const page of [ann, eve]) await page.goto(`${it.url}/t/${id}`);
  for (const page of [ann, bob, eve]) await page.waitForSelector('.table[data-status="playing"]');
  await bob.getByRole("button", { name: "Offer a draw" }).click();
  await ann.getByRole("button", { name: "Decline" }).click();
  await bob.getByText("Anna does not want a draw.").waitFor();
  await ann.locator(".matters").waitFor({ state: "detached" }); // nobody is told what they said themselves

  await bob.goto("about:blank");
  for (let choices = 0; !(await ann.getByRole("button", { name: "Let the computer play on" }).count()); choices += 1) {
    if (await ann.locator(".spot.candidate").count()) await choose(ann);
    await ann.waitForTimeout(100);
    assert.ok(choices < 400);
  }
  await ann.getByRole("button", { name: "Let the computer play on" }).click();
  await ann.waitForFunction(() => /Computer/.test(document.querySelector('.player[data-seat="1"]').textContent));
  await bob.goto(`${it.url}/t/${id}`);
  await bob.getByText("the computer plays on in your place").waitFor();
  await turn(ann);
  await ann.getByRole("button", { name: "Resign" }).click();
  await ann.locator(".banner").getByRole("button", { name: "Resign" }).click();
  await eve.waitForSelector(".result");
  assert.equal(await eve.getByRole("button", { name: "Play again" }).count(), 0, "who watched has no match to repeat");
  for (const page of [ann, bob, eve]) assert.deepEqual(page.troubles, []);
});

test("an evening tells who has withdrawn, and keeps saying why something was refused", async () => {
  const [ann, bob, eve] = [await it.person(), await it.person(), await it.person()];
  const headers = async (page) => ({ headers: await signed(page, it.url) });
  const made = await ann.request.post(`${it.url}/api/tournaments`, { data: { name: "Short", kind: "robin", game: "old_cerke" }, ...(await headers(ann)) });
  const path = `tournaments/${(await made.json()).id}`;
  for (const page of [ann, bob, eve]) await page.request.post(`${it.url}/api/${path}/enter`, await headers(page));
  await ann.goto(`${it.url}/${path.replace("tournaments", "tournament")}`);
  await ann.route("**/round", (route) => route.fulfill({ status: 409, json: { code: "error.tournament_running", message: { key: "error.tournament_running" } } }));
  await ann.getByRole("button", { name: "Start round 1" }).click();
  await ann.getByRole("alert").filter({ hasText: "still being played" }).waitFor();
  await ann.waitForResponse((answer) => answer.url().endsWith(path));
  await ann.waitForTimeout(200);
  assert.equal(await ann.getByRole("alert").count(), 1, "looking again takes nothing back");
  await ann.request.post(`${it.url}/api/${path}/round`, await headers(ann));
  await bob.request.post(`${it.url}/api/${path}/withdraw`, { data: {}, ...(await headers(bob)) });
  await ann.locator(".standings").getByText("withdrawn").waitFor();
  for (const page of [ann, bob, eve]) assert.deepEqual(page.troubles, []);
});

test("a name that is one long word leaves every page of a phone as wide as it is", async () => {
  const people = [];
  for (const n of [1, 2, 3]) {
    const page = await it.person({ viewport: PHONE });
    await page.request.patch(`${it.url}/api/me`, { data: { name: "W".repeat(39) + n }, headers: await signed(page, it.url) });
    people.push(page);
  }
  const [ann, bob, eve] = people;
  const post = async (page, path, data = {}) => (await page.request.post(`${it.url}/api/${path}`, { data, headers: await signed(page, it.url) })).json();
  const narrow = async (page, where) => assert.ok(!(await wide(page)), where);
  for (const game of ["seasons_end", "new_play", "six_cast"]) {
    const id = await it.table(ann, game, [{ kind: "me" }, { kind: "open" }, { kind: "open" }], { public: true });
    for (const page of [bob, eve]) await post(page, `tables/${id}/join`);
    for (const page of people) await page.goto(`${it.url}/t/${id}`);
    for (const page of people) await page.waitForSelector('.table[data-status="playing"]');
    for (const page of people) await narrow(page, game);
  }
  const evening = await post(ann, "tournaments", { name: "W".repeat(40), kind: "robin", game: "old_cerke" });
  for (const page of people) await post(page, `tournaments/${evening.id}/enter`);
  const [met] = (await post(ann, `tournaments/${evening.id}/round`)).pairings[0].filter((one) => one.table);
  for (const [path, seen] of [["/", ".tables li"], ["/tournaments", ".tables li"], [`/tournament/${evening.id}`, ".listed li"], [`/u/${met.first}`, "h1"], [`/t/${met.table}`, ".player"]]) {
    await eve.goto(`${it.url}${path}`);
    await eve.locator(seen).first().waitFor();
    await narrow(eve, path);
  }
  await post(ann, `tournaments/${evening.id}/withdraw`, { person: met.first });
  await eve.waitForSelector(".result");
  await narrow(eve, "the result");
});

test("whoever may not play is told so at a table, too", async () => {
  const [ann, bob] = [await it.person(), await it.person()];
  const id = await it.table(ann, "old_cerke");
  const banned = { code: "error.banned", message: { key: "error.banned" } };
  await bob.route("**/api/me", (route) => route.fulfill({ status: 403, json: banned }));
  await bob.goto(`${it.url}/t/${id}`);
  await bob.getByRole("heading", { name: "You may no longer play here." }).waitFor();
  assert.deepEqual(bob.troubles, []);
});
