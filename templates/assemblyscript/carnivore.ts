// What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.
import { EventKind, declare, defend, event, me, parameter, reproduce } from "./kit/index";
import { Kind, bestFood, graze, nearest, pace, pursue, roam } from "./kit/instincts";
export { terrarium_abi, terrarium_buffer, terrarium_parameters } from "./kit/index";

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
const APPETITE = declare("appetite 0.7 0 1");

// Called every tick, for one creature.
export function terrarium_turn(): void {
  for (let i: u32 = 0; i < me.eventCount; i++) {
    if (event(i).what == EventKind.Attacked) defend(event(i).whom);
  }
  if (me.canReproduce) reproduce();

  if (me.energy <= parameter(APPETITE) * me.maxEnergy) {
    // What lies there already need not be hunted.
    const carcass = bestFood();
    if (carcass) return graze(carcass);
    // Next to it, and a blow as soon as it is within reach.
    const prey = nearest(Kind.Herbivore);
    if (prey) return pursue(prey);
  }
  // Nothing to do: somewhere else, unless it is going there already.
  roam(pace(0.3));
}
