/** The scenes of a finished match, fetched page by page as they are wanted. */
import type { Scene } from "./wire";

export type Fetch = (first: number, count: number) => Promise<Scene[]>;

/** Scenes fetched at once; alike as they are, they weigh little on the wire. */
export const PAGE = 60;
/** How near the end of what is there the next page is asked for. */
const SOON = 20;

export class Film {
  private readonly pages = new Map<number, Promise<Scene[]>>();
  private readonly there = new Map<number, Scene>();

  constructor(
    readonly length: number,
    private readonly fetch: Fetch,
  ) {}

  /** A scene that has arrived. */
  has(at: number): Scene | undefined {
    return this.there.get(at);
  }

  /** A scene, fetched if need be, and what is likely to be looked at next. */
  async scene(at: number): Promise<Scene> {
    const here = this.page(at);
    if (at + SOON < this.length) void this.page(at + SOON).catch(() => undefined);
    if (at - SOON >= 0) void this.page(at - SOON).catch(() => undefined);
    await here;
    return this.there.get(at)!;
  }

  private page(at: number): Promise<Scene[]> {
    const first = at - (at % PAGE);
    const known = this.pages.get(first);
    if (known) return known;
    const coming = this.fetch(first, PAGE).then((scenes) => {
      scenes.forEach((scene, n) => this.there.set(first + n, scene));
      return scenes;
    });
    // What could not be fetched is asked for again the next time.
    coming.catch(() => this.pages.delete(first));
    this.pages.set(first, coming);
    return coming;
  }
}
