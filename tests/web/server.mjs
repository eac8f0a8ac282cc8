/** The real server on a free port with an empty data folder. KAIK_SERVER_LOG=1 shows what it says. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Generous, for a machine that has other things to do. */
const PATIENCE_MS = 120_000;

/** The port that the server says it is listening on. */
function listening(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    setTimeout(() => reject(new Error(`the server does not start: ${said}`)), PATIENCE_MS).unref();
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code}: ${said}`)));
    child.stdout.on("data", (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
      if (found) resolve(Number(found[1]));
    });
  });
}

/** `source`: where the package lies, if not in this tree. */
export async function startServer(env = {}, source = join(root, "src")) {
  const python = process.env.KAIK_PYTHON ?? join(root, ".venv/bin/python");
  const data = mkdtempSync(join(tmpdir(), "kaik-web-"));
  const stdio = ["ignore", "pipe", process.env.KAIK_SERVER_LOG ? "inherit" : "ignore"];
  let [child, port] = [undefined, 0];
  process.once("exit", () => child?.kill());
  /** Starts the server on any free port; after `kill`, again with the same data on the same port. */
  const start = async () => {
    const words = ["-m", "kaik", "serve", "--port", String(port), "--data", data, "--no-open"];
    child = spawn(python, words, { cwd: source, env: { ...process.env, ...env }, stdio });
    port = await listening(child);
  };
  const kill = async (signal = "SIGKILL") => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  };
  const stop = async () => {
    await kill("SIGTERM");
    rmSync(data, { recursive: true, force: true });
  };
  await start();
  return { url: `http://127.0.0.1:${port}`, start, kill, stop };
}
