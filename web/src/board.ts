/**
 * Draws any scene and takes touches on it. Knows no game.
 *
 * A board or track is one SVG with a grid of real buttons over it; hands, piles, rows and choices are buttons that hold
 * their picture. So a mouse, a finger, a keyboard and a screen reader all work on the same elements.
 */
import { Clicks, type Touch } from "./clicks";
import { geometry, isBoard, squareName, type Geometry } from "./geometry";
import type { Catalogue } from "./messages";
import * as generic from "./skins/generic";
import type { Lie, Skin, Slots } from "./skins/skin";
import { esc, fitted } from "./svg";
import type { Item, Legend, Message, Scene, Spot, Zone } from "./wire";

export interface View {
  scene: Scene;
  paths: readonly (readonly string[])[];
  /** What the button says that completes a path, where that depends on what was touched before. */
  labels?: readonly (Message | null | undefined)[];
  /** Names the open decision: touches outlive a new view of the same one. */
  decision: string | null;
  seat: number | null;
  words: Catalogue;
  skin: Skin;
  flipped: boolean;
  coordinates: boolean;
  letters: boolean;
  /** Touches already made when the view is first shown: a picture of a choice half made. */
  touched?: readonly string[];
  /** A path that is suggested: the next touch of it is marked. */
  hint?: readonly string[];
}

export interface Help {
  legend: Legend;
  away: boolean;
  at: DOMRect;
}

/** What touching a marked square of a board does next. */
export type Way = "go" | "take" | "through" | "step" | "take_or_step";

/** What to do next with a choice half made. */
export interface Guide {
  text: Message;
  ways: Way[];
}

export interface Events {
  chosen(index: number): void;
  touched(count: number, guide: Guide | null): void;
  help(help: Help | null): void;
}

