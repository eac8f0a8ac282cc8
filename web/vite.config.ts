import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` talks to a server started beside it: KAIK_SERVER says where.
const server = process.env.KAIK_SERVER ?? "http://127.0.0.1:8340";

export default defineConfig({
  test: { include: ["src/**/*.test.ts"] },
  plugins: [svelte()],
  build: {
    outDir: "../src/kaik/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
