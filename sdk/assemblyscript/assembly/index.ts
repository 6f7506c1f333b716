/**
 * Creatures for Terrarium in AssemblyScript.
 *
 * A creature is one file that says what to do with each turn, and passes on what the terrarium asks
 * for besides:
 *
 *     import { me, sighting, Seen, goBeside, eat } from "terrarium-creature/assembly";
 *     export { terrarium_abi, terrarium_buffer } from "terrarium-creature/assembly";
 *
 *     export function terrarium_turn(): void {
 *       for (let i: u32 = 0; i < me.sightingCount; i++) {
 *         const s = sighting(i);
 *         if (s.seen == Seen.Plant) {
 *           goBeside(s.id, me.maxSpeed);
 *           return eat(s.id);
 *         }
 *       }
 *     }
 *
 * Built with `asc creature.ts -O3 --runtime stub --use abort=kit/index/abort -o behaviour.wasm`, where
 * `kit/index` is this file: a failed assertion, an index out of bounds and the like then fail the turn
 * with a message and its place. Nothing that a turn leaves in variables is there in the next: what a
 * creature is to remember goes through rememberObject() or remember().
 */

const BUFFER_BYTES: i32 = 262144;
const LETTER: usize = memory.data(BUFFER_BYTES, 8);

/** The version of the interface. */
export function terrarium_abi(): i32 {
  return 1;
}

/** Where the terrarium and the creature talk. */
export function terrarium_buffer(): usize {
  return LETTER;
}

/** What something in sight is. */
export namespace Seen {
  export const Plant: u8 = 0;
  export const Herbivore: u8 = 1;
  export const Carnivore: u8 = 2;
  export const Carcass: u8 = 3;
}

/** How well fed an animal is: up to half of its reserve, up to its reserve, up to four fifths of what it can hold, and above. */
export namespace EnergyState {
  export const Deteriorating: u8 = 0;
  export const Hungry: u8 = 1;
  export const Normal: u8 = 2;
  export const Full: u8 = 3;
}

/** What an organism did in the last tick: the first of these that applies. */
export namespace Activity {
  export const Attacking: u8 = 0;
  export const Eating: u8 = 1;
  export const Breeding: u8 = 2;
  export const Moving: u8 = 3;
  export const Resting: u8 = 4; export const Courting: u8 = 5;
}

/** Whose something is. */
export namespace Allegiance {
  export const Own: u8 = 0;
  export const Neutral: u8 = 1;
  export const Hostile: u8 = 2;
}

/** A kind of ground. Bodies can stand on the first three. */
export namespace GroundKind {
  export const Plain: u8 = 0;
  export const Road: u8 = 1;
  export const Swamp: u8 = 2;
  export const Water: u8 = 3;
  export const Trees: u8 = 4;
  export const Rock: u8 = 5;
  export const Wall: u8 = 6;
}

/** What happened, in an event. */
export namespace EventKind {
  export const Born: u8 = 1;
  export const Arrived: u8 = 2;
  export const Blocked: u8 = 3;
  export const Struck: u8 = 4;
  export const Attacked: u8 = 5;
  export const Ate: u8 = 6;
  export const Grew: u8 = 7;
  export const Conceived: u8 = 8;
  export const GaveBirth: u8 = 9;
  export const NoRoomForBirth: u8 = 10;
  export const Refused: u8 = 11;
  export const Died: u8 = 12;
  export const Neutralised: u8 = 13;
  export const Captured: u8 = 14;
  export const Stung: u8 = 15;
  export const StruckWall: u8 = 16;
  export const Failed: u8 = 17;
  export const NoTime: u8 = 18;
}

@unmanaged class Intent {
  movement: u32;
  wishes: u32;
  x: f64;
  y: f64;
  speed: f64;
  target: u64;
  attack: u64;
  defend: u64;
  eat: u64;
  signal: u64;
  wallX: u32;
  wallY: u32;
  dna: u32;
  dnaLength: u32;
  memory: u32;
  memoryLength: u32;
}

