//! Movement of creatures: kept paths, moving obstacles, meetings in corridors, wariness and
//! planning budgets.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::behaviour::{ActionKind, EventKind, OrganismId, Refusal, Turn};
use terrarium::geometry::{DVec2, Segment, lattice};
use terrarium::record::census::Census;
use terrarium::world::{Journey, SavedNature};
use terrarium_testing::by_hand::{CELL, HERBIVORE, Scene, Stage, cell};
use terrarium_testing::with_threads;

const SPEED: f64 = 6.0;

/// Starts a scene in which every creature with a goal is sent there in the first tick.
fn send(scene: Scene, goals: &[(char, DVec2)]) -> Outing {
    let goals: BTreeMap<OrganismId, DVec2> =
        goals.iter().map(|&(letter, goal)| (scene.id(letter), goal)).collect();
    send_all(scene, goals)
}

fn send_all(scene: Scene, goals: BTreeMap<OrganismId, DVec2>) -> Outing {
    let script = goals.clone();
    let stage = scene.go(move |turn: &mut Turn<'_>| {
        if let (0, Some(&goal)) = (turn.senses.tick, script.get(&turn.senses.me.id)) {
            turn.intent.go_to(goal, SPEED);
        }
    });
    Outing { stage, goals, walks: BTreeMap::new(), refusals: Vec::new(), plans: 0, steps: 0 }
}

/// A simulation of travellers, with their positions and refusals.
struct Outing {
    stage: Stage,
    goals: BTreeMap<OrganismId, DVec2>,
    /// The positions of each creature with a goal after each tick.
    walks: BTreeMap<OrganismId, Vec<DVec2>>,
    refusals: Vec<(OrganismId, Refusal)>,
    plans: u64,
    steps: u64,
}

impl Outing {
    fn tick(&mut self) {
        self.stage.tick();
        for &id in self.goals.keys() {
            let at = self.stage.body(id).centre();
            self.walks.entry(id).or_default().push(at);
            self.refusals.extend(self.stage.events_of(id).into_iter().filter_map(
                |what| match what {
                    EventKind::Refused { slot: ActionKind::Move, why, .. } => Some((id, why)),
                    _ => None,
                },
            ));
        }
        let world = self.stage.0.world();
        self.plans += world.planning_effort().iter().map(|effort| effort.plans).sum::<u64>();
        self.steps += world.planning_effort().iter().map(|effort| effort.steps).sum::<u64>();
    }

    fn ticks(mut self, count: u64) -> Self {
        (0..count).for_each(|_| self.tick());
        self
    }

    /// Simulates until all have arrived; returns the number of ticks, or `None` after `most`.
    fn until_there(&mut self, most: u64) -> Option<u64> {
        (1..=most).find(|_| {
            self.tick();
            self.goals.iter().all(|(id, goal)| self.walks[id].last() == Some(goal))
        })
    }

    fn journey(&self, id: OrganismId) -> Option<Journey> {
        match self.stage.see(id)?.nature {
            SavedNature::Animal(.., motion) => motion.journey.map(|journey| *journey),
            _ => None,
        }
    }

    fn length(&self, id: OrganismId, start: DVec2) -> f64 {
        let mut from = start;
        self.walks[&id].iter().map(|&to| std::mem::replace(&mut from, to).distance(to)).sum()
    }
}

#[test]
fn a_path_around_a_wall_is_planned_once_and_kept() {
    let scene = Scene::new(
        "..........
         .....~....
         .h...~....
         .....~....
         ..........",
    );
    let (id, start, goal) = (scene.id('h'), cell(1, 2), cell(8, 2));
    let mut outing = send(scene, &[('h', goal)]);
    outing.until_there(60).expect("it arrives");
    // Around the two corners of the wall, at a distance of half a body.
    let corners = [cell(5, 1) - CELL, cell(5, 1) + DVec2::new(CELL, -CELL)];
    let shortest = start.distance(corners[0]) + 2.0 * CELL + corners[1].distance(goal);
    let length = outing.length(id, start);
    assert!(length <= shortest + 0.01, "{length} instead of {shortest}");
    assert_eq!(outing.plans, 1, "there is one plan");
}

/// Planning allows for rounding, so a body may be on the path by less than a step along it can slide past.
#[test]
fn a_body_that_a_path_only_grazes_stops_nobody() {
    for (beside, graze) in [(-CELL, 1.0), (-CELL, 7.0), (CELL, -1.0)] {
        let mut scene = Scene::new(&[".".repeat(10).as_str(); 10].join("\n"));
        let goal = DVec2::new(100.0, 20.0);
        let h = scene.add('h', DVec2::new(goal.x - graze * lattice::STEP, 200.0));
        scene.add('k', DVec2::new(goal.x + beside, 100.0));
        let mut outing = send_all(scene, BTreeMap::from([(h, goal)]));
        assert!(outing.until_there(60).is_some(), "{:?}", outing.walks[&h].last());
    }
}

