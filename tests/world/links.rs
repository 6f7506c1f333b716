//! Two islands with a ferry: walkers cross, wait for room, and plan anew when it closes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use terrarium::behaviour::{Blocker, EventKind, OrganismId, Refusal, Turn};
use terrarium::geometry::{Aabb, DVec2};
use terrarium::playback::Inspection;
use terrarium::record::Scene as RecordScene;
use terrarium::record::changes::CommandRecord;
use terrarium::tick::{Command, CommandRefusal};
use terrarium::world::{JourneyState, SavedNature, WorldLink};
use terrarium_testing::by_hand::{Scene, Stage, simulation_of};
use terrarium_testing::with_threads;

use crate::arena::found;
use crate::restored::reread;

const ISLANDS: &str = "
    h.h.h...~~~~........
    ........~~~~........
    h.h.h...~~~~........
    ........~~~~........
    h.h.h...~~~~........
    ........~~~~........
    h.h.h...~~~~........";

const NEAR: DVec2 = DVec2::new(180.0, 84.0);
const FAR: DVec2 = DVec2::new(300.0, 84.0);

/// From one island to the same place on the other.
const ACROSS: DVec2 = DVec2::new(14.0 * 24.0, 0.0);

/// The duration of a crossing, in ticks.
const TICKS: u32 = 10;

fn ferry(both_ways: bool) -> WorldLink {
    WorldLink {
        name: "ferry".to_owned(),
        from: NEAR,
        to: FAR,
        ticks: TICKS,
        cost: None,
        both_ways,
        is_open: true,
    }
}

fn scene(picture: &str, links: Vec<WorldLink>) -> Scene {
    let mut scene = Scene::new(picture)
        .rule("living_animal", 0.0)
        .rule("moving", 0.0)
        .rule("lifespan_herbivore", 1e6);
    scene.config.links = links;
    scene
}

/// Walkers that go to their goals in the first tick, and again whenever they stand idle.
struct Crossing {
    stage: Stage,
    goals: BTreeMap<OrganismId, DVec2>,
    events: Vec<(u64, OrganismId, EventKind)>,
}

fn decide(
    goals: BTreeMap<OrganismId, DVec2>,
) -> impl Fn(&mut Turn<'_>) + Clone + Send + Sync + 'static {
    move |turn: &mut Turn<'_>| {
        let Some(&goal) = goals.get(&turn.senses.me.id) else { return };
        if !turn.senses.me.travelling && turn.senses.me.centre != goal {
            turn.intent.go_to(goal, 6.0);
        }
    }
}

impl Crossing {
    /// Every animal goes to the same place on the other island.
    fn new(picture: &str, links: Vec<WorldLink>) -> Self {
        let world = scene(picture, links).world();
        let goal = |centre: DVec2| if centre.x < 240.0 { centre + ACROSS } else { centre - ACROSS };
        let goals: BTreeMap<_, _> =
            world.organisms().map(|it| (it.who.id, goal(it.body.centre))).collect();
        let stage = simulation_of(world, decide(goals.clone()));
        Self { stage, goals, events: Vec::new() }
    }

    fn walk(&mut self, ticks: u64) {
        for _ in 0..ticks {
            self.stage.tick();
            let world = self.stage.0.world();
            let events = world.events().iter();
            self.events.extend(events.map(|it| (world.tick(), it.to, it.what.clone())));
        }
    }

    fn arrived(&self) -> usize {
        let centre = |id: &OrganismId| self.stage.see(*id).unwrap().body.centre;
        self.goals.iter().filter(|(id, goal)| centre(id) == **goal).count()
    }

    fn count(&self, is: impl Fn(&EventKind) -> bool) -> usize {
        self.events.iter().filter(|(.., what)| is(what)).count()
    }

    fn walk_until_all_arrive(&mut self, most: u64) {
        let mut ticks = 0;
        while self.arrived() < self.goals.len() {
            assert!(ticks < most, "{} of {} after {ticks}", self.arrived(), self.goals.len());
            self.walk(10);
            ticks += 10;
        }
    }

