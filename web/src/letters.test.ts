import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { inLetters, spelled, writesHan } from "./letters";
import { Catalogue } from "./messages";
import { allSkins } from "./skins";

const HAN = /\p{Script=Han}/u;
const texts = import.meta.glob<string>("../../src/kaik/games/*/messages/*en.toml", { eager: true, query: "?raw", import: "default" });

/** All the texts of a game, by their dotted keys. */
function flat(table: object, prefix = ""): [string, string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] => (typeof value === "object" ? flat(value as object, `${prefix}${key}.`) : [[prefix + key, String(value)]]));
}

describe("letters instead of kanji", () => {
  const letters = { 虎: "Ti", 馬: "Ho", 皇: "Ta" };

  it("spells signs and drops terms in brackets", () => {
    expect(spelled("the emperor 皇 or 虎馬 (地心) needs {n}", letters)).toBe("the emperor Ta or TiHo needs {n}");
    expect(spelled("Stepping on the emperor (撃皇, −5).", letters)).toBe("Stepping on the emperor (−5).");
    expect(spelled("再行 stays where nobody has translated it", letters)).toBe("再行 stays where nobody has translated it");
  });

  it("leaves what is no sign alone", () => {
    expect(inLetters("虎馬", letters)).toBe("TiHo");
    expect(inLetters("虎人", letters)).toBeUndefined();
  });

  it("spells texts, not what people are called", () => {
    const words = new Catalogue({ won: "{who} took a tiger 虎" }, undefined, undefined, letters);
    expect(words.word("won", { who: "虎" })).toBe("虎 took a tiger Ti");
    expect(["馬", "虎馬", "役", "a-b"].map((face) => words.sign(face))).toEqual(["Ho", "TiHo", "", "a-b"]);
    expect(new Catalogue({}).sign("役")).toBe("役");
  });

  it("knows which languages are written with kanji themselves", () => {
    expect(["ja", "zh", "en", "eo", "ja-JP"].map(writesHan)).toEqual([true, true, false, false, true]);
  });

  it("spells only signs where the language itself is written with kanji", () => {
    const words = new Catalogue({ "sign.虎": "虎", ask: "虎か馬を選んでください" }, undefined, undefined, letters, true);
    expect(words.word("sign.虎")).toBe("Ti");
    expect(words.word("ask")).toBe("虎か馬を選んでください");
  });

  for (const skin of allSkins().filter((one) => one.letters)) {
    it(`leaves no kanji in the English texts of ${skin.id}`, () => {
      const own = Object.entries(texts).filter(([path]) => path.includes(`/games/${skin.id}/`));
      expect(own.length).toBeGreaterThan(0);
      const left = own.flatMap(([, text]) => flat(parse(text))).filter(([key, text]) => !NOTATION.test(key) && HAN.test(spelled(text, skin.letters!)));
      expect(left).toEqual([]);
    });
  }
});

/** Texts about files that are themselves written in kanji. */
const NOTATION = /^ckka\./;
