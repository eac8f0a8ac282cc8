/** Going about a board by keyboard. */

/** Only one button of a zone is in the tab order; arrow keys reach the others. */
export function rove(button: HTMLElement): void {
  const grid = button.closest("[role=grid]");
  grid?.querySelectorAll("[data-spot][tabindex='0']").forEach((other) => other.setAttribute("tabindex", "-1"));
  if (grid) button.tabIndex = 0;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The button an arrow key leads to: the nearest one that way. */
export function neighbour(button: HTMLElement, key: string): HTMLElement | null {
  const way = ARROWS[key];
  const group = button.closest("[role=grid], [role=group]");
  if (!way || !group) return null;
  const here = centre(button);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of group.querySelectorAll<HTMLElement>("[data-spot]")) {
    const there = centre(other);
    const along = (there.x - here.x) * way[0] + (there.y - here.y) * way[1];
    const aside = Math.abs((there.x - here.x) * way[1]) + Math.abs((there.y - here.y) * way[0]);
    if (along > 4 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
  }
  return best;
}

function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
