//! Timetables: a world with one develops as if the same commands were given by hand.

use proptest::prelude::*;
use terrarium::geometry::Polygon;
use terrarium::playback::chronicle::Notable;
use terrarium::playback::{Opened, Playback};
use terrarium::prelude::*;
use terrarium::record::recording::{Place, Recording};
use terrarium::record::{Manifest, Recorder};
use terrarium::run::{RunOptions, replay, replay_recording, run};
use terrarium::scenario::{Places, SavedScenario};
use terrarium::space::terrain::{Cell, Tile};
use terrarium::tick::{Calamity, Command};
use terrarium::world::{Disc, Intervention, Share, TimedCommand};

use crate::polygons::corners;
use crate::restored::restored;
use crate::shipped::{SMALL_MEADOW, simulation};
use crate::workdir;

const CLOVER: SpeciesId = SpeciesId(0);
const HARE: SpeciesId = SpeciesId(2);
const DEER: SpeciesId = SpeciesId(3);
const TICKS: u64 = 40;

/// The same world with another timetable.
fn with_timetable(world: &World, timetable: Vec<TimedCommand>) -> World {
    let mut frame = world.frame();
    frame.config.timetable = timetable;
    let mut copy = World::from_frame(frame).unwrap();
    let mut after = OrganismId::NONE;
    for organism in world.organisms() {
        let id = organism.who.id;
        copy.admit(organism, after).unwrap();
        after = id;
    }
    copy
}

/// The hash of everything but the timetable.
fn hash_without(world: &World) -> StateHash {
    with_timetable(world, Vec::new()).state_hash()
}

fn meadow(timetable: Vec<TimedCommand>) -> Simulation {
    restored(&with_timetable(simulation("meadow", SMALL_MEADOW, 3).world(), timetable))
}

fn once(name: &str, tick: u64, intervention: Intervention) -> TimedCommand {
    TimedCommand { name: name.to_owned(), tick, every: None, until: None, intervention }
}

fn set(sets: &[&str]) -> Ready {
    let texts = SMALL_MEADOW.iter().chain(sets);
    let overrides = texts.map(|text| Override::parse(text).unwrap()).collect();
    let name = "meadow".to_owned();
    let start = Start::Scenario { name, overrides, creature_folders: Vec::new() };
    start.ready().unwrap_or_else(|error| panic!("{error}"))
}

