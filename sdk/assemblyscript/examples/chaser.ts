// A sparring partner of the arena: chases the nearest herbivore at full speed whenever it is not full, and
// does not ask whether the chase is worth it.
import { me, sighting, Sighting, Seen, EnergyState, goBeside, goNear, halt, attack, eat, reproduce, random } from "../assembly/index";
export { terrarium_abi, terrarium_buffer } from "../assembly/index";

function nearest(seen: u8): Sighting | null {
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const s = sighting(i);
    if (s.seen == seen) return s;
  }
  return null;
}

function within(at: f64, low: f64, high: f64): f64 {
  return Math.min(Math.max(at, low + me.radius), high - me.radius);
}

export function terrarium_turn(): void {
  if (me.canReproduce) reproduce();
  if (me.state == EnergyState.Full) return halt();
  const carcass = nearest(Seen.Carcass);
  if (carcass) {
    goBeside(carcass.id, me.maxSpeed);
    if (carcass.gap <= me.reach + me.maxSpeed) eat(carcass.id);
    return;
  }
  const prey = nearest(Seen.Herbivore);
  if (prey) {
    goBeside(prey.id, me.maxSpeed);
    if (prey.gap <= me.reach) attack(prey.id);
  } else if (!me.travelling) {
    const far = me.sight * 3.0;
    const x = within(me.x + (random() * 2.0 - 1.0) * far, me.minX, me.maxX);
    const y = within(me.y + (random() * 2.0 - 1.0) * far, me.minY, me.maxY);
    goNear(x, y, me.maxSpeed * 0.5);
  }
}
