//! Travellers that come towards each other: pairs in the open and in corridors, and groups.

use std::collections::BTreeMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium_creatures::behaviour::{OrganismId, Turn};
use terrarium_space::geometry::{DVec2, lattice};
use terrarium_testing::by_hand::{Scene, Stage};

const SPEED: f64 = 6.0;

/// The width of a body, and the side of a cell.
const BODY: f64 = 24.0;

/// How many ticks later than alone each of two travellers may arrive.
const LATE: u32 = 30;

/// In how many of 250 corridors as wide as two bodies those who meet may not have passed yet after 300 ticks.
const STUCK: usize = 25;

/// Creatures with goals in a world in which moving is free of costs.
struct Meeting {
    scene: Scene,
    goals: BTreeMap<OrganismId, DVec2>,
}

impl Meeting {
    fn in_world(picture: &str, seed: u64) -> Self {
        let mut scene = Scene::new(picture).rule("living_animal", 0.0).rule("moving", 0.0);
        scene.config.seed = seed;
        Self { scene, goals: BTreeMap::new() }
    }

    /// Two creatures that go to each other's place.
    fn add_pair(&mut self, ends: [DVec2; 2]) {
        let [h, i] = ends.map(|end| self.scene.add('h', end));
        self.goals.extend([(h, ends[1]), (i, ends[0])]);
    }

    /// How many ticks later than alone each creature arrives; `None` for those that are under way after
    /// `most` ticks.
    fn delays(self, most: u32) -> Vec<Option<u32>> {
        let Self { scene, goals } = self;
        let starts: BTreeMap<OrganismId, DVec2> =
            scene.organisms.iter().map(|it| (it.who.id, it.body.centre)).collect();
        let script = goals.clone();
        let mut stage: Stage = scene.go(move |turn: &mut Turn<'_>| {
            if turn.senses.tick == 0 {
                turn.intent.go_to(script[&turn.senses.me.id], SPEED);
            }
        });
        let mut arrived: BTreeMap<OrganismId, u32> = BTreeMap::new();
        for tick in 1..=most {
            stage.0.tick();
            for (&id, &goal) in &goals {
                if stage.body(id).centre() == goal {
                    arrived.entry(id).or_insert(tick);
                }
            }
            if arrived.len() == goals.len() {
                break;
            }
        }
        stage.0.check().expect("nobody overlaps");
        let delay = |(id, goal): (&OrganismId, &DVec2)| {
            let alone = (1..).find(|&ticks| starts[id].distance(*goal) <= SPEED * f64::from(ticks));
            arrived.get(id).map(|tick| tick.saturating_sub(alone.expect("it is finite")))
        };
        goals.iter().map(delay).collect()
    }
}

fn between(random: &mut impl Rng, low: f64, high: f64) -> f64 {
    lattice::snap(random.random_range(low..high))
}

/// Asserts that both creatures of a pair arrive soon.
fn assert_soon(meeting: Meeting, what: impl std::fmt::Display) {
    let delays = meeting.delays(300);
    let is_soon = |delay: &Option<u32>| delay.is_some_and(|ticks| ticks <= LATE);
    assert!(delays.iter().all(is_soon), "{what}: {delays:?} ticks late");
}

/// On one line, shifted by less than a body, or at an angle; along either axis.
#[test]
fn pairs_that_meet_in_the_open_part_at_once() {
    let picture = [".".repeat(20).as_str(); 20].join("\n");
    for seed in 0..2000 {
        let mut random = Pcg64::seed_from_u64(seed);
        let shift = match seed % 6 {
            0 | 1 => 0.0,
            2 | 3 => between(&mut random, -BODY, BODY),
            _ => between(&mut random, -180.0, 180.0),
        };
        let mut ends = [DVec2::new(60.0, 240.0), DVec2::new(420.0, 240.0 + shift)];
        if seed.is_multiple_of(2) {
            ends = ends.map(|end| DVec2::new(end.y, end.x));
        }
        let mut meeting = Meeting::in_world(&picture, seed);
        meeting.add_pair(ends);
        assert_soon(meeting, format_args!("seed {seed}, {ends:?}"));
    }
}

/// A pair that meets in a corridor some bodies wide.
fn in_corridor(width: u32, seed: u64) -> (Meeting, [DVec2; 2]) {
    let wall = "~".repeat(20);
    let free = [".".repeat(20)].into_iter().cycle().take(width as usize);
    let rows: Vec<String> = [wall.clone()].into_iter().chain(free).chain([wall]).collect();
    let far = BODY * (f64::from(width) + 0.5);
    let mut random = Pcg64::seed_from_u64(seed);
    let mut end = |x: f64| DVec2::new(x, between(&mut random, BODY * 1.5, far));
    let ends = [end(30.0), end(450.0)];
    let mut meeting = Meeting::in_world(&rows.join("\n"), seed);
    meeting.add_pair(ends);
    (meeting, ends)
}

#[test]
fn pairs_that_meet_in_corridors_pass() {
    for width in [3_u32, 4, 6] {
        for seed in 0..250 {
            let (meeting, ends) = in_corridor(width, seed);
            assert_soon(meeting, format_args!("{width} bodies wide, seed {seed}, {ends:?}"));
        }
    }
}

/// There both have to touch the walls.
#[test]
fn most_pairs_pass_in_corridors_exactly_as_wide_as_two() {
    let is_stuck = |seed: &u64| in_corridor(2, *seed).0.delays(300).contains(&None);
    let stuck: Vec<u64> = (0..250).filter(is_stuck).collect();
    assert!(stuck.len() <= STUCK, "seeds {stuck:?}");
}

/// Rows of bodies with gaps that are far too narrow for others.
#[test]
fn groups_that_meet_head_on_pass_each_other() {
    let picture = [".".repeat(30).as_str(); 30].join("\n");
    for (members, late) in [(2_u32, LATE), (3, 100), (5, 120), (10, 200)] {
        for seed in 0..50 {
            let mut meeting = Meeting::in_world(&picture, seed);
            for member in 0..members {
                let y = 360.0 + (f64::from(member) - f64::from(members) / 2.0) * (BODY + 4.0);
                meeting.add_pair([DVec2::new(100.0, y), DVec2::new(620.0, y)]);
            }
            let delays = meeting.delays(400);
            let is_soon = |delay: &Option<u32>| delay.is_some_and(|ticks| ticks <= late);
            assert!(delays.iter().all(is_soon), "{members} members, seed {seed}: {delays:?}");
        }
    }
}
