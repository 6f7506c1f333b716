//! Herds that share a flow field: they arrive, their runs repeat, and walls on their path are passed.

use terrarium::behaviour::{EventKind, Turn};
use terrarium::geometry::{Aabb, DVec2};
use terrarium::navigation::regions::Regions;
use terrarium::playback::Inspection;
use terrarium::space::terrain::Terrain;
use terrarium::tick::{Command, Simulation};
use terrarium::world::{JourneyState, ObstacleFilter, SavedNature, World};
use terrarium_testing::by_hand::{HERBIVORE, Scene, Stage, simulation_of};
use terrarium_testing::environment::real_maps;
use terrarium_testing::with_threads;

use crate::restored::reread;
use crate::walkers::{RADIUS, TILE, rooms};

/// Animals that all go to one point, from the first tick on.
pub struct Herd {
    stage: Stage,
    goal: DVec2,
    size: usize,
}

/// The tiles that can be reached from the one in the middle of the list, the nearest to `near` first.
fn tiles(terrain: &Terrain, near: DVec2) -> Vec<DVec2> {
    let half = DVec2::splat(RADIUS);
    let blocks = terrain.obstacles().into_iter().map(|block| block.inflated(half));
    let regions = Regions::new(terrain.area().inflated(-half), blocks);
    let tiles = terrain.tiles().filter(|(_, tile)| tile.is_passable());
    let mut tiles: Vec<DVec2> = tiles.map(|(cell, _)| terrain.cell_box(cell).centre()).collect();
    let middle = tiles[tiles.len() / 2];
    tiles.retain(|&tile| regions.check(middle, tile).is_ok());
    tiles.sort_by(|a, b| a.distance(near).total_cmp(&b.distance(near)));
    tiles
}

fn decide(goal: DVec2) -> impl Fn(&mut Turn<'_>) + Clone + Send + Sync + 'static {
    move |turn: &mut Turn<'_>| {
        if turn.senses.tick == 0 {
            turn.intent.go_to(goal, 6.0);
        }
    }
}

impl Herd {
    /// A herd on the tiles farthest from a goal near a corner.
    pub fn on(terrain: Terrain, size: usize, rules: &[(&str, f64)]) -> Self {
        let terrain = terrain.with_tile_side(TILE).unwrap();
        let tiles = tiles(&terrain, terrain.area().min);
        let goal = tiles[0];
        let mut scene = Scene::new(".")
            .rule("living_animal", 0.0)
            .rule("moving", 0.0)
            .rule("lifespan_herbivore", 1e6)
            .rule("sight_base", 160.0);
        for &(rule, value) in rules {
            scene = scene.rule(rule, value);
        }
        scene.config.bounds = terrain.area();
        scene.config.terrain = Some(terrain);
        for &tile in tiles.iter().rev().step_by(5).take(size) {
            scene.add('h', tile);
        }
        Self { stage: simulation_of(scene.world(), decide(goal)), goal, size }
    }

    fn world(&self) -> &World {
        self.stage.0.world()
    }

    /// Simulates ticks, and counts arrivals. No journey is refused.
    pub fn walk(&mut self, ticks: u32) -> usize {
        let mut arrived = 0;
        for _ in 0..ticks {
            self.stage.0.tick();
            for event in self.world().events() {
                assert!(!matches!(event.what, EventKind::Refused { .. }), "{event:?}");
                arrived += usize::from(event.what == EventKind::Arrived);
            }
        }
        self.stage.0.check().unwrap();
        arrived
    }

    /// The number of animals that follow a shared field.
    fn followers(&self) -> usize {
        let follows =
            |state: &JourneyState| matches!(state, JourneyState::Path(_, ObstacleFilter::Field));
        let journey = |nature| match nature {
            SavedNature::Animal(.., motion) => motion.journey,
            _ => None,
        };
        let journeys = self.world().organisms().filter_map(|it| journey(it.nature));
        journeys.filter(|journey| follows(&journey.state)).count()
    }

    /// The steps of path planning in the last tick.
    fn steps(&self) -> u64 {
        self.world().planning_effort()[HERBIVORE.index()].steps
    }
}

const SHARED: (&str, f64) = ("field_travellers", 10.0);

/// Pillars of two by two tiles, four tiles apart.
fn pillars() -> Terrain {
    let is_pillar = |at: u32| (4..6).contains(&(at % 6));
    let tile = |x, y| if is_pillar(x) && is_pillar(y) { '@' } else { '.' };
    let rows = (0..34).map(|y| (0..34).map(|x| tile(x, y)).collect::<String>());
    let map = ["type octile", "height 34", "width 34", "map"].map(str::to_owned);
    let text: Vec<String> = map.into_iter().chain(rows).collect();
    Terrain::from_octile("pillars", &text.join("\n")).unwrap()
}

#[test]
fn a_herd_follows_one_field() {
    let mut herd = Herd::on(pillars(), 60, &[SHARED]);
    herd.walk(3);
    let [shared] = herd.world().flow_fields() else { panic!("one field") };
    assert!(shared.field.is_finished());
    assert_eq!(shared.field.goal(), herd.goal);
    assert!(herd.followers() * 2 > herd.size, "{} of {}", herd.followers(), herd.size);
    let values = herd.world().organisms().flat_map(|it| {
        let inspection = Inspection::new(&herd.stage.0, it.who.id).unwrap();
        let lines = inspection.sections().into_iter().flat_map(|section| section.lines);
        lines.map(|line| line.value).collect::<Vec<_>>()
    });
    let follow = values.filter(|value| value == "following a shared flow field").count();
    assert_eq!(follow, herd.followers());
    assert!(herd.walk(900) > 5);
}