    fn command(&mut self, command: Command) {
        self.stage.0.apply(command).unwrap();
    }

    fn state(&self, id: OrganismId) -> Option<JourneyState> {
        match self.stage.see(id).unwrap().nature {
            SavedNature::Animal(.., motion) => motion.journey.map(|journey| journey.state),
            _ => None,
        }
    }
}

fn is_refusal(what: &EventKind) -> bool {
    matches!(what, EventKind::Refused { .. })
}

fn close() -> Command {
    Command::CloseLink { link: "ferry".to_owned() }
}

fn open() -> Command {
    Command::OpenLink { link: "ferry".to_owned() }
}

#[test]
fn all_walkers_arrive_by_the_ferry() {
    let mut crossing = Crossing::new(ISLANDS, vec![ferry(false)]);
    crossing.walk_until_all_arrive(1500);
    assert_eq!(crossing.count(is_refusal), 0);
    let mut embarked = BTreeMap::new();
    let mut crossed = 0;
    for (tick, id, what) in &crossing.events {
        match what {
            EventKind::Embarked { link: 0 } => {
                assert_eq!(embarked.insert(*id, *tick), None, "{id} embarks once");
            }
            EventKind::Crossed { link: 0 } => {
                assert!(tick - embarked[id] >= u64::from(TICKS));
                crossed += 1;
            }
            _ => {}
        }
    }
    assert_eq!((embarked.len(), crossed), (12, 12));
}

#[test]
fn travellers_in_both_directions_change_places() {
    let picture = "
        h.h.h...~~~~........
        ........~~~~..h.h.h.
        h.h.h...~~~~........
        ........~~~~........
        h.......~~~~........
        ........~~~~..h.h.h.
        ........~~~~......h.";
    let mut crossing = Crossing::new(picture, vec![ferry(true)]);
    crossing.walk_until_all_arrive(1500);
    assert_eq!(crossing.count(is_refusal), 0);
    assert_eq!(crossing.count(|what| matches!(what, EventKind::Crossed { .. })), 14);
}

#[test]
fn crowds_in_both_directions_arrive() {
    let picture = "
        h.h.h.....~~~~..........
        ..........~~~~....h.h.h.
        h.h.h.....~~~~..........
        ..........~~~~....h.h.h.
        ..h.h.....~~~~..........
        ..........~~~~....h.h.h.
        h.h.h.....~~~~..........
        ..........~~~~....h.h.h.
        h.h.h.....~~~~..........";
    let at = |x: f64| DVec2::new(x, 4.5 * 24.0);
    let link = WorldLink { from: at(9.5 * 24.0), to: at(14.5 * 24.0), ..ferry(true) };
    let mut crossing = Crossing::new(picture, vec![link]);
    crossing.walk_until_all_arrive(4000);
    assert_eq!(crossing.count(is_refusal), 0);
}

#[test]
fn a_closed_ferry_is_no_path_and_one_way_is_one_way() {
    let unreachable = |what: &EventKind| {
        matches!(what, EventKind::Refused { why: Refusal::Unreachable | Refusal::Enclosed, .. })
    };
    let closed = WorldLink { is_open: false, ..ferry(true) };
    let back = WorldLink { from: FAR, to: NEAR, ..ferry(false) };
    for links in [vec![closed], vec![back]] {
        let mut crossing = Crossing::new(ISLANDS, links);
        crossing.walk(3);
        assert_eq!(crossing.count(unreachable), 3 * 12);
        assert_eq!(crossing.count(|what| matches!(what, EventKind::Embarked { .. })), 0);
    }
    let mut crossing = Crossing::new(ISLANDS, vec![WorldLink { is_open: false, ..ferry(false) }]);
    crossing.walk(2);
    crossing.command(open());
    crossing.walk_until_all_arrive(1500);
}

