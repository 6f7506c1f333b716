//! Ground that counts: roads and swamps change the speed of creatures, and the paths they take.

use terrarium::behaviour::{EventKind, OrganismId, Turn};
use terrarium::geometry::{Aabb, DVec2};
use terrarium::navigation::Method;
use terrarium::space::terrain::{Cell, Tile};
use terrarium::tick::Command;
use terrarium::world::{Account, Motion, StateHash, World};
use terrarium_testing::by_hand::{CARNIVORE, CELL, HERBIVORE, Scene, Stage, cell, simulation_of};
use terrarium_testing::with_threads;

use crate::restored::reread;
use crate::shipped::simulation;

const SPEED: f64 = 6.0;

/// A corridor with a swamp of three cells, from x = 72 to 144.
fn ford() -> Scene {
    Scene::new("h..,,,...").rule("living_animal", 0.0)
}

/// Sends the first herbivore to a goal in the first tick.
fn send(scene: Scene, goal: DVec2, speed: f64) -> Stage {
    let h = scene.id('h');
    scene.go(move |turn: &mut Turn<'_>| {
        if turn.senses.tick == 0 && turn.senses.me.id == h {
            turn.intent.go_to(goal, speed);
        }
    })
}

/// The positions after each tick until the creature arrives.
fn walk(stage: &mut Stage, id: OrganismId) -> Vec<DVec2> {
    let mut places = Vec::new();
    while places.len() < 2000 {
        stage.tick();
        places.push(stage.body(id).centre());
        let events = stage.events_of(id);
        assert!(!events.iter().any(|what| matches!(what, EventKind::Refused { .. })), "{events:?}");
        if events.contains(&EventKind::Arrived) {
            return places;
        }
    }
    panic!("it does not arrive: {:?}", places.last());
}

/// The x of the positions on the way through the ford.
fn through_ford(scene: Scene, speed: f64) -> Vec<f64> {
    let id = scene.id('h');
    let mut stage = send(scene, cell(8, 0), speed);
    walk(&mut stage, id).into_iter().map(|place| place.x).collect()
}

#[test]
fn a_swamp_slows_from_its_border_on() {
    // 12 to 72 in tens of 6, to 144 by 3, to 204 by 6.
    let expected: Vec<f64> = (1..=10)
        .map(|tick| 12.0 + 6.0 * f64::from(tick))
        .chain((1..=24).map(|tick| 72.0 + 3.0 * f64::from(tick)))
        .chain((1..=10).map(|tick| 144.0 + 6.0 * f64::from(tick)))
        .collect();
    assert_eq!(through_ford(ford().rule("swamp_speed", 0.5), 6.0), expected);
    // At speed 7, the ninth step has 4 units to the border, and the time of 3 left for 1.5 in it.
    // The swamp ends with 0.5 + 20 × 3.5, and the time of 6 of the last step left.
    let mixed = through_ford(ford().rule("swamp_speed", 0.5), 7.0);
    assert_eq!(mixed[7..10], [68.0, 73.5, 77.0]);
    assert_eq!(mixed[28..31], [143.5, 150.0, 157.0]);
}

#[test]
fn a_road_speeds_up() {
    let road = || Scene::new("h..###...").rule("road_speed", 4.0);
    let places = through_ford(road(), 6.0);
    // 72 units of road take three ticks of 24.
    assert_eq!(places[8..14], [66.0, 72.0, 96.0, 120.0, 144.0, 150.0]);
    assert_eq!(through_ford(road().rule("road_speed", 1.0), 6.0).len(), 32);
}

#[test]
fn the_energy_of_a_path_does_not_follow_from_its_ground() {
    // A step of 6 takes 6 × 6 × 0.0625 × 12 = 27 energy, one of 3 half of that.
    let spent = |factor: f64| {
        let scene = ford().rule("moving", 0.0625).rule("swamp_speed", factor);
        let id = scene.id('h');
        let mut stage = send(scene, cell(8, 0), SPEED);
        let ticks = walk(&mut stage, id).len();
        (stage.0.world().ledger().total(Account::Moving), ticks)
    };
    let ((plain, ticks), (swamp, more)) = (spent(1.0), spent(0.5));
    assert_eq!((plain.units(), ticks), (32.0 * 27.0, 32));
    assert_eq!((swamp, more), (plain, 44));
}

