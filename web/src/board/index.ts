/** A board as pages use it. */
export { Board, type Events } from "./board";
export { calm } from "./motion";
export { nearSeat, type Help, type View } from "./view";
export { WAYS, type Guide, type Way } from "./ways";
