/**
 * Checks the chance of a finished match in the browser, as docs/fairness.md describes it: nothing here trusts the server.
 *
 * What a browser saw before the match began it keeps, so that it can tell afterwards whether the same was used.
 */
import type { Fairness } from "./wire";

const DOMAIN = "kaik-chance-1";
const RANGE = 1n << 256n;
const STORE = "kaik.fair.";

/** What this browser knows of a match from before its start; several tabs may each have offered a nonce. */
export interface Witness {
  commitment: string;
  nonces: string[];
}

export interface Findings {
  /** Whether the seed is the one that was committed to. */
  sealed: boolean;
  /** How many chance events were computed anew. */
  draws: number;
  /** The log's first entry whose number is another. */
  wrong: number | null;
  /** Whether commitment and own nonce are those this browser kept; `null` if it kept none. */
  witnessed: boolean | null;
}

interface Entry {
  type: string;
  total: number;
  drawn: number;
}

/** Whether this browser lends its arithmetic: it does so only to pages that came safely. */
export function canCompute(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function findings(log: readonly unknown[], fairness: Fairness, witness: Witness | null): Promise<Findings> {
  const seed = bytes(fairness.seed ?? "");
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const nonces = fairness.nonces.map((nonce) => nonce.hex).join(",");
  const drawn = log.map((entry, number) => ({ ...(entry as Entry), number })).filter((entry) => entry.type === "chance");
  const found = { draws: drawn.length, wrong: null as number | null };
  for (const entry of drawn) {
    if ((await draw(key, nonces, entry.number, BigInt(entry.total))) === BigInt(entry.drawn)) continue;
    found.wrong = entry.number;
    break;
  }
  return { ...found, sealed: hex(await crypto.subtle.digest("SHA-256", seed)) === fairness.commitment, witnessed: agrees(fairness, witness) };
}

/** The integer below `total` that seed, nonces and number determine. */
async function draw(key: CryptoKey, nonces: string, number: number, total: bigint): Promise<bigint> {
  const limit = RANGE - (RANGE % total);
  for (let attempt = 0; ; attempt += 1) {
    const message = new TextEncoder().encode([DOMAIN, nonces, number, attempt].join("\n"));
    const x = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
    if (x < limit) return x % total;
  }
}

function agrees(fairness: Fairness, witness: Witness | null): boolean | null {
  if (!witness) return null;
  return fairness.commitment === witness.commitment && fairness.nonces.some((nonce) => witness.nonces.includes(nonce.hex));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Keeps what was shown and what is offered, unless another commitment was shown before. */
export function keepWitness(table: string, commitment: string, nonce: string): void {
  const known = witnessOf(table) ?? { commitment, nonces: [] };
  try {
    localStorage.setItem(STORE + table, JSON.stringify({ ...known, nonces: [...known.nonces, nonce] }));
  } catch {
    // A browser that keeps nothing can still compute everything else.
  }
}

export function witnessOf(table: string): Witness | null {
  try {
    return JSON.parse(localStorage.getItem(STORE + table) ?? "null") as Witness | null;
  } catch {
    return null;
  }
}
