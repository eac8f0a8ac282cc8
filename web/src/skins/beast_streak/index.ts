/** Beast Streak: throws that add up, and the pot they are thrown for. */
import type { Skin } from "../skin";
import { hides, tableau } from "../sticks/table";

const skin: Skin = { id: "beast_streak", tableau, hides };

export default skin;