#[test]
fn the_value_of_a_species_beats_the_rule() {
    let of = |change: fn(&mut Scene)| {
        let mut scene = ford().rule("swamp_speed", 0.5);
        change(&mut scene);
        through_ford(scene, 6.0).len()
    };
    assert_eq!(of(|_| {}), 44);
    assert_eq!(
        of(|scene| scene.config.species[HERBIVORE.index()].ground.swamp_speed = Some(1.0)),
        32
    );
    assert_eq!(
        of(|scene| scene.config.species[HERBIVORE.index()].ground.swamp_speed = Some(2.0)),
        26
    );
    assert_eq!(
        of(|scene| scene.config.species[CARNIVORE.index()].ground.swamp_speed = Some(2.0)),
        44
    );
}

#[test]
fn nobody_is_faster_than_the_ground_allows_when_sliding() {
    // Swamp everywhere, and bodies that push past each other in a narrow place.
    let scene = Scene::new(
        "hhh,,~,,vvv
         ,,,,,,,,,,,
         hhh,,~,,vvv",
    )
    .rule("swamp_speed", 0.5)
    .rule("living_animal", 0.0);
    let mut scene = scene;
    let tiles = scene.config.terrain.as_mut().unwrap();
    let plain: Vec<_> = tiles.tiles().filter(|(_, tile)| tile.to_string() == "ground").collect();
    for (cell, _) in plain {
        tiles.set_tile(cell, terrarium::space::terrain::Tile::Swamp);
    }
    let width = scene.config.bounds.max.x;
    let mut stage = scene.go(move |turn: &mut Turn<'_>| {
        let me = turn.senses.me.centre;
        if !turn.senses.me.travelling {
            turn.intent.go_to(DVec2::new(width - me.x, me.y), SPEED);
        }
    });
    let mut blocked = 0;
    for _ in 0..300 {
        let before: Vec<_> = stage.0.world().organisms().collect();
        stage.tick();
        for organism in before {
            let id = organism.who.id;
            let step = stage.body(id).centre().distance(organism.body.centre);
            assert!(step <= SPEED * 0.5 + 1e-6, "{id} moved by {step}");
            let is_blocked = |what: &EventKind| matches!(what, EventKind::Blocked { .. });
            blocked += u32::from(stage.events_of(id).iter().any(is_blocked));
        }
    }
    assert!(blocked > 10, "only {blocked} steps were blocked");
}

#[test]
fn ground_that_counts_for_nobody_is_not_part_of_the_hash() {
    let hash = |picture: &str, rules: &[(&str, f64)], own: Option<f64>| {
        let mut scene = Scene::new(picture);
        rules.iter().for_each(|(name, value)| scene.config.rules.set(name, *value).unwrap());
        scene.config.species[HERBIVORE.index()].ground.swamp_speed = own;
        scene.world().state_hash()
    };
    let dry = "h..~";
    assert_eq!(hash(dry, &[("swamp_speed", 0.5), ("road_cost", 2.0)], None), hash(dry, &[], None));
    let wet = "h,.~";
    let slow = hash(wet, &[("swamp_speed", 0.5)], None);
    assert_ne!(slow, hash(wet, &[], None));
    assert_ne!(slow, hash(wet, &[("swamp_speed", 0.5), ("swamp_cost", 2.0)], None));
    assert_ne!(hash(wet, &[], Some(0.5)), hash(wet, &[], None));
    assert_ne!(hash(wet, &[], Some(0.5)), slow);
    // A value of a species is part of the hash wherever it is.
    assert_ne!(hash(dry, &[], Some(0.5)), hash(dry, &[], None));
}

