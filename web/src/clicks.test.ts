import { describe, expect, it } from "vitest";
import { Clicks } from "./clicks";
import type { Scene } from "./wire";

const spots = (...ids: string[]) => ids.map((id) => ({ id }));
const board: Scene = { zones: [{ id: "b", kind: "grid", spots: spots("a", "b", "c", "d") }] };

function walk(clicks: Clicks, ...ids: string[]) {
  return ids.map((id) => clicks.touch(id));
}

describe("a path of squares", () => {
  it("is chosen only when complete", () => {
    const clicks = new Clicks(board, [["a", "b"], ["a", "c"]]);
    expect(walk(clicks, "a", "c")).toEqual([{ kind: "pending" }, { kind: "chosen", index: 1 }]);
    expect(clicks.touches).toEqual([]);
  });

  it("offers what may come next and what would finish", () => {
    const clicks = new Clicks(board, [["a", "b", "b"], ["a", "b", "c"], ["a", "d"]]);
    expect(clicks.candidates()).toEqual(new Set(["a"]));
    clicks.touch("a");
    expect(clicks.candidates()).toEqual(new Set(["b", "d"]));
    expect(clicks.endings()).toEqual(new Set(["d"]));
  });

  it("refuses what fits nothing and keeps the touches", () => {
    const clicks = new Clicks(board, [["a", "b"]]);
    expect(walk(clicks, "a", "d").at(-1)).toEqual({ kind: "refused" });
    expect(clicks.touches).toEqual(["a"]);
  });

  it("begins anew with another first spot", () => {
    const clicks = new Clicks(board, [["a", "b"], ["c", "d"]]);
    walk(clicks, "a", "c");
    expect(clicks.touches).toEqual(["c"]);
  });

  it("gives up a spot touched again", () => {
    const clicks = new Clicks(board, [["a", "b", "c"]]);
    walk(clicks, "a", "b", "a");
    expect(clicks.touches).toEqual([]);
  });

  it("takes touches back one by one", () => {
    const clicks = new Clicks(board, [["a", "b", "c"]]);
    walk(clicks, "a", "b");
    expect(clicks.undo()).toBe(true);
    expect(clicks.touches).toEqual(["a"]);
    clicks.undo();
    expect(clicks.undo()).toBe(false);
  });
});

describe("a shorter path that begins a longer one", () => {
  const paths = [["a", "b", "b"], ["a", "b", "c"]];

  it("ends with one more touch of its last spot", () => {
    expect(walk(new Clicks(board, paths), "a", "b", "b").at(-1)).toEqual({ kind: "chosen", index: 0 });
  });

  it("ends at once by a drag", () => {
    const clicks = new Clicks(board, paths);
    expect(clicks.lift("a")).toBe(true);
    expect(clicks.drop("b")).toEqual({ kind: "chosen", index: 0 });
  });

  it("goes on by touches", () => {
    expect(walk(new Clicks(board, paths), "a", "b", "c").at(-1)).toEqual({ kind: "chosen", index: 1 });
  });

  it("waits after a drag that cannot end there", () => {
    const clicks = new Clicks(board, [["a", "b", "c"]]);
    clicks.lift("a");
    expect(clicks.drop("b")).toEqual({ kind: "pending" });
    expect(clicks.lift("b")).toBe(true);
    expect(clicks.drop("c")).toEqual({ kind: "chosen", index: 0 });
  });

  it("cannot be lifted from a spot that begins nothing", () => {
    expect(new Clicks(board, paths).lift("d")).toBe(false);
  });
});

describe("a fan", () => {
  const held = (id: string, face: string, same_as = "") => ({ id, items: [{ kind: "card" as const, face }], same_as });
  const scene: Scene = {
    zones: [
      { id: "hand", kind: "fan", spots: [held("x", "1"), held("y", "2"), held("z", "2", "y")] },
      { id: "buttons", kind: "choices", spots: spots("play") },
    ],
  };
  const paths = [["x", "play"], ["x", "y", "play"], ["y", "y", "play"]];

  it("takes its cards in any order", () => {
    expect(walk(new Clicks(scene, paths), "y", "x", "play").at(-1)).toEqual({ kind: "chosen", index: 1 });
  });

  it("lets an equal card stand for its twin", () => {
    expect(walk(new Clicks(scene, paths), "z", "x", "play").at(-1)).toEqual({ kind: "chosen", index: 1 });
    expect(walk(new Clicks(scene, paths), "z", "y", "play").at(-1)).toEqual({ kind: "chosen", index: 2 });
  });

  it("lays a card down again while its twin is untouched", () => {
    const clicks = new Clicks(scene, paths);
    walk(clicks, "y", "y");
    expect(clicks.touches).toEqual([]);
  });

  it("lays one card down without the others", () => {
    const clicks = new Clicks(scene, paths);
    walk(clicks, "x", "y", "x");
    expect(clicks.touches).toEqual(["y"]);
  });

  it("offers only what the legal paths still hold", () => {
    const clicks = new Clicks(scene, paths);
    walk(clicks, "x");
    expect(clicks.candidates()).toEqual(new Set(["y", "z", "play"]));
  });
});

it("carries touches over to the same decision seen anew", () => {
  const clicks = new Clicks(board, [["a", "b", "c"]]);
  clicks.resume(["a", "b"]);
  expect(clicks.touches).toEqual(["a", "b"]);
  clicks.resume(["d"]);
  expect(clicks.touches).toEqual([]);
});

it("a button may say what it would complete, and one that needs no card begins anew", () => {
  const scene = { zones: [{ id: "hand", kind: "fan" as const, spots: [{ id: "a" }, { id: "b" }] }, { id: "choices", kind: "choices" as const, spots: [{ id: "play" }, { id: "pass" }] }] };
  const clicks = new Clicks(scene, [["a", "play"], ["a", "b", "play"], ["pass"]]);
  expect(clicks.begins("pass")).toBe(false);
  expect(clicks.ending("pass")).toBe(2);
  clicks.touch("b");
  expect(clicks.ending("play")).toBeUndefined();
  clicks.touch("a");
  expect(clicks.ending("play")).toBe(1);
  expect(clicks.begins("pass")).toBe(true);
  expect(clicks.touch("pass")).toEqual({ kind: "chosen", index: 2 });
});
