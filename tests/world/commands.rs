//! Commands: after any commands at any time, a world keeps its invariants and is reproducible.

use proptest::prelude::*;
use terrarium::prelude::*;
use terrarium::space::terrain::{Cell, Tile};
use terrarium::tick::{Calamity, Change, Command, CommandRefusal};
use terrarium::world::{Account, CalamityKind, Disc, OngoingCalamity, SavedNature};
use terrarium_testing::with_threads;

use crate::polygons::corners;
use crate::restored::restored;
use crate::shipped::{SMALL_MEADOW, simulation};

const CLOVER: SpeciesId = SpeciesId(0);
const HARE: SpeciesId = SpeciesId(2);

fn meadow(seed: u64) -> Simulation {
    simulation("meadow", SMALL_MEADOW, seed)
}

/// Generates commands, most of which can be carried out in a small meadow.
fn command() -> impl Strategy<Value = Command> {
    let place = || (-100.0..1300.0, -100.0..1000.0).prop_map(|(x, y)| DVec2::new(x, y));
    let species = || (0..7_u16).prop_map(SpeciesId);
    let organism = || (0..260_u64).prop_map(OrganismId);
    prop_oneof![
        3 => (species(), place()).prop_map(|(species, at)| Command::Add { species, at }),
        3 => organism().prop_map(|organism| Command::Remove { organism }),
        2 => organism().prop_map(|organism| Command::Feed { organism }),
        4 => (place(), 0.0..90.0, 0.0..90.0).prop_map(|(at, x, y)| Command::Wall {
            area: Aabb::spanning(at, at + DVec2::new(x, y)),
        }),
        1 => (0..50_u64).prop_map(|ticks| Command::Calamity(Calamity::Drought { ticks })),
        1 => species().prop_map(|species| Command::Calamity(Calamity::Plague { species })),
        1 => (place(), 0.0..200.0)
            .prop_map(|(at, radius)| Command::Calamity(Calamity::Fire { at, radius })),
        3 => (place(), 0.0..200.0, 0.0..200.0).prop_map(|(at, x, y)| Command::BuildWall {
            area: Aabb::spanning(at, at + DVec2::new(x, y)),
        }),
        3 => corners(1200.0).prop_map(|corners| Command::BuildPolygon { corners }),
        3 => (place(), 0.0..300.0, 0.0..300.0).prop_map(|(at, x, y)| Command::RemoveWalls {
            area: Aabb::spanning(at, at + DVec2::new(x, y)),
        }),
        3 => (species(), prop::collection::vec(place(), 0..4), -1.0..200.0, 0..30_u32).prop_map(
            |(species, places, radius, count)| Command::Scatter { species, places, radius, count },
        ),
        4 => (0..8_usize, (0..120_u32, 0..90_u32), 1..6_u32).prop_map(|(kind, (x, y), side)| {
            let cells = (x..x + side).flat_map(|x| (y..y + side).map(move |y| Cell::new(x, y)));
            Command::PaintTiles { tile: Tile::ALL[kind], cells: cells.collect() }
        }),
        3 => (0..3, species(), place(), 0.0..300.0, 0.0..1.1, 0..20_u64)
            .prop_map(|(kind, species, at, radius, share, ticks)| {
                let area = Disc { at, radius };
                let part = (radius > 60.0).then_some(area);
                Command::Calamity(match kind {
                    0 => Calamity::DrySpell { area: part, light: share, ticks },
                    1 => Calamity::Epidemic { species, area: part, mortality: share, ticks },
                    _ => Calamity::Wildfire { area, mortality: share, ticks },
                })
            }),
        1 => (0..9_u64).prop_map(|seed| Command::Reseed { seed }),
        2 => (0..Rules::ALL.len(), 0.0..2.0).prop_map(|(index, factor)| {
            let rule = &Rules::ALL[index];
            Command::SetRules { rules: vec![(rule.name.to_owned(), rule.default * factor)] }
        }),
        1 => prop_oneof![
            Just(Command::Add { species: HARE, at: DVec2::NAN }),
            Just(Command::Wall { area: Aabb { min: DVec2::NEG_INFINITY, max: DVec2::ZERO } }),
            Just(Command::Calamity(Calamity::Fire { at: DVec2::ZERO, radius: f64::INFINITY })),
        ],
    ]
}

