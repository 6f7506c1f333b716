//! Invariants of every tick for any world, seed and rules, and tests of the check that finds
//! violations.

use proptest::prelude::*;
use rand::RngExt;
use terrarium::behaviour::{CreatureRng, Destination, EventKind, OrganismId, Turn};
use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::navigation::{Goal, Navigator, Perimeter, Request};
use terrarium::rules::Energy;
use terrarium::species::Traits;
use terrarium::tick::{Simulation, Violation};
use terrarium::world::{
    Account, Frame, Journey, JourneyState, Life, ObstacleFilter, SavedNature, SavedOrganism, World,
};
use terrarium_testing::by_hand::{HERBIVORE, Scene, simulation_of};

use crate::shipped::{SMALL_MEADOW, simulation};

/// Simulates some ticks and checks the invariants after each.
fn run_checked(simulation: &mut Simulation, ticks: u64, what: &str) {
    simulation.check().unwrap_or_else(|violation| panic!("{what}: {violation}"));
    for _ in 0..ticks {
        simulation.tick();
        simulation.check().unwrap_or_else(|violation| panic!("{what}: {violation}"));
    }
}

#[test]
fn invariants_hold_in_sparse_and_crowded_worlds() {
    let crowded = &["population.clover=90", "population.hare=150", "world.size=[900, 700]"];
    let sparse = &["population.clover=30", "population.hare=6"];
    for (name, overrides) in [
        ("meadow", [SMALL_MEADOW, crowded].concat()),
        ("meadow", [SMALL_MEADOW, sparse].concat()),
        ("archipelago", vec![]),
    ] {
        for seed in [1, 2, 3] {
            run_checked(
                &mut simulation(name, &overrides, seed),
                120,
                &format!("{name} {overrides:?} {seed}"),
            );
        }
    }
}

/// Rules at and near the ends of their ranges, each list for a world of its own.
const ODD_RULES: &[&[&str]] = &[
    &["rules.roots=0"],
    &["rules.roots=1"],
    &["rules.occlusion=1"],
    &["rules.population_cap=50"],
    &["rules.population_cap=1"],
    &["rules.mutation=30"],
    &["rules.mutation=100"],
    &["rules.reach=0"],
    &["rules.reach=100"],
    &["rules.birth_tries=1", "rules.birth_distance=0"],
    &["rules.carcass=0"],
    &["rules.rotting_ticks=1"],
    &["rules.growing=0"],
    &["rules.light=0"],
    &["rules.light=1000000"],
    &["rules.crown=1"],
    &["rules.crown=20", "rules.shade=1"],
    &["rules.toughness=1", "rules.carnivore_strength=100"],
    &["rules.speed_base=1000"],
    &["rules.speed_points=0", "rules.speed_base=0"],
    &["rules.birth_radius=12", "rules.growing=0"],
    &["rules.birth_radius=1", "rules.maturity=0.01", "rules.growth_retry=1"],
    &["rules.maturity=1"],
    &["rules.living_animal=1000", "rules.living_plant=1000"],
    &["rules.moving=1000", "rules.attacking=1000", "rules.defending=1000"],
    &["rules.incubation_ticks=1", "rules.incubation_animal=1000", "rules.incubation_plant=1000"],
    &["rules.breeding_wait_plant=0", "rules.breeding_wait_herbivore=0"],
    &["rules.healing_cost=1000", "rules.healing=10000"],
    &["rules.lifespan_plant=1", "rules.lifespan_herbivore=1", "rules.lifespan_carnivore=1"],
    &["rules.memory_limit=0"],
    &["rules.sight_base=10000"],
    &["rules.sight_base=0", "rules.sight_points=0"],
    &["rules.energy_base=1", "rules.energy_points=0", "rules.leaves=1"],
    &["rules.birth_energy=1", "rules.bite_base=10000"],
    &[
        "rules.seed_spread=0",
        "species.clover.plant.seed_spread=0",
        "species.oak.plant.seed_spread=0",
    ],
];

#[test]
fn invariants_hold_under_extreme_rules() {
    for rules in ODD_RULES {
        let overrides = [SMALL_MEADOW, rules].concat();
        run_checked(&mut simulation("meadow", &overrides, 7), 60, &format!("{rules:?}"));
    }
}

