import { describe, expect, it } from "vitest";
import { Catalogue } from "./messages";
import { seatRange, seatsRenamed } from "./tables";

const texts = { seat: "Seat {n}", won: "{seat} won {n} point{n||s}.", list: "{all}", "list.separator": " and " };

describe("a catalogue", () => {
  const words = new Catalogue(texts);

  it("fills slots with numbers, texts and messages", () => {
    expect(words.word("won", { seat: { key: "seat", params: { n: 2 } }, n: 3 })).toBe("Seat 2 won 3 points.");
  });

  it("knows one from many", () => {
    expect(words.word("won", { seat: "Ann", n: 1 })).toBe("Ann won 1 point.");
  });

  it("joins lists", () => {
    expect(words.word("list", { all: [{ key: "seat", params: { n: 1 } }, { key: "seat", params: { n: 2 } }] })).toBe("Seat 1 and Seat 2");
  });

  it("shows gaps instead of hiding them", () => {
    expect(words.word("won", { n: 2 })).toBe("{seat} won 2 points.");
    expect(words.word("nothing")).toBe("nothing");
    expect(words.word("nothing", { a: 1 })).toBe('nothing {"a":1}');
  });

  it("asks another game for what is that game's own", () => {
    const others = new Catalogue({ place: "line {line}: {reason}", odd: "odd" });
    const both = new Catalogue(texts, undefined, (game) => (game === "other" ? others : undefined));
    expect(both.word("other:place", { line: 3, reason: { key: "odd" } })).toBe("line 3: odd");
    expect(both.word("nobody:place")).toBe("nobody:place");
  });

  it("puts players' names where seats are named", () => {
    const named = new Catalogue(texts, seatsRenamed(["You", "Ann"]));
    expect(named.word("won", { seat: { key: "seat", params: { n: 2 } }, n: 2 })).toBe("Ann won 2 points.");
    expect(named.word("seat", { n: 3 })).toBe("Seat 3");
  });
});

it("writes numbers of players briefly", () => {
  expect(seatRange([2])).toBe("2");
  expect(seatRange([2, 3, 4])).toBe("2–4");
  expect(seatRange([2, 4])).toBe("2, 4");
});
