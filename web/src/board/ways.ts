/** What touching a marked square does next: the marks, and the same in words. */
import { isBoard } from "../geometry";
import type { Message, Spot, Zone } from "../wire";
import { caption, spokenItem } from "./speech";
import { sided, spotOf, zoneOf, type Touched } from "./view";

export type Way = "go" | "take" | "through" | "step" | "take_or_step";

/** What to do next with a choice half made. */
export interface Guide {
  text: Message;
  ways: Way[];
}

const TAKE = `<path class="mark take" d="M6 26V6H26M74 6H94V26M94 74V94H74M26 94H6V74"/>`;
const RING = `<circle class="mark ring" cx="50" cy="50" r="30"/>`;
const SMALL_RING = `<circle class="mark ring" cx="50" cy="50" r="17"/>`;
const ORDER: readonly Way[] = ["go", "take", "through", "step", "take_or_step"];

/** A square that can be chosen, without saying more. */
export const BRACKETS = `<path class="mark brackets" d="M7 22V7H22M78 7H93V22M93 78V93H78M22 93H7V78"/>`;
/** The marks of what a touch does, each in a box of 100 × 100. */
export const WAYS: Record<Way, string> = {
  go: `<circle class="mark dot" cx="50" cy="50" r="15"/>`,
  take: TAKE,
  through: SMALL_RING,
  step: RING,
  take_or_step: TAKE + SMALL_RING,
};

/** What the next touch of a marked square does. On a board with sides a move that ends on a piece takes it. */
export function wayOf({ view, clicks }: Touched, spot: Spot, zone: Zone): Way {
  const step = clicks.step(spot.id);
  // What stood where the way began is what moves: back there it takes nothing.
  const taken = spot.id === clicks.touches[0] ? undefined : spot.items?.at(-1);
  if (step === "leads_on") return taken ? "step" : "through";
  if (!taken || !sided(zone) || taken.owner === view.seat) return "go";
  return step === "may_end" ? "take_or_step" : "take";
}

export function wayMark(touched: Touched, spot: Spot, zone: Zone): string {
  const way = wayOf(touched, spot, zone);
  const { view } = touched;
  const covered = Boolean(spot.items?.length || view.skin.uncaptioned) || caption(view, spot, zone) !== "";
  if (covered && (way === "go" || !sided(zone))) return BRACKETS;
  return WAYS[way];
}

/** In words what the marks say, once a board's square or a piece for it has been touched. */
export function guide(touched: Touched): Guide | null {
  const { view, clicks, candidates } = touched;
  const last = clicks.touches.at(-1);
  const board = view.scene.zones?.find((zone) => isBoard(zone) && zone.spots.some((spot) => candidates.has(spot.id)));
  if (last === undefined || !board) return null;
  const next = board.spots.filter((spot) => spot.id !== last && candidates.has(spot.id));
  const ways = sided(board) ? ORDER.filter((way) => next.some((spot) => wayOf(touched, spot, board) === way)) : [];
  if (candidates.has(last)) return { text: onceMore(touched, last, board), ways };
  const moving = clicks.touches.filter((id) => zoneOf(view.scene, id) === board).length > 1;
  return { text: { key: moving ? "ui.guide.on" : "ui.guide.where" }, ways };
}

/** What one more touch of the same square does. */
function onceMore({ view }: Touched, id: string, board: Zone): Message {
  const item = sided(board) ? spotOf(view.scene, id)?.items?.at(-1) : undefined;
  return item ? { key: "ui.guide.again", params: { what: spokenItem(view, item) } } : { key: "ui.guide.stop" };
}
