import { expect, test } from "vitest";
import type { Item, Spot } from "../../wire";
import { lay, sorted, spread } from "./hands";

const card = (id: string, face: string, colour: string, count = 1): Spot => ({ id, items: [{ kind: "card", face, colour, count } satisfies Item] });
const ids = (spots: readonly Spot[]): string[] => spots.map((spot) => spot.id);

test("equal cards lie apart and stand for the same", () => {
  const spots = spread(card("b1", "兵", "black", 3));
  expect(ids(spots)).toEqual(["b1", "b1~2", "b1~3"]);
  expect(spots.map((spot) => spot.same_as)).toEqual([undefined, "b1", "b1"]);
  expect(spots.every((spot) => spot.items?.[0]?.count === 1)).toBe(true);
});

test("backs and plays stay together", () => {
  const back: Spot = { id: "deck", items: [{ kind: "card", face: "", face_down: true, count: 20 }] };
  const laid: Spot = { id: "field-0", items: [...card("", "兵", "red", 2).items!, ...card("", "船", "red").items!] };
  expect(spread(back)).toEqual([back]);
  const pair: Spot = { ...card("field-1", "兵", "red", 2), label: { key: "seat" } };
  expect(spread(laid)).toEqual([laid]);
  expect(spread(pair)).toEqual([pair]);
});

test("a hand is sorted by strength, by colour, by groups", () => {
  const hand = [card("r8", "将", "red"), card("b8", "将", "black"), card("r1", "兵", "red"), card("bE", "皇", "black")];
  expect(ids(sorted(hand, "strength"))).toEqual(["r1", "b8", "r8", "bE"]);
  expect(ids(sorted(hand, "colour"))).toEqual(["b8", "bE", "r1", "r8"]);
  expect(ids(sorted(hand, "groups"))).toEqual(["r8", "b8", "r1", "bE"]);
});

test("only hands are sorted; rows keep their order", () => {
  const spots = [card("r8", "将", "red"), card("b1", "兵", "black")];
  const scene = lay({ zones: [{ id: "hand", kind: "fan", spots }, { id: "discards", kind: "row", spots }] }, "strength");
  expect(scene.zones!.map((zone) => ids(zone.spots))).toEqual([["b1", "r8"], ["r8", "b1"]]);
});
