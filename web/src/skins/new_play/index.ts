/** New Play: a betting sheet on green cloth, each field with its number of marked sticks and what it pays, and chips to stake. */
import { esc } from "../../svg";
import type { Item, Spot, Zone } from "../../wire";
import { emblem, emblemPath } from "../races/tokens";
import type { Lie, Skin } from "../skin";
import "./new_play.css";

const param = (spot: Spot, name: string): string => String(spot.label?.params?.[name] ?? "");

/** The field of a number: so many of five sticks lie with the marked side up. */
function square(spot: Spot): string {
  const number = Number(param(spot, "number"));
  const sticks = Array.from({ length: 5 }, (_, at) => `<rect class="np-stick ${at < number ? "up" : ""}" x="${44 + at * 8.500}" y="42" width="5.500" height="18" rx="2.700"/>`);
  const hit = spot.tags?.includes("hit") ? `<rect class="np-hit" x="5" y="5" width="90" height="90" rx="10"/>` : "";
  return `<rect class="np-field ${number % 5 === 0 ? "rare" : number % 3 === 1 ? "some" : ""}" x="2" y="2" width="96" height="96" rx="8"/>${hit}
    <text class="np-number" x="25" y="62">${number}</text><text class="np-pays" x="85" y="37">×${esc(param(spot, "multiple"))}</text>${sticks.join("")}`;
}

function backdrop(width: number, height: number): string {
  return `<rect class="np-rim" width="${width}" height="${height}" rx="20"/><rect class="np-cloth" x="8" y="8" width="${width - 16}" height="${height - 16}" rx="14"/>`;
}

/** Chips lie in the lower half of a field. */
function arrange(spot: Spot, zone: Zone): Lie[] | undefined {
  const count = spot.items?.length ?? 0;
  if (zone.kind !== "grid") return undefined;
  const across = Math.min(count, 4);
  const scale = count === 1 ? 0.38 : count <= 3 ? 0.32 : 0.22;
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % across) - (Math.min(across, count) - 1) / 2) * scale * 88,
    y: count > 4 ? 22 + Math.floor(at / across) * 17 : 29,
    scale,
  }));
}

function chip(item: Item): string {
  const owner = item.owner ?? null;
  const sign = owner === null ? "" : `<path class="np-sign" transform="translate(0 -25) scale(0.42)" d="${emblemPath(owner)}"/>`;
  const notches = Array.from({ length: 8 }, (_, at) => `<path class="np-notch" transform="rotate(${at * 45})" d="M0-46V-37"/>`);
  return `<g class="np-chip ${owner === null ? "plain" : `seat-${owner % 8}`}"><circle class="np-edge" r="46"/>${notches.join("")}<circle class="np-face" r="34"/>${sign}
    <text y="${owner === null ? 13 : 19}">${esc(item.face)}</text></g>`;
}

const skin: Skin = { id: "new_play", square, backdrop, border: 22, arrange, item: chip, emblem, uncaptioned: true };

export default skin;
