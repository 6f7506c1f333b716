// Signals the ground under it, and the ground a hundred units to the east of it.
import { groundAt, me, signal } from "../assembly/index";
export { terrarium_abi, terrarium_buffer } from "../assembly/index";

export function terrarium_turn(): void {
  const east = groundAt(me.x + 100.0, me.y);
  signal(<u64>me.ground * 100 + <u64>(east < 0 ? 99 : east));
}
