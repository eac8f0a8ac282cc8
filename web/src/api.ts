/** The server's plain requests. */
import { FALLBACK, type Language } from "./languages";
import type {
  Analysis, Board, Frames, GameDetail, GameInfo, Hint, Invitation, Legend, LessonInfo, MatchRecord, Me, Message,
  NewTournament, Profile, QuickMatch, Replay, Reviewed, Rung, Section, Setup, Standing, Study, Table, TableWish,
  Template, TemplateChange, Token, Tournament, TournamentInfo, Uploaded, Verified,
} from "./wire";

/** What others can be invited to. */
export type Inviting = "tables" | "tournaments";

/** The server said no, and why. */
export class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    readonly reason: Message,
  ) {
    super(reason.key);
  }
}

/** The sign that goes with this browser's cookie; requests that change something must carry it. */
let sign: string | null = null;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer = await send(method, path, body);
  let reason = answer.ok ? null : await reasonOf(answer);
  if (reason?.key === "error.csrf") {
    // Another tab has signed in or out since: the sign is another now.
    sign = null;
    answer = await send(method, path, body);
    reason = answer.ok ? null : await reasonOf(answer);
  }
  if (reason) throw new RefusedRequest(answer.status, reason);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** A body that is a text goes as it is, anything else as JSON. */
