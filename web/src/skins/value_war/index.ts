import { cardGame } from "../cards/cards";

export default cardGame("value_war");
