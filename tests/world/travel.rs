//! How creatures get about in the world: plans that are kept, obstacles that move, meetings in
//! narrow places, fear, and budgets.

use std::collections::BTreeMap;

use crate::by_hand::{CELL, HERBIVORE, Scene, Stage};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::behaviour::{ActionKind, Destination, EventKind, OrganismId, Refusal, Turn};
use terrarium::geometry::{DVec2, Segment, lattice};
use terrarium::record::census::Census;
use terrarium::world::{Journey, SavedNature};

const SPEED: f64 = 6.0;

/// The middle of a cell of a picture.
fn cell(column: u32, row: u32) -> DVec2 {
    (DVec2::new(column.into(), row.into()) + 0.5) * CELL
}

/// Sets a scene going in which everybody with a goal is sent there once and then left alone.
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

/// Travellers on their ways, and what became of them.
struct Outing {
    stage: Stage,
    goals: BTreeMap<OrganismId, DVec2>,
    /// Where everybody with a goal was after each tick.
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
        self.plans += world.planning_effort().iter().map(|w| w.plans).sum::<u64>();
        self.steps += world.planning_effort().iter().map(|w| w.steps).sum::<u64>();
    }

    fn ticks(mut self, count: u64) -> Self {
        (0..count).for_each(|_| self.tick());
        self
    }

    /// Lives on until everybody has arrived, and answers after how many ticks; `None` when that is
    /// more than `most`.
    fn until_there(&mut self, most: u64) -> Option<u64> {
        (1..=most).find(|_| {
            self.tick();
            self.goals.iter().all(|(id, goal)| self.walks[id].last() == Some(goal))
        })
    }

    fn journey(&self, id: OrganismId) -> Option<Journey> {
        match self.stage.see(id)?.nature {
            SavedNature::Animal(.., motion) => motion.journey,
            _ => None,
        }
    }

    fn length(&self, id: OrganismId, start: DVec2) -> f64 {
        let mut from = start;
        self.walks[&id].iter().map(|&to| std::mem::replace(&mut from, to).distance(to)).sum()
    }
}

#[test]
fn a_way_around_a_wall_is_found_once_and_kept() {
    let scene = Scene::of(
        "..........
         .....~....
         .h...~....
         .....~....
         ..........",
    );
    let (id, start, goal) = (scene.id('h'), cell(1, 2), cell(8, 2));
    let mut outing = send(scene, &[('h', goal)]);
    outing.until_there(60).expect("it arrives");
    // Around the wall's two corners, half a body away from each.
    let corners = [cell(5, 1) - CELL, cell(5, 1) + DVec2::new(CELL, -CELL)];
    let shortest = start.distance(corners[0]) + 2.0 * CELL + corners[1].distance(goal);
    let length = outing.length(id, start);
    assert!(length <= shortest + 0.01, "{length} instead of {shortest}");
    assert_eq!(outing.plans, 1, "the plan was kept");
}

