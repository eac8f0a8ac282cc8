/** Playing cards as a person does: touching those of a fanned hand where they can be seen, then a button. */
import { over, passed, seqOf, tried, turn } from "./house.mjs";

export const GAMES = ["walking_war", "seasons_end", "value_war", "linked_friends", "value_tree", "open_cask", "kitten", "soft_run"];

/** Cards overlap: each is touched where it can be seen, as far to the left as possible. */
export async function touch(spot, patience = {}) {
  await spot.scrollIntoViewIfNeeded(patience);
  await spot.click({ position: await spot.evaluate(seen, undefined, patience), ...patience });
}

/** A point of an element, from its corner, that nothing else covers. */
function seen(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const across = [Math.min(9, width / 2), ...[0.15, 0.3, 0.5, 0.7, 0.85, 0.95].map((part) => part * width)];
  const points = [0.5, 0.1, 0.9].flatMap((part) => across.map((x) => ({ x, y: part * height })));
  const bare = ({ x, y }) => element.contains(document.elementFromPoint(left + x, top + y));
  return points.find(bare) ?? points[0];
}

/** One choice: some cards, and a button as soon as there is one for them. */
export async function choose(page, dice) {
  const before = await seqOf(page);
  const goOn = page.locator(".season-end button");
  if (await goOn.count()) await goOn.click();
  const changed = async () => (await seqOf(page)) !== before || (await over(page)) || !(await page.locator(".spot.candidate").count());
  for (let touches = 0; touches < 24; touches += 1) {
    const buttons = page.locator(".choices .spot.candidate");
    const others = page.locator(".zone:not(.choices) .spot.candidate:not(.touched)");
    const [ends, more] = [await buttons.count(), await others.count()];
    const started = await page.locator(".spot.touched").count();
    const button = ends && (started || !more || dice(4) === 0);
    if (!ends && !more) break;
    await (button ? tried(buttons.nth(dice(ends))) : tried(others.nth(dice(more)), touch));
    await page.waitForTimeout(25);
    if (await changed()) return;
  }
  await passed(page, before);
}

/** Plays on for so many choices, or until the result is shown. */
export async function play(page, dice, most = 600) {
  for (let choices = 0; choices < most; choices += 1) {
    await turn(page);
    if (await over(page)) return;
    await choose(page, dice);
  }
}
