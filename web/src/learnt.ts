/** Which lessons this browser's person has taken, and whether they have been here before. */
const STORE = "kaik.learnt";

function remembered(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function hasLearnt(game: string, lesson: string): boolean {
  return remembered().includes(`${game}/${lesson}`);
}

export function learnt(game: string, lesson: string): void {
  localStorage.setItem(STORE, JSON.stringify([...new Set([...remembered(), `${game}/${lesson}`])]));
}

/** Nobody has learnt anything here yet. */
export function newcomer(): boolean {
  return !remembered().length;
}