#[test]
fn what_grows_into_the_way_is_walked_around() {
    // Another creature comes to stand in the way after the plan was made.
    let scene = Scene::of(
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
fn who_is_closed_in_is_told_and_so_is_who_wants_to_what_is() {
    for (picture, why) in [
        ("~~~...\n~h~..g\n~~~...", Refusal::ClosedIn),
        ("......~~~\nh.....~g~\n......~~~", Refusal::NoWay),
    ] {
        let scene = Scene::of(picture);
        let (h, g) = (scene.id('h'), scene.id('g'));
        let mut stage = scene.go(move |turn| turn.intent.go_beside(g, SPEED));
        let mut census = Census::new(stage.0.world());
        let start = stage.body(h);
        stage.tick();
        census.note(stage.0.world());
        let refused = EventKind::Refused { slot: ActionKind::Move, why, whom: Some(g) };
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
fn a_plan_may_take_many_ticks_and_is_the_same_in_the_end() {
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
        let scene = Scene::of(maze).rule("planning_steps", budget);
        let (id, goal) = (scene.id('h'), cell(4, 8));
        let mut outing = send(scene, &[('h', goal)]);
        let ticks = outing.until_there(400).expect("it arrives");
        let walk = outing.walks.remove(&id).unwrap();
        let stood = walk.iter().filter(|&&at| at == cell(7, 6)).count() as u64;
        (ticks - stood, stood, walk.into_iter().skip(usize::try_from(stood).unwrap()).collect())
    };
    let (walking, at_once, whole): (_, _, Vec<DVec2>) = walk(1e6);
    assert_eq!(at_once, 0);
    for budget in [1.0, 2.0, 7.0] {
        let (ticks, thinking, walk) = walk(budget);
        assert!(thinking > 1, "with {budget} steps a tick it stands and thinks");
        assert_eq!((ticks, &walk), (walking, &whole), "{budget} steps a tick");
    }
}

#[test]
fn two_that_meet_in_the_open_pass_without_dithering() {
    for offset in [0.0, 3.0, -5.5] {
        let scene = Scene::of(
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
            assert!(turns <= 3, "it went to and fro {turns} times, {offset}");
        }
    }
}

/// How often a walk changes between going up and going down.
fn sideways_turns(walk: &[DVec2]) -> usize {
    let ways: Vec<f64> = walk.windows(2).map(|pair| pair[1].y - pair[0].y).collect();
    let ways: Vec<bool> = ways.into_iter().filter(|y| y.abs() > 0.5).map(|y| y > 0.0).collect();
    ways.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn where_two_meet_in_a_corridor_one_steps_aside() {
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
        let scene = Scene::of(corridor);
        let (left, right) = (cell(0, 1), cell(14, 1));
        let mut outing = send(scene, &[('h', right), ('i', left)]);
        let ticks = outing.until_there(500);
        assert!(ticks.is_some(), "they stand for ever in\n{corridor}\n{:?}", outing.goals);
    }
}

#[test]
fn the_wary_go_around_what_they_fear_and_the_bold_do_not() {
    let nearest = |wariness: f64| {
        let scene = Scene::of(
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
        let away = |at: &DVec2| (*at - danger).abs().max_element() - CELL;
        outing.walks[&h].iter().map(away).fold(f64::INFINITY, f64::min)
    };
    assert!(nearest(0.0) < 4.0, "the bold pass by");
    assert!(nearest(0.01) < 4.0, "a little fear is not worth the way");
    assert!(nearest(5.0) >= 31.0, "the wary keep their berth: {}", nearest(5.0));
}

#[test]
fn what_is_chased_is_reached() {
    let scene = Scene::of(
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

/// How many cells a crowd has on each side, and how many of them are grass.
const SIDE: u32 = 40;
const GRASS: usize = 200;

/// A crowd among grass, everybody on the way to a place of its own.
fn crowd(seed: u64, travellers: usize) -> Outing {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut scene = Scene::of(&[".".repeat(SIDE as usize).as_str(); SIDE as usize].join("\n"));
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
    // The young hold still, too: nothing but the travellers changes.
    send_all(scene.rule("light", 0.0).rule("living_plant", 0.0), goals)
}

#[test]
fn nobody_in_a_crowd_stands_still_with_a_free_way_before_it() {
    for seed in [1, 2] {
        let mut outing = crowd(seed, 120);
        let mut stood: BTreeMap<OrganismId, u32> = BTreeMap::new();
        for _ in 0..400 {
            let ids: Vec<OrganismId> = outing.goals.keys().copied().collect();
            let could_move = |&id: &OrganismId| {
                let journey =
                    outing.journey(id).filter(|journey| is_way_free(&outing, id, journey));
                journey.map(|journey| (id, outing.stage.body(id), journey))
            };
            let could_move: Vec<_> = ids.iter().filter_map(could_move).collect();
            outing.tick();
            stood.retain(|id, _| could_move.iter().any(|(other, ..)| other == id));
            for (id, before, journey) in could_move {
                let count = stood.entry(id).or_default();
                *count = if outing.stage.body(id) == before { *count + 1 } else { 0 };
                assert!(*count < 3, "{id} stands still, seed {seed}: {journey:?}");
            }
        }
        let there = |(id, goal): (&OrganismId, &DVec2)| outing.walks[id].last() == Some(goal);
        let arrived = outing.goals.iter().filter(|&entry| there(entry)).count();
        // Who is told that there is no way does not try again.
        assert!(arrived >= 110, "{arrived} of 120 have arrived, seed {seed}");
    }
}

/// Whether nothing stands in the first step of the way.
fn is_way_free(outing: &Outing, id: OrganismId, journey: &Journey) -> bool {
    let body = outing.stage.see(id).unwrap().body;
    let Some(&corner) = journey.waypoints().first() else { return false };
    let step = (corner - body.centre).clamp_length_max(journey.speed);
    let way = Segment::new(body.centre, lattice::snap_point(body.centre + step));
    let world = outing.stage.0.world();
    world.organisms().all(|organism| {
        let (other, area) = (organism.who.id, organism.body.area());
        other == id || !way.enters(&area.inflated(DVec2::splat(body.radius)))
    })
}

#[test]
fn a_crowd_moves_the_same_on_any_number_of_threads() {
    let hashes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| crowd(7, 120).ticks(60).stage.0.world().state_hash())
    };
    assert_eq!(hashes(1), hashes(3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A goal that is always a little elsewhere never makes a walker turn back and forth.
    #[test]
    fn a_wandering_goal_is_followed(seed in 0..1000_u64) {
        let scene = Scene::of(
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
            let stray = DVec2::new(random.random::<f64>(), random.random::<f64>()) * 20.0 - 10.0;
            turn.intent.go_to(cell(12, 3) + stray, SPEED);
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
fn a_destination_under_somebody_means_next_to_it() {
    let scene = Scene::of("h...g");
    let id = scene.id('h');
    let mut outing = send(scene, &[('h', cell(4, 0))]);
    (0..20).for_each(|_| outing.tick());
    assert_eq!(outing.stage.body(id).centre(), cell(3, 0));
    assert_eq!(outing.journey(id), None);
    assert!(outing.refusals.is_empty(), "{:?}", outing.refusals);
    let _ = Destination::Point(DVec2::ZERO);
}
