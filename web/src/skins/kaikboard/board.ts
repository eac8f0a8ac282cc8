/** The cerke board: warm paper in a wooden frame, orange field, blue water, a green hill. */
import type { Spot } from "../../wire";
import "./kaikboard.css";

export type Land = "hill" | "water" | "field" | "paper";

const WAVES = `<path class="c-wave" d="M14 36q12-11 24 0t24 0 24 0M14 64q12-11 24 0t24 0 24 0"/>`;
const SLOPES = `<path class="c-slope" d="M50 14 86 50 50 86 14 50ZM50 30 70 50 50 70 30 50Z"/>`;
const RAYS = `<path class="c-ray" d="M12 24 24 12M76 12 88 24M88 76 76 88M24 88 12 76"/>`;
const DRAWN: Record<Land, string> = { hill: SLOPES, water: WAVES, field: RAYS, paper: "" };
const LANDS = ["hill", "water", "field"] as const;

export function landOf(spot: Spot): Land {
  return LANDS.find((land) => spot.tags?.includes(land)) ?? "paper";
}

/** A square of that land in a box of 100 × 100. */
export function ground(land: Land): string {
  return `<rect class="c-square ${land}" width="100" height="100"/>${DRAWN[land]}`;
}

export function square(spot: Spot): string {
  const land = landOf(spot);
  const moving = spot.tags?.includes("tamfield") && land !== "field" && land !== "hill";
  return ground(land) + (moving ? `<rect class="c-reach" x="5" y="5" width="90" height="90" rx="6"/>` : "");
}

/** A wooden frame of that size. */
export function frame(width: number, height: number): string {
  const grain = Array.from({ length: 9 }, (_, at) => {
    const y = ((at + 0.5) * height) / 9;
    return `M0 ${y}C${width * 0.3} ${y - 14} ${width * 0.6} ${y + 16} ${width} ${y - 4}`;
  });
  return `<rect class="c-frame" width="${width}" height="${height}" rx="16"/><path class="c-grain" d="${grain.join("")}"/>`;
}
