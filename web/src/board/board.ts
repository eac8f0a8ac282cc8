/**
 * Shows any scene and takes touches on it. Knows no game.
 *
 * A mouse, a finger, a keyboard and a screen reader all work on the same elements, the buttons of `Zones`.
 */
import { Clicks, type Touch } from "../clicks";
import type { Slots } from "../skins/skin";
import { itemsOn } from "./items";
import { neighbour, rove } from "./keyboard";
import { itemPlaces, shake, slide } from "./motion";
import { facesAway, spotOf, zoneOf, type Help, type Touched, type View } from "./view";
import { guide, type Guide } from "./ways";
import { Zones } from "./zones";

export interface Events {
  chosen(index: number): void;
  touched(count: number, guide: Guide | null): void;
  help(help: Help | null): void;
}

const DRAG_PX = 8;
const PRESS_MS = 450;
const HOVER_MS = 550;

/** A pointer that is down on a spot; with a ghost, the item that it drags. */
interface Held {
  spot: string;
  x: number;
  y: number;
  ghost: HTMLElement | null;
  pointer: number;
}

export class Board {
  private view: View | null = null;
  private clicks = new Clicks({}, []);
  private readonly zones: Zones;
  private held: Held | null = null;
  /** What the browser still reports of a drag or a long press is no touch. */
  private quiet = false;
  private helpTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly abort = new AbortController();
  private readonly attended = new WeakSet<HTMLElement>();

  constructor(
    slots: Slots,
    private readonly events: Events,
  ) {
    this.zones = new Zones(slots, (slot) => this.attend(slot));
    const signal = { signal: this.abort.signal };
    addEventListener("pointermove", (event) => this.moved(event), signal);
    addEventListener("pointerup", (event) => this.up(event), signal);
    addEventListener("pointercancel", () => this.letGo(), signal);
  }

  /** Listens to a slot, once; slots of players may come later. */
  private attend(slot: HTMLElement): void {
    if (this.attended.has(slot)) return;
    this.attended.add(slot);
    const signal = { signal: this.abort.signal };
    slot.addEventListener("click", (event) => this.clicked(event), signal);
    slot.addEventListener("keydown", (event) => this.pressed(event), signal);
    slot.addEventListener("pointerdown", (event) => this.down(event), signal);
    slot.addEventListener("pointerover", (event) => this.hovered(event), signal);
    slot.addEventListener("pointerleave", () => this.unhelp(), signal);
    slot.addEventListener("focusin", (event) => this.focused(event), signal);
    slot.addEventListener("focusout", () => this.unhelp(), signal);
    slot.addEventListener("contextmenu", (event) => this.quiet && event.preventDefault(), signal);
  }

  show(view: View): void {
    const before = this.view;
    const places = before ? itemPlaces(this.zones.items()) : null;
    const focus = this.focusedSpot();
    const same = before?.decision === view.decision && view.decision !== null;
    const touches = same ? this.clicks.touches : (view.touched ?? []);
    this.view = view;
    this.clicks = new Clicks(view.scene, view.paths);
    this.clicks.resume(touches);
    const touched = this.draw();
    if (places && before?.scene !== view.scene) slide(places, this.zones.items());
    this.refocus(focus, touched);
    if (before?.scene !== view.scene) this.unhelp();
    this.tell(touched);
  }

  /** Takes back the last touch. */
  undo(): void {
    if (this.clicks.undo()) this.refresh();
  }

  destroy(): void {
    this.abort.abort();
    this.letGo();
    this.unhelp();
    this.zones.clear();
  }

  private draw(): Touched | null {
    if (!this.view) return null;
    const touched = { view: this.view, clicks: this.clicks, candidates: this.clicks.candidates() };
    this.zones.draw(touched);
    return touched;
  }

  private refresh(): void {
    this.tell(this.draw());
  }

  private tell(touched: Touched | null): void {
    this.events.touched(this.clicks.touches.length, touched && guide(touched));
  }

  // -- touching -------------------------------------------------------------------------------------------------------

  private settle(touch: Touch, spot: string): void {
    if (touch.kind === "refused") shake(this.zones.button(spot));
    this.refresh();
    if (touch.kind === "chosen") this.events.chosen(touch.index);
  }

