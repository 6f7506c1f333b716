// Uses everything that creatures ask the host: the condition of others, costs, paths, links, and messages. The
// script `tests/creatures/herald/behaviour.rhai` decides the same.
import {
  EnergyState, condition, goTo, halt, heard, link, logNumber, me, pathLength, signal, stepCost, tell, tellBytes,
} from "../assembly/index";
export { terrarium_abi, terrarium_buffer } from "../assembly/index";

const COUNTS: usize = memory.data(2);

// Tells its kin how many of those in sight are full and hungry.
function reportOthers(): void {
  let full: u8 = 0;
  let hungry: u8 = 0;
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const seen = condition(i);
    if (!seen) continue;
    if (seen.state == EnergyState.Full) full++;
    if (seen.state <= EnergyState.Hungry) hungry++;
    const starves: f64 = seen.state == EnergyState.Deteriorating ? 1 : 0;
    logNumber("damage", seen.damage);
    logNumber("strength", seen.attack + 2.0 * seen.defence + 3.0 * seen.maxSpeed);
    logNumber("activity", <f64>seen.doing + 10.0 * <f64>seen.mature + 100.0 * starves);
  }
  if (full == 0 && hungry == 0) return tell("nothing here");
  store<u8>(COUNTS, full);
  store<u8>(COUNTS + 1, hungry);
  tellBytes(COUNTS, 2);
}

// Goes to whoever told something and is within reach of a short walk.
function goToNearest(): void {
  for (let i: u32 = 0; ; i++) {
    const message = heard(i);
    if (!message) return halt();
    let sum: u32 = 0;
    for (let place: u32 = 0; place < message.length; place++) sum += message.byteAt(place);
    logNumber("sum", <f64>sum);
    const length = pathLength(message.x, message.y);
    if (length == Infinity) continue;
    logNumber("path", length);
    if (length < 400.0) {
      signal(message.from);
      return goTo(message.x, message.y, me.maxSpeed);
    }
  }
}

export function terrarium_turn(): void {
  logNumber("step", stepCost(me.maxSpeed));
  logNumber("half step", stepCost(me.maxSpeed * 0.5));
  for (let i: u32 = 0; ; i++) {
    const seen = link(i);
    if (!seen) break;
    logNumber("link", <f64>seen.id + 10.0 * <f64>seen.ticks + 1000.0 * <f64>seen.open);
    logNumber("embark", seen.x + 2.0 * seen.y + 3.0 * seen.gap);
    logNumber("land", seen.toX + 2.0 * seen.toY);
  }
  reportOthers();
  goToNearest();
}
