// What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.
import {
  EventKind, Seen, Sighting, defend, eat, event, goBeside, goTo, halt, me, parameter, random,
  reproduce, sighting,
} from "./kit/index";
export { terrarium_abi, terrarium_buffer } from "./kit/index";

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
const PARAMETERS: usize = memory.data<u8>([99, 97, 117, 116, 105, 111, 110, 32, 54, 48, 32, 48, 32, 49, 48, 48, 48, 48, 10, 0]);
export function terrarium_parameters(): usize {
  return PARAMETERS; // "caution 60 0 10000"
}

function goWithin(x: f64, y: f64, speed: f64): void {
  x = min(max(x, me.minX + me.radius), me.maxX - me.radius);
  y = min(max(y, me.minY + me.radius), me.maxY - me.radius);
  goTo(x, y, speed);
}

// The nearest in sight of a kind with at least so much to eat, or nobody: the nearest comes first.
function nearest(seen: u8, food: f64): Sighting | null {
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const s = sighting(i);
    if (s.seen == seen && s.food >= food) return s;
  }
  return null;
}

// Called every tick, for one creature.
export function terrarium_turn(): void {
  for (let i: u32 = 0; i < me.eventCount; i++) {
    if (event(i).what == EventKind.Attacked) defend(event(i).whom);
  }
  if (me.canReproduce) reproduce();

  // What comes too near is run from, straight away from it.
  const threat = nearest(Seen.Carnivore, 0);
  if (threat && threat.gap < parameter(0)) {
    return goWithin(2 * me.x - threat.x, 2 * me.y - threat.y, me.maxSpeed);
  }

  // Unless it is full: next to the nearest plant, and a bite as soon as it is within reach.
  const plant = nearest(Seen.Plant, 0.001);
  if (plant && me.energy < 0.8 * me.maxEnergy) {
    if (plant.gap > me.reach) return goBeside(plant.id, 0.4 * me.maxSpeed);
    halt();
    return eat(plant.id);
  }
  // Nothing to do: somewhere else, unless it is going there already.
  if (me.travelling == 0) {
    goWithin(me.x + 200 * (random() - 0.5), me.y + 200 * (random() - 0.5), 0.3 * me.maxSpeed);
  }
}
