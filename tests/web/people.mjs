/** Two people who have met: something to be seen on the pages about people. */
import { signed } from "./house.mjs";

async function ask(page, url, path, data = {}) {
  const answer = await page.request.post(`${url}/api/${path}`, { data, headers: await signed(page, url) });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** They have accounts, a rated match behind them, a tournament under way, and the first of them a template; tells where the first of them and it are. */
export async function acquainted(url, pages, names) {
  for (const [at, page] of pages.entries()) await ask(page, url, "account", { name: names[at], password: "long enough" });
  const [ann, bob] = pages;
  const table = await ask(ann, url, "tables", { game: "beast_cast", seats: [{ kind: "me" }, { kind: "open" }] });
  await ask(bob, url, `tables/${table.id}/join`);
  for (const page of pages) await page.goto(`${url}/t/${table.id}`);
  for (const page of pages) await page.waitForSelector(".result");
  const evening = await ask(ann, url, "tournaments", { name: "Friday", kind: "swiss", game: "beast_streak" });
  for (const page of pages) await ask(page, url, `tournaments/${evening.id}/enter`);
  await ask(ann, url, `tournaments/${evening.id}/round`);
  await ask(ann, url, "templates", { name: "Friday club", wish: { game: "cerke", preset: "education", seats: [{ kind: "me" }, { kind: "open" }], clock: { kind: "fischer", seconds: 600, increment: 5 }, public: true } });
  const { id } = await (await ann.request.get(`${url}/api/me`)).json();
  return { profile: `/u/${id}`, ladder: "/ladder/beast_cast", tournament: `/tournament/${evening.id}`, templates: "/templates" };
}