/** What the creature knows. Lengths are in units, times in ticks. */
@unmanaged export class Senses {
  tick: u64;
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
  id: u64;
  species: u16;
  state: u8;
  colony: u8;
  travelling: u8;
  mature: u8;
  canReproduce: u8;
  ground: u8;
  leftOut: u32;
  /** Seen.Herbivore or Seen.Carnivore. */
  kind: u8;
  x: f64;
  y: f64;
  radius: f64;
  velocityX: f64;
  velocityY: f64;
  energy: f64;
  maxEnergy: f64;
  damage: f64;
  age: u64;
  lifespan: u64;
  maxSpeed: f64;
  sight: f64;
  bite: f64;
  reach: f64;
  sightings: u32;
  sightingCount: u32;
  events: u32;
  eventCount: u32;
  bases: u32;
  baseCount: u32;
  walls: u32;
  wallCount: u32;
  parameters: u32;
  parameterCount: u32;
  dna: u32;
  dnaLength: u32;
  memory: u32;
  memoryLength: u32;
}

/** Something in sight, as it was when the last tick ended. */
@unmanaged export class Sighting {
  id: u64;
  species: u16;
  seen: u8;
  hostile: u8;
  x: f64;
  y: f64;
  radius: f64;
  velocityX: f64;
  velocityY: f64;
  food: f64;
  gap: f64;
  signal: u64;
}

/** Something that befell the creature in the last tick. */
@unmanaged export class Event {
  what: u8;
  slot: u8;
  why: u8;
  end: u8;
  wallX: u32;
  wallY: u32;
  base: u32;
  whom: u64;
  amount: f64;
}

/** A base, however far away. */
@unmanaged export class Base {
  id: u32;
  allegiance: u8;
  within: u8;
  name: u32;
  nameLength: u32;
  x: f64;
  y: f64;
  hold: f64;
  distance: f64;
}

/** A wall within sight that still stands. */
@unmanaged export class Wall {
  cellX: u32;
  cellY: u32;
  sentry: u8;
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
  gap: f64;
  health: f64;
}

/** How something in sight was when the last tick ended. */
@unmanaged export class Condition {
  /** One of EnergyState. */
  state: u8;
  mature: u8;
  /** One of Activity. */
  doing: u8;
  /** As a share of what kills it; 1 for a carcass. */
  damage: f64;
  /** 0 for plants and carcasses, as those below. */
  maxSpeed: f64;
  attack: f64;
  defence: f64;
}

/** A message of the last tick from another of its species. */
@unmanaged export class Message {
  from: u64;
  /** The middle of the sender's body when it told it. */
  x: f64;
  y: f64;
  length: u8;

  /** A byte of the message, by its place. */
  byteAt(place: u32): u8 {
    return load<u8>(changetype<usize>(this) + 32 + place);
  }

  /** The message as text. */
  text(): string {
    return String.UTF8.decodeUnsafe(changetype<usize>(this) + 32, this.length);
  }
}

/** A link that begins in sight: a ferry, a tunnel or a jump. */
@unmanaged export class Link {
  /** Its number in the world. */
  id: u32;
  /** How long a crossing takes. */
  ticks: u32;
  /** The end at which the creature would embark. */
  x: f64;
  y: f64;
  /** The end to which it leads. */
  toX: f64;
  toY: f64;
  /** The gap between its near end and the creature, in units; 0 when they touch. */
  gap: f64;
  /** 1 if it is open. */
  open: u8;
}

/** What the creature knows in this turn. */
export const me: Senses = changetype<Senses>(LETTER + 96);

const intent: Intent = changetype<Intent>(LETTER);

/** What it sees, nearest first, by place. */
export function sighting(place: u32): Sighting {
  return changetype<Sighting>(LETTER + me.sightings + place * 80);
}

