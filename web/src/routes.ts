/** Every page and its address. The first page is there from the start, the others are fetched when they are first wanted. */
import Home from "./pages/Home.svelte";
import { page, type Page } from "./routing";

export const PAGES: readonly Page[] = [
  page("/", () => ({ default: Home })),
  page("/play/:game/:template?", () => import("./pages/Setup.svelte")),
  page("/t/:id", () => import("./pages/Table.svelte")),
  page("/r/:id", () => import("./pages/Replay.svelte")),
  page("/rules/:game", () => import("./pages/Rules.svelte")),
  page("/learn/:game", () => import("./pages/Lessons.svelte")),
  page("/learn/:game/:lesson", () => import("./pages/Lesson.svelte")),
  page("/analysis/:game", () => import("./pages/Analysis.svelte")),
  page("/analysis/:game/:replay/:from#", () => import("./pages/Analysis.svelte")),
  page("/records", () => import("./pages/Records.svelte")),
  page("/account", () => import("./pages/Account.svelte")),
  page("/u/:id", () => import("./pages/Profile.svelte")),
  page("/ladder/:game?", () => import("./pages/Ladder.svelte")),
  page("/templates", () => import("./pages/Templates.svelte")),
  page("/tournaments", () => import("./pages/Tournaments.svelte")),
  page("/tournament/:id", () => import("./pages/Tournament.svelte")),
  page("/scenes", () => import("./pages/Scenes.svelte")),
];
