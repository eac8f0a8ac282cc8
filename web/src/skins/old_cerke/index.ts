/** Old cerke: the same board and pieces; here the colour tells the side, and a soldier that has changed wears a gold band. */
import { frame, square } from "../kaikboard/board";
import { LETTERS, piece } from "../kaikboard/pieces";
import type { Skin } from "../skin";
import "./old_cerke.css";

const CHANGED = `<g class="oc-changed"><path d="M-34 35H34"/><path d="M-22-33 0-40 22-33"/></g>`;

const skin: Skin = {
  id: "old_cerke",
  square,
  backdrop: frame,
  item: (item, look) => {
    const changed = item.badges?.includes("changed") ? `<g transform="rotate(${look.away ? 180 : 0})">${CHANGED}</g>` : "";
    return piece(item, look, true) + changed;
  },
  badge: (name) => (name === "changed" ? "" : undefined),
  margin: 36,
  letters: LETTERS,
};

export default skin;