#[test]
fn journeys_are_planned_anew_when_the_ferry_closes() {
    let mut crossing = Crossing::new(ISLANDS, vec![ferry(false)]);
    let aboard = |crossing: &Crossing| {
        let is_aboard =
            |id: &&OrganismId| matches!(crossing.state(**id), Some(JourneyState::Crossing { .. }));
        crossing.goals.keys().find(is_aboard).copied()
    };
    for _ in 0..200 {
        if aboard(&crossing).is_some() {
            break;
        }
        crossing.walk(1);
    }
    let passenger = aboard(&crossing).unwrap();
    let lines = Inspection::new(&crossing.stage.0, passenger).unwrap().sections();
    let values: Vec<String> =
        lines.into_iter().flat_map(|section| section.lines).map(|line| line.value).collect();
    assert!(values.iter().any(|value| value.starts_with("crossing for ")), "{values:?}");
    assert!(values.iter().any(|value| value == "ferry"), "{values:?}");
    crossing.command(close());
    crossing.walk(30);
    assert_eq!(crossing.count(|what| matches!(what, EventKind::Crossed { .. })), 0);
    assert!(crossing.count(is_refusal) >= 12);
    assert_eq!(
        crossing.stage.0.apply(close()).unwrap_err().to_string(),
        "the link `ferry` is already closed; choose another link"
    );
    let unknown = Command::OpenLink { link: "fery".to_owned() };
    assert!(matches!(crossing.stage.0.apply(unknown), Err(CommandRefusal::NoSuchLink { .. })));
    crossing.command(open());
    crossing.walk_until_all_arrive(1500);
}

#[test]
fn a_passenger_waits_for_room_and_shows_what_blocks_it() {
    let picture = "
        h.......~~~~........
        ........~~~~........
        ........~~~~........
        ........~~~~k.......
        ........~~~~........";
    let mut crossing = Crossing::new(picture, vec![ferry(false)]);
    let [passenger, blocker] = [OrganismId(1), OrganismId(2)];
    crossing.goals.remove(&blocker);
    let world = scene(picture, vec![ferry(false)]).world();
    crossing.stage = simulation_of(world, decide(crossing.goals.clone()));
    crossing.walk(120);
    let is_blocked =
        |what: &EventKind| *what == EventKind::Blocked { by: Blocker::Organism(blocker) };
    assert!(crossing.count(is_blocked) > 20);
    assert_eq!(crossing.stage.see(passenger).unwrap().body.centre, NEAR);
    crossing.command(Command::Remove { organism: blocker });
    crossing.walk(1);
    assert_eq!(crossing.stage.see(passenger).unwrap().body.centre, FAR);
    crossing.walk_until_all_arrive(200);
}

#[test]
fn a_passenger_waits_for_what_never_moves() {
    for standing in ['g', 'c'] {
        let far_end = format!("........~~~~{standing}.......");
        let picture = ["h.......~~~~........", "", "", &far_end].map(|row| match row {
            "" => "........~~~~........",
            row => row,
        });
        let scene = scene(&picture.join("\n"), vec![ferry(false)]);
        let (h, other) = (scene.id('h'), scene.id(standing));
        let scene = scene.rule("light", 0.0).rule("living_plant", 0.0).rule("rotting_ticks", 1e6);
        let goals = BTreeMap::from([(h, DVec2::new(12.0, 12.0) + ACROSS)]);
        let mut stage = simulation_of(scene.world(), decide(goals));
        let is_blocked = |stage: &Stage| {
            let events = stage.events_of(h);
            events.contains(&EventKind::Blocked { by: Blocker::Organism(other) })
        };
        let blocked = (0..120).filter(|_| {
            stage.tick();
            is_blocked(&stage)
        });
        assert!(blocked.count() > 10, "{standing}");
        stage.0.check().unwrap();
    }
}

#[test]
fn a_longer_walk_is_preferred_to_a_dearer_link() {
    let picture = "
        h.......~~..........
        ........~~..........
        ....................
        ....................";
    for (cost, crossings) in [(1000.0, 0), (10.0, 1)] {
        let link = WorldLink {
            from: DVec2::new(180.0, 12.0),
            to: DVec2::new(252.0, 12.0),
            ticks: 0,
            cost: Some(cost),
            ..ferry(false)
        };
        let mut crossing = Crossing::new(picture, vec![link]);
        crossing.walk_until_all_arrive(300);
        let crossed = |what: &EventKind| matches!(what, EventKind::Crossed { .. });
        assert_eq!(crossing.count(crossed), crossings);
    }
}

