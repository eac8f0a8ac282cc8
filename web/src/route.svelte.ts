/** Where the browser is, and going elsewhere without loading the page anew. */
export const here: { path: string } = $state({ path: location.pathname });

export function go(path: string): void {
  history.pushState(null, "", path);
  here.path = location.pathname;
  if (!location.hash) scrollTo(0, 0);
}

/** Lets links to the client's own pages change the page without loading it anew. */
export function followLinks(): void {
  addEventListener("popstate", () => (here.path = location.pathname));
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
