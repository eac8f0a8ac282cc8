/**
 * Shows what happened one after another: the scenes that led to a state, each for a moment, and then the state itself.
 *
 * Nothing can be chosen before the last one is reached; whoever is in a hurry skips to it.
 */
import type { Scene, State } from "./wire";

/** How long a scene stays: long enough to read a throw, short for a card that is merely laid. */
const CAST_MS = 1_150;
const STEP_MS = 480;
/** Cards of a deal and the like need not be read one by one. */
const BRISK_MS = 70;
/** From so many scenes on they go by faster. */
const MANY = 12;
const HURRY = 0.55;

export class Playback {
  private queue: State[] = [];
  private shown: State | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (state: State, behind: boolean) => void,
    /** Whether only the last scene matters. */
    private readonly calm: () => boolean = () => false,
    /** Whether what led to a state is one of many of its kind. */
    private readonly brisk: (state: State) => boolean = () => false,
  ) {}

  take(state: State): void {
    const latest = this.queue.at(-1) ?? this.shown;
    if (latest && state.seq < latest.seq) return;
    this.queue.push(...(this.calm() ? [] : leading(state)), state);
    if (this.calm()) this.skip();
    else if (this.timer === undefined) this.next();
  }

  /** Straight to the present. */
  skip(): void {
    this.queue.splice(0, this.queue.length - 1);
    this.next();
  }

  /** The next state need not wait: it answers something just done. */
  release(): void {
    if (!this.queue.length) this.next();
  }

  close(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const state = this.queue.shift();
    if (!state) return;
    const usual = moment(this.shown?.scene, state.scene) * (this.queue.length > MANY ? HURRY : 1);
    const wait = this.brisk(state) ? BRISK_MS : usual;
    this.shown = state;
    this.show(state, this.queue.length > 0);
    // The last one stays for its moment too, if more should come.
    this.timer = setTimeout(() => this.next(), wait);
  }
}

/** The states before this one, as they would have been sent had each had its own frame. */
export function leading(state: State): State[] {
  const { steps } = state;
  return steps.map((scene, at) => {
    const left = steps.length - at;
    return {
      ...state,
      seq: state.seq - left,
      scene: watched(scene),
      decision: null,
      legal: [],
      log: state.log.slice(0, Math.max(0, state.log.length - left)),
      result: null,
      table: { ...state.table, status: "playing" },
    };
  });
}

/** A scene to look at only. */
function watched(scene: Scene): Scene {
  const zones = (scene.zones ?? []).filter((zone) => zone.kind !== "choices");
  return { ...scene, zones, prompt: null };
}

/** How long a scene should stay in sight. */
export function moment(before: Scene | undefined, now: Scene): number {
  const thrown = now.casts?.length && JSON.stringify(before?.casts) !== JSON.stringify(now.casts);
  return thrown ? CAST_MS : STEP_MS;
}