const DRAG_PX = 8;
const PRESS_MS = 450;
const HOVER_MS = 550;
const SLIDE_MS = 260;
/** Up to so many first touches are marked; more would only be noise. */
const FEW = 12;

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
  private zones = new Map<string, HTMLElement>();
  private held: Held | null = null;
  private readonly written = new WeakMap<HTMLElement, string>();
  private quiet = false;
  private helpTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly abort = new AbortController();
  private readonly attended = new WeakSet<HTMLElement>();

  constructor(
    private readonly slots: Slots,
    private readonly events: Events,
  ) {
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
    const places = before ? this.itemPlaces() : null;
    const focus = this.focusedSpot();
    const same = before?.decision === view.decision && view.decision !== null;
    const touches = same ? this.clicks.touches : (view.touched ?? []);
    this.view = view;
    this.clicks = new Clicks(view.scene, view.paths);
    this.clicks.resume(touches);
    this.draw();
    if (places && before?.scene !== view.scene) this.slide(places);
    this.refocus(focus);
    if (before?.scene !== view.scene) this.unhelp();
    this.events.touched(this.clicks.touches.length, this.guide());
  }

  /** Takes back the last touch. */
  undo(): void {
    if (this.clicks.undo()) this.refresh();
  }

  destroy(): void {
    this.abort.abort();
    this.letGo();
    this.unhelp();
    for (const zone of this.zones.values()) zone.remove();
  }

  // -- touching -------------------------------------------------------------------------------------------------------

  private settle(touch: Touch, spot: string): void {
    if (touch.kind === "refused") this.button(spot)?.animate(SHAKE, { duration: calm() ? 0 : 180 });
    this.refresh();
    if (touch.kind === "chosen") this.events.chosen(touch.index);
  }

  private refresh(): void {
    this.draw();
    this.events.touched(this.clicks.touches.length, this.guide());
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
    const button = this.button(held.spot);
    if (!button || !this.spot(held.spot)?.items?.length || !this.clicks.lift(held.spot)) {
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

  private ghost(spot: string, button: HTMLElement): HTMLElement {
    const box = button.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.innerHTML = `<svg viewBox="-50 -50 100 100" aria-hidden="true">${this.itemsOf(spot)}</svg>`;
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

  private help(spot: string, hush: boolean): void {
    const item = this.spot(spot)?.items?.at(-1);
    const legend = item && this.view?.scene.legend?.find((entry) => entry.face === item.face);
    const button = this.button(spot);
    if (!legend || !button || this.clicks.touches.length) return;
    // A long press asks for help; letting go afterwards is not a touch.
    this.quiet = hush;
    this.events.help({ legend, away: this.away(item, this.zoneOf(spot)), at: button.getBoundingClientRect() });
  }

  private unhelp(): void {
    clearTimeout(this.helpTimer);
    this.events.help(null);
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  private draw(): void {
    const view = this.view;
    if (!view) return;
    const wanted = view.scene.zones ?? [];
    const candidates = this.clicks.candidates();
    for (const [id, element] of this.zones) if (!wanted.some((zone) => zone.id === id)) this.forget(id, element);
    for (const zone of wanted) this.drawZone(zone, candidates, view);
    for (const slot of Object.values(this.slots)) slot?.classList.toggle("empty", !slot.firstElementChild);
  }

  private forget(id: string, element: HTMLElement): void {
    element.remove();
    this.zones.delete(id);
  }

  private drawZone(zone: Zone, candidates: ReadonlySet<string>, view: View): void {
    const old = this.zones.get(zone.id);
    if (old && !old.classList.contains(zone.kind)) this.forget(zone.id, old);
    const element = this.zones.get(zone.id) ?? this.newZone(zone);
    const near = this.nearSeat();
    const slot = this.slots[view.skin.place?.(zone, near) ?? generic.place(zone, near)] ?? this.slots.far;
    this.attend(slot);
    if (element.parentElement !== slot) slot.append(element);
    const label = this.zoneLabel(zone);
    const own = zone.label ? view.words.text(zone.label) : "";
    element.querySelector(".zone-label")!.textContent = slot.classList.contains("seat") ? own : label;
    const grid = element.querySelector<HTMLElement>("[role=grid], [role=group]")!;
    grid.setAttribute("aria-label", label || view.words.word(`ui.zone.${zone.kind}`));
    element.classList.toggle("mine", zone.owner === view.seat);
    if (isBoard(zone)) this.drawBoard(zone, element, grid, candidates, view);
    else this.drawFlow(zone, grid, candidates);
    if (!grid.querySelector("[data-spot][tabindex='0']")) grid.querySelector("[data-spot]")?.setAttribute("tabindex", "0");
  }

  private newZone(zone: Zone): HTMLElement {
    const element = document.createElement("section");
    element.className = `zone ${zone.kind}`;
    element.dataset.zone = zone.id;
    const role = zone.kind === "choices" ? "group" : "grid";
    const picture = isBoard(zone) ? `<svg class="picture" aria-hidden="true"></svg>` : "";
    element.innerHTML = `<p class="zone-label"></p><div class="zone-body">${picture}<div class="cells" role="${role}"></div></div>`;
    this.zones.set(zone.id, element);
    return element;
  }

  private drawBoard(zone: Zone, element: HTMLElement, grid: HTMLElement, candidates: ReadonlySet<string>, view: View): void {
    const shape = geometry(zone, this.turned(zone), view.coordinates, view.skin.margin, view.skin.border);
    const svg = element.querySelector<SVGElement>(".picture")!;
    svg.setAttribute("viewBox", `0 0 ${shape.width} ${shape.height}`);
    svg.innerHTML = this.picture(zone, shape, candidates, view);
    element.style.setProperty("--ratio", String(shape.width / shape.height));
    element.style.setProperty("--columns", String(shape.columns));
    const rows = Map.groupBy(zone.spots, (spot) => shape.corner(spot).y);
    const order = [...rows.keys()].sort((a, b) => a - b);
    keyed(grid, order.map(String), "row", (key, row) => {
      const spots = rows.get(Number(key))!.sort((a, b) => shape.corner(a).x - shape.corner(b).x);
      this.drawCells(row, spots, zone, candidates, (spot, cell) => position(cell, shape, spot));
    });
  }

  private drawFlow(zone: Zone, grid: HTMLElement, candidates: ReadonlySet<string>): void {
    if (zone.kind === "choices") return this.drawCells(grid, zone.spots, zone, candidates);
    keyed(grid, zone.spots.length ? ["only"] : [], "row", (_, row) => this.drawCells(row, zone.spots, zone, candidates));
  }

  private drawCells(
    row: HTMLElement,
    spots: readonly Spot[],
    zone: Zone,
    candidates: ReadonlySet<string>,
    place?: (spot: Spot, cell: HTMLElement) => void,
  ): void {
    const byId = new Map(spots.map((spot) => [spot.id, spot]));
    const role = zone.kind === "choices" ? "none" : "gridcell";
    row.style.setProperty("--spots", String(spots.length));
    keyed(row, [...byId.keys()], role, (id, cell) => {
      const spot = byId.get(id)!;
      place?.(spot, cell);
      if (zone.kind === "fan") cell.style.setProperty("--at", String(spots.indexOf(spot)));
      const button = cell.querySelector("button") ?? newButton(cell, spot.id, zone.kind === "choices");
      this.drawButton(button, spot, zone, candidates.has(id));
      if (!isBoard(zone)) this.drawLying(cell, spot, zone);
    });
  }

  private drawButton(button: HTMLElement, spot: Spot, zone: Zone, candidate: boolean): void {
    const touched = this.clicks.touches.includes(spot.id);
    const tags = (spot.tags ?? []).map((tag) => `tag-${tag}`).join(" ");
    button.className = `spot ${tags} ${candidate ? "candidate" : ""} ${touched ? "touched" : ""}`;
    button.classList.toggle("filled", Boolean(spot.items?.length));
    button.classList.toggle("hinted", spot.id === this.hinted());
    if (candidate && isBoard(zone)) button.classList.add(`way-${this.way(spot, zone)}`);
    button.classList.toggle("movable", candidate && Boolean(spot.items?.length) && zone.kind !== "choices");
    button.setAttribute("aria-label", this.spoken(spot, zone));
    const anew = zone.kind === "choices" && this.clicks.begins(spot.id);
    button.setAttribute("aria-disabled", String(!candidate && !touched && !anew));
    if (zone.kind !== "choices") button.setAttribute("aria-pressed", String(touched));
    this.fill(button, isBoard(zone) ? this.caption(spot, zone) : this.flowText(spot, zone));
  }

  /** What lies on a spot outside a board: a picture under its button, since its signs are no label. */
  private drawLying(cell: HTMLElement, spot: Spot, zone: Zone): void {
    const old = cell.querySelector<HTMLElement>(".lying");
    if (!spot.items?.length) return old?.remove();
    const lying = old ?? cell.appendChild(Object.assign(document.createElement("span"), { className: "lying" }));
    lying.setAttribute("aria-hidden", "true");
    const whole = this.view!.skin.flow?.(spot, zone, (item) => this.movable(item, spot, zone), this.view!.words);
    if (whole !== undefined) return this.fill(lying, whole);
    const box = spot.items[0]!.kind === "card" ? "-34 -50 68 100" : "-50 -50 100 100";
    this.fill(lying, `<svg viewBox="${box}">${this.items(spot, zone)}</svg>`);
  }

  /** Writes only what has changed, so that a hover or an animation is not cut off. */
  private fill(element: HTMLElement, content: string): void {
    if (this.written.get(element) === content) return;
    this.written.set(element, content);
    element.innerHTML = content;
  }

  private caption(spot: Spot, zone: Zone): string {
    const silent = squareName(spot, zone) || this.view!.skin.uncaptioned;
    const text = silent || !spot.label ? "" : this.view!.words.text(spot.label);
    const shown = zone.kind === "grid" || [...text].length <= 3;
    return text && shown ? `<span class="caption">${esc(text)}</span>` : "";
  }

  /** The label of a spot; a button says what it would do with what was touched before. */
  private named(spot: Spot, zone: Zone): string {
    const { words, labels } = this.view!;
    const ending = zone.kind === "choices" && labels ? this.clicks.ending(spot.id) : undefined;
    const label = (ending === undefined ? undefined : labels?.[ending]) ?? spot.label;
    return label ? words.text(label) : "";
  }

  private flowText(spot: Spot, zone: Zone): string {
    const label = this.named(spot, zone);
    if (zone.kind === "choices") return `<span>${esc(label || spot.id)}</span>`;
    if (spot.items?.length) return "";
    return `<span class="chip">${esc(label || (zone.kind === "pile" ? "" : spot.id))}</span>`;
  }

  private picture(zone: Zone, shape: Geometry, candidates: ReadonlySet<string>, view: View): string {
    const squares = zone.spots.map((spot) => at(shape, spot, this.square(spot, zone, view)));
    const items = zone.spots.map((spot) => at(shape, spot, `<g transform="translate(50 50)">${this.items(spot, zone)}</g>`));
    const back = view.skin.backdrop?.(shape.width, shape.height, zone) ?? "";
    const way = view.skin.way?.({ zone, shape, scene: view.scene, words: view.words, near: this.nearSeat() });
    const road = zone.kind === "track" && way === undefined ? trackRoad(zone, shape) : "";
    const names = view.coordinates ? coordinates(zone, shape) : "";
    return `${back}${road}<g>${squares.join("")}</g>${way ?? ""}${names}<g class="under">${this.marks(zone, shape, candidates, "under")}</g>
      <g>${items.join("")}</g><g class="over">${this.marks(zone, shape, candidates, "over")}${this.trail(zone, shape)}${this.suggestion(zone, shape)}</g>`;
  }

  private square(spot: Spot, zone: Zone, view: View): string {
    return view.skin.square?.(spot, zone) ?? (zone.kind === "track" ? generic.stone(spot) : generic.square(spot));
  }

  private marks(zone: Zone, shape: Geometry, candidates: ReadonlySet<string>, layer: "under" | "over"): string {
    const started = this.clicks.touches.length > 0;
    const many = !started && candidates.size > FEW;
    const mark = (spot: Spot): string => {
      const last = spot.tags?.includes("last") ? LAST : "";
      if (this.clicks.touches.includes(spot.id)) {
        if (layer === "under") return `<rect class="mark touched" width="100" height="100"/>`;
        return candidates.has(spot.id) ? this.wayMark(spot, zone) : "";
      }
      if (!candidates.has(spot.id)) return layer === "under" ? last : "";
      if (layer === "under") return many ? last : `<rect class="mark candidate" width="100" height="100"/>${last}`;
      if (!started && this.clicks.step(spot.id) !== "ends") return many ? FAINT : BRACKETS;
      return this.wayMark(spot, zone) + this.price(spot);
    };
    return zone.spots.map((spot) => at(shape, spot, mark(spot))).join("");
  }

  private suggestion(zone: Zone, shape: Geometry): string {
    const spot = zone.spots.find(({ id }) => id === this.hinted());
    return spot ? at(shape, spot, `<circle class="mark hint" cx="50" cy="50" r="44"/>`) : "";
  }

  /** The next touch of the suggested path, as long as the touches made follow it. */
  private hinted(): string | undefined {
    const { hint } = this.view!;
    const made = this.clicks.touches;
    return hint && made.every((id, at) => hint[at] === id) ? hint[made.length] : hint?.[0];
  }

  /** What the next touch of a marked square does. On a board with sides a move that ends on a piece takes it. */
  private way(spot: Spot, zone: Zone): Way {
    const step = this.clicks.step(spot.id);
    // What stood where the way began is what moves: back there it takes nothing.
    const taken = spot.id === this.clicks.touches[0] ? undefined : spot.items?.at(-1);
    if (step === "leads_on") return taken ? "step" : "through";
    if (!taken || !sided(zone) || taken.owner === this.view!.seat) return "go";
    return step === "may_end" ? "take_or_step" : "take";
  }

  private wayMark(spot: Spot, zone: Zone): string {
    const way = this.way(spot, zone);
    const covered = Boolean(spot.items?.length || this.view!.skin.uncaptioned) || this.caption(spot, zone) !== "";
    if (covered && (way === "go" || !sided(zone))) return BRACKETS;
    return WAYS[way];
  }

  /** What the action that ends on a square still asks for. */
  private price(spot: Spot): string {
    const label = this.endingLabel(spot);
    if (!label) return "";
    const size = fitted(label, 88, 24);
    return `<g class="price"><rect x="4" y="70" width="92" height="28" rx="8"/><text x="50" y="${84 + size * 0.36}" font-size="${size}">${esc(label)}</text></g>`;
  }

  private endingLabel(spot: Spot): string {
    const ending = this.clicks.touches.length ? this.clicks.ending(spot.id) : undefined;
    const label = ending === undefined ? undefined : this.view!.labels?.[ending];
    return label ? this.view!.words.text(label) : "";
  }

  /** In words what the marks say, once a board's square or a piece for it has been touched. */
  private guide(): Guide | null {
    const last = this.clicks.touches.at(-1);
    const candidates = this.clicks.candidates();
    const board = this.view?.scene.zones?.find((zone) => isBoard(zone) && zone.spots.some((spot) => candidates.has(spot.id)));
    if (last === undefined || !board) return null;
    const next = board.spots.filter((spot) => spot.id !== last && candidates.has(spot.id));
    const ways = sided(board) ? ORDER.filter((way) => next.some((spot) => this.way(spot, board) === way)) : [];
    if (candidates.has(last)) return { text: this.again(last, board), ways };
    const moving = this.clicks.touches.filter((id) => this.zoneOf(id) === board).length > 1;
    return { text: { key: moving ? "ui.guide.on" : "ui.guide.where" }, ways };
  }

  private again(id: string, board: Zone): Message {
    const item = sided(board) ? this.spot(id)?.items?.at(-1) : undefined;
    return item ? { key: "ui.guide.again", params: { what: this.spokenItem(item) } } : { key: "ui.guide.stop" };
  }

  /** The way gone so far: origin, what was stepped on, and where it stands. */
  private trail(zone: Zone, shape: Geometry): string {
    const spots = this.clicks.touches.map((id) => zone.spots.find((spot) => spot.id === id)).filter((spot) => spot !== undefined);
    const points = spots.map((spot) => shape.corner(spot)).map(({ x, y }) => `${x + 50} ${y + 50}`);
    if (!points.length) return "";
    const vias = spots.slice(1).map((spot) => at(shape, spot, `<circle class="via" cx="50" cy="50" r="13"/>`));
    return `<path class="trail" d="M${points.join("L")}"/>${vias.join("")}`;
  }

  private items(spot: Spot, zone: Zone): string {
    const items = spot.items ?? [];
    const lies = this.view!.skin.arrange?.(spot, zone) ?? (zone.kind === "pile" ? [] : sideBySide(items.length));
    return items
      .map((item, index) => {
        const { x, y, scale } = lies[index] ?? { x: 0, y: 0, scale: 1 };
        const drawn = this.item(item, zone);
        return `<g transform="translate(${x} ${y}) scale(${scale})"><g class="item" data-at="${esc(spot.id)}" data-item="${esc(looks(item))}">${drawn}</g></g>`;
      })
      .join("");
  }

  /** An item without its count, marked so that it slides when it has moved. */
  private movable(item: Item, spot: Spot, zone: Zone): string {
    const drawn = this.item({ ...item, count: 1 }, zone);
    return `<g class="item" data-at="${esc(spot.id)}" data-item="${esc(looks(item))}">${drawn}</g>`;
  }

  private item(item: Item, zone: Zone): string {
    const look = { away: this.away(item, zone), letters: this.view!.letters };
    const body = this.view!.skin.item?.(item, look) ?? generic.item(item, look);
    const count = (item.count ?? 1) > 1 ? `<g class="count" transform="translate(32 34)"><circle r="17"/><text y="8">${item.count}</text></g>` : "";
    const badges = (item.badges ?? []).map((name) => this.view!.skin.badge?.(name, item) ?? badge(name));
    return body + count + badges.join("");
  }

  private itemsOf(id: string): string {
    const zone = this.zoneOf(id);
    const spot = this.spot(id);
    return zone && spot ? this.items(spot, zone) : "";
  }

  // -- the reader's side ----------------------------------------------------------------------------------------------

  private nearSeat(): number {
    const board = this.view?.scene.zones?.find(sided);
    return nearSeat(this.view?.seat ?? null, board?.bottom ?? 0, this.view?.flipped ?? false);
  }

  private turned(zone: Zone): boolean {
    return sided(zone) && this.nearSeat() !== zone.bottom;
  }

  private away(item: Item, zone: Zone | undefined): boolean {
    if (!this.view?.scene.zones?.some(sided) || item.owner === undefined || item.owner === null || zone?.kind === "fan") return false;
    return item.owner !== this.nearSeat();
  }

  // -- speaking -------------------------------------------------------------------------------------------------------

  private zoneLabel(zone: Zone): string {
    const { words, seat } = this.view!;
    const label = zone.label ? words.text(zone.label) : "";
    if (zone.owner === undefined || zone.owner === null || zone.owner === seat) return label;
    const owner = words.text({ key: "seat", params: { n: zone.owner + 1 } });
    return label ? `${owner} · ${label}` : owner;
  }

  private spoken(spot: Spot, zone: Zone): string {
    const { words } = this.view!;
    const name = squareName(spot, zone) || this.named(spot, zone) || (isBoard(zone) ? spot.id : "");
    const items = (spot.items ?? []).map((item) => this.spokenItem(item));
    const tags = (spot.tags ?? []).filter((tag) => words.has(`ui.tag.${tag}`)).map((tag) => words.word(`ui.tag.${tag}`));
    const empty = isBoard(zone) && !items.length && squareName(spot, zone) ? [words.word("ui.empty")] : [];
    const price = isBoard(zone) ? this.endingLabel(spot) : "";
    return [name, ...items, ...empty, ...tags, price].filter(Boolean).join(words.word("ui.comma")) || spot.id;
  }

  private spokenItem(item: Item): string {
    const { words, scene } = this.view!;
    const count = (item.count ?? 1) > 1 ? `×${item.count}` : "";
    if (item.face_down) return [words.word("ui.face_down"), count].filter(Boolean).join(" ");
    const known = item.label ?? scene.legend?.find((entry) => entry.face === item.face)?.label;
    const name = known ? words.text(known) : item.face;
    const colour = item.colour && !item.label ? words.first([`ui.colour.${item.colour}`], item.colour) : "";
    const owner = item.owner === undefined || item.owner === null || item.label ? "" : words.text({ key: "seat", params: { n: item.owner + 1 } });
    const badges = (item.badges ?? []).map((name) => words.first([`ui.badge.${name}`], item.label ? "" : name));
    return [colour, name, count, owner && `(${owner})`, ...badges].filter(Boolean).join(" ");
  }

  // -- looking up -----------------------------------------------------------------------------------------------------

  private zoneOf(id: string): Zone | undefined {
    return this.view?.scene.zones?.find((zone) => zone.spots.some((spot) => spot.id === id));
  }

  private spot(id: string): Spot | undefined {
    return this.zoneOf(id)?.spots.find((spot) => spot.id === id);
  }

  private button(id: string): HTMLElement | null {
    for (const zone of this.zones.values()) {
      const found = zone.querySelector<HTMLElement>(`[data-spot="${CSS.escape(id)}"]`);
      if (found) return found;
    }
    return null;
  }

  // -- focus and movement ---------------------------------------------------------------------------------------------

  private focusedSpot(): string | null {
    const active = document.activeElement;
    return active && [...this.zones.values()].some((zone) => zone.contains(active)) ? spotAt(active) : null;
  }

  /** A button that held the focus may be gone; the person's place on the page must not be. */
  private refocus(spot: string | null): void {
    if (spot === null || this.focusedSpot() !== null) return;
    const next = this.button(spot) ?? this.button([...this.clicks.candidates()][0] ?? "");
    next?.focus({ preventScroll: true });
  }

  private itemPlaces(): Map<string, Place[]> {
    const places = this.allItems().map((element) => ({ at: element.dataset.at!, looks: element.dataset.item!, box: element.getBoundingClientRect() }));
    return Map.groupBy(places, (place) => place.looks);
  }

  private allItems(): SVGGElement[] {
    return [...this.zones.values()].flatMap((zone) => [...zone.querySelectorAll<SVGGElement>(".item")]);
  }

  /** Lets what has moved slide from where it was. */
  private slide(before: Map<string, Place[]>): void {
    if (calm()) return;
    const now = this.allItems();
    const standing = new Set(now.map((element) => `${element.dataset.at} ${element.dataset.item}`));
    const was = new Set([...before.values()].flat().map((place) => `${place.at} ${place.looks}`));
    for (const element of now) {
      if (was.has(`${element.dataset.at} ${element.dataset.item}`)) continue;
      const gone = before.get(element.dataset.item!)?.find((place) => !standing.has(`${place.at} ${place.looks}`));
      if (gone) slideFrom(element, gone.box);
    }
  }
}

interface Place {
  at: string;
  looks: string;
  box: DOMRect;
}

const LAST = `<rect class="mark last" x="3" y="3" width="94" height="94"/>`;
const BRACKETS = `<path class="mark brackets" d="M7 22V7H22M78 7H93V22M93 78V93H78M22 93H7V78"/>`;
const FAINT = `<path class="mark brackets faint" d="M7 19V7H19M81 7H93V19M93 81V93H81M19 93H7V81"/>`;
const TAKE = `<path class="mark take" d="M6 26V6H26M74 6H94V26M94 74V94H74M26 94H6V74"/>`;
const RING = `<circle class="mark ring" cx="50" cy="50" r="30"/>`;
const SMALL_RING = `<circle class="mark ring" cx="50" cy="50" r="17"/>`;
const ORDER: readonly Way[] = ["go", "take", "through", "step", "take_or_step"];

/** The marks of what a touch does, each in a box of 100 × 100. */
export const WAYS: Record<Way, string> = {
  go: `<circle class="mark dot" cx="50" cy="50" r="15"/>`,
  take: TAKE,
  through: SMALL_RING,
  step: RING,
  take_or_step: TAKE + SMALL_RING,
};
const SHAKE = [{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }];

/** Whether the players sit at opposite edges of it. */
function sided(zone: Zone): boolean {
  return zone.bottom !== undefined && zone.bottom !== null;
}

/** The seat that sits at the lower edge as drawn. */
export function nearSeat(seat: number | null, bottom: number, flipped: boolean): number {
  const near = seat ?? bottom;
  return flipped && near < 2 ? 1 - near : near;
}

/** As many in a row as there are rows. */
function sideBySide(count: number): Lie[] {
  const across = Math.max(1, Math.ceil(Math.sqrt(count)));
  const down = Math.ceil(count / across);
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % across) - (across - 1) / 2) * (100 / across),
    y: (Math.floor(at / across) - (down - 1) / 2) * (100 / across),
    scale: 1 / across,
  }));
}

