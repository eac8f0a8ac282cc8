/** Icons in one hand: 24 × 24, round strokes of the current colour. */
const ICONS = {
  gear: "M4 8h9M19 8h1M4 16h1M11 16h9M16 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  computer: "M5 5h14v10H5ZM9 19h6M12 15v4M9 9v2M15 9v2",
  open: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.6-2.5 2-4 4-4.800M17.5 14.500v6M14.5 17.500h6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  flip: "M7 4v14M7 18l-3-3M7 18l3-3M17 20V6M17 6l-3 3M17 6l3 3",
  back: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 0 12",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  seal: "M12 3 19 6v6c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6ZM9 12l2.2 2.200L15.5 10",
  arrow: "M5 12h14M13 6l6 6-6 6",
  left: "M19 12H5M11 6l-6 6 6 6",
  ahead: "M5 6l6 6-6 6M13 6l6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  undo: "M9 7H4V2M4.500 7A9 9 0 1 1 4 15",
  hands: "M4 12h4l3-3 3 3h6M8 12l4 4 4-4",
  flag: "M6 21V4M6 4h11l-2 4 2 4H6",
  ladder: "M5 20V12h4v8M10 20V6h4v14M15 20v-5h4v5",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6Z",
  check: "M5 12.5 10 17.5 19 7",
  again: "M20 12a8 8 0 1 1-2.5-5.800M20 3v4.500h-4.5",
  first: "M6 5v14M19 6l-8 6 8 6Z",
  previous: "M15 6l-7 6 7 6Z",
  next: "M9 6l7 6-7 6Z",
  last: "M18 5v14M5 6l8 6-8 6Z",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  download: "M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 20h14",
  upload: "M12 15V4M7.500 8 12 3.500 16.500 8M5 20h14",
  film: "M4 5h16v14H4ZM8 5v14M16 5v14M4 9.500h4M4 14.500h4M16 9.500h4M16 14.500h4",
  chart: "M4 19h16M5 14l4-5 4 3 6-7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  board: "M4 4h16v16H4ZM4 12h16M12 4v16",
  pencil: "M5 19l1-4L16.500 4.500l3 3L9 18ZM14.500 6.500l3 3",
  bulb: "M9 18h6M10 21h4M8.500 14.500a5.500 5.500 0 1 1 7 0c-.6.6-1 1.400-1 2.200V17h-5v-.3c0-.8-.4-1.600-1-2.200Z",
  book: "M4 5h6c1.500 0 2 .7 2 2v13c0-1.200-.7-2-2-2H4ZM20 5h-6c-1.500 0-2 .7-2 2v13c0-1.200.7-2 2-2h6Z",
  question: "M9 9.200a3 3 0 1 1 4.400 2.700c-.9.5-1.400 1.100-1.400 2.100M12 17.800v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  here: "M7 3h10v18H7ZM11 18h2",
  school: "M3 9l9-4 9 4-9 4ZM7 11v5c2.500 2.500 7.500 2.500 10 0v-5M21 9v6",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.500V12l3 2",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}
