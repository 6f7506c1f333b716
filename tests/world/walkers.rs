//! Many travellers on maps: all arrive, and none waits for ever.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::behaviour::{EventKind, OrganismId, Turn};
use terrarium::geometry::DVec2;
use terrarium::navigation::regions::Regions;
use terrarium::space::terrain::Terrain;
use terrarium::species::Steering;
use terrarium::world::{JourneyState, SavedNature};
use terrarium_testing::by_hand::{HERBIVORE, Scene, Stage, simulation_of};
use terrarium_testing::environment::real_maps;

/// The radius of the walkers, and the side of a tile.
pub const RADIUS: f64 = 12.0;
pub const TILE: f64 = 32.0;

/// Walkers that always travel to some tile that they can reach.
struct Walkers {
    stage: Stage,
    journeys: Arc<Mutex<Journeys>>,
    /// How long each walker has searched, and how long it has stood on its journey, in ticks.
    idle: BTreeMap<OrganismId, Idle>,
}

/// How the journeys ended.
#[derive(Debug, Default)]
pub struct Journeys {
    pub arrived: u32,
    pub refused: Vec<String>,
}

#[derive(Default, Clone, Copy)]
struct Idle {
    searching: u32,
    standing: u32,
    at: DVec2,
}

impl Journeys {
    /// Counts how the journey of an animal has ended. Returns whether it sets out on the next one.
    pub fn sets_out(&mut self, turn: &Turn<'_>) -> bool {
        let mut sets_out = turn.senses.tick == 0;
        for event in turn.senses.events {
            match &event.what {
                EventKind::Arrived => self.arrived += 1,
                EventKind::Refused { why, .. } => self.refused.push(format!("{why:?}")),
                _ => continue,
            }
            sets_out = true;
        }
        sets_out
    }
}

impl Walkers {
    fn on(terrain: Terrain, count: usize) -> Self {
        Self::steered(terrain, count, Steering::default())
    }

    fn steered(terrain: Terrain, count: usize, steering: Steering) -> Self {
        let terrain = terrain.with_tile_side(TILE).unwrap();
        let half = DVec2::splat(RADIUS);
        let blocks = terrain.obstacles().into_iter().map(|block| block.inflated(half));
        let regions = Regions::new(terrain.area().inflated(-half), blocks);
        let tiles = terrain.tiles().filter(|(_, tile)| tile.is_passable());
        let mut tiles: Vec<DVec2> =
            tiles.map(|(cell, _)| terrain.cell_box(cell).centre()).collect();
        let middle = tiles[tiles.len() / 2];
        tiles.retain(|&tile| regions.check(middle, tile).is_ok());
        let mut scene = Scene::new(".")
            .rule("living_animal", 0.0)
            .rule("moving", 0.0)
            .rule("lifespan_herbivore", 1e6)
            .rule("sight_base", 160.0);
        scene.config.species[HERBIVORE.index()].steering = steering;
        scene.config.bounds = terrain.area();
        scene.config.terrain = Some(terrain);
        let mut random = Pcg64::seed_from_u64(1);
        let mut starts = tiles.clone();
        for _ in 0..count {
            scene.add('h', starts.swap_remove(random.random_range(0..starts.len())));
        }
        let journeys = Arc::new(Mutex::new(Journeys::default()));
        let log = Arc::clone(&journeys);
        let stage = simulation_of(scene.world(), move |turn: &mut Turn<'_>| {
            if log.lock().unwrap().sets_out(turn) {
                let goal = tiles[turn.rng.random_range(0..tiles.len())];
                turn.intent.go_to(goal, 6.0);
            }
        });
        Self { stage, journeys, idle: BTreeMap::new() }
    }

    /// Simulates ticks. Returns the longest time that a walker searched, and how long each of them
    /// has been standing at the end.
    fn walk(&mut self, ticks: u32) -> (u32, Vec<u32>) {
        let mut longest = 0;
        for _ in 0..ticks {
            self.stage.0.tick();
            for organism in self.stage.0.world().organisms() {
                let SavedNature::Animal(.., motion) = organism.nature else { continue };
                let idle = self.idle.entry(organism.who.id).or_default();
                let state = motion.journey.map(|journey| journey.state);
                let searches = matches!(state, Some(JourneyState::Searching(..)));
                let stands = state.is_some() && idle.at == organism.body.centre;
                idle.searching = if searches { idle.searching + 1 } else { 0 };
                idle.standing = if stands { idle.standing + 1 } else { 0 };
                idle.at = organism.body.centre;
                longest = longest.max(idle.searching);
            }
        }
        self.stage.0.check().unwrap();
        (longest, self.idle.values().map(|idle| idle.standing).collect())
    }
}

