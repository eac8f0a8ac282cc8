import { cardGame } from "../cards/cards";

export default cardGame("soft_run");
