/** The names the client uses for what goes over the wire. */
import type {
  Field as AnyField, GameDetail as Detail, Message, Pong, Refused, Scene, State as StateFrame, Log, Steps, Chat, Resign, Offer, Decline, Claim, Say, Throw, ThrowByHand,
} from "./types";

export type {
  Analysis, Block, ChatLine, ClockFace, ClockSpec, NewTournament, PastMatch, Profile, QuickMatch, Rung, Template, TemplateChange, Token,
  Tournament, TournamentInfo, Board, Cast, Counter, Diagram, Fairness, Fell, Figure, Frames, GameInfo, Hint, Invitation, Item, Legend, LessonInfo,
  Line, Log, Me,
  Message, NewSeat as SeatWish, NewTable as TableWish, Record as MatchRecord, Refused, Remark, Replay, Result,
  Reviewed, Scene, Section, Setup, Standing, Study, Told, Uploaded, Verified,
  Seat as TableSeat, Spot, Table, Window, Zone,
} from "./types";

export type Param = NonNullable<Message["params"]>[string];
export type FromServer = StateFrame | Log | Steps | Refused | Pong | Chat;
export type ToServer = Resign | Offer | Decline | Claim | Say | Throw | ThrowByHand;

/** A `state` frame with what was told before it: the log, from line number `earlier` on, and the scenes on the way. */
export type State = StateFrame & { log: Message[]; earlier: number; steps: Scene[] };
export type { StateFrame };

export type Field = AnyField & { kind: "choice" | "flag" | "number" | "several" | "data" };
export type GameDetail = Omit<Detail, "fields"> & { fields: Field[] };
