import { cardGame } from "../cards/cards";

export default cardGame("seasons_end");
