/** Runs the browser tests against the real server: `npm run e2e`. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const here = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(join(here, "../../src/kaik/web/index.html"))) {
  console.error("The client is not built: run `npm run build` first.");
  process.exit(1);
}
const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs")).map((name) => join(here, name));
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-timeout=300000", ...process.argv.slice(2), ...files], { stdio: "inherit" });
process.exit(status ?? 1);