/** What befell it in the last tick, in the order in which it happened, by place. */
export function event(place: u32): Event {
  return changetype<Event>(LETTER + me.events + place * 32);
}

/** The bases, nearest first, by place; none for who has no colony. */
export function base(place: u32): Base {
  return changetype<Base>(LETTER + me.bases + place * 48);
}

/** The walls in sight, nearest first, by place; none for who has no colony. */
export function wall(place: u32): Wall {
  return changetype<Wall>(LETTER + me.walls + place * 64);
}

const DECLARATIONS_BYTES: u32 = 4096;
const DECLARATIONS: usize = memory.data(4096);
let declarationsLength: u32 = 0;
let declarationCount: u32 = 0;

/**
 * Declares a parameter that a creature file can set, by its name, default, least and greatest value, and
 * returns its place for parameter(). A creature that declares any exports terrarium_parameters too:
 *
 *     export { terrarium_parameters } from "terrarium-creature/assembly";
 *     const CAUTION = declare("caution 60 0 10000");
 */
export function declare(line: string): u32 {
  const length = String.UTF8.byteLength(line);
  // A line feed after it, and a zero byte after all.
  if (declarationsLength + length + 2 > DECLARATIONS_BYTES) unreachable();
  const start = DECLARATIONS + declarationsLength;
  String.UTF8.encodeUnsafe(changetype<usize>(line), line.length, start);
  store<u8>(start + length, 10);
  declarationsLength += length + 1;
  return declarationCount++;
}

/** The declarations of the parameters. */
export function terrarium_parameters(): usize {
  return DECLARATIONS;
}

/** The value of a parameter, by its place among those that the creature declares. */
export function parameter(place: u32): f64 {
  return load<f64>(LETTER + me.parameters + place * 8);
}

/** The address of what its parent handed to it: `me.dnaLength` bytes. */
export function dna(): usize {
  return LETTER + me.dna;
}

/** The address of what it remembers: `me.memoryLength` bytes. */
export function remembered(): usize {
  return LETTER + me.memory;
}

function go(movement: u32, speed: f64): void {
  intent.movement = movement;
  intent.speed = speed;
}

/** Gives up the journey under way. */
export function halt(): void {
  intent.movement = 1;
}

/** Moves so that its middle comes to lie on a point, at a speed in units a tick. */
export function goTo(x: f64, y: f64, speed: f64): void {
  intent.x = x;
  intent.y = y;
  go(2, speed);
}

/** Moves to a point or, where terrain keeps it away, to the place nearest to it that it can reach. */
export function goNear(x: f64, y: f64, speed: f64): void {
  intent.x = x;
  intent.y = y;
  go(5, speed);
}

/** Moves until its middle is within a distance of a point, in units: where somebody may stand on the point. */
export function goWithin(x: f64, y: f64, distance: f64, speed: f64): void {
  intent.x = x;
  intent.y = y;
  intent.target = reinterpret<u64>(distance);
  go(6, speed);
}

/** Moves next to an organism in sight. */
export function goBeside(whom: u64, speed: f64): void {
  intent.target = whom;
  go(3, speed);
}

/** Moves to a base. */
export function goToBase(base: u32, speed: f64): void {
  intent.target = base;
  go(4, speed);
}

/** Strikes at somebody within reach. */
export function attack(whom: u64): void {
  intent.wishes |= 1;
  intent.attack = whom;
}

/** Wards off the blows of somebody. */
export function defend(against: u64): void {
  intent.wishes |= 2;
  intent.defend = against;
}

/** Bites off something within reach. */
export function eat(what: u64): void {
  intent.wishes |= 4;
  intent.eat = what;
}

/** Conceives a child that gets the bytes at an address handed down. */
export function reproduce(address: usize = 0, length: u32 = 0): void {
  intent.wishes |= 8;
  intent.dna = <u32>address;
  intent.dnaLength = length;
}

