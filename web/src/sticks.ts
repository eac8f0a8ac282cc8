/** Throwing sticks and dice, drawn for every game. */
import { calm } from "./board";
import { seeded } from "./svg";
import type { Cast } from "./wire";

const WIDTH = 46;
const HEIGHT = 150;

/** The sticks of a cast as they lie: `thrown` of them with the marked side up. */
export function castPicture(cast: Cast, seed: string): string {
  if (cast.die) return diePicture(cast.thrown);
  const count = cast.sticks ?? 5;
  const chance = seeded(`${seed} ${cast.thrown} ${count}`);
  const up = shuffled(count, chance).map((at) => at < cast.thrown);
  const sticks = up.map((marked, index) => stick(marked, index, chance));
  return `<svg class="cast" viewBox="0 0 ${count * WIDTH} ${HEIGHT}" aria-hidden="true">${sticks.join("")}</svg>`;
}

function stick(marked: boolean, index: number, chance: () => number): string {
  const angle = (chance() - 0.5) * 16;
  const x = (index + 0.5) * WIDTH;
  const y = HEIGHT / 2 + (chance() - 0.5) * 14;
  const face = marked
    ? `<path class="notch" d="M-5-40 5-30M-5-30 5-40M-7 0H7M-5 30 5 40M-5 40 5 30"/>`
    : `<path class="bark" d="M-4-44Q1-20-3 4T-2 46M4-40Q0-10 4 14T3 42"/>`;
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><g class="thrown" style="--n:${index}">
    <rect class="shade" x="-11" y="-58" width="26" height="122" rx="12"/>
    <rect class="wood ${marked ? "marked" : "plain"}" x="-13" y="-62" width="26" height="122" rx="12"/>${face}</g></g>`;
}

function shuffled(count: number, chance: () => number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  return order.map((at) => [chance(), at] as const).sort((a, b) => a[0] - b[0]).map(([, at]) => at);
}

const PIPS: Record<number, [number, number][]> = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 24], [28, 50], [28, 76], [72, 24], [72, 50], [72, 76]],
};

function diePicture(n: number): string {
  const pips = (PIPS[n] ?? []).map(([x, y]) => `<circle class="pip" cx="${x}" cy="${y}" r="9"/>`);
  return `<svg class="cast die" viewBox="0 0 100 100" aria-hidden="true"><g class="thrown" style="--n:0"><rect class="wood marked" x="6" y="6" width="88" height="88" rx="18"/>${pips.join("")}</g></svg>`;
}

/** Tumbles the sticks inside an element into place. */
export function tumble(host: HTMLElement): void {
  if (calm()) return;
  host.querySelectorAll<SVGGElement>(".thrown").forEach((stick, index) => {
    const spin = (index % 2 ? -1 : 1) * (200 + 70 * index);
    stick.animate(
      [
        { transform: `translate(0, -70px) rotate(${spin}deg) scale(1.15)`, opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 520 + 70 * index, easing: "cubic-bezier(.2,.8,.3,1.08)", fill: "backwards" },
    );
  });
}
