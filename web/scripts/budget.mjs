/** Fails the build when the first load has grown too heavy: all script and style it can ask for, compressed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const MOST_KB = 200;
const folder = fileURLToPath(new URL("../../src/kaik/web/assets", import.meta.url));
const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
const kb = Math.round(bytes / 1024);
console.log(`script and style: ${kb} kB compressed, at most ${MOST_KB} kB`);
if (kb > MOST_KB) process.exit(1);