function looks(item: Item): string {
  return `${item.kind} ${item.face} ${item.colour || (item.owner ?? "")}`;
}

function badge(name: string): string {
  if (name === "protected") return `<g class="badge" transform="translate(-33 34) scale(0.85)"><path d="M0-15 13-10V2C13 10 7 14 0 17-7 14-13 10-13 2V-10Z"/></g>`;
  const count = /-(\d+)$/.exec(name)?.[1] ?? "•";
  return `<g class="badge" transform="translate(-33 33)"><circle r="14"/><text y="7">${count}</text></g>`;
}

function at(shape: Geometry, spot: Spot, drawing: string): string {
  if (!drawing) return "";
  const { x, y } = shape.corner(spot);
  return `<g transform="translate(${x} ${y})">${drawing}</g>`;
}

function trackRoad(zone: Zone, shape: Geometry): string {
  const points = zone.spots.map((spot) => shape.corner(spot)).map(({ x, y }) => `${x + 50} ${y + 50}`);
  return points.length ? `<path class="road" d="M${points.join("L")}"/>` : "";
}

function coordinates(zone: Zone, shape: Geometry): string {
  const middle = shape.left / 2;
  const place = (index: number, count: number): number => shape.left + 100 * (shape.turned ? count - 1 - index : index) + 50;
  const name = (text: string, x: number, y: number): string => `<text class="coordinate" x="${x}" y="${y + 7}">${esc(text)}</text>`;
  const columns = (zone.column_names ?? []).flatMap((text, i) =>
    [middle, shape.height - middle].map((y) => name(text, place(i, shape.columns), y)),
  );
  const rows = (zone.row_names ?? []).flatMap((text, i) =>
    [middle, shape.width - middle].map((x) => name(text, x, place(i, shape.rows))),
  );
  return [...columns, ...rows].join("");
}

