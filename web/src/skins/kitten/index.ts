import { cardGame } from "../cards/cards";

export default cardGame("kitten");
