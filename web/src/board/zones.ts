/**
 * The elements of the zones: a board or track is one SVG with a grid of real buttons over it; hands, piles, rows and choices
 * are buttons that hold their picture. Elements that stay are kept, so that focus and animations survive.
 */
import { geometry, isBoard, type Geometry } from "../geometry";
import * as generic from "../skins/generic";
import type { Slots } from "../skins/skin";
import { esc } from "../svg";
import type { Spot, Zone } from "../wire";
import { itemAlone, itemsOn } from "./items";
import { picture } from "./picture";
import { caption, spokenSpot, spotLabel, zoneLabel } from "./speech";
import { hintedSpot, nearSeatOf, turned, type Touched } from "./view";
import { wayOf } from "./ways";

export class Zones {
  private readonly elements = new Map<string, HTMLElement>();
  private readonly written = new WeakMap<HTMLElement, string>();

  constructor(
    private readonly slots: Slots,
    /** A slot holds something for the first time, or again. */
    private readonly used: (slot: HTMLElement) => void,
  ) {}

  draw(touched: Touched): void {
    const wanted = touched.view.scene.zones ?? [];
    for (const [id, element] of this.elements) if (!wanted.some((zone) => zone.id === id)) this.forget(id, element);
    for (const zone of wanted) this.drawZone(touched, zone);
    for (const slot of Object.values(this.slots)) slot?.classList.toggle("empty", !slot.firstElementChild);
  }

  clear(): void {
    for (const element of this.elements.values()) element.remove();
  }

  /** The button of a spot. */
  button(id: string): HTMLElement | null {
    for (const zone of this.elements.values()) {
      const found = zone.querySelector<HTMLElement>(`[data-spot="${CSS.escape(id)}"]`);
      if (found) return found;
    }
    return null;
  }

  contains(element: Element): boolean {
    return [...this.elements.values()].some((zone) => zone.contains(element));
  }

  items(): SVGGElement[] {
    return [...this.elements.values()].flatMap((zone) => [...zone.querySelectorAll<SVGGElement>(".item")]);
  }

  private forget(id: string, element: HTMLElement): void {
    element.remove();
    this.elements.delete(id);
  }

  private drawZone(touched: Touched, zone: Zone): void {
    const { view } = touched;
    const old = this.elements.get(zone.id);
    if (old && !old.classList.contains(zone.kind)) this.forget(zone.id, old);
    const element = this.elements.get(zone.id) ?? this.create(zone);
    const near = nearSeatOf(view);
    const slot = this.slots[view.skin.place?.(zone, near) ?? generic.place(zone, near)] ?? this.slots.far;
    this.used(slot);
    if (element.parentElement !== slot) slot.append(element);
    const label = zoneLabel(view, zone);
    const own = zone.label ? view.words.text(zone.label) : "";
    element.querySelector(".zone-label")!.textContent = slot.classList.contains("seat") ? own : label;
    const grid = element.querySelector<HTMLElement>("[role=grid], [role=group]")!;
    grid.setAttribute("aria-label", label || view.words.word(`ui.zone.${zone.kind}`));
    element.classList.toggle("mine", zone.owner === view.seat);
    if (isBoard(zone)) this.drawBoard(touched, zone, element, grid);
    else this.drawFlow(touched, zone, grid);
    if (!grid.querySelector("[data-spot][tabindex='0']")) grid.querySelector("[data-spot]")?.setAttribute("tabindex", "0");
  }

  private create(zone: Zone): HTMLElement {
    const element = document.createElement("section");
    element.className = `zone ${zone.kind}`;
    element.dataset.zone = zone.id;
    const role = zone.kind === "choices" ? "group" : "grid";
    const svg = isBoard(zone) ? `<svg class="picture" aria-hidden="true"></svg>` : "";
    element.innerHTML = `<p class="zone-label"></p><div class="zone-body">${svg}<div class="cells" role="${role}"></div></div>`;
    this.elements.set(zone.id, element);
    return element;
  }

