/** Cerke: the board and pieces as they are, hands beside them, season, rate and score as tracks. */
import type { Zone } from "../../wire";
import { frame, square } from "../kaikboard/board";
import { LETTERS, piece } from "../kaikboard/pieces";
import type { Skin, Slot } from "../skin";
import { scoreboard } from "./scoreboard";
import "./cerke.css";

function place(zone: Zone): Slot | undefined {
  return zone.id.startsWith("hands-") ? "side" : undefined;
}

const skin: Skin = {
  id: "cerke",
  square,
  backdrop: frame,
  item: (item, look) => piece(item, look),
  place,
  margin: 36,
  letters: LETTERS,
  scoreboard,
  samples: () => import("./sample").then(({ samples }) => samples),
};

export default skin;
