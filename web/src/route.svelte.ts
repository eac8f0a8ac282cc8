/** The page the address names. */
export type Route =
  | { page: "home" }
  | { page: "setup"; game: string; template?: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; lesson?: string }
  | { page: "analysis"; game: string; replay?: string; at?: number }
  | { page: "records" }
  | { page: "account" }
  | { page: "profile"; id: string }
  | { page: "ladder"; game?: string }
  | { page: "templates" }
  | { page: "tournaments" }
  | { page: "tournament"; id: string }
  | { page: "scenes" }
  | { page: "missing" };

export function routeOf(path: string): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (first === undefined) return { page: "home" };
  if (first === "play" && second && rest.length < 2) return { page: "setup", game: second, ...(rest[0] ? { template: rest[0] } : {}) };
  if (first === "t" && second && !rest.length) return { page: "table", id: second };
  if (first === "r" && second && !rest.length) return { page: "replay", id: second };
  if (first === "rules" && second && !rest.length) return { page: "rules", game: second };
  if (first === "learn" && second && rest.length < 2) return { page: "learn", game: second, ...(rest[0] ? { lesson: rest[0] } : {}) };
  if (first === "analysis" && second) return analysisRoute(second, rest);
  if (first === "records" && !second) return { page: "records" };
  if (first === "account" && !second) return { page: "account" };
  if (first === "u" && second && !rest.length) return { page: "profile", id: second };
  if (first === "ladder" && !rest.length) return { page: "ladder", ...(second ? { game: second } : {}) };
  if (first === "templates" && !second) return { page: "templates" };
  if (first === "tournaments" && !second) return { page: "tournaments" };
  if (first === "tournament" && second && !rest.length) return { page: "tournament", id: second };
  if (first === "scenes" && !second) return { page: "scenes" };
  return { page: "missing" };
}

/** A board of its own, or one that begins at an event of a match. */
function analysisRoute(game: string, [replay, at, ...more]: string[]): Route {
  if (more.length || (replay !== undefined && !/^\d+$/.test(at ?? ""))) return { page: "missing" };
  return replay === undefined ? { page: "analysis", game } : { page: "analysis", game, replay, at: Number(at) };
}

export const here: { route: Route } = $state({ route: routeOf(location.pathname) });

export function go(path: string): void {
  history.pushState(null, "", path);
  here.route = routeOf(location.pathname);
  if (!location.hash) scrollTo(0, 0);
}

/** Lets links to the client's own pages change the page without loading it anew. */
export function followLinks(): void {
  addEventListener("popstate", () => (here.route = routeOf(location.pathname)));
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  });
}
