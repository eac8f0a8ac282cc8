/**
 * Addresses and the pages they name. A part `:name` of an address is given to the page as a property, `:name?` may be left
 * out at the end, `:name#` is a number.
 */
import type { Component } from "svelte";

type Part<S extends string> = S extends `:${infer Name}#`
  ? Record<Name, number>
  : S extends `:${infer Name}?`
    ? Partial<Record<Name, string>>
    : S extends `:${infer Name}`
      ? Record<Name, string>
      : unknown;
type Parts<Path extends string> = Path extends `${infer First}/${infer Rest}` ? Part<First> & Parts<Rest> : Part<Path>;
/** What an address says to its page; svelte gives components without properties a type of their own. */
export type Params<Path extends string> = keyof Parts<Path> extends never ? Record<string, never> : Parts<Path> & Record<never, never>;

/** A page that is fetched when it is first wanted, or is there from the start. */
type Load<Props extends object> = () => { default: Component<Props> } | Promise<{ default: Component<Props> }>;
type Values = Record<string, string | number>;

export interface Page {
  path: string;
  load: Load<Values>;
}

/** An entry of the table: the component must take what its address says. */
export function page<Path extends string>(path: Path, load: Load<Params<Path>>): Page {
  return { path, load: load as unknown as Load<Values> };
}

export interface Found {
  page: Page;
  params: Values;
}

/** The page that an address names; nothing where there is none. */
export function pageAt(pages: readonly Page[], address: string): Found | null {
  const parts = decoded(address);
  for (const one of pages) {
    const params = paramsOf(one.path, parts);
    if (params) return { page: one, params };
  }
  return null;
}

/** The parts of an address; of one that nobody can have meant, something that is no page. */
function decoded(address: string): string[] {
  try {
    return address.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [""];
  }
}

function paramsOf(path: string, parts: readonly string[]): Values | null {
  const wanted = path.split("/").filter(Boolean);
  if (parts.length > wanted.length) return null;
  const params: Values = {};
  for (const [at, pattern] of wanted.entries()) {
    const part = parts[at];
    const [, name, kind] = /^:(\w+)([?#]?)$/.exec(pattern) ?? [];
    if (part === undefined) {
      if (kind !== "?") return null;
    } else if (name === undefined) {
      if (part !== pattern) return null;
    } else if (kind === "#") {
      if (!/^\d+$/.test(part)) return null;
      params[name] = Number(part);
    } else params[name] = part;
  }
  return params;
}
