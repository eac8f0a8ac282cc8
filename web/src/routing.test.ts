import { expect, it } from "vitest";
import { pageAt, type Page } from "./routing";

const page = (path: string): Page => ({ path, load: () => Promise.reject(new Error("nobody looks at it")) });
const PAGES = ["/", "/play/:game/:template?", "/learn/:game", "/learn/:game/:lesson", "/analysis/:game", "/analysis/:game/:replay/:from#"].map(page);

it.each([
  ["/", "/", {}],
  ["", "/", {}],
  ["/play/cerke", "/play/:game/:template?", { game: "cerke" }],
  ["/play/cerke/t%2F1/", "/play/:game/:template?", { game: "cerke", template: "t/1" }],
  ["/learn/cerke", "/learn/:game", { game: "cerke" }],
  ["/learn/cerke/first", "/learn/:game/:lesson", { game: "cerke", lesson: "first" }],
  ["/analysis/cerke/r1/12", "/analysis/:game/:replay/:from#", { game: "cerke", replay: "r1", from: 12 }],
])("%s is the page %s", (address, path, params) => {
  expect(pageAt(PAGES, address)).toMatchObject({ page: { path }, params });
});

it.each(["/nothing", "/play", "/play/a/b/c", "/analysis/cerke/r1", "/analysis/cerke/r1/x", "/learn/%zz"])("%s is no page", (address) => {
  expect(pageAt(PAGES, address)).toBeNull();
});
