//! The same scenario, seed and creatures give the same state at every tick: again, on any number
//! of threads, and after a snapshot was restored midway.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::shipped::{SMALL_MEADOW, simulation};
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use terrarium::behaviour::{self, Behaviour, Destination, OrganismId, Turn};
use terrarium::geometry::{DVec2, lattice};
use terrarium::navigation::{Goal, Navigator, Perimeter, Request};
use terrarium::record::snapshot;
use terrarium::rules::Energy;
use terrarium::species::{PlantTraits, Traits};
use terrarium::tick::Simulation;
use terrarium::world::{
    Body, Carcass, Growth, Identity, Journey, JourneyState, Life, Mind, Motion, ObstacleFilter,
    StateHash, World,
};

/// The scenarios under test, each with settings that make it quick.
const WORLDS: [(&str, &[&str]); 3] = [
    ("meadow", SMALL_MEADOW),
    ("archipelago", &[]),
    // So few steps a tick that many are in thought at any time.
    ("archipelago", &["rules.planning_steps=2"]),
];

fn hashes(simulation: &mut Simulation, ticks: usize) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        simulation.tick();
        simulation.world().state_hash()
    };
    (0..ticks).map(|_| hash_after_tick()).collect()
}

/// The first tick after which two runs are in different states.
fn first_difference(a: &[StateHash], b: &[StateHash]) -> Option<usize> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).position(|(a, b)| a != b).map(|place| place + 1)
}

#[test]
fn the_same_seed_gives_the_same_state_at_every_tick() {
    for (name, settings) in WORLDS {
        let live = || hashes(&mut simulation(name, settings, 3), 150);
        let (first, second) = (live(), live());
        assert_eq!(first_difference(&first, &second), None, "{name}");
        let mut seen = first.clone();
        seen.sort_unstable_by_key(|hash| hash.0);
        seen.dedup();
        assert_eq!(seen.len(), first.len(), "{name}: no two ticks leave the same state");
    }
}