function position(cell: HTMLElement, shape: Geometry, spot: Spot): void {
  const { x, y } = shape.corner(spot);
  cell.style.left = `${(100 * x) / shape.width}%`;
  cell.style.top = `${(100 * y) / shape.height}%`;
  cell.style.width = `${(100 * 100) / shape.width}%`;
  cell.style.height = `${(100 * 100) / shape.height}%`;
}

function newButton(cell: HTMLElement, spot: string, choice: boolean): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.spot = spot;
  button.tabIndex = choice ? 0 : -1;
  cell.append(button);
  return button;
}

/** Makes the children match the keys in order, keeping those that stay, so that focus and animations survive. */
function keyed(parent: HTMLElement, keys: readonly string[], role: string, fill: (key: string, child: HTMLElement) => void): void {
  const old = new Map([...parent.children].map((child) => [(child as HTMLElement).dataset.key!, child as HTMLElement]));
  for (const [key, child] of old) if (!keys.includes(key)) child.remove();
  keys.forEach((key, index) => {
    const child = old.get(key) ?? newChild(key, role);
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
    fill(key, child);
  });
}

function newChild(key: string, role: string): HTMLElement {
  const child = document.createElement("div");
  child.dataset.key = key;
  child.setAttribute("role", role);
  return child;
}

