//! A comparison of two implementations of one behaviour, turn by turn in a running world.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use terrarium::behaviour::{Behaviour, Intent, Memory, Notes, OrganismId, make_all, native};
use terrarium::behaviour::{Destination, Movement, Turn};
use terrarium::document::Override;
use terrarium::rules::Rules;
use terrarium::run;
use terrarium::scenario::Scenario;
use terrarium::species::Species;
use terrarium::tick::Simulation;

/// The minimum number of turns to compare.
pub const TURNS: u64 = 10_000;

/// The number of ticks simulated for each seed.
const TICKS: u64 = 500;

/// A native behaviour to compare with, and a world.
pub struct Case<'a> {
    /// The species of the meadow whose turns are compared.
    pub species: &'a [&'a str],
    /// Creates the native behaviour for a species. Its intents are carried out.
    pub native: &'a dyn Fn(&Species) -> Box<dyn Behaviour>,
    /// Overrides of the scenario.
    pub overrides: &'a [&'a str],
}

/// Creates the other behaviour for a species in a world with these rules.
pub type Make<'a> = &'a dyn Fn(&Species, &Rules) -> Box<dyn Behaviour>;

/// Whether the memories of two turns are equivalent. The first turn is the native one.
pub type SameMemory = dyn Fn(&Turn<'_>, &Turn<'_>) -> bool + Send + Sync;

/// The number of turns with each requested action.
pub type Tally = BTreeMap<&'static str, u64>;

/// Simulates meadows with increasing seeds until enough turns are compared.
///
/// The intents of the native behaviour are carried out. The other one gets the same senses and random
/// numbers, and its own memory of each creature.
pub fn compare(
    case: &Case<'_>,
    make: Make<'_>,
    same_memory: impl Fn() -> Box<SameMemory>,
) -> Tally {
    let tally = Arc::new(Mutex::new(Tally::new()));
    for seed in 1.. {
        let mut meadow = meadow(case, seed, |species, rules| Compared {
            native: (case.native)(species),
            other: make(species, rules),
            memories: Mutex::default(),
            same_memory: same_memory(),
            tally: Arc::clone(&tally),
        });
        for _ in 0..TICKS {
            meadow.tick();
        }
        if locked(&tally)["turn"] >= TURNS {
            break;
        }
    }
    locked(&tally).clone()
}

/// A meadow in which two behaviours are compared.
fn meadow(
    case: &Case<'_>,
    seed: u64,
    compared: impl Fn(&Species, &Rules) -> Compared,
) -> Simulation {
    let seed = format!("seed={seed}");
    let overrides = case.overrides.iter().copied().chain([seed.as_str()]);
    let overrides: Vec<_> = overrides.map(|text| Override::parse(text).unwrap()).collect();
    let scenario = Scenario::find("meadow", &overrides).unwrap();
    let world =
        run::create_world(&scenario, &overrides, &[]).unwrap_or_else(|error| panic!("{error}"));
    let (species, rules) = (&world.config().species, &world.config().rules);
    let mut behaviours = make_all(species, rules).unwrap();
    for name in case.species {
        let index = species.iter().position(|species| species.name == *name).unwrap();
        behaviours[index] = Some(Box::new(compared(&species[index], rules)));
    }
    Simulation::new(world, behaviours)
}

/// A native behaviour with the parameters of a species.
pub fn native(name: &str, species: &Species) -> Box<dyn Behaviour> {
    let parameters = &species.behaviour.as_ref().expect("it is an animal").parameters;
    native::behaviour(species.kind, name, parameters).unwrap()
}

/// Asserts that enough turns were compared, and that each of these actions was requested.
pub fn assert_compared(tally: &Tally, actions: &[&str]) {
    assert!(tally["turn"] >= TURNS, "{tally:?}");
    for action in actions {
        assert!(tally.get(action).is_some_and(|&times| times > 20), "{action}: {tally:?}");
    }
}

/// The actions that a grazer requests.
pub const GRAZING: &[&str] = &[
    "move to a point",
    "move to an organism",
    "continue",
    "halt",
    "eat",
    "reproduce",
    "defend",
    "remember",
];

/// Decides as the native behaviour does, and compares the decisions of the other one.
struct Compared {
    native: Box<dyn Behaviour>,
    other: Box<dyn Behaviour>,
    /// The other behaviour's memory of each creature.
    memories: Mutex<BTreeMap<OrganismId, Memory>>,
    same_memory: Box<SameMemory>,
    tally: Arc<Mutex<Tally>>,
}

impl Behaviour for Compared {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let recall = |turn: &Turn<'_>| locked(&self.memories).remove(&turn.senses.me.id);
        let mut others: Vec<_> =
            turns.iter().map(|turn| copy(turn, recall(turn).unwrap_or_default())).collect();
        self.native.decide(turns);
        self.other.decide(&mut others);
        for (turn, other) in turns.iter().zip(others) {
            let senses = &turn.senses;
            assert_eq!(other.fault, None, "{senses:?}");
            assert_eq!(other.intent, turn.intent, "{senses:?}");
            assert_eq!(other.rng, turn.rng, "{senses:?}");
            assert!((self.same_memory)(turn, &other), "{:?} {:?}", turn.memory, other.memory);
            count(turn, &mut locked(&self.tally));
            locked(&self.memories).insert(senses.me.id, other.memory);
        }
    }
}

/// A copy of the inputs of a turn, with another memory.
pub fn copy<'a>(turn: &Turn<'a>, memory: Memory) -> Turn<'a> {
    Turn {
        senses: turn.senses.clone(),
        memory,
        rng: turn.rng.clone(),
        intent: Intent::default(),
        fault: None,
        spent: 0,
        notes: Notes::wanted(),
    }
}

fn count(turn: &Turn<'_>, tally: &mut Tally) {
    let Intent { movement, attack, defend, eat, reproduce, signal, .. } = &turn.intent;
    let moving = match movement {
        Movement::Go { to: Destination::Point(_), .. } => "move to a point",
        Movement::Go { .. } => "move to an organism",
        Movement::Halt => "halt",
        Movement::Continue => "continue",
    };
    let actions = [
        ("attack", attack.is_some()),
        ("defend", defend.is_some()),
        ("eat", eat.is_some()),
        ("reproduce", reproduce.is_some()),
        ("signal", signal.is_some_and(|signal| signal != 0)),
        ("remember", !turn.memory.bytes().is_empty()),
    ];
    let requested =
        actions.into_iter().filter_map(|(name, is_requested)| is_requested.then_some(name));
    for name in requested.chain(["turn", moving]) {
        *tally.entry(name).or_default() += 1;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