/// A swamp of 96 units from west to east, with plain ground to the north of it.
fn pool() -> Scene {
    Scene::new(
        "..............
         ..............
         h...,,,,......
         ....,,,,......
         ....,,,,......",
    )
    .rule("living_animal", 0.0)
}

/// Whether a place of the pool is in the swamp, off its border.
fn is_wet(place: &DVec2) -> bool {
    place.x > 4.0 * CELL && place.x < 8.0 * CELL && place.y > 2.0 * CELL
}

/// The positions on the way from the west of the pool to the east of it.
fn past_pool(scene: Scene) -> Vec<DVec2> {
    let id = scene.id('h');
    walk(&mut send(scene, cell(12, 2), SPEED), id)
}

#[test]
fn the_path_around_a_swamp_is_taken_when_it_is_cheaper() {
    let around = past_pool(pool().rule("swamp_speed", 0.25));
    assert!(!around.iter().any(is_wet), "{around:?}");
    // Over its two corners: segments of 84.9, 96 and 108.7 units, each in whole steps of 6.
    assert_eq!(around.len(), 15 + 16 + 19, "{around:?}");
    // The way around is 1.6 units longer: 1.7 %.
    let at_cost = |cost| past_pool(pool().rule("swamp_cost", cost));
    assert!(at_cost(1.01).iter().any(is_wet));
    assert!(!at_cost(1.2).iter().any(is_wet));
    // A species that likes swamps, though they slow it down.
    let mut scene = pool().rule("swamp_speed", 0.5);
    scene.config.species[HERBIVORE.index()].ground.swamp_cost = Some(1.0);
    assert!(past_pool(scene).iter().any(is_wet));
}

#[test]
fn a_detour_over_a_road_is_taken_when_it_is_cheaper() {
    let scene = |speed| {
        Scene::new(
            "..................
             ##################
             ..................
             h.................",
        )
        .rule("living_animal", 0.0)
        .rule("road_speed", speed)
    };
    let walk = |speed| {
        let scene = scene(speed);
        let id = scene.id('h');
        walk(&mut send(scene, cell(17, 3), SPEED), id)
    };
    // 408 units: 68 steps straight ahead.
    assert_eq!(walk(1.05).len(), 68);
    let over_road = walk(4.0);
    assert!(over_road.len() < 40, "{over_road:?}");
    assert!(over_road.iter().any(|place| place.y <= 2.0 * CELL), "{over_road:?}");
}

#[test]
fn a_wall_across_the_dry_ground_leads_through_the_swamp() {
    let scene = pool().rule("swamp_speed", 0.25);
    let id = scene.id('h');
    let mut stage = send(scene, cell(12, 2), SPEED);
    stage.ticks(3);
    let area = Aabb::new(DVec2::new(120.0, 0.0), DVec2::new(130.0, 2.0 * CELL));
    stage.0.apply(Command::Wall { area }).unwrap();
    let places = walk(&mut stage, id);
    assert!(places.iter().any(is_wet), "{places:?}");
}

#[test]
fn an_organism_is_approached_around_a_swamp() {
    let mut scene = pool().rule("swamp_speed", 0.25);
    let prey = scene.add('v', cell(12, 3));
    let id = scene.id('h');
    let mut stage = scene.go(move |turn: &mut Turn<'_>| {
        if turn.senses.me.id == id {
            turn.intent.go_beside(prey, SPEED);
        } else if !turn.senses.me.travelling {
            // Away and back again, so that the end of the path moves.
            let x = if turn.senses.tick.is_multiple_of(2) { 12 } else { 13 };
            turn.intent.go_to(cell(x, 3), 2.0);
        }
    });
    let places = walk(&mut stage, id);
    assert!(!places.iter().any(is_wet), "{places:?}");
}

#[test]
fn stepwise_navigators_ignore_what_ground_costs() {
    let mut scene = pool().rule("swamp_speed", 0.25);
    scene.config.species[HERBIVORE.index()].navigation = Method::new("scan", [].into()).unwrap();
    assert!(past_pool(scene).iter().any(is_wet));
}

