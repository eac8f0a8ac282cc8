/** Playing cards as a person does: touching those of a fanned hand where they can be seen, then a button. */
import { over, passed, seqOf, turn } from "./house.mjs";

export const GAMES = ["walking_war", "seasons_end", "value_war", "linked_friends", "value_tree", "open_cask", "kitten", "soft_run"];

/** Cards overlap: each is touched at its left edge, which the next one leaves free. */
export async function touch(spot) {
  const box = await spot.boundingBox();
  await spot.click({ position: { x: Math.min(9, box.width / 2), y: box.height / 2 } });
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
    const press = ends && (started || !more || dice(4) === 0);
    if (!ends && !more) break;
    await (press ? buttons.nth(dice(ends)).click() : touch(others.nth(dice(more))));
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