async function send(method: string, path: string, data?: unknown, signal?: AbortSignal): Promise<Response> {
  const body = typeof data === "string" || data === undefined ? data : JSON.stringify(data);
  const kind = typeof data === "string" ? "text/plain" : "application/json";
  const headers = new Headers(body === undefined ? {} : { "content-type": kind });
  try {
    if (method !== "GET") headers.set("x-csrf-token", (sign ??= await signed()));
    return await fetch(`/api${path}`, { method, headers, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RefusedRequest(0, { key: "ui.error.offline" });
  }
}

async function signed(): Promise<string> {
  const me = (await (await fetch("/api/me")).json()) as Me;
  return me.csrf ?? "";
}

/** The sign belongs to the cookie, which is another now. */
function known(me: Me): Me {
  sign = me.csrf ?? null;
  return me;
}

function forgotten(): void {
  sign = null;
}

async function reasonOf(answer: Response): Promise<Message> {
  try {
    const { message } = (await answer.json()) as { message?: Message };
    if (message?.key) return message;
  } catch {
    // An answer that is not the server's own JSON says nothing better than its number.
  }
  return { key: "ui.error.status", params: { status: answer.status } };
}

/** The part of an address that names these values; what is not given is left out. */
function query(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

const get = <T>(path: string) => ask<T>("GET", path);

/** An answer that comes line by line, each as soon as it is there. */
async function* lines<T>(path: string, signal: AbortSignal): AsyncGenerator<T> {
  const answer = await send("POST", path, undefined, signal);
  if (!answer.ok) throw new RefusedRequest(answer.status, await reasonOf(answer));
  let rest = "";
  for await (const text of texts(answer.body!)) {
    const whole = (rest + text).split("\n");
    rest = whole.pop()!;
    for (const line of whole) yield JSON.parse(line) as T;
  }
}

/** What arrives, piece by piece; not every browser can loop over a stream itself. */
async function* texts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** The answer in a language; in English where the server has never heard of it. */
async function inLanguage<T>(language: Language, ask: (language: Language) => Promise<T>): Promise<T> {
  try {
    return await ask(language);
  } catch (error) {
    if (language === FALLBACK || !(error instanceof RefusedRequest) || error.status !== 404) throw error;
    return ask(FALLBACK);
  }
}

export const api = {
  invitation: (to: Inviting, id: string) => get<Invitation>(`/${to}/${encodeURIComponent(id)}/invitation`),
  /** Where the picture of an invitation is. */
  invitationPicture: (to: Inviting, id: string) => `/api/${to}/${encodeURIComponent(id)}/invitation.svg`,
  games: () => get<GameInfo[]>("/games"),
  game: (id: string) => get<GameDetail>(`/games/${encodeURIComponent(id)}`),
  messages: (language: Language, game?: string) =>
    inLanguage(language, (one) => get<Record<string, string>>(`/messages/${one}${game ? `?game=${encodeURIComponent(game)}` : ""}`)),
  rules: (game: string, language: Language) => inLanguage(language, (one) => get<Section[]>(`/games/${encodeURIComponent(game)}/rules/${one}`)),
  legend: (game: string, options: Record<string, unknown>) =>
    get<Legend[]>(`/games/${encodeURIComponent(game)}/legend${query({ options: JSON.stringify(options) })}`),
  lessons: (game: string) => get<LessonInfo[]>(`/games/${encodeURIComponent(game)}/lessons`),
  learn: (game: string, lesson: string, choices: number[], attempt: number | null) =>
    ask<Standing>("POST", `/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}`, { choices, attempt }),
  me: () => get<Me>("/me"),
  rename: (name: string) => ask<Me>("PATCH", "/me", { name }),
  players: () => get<string[]>("/players"),
  tables: () => get<Table[]>("/tables"),
  table: (id: string) => get<Table>(`/tables/${encodeURIComponent(id)}`),
  create: (wish: TableWish) => ask<Table>("POST", "/tables", wish),
  replay: (id: string, seat: number | null) => get<Replay>(`/replays/${encodeURIComponent(id)}${query({ seat })}`),
  frames: (id: string, seat: number | null, first: number, count: number) =>
    get<Frames>(`/replays/${encodeURIComponent(id)}/frames${query({ first, count, seat })}`),
  verification: (id: string) => get<Verified>(`/replays/${encodeURIComponent(id)}/verification`),
  hint: (id: string) => ask<Hint>("POST", `/tables/${encodeURIComponent(id)}/hint`),
  analysis: (id: string, at: number) => ask<Analysis>("POST", `/replays/${encodeURIComponent(id)}/analysis${query({ at })}`),
  review: (id: string, signal: AbortSignal) => lines<Reviewed>(`/replays/${encodeURIComponent(id)}/review`, signal),
  board: (study: Study) => ask<Board>("POST", "/boards", study),
  boardAnalysis: (study: Study) => ask<Analysis>("POST", "/boards/analysis", study),
  setup: (study: Study) => ask<Setup>("POST", "/boards/setup", study),
  /** Opens a record given as the text of a file with this suffix. */
  upload: (text: string, suffix: string) => ask<Uploaded>("POST", `/records?suffix=${encodeURIComponent(suffix)}`, text),
  record: (id: string) => get<MatchRecord>(`/replays/${encodeURIComponent(id)}/file${query({ suffix: ".json" })}`),
  publicTables: () => get<Table[]>("/tables/public"),
  quick: (wish: QuickMatch) => ask<Table>("POST", "/quick", wish),
  leave: (id: string) => ask<void>("POST", `/tables/${encodeURIComponent(id)}/leave`),
  start: (id: string, player: string) => ask<Table>("POST", `/tables/${encodeURIComponent(id)}/start`, { player }),
  rematch: (id: string) => ask<Table>("POST", `/tables/${encodeURIComponent(id)}/rematch`),
  register: (name: string, password: string) => ask<Me>("POST", "/account", { name, password }).then(known),
  signIn: (name: string, password: string) => ask<Me>("POST", "/session", { name, password }).then(known),
  signOut: () => ask<void>("DELETE", "/session").then(forgotten),
  changePassword: (old: string, next: string) => ask<Me>("PATCH", "/account", { old, new: next }),
  deleteAccount: (password: string) => ask<void>("DELETE", "/account", { password }).then(forgotten),
  tokens: () => get<Token[]>("/tokens"),
  makeToken: (name: string) => ask<Token>("POST", "/tokens", { name }),
  revokeToken: (id: string) => ask<void>("DELETE", `/tokens/${encodeURIComponent(id)}`),
  profile: (id: string) => get<Profile>(`/people/${encodeURIComponent(id)}`),
  ladder: (game: string) => get<Rung[]>(`/ladder/${encodeURIComponent(game)}`),
  templates: () => get<Template[]>("/templates"),
  keepTemplate: (name: string, wish: TableWish) => ask<Template>("POST", "/templates", { name, wish }),
  changeTemplate: (id: string, change: TemplateChange) => ask<Template>("PATCH", `/templates/${encodeURIComponent(id)}`, change),
  dropTemplate: (id: string) => ask<void>("DELETE", `/templates/${encodeURIComponent(id)}`),
  tournaments: () => get<TournamentInfo[]>("/tournaments"),
  tournament: (id: string) => get<Tournament>(`/tournaments/${encodeURIComponent(id)}`),
  organise: (wish: NewTournament) => ask<Tournament>("POST", "/tournaments", wish),
  enter: (id: string) => ask<Tournament>("POST", `/tournaments/${encodeURIComponent(id)}/enter`),
  withdraw: (id: string, person: string | null = null) => ask<Tournament>("POST", `/tournaments/${encodeURIComponent(id)}/withdraw`, { person }),
  startRound: (id: string) => ask<Tournament>("POST", `/tournaments/${encodeURIComponent(id)}/round`),
  join: (id: string) => ask<Table>("POST", `/tables/${encodeURIComponent(id)}/join`, {}),
};
