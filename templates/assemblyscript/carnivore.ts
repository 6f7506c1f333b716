// What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.
import {
  EventKind, Seen, Sighting, attack, defend, eat, event, goBeside, goTo, halt, me, parameter, random,
  reproduce, sighting,
} from "./kit/index";
export { terrarium_abi, terrarium_buffer } from "./kit/index";

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
const PARAMETERS: usize = memory.data<u8>([97, 112, 112, 101, 116, 105, 116, 101, 32, 48, 46, 55, 32, 48, 32, 49, 10, 0]);
export function terrarium_parameters(): usize {
  return PARAMETERS; // "appetite 0.7 0 1"
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

  // What lies there already need not be hunted.
  const hunts = me.energy < parameter(0) * me.maxEnergy;
  const carcass = nearest(Seen.Carcass, 0.001);
  if (hunts && carcass) {
    if (carcass.gap > me.reach) return goBeside(carcass.id, me.maxSpeed);
    halt();
    return eat(carcass.id);
  }

  // Next to it, and a blow as soon as it is within reach.
  const prey = nearest(Seen.Herbivore, 0);
  if (hunts && prey) {
    if (prey.gap <= me.reach) attack(prey.id);
    return goBeside(prey.id, me.maxSpeed);
  }
  // Nothing to do: somewhere else, unless it is going there already.
  if (me.travelling == 0) {
    goWithin(me.x + 200 * (random() - 0.5), me.y + 200 * (random() - 0.5), 0.3 * me.maxSpeed);
  }
}