/// Each kind of command, written in a scenario and by hand.
#[test]
fn commands_of_a_scenario_are_those_that_a_user_gives() {
    let at = DVec2::new(500.0, 300.0);
    let disc = Disc { at, radius: 200.0 };
    let share = |species, area, share| Share { species, area, share };
    let cells = (5..=7).flat_map(|y| (3..=9).map(move |x| Cell::new(x, y))).collect();
    let wall = Aabb::new(DVec2::new(100.0, 40.0), DVec2::new(124.0, 240.0));
    let triangle = [(300.0, 100.0), (420.0, 140.0), (360.0, 240.0)].map(DVec2::from);
    let rules = vec![("light".to_owned(), 20.0), ("moving".to_owned(), 0.004)];
    let cases: Vec<(&str, u64, Command)> = vec![
        (
            "drought = { light = 0.1, ticks = 9, at = [500, 300], radius = 200 }",
            2,
            Command::Calamity(Calamity::DrySpell { area: Some(disc), light: 0.1, ticks: 9 }),
        ),
        (
            "plague = { species = \"hare\", mortality = 0.9, ticks = 6 }",
            3,
            Command::Calamity(Calamity::Epidemic {
                species: HARE,
                area: None,
                mortality: 0.9,
                ticks: 6,
            }),
        ),
        (
            "fire = { at = [500, 300], radius = 200 }",
            4,
            Command::Calamity(Calamity::Wildfire { area: disc, mortality: 0.5, ticks: 60 }),
        ),
        (
            "add = { species = \"clover\", count = 12, at = [500, 300], radius = 200 }",
            5,
            Command::Scatter { species: CLOVER, places: vec![at], radius: 200.0, count: 12 },
        ),
        (
            "remove = { species = \"deer\", share = 0.5 }",
            6,
            Command::RemoveShare(share(DEER, None, 0.5)),
        ),
        (
            "feed = { species = \"hare\", at = [500, 300], radius = 200 }",
            6,
            Command::FeedShare(share(HARE, Some(disc), 1.0)),
        ),
        ("rules = { light = 20, moving = 0.004 }", 7, Command::SetRules { rules }),
        ("wall = [100, 40, 124, 240]", 8, Command::BuildWall { area: wall }),
        (
            "polygon = [[300, 100], [420, 140], [360, 240]]",
            9,
            Command::BuildPolygon { corners: triangle.to_vec() },
        ),
        ("remove_walls = [100, 40, 124, 240]", 11, Command::RemoveWalls { area: wall }),
        (
            "paint = { tile = \"swamp\", from = [3, 5], to = [9, 7] }",
            12,
            Command::PaintTiles { tile: Tile::Swamp, cells },
        ),
        ("reseed = 8", 13, Command::Reseed { seed: 8 }),
    ];
    let sets: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(index, (text, tick, _))| format!("command.c{index}={{ tick = {tick}, {text} }}"))
        .collect();
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    let mut timed = set(&sets).simulation;
    let mut by_hand = set(&[]).simulation;
    for tick in 0..25 {
        assert_eq!(hash_without(timed.world()), by_hand.world().state_hash(), "tick {tick}");
        let due: Vec<_> = cases.iter().filter(|(_, at, _)| *at == tick).collect();
        for (_, _, command) in &due {
            by_hand
                .apply(command.clone())
                .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        }
        timed.tick();
        by_hand.tick();
        timed.check().unwrap();
        let given = timed.timed_outcomes().iter().map(|outcome| &outcome.command);
        assert!(given.eq(due.iter().map(|(_, _, command)| command)));
    }
}

#[test]
fn a_removed_share_is_exact_and_the_removed_die_by_removal() {
    let share = Share { species: CLOVER, area: None, share: 0.25 };
    let mut sim = meadow(vec![once("thin", 0, Intervention::Remove(share))]);
    let before = sim.world().populations()[0];
    sim.tick();
    let removed = sim.world().events().iter().filter(|event| {
        event.species == CLOVER && matches!(event.what, EventKind::Died { of: Death::Removed, .. })
    });
    assert!(before > 8);
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let expected = (before as f64 * 0.25).round();
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let found = removed.count() as f64;
    assert_eq!(found, expected);
}

#[test]
fn an_impossible_command_is_an_outcome_and_changes_nothing() {
    let all = Share { species: HARE, area: None, share: 1.0 };
    let timetable = vec![
        once("cull", 1, Intervention::Remove(all)),
        once("late", 2, Intervention::Feed(all)),
        once("link", 2, Intervention::OpenLink("ferry".to_owned())),
    ];
    let workdir = workdir();
    let mut sim = meadow(timetable.clone());
    let mut without = meadow(timetable[..1].to_vec());
    let dir = workdir.path("run");
    let recorder = Recorder::new(&dir, sim.world(), Provenance::default(), Options::default());
    let options = RunOptions { ticks: 5, check: true };
    run(&mut sim, options, Some(recorder.unwrap()), &mut []).unwrap();
    (0..5).for_each(|_| without.tick());
    assert_eq!(hash_without(sim.world()), hash_without(without.world()));
    let records = Manifest::read(&dir).unwrap().timetable;
    let refused: Vec<Option<&str>> = records.iter().map(|it| it.refused.as_deref()).collect();
    assert_eq!(
        refused,
        [
            None,
            Some("no hare is alive; choose another species"),
            Some("there is no link `ferry`; this world has no links"),
        ]
    );
    assert_eq!(records.iter().map(|it| it.tick).collect::<Vec<_>>(), [1, 2, 2]);
    let replayed = replay(&dir, Vec::new(), &mut |_: &World| std::ops::ControlFlow::Continue(()));
    assert_eq!(replayed.unwrap().difference, None);
}

