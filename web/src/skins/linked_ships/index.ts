/** Linked Ships: a shore of planks around the sea, ships with their cargo, and the piles of every player as tracks in the middle. */
import { esc } from "../../svg";
import type { Item, Scene, Spot, Zone } from "../../wire";
import { counterIcon } from "../races/icons";
import { emblem, emblemPath } from "../races/tokens";
import type { Ground, Lie, Skin } from "../skin";
import "./linked_ships.css";

const START_PILE = 20;

function square(spot: Spot): string {
  const end = (spot.tags ?? []).find((tag) => tag === "start" || tag === "goal");
  const number = Number(spot.id.replace(/\D+/, ""));
  if (!end) return `<rect class="ls-square" x="4" y="4" width="92" height="92" rx="10"/><text class="ls-number" x="50" y="88">${number}</text>`;
  // The harbours are twice as long as a square: everybody's ships lie there.
  const top = end === "start" ? 4 : -96;
  return `<rect class="ls-harbour ${end}" x="4" y="${top}" width="92" height="192" rx="12"/>`;
}

function backdrop(width: number, height: number): string {
  const waves = Array.from({ length: 7 }, (_, at) => {
    const y = ((at + 0.6) * height) / 7;
    return `M10 ${y}q${width / 28}-14 ${width / 14} 0${`t${width / 14} 0`.repeat(12)}`;
  });
  return `<rect class="ls-sea" width="${width}" height="${height}" rx="18"/><path class="ls-wave" d="${waves.join("")}"/>`;
}

function figure(scene: Scene, id: string): number {
  const value = scene.counters?.find((counter) => counter.id === id)?.value;
  return typeof value === "number" ? value : 0;
}

/** Arrow heads between the squares, and in the middle every player's two piles. */
function way({ zone, shape, scene, words }: Ground): string {
  const heads = zone.spots.slice(0, -1).map((spot, at) => {
    const [from, to] = [shape.corner(spot), shape.corner(zone.spots[at + 1]!)];
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return `<path class="ls-head" transform="translate(${(from.x + to.x) / 2 + 50} ${(from.y + to.y) / 2 + 50}) rotate(${turn})" d="M-4-7 4 0-4 7"/>`;
  });
  const seats = (scene.counters ?? []).filter((counter) => counter.id.startsWith("goal-")).map((counter) => counter.owner ?? 0);
  const [left, top] = [shape.left + 118, shape.top + 112];
  const [wide, high] = [(shape.columns - 2) * 100 - 36, (shape.rows - 2) * 100 - 24];
  const each = high / Math.max(seats.length, 1);
  const piles = seats.map((seat, at) => {
    const bars = (["start", "goal"] as const).map((kind, row) => pile(scene, kind, seat, wide, row * each * 0.46, each * 0.4));
    return `<g transform="translate(${left} ${top + at * each})" class="seat-${seat % 8}">${bars.join("")}</g>`;
  });
  const names = ["start", "goal"].map((tag) => harbourName(zone, shape, tag, words));
  return `<rect class="ls-panel" x="${left - 14}" y="${top - 10}" width="${wide + 28}" height="${high + 12}" rx="12"/>${heads.join("")}${piles.join("")}${names.join("")}`;
}

function harbourName(zone: Zone, shape: Ground["shape"], tag: string, words: Ground["words"]): string {
  const spot = zone.spots.find((one) => one.tags?.includes(tag));
  if (!spot?.label) return "";
  const { x, y } = shape.corner(spot);
  return `<text class="ls-name" x="${x + 50}" y="${y + (tag === "start" ? 186 : 86)}">${esc(words.text(spot.label))}</text>`;
}