#[test]
fn a_herd_sets_out_with_a_fraction_of_the_planning() {
    let steps = |rules: &[(&str, f64)]| {
        let mut herd = Herd::on(rooms(), 150, rules);
        let steps = (0..3).map(|_| {
            herd.stage.0.tick();
            herd.steps()
        });
        steps.sum::<u64>()
    };
    let (alone, together) = (steps(&[]), steps(&[SHARED]));
    assert!(together * 2 < alone, "{together} of {alone} steps");
}

#[test]
fn too_few_travellers_share_no_field() {
    let mut herd = Herd::on(rooms(), 9, &[SHARED]);
    (0..20).for_each(|_| herd.stage.0.tick());
    assert_eq!(herd.world().flow_fields(), []);
}

/// The states after each tick, with walls that rise, and with a copy through a snapshot after `restored_at`
/// ticks.
pub fn hashes(
    mut herd: Herd,
    ticks: usize,
    walls: &[(usize, Aabb)],
    restored_at: Option<usize>,
) -> Vec<u128> {
    let mut hashes = Vec::new();
    for tick in 0..ticks {
        for &(_, area) in walls.iter().filter(|(rises_at, _)| *rises_at == tick) {
            herd.stage.0.apply(Command::Wall { area }).unwrap();
        }
        if restored_at == Some(tick) {
            herd.stage = simulation_of(reread(herd.world()).world, decide(herd.goal));
        }
        herd.stage.0.tick();
        hashes.push(herd.world().state_hash().0);
    }
    hashes
}

/// With 20 steps per tick, a field takes many ticks.
const SLOW: [(&str, f64); 2] = [SHARED, ("field_steps", 20.0)];

#[test]
fn a_run_with_a_field_repeats_after_a_snapshot_and_on_any_number_of_threads() {
    for rules in [&SLOW[..], &[SHARED]] {
        let on = |threads, restored_at| {
            with_threads(threads, || hashes(Herd::on(rooms(), 60, rules), 150, &[], restored_at))
        };
        let whole = on(1, None);
        assert_eq!(on(3, None), whole);
        for restored_at in [2, 9, 60] {
            assert_eq!(on(2, Some(restored_at)), whole, "restored at {restored_at}");
        }
    }
}

/// The free ground is refreshed where walls rise, and computed from all walls when a snapshot is read.
#[test]
fn a_run_in_which_walls_rise_repeats_after_a_snapshot() {
    let wall = |x: f64, y: f64| {
        let corner = DVec2::new(x, y) * TILE;
        Aabb::new(corner, corner + DVec2::new(1.0, 0.5) * TILE)
    };
    let walls = [(3, wall(4.0, 12.0)), (8, wall(9.0, 12.0)), (14, wall(18.0, 12.0))];
    for rules in [&[][..], &[SHARED], &SLOW] {
        let with = |restored_at| hashes(Herd::on(pillars(), 40, rules), 80, &walls, restored_at);
        let whole = with(None);
        for restored_at in [5, 11, 40] {
            assert_eq!(with(Some(restored_at)), whole, "restored at {restored_at}");
        }
    }
}

/// The paths of the field are those of one computed anew.
fn is_exact(simulation: &Simulation) {
    let world = simulation.world();
    let half = DVec2::splat(RADIUS);
    let terrain = world.config().terrain.as_ref().unwrap().obstacles();
    let walls = world.command_effects().walls.iter().copied();
    let blocks = terrain.into_iter().chain(walls).map(|block| block.inflated(half));
    let regions = Regions::new(world.config().bounds.inflated(-half), blocks);
    let [shared] = world.flow_fields() else { panic!("one field") };
    let mut anew = terrarium::navigation::regions::FlowField::new(shared.field.goal());
    anew.advance(&regions, u32::MAX);
    let mut repaired = shared.field.clone();
    repaired.advance(&regions, u32::MAX);
    for area in regions.areas() {
        let [a, b] = [&repaired, &anew].map(|field| field.distance(&regions, area.centre()));
        assert_eq!(a.is_some(), b.is_some(), "{}", area.centre());
        assert!(a.zip(b).is_none_or(|(a, b)| (a - b).abs() < 1e-6), "{a:?} is not {b:?}");
    }
}

#[test]
fn a_wall_that_rises_is_passed() {
    let mut herd = Herd::on(pillars(), 40, &[SHARED]);
    herd.walk(10);
    // Across the diagonal on which the herd comes, with room on one side.
    let area = Aabb::new(DVec2::new(0.0, 12.0) * TILE, DVec2::new(28.0, 12.5) * TILE);
    herd.stage.0.apply(Command::Wall { area }).unwrap();
    is_exact(&herd.stage.0);
    assert_eq!(herd.walk(1200), herd.size);
}

#[test]
fn no_member_of_a_herd_on_a_real_map_is_refused() {
    let Some(root) = real_maps() else { return };
    let terrain = Terrain::read(root.join("movingai/lak303d.map")).unwrap();
    let mut herd = Herd::on(terrain, 300, &[SHARED]);
    herd.walk(300);
    assert_eq!(herd.world().flow_fields().len(), 1);
    assert!(herd.followers() > 0);
}
