/** Several people at one device: whose turn it is to look. */
import type { State, Table } from "./wire";

/** The seats played at this device, where there are several. */
export function seatsHere(table: Table | null): number[] {
  const mine = (table?.seats ?? []).flatMap((seat, at) => (seat.you ? [at] : []));
  return mine.length > 1 ? mine : [];
}

/** The seats at this device that must choose now, beginning with the one shown or after it. */
export function nextHere(state: State): number[] {
  const mine = seatsHere(state.table);
  const asked = mine.filter((seat) => state.scene.turn?.includes(seat));
  const from = state.seat ?? 0;
  return asked.toSorted((a, b) => distance(from, a, state) - distance(from, b, state));
}

function distance(from: number, to: number, state: State): number {
  const count = state.table.seats.length;
  return (to - from + count) % count;
}