/// Rooms of nine tiles with doors of one or two.
pub fn rooms() -> Terrain {
    let rows = (0..41_u32).map(|y| {
        let tile = |x: u32| match (x.is_multiple_of(10), y.is_multiple_of(10)) {
            (true, true) => '@',
            (true, false) if x == 0 || x == 40 || !(4..6).contains(&(y % 10)) => '@',
            (false, true) if y == 0 || y == 40 || x % 10 != 5 => '@',
            _ => '.',
        };
        (0..41).map(tile).collect::<String>()
    });
    let map = ["type octile", "height 41", "width 41", "map"].map(str::to_owned);
    let text: Vec<String> = map.into_iter().chain(rows).collect();
    Terrain::from_octile("rooms", &text.join("\n")).unwrap()
}

#[test]
fn walkers_in_rooms_arrive_and_none_is_refused() {
    let mut walkers = Walkers::on(rooms(), 40);
    let (searched, standing) = walkers.walk(1200);
    let journeys = walkers.journeys.lock().unwrap();
    assert!(journeys.refused.is_empty(), "{journeys:?}");
    assert!(journeys.arrived > 200, "{journeys:?}");
    assert!(searched <= 10, "a walker searched for {searched} ticks");
    assert!(standing.iter().all(|&ticks| ticks < 200), "{standing:?}");
}

#[test]
fn walkers_that_turn_and_speed_up_slowly_arrive() {
    let slow = Steering { turn_rate: Some(4), acceleration: Some(0.5) };
    let mut maps = vec![(rooms(), 40, 900)];
    if let Some(root) = real_maps() {
        let map = Terrain::read(root.join("movingai/lak303d.map")).unwrap();
        maps.push((map, 30, 1500));
    }
    for (map, count, ticks) in maps {
        let arrived = |steering: Steering| {
            let mut walkers = Walkers::steered(map.clone(), count, steering);
            let (searched, standing) = walkers.walk(ticks);
            let journeys = walkers.journeys.lock().unwrap();
            assert!(journeys.refused.is_empty(), "{journeys:?}");
            assert!(searched <= 10, "a walker searched for {searched} ticks");
            assert!(standing.iter().all(|&ticks| ticks < 200), "{standing:?}");
            journeys.arrived
        };
        let (at_once, slowly) = (arrived(Steering::default()), arrived(slow));
        // Those that turn slowly have few steps to choose from among others.
        assert!(slowly * 5 > at_once * 2, "{slowly} journeys instead of {at_once}");
    }
}

#[test]
fn walkers_that_fill_a_third_of_the_ground_are_not_refused() {
    let rows = ["type octile", "height 18", "width 18", "map"].map(str::to_owned).into_iter();
    let rows: Vec<String> = rows.chain((0..18).map(|_| ".".repeat(18))).collect();
    let terrain = Terrain::from_octile("field", &rows.join("\n")).unwrap();
    let mut walkers = Walkers::on(terrain, 200);
    walkers.walk(150);
    let journeys = walkers.journeys.lock().unwrap();
    assert!(journeys.refused.is_empty(), "{journeys:?}");
    assert!(journeys.arrived > 10, "{journeys:?}");
}

#[test]
fn walkers_on_real_maps_are_not_refused() {
    let Some(root) = real_maps() else { return };
    for (map, count) in [("lak303d", 20), ("lak303d", 60), ("maze512-4-0", 20)] {
        let path = root.join(format!("movingai/{map}.map"));
        let mut walkers = Walkers::on(Terrain::read(path).unwrap(), count);
        let (searched, standing) = walkers.walk(300);
        let journeys = walkers.journeys.lock().unwrap();
        assert!(journeys.refused.is_empty(), "{map}: {journeys:?}");
        assert!(searched <= 10, "{map}: a walker searched for {searched} ticks");
        assert!(standing.iter().all(|&ticks| ticks < 200), "{map}: {standing:?}");
    }
}
