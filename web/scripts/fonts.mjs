/**
 * Cuts the fonts down to the characters the client can show: all texts of the catalogues and of the client's own sources.
 * A person's name may hold others; for those the browser takes a font of the system.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const here = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const SOURCES = [join(here, "../src/kaik"), join(here, "src")];
const TEXTS = new Set([".toml", ".md", ".json", ".ts", ".svelte"]);
const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const KANA = Array.from({ length: 0x60 }, (_, at) => String.fromCharCode(0x3041 + at) + String.fromCharCode(0x30a1 + at)).join("");
const SIGNS = "–—…×−±°“”‘’←→↑↓✓✗、。・「」『』（）：；！？〜々〇";

/** What is ever written with the brush: pieces, and the games' titles. */
const BRUSH = "船兵弓車虎馬筆巫将王皇戦机古行終季値連友木開樽小猫軟獣裁撃新遊山六之光春夏秋冬零一二三四五七八九十無黒赤";

function textsUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)) && !entry.parentPath.startsWith(join(here, "../src/kaik/web")))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

function characters() {
  const found = new Set(SOURCES.flatMap(textsUnder).join(""));
  return ASCII + KANA + SIGNS + BRUSH + [...found].filter((sign) => sign > "~").join("");
}

/** Arrows, ticks, circled numbers: the Japanese face leaves them out. */
const symbols = (text) => [...text].filter((sign) => sign >= "\u2000" && sign < "\u2e00").join("");

const all = characters();
const FONTS = [
  ["text-400", "@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff2", all],
  ["text-600", "@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-600-normal.woff2", all],
  ["brush", "@fontsource/yuji-boku/files/yuji-boku-japanese-400-normal.woff2", ASCII + BRUSH],
  ["signs", "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", symbols(all)],
];

mkdirSync(join(here, "fonts"), { recursive: true });
for (const [name, file, text] of FONTS) {
  const cut = await subsetFont(readFileSync(require.resolve(file)), text, { targetFormat: "woff2" });
  writeFileSync(join(here, "fonts", `${name}.woff2`), cut);
  console.log(`fonts/${name}.woff2  ${Math.round(cut.length / 1024)} kB`);
}
