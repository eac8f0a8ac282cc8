import { describe, expect, it } from "vitest";
import { inLanguage, nearest, ownName, secondTitle, textsByLanguage } from "./languages";
import { OWN } from "./texts";

const FILES = {
  "./messages/en.json": { a: "one", b: "two" },
  "./messages/part.en.json": { c: "three" },
  "./messages/ja.json": { a: "一" },
  "./messages/qps.json": { a: "⟦one⟧" },
  "./messages/part.qps.json": { c: "⟦three⟧" },
  "./messages/part.xx.json": { c: "nobody speaks this" },
};

describe("languages", () => {
  it("are the files there are", () => {
    expect(textsByLanguage(FILES)).toEqual({ en: { a: "one", b: "two", c: "three" }, ja: { a: "一" }, qps: { a: "⟦one⟧", c: "⟦three⟧" } });
    expect(Object.keys(OWN)).toEqual(expect.arrayContaining(["en", "ja"]));
  });

  it("are chosen by what the browser asks for, else English", () => {
    const known = ["en", "ja", "qps"];
    expect(nearest(["fr-CA", "ja-JP", "en"], known)).toBe("ja");
    expect(nearest(["qps"], known)).toBe("qps");
    expect(nearest(["fr"], known)).toBe("en");
    expect(nearest([], known)).toBe("en");
  });

  it("call themselves by their own names", () => {
    expect(["en", "ja", "fr", "qps"].map(ownName)).toEqual(["English", "日本語", "français", "qps"]);
  });

  it("fall back on English where something is not translated", () => {
    expect(inLanguage({ en: "Cerke", ja: "机戦" }, "qps")).toBe("Cerke");
    expect(inLanguage({ en: "Cerke", ja: "机戦" }, "ja")).toBe("机戦");
  });

  it("show the original title beside their own", () => {
    const titles = { en: "Cerke", ja: "机戦", qps: "⟦Cerke⟧" };
    expect(["en", "ja", "qps"].map((language) => secondTitle(titles, language).title)).toEqual(["机戦", "Cerke", "机戦"]);
  });
});

/** Every text in these; any other language may leave the rest to English. */
const COMPLETE = ["en", "ja"];

it("say only what English says, with the same slots, and the complete ones all of it", () => {
  const slots = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!);
  for (const [language, texts] of Object.entries(OWN)) {
    const keys = Object.keys(texts);
    expect(keys.filter((key) => !(key in OWN["en"]!)), language).toEqual([]);
    if (COMPLETE.includes(language)) expect(keys.sort()).toEqual(Object.keys(OWN["en"]!).sort());
    for (const key of keys) expect(slots(OWN["en"]![key]!), `${language} ${key}`).toEqual(expect.arrayContaining(slots(texts[key]!)));
  }
});
