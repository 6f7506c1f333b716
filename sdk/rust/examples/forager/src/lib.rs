//! Uses every helper of the kit. The script `tests/creatures/forager/behaviour.rhai` decides the same.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{
    EventKind, Kind, Senses, Shunned, Turn, budget_left, creature, log_number, memory,
};

creature!(decide, caution = 90.0, 0.0, 1e4; appetite = 0.8, 0.0, 1.0; fault = 0.0, 0.0, 1.0);

memory! {
    struct Memory {
        turns: u32,
        shunned: Shunned,
    }
}

const KINDS: [(&str, Kind); 10] = [
    ("any", Kind::Any),
    ("plant", Kind::Plant),
    ("herbivore", Kind::Herbivore),
    ("carnivore", Kind::Carnivore),
    ("carcass", Kind::Carcass),
    ("food", Kind::Food),
    ("kin", Kind::Kin),
    ("stranger", Kind::Stranger),
    ("hostile", Kind::Hostile),
    ("prey", Kind::Prey),
];

fn decide(turn: &mut Turn) {
    let me = turn.senses();
    let parameters = Parameters::of(me);
    assert!(budget_left() > 1000);
    if parameters.fault > 0.0 {
        panic!("a fault at tick {}", me.tick);
    }
    let memory = remember(turn, me);
    report(me);
    if turn.flee(me.nearest_within(Kind::Hostile, 30.0), me.max_speed)
        || turn.flee(me.threats(parameters.caution), me.pace(0.9))
    {
        return;
    }
    if me.can_reproduce() {
        turn.reproduce();
    }
    if me.energy < parameters.appetite * me.max_energy {
        if let Some(food) = me.best_food(&memory.shunned) {
            return turn.graze(food, me.pace(0.4));
        }
        if let Some(prey) = me.nearest_within(Kind::Prey, 50.0) {
            return turn.pursue(prey, me.max_speed);
        }
    }
    turn.roam(me.pace(0.3));
}

/// Counts the turns, and shuns whom it could not reach.
fn remember(turn: &mut Turn, me: &'static Senses) -> Memory {
    let mut memory: Memory = me.recall();
    memory.turns += 1;
    for event in me.events() {
        match event.what() {
            EventKind::Attacked { by, .. } => turn.defend(by),
            EventKind::Refused { whom: Some(whom), .. } => {
                memory.shunned.shun(whom, me.tick, me.tick + 12);
            }
            _ => {}
        }
    }
    turn.signal(memory.turns.into());
    turn.store(&memory);
    memory
}

/// Logs its energy and the gap to the nearest organism of each kind.
fn report(me: &'static Senses) {
    log_number("energy", me.energy);
    for (name, kind) in KINDS {
        if let Some(nearest) = me.nearest(kind) {
            log_number(name, nearest.gap);
        }
    }
}
