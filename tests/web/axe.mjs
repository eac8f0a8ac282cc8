/** What axe finds serious or critical on a page, in a word each. */
import { readFileSync } from "node:fs";
import { need } from "./browser.mjs";

const axe = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");

export async function grave(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** Whether the page can be scrolled sideways. */
export const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
