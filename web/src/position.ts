/** A position as plain fields, edited piece by piece; what they mean only the server knows. */
import type { Setup } from "./wire";

export type Position = Record<string, unknown>;
type Laid = Record<string, string>;

/** What lies where. */
export function laid(position: Position, setup: Setup): Laid {
  return (position[setup.board ?? "board"] ?? {}) as Laid;
}

/** What a reserve holds. */
export function heldIn(position: Position, field: string): string[] {
  return (position[field] ?? []) as string[];
}

/** The fields that the form knows; others, such as the phase of a turn, are not the form's business. */
export function plain(position: Position, setup: Setup): Position {
  const known = [setup.board ?? "board", ...(setup.reserves ?? []).map((reserve) => reserve.field), ...setup.fields.map((field) => field.id)];
  return Object.fromEntries(known.filter((name) => name in position).map((name) => [name, position[name]]));
}

/** Lays a piece on a spot, or takes away what lies there: an equal piece, or anything if none is given. */
export function placed(position: Position, setup: Setup, spot: string, name: string | null): Position {
  const { [spot]: old, ...others } = laid(position, setup);
  const next = name === null || old === name ? others : { ...others, [spot]: name };
  return { ...position, [setup.board ?? "board"]: next };
}

export function given(position: Position, field: string, name: string): Position {
  return { ...position, [field]: [...heldIn(position, field), name] };
}

export function taken(position: Position, field: string, index: number): Position {
  return { ...position, [field]: heldIn(position, field).filter((_, at) => at !== index) };
}

/** The same list with so many of one entry; the others stay as they are. */
export function counted(position: Position, field: string, name: string, times: number): Position {
  const others = heldIn(position, field).filter((held) => held !== name);
  return { ...position, [field]: [...others, ...Array<string>(times).fill(name)] };
}

/** What somebody has pasted: a position, a whole record, or a text in a game's own notation. */
export type Pasted = { kind: "position"; game?: string; preset?: string; options?: Position; kaik?: number; position: Position } | { kind: "record" } | { kind: "text" };

/** The version of a position that was kept and bears no number. */
const FIRST = 1;

export function pasted(text: string): Pasted {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { kind: "text" };
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) return { kind: "text" };
  if ("kaik" in found && !("position" in found)) return { kind: "record" };
  const { game, preset, options, kaik, position } = found as Position;
  const inner = typeof position === "object" && position !== null;
  return {
    kind: "position",
    position: (inner ? position : found) as Position,
    ...(inner && typeof game === "string" ? { game } : {}),
    ...(inner && typeof preset === "string" ? { preset } : {}),
    ...(inner && typeof options === "object" && options !== null ? { options: options as Position } : {}),
    ...(inner ? { kaik: typeof kaik === "number" ? kaik : FIRST } : {}),
  };
}

/** A position on its way from one page to another. */
let handed: Pasted | null = null;

export function handOver(what: Pasted): void {
  handed = what;
}

export function takeOver(): Pasted | null {
  const what = handed;
  handed = null;
  return what;
}