/// Simulates so many ticks with commands; returns the hash of the state after each command and
/// tick.
fn run(
    sim: &mut Simulation,
    commands: &[(u64, Command)],
    ticks: u64,
    check: bool,
) -> Vec<StateHash> {
    let mut hashes = Vec::new();
    for tick in 0..ticks {
        for (_, command) in commands.iter().filter(|(at, _)| *at == tick) {
            let before = (sim.world().state_hash(), sim.world().stock());
            let refused = sim.apply(command.clone()).is_err();
            let after = (sim.world().state_hash(), sim.world().stock());
            assert_eq!(refused, before == after, "{command:?}");
            if check {
                sim.check().unwrap_or_else(|violation| panic!("{command:?}: {violation}"));
            }
            hashes.push(after.0);
        }
        sim.tick();
        if check {
            sim.check().unwrap();
        }
        hashes.push(sim.world().state_hash());
    }
    hashes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn after_any_commands_a_world_is_valid_and_reproducible(
        seed in 0..50_u64,
        commands in prop::collection::vec((0..40_u64, command()), 1..40),
        cut in 0..40_u64,
    ) {
        let on_threads = |count, check| {
            with_threads(count, || run(&mut meadow(seed), &commands, 40, check))
        };
        let first = on_threads(1, true);
        prop_assert_eq!(&first, &on_threads(4, false));

        // A world resumed from a snapshot right after commands develops like the original.
        let mut whole = meadow(seed);
        run(&mut whole, &commands, cut, false);
        for (_, command) in commands.iter().filter(|(at, _)| *at == cut) {
            let _ = whole.apply(command.clone());
        }
        let mut resumed = restored(whole.world());
        prop_assert_eq!(resumed.check(), Ok(()));
        for _ in 0..20 {
            whole.tick();
            resumed.tick();
            prop_assert_eq!(whole.world().state_hash(), resumed.world().state_hash());
        }
    }
}

/// Stored state may depend on rules in ways that only the checks of a world or of a snapshot notice.
#[test]
fn every_rule_that_can_be_set_leaves_a_valid_world_that_a_snapshot_restores() {
    let mut founded = meadow(3);
    (0..30).for_each(|_| founded.tick());
    for rule in Rules::ALL {
        let values = [rule.min, rule.max, rule.default / 2.0, rule.default * 2.0];
        for value in values.into_iter().filter(|value| (rule.min..=rule.max).contains(value)) {
            let case = format!("{} = {value}", rule.name);
            let mut sim = restored(founded.world());
            let command = Command::SetRules { rules: vec![(rule.name.to_owned(), value)] };
            if sim.apply(command).is_err() {
                assert_eq!(sim.world().state_hash(), founded.world().state_hash(), "{case}");
                continue;
            }
            assert_eq!(sim.world().config().rules.get(rule.name), Some(value));
            let mut resumed = restored(sim.world());
            for _ in 0..3 {
                sim.check().unwrap_or_else(|violation| panic!("{case}: {violation}"));
                sim.tick();
                resumed.tick();
                assert_eq!(sim.world().state_hash(), resumed.world().state_hash(), "{case}");
            }
        }
    }
}

fn count(sim: &Simulation, species: SpeciesId) -> u64 {
    sim.world().populations()[species.index()]
}

fn first(sim: &Simulation, species: SpeciesId) -> OrganismId {
    sim.world().organisms().find(|it| it.who.species == species).unwrap().who.id
}

#[test]
fn an_added_organism_is_mature_and_fed_and_its_birth_is_an_event_of_the_next_tick() {
    let mut sim = meadow(1);
    let before = count(&sim, HARE);
    let at = DVec2::new(575.0, 430.0);
    sim.apply(Command::Add { species: HARE, at }).unwrap();
    assert_eq!(count(&sim, HARE), before + 1);
    let id = OrganismId(sim.world().next_id().0 - 1);
    let added = sim.world().organism(id).unwrap();
    let SavedNature::Animal(life, ..) = added.nature else { panic!("a hare is an animal") };
    assert!(added.body.centre.distance(at) < 200.0 && life.energy.is_positive());
    assert!(sim.world().ledger().total(Account::Given).is_positive());
    sim.tick();
    let born = sim.world().events().iter().filter(|event| event.to == id);
    let born: Vec<_> = born.map(|event| event.what.clone()).collect();
    assert_eq!(born, [EventKind::Born { parent: OrganismId::NONE }]);
    sim.check().unwrap();
}

#[test]
fn a_removed_organism_takes_its_energy_and_leaves_no_carcass() {
    let mut sim = meadow(1);
    let organism = first(&sim, HARE);
    let stock = sim.world().stock();
    sim.apply(Command::Remove { organism }).unwrap();
    let taken = sim.world().ledger().total(Account::Taken);
    assert_eq!(sim.world().stock() + taken, stock);
    assert_eq!(
        sim.apply(Command::Remove { organism }),
        Err(CommandRefusal::NoSuchOrganism { organism })
    );
    sim.tick();
    let died = EventKind::Died { of: Death::Removed, by: None };
    assert!(sim.world().events().iter().any(|event| event.to == organism && event.what == died));
}

