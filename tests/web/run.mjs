/**
 * Runs the browser tests against the real server: `npm run e2e`, or some files, and some tests of them, by parts of their
 * names: `npm run e2e -- cards cerke --name keyboard`. As tests mostly wait, several files run at a time, each with its
 * own server and browser. `--late 400` delays every answer by up to so many milliseconds, which a test must bear.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";
import { found } from "./browser.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: "string" }, jobs: { type: "string", default: "3" }, times: { type: "boolean" }, late: { type: "string" } },
});
if (values.late) process.env.KAIK_LATE = values.late; // every file runs in a process of its own
/** For a machine that has other things to do; a file takes less than two minutes. */
const FILE_MS = 900_000;

/** The longest first, so that nothing long is left when all else is done. */
function chosen() {
  const wanted = (name) => name.endsWith(".test.mjs") && (!positionals.length || positionals.some((part) => name.includes(part)));
  const size = (path) => statSync(path).size;
  return readdirSync(here).filter(wanted).map((name) => join(here, name)).sort((a, b) => size(b) - size(a));
}

/** Runs them; tells what failed, and how long each took where that is asked for. */
async function outcome(files) {
  const [passed, failed] = [[], []];
  const where = ({ file, name }) => `${basename(file ?? "")}: ${name}`;
  const stream = run({ files, concurrency: Number(values.jobs), timeout: FILE_MS, testNamePatterns: values.name });
  stream.on("test:stderr", ({ message }) => process.stderr.write(message));
  stream.on("test:pass", (result) => {
    if (result.skip !== undefined) return; // its name is not the one asked for
    passed.push(result);
    if (values.times) console.log(`${(result.details.duration_ms / 1000).toFixed(1).padStart(6)} s  ${where(result)}`);
  });
  stream.on("test:fail", (result) => {
    failed.push(result);
    console.error(`FAILED ${where(result)}\n${inspect(result.details.error.cause ?? result.details.error)}\n`);
  });
  for await (const _ of stream);
  return { passed: passed.length, failed: failed.length };
}

if (!existsSync(join(here, "../../src/kaik/web/index.html"))) {
  console.error("The client is not built: run `npm run build` first.");
  process.exit(1);
}
// A browser that a package carries is unpacked once, before several want it at the same time.
await found();
const { passed, failed } = await outcome(chosen());
console.log(`kaik: ${passed} browser tests passed${failed ? `, ${failed} failed` : ""}`);
process.exit(failed || !passed ? 1 : 0);
