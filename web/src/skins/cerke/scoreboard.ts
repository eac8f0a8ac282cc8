/** Season, rate and score as tracks with a marker, as the printed sets have them. */
import type { Catalogue } from "../../messages";
import { esc } from "../../svg";
import type { Counter, Scene } from "../../wire";
import type { Skin } from "../skin";

const RATES = [1, 2, 4, 8, 16, 32, 64];
const TAKEN = ["season", "rate"];

export const scoreboard: NonNullable<Skin["scoreboard"]> = {
  takes: (counter: Counter) => TAKEN.includes(counter.id),
  draw(scene: Scene, words: Catalogue, near: number): string {
    return `<div class="c-scores">${tug(scene, words, near)}${seasons(scene, words)}${rates(scene, words)}</div>`;
  },
};

function counter(scene: Scene, id: string): Counter | undefined {
  return scene.counters?.find((one) => one.id === id);
}

function points(scene: Scene, seat: number): number {
  const value = counter(scene, `points-${seat}`)?.value;
  return typeof value === "number" ? value : 0;
}

/** What one side gains the other loses, so that a single marker between both tells the score. */
function tug(scene: Scene, words: Catalogue, near: number): string {
  const [mine, theirs] = [points(scene, near), points(scene, 1 - near)];
  const whole = Math.max(mine + theirs, 1);
  const at = 10 + 220 * Math.min(1, Math.max(0, theirs / whole));
  const ticks = Array.from({ length: 21 }, (_, i) => `M${10 + i * 11} ${i % 5 ? 16 : 12}V28`).join("");
  return `<svg class="c-tug" viewBox="0 0 240 34" role="img" aria-label="${esc(`${words.word("ui.score")}: ${mine} – ${theirs}`)}">
    <path class="c-ticks" d="M10 22H230${ticks}"/><g class="c-marker" style="transform:translateX(${at}px)"><path d="M0 25-7 12V4H7V12Z"/></g></svg>`;
}

function seasons(scene: Scene, words: Catalogue): string {
  const found = counter(scene, "season");
  const value = found?.value;
  if (!found || typeof value !== "object") return "";
  const { n, of } = value.params ?? {};
  const cells = Array.from({ length: Number(of ?? 1) }, (_, at) => `<i class="${at + 1 === n ? "now" : at + 1 < Number(n) ? "done" : ""}"></i>`);
  return line(words.text(found.label), words.text(value), cells.join(""));
}

function rates(scene: Scene, words: Catalogue): string {
  const found = counter(scene, "rate");
  const value = found?.value;
  if (!found || value === undefined) return "";
  const rate = typeof value === "number" ? value : Number(value.params?.["n"] ?? 1);
  const cells = RATES.map((step) => `<i class="${step === rate ? "now" : step < rate ? "done" : ""}"></i>`);
  return line(words.text(found.label), typeof value === "number" ? `×${value}` : words.text(value), cells.join(""));
}

function line(label: string, value: string, cells: string): string {
  return `<p class="c-line"><span>${esc(label)}</span><span class="c-cells" aria-hidden="true">${cells}</span><b>${esc(value)}</b></p>`;
}
