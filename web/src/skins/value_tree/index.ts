import { cardGame } from "../cards/cards";

/** Its cards have no colour. */
export default cardGame("value_tree", ["strength", "groups"]);
