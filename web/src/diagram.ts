/** How a piece moves, as a small board with the piece in the middle. */
import { esc, fitted } from "./svg";
import type { Diagram } from "./wire";

const CELL = 26;

export function diagramPicture(diagram: Diagram, face: string, field: boolean): string {
  const reach = Math.max(2, ...diagram.marks.flatMap(([right, forward]) => [Math.abs(right), Math.abs(forward)]));
  const size = (2 * reach + 1) * CELL;
  const middle = size / 2;
  const lines = Array.from({ length: 2 * reach + 2 }, (_, at) => `M${at * CELL} 0V${size}M0 ${at * CELL}H${size}`);
  const marks = diagram.marks.map(([right, forward, how]) => mark(right, forward, how, middle, reach));
  return `<svg class="diagram" viewBox="-1 -1 ${size + 2} ${size + 2}" aria-hidden="true">
    <rect class="ground" width="${size}" height="${size}"/>
    <rect class="own ${field ? "field" : ""}" x="${middle - CELL / 2}" y="${middle - CELL / 2}" width="${CELL}" height="${CELL}"/>
    <path class="lines" d="${lines.join("")}"/>${marks.join("")}
    <text class="face" x="${middle}" y="${middle + 7}" font-size="${fitted(face, 22, 20)}">${esc(face)}</text></svg>`;
}

function mark(right: number, forward: number, how: string, middle: number, reach: number): string {
  const x = middle + right * CELL;
  const y = middle - forward * CELL;
  if (how === "step" || how === "jump") return `<circle class="${how}" cx="${x}" cy="${y}" r="7.5"/>`;
  // A line runs on to the edge in its direction, with an arrow head to say that it has no end.
  const [dx, dy] = [Math.sign(right), -Math.sign(forward)];
  const edge = (reach + 0.38) * CELL;
  const [startX, startY] = [x - dx * CELL * 0.3, y - dy * CELL * 0.3];
  const [endX, endY] = [middle + dx * edge, middle + dy * edge];
  return `<path class="${how}" d="M${startX} ${startY}L${endX} ${endY}"/>${head(endX, endY, dx, dy)}`;
}

function head(x: number, y: number, dx: number, dy: number): string {
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return `<path class="head" transform="translate(${x} ${y}) rotate(${turn})" d="M-6-4.5 0 0-6 4.5"/>`;
}
