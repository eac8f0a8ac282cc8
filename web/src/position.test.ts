import { expect, it } from "vitest";
import { counted, given, pasted, placed, plain, taken } from "./position";
import type { Setup } from "./wire";

const setup: Setup = {
  pieces: [{ name: "Bx", item: { kind: "piece", face: "x" }, held: "x" }],
  fields: [{ id: "turn", kind: "choice", default: "B", choices: ["B", "R"] }],
  sides: ["B", "R"],
  reserves: [{ field: "hand", owner: 0 }],
  board: "board",
};
const start = { board: { a1: "Bx" }, hand: [], turn: "B", phase: "ground" };

it("lays pieces down, replaces them, and takes an equal one away", () => {
  expect(placed(start, setup, "b2", "Ry").board).toEqual({ a1: "Bx", b2: "Ry" });
  expect(placed(start, setup, "a1", "Ry").board).toEqual({ a1: "Ry" });
  expect(placed(start, setup, "a1", "Bx").board).toEqual({});
  expect(placed(start, setup, "a1", null).board).toEqual({});
  expect(start.board).toEqual({ a1: "Bx" });
});

it("fills and empties reserves", () => {
  const two = given(given(start, "hand", "x"), "hand", "y");
  expect(two.hand).toEqual(["x", "y"]);
  expect(taken(two, "hand", 0).hand).toEqual(["y"]);
});

it("a list takes so many of one entry and leaves the others", () => {
  const held = counted(counted({}, "penalties", "x", 2), "penalties", "y", 1);
  expect(held.penalties).toEqual(["x", "x", "y"]);
  expect(counted(held, "penalties", "x", 0).penalties).toEqual(["y"]);
});

it("sends only what the form knows", () => {
  expect(plain(start, setup)).toEqual({ board: { a1: "Bx" }, hand: [], turn: "B" });
});

it("tells what was pasted", () => {
  expect(pasted('{"kaik": 1, "game": "g"}').kind).toBe("record");
  expect(pasted("{律:古机戦}").kind).toBe("text");
  expect(pasted('{"board": {}}')).toEqual({ kind: "position", position: { board: {} } });
  expect(pasted('{"game": "g", "preset": "p", "position": {"turn": "R"}}')).toEqual({ kind: "position", game: "g", preset: "p", kaik: 1, position: { turn: "R" } });
  expect(pasted('{"kaik": 2, "game": "g", "options": {"tie": "last"}, "position": {}}')).toEqual({ kind: "position", game: "g", options: { tie: "last" }, kaik: 2, position: {} });
});
