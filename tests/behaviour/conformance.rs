//! One behaviour written twice: whether both want the same, turn for turn, in a world that lives.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

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

/// How many turns are compared at least.
pub const TURNS: u64 = 100_000;

/// For how many ticks a meadow is lived in before another one is founded.
const TICKS: u64 = 500;

/// What is compared, and where.
pub struct Case<'a> {
    /// The species of the meadow for which both decide.
    pub species: &'a [&'a str],
    /// Makes the native behaviour, which is lived by, for each of them.
    pub native: &'a dyn Fn(&Species) -> Box<dyn Behaviour>,
    /// What is set in the meadow.
    pub settings: &'a [&'a str],
}

/// Makes the other behaviour, for a species that lives by these rules.
pub type Make<'a> = &'a dyn Fn(&Species, &Rules) -> Box<dyn Behaviour>;

/// Whether two turns remember alike, the native one first, each in its own way.
pub type Alike = dyn Fn(&Turn<'_>, &Turn<'_>) -> bool + Send + Sync;

/// How often something was wanted in the turns that were compared, by name.
pub type Tally = BTreeMap<&'static str, u64>;

/// Lives in meadows, seed after seed, until enough turns were compared.
///
/// The native behaviour decides what happens. The other one is handed the same senses and chance,
/// and of each creature what it has itself remembered of it.
pub fn compare(case: &Case<'_>, make: Make<'_>, alike: impl Fn() -> Box<Alike>) -> Tally {
    let tally = Arc::new(Mutex::new(Tally::new()));
    for seed in 1.. {
        let mut meadow = meadow(case, seed, |species, rules| Compared {
            native: (case.native)(species),
            other: make(species, rules),
            memories: Mutex::default(),
            alike: alike(),
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
    let settings = case.settings.iter().copied().chain([seed.as_str()]);
    let settings: Vec<_> = settings.map(|text| Override::parse(text).unwrap()).collect();
    let scenario = Scenario::find("meadow", &settings).unwrap();
    let world = run::found(&scenario, &settings, &[]).unwrap_or_else(|error| panic!("{error}"));
    let (species, rules) = (&world.config().species, &world.config().rules);
    let mut behaviours = make_all(species, rules).unwrap();
    for name in case.species {
        let place = species.iter().position(|species| species.name == *name).unwrap();
        behaviours[place] = Some(Box::new(compared(&species[place], rules)));
    }
    Simulation::new(world, behaviours)
}

/// A native behaviour with the parameters of a species.
pub fn native(name: &str, species: &Species) -> Box<dyn Behaviour> {
    let parameters = &species.behaviour.as_ref().expect("it is an animal").parameters;
    native::behaviour(species.kind, name, parameters).unwrap()
}

/// Whether enough was compared, and each of these wishes was among what was wanted.
pub fn assert_compared(tally: &Tally, wishes: &[&str]) {
    assert!(tally["turn"] >= TURNS, "{tally:?}");
    for wish in wishes {
        assert!(tally.get(wish).is_some_and(|&times| times > 20), "{wish}: {tally:?}");
    }
}

/// What a grazer can want.
pub const GRAZING: &[&str] =
    &["go to a point", "go to somebody", "go on", "halt", "eat", "reproduce", "defend", "remember"];

/// Decides as the native behaviour does, and looks what the other would have decided.
struct Compared {
    native: Box<dyn Behaviour>,
    other: Box<dyn Behaviour>,
    /// What the other remembers of each creature.
    memories: Mutex<BTreeMap<OrganismId, Memory>>,
    alike: Box<Alike>,
    tally: Arc<Mutex<Tally>>,
}

impl Behaviour for Compared {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let recall = |turn: &Turn<'_>| locked(&self.memories).remove(&turn.senses.me.id);
        let mut others: Vec<_> =
            turns.iter().map(|turn| again(turn, recall(turn).unwrap_or_default())).collect();
        self.native.decide(turns);
        self.other.decide(&mut others);
        for (turn, other) in turns.iter().zip(others) {
            let senses = &turn.senses;
            assert_eq!(other.fault, None, "{senses:?}");
            assert_eq!(other.intent, turn.intent, "{senses:?}");
            assert_eq!(other.rng, turn.rng, "{senses:?}");
            assert!((self.alike)(turn, &other), "{:?} {:?}", turn.memory, other.memory);
            count(turn, &mut locked(&self.tally));
            locked(&self.memories).insert(senses.me.id, other.memory);
        }
    }
}

/// The same turn with another memory, not yet decided.
pub fn again<'a>(turn: &Turn<'a>, memory: Memory) -> Turn<'a> {
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
        Movement::Go { to: Destination::Point(_), .. } => "go to a point",
        Movement::Go { .. } => "go to somebody",
        Movement::Halt => "halt",
        Movement::GoOn => "go on",
    };
    let wishes = [
        ("attack", attack.is_some()),
        ("defend", defend.is_some()),
        ("eat", eat.is_some()),
        ("reproduce", reproduce.is_some()),
        ("signal", signal.is_some_and(|signal| signal != 0)),
        ("remember", !turn.memory.bytes().is_empty()),
    ];
    let wished = wishes.into_iter().filter_map(|(name, is_wished)| is_wished.then_some(name));
    for name in wished.chain(["turn", moving]) {
        *tally.entry(name).or_default() += 1;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
