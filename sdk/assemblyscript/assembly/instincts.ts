/**
 * What most animals need: searches of what is in sight, and fleeing, grazing, pursuing and roaming. The
 * functions decide as those of the same names in scripts, to the last bit.
 */
import {
  Event, EventKind, Seen, Sighting, attack, eat, event, goBeside, goTo, halt, me, random, sighting,
} from "./index";

/** What nearest() looks for. */
export namespace Kind {
  export const Plant: u8 = 0;
  export const Herbivore: u8 = 1;
  export const Carnivore: u8 = 2;
  export const Carcass: u8 = 3;
  export const Any: u8 = 4;
  /** What the creature can eat: plants for a herbivore, carcasses for a carnivore. */
  export const Food: u8 = 5;
  /** Living, of the creature's species. */
  export const Kin: u8 = 6;
  /** Living, of other species. */
  export const Stranger: u8 = 7;
  /** Of the opposing colony. */
  export const Hostile: u8 = 8;
  /** Animals of other species. */
  export const Prey: u8 = 9;
}

const SHUNNED_COUNT: u32 = 6;

/**
 * Organisms to leave alone for a while, the latest six: a part of a creature's memory, as in
 * `@unmanaged class Memory extends Shunned`.
 */
@unmanaged export class Shunned {
  count: u64;
  private list0: u64;
  private list1: u64;
  private list2: u64;
  private list3: u64;
  private list4: u64;
  private list5: u64;
  private until0: u64;
  private until1: u64;
  private until2: u64;
  private until3: u64;
  private until4: u64;
  private until5: u64;

  private id(place: u32): usize {
    return changetype<usize>(this) + 8 + 8 * place;
  }

  private until(place: u32): usize {
    return this.id(place + SHUNNED_COUNT);
  }

  private move(from: u32, to: u32): void {
    store<u64>(this.id(to), load<u64>(this.id(from)));
    store<u64>(this.until(to), load<u64>(this.until(from)));
  }

  /** Leaves an organism alone for so many ticks. Does nothing for the id 0. */
  shun(whom: u64, ticks: u64): void {
    if (whom == 0) return;
    let count: u32 = 0;
    for (let i: u32 = 0; i < <u32>this.count; i++) {
      if (me.tick < load<u64>(this.until(i))) this.move(i, count++);
    }
    if (count == SHUNNED_COUNT) {
      for (let i: u32 = 1; i < count; i++) this.move(i, i - 1);
      count--;
    }
    store<u64>(this.id(count), whom);
    store<u64>(this.until(count), me.tick + ticks);
    this.count = count + 1;
  }

  /** Whether an organism is to be left alone. */
  holds(whom: u64): bool {
    for (let i: u32 = 0; i < <u32>this.count; i++) {
      if (load<u64>(this.id(i)) == whom && me.tick < load<u64>(this.until(i))) return true;
    }
    return false;
  }
}

/** What the creature eats: Seen.Plant or Seen.Carcass. */
export function diet(): u8 {
  return me.kind == Seen.Carnivore ? Seen.Carcass : Seen.Plant;
}

/** Whether something in sight is of a kind. */
export function isOf(kind: u8, s: Sighting): bool {
  const isKin = s.species == me.species;
  switch (kind) {
    case Kind.Any: return true;
    case Kind.Food: return s.seen == diet() && s.food > 0;
    case Kind.Kin: return s.seen != Seen.Carcass && isKin;
    case Kind.Stranger: return s.seen != Seen.Carcass && !isKin;
    case Kind.Hostile: return s.hostile != 0;
    case Kind.Prey: return (s.seen == Seen.Herbivore || s.seen == Seen.Carnivore) && !isKin;
    default: return s.seen == kind;
  }
}

/** The nearest organism of a kind within `gap` units. */
export function nearest(kind: u8, gap: f64 = Infinity): Sighting | null {
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const s = sighting(i);
    if (s.gap > gap) break;
    if (isOf(kind, s)) return s;
  }
  return null;
}

/** A share of the maximum speed, but at least 2 units a tick if the creature can. */
export function pace(share: f64): f64 {
  return min(max(me.maxSpeed * share, 2.0), me.maxSpeed);
}

/**
 * The food in sight with the most energy for its distance. Food with less than a sixth of a bite is
 * ignored, and so is shunned food.
 */
export function bestFood(shunned: Shunned | null = null): Sighting | null {
  const wanted = min(me.bite, me.maxEnergy - me.energy);
  let best: Sighting | null = null;
  let bestWorth = 0.0;
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const s = sighting(i);
    if (s.seen != diet() || s.food * 6.0 < wanted) continue;
    if (shunned && shunned.holds(s.id)) continue;
    const worth = min(s.food, wanted * 2.0) / (s.gap + 10.0);
    if (!best || worth > bestWorth) {
      best = s;
      bestWorth = worth;
    }
  }
  return best;
}