#[test]
fn bodies_on_the_cheapest_path_are_passed() {
    // Grass stands on the only dry way, and then fills it.
    for picture in ["h.....g......", "h...gg.gg....", "h.gggggggggg."] {
        let wet = ",,,,,,,,,,,,,";
        let scene = Scene::new(&format!("{wet} {wet} {picture} {wet} {wet}"))
            .rule("living_animal", 0.0)
            .rule("living_plant", 0.0)
            .rule("light", 0.0)
            .rule("swamp_speed", 0.25);
        let id = scene.id('h');
        let places = walk(&mut send(scene, cell(12, 2), SPEED), id);
        assert!(places.len() < 300, "{picture}: {places:?}");
    }
}

#[test]
fn a_goal_among_plants_is_refused_after_a_while() {
    let scene = Scene::new(
        ",,,,,,,,ggg.
         h,,,,,,,g.g.
         ,,,,,,,,ggg.",
    )
    .rule("living_animal", 0.0)
    .rule("living_plant", 0.0)
    .rule("swamp_speed", 0.5);
    let id = scene.id('h');
    let mut stage = send(scene, cell(9, 1), SPEED);
    let is_refused = |what: &EventKind| matches!(what, EventKind::Refused { .. });
    let refused = (0..200).any(|_| {
        stage.tick();
        stage.events_of(id).iter().any(is_refused)
    });
    assert!(refused, "it waits for ever at {}", stage.body(id).centre());
}

/// Many travellers over swamps and roads, in all directions.
fn moor() -> World {
    let mut scene = Scene::new(
        "h..,,,..h..###..v
         ...,,,.....#~#...
         h..,~,..h..#.#..w
         ...,,,.....###...
         h.......h.......x",
    )
    .rule("living_animal", 0.0)
    .rule("swamp_speed", 0.3)
    .rule("road_speed", 2.0)
    .rule("planning_steps", 20.0);
    scene.config.species[CARNIVORE.index()].ground.swamp_cost = Some(1.0);
    scene.world()
}

fn roam(turn: &mut Turn<'_>) {
    if !turn.senses.me.travelling {
        let place = cell(turn.senses.tick as u32 * 7 % 17, (turn.senses.me.id.0 % 5) as u32);
        turn.intent.go_to(place, SPEED);
    }
}

#[test]
fn worlds_with_ground_that_counts_are_repeatable() {
    let hashes = |world: World, ticks: u32| {
        let mut stage = simulation_of(world, roam);
        let hash = |_| {
            stage.tick();
            stage.0.world().state_hash()
        };
        let hashes: Vec<StateHash> = (0..ticks).map(hash).collect();
        (hashes, stage.0.into_world())
    };
    let (expected, _) = hashes(moor(), 120);
    for threads in [1, 3] {
        let (begun, world) = with_threads(threads, || hashes(moor(), 60));
        assert_eq!(begun, expected[..60]);
        let (rest, _) = with_threads(threads, || hashes(reread(&world).world, 60));
        assert_eq!(rest, expected[60..], "{threads} threads");
    }
}

#[test]
fn painted_ground_counts_in_shipped_worlds() {
    for scenario in ["meadow", "archipelago"] {
        let walked = |tile: Tile| {
            let mut simulation = simulation(scenario, &[], 1);
            let cells = (0..60).flat_map(|y| (0..60).map(move |x| Cell::new(x, y))).collect();
            let answer = simulation.apply(Command::PaintTiles { tile, cells });
            // The meadow is ground already.
            assert!(answer.is_ok() || tile == Tile::Ground, "{answer:?}");
            let mut walked = 0.0;
            for _ in 0..10 {
                simulation.tick();
                let mut query = simulation.world().query::<&Motion>();
                walked += query.iter().map(|motion| motion.velocity.length()).sum::<f64>();
            }
            walked
        };
        let [swamp, ground, road] = [Tile::Swamp, Tile::Ground, Tile::Road].map(walked);
        assert!(swamp < 0.95 * ground && road > 1.05 * ground, "{swamp}, {ground}, {road}");
    }
}
