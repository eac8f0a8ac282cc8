/** A browser for the tests: the system's Chromium where there is one, else the one an npm package carries. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export const web = fileURLToPath(new URL("../../web/", import.meta.url));
export const need = createRequire(new URL("../../web/package.json", import.meta.url));

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--headless=new", "--font-render-hinting=none"];

async function carried() {
  // The package unpacks its own libraries only when it believes to run where they are missing.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const chromium = need("@sparticuz/chromium");
  return { executablePath: await chromium.executablePath(), args: FLAGS };
}

/** Where the browser is and what it is started with; the one that a package carries is unpacked first. */
export async function found() {
  const system = SYSTEM.find(existsSync);
  return system ? { executablePath: system, args: FLAGS } : carried();
}

export async function launch() {
  const { chromium } = need("playwright-core");
  return chromium.launch({ ...(await found()), env: process.env });
}
