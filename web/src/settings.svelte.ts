/** What this person prefers, remembered by the browser. */
import { nearest, type Language } from "./languages";
import { levelOf } from "./tables";
import { OWN } from "./texts";

export type Theme = "auto" | "light" | "dark";

interface Settings {
  language: Language;
  theme: Theme;
  letters: boolean;
  coordinates: boolean;
  sounds: boolean;
  /** How hands are sorted; empty: as the game likes best. */
  sort: string;
  /** How well the computer plays where nobody says otherwise: the level chosen last. */
  level: number;
}

const STORE = "kaik.settings";
/** A level that somebody who has just read the rules can beat. */
const NEWCOMER = 2;

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

/** The languages to choose from. */
export const languages: readonly Language[] = Object.keys(OWN);
const kept = remembered();

export const settings: Settings = $state({
  theme: "auto",
  letters: false,
  coordinates: true,
  sounds: true,
  sort: "",
  level: NEWCOMER,
  ...kept,
  language: nearest([...(kept.language ? [kept.language] : []), ...navigator.languages], languages),
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

/** The computer player to offer first. */
export const usualPlayer = (): string => `level${settings.level}`;

/** Keeps the level of a player that was chosen, if it is one. */
export function keepLevel(player: string): void {
  settings.level = levelOf(player) || settings.level;
}