#[test]
fn a_walker_takes_several_links_and_nearest_places_are_over_links() {
    let picture = "
        h...~~~~....~~~~....
        ....~~~~....~~~~....
        ....~~~~....~~~~....";
    let link = |name: &str, from: f64, to: f64| WorldLink {
        name: name.to_owned(),
        from: DVec2::new(from, 36.0),
        to: DVec2::new(to, 36.0),
        ..ferry(true)
    };
    let links = vec![link("first", 84.0, 204.0), link("second", 276.0, 396.0)];
    let world = scene(picture, links).world();
    // In the water beyond the last island but one: the nearest place is on the last.
    let water = DVec2::new(380.0, 20.0);
    let mut stage = simulation_of(world, move |turn: &mut Turn<'_>| {
        if turn.senses.tick == 0 {
            turn.intent.go_near(water, 6.0);
        }
    });
    let mut crossed = Vec::new();
    for _ in 0..200 {
        stage.tick();
        crossed.extend(stage.events_of(OrganismId(1)).into_iter().filter_map(|what| match what {
            EventKind::Crossed { link } => Some(link),
            _ => None,
        }));
    }
    assert_eq!(crossed, [0, 1]);
    assert_eq!(stage.see(OrganismId(1)).unwrap().body.centre, DVec2::new(396.0, 20.0));
}

#[test]
fn a_hunter_takes_the_ferry_to_prey_on_the_other_side() {
    let picture = "
        ........~~~~........
        ....v...~~~~...h....
        ........~~~~........
        ........~~~~........";
    let scene = scene(picture, vec![ferry(true)]);
    let (hunter, prey) = (scene.id('v'), scene.id('h'));
    let mut stage = simulation_of(scene.world(), move |turn: &mut Turn<'_>| {
        if turn.senses.me.id == hunter {
            turn.intent.go_beside(prey, 6.0);
        }
    });
    let mut crossed = 0;
    for _ in 0..150 {
        stage.tick();
        let is_crossing = |what: &&EventKind| matches!(what, EventKind::Crossed { .. });
        crossed += stage.events_of(hunter).iter().filter(is_crossing).count();
    }
    assert_eq!(crossed, 1);
    assert!(stage.body(hunter).gap(&stage.body(prey)) <= 2.0);
}

#[test]
fn nobody_takes_a_ferry_to_prey_that_is_straight_ahead() {
    // The ferry, which is free of cost, would be the shorter path.
    let picture = "
        v..............h....
        ....................";
    let link = WorldLink {
        from: DVec2::new(36.0, 12.0),
        to: DVec2::new(300.0, 12.0),
        ticks: 0,
        cost: Some(0.0),
        ..ferry(true)
    };
    let scene = scene(picture, vec![link]);
    let (hunter, prey) = (scene.id('v'), scene.id('h'));
    let mut stage = simulation_of(scene.world(), move |turn: &mut Turn<'_>| {
        if turn.senses.me.id == hunter {
            turn.intent.go_beside(prey, 6.0);
        }
    });
    for _ in 0..80 {
        stage.tick();
        assert!(!stage.events_of(hunter).iter().any(|it| matches!(it, EventKind::Embarked { .. })));
    }
    assert!(stage.body(hunter).gap(&stage.body(prey)) <= 2.0);
}