/** A track of so many holes, filled up to the pile; the goal's ends with a flag where the game is won. */
function pile(scene: Scene, kind: "start" | "goal", seat: number, wide: number, y: number, high: number): string {
  const count = figure(scene, `${kind}-${seat}`);
  const most = Math.max(kind === "goal" ? figure(scene, "target") : START_PILE, count, 1);
  const [from, room] = [78, wide - 78 - 56];
  const pitch = room / most;
  const size = Math.min(high * 0.62, pitch * 0.8, 30);
  const holes = Array.from({ length: most }, (_, at) => {
    const x = from + (at + 0.5) * pitch;
    const fifth = (at + 1) % 5 === 0 && at + 1 < most ? `<path class="ls-tick" d="M${from + (at + 1) * pitch} ${y + high * 0.12}v${high * 0.76}"/>` : "";
    return `<rect class="ls-hole ${at < count ? "full" : ""} ${kind}" x="${x - size / 2}" y="${y + high / 2 - size / 2}" width="${size}" height="${size}" rx="${kind === "goal" ? size / 2 : 3}"/>${fifth}`;
  });
  const sign = kind === "start" ? `<path class="ls-emblem" transform="translate(14 ${y + high / 2}) scale(0.75)" d="${emblemPath(seat)}"/>` : "";
  const icon = kind === "start" ? "M-9 9H9M-7 9V-3H0V9M0 9V1H7V9" : "M-6 11V-10H8L4-4 8 2H-6";
  return `${sign}<path class="ls-icon" transform="translate(52 ${y + high / 2})" d="${icon}"/>${holes.join("")}<text class="ls-count" x="${wide - 4}" y="${y + high / 2 + 9}">${count}</text>`;
}

/** In harbour two abreast over the whole length, elsewhere as on any square. */
function arrange(spot: Spot, zone: Zone): Lie[] | undefined {
  const count = spot.items?.length ?? 0;
  if (zone.kind !== "track") return undefined;
  const down = spot.tags?.includes("start") ? 1 : spot.tags?.includes("goal") ? -1 : 0;
  if (!down) return open(count);
  const across = count <= 3 ? 1 : count <= 6 ? 2 : 3;
  const rows = Math.max(3, Math.ceil(count / across));
  const scale = Math.min(0.92 / across, 1.7 / rows);
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % across) - (across - 1) / 2) * (90 / across),
    y: down * 50 - 13 + (Math.floor(at / across) - (rows - 1) / 2) * (156 / rows),
    scale,
  }));
}

function open(count: number): Lie[] {
  const across = Math.max(1, Math.ceil(Math.sqrt(count)));
  const rows = Math.ceil(count / across);
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % across) - (across - 1) / 2) * (92 / across),
    y: -12 + (Math.floor(at / across) - (rows - 1) / 2) * (80 / across),
    scale: (across === 1 ? 0.74 : 0.9) / across,
  }));
}

const badgeOf = (item: Item, word: string): number => Number(item.badges?.find((name) => name.startsWith(`${word}-`))?.slice(word.length + 1) ?? 0);

/** A ship under a sail with the player's emblem; its number on the bow, its cargo on the hull. An empty one has furled its sail. */
function ship(item: Item): string {
  const seat = item.owner ?? 0;
  const cargo = badgeOf(item, "cargo");
  const sail = cargo ? `<path class="ls-sail" d="M-30-44Q-38-16-28 10H28Q38-16 30-44Z"/><path class="ls-sign" transform="translate(0 -16) scale(1)" d="${emblemPath(seat)}"/>`
    : `<path class="ls-furled" d="M-30-34H30"/><path class="ls-bare" transform="translate(0 -8) scale(0.7)" d="${emblemPath(seat)}"/>`;
  return `<g class="ls-ship seat-${seat % 8}"><path class="ls-mast" d="M0-48V16"/>${sail}<path class="ls-hull" d="M-46 12H46L34 44H-34Z"/>
    <text class="ls-cargo" y="39">${cargo}</text><g transform="translate(-36 -38)"><circle class="ls-tag" r="13"/><text class="ls-tag-text" y="7">${badgeOf(item, "ship")}</text></g></g>`;
}

const skin: Skin = {
  id: "linked_ships",
  square,
  backdrop,
  way,
  border: 18,
  arrange,
  item: ship,
  badge: () => "",
  seated: true,
  place: (zone, near) => (typeof zone.owner === "number" && zone.owner !== near ? `seat-${zone.owner}` : undefined),
  emblem,
  icon: (counter) => counterIcon(counter.id),
  hides: (counter) => /^(start|goal)-\d+$/.test(counter.id),
  uncaptioned: true,
};

export default skin;