  private clicked(event: Event): void {
    const spot = spotAt(event.target);
    if (spot === null || this.quiet) return;
    this.unhelp();
    this.settle(this.clicks.touch(spot), spot);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.unhelp();
      if (this.clicks.touches.length) event.preventDefault();
      return this.undo();
    }
    const button = (event.target as Element).closest<HTMLElement>("[data-spot]");
    const next = button && neighbour(button, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  private down(event: PointerEvent): void {
    const spot = spotAt(event.target);
    this.quiet = false;
    if (spot === null || event.button !== 0) return;
    this.held = { spot, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId };
    if (event.pointerType !== "mouse") this.helpSoon(spot, PRESS_MS, true);
  }

  private moved(event: PointerEvent): void {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_PX) this.lift(held);
    held.ghost?.style.setProperty("translate", `${event.clientX - held.x}px ${event.clientY - held.y}px`);
  }

  private lift(held: Held): void {
    clearTimeout(this.helpTimer);
    const button = this.zones.button(held.spot);
    const lying = this.view && spotOf(this.view.scene, held.spot)?.items?.length;
    if (!button || !lying || !this.clicks.lift(held.spot)) {
      this.held = null;
      return;
    }
    this.unhelp();
    held.ghost = this.ghost(held.spot, button);
    this.refresh();
  }

  private up(event: PointerEvent): void {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    clearTimeout(this.helpTimer);
    const dragged = held.ghost !== null;
    this.letGo();
    if (!dragged) return;
    // The browser will still report a click at the end of the drag; it is not another touch.
    this.quiet = true;
    setTimeout(() => (this.quiet = false));
    const target = spotAt(document.elementFromPoint(event.clientX, event.clientY));
    if (target !== null && target !== held.spot) this.settle(this.clicks.drop(target), target);
  }

  private letGo(): void {
    this.held?.ghost?.remove();
    this.held = null;
  }

  /** What follows the pointer while something is dragged. */
  private ghost(id: string, button: HTMLElement): HTMLElement {
    const [zone, spot] = [zoneOf(this.view!.scene, id), spotOf(this.view!.scene, id)];
    const box = button.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.innerHTML = `<svg viewBox="-50 -50 100 100" aria-hidden="true">${zone && spot ? itemsOn(this.view!, spot, zone) : ""}</svg>`;
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(ghost);
    return ghost;
  }

  // -- help -----------------------------------------------------------------------------------------------------------

  private hovered(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.held) return;
    const spot = spotAt(event.target);
    this.unhelp();
    if (spot !== null) this.helpSoon(spot, HOVER_MS, false);
  }

  private focused(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>("[data-spot]");
    if (button) rove(button);
    if (button?.matches(":focus-visible")) this.helpSoon(button.dataset.spot!, HOVER_MS, false);
  }

  private helpSoon(spot: string, wait: number, hush: boolean): void {
    clearTimeout(this.helpTimer);
    this.helpTimer = setTimeout(() => this.help(spot, hush), wait);
  }

  private help(id: string, hush: boolean): void {
    const view = this.view;
    const item = view && spotOf(view.scene, id)?.items?.at(-1);
    const legend = item && view.legend?.find((entry) => entry.face === item.face);
    const button = this.zones.button(id);
    if (!legend || !button || this.clicks.touches.length) return;
    // A long press asks for help; letting go afterwards is not a touch.
    this.quiet = hush;
    this.events.help({ legend, away: facesAway(view, item, zoneOf(view.scene, id)), at: button.getBoundingClientRect() });
  }

  private unhelp(): void {
    clearTimeout(this.helpTimer);
    this.events.help(null);
  }

  // -- focus ----------------------------------------------------------------------------------------------------------

  private focusedSpot(): string | null {
    const active = document.activeElement;
    return active && this.zones.contains(active) ? spotAt(active) : null;
  }

  /** A button that held the focus may be gone; the person's place on the page must not be. */
  private refocus(spot: string | null, touched: Touched | null): void {
    if (spot === null || this.focusedSpot() !== null) return;
    const next = this.zones.button(spot) ?? this.zones.button([...(touched?.candidates ?? [])][0] ?? "");
    next?.focus({ preventScroll: true });
  }
}

function spotAt(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest?.<HTMLElement>("[data-spot]")?.dataset.spot ?? null;
}