#[test]
fn feeding_fills_up_and_a_full_organism_is_refused() {
    let mut sim = meadow(1);
    let organism = first(&sim, HARE);
    sim.apply(Command::Feed { organism }).unwrap();
    assert_eq!(sim.apply(Command::Feed { organism }), Err(CommandRefusal::Full { organism }));
    sim.check().unwrap();
}

#[test]
fn organisms_cannot_cross_walls() {
    let mut sim = meadow(3);
    let bounds = sim.world().config().bounds;
    // Columns across the whole world, wherever there is no organism.
    let mut walls = 0;
    for x in 0..110 {
        let min = DVec2::new(f64::from(x) * 10.0 + 20.0, bounds.min.y - 5.0);
        let area = Aabb::new(min, DVec2::new(min.x + 8.0, bounds.max.y + 5.0));
        walls += i32::from(sim.apply(Command::Wall { area }).is_ok());
    }
    assert!(walls > 0, "there is no free column");
    let added = sim.world().command_effects().walls.clone();
    assert!(added.iter().all(|wall| bounds.contains_box(wall)));
    let side = |sim: &Simulation| -> Vec<(OrganismId, bool)> {
        let living =
            sim.world().organisms().filter(|it| !matches!(it.nature, SavedNature::Carcass(_)));
        living.map(|it| (it.who.id, it.body.centre.x < added[0].min.x)).collect()
    };
    let before = side(&sim);
    for _ in 0..150 {
        sim.tick();
        sim.check().unwrap();
    }
    let after = side(&sim);
    let crossed = after.iter().filter(|(id, left)| before.contains(&(*id, !left))).count();
    assert_eq!(crossed, 0);
    assert_eq!(sim.apply(Command::Wall { area: added[0] }), Err(CommandRefusal::WallThere),);
}

#[test]
fn a_drought_reduces_light_and_ends() {
    let light = |drought: bool| {
        let mut sim = meadow(1);
        if drought {
            sim.apply(Command::Calamity(Calamity::Drought { ticks: 10 })).unwrap();
        }
        (0..10).for_each(|_| sim.tick());
        let then = sim.world().ledger().total(Account::Light);
        sim.tick();
        (then.units(), (sim.world().ledger().total(Account::Light) - then).units())
    };
    let (plenty, dry) = (light(false), light(true));
    assert!(dry.0 < plenty.0 * 0.3, "{dry:?} {plenty:?}");
    assert!(dry.1 > plenty.1 * 0.8, "it is over: {dry:?} {plenty:?}");
}

#[test]
fn a_plague_kills_about_half_and_a_second_one_half_of_the_rest() {
    let mut sim = meadow(1);
    let plague = Command::Calamity(Calamity::Plague { species: CLOVER });
    let before = count(&sim, CLOVER);
    sim.apply(plague.clone()).unwrap();
    let once = count(&sim, CLOVER);
    sim.apply(plague).unwrap();
    let twice = count(&sim, CLOVER);
    assert!((before / 4..before * 3 / 4).contains(&once), "{once} of {before}");
    assert!((once / 5..once * 4 / 5).contains(&twice), "{twice} of {once}");
    sim.check().unwrap();
}

#[test]
fn a_fire_burns_all_plants_within_its_radius_and_none_beyond() {
    let mut sim = meadow(1);
    let (at, radius) = (DVec2::new(500.0, 400.0), 200.0);
    let plants = |sim: &Simulation, inside: bool| {
        let plants =
            sim.world().organisms().filter(|it| matches!(it.nature, SavedNature::Plant(..)));
        plants.filter(|it| (it.body.centre.distance(at) <= radius) == inside).count()
    };
    let beyond = plants(&sim, false);
    assert!(plants(&sim, true) > 0);
    sim.apply(Command::Calamity(Calamity::Fire { at, radius })).unwrap();
    assert_eq!((plants(&sim, true), plants(&sim, false)), (0, beyond));
    sim.check().unwrap();
    sim.tick();
    let burned = |event: &Event| event.what == EventKind::Died { of: Death::Burned, by: None };
    assert!(sim.world().events().iter().any(burned));
}

