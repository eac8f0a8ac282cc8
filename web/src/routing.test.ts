import { expect, it } from "vitest";
import { pageAt, type Page } from "./routing";

const page = (path: string): Page => ({ path, load: () => Promise.reject(new Error("nobody looks at it")) });
const PAGES = ["/", "/play/:game/:template?", "/learn/:game", "/learn/:game/:lesson", "/analysis/:game", "/analysis/:game/:replay/:from#"].map(page);

it.each([
  ["/", "/", {}],
  ["", "/", {}],
  ["/play/chess", "/play/:game/:template?", { game: "chess" }],
  ["/play/chess/t%2F1/", "/play/:game/:template?", { game: "chess", template: "t/1" }],
  ["/learn/chess", "/learn/:game", { game: "chess" }],
  ["/learn/chess/first", "/learn/:game/:lesson", { game: "chess", lesson: "first" }],
  ["/analysis/chess/r1/12", "/analysis/:game/:replay/:from#", { game: "chess", replay: "r1", from: 12 }],
])("%s is the page %s", (address, path, params) => {
  expect(pageAt(PAGES, address)).toMatchObject({ page: { path }, params });
});

it.each(["/nothing", "/play", "/play/a/b/c", "/analysis/chess/r1", "/analysis/chess/r1/x", "/learn/%zz"])("%s is no page", (address) => {
  expect(pageAt(PAGES, address)).toBeNull();
});