  private drawBoard(touched: Touched, zone: Zone, element: HTMLElement, grid: HTMLElement): void {
    const { view } = touched;
    const shape = geometry(zone, turned(view, zone), view.coordinates, view.skin.margin, view.skin.border);
    const svg = element.querySelector<SVGElement>(".picture")!;
    svg.setAttribute("viewBox", `0 0 ${shape.width} ${shape.height}`);
    svg.innerHTML = picture(touched, zone, shape);
    element.style.setProperty("--ratio", String(shape.width / shape.height));
    element.style.setProperty("--columns", String(shape.columns));
    const rows = Map.groupBy(zone.spots, (spot) => shape.corner(spot).y);
    const order = [...rows.keys()].sort((a, b) => a - b);
    keyed(grid, order.map(String), "row", (key, row) => {
      const spots = rows.get(Number(key))!.sort((a, b) => shape.corner(a).x - shape.corner(b).x);
      this.drawCells(touched, row, spots, zone, (spot, cell) => position(cell, shape, spot));
    });
  }

  private drawFlow(touched: Touched, zone: Zone, grid: HTMLElement): void {
    if (zone.kind === "choices") return this.drawCells(touched, grid, zone.spots, zone);
    keyed(grid, zone.spots.length ? ["only"] : [], "row", (_, row) => this.drawCells(touched, row, zone.spots, zone));
  }

  private drawCells(touched: Touched, row: HTMLElement, spots: readonly Spot[], zone: Zone, place?: (spot: Spot, cell: HTMLElement) => void): void {
    const byId = new Map(spots.map((spot) => [spot.id, spot]));
    const role = zone.kind === "choices" ? "none" : "gridcell";
    row.style.setProperty("--spots", String(spots.length));
    keyed(row, [...byId.keys()], role, (id, cell) => {
      const spot = byId.get(id)!;
      place?.(spot, cell);
      if (zone.kind === "fan") cell.style.setProperty("--at", String(spots.indexOf(spot)));
      this.drawButton(touched, cell.querySelector("button") ?? newButton(cell, spot.id, zone.kind === "choices"), spot, zone);
      if (!isBoard(zone)) this.drawLying(touched, cell, spot, zone);
    });
  }

  private drawButton(touched: Touched, button: HTMLElement, spot: Spot, zone: Zone): void {
    const { view, clicks } = touched;
    const [candidate, made] = [touched.candidates.has(spot.id), clicks.touches.includes(spot.id)];
    const tags = (spot.tags ?? []).map((tag) => `tag-${tag}`).join(" ");
    button.className = `spot ${tags} ${candidate ? "candidate" : ""} ${made ? "touched" : ""}`;
    button.classList.toggle("filled", Boolean(spot.items?.length));
    button.classList.toggle("hinted", spot.id === hintedSpot(touched));
    if (candidate && isBoard(zone)) button.classList.add(`way-${wayOf(touched, spot, zone)}`);
    button.classList.toggle("movable", candidate && Boolean(spot.items?.length) && zone.kind !== "choices");
    button.setAttribute("aria-label", spokenSpot(touched, spot, zone));
    const anew = zone.kind === "choices" && clicks.begins(spot.id);
    button.setAttribute("aria-disabled", String(!candidate && !made && !anew));
    if (zone.kind !== "choices") button.setAttribute("aria-pressed", String(made));
    this.fill(button, isBoard(zone) ? caption(view, spot, zone) : flowText(touched, spot, zone));
  }

  /** What lies on a spot outside a board: a picture under its button, since its signs are no label. */
  private drawLying({ view }: Touched, cell: HTMLElement, spot: Spot, zone: Zone): void {
    const old = cell.querySelector<HTMLElement>(".lying");
    if (!spot.items?.length) return old?.remove();
    const lying = old ?? cell.appendChild(Object.assign(document.createElement("span"), { className: "lying" }));
    lying.setAttribute("aria-hidden", "true");
    const whole = view.skin.flow?.(spot, zone, (item) => itemAlone(view, item, spot, zone), view.words);
    if (whole !== undefined) return this.fill(lying, whole);
    const box = spot.items[0]!.kind === "card" ? "-34 -50 68 100" : "-50 -50 100 100";
    this.fill(lying, `<svg viewBox="${box}">${itemsOn(view, spot, zone)}</svg>`);
  }

  /** Writes only what has changed, so that a hover or an animation is not cut off. */
  private fill(element: HTMLElement, content: string): void {
    if (this.written.get(element) === content) return;
    this.written.set(element, content);
    element.innerHTML = content;
  }
}

function flowText(touched: Touched, spot: Spot, zone: Zone): string {
  const label = spotLabel(touched, spot, zone);
  if (zone.kind === "choices") return `<span>${esc(label || spot.id)}</span>`;
  if (spot.items?.length) return "";
  return `<span class="chip">${esc(label || (zone.kind === "pile" ? "" : spot.id))}</span>`;
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

/** Makes the children match the keys in order, keeping those that stay. */
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