#[test]
fn refused_commands_say_what_is_wrong_and_what_to_do() {
    let mut sim = meadow(1);
    let standing = sim.world().organism(OrganismId(1)).unwrap().body.area();
    let to_clover =
        Change { species: HARE, into: Box::new(sim.world().config().species(CLOVER).clone()) };
    let at = DVec2::new(100.0, 100.0);
    let commands = [
        Command::Change(to_clover),
        Command::Add { species: SpeciesId(9), at },
        Command::Add { species: HARE, at: DVec2::new(-1.0, 2.0) },
        Command::Add { species: HARE, at: DVec2::NAN },
        Command::Remove { organism: OrganismId(99_999) },
        Command::Wall { area: standing },
        Command::Wall { area: Aabb::spanning(at, at + DVec2::new(0.5, 40.0)) },
        Command::Wall { area: Aabb::spanning(at * -9.0, at * -8.0) },
        Command::Calamity(Calamity::Drought { ticks: 0 }),
        Command::Calamity(Calamity::Fire { at, radius: 0.25 }),
        Command::Calamity(Calamity::Plague { species: SpeciesId(77) }),
    ];
    let before = sim.world().state_hash();
    let refusals = commands.map(|command| sim.apply(command).unwrap_err().to_string());
    assert_eq!(sim.world().state_hash(), before);
    insta::assert_snapshot!(refusals.join("\n"), @"
    `hare` is a herbivore and cannot become a plant; keep its kind during a run
    there is no species 9; this world has 6, counted from 0
    (-1, 2) lies outside the world, which extends from (0, 0) to (1150, 860); choose a point in it
    a coordinate or length is not a finite number; give finite numbers
    there is no organism #99999; choose one that exists
    organism #1 stands in the area of the wall; choose free ground or remove it first
    a wall of 0.5 × 40 units is too thin; make it at least 1 wide and high
    (-850, -850) lies outside the world, which extends from (0, 0) to (1150, 860); choose a point in it
    a drought cannot last 0 ticks; choose 1 to 1000000
    a fire cannot have a radius of 0.25 units; choose at least 1
    there is no species 77; this world has 6, counted from 0
    ");
}

#[test]
fn a_snapshot_with_invalid_command_effects_is_refused() {
    let world = meadow(1).into_world();
    let wrong = |change: fn(&mut terrarium::world::CommandEffects)| {
        let mut frame = world.frame();
        change(&mut frame.command_effects);
        frame.check().unwrap_err().to_string()
    };
    let wrong_calamity = |change: fn(&mut OngoingCalamity)| {
        let mut sim = meadow(1);
        let area = Disc { at: DVec2::splat(300.0), radius: 50.0 };
        let fire = Calamity::Wildfire { area, mortality: 0.5, ticks: 9 };
        sim.apply(Command::Calamity(fire)).unwrap();
        let mut frame = sim.world().frame();
        assert_eq!(frame.check(), Ok(()));
        change(&mut frame.calamities[0]);
        frame.check().unwrap_err().to_string()
    };
    let reasons = [
        wrong(|it| it.walls.push(Aabb::spanning(DVec2::ZERO, DVec2::splat(1e5)))),
        wrong(|it| it.walls.push(Aabb { min: DVec2::NAN, max: DVec2::ONE })),
        wrong(|it| it.walls.push(Aabb { min: DVec2::ONE, max: DVec2::ZERO })),
        wrong(|it| it.walls = vec![Aabb::spanning(DVec2::ZERO, DVec2::ONE); 5000]),
        wrong(|it| it.drought_until = u64::MAX),
        wrong(|it| {
            let what = EventKind::Grew;
            it.pending_events.push(Event { to: OrganismId(1), species: SpeciesId(99), what });
        }),
        wrong_calamity(|it| it.ticks = 0),
        wrong_calamity(|it| it.ticks = u64::MAX),
        wrong_calamity(|it| {
            let area = Disc { at: DVec2::NAN, radius: 1.0 };
            it.kind = CalamityKind::Fire { area, mortality: 0.5 };
        }),
        wrong_calamity(|it| it.kind = CalamityKind::Drought { area: None, light: -1.0 }),
    ];
    assert!(reasons.iter().all(|why| !why.is_empty()));
}

#[test]
fn commands_work_in_a_conquest() {
    let mut sim = simulation("conquest", &[], 1);
    for _ in 0..30 {
        sim.tick();
    }
    let organism = first(&sim, SpeciesId(0));
    let middle = sim.world().config().bounds.centre();
    let _ = sim.apply(Command::Wall { area: Aabb::square(middle, 20.0) });
    sim.apply(Command::Remove { organism }).unwrap();
    let _ = sim.apply(Command::Add { species: SpeciesId(1), at: middle });
    sim.check().unwrap();
    let mut resumed = restored(sim.world());
    for _ in 0..60 {
        sim.tick();
        resumed.tick();
        sim.check().unwrap();
        assert_eq!(sim.world().state_hash(), resumed.world().state_hash());
    }
}
