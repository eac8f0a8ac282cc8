/** The table of the stick games: the pot in the middle, and before every player the sticks as they fell. */
import type { Catalogue } from "../../messages";
import { castPicture } from "../../sticks";
import { esc } from "../../svg";
import type { Cast, Counter, Scene } from "../../wire";
import type { Skin } from "../skin";
import "./sticks.css";

const CHIPS_SHOWN = 16;

function find(scene: Scene, id: string): Counter["value"] | undefined {
  return scene.counters?.find((counter) => counter.id === id)?.value;
}

function number(scene: Scene, id: string): number | undefined {
  const value = find(scene, id);
  return typeof value === "number" ? value : undefined;
}

/** Counters of the pot games that the table shows by itself. */
const ON_TABLE = /^(pot|running|(score|in)(-\d+)?)$/;

export const hides = (counter: Counter): boolean => ON_TABLE.test(counter.id);

export const tableau: NonNullable<Skin["tableau"]> = (scene, words, near) => {
  const seats = (scene.counters ?? []).filter((counter) => counter.id.startsWith("points-")).map((counter) => counter.owner ?? 0);
  const others = seats.filter((seat) => seat !== near);
  const place = (seat: number): string => placeOf(scene, words, seat);
  return `<div class="st-table seats-${seats.length}"><div class="st-others">${others.map(place).join("")}</div>${pot(scene, words)}<div class="st-near">${seats.includes(near) ? place(near) : ""}</div></div>`;
};

function pot(scene: Scene, words: Catalogue): string {
  const count = number(scene, "pot") ?? 0;
  const chips = Array.from({ length: Math.min(count, CHIPS_SHOWN) }, (_, at) => {
    const [column, height] = [at % 4, Math.floor(at / 4)];
    return `<g transform="translate(${20 + column * 30} ${52 - height * 9})"><ellipse class="st-side" cy="5" rx="14" ry="7"/><ellipse class="st-chip" rx="14" ry="7"/></g>`;
  });
  const label = words.word("counter.pot");
  return `<div class="st-pot"><svg viewBox="0 0 130 66" aria-hidden="true"><ellipse class="st-dish" cx="65" cy="52" rx="64" ry="14"/>${chips.join("")}</svg><span>${esc(label)}</span><b>${count}</b></div>`;
}

function placeOf(scene: Scene, words: Catalogue, seat: number): string {
  const name = words.text({ key: "seat", params: { n: seat + 1 } });
  const thrown = (scene.casts ?? []).filter((cast) => cast.by === seat);
  const running = scene.counters?.find((counter) => counter.id === "running" && counter.owner === seat)?.value;
  const score = number(scene, `score-${seat}`);
  const state = outOf(scene, seat) ? "out" : leads(scene, seat) ? "leads" : "";
  const shown = score ?? (typeof running === "number" ? running : undefined);
  return `<section class="st-place ${state} ${scene.turn?.includes(seat) ? "turn" : ""}"><h3>${esc(name)}</h3>
    ${sticks(scene, words, thrown, score)}
    <p class="st-score"><span>${esc(words.word(score === undefined && running !== undefined ? "counter.running" : "counter.score"))}</span><b>${shown ?? "–"}</b></p></section>`;
}

/** The last throw as it lies, or what came of those taken up again; those before it as small figures that add up. */
function sticks(scene: Scene, words: Catalogue, thrown: readonly Cast[], score: number | undefined): string {
  const cast = thrown.at(-1);
  if (!cast) return `<div class="st-lie empty">${score === undefined ? "" : `<b>${score}</b>`}</div>`;
  const key = `${JSON.stringify(find(scene, "round") ?? "")} ${cast.by} ${thrown.length} ${cast.thrown}`;
  const spoken = words.word("ui.cast.of", { thrown: cast.thrown, sticks: cast.sticks ?? 5 });
  const sum = thrown.length > 1 ? `<span class="st-sum">${thrown.map((one) => one.thrown).join(" + ")}</span>` : "";
  return `<div class="st-lie"><div data-throw="${esc(key)}">${castPicture(cast, key)}</div><span class="sr">${esc(spoken)}</span>${sum}</div>`;
}

function outOf(scene: Scene, seat: number): boolean {
  const value = find(scene, `in-${seat}`);
  return typeof value === "object" && value.key === "no";
}

/** Whether nobody has more so far. */
function leads(scene: Scene, seat: number): boolean {
  const own = number(scene, `score-${seat}`);
  const all = (scene.counters ?? []).filter((counter) => counter.id.startsWith("score-")).map((counter) => (typeof counter.value === "number" ? counter.value : 0));
  return own !== undefined && all.length > 1 && own === Math.max(...all);
}
