/** The log of a table as one seat is told it: each frame carries only the lines that are new, or stand anew. */
import type { Log } from "./wire";

/** How many of the last lines are kept: as many as are told on connecting. */
const LINES = 300;

/** All that was told of a seat's log on a connection: what was known, up to where the new lines begin, and those. */
export function joined(told: Log, known: Log | undefined): Log {
  const stay = known ? told.first - known.first : 0;
  if (!known || stay <= 0 || stay > known.lines.length) return told;
  const lines = [...known.lines.slice(0, stay), ...told.lines].slice(-LINES);
  return { ...told, lines, first: told.first + told.lines.length - lines.length };
}