#[test]
fn a_blocked_end_is_left_for_another_link() {
    // A plant stands at the far end of the nearer ferry, and another one at the near end in the second case.
    let pictures = [
        "
        h.......~~~~........
        ........~~~~........
        ........~~~~........
        ........~~~~g.......
        ........~~~~........
        ........~~~~........
        ........~~~~........
        ........~~~~........",
        "
        h.......~~~~........
        ........~~~~........
        ........~~~~........
        .......g~~~~........
        ........~~~~........
        ........~~~~........
        ........~~~~........
        ........~~~~........",
    ];
    let down = DVec2::new(0.0, 4.0 * 24.0);
    let second =
        WorldLink { name: "second".to_owned(), from: NEAR + down, to: FAR + down, ..ferry(true) };
    for picture in pictures {
        let scene = scene(picture, vec![ferry(true), second.clone()]);
        let scene = scene.rule("light", 0.0).rule("living_plant", 0.0);
        let walker = scene.id('h');
        let goals = BTreeMap::from([(walker, DVec2::new(12.0, 12.0) + ACROSS)]);
        let mut stage = simulation_of(scene.world(), decide(goals.clone()));
        let mut crossed = Vec::new();
        for _ in 0..300 {
            stage.tick();
            crossed.extend(stage.events_of(walker).into_iter().filter_map(|what| match what {
                EventKind::Crossed { link } => Some(link),
                _ => None,
            }));
        }
        assert_eq!(crossed, [1], "{picture}");
        assert_eq!(stage.body(walker).centre(), goals[&walker]);
    }
}

#[test]
fn links_that_begin_near_by_are_seen_from_both_ends() {
    let picture = "
        h.......~~~~........
        ........~~~~........
        ........~~~~........
        ........~~~~......k.
        ........~~~~........";
    let scene = scene(picture, vec![ferry(true)]).rule("sight_base", 170.0);
    let (west, east) = (scene.id('h'), scene.id('k'));
    let mut stage = simulation_of(scene.world(), move |turn: &mut Turn<'_>| {
        let seen = turn.senses.links;
        assert_eq!(seen.len(), 1);
        let [near, far] = if turn.senses.me.id == west { [NEAR, FAR] } else { [FAR, NEAR] };
        assert_eq!((seen[0].near, seen[0].far, seen[0].ticks), (near, far, TICKS));
        assert_eq!(seen[0].is_open, turn.senses.tick < 2);
        let gap = turn.senses.me.body().gap(&Aabb::spanning(near, near));
        assert_eq!((seen[0].gap, seen[0].link), (gap, 0));
    });
    stage.ticks(2);
    stage.0.apply(close()).unwrap();
    stage.ticks(2);
    assert!(stage.see(east).is_some());
}

/// The states after each tick, with a copy through a snapshot, and commands on the way.
fn hashes(restored_at: Option<u64>) -> Vec<u128> {
    let mut crossing = Crossing::new(ISLANDS, vec![ferry(true)]);
    let mut hashes = Vec::new();
    for tick in 0..160 {
        match tick {
            50 => crossing.command(close()),
            70 => crossing.command(open()),
            _ => {}
        }
        if restored_at == Some(tick) {
            let world = reread(crossing.stage.0.world()).world;
            crossing.stage = simulation_of(world, decide(crossing.goals.clone()));
        }
        crossing.walk(1);
        hashes.push(crossing.stage.0.world().state_hash().0);
    }
    let aboard = crossing.goals.keys().filter_map(|id| crossing.state(*id));
    assert!(aboard.into_iter().count() > 0, "some are still on their way");
    hashes
}

#[test]
fn a_run_repeats_after_a_snapshot_in_a_crossing_and_on_any_number_of_threads() {
    let on = |threads, restored_at| with_threads(threads, || hashes(restored_at));
    let whole = on(1, None);
    assert_eq!(on(2, None), whole);
    assert_eq!(on(4, None), whole);
    for restored_at in [25, 38, 60, 90] {
        assert_eq!(on(2, Some(restored_at)), whole, "restored at {restored_at}");
    }
}