/** Strikes at the wall on a tile. */
export function breach(cellX: u32, cellY: u32): void {
  intent.wishes |= 16;
  intent.wallX = cellX;
  intent.wallY = cellY;
}

/** Shows a signal to all that see it, until another. */
export function signal(value: u64): void {
  intent.wishes |= 32;
  intent.signal = value;
}

/** Remembers the bytes at an address in place of all that was remembered. */
export function remember(address: usize, length: u32): void {
  intent.wishes |= 64;
  intent.memory = <u32>address;
  intent.memoryLength = length;
}

const STORE: usize = memory.data(4096, 8);

/**
 * What it remembers as an object of a class of numbers, marked `@unmanaged`; all zero when nothing of that
 * size is remembered. rememberObject() remembers it again.
 */
export function recall<T>(): T {
  const size = <u32>offsetof<T>();
  if (size > 4096) ERROR("a memory of more than 4096 bytes");
  if (me.memoryLength == size) memory.copy(STORE, remembered(), size);
  return changetype<T>(STORE);
}

/** Remembers an object of a class of numbers, marked `@unmanaged`, in place of all that was remembered. */
export function rememberObject<T>(object: T): void {
  remember(changetype<usize>(object), <u32>offsetof<T>());
}

/** The next 64 bits of the creature's own stream of chance. */
@external("terrarium", "random") export declare function randomBits(): u64;

/** A number at random, at least 0 and less than 1, out of the creature's own stream of chance. */
export function random(): f64 {
  return <f64>(randomBits() >> 11) * (1.0 / 9007199254740992.0);
}

/** The instructions left for this turn. */
@external("terrarium", "budget_left") export declare function budgetLeft(): u64;

/** The ground at a point, or -1 outside the world. */
@external("terrarium", "ground_at") export declare function groundAt(x: f64, y: f64): i32;

@external("terrarium", "condition") declare function conditionInto(place: u32, into: usize): i32;
@external("terrarium", "heard") declare function heardInto(place: u32, into: usize): i32;
@external("terrarium", "link") declare function linkInto(place: u32, into: usize): i32;

const CONDITION: usize = memory.data(40, 8);
const MESSAGE: usize = memory.data(64, 8);
const LINK: usize = memory.data(56, 8);

/** How the sighting at a place is; null if there is none. The next call replaces it. */
export function condition(place: u32): Condition | null {
  return conditionInto(place, CONDITION) ? changetype<Condition>(CONDITION) : null;
}

/** The message at a place, nearest first; null if there is none. The next call replaces it. */
export function heard(place: u32): Message | null {
  return heardInto(place, MESSAGE) ? changetype<Message>(MESSAGE) : null;
}

/** The link at a place, nearest first; null if there is none. The next call replaces it. */
export function link(place: u32): Link | null {
  return linkInto(place, LINK) ? changetype<Link>(LINK) : null;
}

/** Tells its kin the bytes at an address, at most 32, which they hear in the next tick. */
@external("terrarium", "tell") export declare function tellBytes(address: usize, length: u32): void;

/** Tells its kin a text of at most 32 bytes. The last message of a turn counts. */
export function tell(text: string): void {
  const end = writeText(TEXT, text);
  tellBytes(TEXT, <u32>(end - TEXT));
}

/** The energy of a tick of moving at a speed on plain ground. */
@external("terrarium", "step_cost") export declare function stepCost(speed: f64): f64;

/**
 * The length of the shortest path around impassable ground to a point, in units; Infinity if there is none.
 * Other bodies, links and the costs of the ground are ignored.
 */
@external("terrarium", "path_length") export declare function pathLength(x: f64, y: f64): f64;

/** Marks a point for the author. */
@external("terrarium", "mark_point") export declare function markPoint(x: f64, y: f64): void;

/** Marks a line for the author. */
@external("terrarium", "mark_line")
export declare function markLine(x1: f64, y1: f64, x2: f64, y2: f64): void;

