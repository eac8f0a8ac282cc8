/** A frame of a table made whole: the server leaves out what it has told of the same seat on the same connection. */
import type { State } from "./wire";

/** How many of the last lines of the log are kept: as many as are told on connecting. */
const LINES = 300;

/** The frame with what the last one of the same seat, itself whole, has told. */
export function whole(told: State, before: State | undefined): State {
  const legend = told.legend?.length ? told.legend : (before?.legend ?? []);
  const stay = told.earlier - (before?.earlier ?? 0);
  const kept = before && stay > 0 && stay <= before.log.length ? before.log.slice(0, stay) : [];
  const log = [...kept, ...told.log].slice(-LINES);
  const earlier = told.earlier + told.log.length - log.length;
  return { ...told, log, earlier, legend, scene: { ...told.scene, legend } };
}
