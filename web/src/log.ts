/** The log as it is read: long runs of lines of a kind, such as the cards of a deal, are told as one. */
import type { Message } from "./wire";

/** Fewer such lines than this are worth reading one by one. */
const RUN = 4;

export interface Entry {
  /** Counted from the first line of the log, so that an entry keeps its number as the log grows. */
  at: number;
  lines: Message[];
  /** The key that tells all of them at once. */
  fold?: string;
}

export function folded(log: readonly Message[], folds: (line: Message) => string | undefined): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < log.length; ) {
    const fold = folds(log[at]!);
    const end = fold === undefined ? at + 1 : runEnd(log, at, (line) => folds(line) === fold);
    if (fold !== undefined && end - at >= RUN) entries.push({ at, lines: log.slice(at, end), fold });
    else for (let one = at; one < end; one += 1) entries.push({ at: one, lines: [log[one]!] });
    at = end;
  }
  return entries;
}

function runEnd(log: readonly Message[], start: number, same: (line: Message) => boolean): number {
  let end = start + 1;
  while (end < log.length && same(log[end]!)) end += 1;
  return end;
}
