/** What `npm run dev` starts: the sources of the client as they are, with the server beside them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { need, web } from "./browser.mjs";

export const vite = await import(pathToFileURL(need.resolve("vite")));
export const configOf = (folder = web) => join(folder, "vite.config.ts");

/** On a free port and with a cache of its own; `folder`: where the sources lie, if not in this tree. */
export async function develop(server, folder = web) {
  process.env.KAIK_SERVER = server;
  // Of a copy, what it is built with lies elsewhere.
  const how = { port: 0, host: "127.0.0.1", fs: { strict: folder === web } };
  const cacheDir = mkdtempSync(join(tmpdir(), "kaik-dev-"));
  const dev = await vite.createServer({ root: folder, configFile: configOf(folder), logLevel: "error", server: how, cacheDir });
  await dev.listen();
  const close = async () => {
    await dev.close();
    rmSync(cacheDir, { recursive: true, force: true });
  };
  return { url: dev.resolvedUrls.local[0], close };
}
