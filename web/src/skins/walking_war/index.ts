import { cardGame } from "../cards/cards";

export default cardGame("walking_war");
