import { expect, it } from "vitest";
import { nextHere, seatsHere } from "./here";
import type { State, Table, TableSeat } from "./wire";

const seat = (you: boolean): TableSeat => ({ kind: you ? "here" : "computer", name: "", player: null, you });
const table = (...mine: boolean[]): Table => ({ seats: mine.map(seat) }) as Table;
const state = (shown: number | null, turn: number[]): State => ({ table: table(true, false, true, true), seat: shown, scene: { turn } }) as State;

it("knows when a device is shared", () => {
  expect(seatsHere(null)).toEqual([]);
  expect(seatsHere(table(true, false))).toEqual([]);
  expect(seatsHere(table(true, false, true))).toEqual([0, 2]);
});

it("asks those to act in their order, beginning with the one who looks", () => {
  expect(nextHere(state(2, [0, 1, 2, 3]))).toEqual([2, 3, 0]);
  expect(nextHere(state(null, [3]))).toEqual([3]);
  expect(nextHere(state(0, [1]))).toEqual([]);
});
