/** The real server on a free port with an empty data folder. KAIK_SERVER_LOG=1 shows what it says. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Generous, for a machine that has other things to do. */
const PATIENCE_MS = 120_000;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answers(url, child) {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    try {
      if ((await fetch(`${url}/api/games`)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("the server does not answer");
}

export async function startServer(env = {}) {
  const python = process.env.KAIK_PYTHON ?? join(root, ".venv/bin/python");
  const data = mkdtempSync(join(tmpdir(), "kaik-web-"));
  const port = await freePort();
  const words = ["-m", "kaik", "serve", "--port", String(port), "--data", data, "--no-open"];
  const url = `http://127.0.0.1:${port}`;
  let child;
  process.once("exit", () => child?.kill());
  /** Starts the server; after `kill`, again with the same data on the same port. */
  const start = async () => {
    child = spawn(python, words, { cwd: join(root, "src"), env: { ...process.env, ...env }, stdio: ["ignore", "ignore", process.env.KAIK_SERVER_LOG ? "inherit" : "ignore"] });
    await answers(url, child);
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
  return { url, start, kill, stop };
}
