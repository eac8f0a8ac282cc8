/** Where the spots of a board lie: grids and tracks, turned or not, in units of 100 to a square. */
import type { Spot, Zone } from "./wire";

export const UNIT = 100;
const NAMES = 34;

export interface Geometry {
  width: number;
  height: number;
  /** The squares' part of the whole. */
  left: number;
  top: number;
  columns: number;
  rows: number;
  turned: boolean;
  /** The upper left corner of a spot's square. */
  corner(spot: Spot): { x: number; y: number };
}

export function isBoard(zone: Zone): boolean {
  return zone.kind === "grid" || zone.kind === "track";
}

export function geometry(zone: Zone, turned: boolean, names: boolean, margin = NAMES, border = 0): Geometry {
  const { minX, minY, columns, rows } = extent(zone);
  const side = names && named(zone) ? margin : border;
  return {
    width: columns * UNIT + 2 * side,
    height: rows * UNIT + 2 * side,
    left: side,
    top: side,
    columns,
    rows,
    turned,
    corner(spot) {
      const x = (spot.x ?? 0) - minX;
      const y = (spot.y ?? 0) - minY;
      return { x: side + UNIT * (turned ? columns - 1 - x : x), y: side + UNIT * (turned ? rows - 1 - y : y) };
    },
  };
}

export function named(zone: Zone): boolean {
  return Boolean(zone.column_names?.length || zone.row_names?.length);
}

function extent(zone: Zone): { minX: number; minY: number; columns: number; rows: number } {
  if (zone.columns && zone.rows)
    return { minX: 0, minY: 0, columns: zone.columns, rows: zone.rows };
  const xs = zone.spots.map((spot) => spot.x ?? 0);
  const ys = zone.spots.map((spot) => spot.y ?? 0);
  const minX = Math.min(...xs, 0);
  const minY = Math.min(...ys, 0);
  return { minX, minY, columns: Math.max(...xs) - minX + 1, rows: Math.max(...ys) - minY + 1 };
}

/** The name of a square of a grid, such as a column's letter and a row's. */
export function squareName(spot: Spot, zone: Zone): string {
  if (!named(zone)) return "";
  return (zone.column_names?.[spot.x ?? 0] ?? "") + (zone.row_names?.[spot.y ?? 0] ?? "");
}