function spotAt(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest?.<HTMLElement>("[data-spot]")?.dataset.spot ?? null;
}

/** Only one button of a zone is in the tab order; arrow keys reach the others. */
function rove(button: HTMLElement): void {
  const grid = button.closest("[role=grid]");
  grid?.querySelectorAll("[data-spot][tabindex='0']").forEach((other) => other.setAttribute("tabindex", "-1"));
  if (grid) button.tabIndex = 0;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The button an arrow key leads to: the nearest one that way. */
function neighbour(button: HTMLElement, key: string): HTMLElement | null {
  const way = ARROWS[key];
  const group = button.closest("[role=grid], [role=group]");
  if (!way || !group) return null;
  const here = centre(button);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of group.querySelectorAll<HTMLElement>("[data-spot]")) {
    const there = centre(other);
    const along = (there.x - here.x) * way[0] + (there.y - here.y) * way[1];
    const aside = Math.abs((there.x - here.x) * way[1]) + Math.abs((there.y - here.y) * way[0]);
    if (along > 4 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
  }
  return best;
}

function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function slideFrom(element: SVGGElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const scale = element.getScreenCTM()?.a || 1;
  const dx = (from.left + from.width / 2 - to.left - to.width / 2) / scale;
  const dy = (from.top + from.height / 2 - to.top - to.height / 2) / scale;
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-out" });
}

/** The person asked for less motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