#[test]
fn a_recording_replays_seeks_and_branches_with_its_timetable() {
    let workdir = workdir();
    let path = workdir.path("a.recording");
    let drought = Intervention::Drought { area: None, light: 0.1, ticks: 3 };
    let every = TimedCommand { every: Some(10), ..once("dry", 5, drought) };
    let sets = ["command.dry={ tick = 5, every = 10, drought = { light = 0.1, ticks = 3 } }"];
    let mut whole = set(&sets).simulation;
    assert_eq!(whole.world().config().timetable, [every]);
    let mut hashes = vec![whole.world().state_hash()];
    for _ in 0..TICKS {
        whole.tick();
        hashes.push(whole.world().state_hash());
    }
    let mut live = Playback::live(set(&sets), &Place::File(path.clone())).unwrap();
    (0..TICKS).for_each(|_| live.step().unwrap());
    let hash = |playback: &Playback| playback.simulation().world().state_hash();
    let at = |tick: u64| hashes[usize::try_from(tick).unwrap()];
    for tick in [30, 5, 6, 15, 16, 0, TICKS] {
        live.seek(tick).unwrap();
        assert_eq!(hash(&live), at(tick), "{tick}");
    }
    live.seek(15).unwrap();
    live.branch().unwrap();
    live.step().unwrap();
    assert_eq!(hash(&live), at(16), "the branch gives the command of tick 15 once");
    let timed = live.chronicle().remarks().iter().filter(|it| matches!(it.what, Notable::Timed(_)));
    assert_eq!(timed.map(|remark| remark.tick).collect::<Vec<_>>(), [6, 16]);
    live.finish().unwrap();
    let recording = Recording::open(&path).unwrap();
    let replayed = replay_recording(&recording, Vec::new(), &mut |_: &World| {
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(replayed.unwrap().difference, None);
    let Opened::Playback(opened) = Playback::of_recording(&path).unwrap() else { panic!() };
    let remarks = opened.chronicle().remarks().iter();
    let timed = remarks.filter(|remark| matches!(remark.what, Notable::Timed(_)));
    assert_eq!(timed.map(|remark| remark.tick).collect::<Vec<_>>(), [6, 16, 26, 36]);
}

#[test]
fn a_saved_scenario_has_the_commands_that_are_still_to_come() {
    let sets = [
        "command.past={ tick = 3, reseed = 2 }",
        "command.dry={ tick = 5, every = 10, until = 35, drought = { at = [300, 200] } }",
        "command.dim={ tick = 30, rules = { light = 20 } }",
        "command.cull={ tick = 31, remove = { species = \"hare\", share = 0.5 } }",
        "command.wet={ tick = 32, paint = { tile = \"swamp\", from = [1, 2], to = [3, 4] } }",
        "command.fence={ tick = 33, wall = [100, 40, 124.5, 240] }",
    ];
    let mut sim = set(&sets).simulation;
    (0..20).for_each(|_| sim.tick());
    let workdir = workdir();
    let path = workdir.path("later.toml");
    SavedScenario::new(sim.world(), Places::Random, &path).unwrap().save(&path).unwrap();
    let name = path.display().to_string();
    let start = Start::Scenario { name, overrides: Vec::new(), creature_folders: Vec::new() };
    let saved = start.ready().unwrap().simulation;
    let config = sim.world().config();
    let expected: Vec<TimedCommand> = config.timetable[1..]
        .iter()
        .map(|timed| TimedCommand {
            tick: timed.next(20).unwrap() - 20,
            until: timed.until.map(|until| until - 20),
            ..timed.clone()
        })
        .collect();
    assert_eq!(saved.world().config().timetable, expected);
    assert_eq!(expected[0].tick, 5);
}

fn intervention() -> impl Strategy<Value = Intervention> {
    let place = || (0.0..1200.0, 0.0..900.0).prop_map(|(x, y)| DVec2::new(x, y));
    let disc = move || (place(), 1.0..300.0).prop_map(|(at, radius)| Disc { at, radius });
    let area = move || prop::option::of(disc());
    let species = || (0..6_u16).prop_map(SpeciesId);
    let share = move || {
        let parts = (species(), area(), 0.0..=1.0);
        parts.prop_map(|(species, area, share)| Share { species, area, share })
    };
    let part = move || (place(), 1.0..200.0, 1.0..200.0);
    let area_of = |(at, x, y): (DVec2, f64, f64)| Aabb::spanning(at, at + DVec2::new(x, y));
    prop_oneof![
        (area(), 0.0..=1.0, 1..20_u64).prop_map(|(area, light, ticks)| Intervention::Drought {
            area,
            light,
            ticks
        }),
        (species(), area(), 0.0..=1.0, 1..20_u64).prop_map(|(species, area, mortality, ticks)| {
            Intervention::Plague { species, area, mortality, ticks }
        }),
        (disc(), 0.0..=1.0, 1..20_u64).prop_map(|(area, mortality, ticks)| Intervention::Fire {
            area,
            mortality,
            ticks
        }),
        (species(), area(), 1..30_u32).prop_map(|(species, area, count)| Intervention::Add {
            species,
            area,
            count
        }),
        share().prop_map(Intervention::Remove),
        share().prop_map(Intervention::Feed),
        (0..Rules::ALL.len(), 0.5..2.0).prop_map(|(index, factor)| {
            let rule = &Rules::ALL[index];
            Intervention::Rules(vec![(rule.name.to_owned(), rule.default * factor)])
        }),
        part().prop_map(move |part| Intervention::Wall(area_of(part))),
        part().prop_map(move |part| Intervention::RemoveWalls(area_of(part))),
        corners(400.0).prop_filter_map("its corners are in the world", |corners| {
            let is_inside = corners.iter().all(|corner| corner.cmpge(DVec2::ZERO).all());
            let polygon = Polygon::new(&corners).ok().filter(|_| is_inside);
            polygon.map(Intervention::Polygon)
        }),
        (0..20_u32, 0..15_u32, 0..4_u32).prop_map(|(x, y, side)| Intervention::Paint {
            tile: Tile::Water,
            from: Cell::new(x, y),
            to: Cell::new(x + side, y + side),
        }),
        (0..9_u64).prop_map(Intervention::Reseed),
    ]
}

fn timetable() -> impl Strategy<Value = Vec<TimedCommand>> {
    let timed = (0..TICKS, prop::option::of(1..15_u64), 0..TICKS, intervention());
    prop::collection::vec(timed, 1..12).prop_map(|timed| {
        let named = timed.into_iter().enumerate();
        named
            .map(|(index, (tick, every, span, intervention))| TimedCommand {
                every,
                until: every.map(|_| tick + span),
                ..once(&index.to_string(), tick, intervention)
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn any_timetable_equals_commands_given_by_hand_and_continues_after_a_snapshot(
        timetable in timetable(),
        cut in 0..TICKS,
    ) {
        let mut timed = meadow(timetable.clone());
        let mut by_hand = meadow(Vec::new());
        let mut resumed: Option<Simulation> = None;
        for tick in 0..TICKS {
            if tick == cut {
                resumed = Some(restored(timed.world()));
            }
            let mut results = Vec::new();
            for due in timetable.iter().filter(|timed| timed.is_due(tick)) {
                let command = Command::new(&due.intervention, by_hand.world());
                results.push(by_hand.apply(command));
            }
            timed.tick();
            by_hand.tick();
            let outcomes = timed.timed_outcomes().iter();
            prop_assert!(outcomes.map(|outcome| &outcome.result).eq(results.iter()));
            prop_assert_eq!(timed.check(), Ok(()));
            prop_assert_eq!(hash_without(timed.world()), by_hand.world().state_hash());
            if let Some(resumed) = &mut resumed {
                resumed.tick();
                prop_assert_eq!(timed.world().state_hash(), resumed.world().state_hash());
            }
        }
    }
}
