/** What this person prefers, remembered by the browser. */
import type { Language } from "./wire";

export type Theme = "auto" | "light" | "dark";

interface Settings {
  language: Language;
  theme: Theme;
  letters: boolean;
  coordinates: boolean;
  sounds: boolean;
  /** How hands are sorted; empty: as the game likes best. */
  sort: string;
}

const STORE = "kaik.settings";

function spoken(): Language {
  return navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
}

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({
  language: spoken(),
  theme: "auto",
  letters: false,
  coordinates: true,
  sounds: true,
  sort: "",
  ...remembered(),
});

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

/** Keeps the page and the browser's memory in step with the settings. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => {
      localStorage.setItem(STORE, JSON.stringify(settings));
      document.documentElement.lang = settings.language;
      paint();
    });
  });
  darkSystem.addEventListener("change", paint);
}

function paint(): void {
  const dark = settings.theme === "dark" || (settings.theme === "auto" && darkSystem.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
