// Uses every helper of the kit. The script `tests/creatures/forager/behaviour.rhai` decides the same.
import {
  EventKind, budgetLeft, declare, defend, event, logNumber, me, parameter, recall, rememberObject,
  reproduce, signal,
} from "../assembly/index";
import {
  Kind, Shunned, bestFood, flee, graze, nearest, noThreats, pace, pursue, roam, threats,
} from "../assembly/instincts";
export { terrarium_abi, terrarium_buffer, terrarium_parameters } from "../assembly/index";

const CAUTION = declare("caution 90 0 10000");
const APPETITE = declare("appetite 0.8 0 1");
const FAULT = declare("fault 0 0 1");

@unmanaged class Memory extends Shunned {
  turns: u32;
}

// Counts the turns, and shuns whom it could not reach.
function rememberTurn(): Memory {
  const kept = recall<Memory>();
  kept.turns++;
  for (let i: u32 = 0; i < me.eventCount; i++) {
    const e = event(i);
    if (e.what == EventKind.Attacked) defend(e.whom);
    if (e.what == EventKind.Refused) kept.shun(e.whom, 12);
  }
  signal(kept.turns);
  rememberObject(kept);
  return kept;
}

// Logs the gap to the nearest organism of a kind.
function logNearest(name: string, kind: u8): void {
  const found = nearest(kind);
  if (found) logNumber(name, found.gap);
}

// Logs its energy and the gap to the nearest organism of each kind.
function report(): void {
  logNumber("energy", me.energy);
  logNearest("any", Kind.Any);
  logNearest("plant", Kind.Plant);
  logNearest("herbivore", Kind.Herbivore);
  logNearest("carnivore", Kind.Carnivore);
  logNearest("carcass", Kind.Carcass);
  logNearest("food", Kind.Food);
  logNearest("kin", Kind.Kin);
  logNearest("stranger", Kind.Stranger);
  logNearest("hostile", Kind.Hostile);
  logNearest("prey", Kind.Prey);
}

export function terrarium_turn(): void {
  assert(budgetLeft() > 1000);
  if (parameter(FAULT) > 0) throw new Error("a fault");
  const kept = rememberTurn();
  report();

  const foe = nearest(Kind.Hostile, 30);
  if (foe && flee(noThreats().add(foe))) return;
  if (flee(threats(parameter(CAUTION)), pace(0.9))) return;
  if (me.canReproduce) reproduce();
  if (me.energy < parameter(APPETITE) * me.maxEnergy) {
    const food = bestFood(kept);
    if (food) return graze(food, pace(0.4));
    const prey = nearest(Kind.Prey, 50);
    if (prey) return pursue(prey);
  }
  roam(pace(0.3));
}
