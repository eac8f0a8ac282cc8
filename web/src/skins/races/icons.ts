/** Small pictures that stand for what players count. */
const SHAPES: Record<string, string> = {
  step: `<path d="M3 19 9.500 7l4 7 2-3L21 19Z"/><path class="line" d="M9.500 7V3l4 1.500-4 1.500"/>`,
  rice: `<path class="line" d="M12 21V9M12 13c-3 0-4.500-2-4.500-4.500C10.500 8.500 12 10 12 13ZM12 13c3 0 4.500-2 4.500-4.500C13.500 8.500 12 10 12 13ZM12 18c-3 0-4.500-2-4.500-4.500C10.500 13.500 12 15 12 18ZM12 18c3 0 4.500-2 4.500-4.500C13.500 13.500 12 15 12 18ZM12 8c-1.500-1.500-1.500-3.500 0-5.500 1.500 2 1.500 4 0 5.500Z"/>`,
  coins: `<circle class="line" cx="12" cy="12" r="8.500"/><path d="M9 9h6v6H9Z"/>`,
  stride: `<path d="M8.500 4c2 0 2.700 2 2.500 4.500S9.500 13 8 13s-2.500-2-2.500-4.500S6.500 4 8.500 4ZM6 14.500h4c0 2.500-.5 3.500-2 3.500s-2-1-2-3.500ZM16 8c2 0 2.700 2 2.500 4.500S17 17 15.500 17 13 15 13 12.500 14 8 16 8ZM13.500 18.500h4c0 2-.5 3-2 3s-2-1-2-3Z"/>`,
  hand: `<path class="line" d="M8 6h9v14H8ZM5 17V4h9"/>`,
  immune: `<path d="M12 3 19 6v6c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6Z"/>`,
  cups: `<path class="line" d="M5 8c0 7 3 9 7 9s7-2 7-9ZM9 20h6M12 17v3"/>`,
  square: `<path class="line" d="M12 21c5-6 6.500-8.500 6.500-11.500a6.500 6.500 0 0 0-13 0C5.500 12.500 7 15 12 21Z"/><circle cx="12" cy="9.500" r="2.200"/>`,
  ox: `<path class="line" d="M7.500 9C4 9 3 6.500 3.500 3.500M16.500 9C20 9 21 6.500 20.500 3.500M7.500 9h9l-1 8c-.3 2-1.500 3.500-3.500 3.500S8.800 19 8.500 17Z"/><circle cx="10.300" cy="17" r="1"/><circle cx="13.700" cy="17" r="1"/>`,
  prize: `<circle class="line" cx="12" cy="9" r="6"/><path class="line" d="M8.500 14 7 21l5-2.500L17 21l-1.500-7"/><circle cx="12" cy="9" r="2.200"/>`,
  start: `<path class="line" d="M4 20h16M6 20V9h5v11M11 20v-7h6v7M13 13V8h4v5"/>`,
  goal: `<path class="line" d="M6 21V4h11l-3 4 3 4H6"/>`,
  round: `<path class="line" d="M20 12a8 8 0 1 1-2.500-5.800M20 3v4.500h-4.500"/>`,
  ante: `<circle class="line" cx="12" cy="12" r="8.500"/><path class="line" d="M12 3.500v4M12 16.500v4M3.500 12h4M16.500 12h4"/>`,
  target: `<path class="line" d="M5 9h14v11H5ZM8 9V5h8v4M5 14h14"/>`,
};

/** The picture of a counter by the first word of its id. */
export function counterIcon(id: string): string | undefined {
  const shape = SHAPES[id.replace(/-\d+$/, "")];
  return shape && `<svg class="icon counter-icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;
}
