/** Shows scenes one after another, each for a moment, and the last to stay. */
import { calm } from "./board";
import { moment } from "./playback";
import type { Scene } from "./wire";

export class Reveal {
  private queue: Scene[] = [];
  private before: Scene | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (scene: Scene, last: boolean) => void) {}

  now(scene: Scene): void {
    this.through([], scene);
  }

  through(way: readonly Scene[], last: Scene): void {
    this.queue = [...(calm() ? [] : way), last];
    this.next();
  }

  /** Straight to the last. */
  skip(): void {
    this.queue.splice(0, this.queue.length - 1);
    this.next();
  }

  close(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }

  private next(): void {
    clearTimeout(this.timer);
    const scene = this.queue.shift();
    if (!scene) return;
    const wait = moment(this.before, scene);
    this.before = scene;
    this.show(scene, !this.queue.length);
    if (this.queue.length) this.timer = setTimeout(() => this.next(), wait);
  }
}
