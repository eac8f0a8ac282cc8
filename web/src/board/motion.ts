/** Movement: what has changed its place slides there, and what is refused shakes. */
const SLIDE_MS = 260;
const SHAKE_MS = 180;
const SHAKE = [{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }];

/** An item as it was drawn: on which spot, how it looks, and where on the screen. */
interface Place {
  at: string;
  looks: string;
  box: DOMRect;
}

/** Where everything lies before something moves, by how it looks. */
export function itemPlaces(items: readonly SVGGElement[]): Map<string, Place[]> {
  const places = items.map((element) => ({ at: element.dataset.at!, looks: element.dataset.item!, box: element.getBoundingClientRect() }));
  return Map.groupBy(places, (place) => place.looks);
}

/** Lets what has moved slide from where it was. */
export function slide(before: Map<string, Place[]>, now: readonly SVGGElement[]): void {
  if (calm()) return;
  const standing = new Set(now.map((element) => `${element.dataset.at} ${element.dataset.item}`));
  const was = new Set([...before.values()].flat().map((place) => `${place.at} ${place.looks}`));
  for (const element of now) {
    if (was.has(`${element.dataset.at} ${element.dataset.item}`)) continue;
    const gone = before.get(element.dataset.item!)?.find((place) => !standing.has(`${place.at} ${place.looks}`));
    if (gone) slideFrom(element, gone.box);
  }
}

function slideFrom(element: SVGGElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const scale = element.getScreenCTM()?.a || 1;
  const dx = (from.left + from.width / 2 - to.left - to.width / 2) / scale;
  const dy = (from.top + from.height / 2 - to.top - to.height / 2) / scale;
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-out" });
}

export function shake(element: HTMLElement | null): void {
  element?.animate(SHAKE, { duration: calm() ? 0 : SHAKE_MS });
}

/** The person asked for less motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