/// Requests random actions of all kinds.
fn restless(turn: &mut Turn<'_>) {
    let senses = &turn.senses;
    let random_target = |rng: &mut CreatureRng| {
        let (seen, pick) = (senses.sight.len(), rng.random::<u32>() as usize);
        senses.sight.get(pick % seen.max(1)).map_or(OrganismId(pick as u64), |s| s.id)
    };
    let rng = &mut turn.rng;
    if rng.random_bool(0.3) {
        let target = DVec2::new(rng.random(), rng.random()) * 1.2 - 0.1;
        let target = senses.bounds.min + target * senses.bounds.size();
        turn.intent.go_to(target, rng.random_range(0.0..40.0));
    } else if rng.random_bool(0.3) {
        turn.intent.go_beside(random_target(rng), senses.me.max_speed);
    }
    turn.intent.attack = rng.random_bool(0.3).then(|| random_target(rng));
    turn.intent.defend = rng.random_bool(0.3).then(|| random_target(rng));
    turn.intent.eat = rng.random_bool(0.8).then(|| random_target(rng));
    turn.intent.reproduce = rng.random_bool(0.5).then(Vec::new);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn invariants_hold_in_any_scene_for_any_requested_actions(
        cells in prop::collection::vec(prop::sample::select(b"....~ghhwct".to_vec()), 64),
        seed in any::<u64>(),
        toughness in 1.0..200.0_f64,
    ) {
        let rows: Vec<&str> =
            cells.chunks(8).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let scene = Scene::new(&rows.join("\n")).rule("toughness", toughness);
        let mut scene = scene.rule("breeding_wait_herbivore", 0.0);
        scene.config.seed = seed;
        let mut stage = scene.go(restless);
        for _ in 0..60 {
            stage.0.tick();
            prop_assert_eq!(stage.0.check(), Ok(()));
        }
    }
}

const FIRST: OrganismId = OrganismId(1);
const SECOND: OrganismId = OrganismId(2);

#[test]
fn bodies_that_a_snapshot_brings_in_are_checked_like_all_others() {
    // Each body could be there alone, so each is admitted; together they cannot.
    let scene = Scene::new("h.");
    let mut both = scene.clone();
    both.add('i', DVec2::new(20.0, 12.0));
    assert_eq!(both.organisms[1].who.species, HERBIVORE);
    let found = simulation_of(both.world(), |_| {}).0.check();
    assert_eq!(found, Err(Violation::Overlap { tick: 0, a: FIRST, b: SECOND }));
    assert_eq!(simulation_of(scene.world(), |_| {}).0.check(), Ok(()));
}

