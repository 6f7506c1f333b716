// What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.
import { EnergyState, EventKind, declare, defend, event, me, parameter, reproduce } from "./kit/index";
import { bestFood, flee, graze, pace, roam, threats } from "./kit/instincts";
export { terrarium_abi, terrarium_buffer, terrarium_parameters } from "./kit/index";

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
const CAUTION = declare("caution 60 0 10000");

// Called every tick, for one creature.
export function terrarium_turn(): void {
  for (let i: u32 = 0; i < me.eventCount; i++) {
    if (event(i).what == EventKind.Attacked) defend(event(i).whom);
  }
  if (me.canReproduce) reproduce();

  // Carnivores that come nearer, or are close already, are run from at full speed.
  if (flee(threats(parameter(CAUTION)))) return;

  // Unless it is full: to the best food in sight, and a bite as soon as it is within reach.
  const food = bestFood();
  if (food && me.state != EnergyState.Full) return graze(food, pace(0.4));
  // Nothing to do: somewhere else, unless it is going there already.
  roam(pace(0.3));
}