#[test]
fn a_new_obstacle_on_the_path_is_avoided() {
    // Another creature stops on the path after it was planned.
    let scene = Scene::new(
        "...........
         h.........k
         ...........
         .....i.....
         ...........",
    );
    let (h, goal) = (scene.id('h'), cell(9, 1));
    let mut outing = send(scene, &[('h', goal), ('i', cell(5, 1))]);
    outing.until_there(80).expect("both arrive");
    assert!(outing.refusals.is_empty(), "{:?}", outing.refusals);
    let length = outing.length(h, cell(0, 1));
    assert!(length < 9.0 * CELL + 2.5 * CELL, "{length}");
}

#[test]
fn an_enclosed_creature_and_an_enclosed_goal_are_refusals() {
    for (picture, why) in [
        ("~~~...\n~h~..g\n~~~...", Refusal::Enclosed),
        ("......~~~\nh.....~g~\n......~~~", Refusal::Unreachable),
    ] {
        let scene = Scene::new(picture);
        let (h, g) = (scene.id('h'), scene.id('g'));
        let mut stage = scene.go(move |turn| turn.intent.go_beside(g, SPEED));
        let mut census = Census::new(stage.0.world());
        let start = stage.body(h);
        stage.tick();
        census.record(stage.0.world());
        let refused = EventKind::Refused { slot: ActionKind::Move, why, target: Some(g) };
        assert_eq!(stage.events_of(h), [refused], "{picture}");
        assert_eq!(stage.body(h), start);
        let flow = &census.flows()[HERBIVORE.index()];
        assert_eq!(
            (flow.planning_effort.plans, flow.planning_effort.enclosures),
            (1, 1),
            "{picture}"
        );
    }
}

#[test]
fn a_creature_that_is_at_its_destination_arrives() {
    for picture in ["h", "hg"] {
        let scene = Scene::new(picture);
        let (h, beside) = (scene.id('h'), picture.contains('g').then(|| scene.id('g')));
        let mut stage = scene.go(move |turn| match (turn.senses.tick, beside) {
            (0, Some(grass)) => turn.intent.go_beside(grass, SPEED),
            (0, None) => turn.intent.go_to(turn.senses.me.centre, SPEED),
            _ => {}
        });
        stage.tick();
        assert_eq!(stage.events_of(h), [EventKind::Arrived], "{picture}");
        stage.tick();
        assert!(stage.events_of(h).is_empty(), "{picture}");
    }
}

#[test]
fn animals_that_stand_in_every_path_are_waited_for_and_then_a_refusal() {
    let picture = "~i~...\njhk...\n~x~...";
    let scene = Scene::new(picture);
    let mut leaving = send(scene.clone(), &[('h', cell(4, 1)), ('k', cell(5, 2))]);
    leaving.until_there(60).expect("both arrive");
    assert!(leaving.refusals.is_empty(), "{:?}", leaving.refusals);

    let h = scene.id('h');
    let mut staying = send(scene, &[('h', cell(4, 1))]);
    (0..8).for_each(|_| staying.tick());
    assert!(staying.refusals.is_empty() && staying.journey(h).is_some());
    let staying = staying.ticks(40);
    assert_eq!(staying.refusals, [(h, Refusal::Enclosed)]);
    assert!(staying.journey(h).is_none());
}

#[test]
fn a_plan_over_many_ticks_gives_the_same_path() {
    let maze = "..................
                .~~~~~~~~~~~~~~~~.
                .~..............~.
                .~.~~~~~~~~~~~~.~.
                .~.~............~.
                .~.~.~~~~~~~~~~~~.
                .~.~...h..........
                .~.~~~~~~~~~~~~~~~
                .~................
                .~~~~~~~~~~~~~~~~.";
    let walk = |budget: f64| {
        let scene = Scene::new(maze).rule("planning_steps", budget);
        let (id, goal) = (scene.id('h'), cell(4, 8));
        let mut outing = send(scene, &[('h', goal)]);
        let ticks = outing.until_there(400).expect("it arrives");
        let walk = outing.walks.remove(&id).unwrap();
        let stood = walk.iter().filter(|&&at| at == cell(7, 6)).count() as u64;
        (ticks - stood, stood, walk.into_iter().skip(usize::try_from(stood).unwrap()).collect())
    };
    let (walking, standing, whole): (_, _, Vec<DVec2>) = walk(1e6);
    assert_eq!(standing, 0);
    for budget in [1.0, 2.0, 7.0] {
        let (ticks, standing, walk) = walk(budget);
        assert!(standing > 1, "with {budget} steps per tick it stands during the search");
        assert_eq!((ticks, &walk), (walking, &whole), "{budget} steps per tick");
    }
}