#[test]
fn another_seed_gives_another_state_from_the_beginning() {
    for (name, settings) in WORLDS {
        let [mut one, mut other] = [3, 4].map(|seed| simulation(name, settings, seed));
        assert_ne!(one.world().state_hash(), other.world().state_hash(), "{name}");
        let pairs = hashes(&mut one, 20).into_iter().zip(hashes(&mut other, 20));
        assert_eq!(pairs.filter(|(a, b)| a == b).count(), 0, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // The whole meadow: more hares and deer than are handed to a behaviour at once.
    for (name, settings) in [("meadow", &[][..]), WORLDS[1]] {
        let on_threads = |count| {
            let pool = ThreadPoolBuilder::new().num_threads(count).build().unwrap();
            pool.install(|| hashes(&mut simulation(name, settings, 5), 60))
        };
        let alone = on_threads(1);
        for count in [2, 8] {
            let together = on_threads(count);
            assert_eq!(first_difference(&alone, &together), None, "{name} on {count} threads");
        }
    }
}

/// Decides as another does, but for one creature it shows how often it was asked in all: what the
/// contract of behaviours forbids.
struct Counting {
    habit: Box<dyn Behaviour>,
    calls: Arc<AtomicU64>,
}

impl Behaviour for Counting {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        self.habit.decide(turns);
        turns[0].intent.signal(self.calls.fetch_add(1, Ordering::Relaxed));
    }
}

#[test]
fn a_behaviour_that_keeps_a_counter_between_calls_is_found_out() {
    let calls = Arc::new(AtomicU64::new(0));
    let live = || {
        let world = simulation("meadow", SMALL_MEADOW, 3).into_world();
        let mut behaviours =
            behaviour::make_all(&world.config.species, &world.config.rules).unwrap();
        let habit = behaviours[2].take().expect("hares decide");
        behaviours[2] = Some(Box::new(Counting { habit, calls: Arc::clone(&calls) }));
        hashes(&mut Simulation::new(world, behaviours), 30)
    };
    let first = live();
    assert_eq!(first_difference(&first, &live()), Some(1));
    // Nothing but the counter made the difference.
    calls.store(0, Ordering::Relaxed);
    assert_eq!(first_difference(&first, &live()), None);
}

/// The world in a snapshot of this one.
fn restored(world: &World) -> Simulation {
    let mut file = Cursor::new(Vec::new());
    snapshot::write(world, &mut file).unwrap();
    let world = match snapshot::read("memory", file) {
        Ok(snapshot) => snapshot.world,
        Err(error) => panic!("{error}"),
    };
    let behaviours = behaviour::make_all(&world.config.species, &world.config.rules).unwrap();
    Simulation::new(world, behaviours)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_snapshot_of_any_tick_goes_on_as_if_nothing_had_happened(
        place in 0..WORLDS.len(),
        seed in 0..1000_u64,
        before in 0..120_usize,
        after in 1..60_usize,
    ) {
        let (name, settings) = WORLDS[place];
        let mut uninterrupted = simulation(name, settings, seed);
        hashes(&mut uninterrupted, before);
        let mut resumed = restored(uninterrupted.world());
        prop_assert_eq!(resumed.world().state_hash(), uninterrupted.world().state_hash());
        let (expected, found) = (hashes(&mut uninterrupted, after), hashes(&mut resumed, after));
        prop_assert_eq!(first_difference(&expected, &found), None);
    }
}

/// A change of one organism, and what it is called.
type Change<T> = (&'static str, fn(&mut T));

const IDENTITY: &[Change<Identity>] = &[
    ("id", |who| who.id.0 += 1 << 40),
    ("parent", |who| who.parent.0 += 1),
    ("born", |who| who.born -= 1),
    ("generation", |who| who.generation += 1),
    ("species", |who| who.species.0 ^= 1),
];

const BODY: &[Change<Body>] = &[
    ("centre", |body| body.centre.x += lattice::STEP),
    ("centre", |body| body.centre.y -= lattice::STEP),
    ("radius", |body| body.radius += lattice::STEP),
];

const LIFE: &[Change<Life>] = &[
    ("energy", |life| life.energy += Energy::from_units(1.0 / 65_536.0)),
    ("embryo", |life| life.embryo += Energy::from_units(1.0 / 65_536.0)),
    ("damage", |life| life.damage += 1e-9),
    ("grows at", |life| life.grows_at += 1),
    ("breeds at", |life| life.breeds_at += 1),
    ("incubation", |life| life.incubation += 1),
    ("mature radius", |life| life.mature_radius = life.mature_radius.next_up()),
    ("growth", |life| {
        life.growth = if life.growth == Growth::Hungry { Growth::NoRoom } else { Growth::Hungry };
    }),
];

const PLANT: &[Change<PlantTraits>] = &[
    ("height", |traits| traits.height = traits.height.next_up()),
    ("preferred light", |traits| traits.preferred_light = traits.preferred_light.next_down()),
    ("seed spread", |traits| traits.seed_spread = traits.seed_spread.next_up()),
];

const ANIMAL: &[Change<Traits>] = &[
    ("first characteristic", |traits| traits.points[0] = traits.points[0].next_up()),
    ("last characteristic", |traits| traits.points[6] = traits.points[6].next_up()),
];

const MIND: &[Change<Mind>] = &[
    ("memory", |mind| mind.memory.remember(&(mind.memory.bytes().to_vec(), 1_u8))),
    ("dna", |mind| mind.dna = [&*mind.dna, &[0]].concat().into()),
    ("legacy", |mind| mind.legacy = [&*mind.legacy, &[0]].concat().into()),
    ("signal", |mind| mind.signal += 1),
];

fn travelling(motion: &mut Motion) -> &mut Journey {
    motion.journey.get_or_insert_with(|| Journey {
        destination: Destination::Point(DVec2::ONE),
        planned_for: DVec2::ONE,
        speed: 2.0,
        stopped: 0,
        itinerary: None,
        course: JourneyState::Way(vec![DVec2::ONE], ObstacleFilter::All),
    })
}

const MOTION: &[Change<Motion>] = &[
    ("velocity", |motion| motion.velocity.x += lattice::STEP),
    ("where a plan was made for", |motion| travelling(motion).planned_for.y += lattice::STEP),
    ("speed", |motion| travelling(motion).speed += 1.0),
    ("ticks it was stopped", |motion| travelling(motion).stopped += 1),
    ("destination", |motion| {
        travelling(motion).destination = Destination::Beside(OrganismId(7));
    }),
    ("thought", |motion| {
        let request = Request::new(DVec2::ZERO, Goal::Point(DVec2::ONE), DVec2::ONE);
        let search = Box::new(Perimeter.begin(request));
        travelling(motion).course = JourneyState::Thinking(search, ObstacleFilter::All);
    }),
    ("place aside", |motion| {
        travelling(motion).course = JourneyState::Aside { way: vec![], until: 9 };
    }),
    ("journey", |motion| {
        motion.journey = match motion.journey.take() {
            Some(_) => None,
            None => Some(travelling(&mut Motion::default()).clone()),
        };
    }),
];

const CARCASS: &[Change<Carcass>] = &[
    ("energy of a carcass", |carcass| carcass.energy += Energy::from_units(1.0)),
    ("rots at", |carcass| carcass.rots_at += 1),
];

/// Makes each change to the first organism that has a `T`, and looks whether the hash tells.
fn every_change_shows<T: hecs::Component + Clone>(world: &World, changes: &[Change<T>]) {
    let before = world.state_hash();
    let is_of_kind = |&&(_, entity): &&(OrganismId, hecs::Entity)| {
        world.organisms.entity(entity).unwrap().has::<T>()
    };
    let roster = world.roster();
    let &(id, entity) = roster.iter().find(is_of_kind).expect("one of each kind");
    for (name, change) in changes {
        let mut part = world.organisms.get::<&mut T>(entity).unwrap();
        let original = T::clone(&part);
        change(&mut part);
        drop(part);
        assert_ne!(world.state_hash(), before, "{name} of {id}");
        *world.organisms.get::<&mut T>(entity).unwrap() = original;
        assert_eq!(world.state_hash(), before, "{name} of {id}, put back");
    }
}

#[test]
fn a_change_of_any_field_of_one_organism_changes_the_hash() {
    let mut simulation = simulation("meadow", SMALL_MEADOW, 3);
    while simulation.world().carcasses() == 0 {
        simulation.tick();
        assert!(simulation.world().tick < 500, "nobody has died");
    }
    let world = simulation.into_world();
    every_change_shows(&world, IDENTITY);
    every_change_shows(&world, BODY);
    every_change_shows(&world, LIFE);
    every_change_shows(&world, PLANT);
    every_change_shows(&world, ANIMAL);
    every_change_shows(&world, MIND);
    every_change_shows(&world, MOTION);
    every_change_shows(&world, CARCASS);
}
