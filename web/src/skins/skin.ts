/** What a skin may say about a game's looks. Everything is optional but the id; nothing of it is a rule. */
import type { Geometry } from "../geometry";
import type { Letters } from "../letters";
import type { Catalogue } from "../messages";
import type { Counter, Item, Legend, Message, Scene, Spot, Zone } from "../wire";

/** Where a zone is put: beyond the board, on it, before it, beside it, among the buttons, or with a player. */
export type Slot = "far" | "board" | "near" | "side" | "choices" | SeatSlot;
export type SeatSlot = `seat-${number}`;
/** The elements of a page that hold zones; where a player has none, what is theirs goes beyond the board. */
export type Slots = Record<Exclude<Slot, SeatSlot>, HTMLElement> & Partial<Record<SeatSlot, HTMLElement>>;

/** A board or track as it is drawn now. */
export interface Ground {
  zone: Zone;
  shape: Geometry;
  scene: Scene;
  words: Catalogue;
  /** The seat at the lower edge. */
  near: number;
}

/** Where an item lies on its square, from the square's middle, and how large. */
export interface Lie {
  x: number;
  y: number;
  scale: number;
}

export interface ItemLook {
  /** The item faces away from the reader. */
  away: boolean;
  letters: boolean;
}

/** A scene to look at without a server. */
export interface Sample {
  title: string;
  scene: Scene;
  legend?: Legend[];
  paths?: string[][];
  seat?: number | null;
  texts?: Record<string, string>;
}

export interface Skin {
  id: string;
  /** One square of a grid, drawn in a box of 100 × 100. */
  square?(spot: Spot, zone: Zone): string | undefined;
  /** What lies under the squares of a grid of this size. */
  backdrop?(width: number, height: number, zone: Zone): string | undefined;
  /** What is drawn over the squares and under the items: a route, arrows, tracks. */
  way?(ground: Ground): string | undefined;
  /** How the items of one square lie, where side by side will not do. */
  arrange?(spot: Spot, zone: Zone): Lie[] | undefined;
  /** Squares tell by themselves what their label says. */
  uncaptioned?: boolean;
  /** An item drawn in a box of 100 × 100 whose middle is the origin. */
  item?(item: Item, look: ItemLook): string | undefined;
  /** A badge on an item, drawn in the same box; nothing where the item shows it already. */
  badge?(name: string, item: Item): string | undefined;
  /** What the spot of a hand, pile or row shows, as a whole; `draw` gives an item so that it slides when it moves. */
  flow?(spot: Spot, zone: Zone, draw: (item: Item) => string, words: Catalogue): string | undefined;
  place?(zone: Zone, near: number): Slot | undefined;
  /** A look shared by several games: the table carries the class `look-…`. */
  look?: string;
  /** Each player has a place for what is theirs; the reader's is the lower edge. */
  seated?: boolean;
  /** The ways to sort a hand (each worded by `ui.sort.…`), and the scene as it is to be laid out. */
  sorts?: readonly string[];
  lay?(scene: Scene, sort: string): Scene;
  /** Small signs on a player: parent, leader, out. */
  tokens?(scene: Scene, seat: number, words: Catalogue): string;
  /** The key of the text that tells a whole run of such log lines (`n` of them) as one. */
  folds?(line: Message): string | undefined;
  /** The margin around a grid for its coordinates, where the look needs another one. */
  margin?: number;
  /** A rim around every board, whether it has coordinates or not. */
  border?: number;
  /** What marks a player's pieces, as a small picture beside the name. */
  emblem?(seat: number): string;
  /** What its faces show to those who want letters instead of kanji. */
  letters?: Letters;
  /** A scoreboard in place of the plain counters it takes. */
  scoreboard?: { takes(counter: Counter): boolean; draw(scene: Scene, words: Catalogue, near: number): string };
  /** A small picture that stands for a counter's label. */
  icon?(counter: Counter): string | undefined;
  /** Counters that are shown otherwise, on the board or the tableau. */
  hides?(counter: Counter): boolean;
  /** What lies in the middle of a table without a board. Sticks carry `data-throw`, and tumble when that is new. */
  tableau?(scene: Scene, words: Catalogue, near: number): string;
  samples?: () => Promise<Sample[]>;
}