#[test]
fn two_travellers_that_meet_in_the_open_pass_without_oscillation() {
    for offset in [0.0, 3.0, -5.5] {
        let scene = Scene::new(
            "............
             ............
             h..........i
             ............
             ............",
        );
        let scene = scene.form('i', |_, body| body.centre.y += offset);
        let (h, i) = (scene.id('h'), scene.id('i'));
        let (left, right) = (cell(0, 2), cell(11, 2) + DVec2::new(0.0, offset));
        let mut outing = send(scene, &[('h', right), ('i', left)]);
        outing.until_there(80).unwrap_or_else(|| panic!("they pass each other, {offset}"));
        for id in [h, i] {
            let start = if id == h { left } else { right };
            let length = outing.length(id, start);
            assert!(length < left.distance(right) + 2.0 * CELL, "{length}, {offset}");
            let turns = sideways_turns(&outing.walks[&id]);
            assert!(turns <= 3, "it changed direction {turns} times, {offset}");
        }
    }
}

/// Counts how often a walk changes between up and down.
fn sideways_turns(walk: &[DVec2]) -> usize {
    let steps: Vec<f64> = walk.windows(2).map(|pair| pair[1].y - pair[0].y).collect();
    let steps: Vec<bool> = steps.into_iter().filter(|y| y.abs() > 0.5).map(|y| y > 0.0).collect();
    steps.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn where_two_travellers_meet_in_a_corridor_one_steps_aside() {
    for corridor in [
        // A niche behind the younger, one behind the elder, one in the middle, and open ends.
        "~~~~~~~~~~~.~~~
         h.............i
         ~~~~~~~~~~~~~~~",
        "~~~.~~~~~~~~~~~
         h.............i
         ~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~
         h.............i
         ~~~~~~~.~~~~~~~",
        "...~~~~~~~~~...
         h.............i
         ...~~~~~~~~~...",
    ] {
        let scene = Scene::new(corridor);
        let (left, right) = (cell(0, 1), cell(14, 1));
        let mut outing = send(scene, &[('h', right), ('i', left)]);
        let ticks = outing.until_there(500);
        assert!(ticks.is_some(), "they block each other in\n{corridor}\n{:?}", outing.goals);
    }
}

#[test]
fn wary_creatures_take_a_detour_around_threats_and_others_do_not() {
    let nearest = |wariness: f64| {
        let scene = Scene::new(
            "...............
             ...............
             ...............
             ...............
             h.............k
             .......v.......
             ...............
             ...............",
        );
        let mut scene = scene;
        scene.config.species[HERBIVORE.index()].wariness = wariness;
        let (h, danger) = (scene.id('h'), cell(7, 5));
        let mut outing = send(scene, &[('h', cell(13, 4))]);
        outing.until_there(120).expect("it arrives");
        let gap = |at: &DVec2| (*at - danger).abs().max_element() - CELL;
        outing.walks[&h].iter().map(gap).fold(f64::INFINITY, f64::min)
    };
    assert!(nearest(0.0) < 4.0, "without wariness it passes by");
    assert!(nearest(0.01) < 4.0, "the detour costs more than a little danger");
    assert!(nearest(5.0) >= 31.0, "wary creatures keep their clearance: {}", nearest(5.0));
}

#[test]
fn a_slower_moving_target_is_reached() {
    let scene = Scene::new(
        "..................
         ...h..............
         .....~~~..........
         .......~..........
         v......~..........
         ..................",
    );
    let (h, v) = (scene.id('h'), scene.id('v'));
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == v {
            turn.intent.go_beside(h, 9.0);
        } else if turn.senses.tick == 0 {
            turn.intent.go_to(cell(16, 5), 4.0);
        }
    });
    let touches = |stage: &Stage| stage.body(v).touches(&stage.body(h));
    let reached = (0..150).any(|_| {
        stage.tick();
        touches(&stage)
    });
    assert!(reached);
}

/// The cells on each side of the world of a crowd, and the number of them with grass.
const SIDE: u32 = 40;
const GRASS: usize = 200;