#[test]
fn commands_and_scenes_are_recorded_with_links() {
    for (command, json) in [
        (open(), r#"{"tick":3,"command":"open_link","link":"ferry"}"#),
        (close(), r#"{"tick":3,"command":"close_link","link":"ferry"}"#),
    ] {
        let record: CommandRecord = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&record).unwrap(), json);
        let world = scene(ISLANDS, vec![ferry(true)]).world();
        assert_eq!(record.read(std::path::Path::new(""), &world).unwrap(), command);
    }
    let mut crossing = Crossing::new(ISLANDS, vec![ferry(true)]);
    crossing.command(close());
    let recorded = RecordScene::new(&crossing.stage.0, None);
    let [link] = &recorded.links[..] else { panic!("{:?}", recorded.links) };
    assert_eq!((link.name.as_str(), link.is_open, link.both_ways), ("ferry", false, true));
    assert_eq!(RecordScene::from_bytes(&recorded.to_bytes()).unwrap().links, recorded.links);
}

const ISLES: &str = r#"
description = "Two islands"

[terrain]
tile = 32
rows = ["    ~~~~    ", "    ~~~~    "]

[[links]]
name = "ferry"
from = [100, 32]
to = [280, 32]
ticks = 12
one_way = true
"#;

#[test]
fn links_in_scenarios_are_validated_where_they_stand() {
    let world = found(ISLES, &[]).unwrap();
    let [link] = &world.config().links[..] else { panic!("one link") };
    assert_eq!((link.ticks, link.both_ways, link.is_open, link.cost), (12, false, true, None));
    let refused = |from: &str, to: &str| {
        assert!(ISLES.contains(from), "{from}");
        let error = found(&ISLES.replace(from, to), &[]).err().expect("it is invalid");
        error.to_string()
    };
    let again = "[[links]]\nname = \"ferry\"\nfrom = [1, 1]\nto = [2, 2]\nticks = 1\n";
    let errors = [
        refused("to = [280, 32]", "to = [180, 32]"),
        refused("to = [280, 32]", "to = [280, 90]"),
        refused("from = [100, 32]", "from = [120, 32]"),
        refused("to = [280, 32]", "to = [380, 32]"),
        refused("ticks = 12", "ticks = -1"),
        refused("one_way = true", "one_way = \"no\""),
        refused("one_way = true", "oneway = true"),
        refused("one_way = true\n", again),
        refused("[[links]]", "[links]"),
        refused("name = \"ferry\"\n", ""),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r#"
    arena.toml:11:6: the link `ferry` ends in impassable terrain; give a passable point from [0, 0] to [384, 64]
    arena.toml:11:6: the link `ferry` ends outside the world; give a passable point from [0, 0] to [384, 64]
    arena.toml:10:8: no animal has room at this end of the link `ferry`, not even a newborn of radius 11; give a point at least 11 away from walls and the border
    arena.toml:11:6: no animal has room at this end of the link `ferry`, not even a newborn of radius 11; give a point at least 11 away from walls and the border
    arena.toml:12:9: `links.ticks` is `-1`; give a whole number from 0 to 1000000 ticks
    arena.toml:13:11: `links.one_way` is the string `"no"`; give true or false, without quotes
    arena.toml:13:1: there is no key `oneway` in [links]; did you mean `one_way`?
    arena.toml:14:8: the link `ferry` is already at arena.toml:9:8; give each link a name of its own
    arena.toml:8:1: `links` is the table `[links]`; give a list of tables: write `[[links]]`, with two brackets
    arena.toml:8:1: `name` is missing in [links]; add a line such as `name = "ferry"`
    "#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn nobody_ever_overlaps_whatever_is_switched_and_added(
        switches in prop::collection::vec((0..200_u64, any::<bool>()), 0..6),
        walls in prop::collection::vec((0..200_u64, 0..450_u32, 0..150_u32), 0..3),
    ) {
        let mut crossing = Crossing::new(ISLANDS, vec![ferry(true)]);
        for tick in 0..200 {
            for &(_, opens) in switches.iter().filter(|(at, _)| *at == tick) {
                let _ = crossing.stage.0.apply(if opens { open() } else { close() });
            }
            for &(_, x, y) in walls.iter().filter(|(at, ..)| *at == tick) {
                let area = Aabb::square(DVec2::new(x.into(), y.into()), 10.0);
                let _ = crossing.stage.0.apply(Command::Wall { area });
            }
            crossing.walk(1);
        }
    }
}
