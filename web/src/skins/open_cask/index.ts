import { cardGame } from "../cards/cards";

export default cardGame("open_cask");