/// A change of an organism or of the rest of a saved world to an invalid value.
type Extreme = (&'static str, fn(&mut Frame, &mut SavedOrganism));

const EXTREMES: &[Extreme] = &[
    ("tick", |frame, _| frame.tick = u64::MAX),
    ("next identity", |frame, _| frame.next_id.0 = u64::MAX),
    ("born", |_, organism| organism.who.born = i64::MIN),
    ("generation", |_, organism| organism.who.generation = u32::MAX),
    ("radius", |_, organism| organism.body.radius = 1e6),
    ("energy", |_, organism| animal(organism).0.energy = Energy::from_units(1e14)),
    ("damage", |_, organism| animal(organism).0.damage = -1e300),
    ("mature radius of a life", |_, organism| animal(organism).0.mature_radius = 1e30),
    ("mature radius of traits", |_, organism| animal(organism).1.mature_radius = 0.0),
    ("points", |_, organism| animal(organism).1.points[4] = 1e38),
    ("points below zero", |_, organism| animal(organism).1.points[4] = -1.0),
    ("a path without waypoints", |_, organism| {
        travel(organism, JourneyState::Path(vec![], ObstacleFilter::Standing))
    }),
    ("a waypoint that is not finite", |_, organism| {
        travel(organism, JourneyState::Path(vec![DVec2::NAN], ObstacleFilter::Standing));
    }),
    ("a waiting place that is not finite", |_, organism| {
        travel(organism, JourneyState::SteppingAside { path: vec![DVec2::INFINITY], until: 9 });
    }),
    ("a search for a goal that is not finite", |_, organism| {
        let goal = Goal::Point(DVec2::new(f64::NAN, 0.0));
        let search = Perimeter.begin(Request::new(DVec2::ZERO, goal, DVec2::ONE));
        travel(organism, JourneyState::Searching(Box::new(search), ObstacleFilter::Standing));
    }),
    ("planning effort", |frame, _| frame.planning_effort.clear()),
];

fn travel(organism: &mut SavedOrganism, state: JourneyState) {
    let SavedNature::Animal(.., motion) = &mut organism.nature else { panic!("it is no animal") };
    let (destination, planned_for) = (Destination::Point(DVec2::ONE), DVec2::ONE);
    motion.journey = Some(Box::new(Journey {
        destination,
        planned_for,
        speed: 2.0,
        stopped: 0,
        blocker: None,
        underway: 0,
        itinerary: None,
        links: Vec::new(),
        state,
    }));
}

fn animal(organism: &mut SavedOrganism) -> (&mut Life, &mut Traits) {
    match &mut organism.nature {
        SavedNature::Animal(life, traits, ..) => (life, traits),
        _ => panic!("it is no animal"),
    }
}

#[test]
fn invalid_values_in_saved_worlds_are_refused() {
    let admit = |change: fn(&mut Frame, &mut SavedOrganism)| {
        let scene = Scene::new("h");
        let mut world = scene.clone().world();
        let (mut frame, mut organism) = (world.frame(), scene.organisms[0].clone());
        frame.config.bounds = Aabb::square(DVec2::ZERO, lattice::LIMIT);
        change(&mut frame, &mut organism);
        frame.check()?;
        world = World::from_frame(frame).unwrap();
        world.admit(organism, OrganismId::NONE)
    };
    assert_eq!(admit(|_, _| {}), Ok(()));
    for (name, change) in EXTREMES {
        assert!(admit(*change).is_err(), "{name}");
    }
}

#[test]
fn energy_is_conserved_to_the_last_quantum() {
    let mut simulation = simulation("meadow", SMALL_MEADOW, 5);
    let mut moved = [0; Account::ALL.len()];
    for _ in 0..400 {
        simulation.tick();
        let world = simulation.world();
        assert_eq!(world.stock(), world.ledger().balance(), "tick {}", world.tick());
        for (count, account) in moved.iter_mut().zip(Account::ALL) {
            *count += u64::from(world.ledger().total(account).is_positive());
        }
    }
    // The last two accounts are those of commands.
    let simulated = &Account::ALL[..Account::ALL.len() - 2];
    let unused: Vec<_> = simulated.iter().zip(moved).filter(|&(_, count)| count == 0).collect();
    assert!(unused.is_empty(), "unused accounts: {unused:?}");
}

/// Counts how often each of two herbivores that move to the same free cell in the same tick reaches
/// it.
fn races(seeds: std::ops::Range<u64>) -> [u64; 2] {
    let mut won = [0; 2];
    for seed in seeds {
        let mut scene = Scene::new("h.i");
        scene.config.seed = seed;
        let centre = DVec2::new(36.0, 12.0);
        let mut stage = scene.go(move |turn| turn.intent.go_to(centre, turn.senses.me.max_speed));
        stage.tick();
        let arrived = [FIRST, SECOND].map(|id| stage.events_of(id).contains(&EventKind::Arrived));
        assert_eq!(arrived.iter().filter(|&&a| a).count(), 1, "seed {seed}: {arrived:?}");
        won[usize::from(arrived[1])] += 1;
    }
    won
}

#[test]
fn neither_identity_nor_position_decides_which_creature_moves_first() {
    let [first, second] = races(0..1000);
    // A fair coin deviates more than this once in 1500 tries; seeds are fixed.
    assert!(first.abs_diff(second) < 110, "{first} to {second}");
}

#[test]
fn each_of_four_eaters_comes_first_equally_often() {
    // Four carnivores stand around a carcass that has one full bite.
    let mut meals = [0_u64; 4];
    for seed in 0..800 {
        let mut scene = Scene::new(".v. wcx .y.").rule("carnivore_strength", 1.0);
        scene.config.seed = seed;
        let carcass = scene.id('c');
        let eaters = ['v', 'w', 'x', 'y'].map(|letter| scene.id(letter));
        let mut stage = scene.go(move |turn| turn.intent.eat(carcass));
        stage.tick();
        let ate = |id: &OrganismId| {
            // Of 300 energy the first takes a bite of 252, the second the rest.
            let full_bite = Energy::from_units(252.0);
            stage.events_of(*id).contains(&EventKind::Ate { food: carcass, energy: full_bite })
        };
        let first: Vec<usize> = (0..4).filter(|&index| ate(&eaters[index])).collect();
        let [first] = first[..] else { panic!("seed {seed}: {first:?}") };
        meals[first] += 1;
    }
    assert!(meals.iter().all(|count| (150..=250).contains(count)), "{meals:?}");
}

#[test]
fn the_order_is_drawn_in_each_tick() {
    // Two creatures repeatedly move to the free cell between them: each reaches it about half the
    // time.
    let mut stage = Scene::new("h.i").rule("living_animal", 0.0).rule("moving", 0.0).go(|turn| {
        let home = if turn.senses.me.id == FIRST { 12.0 } else { 60.0 };
        let target = if turn.senses.tick.is_multiple_of(2) { 36.0 } else { home };
        turn.intent.go_to(DVec2::new(target, 12.0), turn.senses.me.max_speed);
    });
    let mut won = [0_u64; 2];
    for _ in 0..300 {
        stage.tick();
        for (count, id) in won.iter_mut().zip([FIRST, SECOND]) {
            *count += u64::from(stage.body(id).centre().x == 36.0);
        }
        stage.tick();
    }
    assert_eq!(won[0] + won[1], 300);
    assert!(won[0].abs_diff(won[1]) < 70, "{won:?}");
}
