/**
 * The live connection to one table: reconnects by itself and resumes exactly.
 *
 * The server sends the whole present after every change, and before it what led there; so a new connection needs no history.
 * A choice is kept until a state shows that it was taken; after a broken connection it is offered again if its decision is
 * still open.
 */
import { keepWitness } from "./fair";
import { joined } from "./tablelog";
import type { ChatLine, FromServer, Log, Refused, Scene, State, StateFrame, ToServer } from "./wire";

export type Status = "connecting" | "live" | "reconnecting" | "closed";

export interface Listener {
  state(state: State): void;
  refused(refused: Refused): void;
  status(status: Status): void;
  /** What has been said at the table. */
  chat?(lines: readonly ChatLine[]): void;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  clock(ahead: number): void;
}

const PING_MS = 2_500;
/** Silence after which the person is told. */
const SILENT_MS = 9_000;
/** Silence after which the connection is given up. */
const DEAD_MS = 15_000;
/** The live protocol that this client speaks. */
const PROTOCOL = 2;
/** The server knows no such table, or speaks another protocol: asking again would not help. */
const FINAL = [4404, 4426];
/** Refusals that are no news to the person: another tab, or an earlier frame, was quicker. */
const SILENT = ["error.nonce_late"];
const BACKOFF_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];

interface Act {
  decision: string;
  index: number;
}

export class Live {
  private socket: WebSocket | null = null;
  private heard = Date.now();
  private attempts = 0;
  private pending: Act | null = null;
  private shown: number | null = null;
  private fresh = true;
  private shared = false;
  /** What this connection was told of each seat's log. */
  private logs = new Map<number | null, Log>();
  /** The scenes that lead to the next state. */
  private steps: Scene[] = [];
  private status: Status = "connecting";
  private beat: ReturnType<typeof setInterval>;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.beat = setInterval(() => this.check(), PING_MS);
    addEventListener("online", this.hurry);
    this.open();
  }

  /** Answers a decision. Kept and offered again until the server has spoken about it. */
  act(decision: string, index: number): void {
    this.pending = { decision, index };
    this.send({ type: "act", decision, index });
  }

  /** At a shared device: whose view is wanted. Said again after a broken connection. */
  look(seat: number | null): void {
    this.shown = seat;
    this.send({ type: "show", seat });
  }

  /** At a shared device: none of those who are asked wants anything. */
  silence(): void {
    this.send({ type: "silence" });
  }

  /** Says something that needs no answer of its own: the next state shows what came of it. */
  tell(frame: ToServer): void {
    this.send(frame);
  }

  close(): void {
    clearInterval(this.beat);
    clearTimeout(this.retry);
    removeEventListener("online", this.hurry);
    this.drop();
    this.report("closed");
  }

  private open(): void {
    clearTimeout(this.retry);
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/live?protocol=${PROTOCOL}`);
    this.socket = socket;
    this.fresh = true;
    this.shared = false;
    this.logs.clear();
    this.steps = [];
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onopen = () => {
      this.send({ type: "ping" });
      if (this.shown !== null) this.send({ type: "show", seat: this.shown });
    };
    socket.onclose = ({ code }) => (FINAL.includes(code) ? this.close() : this.again());
  }

  private drop(): void {
    if (!this.socket) return;
    this.socket.onmessage = this.socket.onopen = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private again(): void {
    this.socket = null;
    const wait = BACKOFF_MS[Math.min(this.attempts, BACKOFF_MS.length - 1)]!;
    this.attempts += 1;
    // A little chance keeps many clients from coming back in the same instant.
    this.retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  private readonly hurry = (): void => {
    if (this.socket?.readyState !== WebSocket.OPEN) this.open();
  };

  private check(): void {
    const silent = Date.now() - this.heard;
    if (silent > SILENT_MS) this.report("reconnecting");
    if (silent > DEAD_MS && this.socket?.readyState === WebSocket.OPEN) this.open();
    else this.send({ type: "ping" });
  }

  private hear(frame: FromServer): void {
    this.heard = Date.now();
    this.attempts = 0;
    this.report("live");
    if (frame.type === "refused") this.refuse(frame);
    if (frame.type === "log") this.logs.set(frame.seat, joined(frame, this.logs.get(frame.seat)));
    if (frame.type === "steps") this.steps = frame.scenes;
    if (frame.type === "state") this.show(frame);
    if (frame.type === "chat") this.listener.chat?.(frame.lines);
    if (frame.type === "pong") this.listener.clock(frame.now - Date.now());
  }

  private refuse(refused: Refused): void {
    if (SILENT.includes(refused.code)) return;
    const answered = this.pending !== null && refused.decision === this.pending.decision;
    this.pending = null;
    // Offered twice because the acknowledgement was lost: the choice stands, so there is nothing to complain about.
    if (answered && refused.code === "error.answered") return;
    this.listener.refused(refused);
  }

  private show(frame: StateFrame): void {
    const log = this.logs.get(frame.seat);
    const state: State = { ...frame, log: log?.lines ?? [], earlier: log?.first ?? 0, steps: this.steps };
    this.steps = [];
    if (this.pending && state.decision !== this.pending.decision) this.pending = null;
    if (this.pending && this.fresh) this.send({ type: "act", ...this.pending });
    if (state.fairness.wanted) this.share(state.fairness.commitment);
    this.fresh = false;
    this.listener.state(state);
  }

  /** Adds this browser's share to the chance, once: the match waits for it. */
  private share(commitment: string): void {
    if (this.shared) return;
    const hex = nonce();
    keepWitness(this.table, commitment, hex);
    this.send({ type: "nonce", hex });
    this.shared = true;
  }

  private send(frame: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private report(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    this.listener.status(status);
  }
}

/** This browser's share in the table's chance. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
