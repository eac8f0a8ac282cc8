/** Beast Cast: one throw each for the pot. */
import type { Skin } from "../skin";
import { hides, tableau } from "../sticks/table";

const skin: Skin = { id: "beast_cast", tableau, hides };

export default skin;