/// A crowd among grass, each creature with a random goal.
fn crowd(seed: u64, travellers: usize) -> Outing {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut scene = Scene::new(&[".".repeat(SIDE as usize).as_str(); SIDE as usize].join("\n"));
    let mut places: Vec<(u32, u32)> =
        (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))).collect();
    let mut take = || places.swap_remove(random.random_range(0..places.len()));
    for _ in 0..GRASS {
        let (x, y) = take();
        scene.add('g', cell(x, y));
    }
    let mut goals = BTreeMap::new();
    for _ in 0..travellers {
        let (start, goal) = (take(), take());
        let id = scene.add('h', cell(start.0, start.1));
        goals.insert(id, cell(goal.0, goal.1));
    }
    // Plants neither gain nor lose energy, so that only the travellers change.
    send_all(scene.rule("light", 0.0).rule("living_plant", 0.0), goals)
}

#[test]
fn no_traveller_in_a_crowd_stands_still_before_a_free_path() {
    for seed in [1, 2] {
        let mut outing = crowd(seed, 120);
        let mut stood: BTreeMap<OrganismId, u32> = BTreeMap::new();
        for _ in 0..400 {
            let ids: Vec<OrganismId> = outing.goals.keys().copied().collect();
            let could_move = |&id: &OrganismId| {
                let journey =
                    outing.journey(id).filter(|journey| is_path_free(&outing, id, journey));
                journey.map(|journey| (id, outing.stage.body(id), journey))
            };
            let could_move: Vec<_> = ids.iter().filter_map(could_move).collect();
            outing.tick();
            stood.retain(|id, _| could_move.iter().any(|(other, ..)| other == id));
            for (id, before, journey) in could_move {
                let count = stood.entry(id).or_default();
                *count = if outing.stage.body(id) == before { *count + 1 } else { 0 };
                // It may wait until others have passed.
                assert!(*count < 12, "{id} stands still, seed {seed}: {journey:?}");
            }
        }
        let there = |(id, goal): (&OrganismId, &DVec2)| outing.walks[id].last() == Some(goal);
        let arrived = outing.goals.iter().filter(|&entry| there(entry)).count();
        // A creature whose request is refused does not try again.
        assert!(arrived >= 110, "{arrived} of 120 have arrived, seed {seed}");
    }
}

/// Whether the next step of a journey is free.
fn is_path_free(outing: &Outing, id: OrganismId, journey: &Journey) -> bool {
    let body = outing.stage.see(id).unwrap().body;
    let Some(&waypoint) = journey.waypoints().first() else { return false };
    let step = (waypoint - body.centre).clamp_length_max(journey.speed);
    let segment = Segment::new(body.centre, lattice::snap_point(body.centre + step));
    let world = outing.stage.0.world();
    world.organisms().all(|organism| {
        let (other, area) = (organism.who.id, organism.body.area());
        other == id || !segment.enters(&area.inflated(DVec2::splat(body.radius)))
    })
}

#[test]
fn a_crowd_moves_the_same_on_any_number_of_threads() {
    let hashes = |threads: usize| {
        with_threads(threads, || crowd(7, 120).ticks(60).stage.0.world().state_hash())
    };
    assert_eq!(hashes(1), hashes(3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A goal that moves a little in every tick does not make a traveller oscillate.
    #[test]
    fn a_wandering_goal_is_followed(seed in 0..1000_u64) {
        let scene = Scene::new(
            "..............
             ..............
             .....~~~......
             h....~~~......
             .....~~~......
             ..............
             ..............",
        );
        let id = scene.id('h');
        let mut stage = scene.go(move |turn| {
            let mut random = Pcg64::seed_from_u64(seed ^ turn.senses.tick);
            let offset = DVec2::new(random.random::<f64>(), random.random::<f64>()) * 20.0 - 10.0;
            turn.intent.go_to(cell(12, 3) + offset, SPEED);
        });
        let mut walk = Vec::new();
        for _ in 0..60 {
            stage.tick();
            walk.push(stage.body(id).centre());
        }
        let before_the_rock = walk.iter().filter(|at| at.x < 5.0 * CELL);
        let before: Vec<DVec2> = before_the_rock.copied().collect();
        prop_assert!(sideways_turns(&before) <= 1, "{before:?}");
        prop_assert!(walk.last().unwrap().distance(cell(12, 3)) < 2.0 * CELL);
    }
}

#[test]
fn a_destination_under_an_organism_is_reached_beside_it() {
    let scene = Scene::new("h...g");
    let id = scene.id('h');
    let mut outing = send(scene, &[('h', cell(4, 0))]);
    (0..20).for_each(|_| outing.tick());
    assert_eq!(outing.stage.body(id).centre(), cell(3, 0));
    assert_eq!(outing.journey(id), None);
    assert!(outing.refusals.is_empty(), "{:?}", outing.refusals);
}
