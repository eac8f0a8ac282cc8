/** Six Cast: a ploughed field of four furrows; strokes tell the cups, arrows the way of the plough. */
import { esc } from "../../svg";
import type { Item, Spot } from "../../wire";
import { frame } from "../kaikboard/board";
import { counterIcon } from "../races/icons";
import { cluster, emblem, pawn } from "../races/tokens";
import type { Ground, Skin } from "../skin";
import "./six_cast.css";

const numberOf = (spot: Spot): number => Number(spot.id.replace(/\D+/, ""));

function square(spot: Spot): string {
  const tags = spot.tags ?? [];
  const strokes = Number(tags.find((tag) => tag.startsWith("strokes-"))?.slice(8) ?? 0);
  const lines = Array.from({ length: strokes }, (_, at) => `M0 ${(100 * (at + 1)) / (strokes + 1)}H100`);
  const kind = tags.includes("goal") ? "goal" : tags.includes("start") ? "start" : strokes ? "drink" : "";
  const start = kind === "start" ? `<path class="sx-start" d="M100 0 0 100"/>` : "";
  return `<rect class="sx-square ${kind} ${Math.floor(numberOf(spot) / 8) % 2 ? "odd" : ""}" width="100" height="100"/>${start}
    <path class="sx-stroke" d="${lines.join("")}"/>${kind === "goal" ? GOAL : ""}<text class="rc-number sx-number" x="8" y="22">${numberOf(spot)}</text>`;
}

const GOAL = `<path class="sx-pole" d="M66 90V44"/><path class="sx-flag" d="M66 44 90 52 66 60Z"/>`;

/** Arrow heads on the edges between a square and the next; where the plough turns they point up. */
function way({ zone, shape }: Ground): string {
  const heads = zone.spots.slice(0, -1).map((spot, at) => {
    const [from, to] = [shape.corner(spot), shape.corner(zone.spots[at + 1]!)];
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return `<path class="rc-chevron ${from.x === to.x ? "turning" : ""}" transform="translate(${(from.x + to.x) / 2 + 50} ${(from.y + to.y) / 2 + 50}) rotate(${turn})" d="M-5-8 5 0-5 8"/>`;
  });
  return heads.join("");
}

/** A prize to be won. */
function medal(item: Item): string {
  return `<g class="rc-medal"><path class="ribbon" d="M-22 10-30 46-13 38 0 46V10ZM22 10 30 46 13 38 0 46V10Z"/><circle class="rim" r="34" cy="-8"/><circle class="disc" r="26" cy="-8"/>
    <text y="4">${esc(item.face)}</text></g>`;
}

const skin: Skin = {
  id: "six_cast",
  square,
  backdrop: frame,
  way,
  border: 26,
  arrange: (spot, zone) => (zone.kind === "grid" ? cluster(spot.items?.length ?? 0) : undefined),
  item: (item) => (item.kind === "piece" ? pawn(item) : medal(item)),
  emblem,
  icon: (counter) => counterIcon(counter.id),
  uncaptioned: true,
};

export default skin;