/** Moves next to food and eats of it when it is near enough. */
export function graze(food: Sighting, speed: f64 = me.maxSpeed): void {
  if (food.gap <= me.reach) halt();
  else goBeside(food.id, speed);
  // Eating comes after moving, so the last step and the first bite fit into one tick.
  if (food.gap <= me.reach + speed) eat(food.id);
}

/** Moves next to prey, and attacks it when it is within reach. */
export function pursue(prey: Sighting, speed: f64 = me.maxSpeed): void {
  if (prey.gap <= me.reach) attack(prey.id);
  goBeside(prey.id, speed);
}

/** The x or y nearest to another at which the creature's centre can be. */
function withinX(x: f64): f64 {
  return min(max(x, me.minX + me.radius), me.maxX - me.radius);
}

function withinY(y: f64): f64 {
  return min(max(y, me.minY + me.radius), me.maxY - me.radius);
}

/** A random number, -1 to 1. */
function randomComponent(): f64 {
  return random() * 2.0 - 1.0;
}

/** Moves to a random point nearby, unless the creature is on a journey. */
export function roam(speed: f64 = me.maxSpeed): void {
  if (me.travelling) return;
  const distance = me.sight * 3.0;
  const x = randomComponent();
  const y = randomComponent();
  goTo(withinX(me.x + x * distance), withinY(me.y + y * distance), speed);
}

/** What a creature flees from, gathered one by one. */
@unmanaged export class Threats {
  count: u64;
  x: f64;
  y: f64;

  /** Adds an organism to flee from. Nearer ones count more. */
  add(from: Sighting): Threats {
    const x = me.x - from.x;
    const y = me.y - from.y;
    const weight = max(x * x + y * y, 1.0);
    this.x += x / weight;
    this.y += y / weight;
    this.count++;
    return this;
  }
}

const THREATS: usize = memory.data(24, 8);

/** No threats, to add some. There is one such list: the next call of this or threats() empties it. */
export function noThreats(): Threats {
  memory.fill(THREATS, 0, 24);
  return changetype<Threats>(THREATS);
}

/** The carnivores within `gap` that approach, and all carnivores within a quarter of it. */
export function threats(gap: f64): Threats {
  const found = noThreats();
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const s = sighting(i);
    if (s.gap > gap) break;
    if (s.seen != Seen.Carnivore) continue;
    const approaches = s.velocityX * (me.x - s.x) + s.velocityY * (me.y - s.y) > 0;
    if (s.gap * 4.0 <= gap || approaches) found.add(s);
  }
  return found;
}

/** Moves away from all threats, mostly from the nearest, or along the border when it is ahead. Returns
 * false when there is none. */
export function flee(from: Threats, speed: f64 = me.maxSpeed): bool {
  let length = reciprocalLength(from.x, from.y);
  let awayX = from.x * length;
  let awayY = from.y * length;
  if (length == 0 || awayX * awayX + awayY * awayY == 0) return false;
  if (wasUnreachable()) {
    // The last movement was refused: try a random direction.
    awayX += randomComponent() * 2.0;
    awayY += randomComponent() * 2.0;
    length = reciprocalLength(awayX, awayY);
    awayX *= length;
    awayY *= length;
  }
  const aheadX = me.x + awayX * me.sight;
  const aheadY = me.y + awayY * me.sight;
  let x = withinX(aheadX);
  let y = withinY(aheadY);
  if (Math.sqrt((x - me.x) * (x - me.x) + (y - me.y) * (y - me.y)) < me.sight * 0.25) {
    // At the border: along it, toward the side with more room.
    const middleX = (me.minX + me.radius + (me.maxX - me.radius)) * 0.5;
    const middleY = (me.minY + me.radius + (me.maxY - me.radius)) * 0.5;
    if (Math.abs(aheadX - x) > Math.abs(aheadY - y)) {
      x = withinX(me.x);
      y = withinY(me.y + (me.y < middleY ? me.sight : -me.sight));
    } else {
      x = withinX(me.x + (me.x < middleX ? me.sight : -me.sight));
      y = withinY(me.y);
    }
  }
  goTo(x, y, speed);
  return true;
}

/** 1 divided by the length of a vector, or 0 if that is not finite. */
function reciprocalLength(x: f64, y: f64): f64 {
  const reciprocal = 1.0 / Math.sqrt(x * x + y * y);
  return isFinite(reciprocal) ? reciprocal : 0.0;
}

/** Whether a movement was refused in the last tick because no path leads there. */
function wasUnreachable(): bool {
  for (let i: u32 = 0; i < me.eventCount; i++) {
    const e: Event = event(i);
    // No path, none found, no route, or enclosed.
    if (e.what == EventKind.Refused && e.why >= 14 && e.why <= 17) return true;
  }
  return false;
}
