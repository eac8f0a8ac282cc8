/** What is said about tables and the seats at them. */
import type { Catalogue, Renaming } from "./messages";
import { same } from "./options";
import type { ClockSpec, GameDetail, GameInfo, Message, SeatWish, Table, TableSeat, TableWish } from "./wire";

/** The names of the seats' players; equal names are told apart by their seat. */
export function seatNames(table: Pick<Table, "seats">, words: Catalogue): string[] {
  const names = table.seats.map((seat, at) => nameOf(seat, at, words));
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${at + 1}`));
}

/** A seat's rating as it is shown: with a question mark as long as it says little. */
export function ratingText(seat: TableSeat): string {
  return typeof seat.rating === "number" ? `${seat.rating}${seat.settled ? "" : "?"}` : "";
}

/** The names with the ratings of those who have one. */
export function ratedNames(table: Pick<Table, "seats">, words: Catalogue): string[] {
  return seatNames(table, words).map((name, at) => [name, ratingText(table.seats[at]!)].filter(Boolean).join(" "));
}

function nameOf(seat: TableSeat, at: number, words: Catalogue): string {
  if (seat.kind === "here") return seat.name || words.word("ui.here.name", { n: at + 1 });
  if (seat.you) return words.word("ui.you");
  if (seat.kind === "open") return words.word("ui.open");
  if (seat.kind === "computer") return words.word("ui.computer", { player: playerName(seat.player ?? "", words) });
  return seat.name || words.word("ui.player");
}

/** The names of those whom a wish seats. */
export function wishedNames(wish: TableWish, words: Catalogue): string[] {
  const seats = wish.seats.map(({ kind, name, player }): TableSeat => ({ kind: kind === "me" ? "person" : kind, name: name ?? "", player: player ?? null, you: kind === "me" }));
  return seatNames({ seats }, words);
}

/** A clock in a few words; nothing where there is none. */
export function clockText({ kind = "none", seconds = 0, increment = 0, days = 0 }: ClockSpec, words: Catalogue): string {
  if (kind === "none") return "";
  if (kind === "days") return words.word("ui.clock.told.days", { n: days });
  if (kind === "move") return words.word("ui.clock.told.move", { n: seconds });
  return words.word("ui.clock.told.fischer", { minutes: seconds / 60, n: increment });
}

/** By which rules a table is played, or wished for: the preset's name, and how many options are others than it has. */
export function rulesText({ preset, options }: Pick<TableWish, "preset" | "options">, game: GameDetail, words: Catalogue): string[] {
  const base = preset ?? game.presets[0] ?? "";
  const named = base && words.first([`preset.${base}`], "").replace(/[.。]$/, "");
  const changed = Object.entries(options ?? {}).filter(([id, value]) => !same(value, game.values[base]?.[id]));
  return [named, changed.length ? words.word("ui.options.changed", { n: changed.length }) : ""].filter(Boolean);
}

/** What somebody agrees to who sits down at a table. */
export function terms({ preset, options, clock, rated }: Pick<Table, "preset" | "options" | "clock" | "rated">, game: GameDetail, words: Catalogue): string[] {
  return [...rulesText({ preset, options }, game, words), clockText(clock ?? {}, words), words.word(rated ? "ui.rated.told" : "ui.rated.not")].filter(Boolean);
}

export function playerName(player: string, words: Catalogue): string {
  return words.first([`player.${player}`], player);
}

/** The number of the level that a player's name stands for; 0 if it is none. */
export function levelOf(player: string): number {
  return Number(/^level(\d)$/.exec(player)?.[1] ?? 0);
}

/** The player; where its level is above the game's highest, that one. */
export function withinLevels(player: string, highest: number): string {
  return levelOf(player) > highest ? `level${highest}` : player;
}

/** Whether somebody here plays against computers alone. */
export function alone(table: Pick<Table, "seats">): boolean {
  return table.seats.filter((seat) => seat.kind !== "computer").length === 1 && table.seats.some((seat) => seat.you);
}

/** Puts players' names where a message speaks of seats. */
export function seatsRenamed(names: readonly string[]): Renaming {
  return (message: Message) => {
    const n = message.params?.["n"];
    return message.key === "seat" && typeof n === "number" ? names[n - 1] : undefined;
  };
}

/** One person against as few computers as the game allows. */
export function againstComputer(game: GameInfo, player: string): TableWish {
  const others = fewest(game) - 1;
  const rest = Array.from({ length: others }, (): SeatWish => ({ kind: "computer", player }));
  return { game: game.id, seats: [{ kind: "me" }, ...rest] };
}

/** As few as the game allows, all of them at this device. */
export function atThisDevice(game: GameInfo): TableWish {
  return { game: game.id, seats: Array.from({ length: fewest(game) }, (): SeatWish => ({ kind: "here" })) };
}

/** One person and open seats, to be taken by whoever has the link. */
export function forFriends(game: GameInfo): TableWish {
  return { game: game.id, seats: Array.from({ length: fewest(game) }, (_, at): SeatWish => ({ kind: at ? "open" : "me" })) };
}

function fewest(game: GameInfo): number {
  return Math.min(...game.seats.filter((count) => count > 1));
}

/** The same table once more; other people's seats are open again. */
export function onceMore(table: Table): TableWish {
  const seats = table.seats.map((seat): SeatWish => {
    if (seat.kind === "computer") return { kind: "computer", ...(seat.player ? { player: seat.player } : {}) };
    if (seat.kind === "here" && seat.you) return { kind: "here", ...(seat.name ? { name: seat.name } : {}) };
    return { kind: seat.you ? "me" : "open" };
  });
  return { game: table.game, ...(table.preset ? { preset: table.preset } : {}), options: table.options, seats };
}

/** "2", "2–4" or "2, 4". */
export function seatRange(seats: readonly number[]): string {
  const [first, last] = [seats[0] ?? 0, seats.at(-1) ?? 0];
  if (seats.length > 2 && last - first === seats.length - 1) return `${first}–${last}`;
  return seats.length === 2 && last - first === 1 ? `${first}–${last}` : seats.join(", ");
}