@external("terrarium", "log") declare function logBytes(address: usize, length: u32): void;

/** Tells the author a line; nothing unless somebody asks for it. */
export function log(text: string): void {
  const bytes = String.UTF8.encode(text);
  logBytes(changetype<usize>(bytes), bytes.byteLength);
}

@external("terrarium", "log_number")
declare function logNumberBytes(address: usize, length: u32, value: f64): void;

/** Writes a name and a number to the debug output, as in `energy 61.5`. */
export function logNumber(name: string, value: f64): void {
  const end = writeText(TEXT, name);
  logNumberBytes(TEXT, <u32>(end - TEXT), value);
}

@external("terrarium", "mark_text")
declare function markTextBytes(x: f64, y: f64, address: usize, length: u32): void;

/** Writes a text beside a point for the author. */
export function markText(x: f64, y: f64, text: string): void {
  const end = writeText(TEXT, text);
  markTextBytes(x, y, TEXT, <u32>(end - TEXT));
}

const TEXT_LENGTH: i32 = 200;
// A unit of UTF-16 takes at most three bytes of UTF-8.
const TEXT: usize = memory.data(600);

/** Writes the first units of a text. Returns the address after it. */
function writeText(at: usize, text: string, length: i32 = TEXT_LENGTH): usize {
  return at + String.UTF8.encodeUnsafe(changetype<usize>(text), min(text.length, length), at);
}

/** Writes a whole number. Returns the address after it. */
function writeNumber(at: usize, value: u32): usize {
  const start = at;
  for (let rest = value; rest >= 10; rest /= 10) at++;
  const end = at + 1;
  for (; at >= start; value /= 10) store<u8>(at--, <u8>(48 + (value % 10)));
  return end;
}

@external("terrarium", "abort") declare function abortBytes(address: usize, length: u32): void;

/** Fails the turn with a reason. The compiler calls this with the place in the source. */
export function abort(
  message: string | null = null, file: string | null = null, line: u32 = 0, column: u32 = 0,
): void {
  // A reason has at most 200 characters: the place after the message always fits.
  let end = writeText(TEXT, message ? message : "abort", 100);
  end = writeText(end, " in ");
  end = writeText(end, file ? file : "", 60);
  end = writeText(end, " (line ");
  end = writeNumber(end, line);
  end = writeText(end, ", column ");
  end = writeNumber(end, column);
  end = writeText(end, ")");
  abortBytes(TEXT, <u32>(end - TEXT));
  unreachable();
}

/** Mathematics that gives the same to the last bit on every machine. */
export namespace math {
  @external("terrarium", "sin") export declare function sin(x: f64): f64;
  @external("terrarium", "cos") export declare function cos(x: f64): f64;
  @external("terrarium", "atan2") export declare function atan2(y: f64, x: f64): f64;
  @external("terrarium", "exp") export declare function exp(x: f64): f64;
  @external("terrarium", "ln") export declare function ln(x: f64): f64;
  @external("terrarium", "pow") export declare function pow(x: f64, y: f64): f64;
  @external("terrarium", "hypot") export declare function hypot(x: f64, y: f64): f64;
}

/** 1 if the creature conceives only beside another of its species that requests a child, too; else 0. */
@external("terrarium", "needs_partner") export declare function needsPartner(): i32;

/** Copies the dna that the second parent passed on, at most so many bytes. Returns its length; 0 if there is none. */
@external("terrarium", "second_dna") export declare function secondDna(into: usize, most: u32): i32;

/** A number for a child, changed by at most a share (0 to 1) of it, or of 1 if it is smaller. */
@external("terrarium", "mutated") export declare function mutated(number: f64, share: f64): f64;

/** A number for a child of two parents: one of both, with the same probability. */
@external("terrarium", "crossed") export declare function crossed(a: f64, b: f64): f64;
