/**
 * Choosing an action by touching spots: a walk down the trie of legal paths.
 *
 * Spots of a fan may be touched in any order, a spot may stand for an equal one, and nothing is chosen before a path is
 * complete; until then every touch can be taken back. The server has made the paths prefix-free.
 */
import type { Scene, Spot } from "./wire";

export type Path = readonly string[];

export type Touch =
  | { kind: "chosen"; index: number }
  | { kind: "pending" }
  /** The touch fits no legal path; nothing has changed. */
  | { kind: "refused" };

export type Step = "ends" | "may_end" | "leads_on";

const PENDING: Touch = { kind: "pending" };
const REFUSED: Touch = { kind: "refused" };

export class Clicks {
  private readonly spots: ReadonlyMap<string, Spot>;
  private readonly free: ReadonlySet<string>;
  private made: string[] = [];

  constructor(
    scene: Scene,
    private readonly paths: readonly Path[],
  ) {
    this.spots = new Map(spotsOf(scene).map((spot) => [spot.id, spot]));
    this.free = new Set((scene.zones ?? []).filter((zone) => zone.kind === "fan").flatMap((z) => z.spots.map((s) => s.id)));
  }

  /** The spots touched so far, as they were touched. */
  get touches(): readonly string[] {
    return this.made;
  }

  /** The spots that may be touched next. */
  candidates(): Set<string> {
    const words = this.nextWords(this.made);
    const known = [...this.spots.keys()].filter((id) => words.has(this.plain(id)));
    return new Set([...known, ...words]);
  }

  /** The candidates that finish an action. */
  endings(): Set<string> {
    return new Set([...this.candidates()].filter((id) => this.complete([...this.made, id]) !== undefined));
  }

  /** What a touch of a candidate does: it ends the action, may end it when touched again, or only leads on. */
  step(id: string): Step {
    if (this.complete([...this.made, id]) !== undefined) return "ends";
    return this.complete([...this.made, id, id]) !== undefined ? "may_end" : "leads_on";
  }

  /** The path that one more touch completes. */
  ending(id: string): number | undefined {
    return this.complete([...this.made, id]);
  }

  /** Whether a touch here lets go of what was touched before and begins anew. */
  begins(id: string): boolean {
    return this.made.length > 0 && this.fits([id]);
  }

  touch(id: string): Touch {
    if (this.takesBack(id)) return this.backTo(this.made.lastIndexOf(id));
    if (this.fits([...this.made, id])) return this.advance([...this.made, id]);
    if (this.made.includes(id)) return this.backTo(this.made.lastIndexOf(id));
    if (this.made.length && this.fits([id])) return this.advance([id]);
    return REFUSED;
  }

  /** The end of a drag: a path that could stop here does so at once. */
  drop(id: string): Touch {
    const touch = this.touch(id);
    if (touch.kind !== "pending" || this.made.at(-1) !== id) return touch;
    const closing = this.complete([...this.made, id]);
    return closing === undefined ? touch : this.chosen(closing);
  }

  /** Begins a drag: the spot becomes the last touch, anew if need be. */
  lift(id: string): boolean {
    if (this.made.at(-1) === id) return true;
    return this.touch(id).kind === "pending" && this.made.at(-1) === id;
  }

  undo(): boolean {
    return this.made.pop() !== undefined;
  }

  clear(): void {
    this.made = [];
  }

  /** Carries touches over to the same decision seen anew, as far as they still fit. */
  resume(touches: readonly string[]): void {
    this.made = this.fits(touches) && this.complete(touches) === undefined ? [...touches] : [];
  }

  private advance(touches: string[]): Touch {
    this.made = touches;
    const index = this.complete(touches);
    return index === undefined ? PENDING : this.chosen(index);
  }

  private chosen(index: number): Touch {
    this.made = [];
    return { kind: "chosen", index };
  }

  private backTo(length: number): Touch {
    // A card leaves a fan alone; any other touch takes the later ones with it, since they depended on it.
    const id = this.made[length];
    const without = this.made.filter((_, at) => at !== length);
    const alone = id !== undefined && this.free.has(id) && this.fits(without);
    this.made = alone ? without : this.made.slice(0, length);
    return PENDING;
  }

  /** A second touch of one of several equal cards lays it down again, while its twin is still there to be touched. */
  private takesBack(id: string): boolean {
    if (!this.free.has(id) || !this.made.includes(id)) return false;
    const made = this.made.filter((touch) => touch === id).length;
    return made >= this.held(id) && this.twins(id).some((twin) => !this.made.includes(twin));
  }

  private held(id: string): number {
    return (this.spots.get(id)?.items ?? []).reduce((sum, item) => sum + (item.count ?? 1), 0);
  }

  private twins(id: string): string[] {
    const word = this.plain(id);
    return [...this.spots.keys()].filter((other) => other !== id && this.plain(other) === word);
  }

  private plain(id: string): string {
    return this.spots.get(id)?.same_as || id;
  }

  private fits(touches: readonly string[]): boolean {
    const words = touches.map((id) => this.plain(id));
    return this.paths.some((path) => begins(words, path, this.free));
  }

  private complete(touches: readonly string[]): number | undefined {
    const words = touches.map((id) => this.plain(id));
    const index = this.paths.findIndex((path) => path.length === words.length && begins(words, path, this.free));
    return index < 0 ? undefined : index;
  }

  private nextWords(touches: readonly string[]): Set<string> {
    const words = touches.map((id) => this.plain(id));
    const continuing = this.paths.filter((path) => begins(words, path, this.free));
    return new Set(continuing.flatMap((path) => nextOf(words, path, this.free)));
  }
}

export function spotsOf(scene: Scene): Spot[] {
  return (scene.zones ?? []).flatMap((zone) => zone.spots);
}

/** Whether these touches begin this path, runs of free spots being matched in any order. */
export function begins(touches: Path, path: Path, free: ReadonlySet<string>): boolean {
  let here = 0;
  while (here < touches.length) {
    if (here >= path.length) return false;
    const end = run(path, here, free);
    if (end === here) {
      if (touches[here] !== path[here]) return false;
      here += 1;
    } else {
      if (!within(touches.slice(here, end), path.slice(here, end))) return false;
      here = end;
    }
  }
  return true;
}

/** What may follow the touches on a path they begin. */
function nextOf(touches: Path, path: Path, free: ReadonlySet<string>): string[] {
  let here = 0;
  while (here < path.length) {
    const end = Math.max(run(path, here, free), here + 1);
    if (end > touches.length) return without(path.slice(here, end), touches.slice(here));
    here = end;
  }
  return [];
}

/** Where the run of free spots that starts here ends. */
function run(path: Path, start: number, free: ReadonlySet<string>): number {
  let end = start;
  while (end < path.length && free.has(path[end]!)) end += 1;
  return end;
}

function within(some: Path, all: Path): boolean {
  return without(all, some).length === all.length - some.length;
}

/** The words left when each of these is taken out once. */
function without(words: Path, taken: Path): string[] {
  const left = [...words];
  for (const word of taken) {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
