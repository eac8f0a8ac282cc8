import { cardGame } from "../cards/cards";

/** Its cards have no colour. */
export default cardGame("linked_friends", ["strength", "groups"]);
