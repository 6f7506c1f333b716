//! Commands that edit the ground: walls removed, tiles painted, organisms scattered.

use proptest::prelude::*;
use terrarium::playback::Playback;
use terrarium::prelude::*;
use terrarium::record::recording::Place;
use terrarium::space::terrain::{Cell, Terrain, Tile};
use terrarium::tick::{Command, CommandRefusal, EditPlan, PAINTED_TILES};
use terrarium::world::SavedNature;
use terrarium_testing::with_threads;

use crate::polygons::corners;
use crate::shipped::{SMALL_MEADOW, simulation};

const HARE: SpeciesId = SpeciesId(2);

/// The area that the walls of a world cover.
fn walled(sim: &Simulation) -> f64 {
    sim.world().command_effects().walls.iter().map(Aabb::area).sum()
}

fn terrain(sim: &Simulation) -> &Terrain {
    sim.world().config().terrain.as_ref().unwrap()
}

/// Commands that edit a world of this size.
pub fn edit(size: f64) -> impl Strategy<Value = Command> {
    let area = move |most: f64| {
        (0.0..size, 0.0..size, 1.0..most, 1.0..most)
            .prop_map(|(x, y, w, h)| Aabb::spanning(DVec2::new(x, y), DVec2::new(x + w, y + h)))
    };
    prop_oneof![
        2 => area(200.0).prop_map(|area| Command::BuildWall { area }),
        2 => area(400.0).prop_map(|area| Command::RemoveWalls { area }),
        2 => corners(size).prop_map(|corners| Command::BuildPolygon { corners }),
        1 => (0..3_u16, 0.0..size, 0.0..size, 0.0..120.0, 1..12_u32).prop_map(
            |(species, x, y, radius, count)| {
                let places = vec![DVec2::new(x, y)];
                Command::Scatter { species: SpeciesId(species), places, radius, count }
            }
        ),
        4 => (0..PAINTED_TILES.len(), 0..60_u32, 0..60_u32, 1..6_u32, 1..6_u32).prop_map(
            |(kind, x, y, width, height)| {
                let column = |x| (y..y + height).map(move |y| Cell::new(x, y));
                let cells = (x..x + width).flat_map(column).collect();
                Command::PaintTiles { tile: PAINTED_TILES[kind], cells }
            }
        ),
    ]
}

/// Carries out one command after each tick, and checks the world after each command and tick. Returns the hashes.
fn edited(mut sim: Simulation, commands: &[Command], checks: bool) -> Vec<StateHash> {
    let mut hashes = Vec::new();
    for command in commands {
        sim.tick();
        let before = sim.world().state_hash();
        let plan = sim.plan(command);
        let result = sim.apply(command.clone());
        if let Err(refusal) = &result {
            assert_eq!(sim.world().state_hash(), before, "{command:?}: {refusal}");
        }
        if let Some(plan) = plan {
            assert_eq!(plan.err(), result.err(), "{command:?}");
        }
        hashes.push(sim.world().state_hash());
        if checks {
            sim.check().unwrap_or_else(|violation| panic!("{command:?}: {violation}"));
            let (world, config) = (sim.world(), sim.world().config());
            if let (Some(conquest), Some(strategy)) = (world.conquest(), world.strategy()) {
                let anew = conquest.strategy(config).unwrap().unwrap();
                assert!(anew.agrees_with(strategy), "{command:?}");
            }
            assert_eq!(world.frame().check(), Ok(()));
        }
    }
    for _ in 0..20 {
        sim.tick();
        hashes.push(sim.world().state_hash());
        if checks {
            sim.check().unwrap();
        }
    }
    hashes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn edited_worlds_are_valid_and_reproducible(
        seed in 0..20_u64,
        scenario in prop::sample::select(vec!["meadow", "archipelago", "conquest"]),
        commands in prop::collection::vec(edit(1100.0), 1..16),
    ) {
        let overrides = if scenario == "meadow" { SMALL_MEADOW } else { &[] };
        let on_threads = |count, checks| {
            with_threads(count, || edited(simulation(scenario, overrides, seed), &commands, checks))
        };
        prop_assert_eq!(on_threads(1, true), on_threads(2, false));
    }

    #[test]
    fn removed_walls_leave_their_rest(
        walls in prop::collection::vec((0..1000_u32, 0..700_u32, 8..200_u32, 8..200_u32), 1..5),
        (x, y, width, height) in (0..1000_u32, 0..700_u32, 1..400_u32, 1..400_u32),
    ) {
        let mut sim = simulation("meadow", SMALL_MEADOW, 1);
        let area = |x: u32, y: u32, width: u32, height: u32| {
            let corner = DVec2::new(x.into(), y.into());
            Aabb::spanning(corner, corner + DVec2::new(width.into(), height.into()))
        };
        for (x, y, width, height) in walls {
            let _ = sim.apply(Command::BuildWall { area: area(x, y, width, height) });
        }
        let hole = area(x, y, width, height);
        let before = sim.world().command_effects().walls.clone();
        let overlap: f64 =
            before.iter().filter_map(|wall| wall.intersection(&hole)).map(|it| it.area()).sum();
        let total = walled(&sim);
        let removed = sim.apply(Command::RemoveWalls { area: hole });
        prop_assert_eq!(removed.is_err(), !before.iter().any(|wall| wall.overlaps(&hole)));
        let after = &sim.world().command_effects().walls;
        prop_assert!(after.iter().all(|wall| !wall.overlaps(&hole)));
        prop_assert!(after.iter().all(|wall| before.iter().any(|it| it.contains_box(wall))));
        // Parts thinner than one unit go, too.
        prop_assert!(walled(&sim) <= total - overlap + 1e-6);
        prop_assert_eq!(sim.check(), Ok(()));
    }
}

#[test]
fn a_painted_tile_becomes_what_the_plan_says() {
    let mut sim = simulation("archipelago", &[], 1);
    (0..5).for_each(|_| sim.tick());
    let width = terrain(&sim).width();
    let cells: Vec<Cell> = (0..width).map(|x| Cell::new(x, terrain(&sim).height() / 2)).collect();
    for tile in [Tile::Water, Tile::Road, Tile::Rock, Tile::Ground] {
        let command = Command::PaintTiles { tile, cells: cells.clone() };
        let Some(Ok(EditPlan::Paint(plan))) = sim.plan(&command) else { panic!("{tile}") };
        let before = terrain(&sim).clone();
        sim.apply(command).unwrap();
        for (cell, there) in terrain(&sim).tiles() {
            let expected = if plan.cells.contains(&cell) { Some(tile) } else { before.tile(cell) };
            assert_eq!(Some(there), expected, "{cell}");
        }
        for push in &plan.pushed {
            assert_eq!(sim.world().organism(push.organism).unwrap().body.centre, push.to);
        }
        assert!(plan.plants.iter().all(|&plant| sim.world().organism(plant).is_none()));
        sim.check().unwrap();
    }
}

#[test]
fn open_ground_is_divided_into_tiles_when_it_is_painted() {
    let mut sim = simulation("meadow", SMALL_MEADOW, 1);
    let bounds = sim.world().config().bounds;
    let cells: Vec<Cell> = (10..20).map(|x| Cell::new(x, 30)).collect();
    sim.apply(Command::PaintTiles { tile: Tile::Water, cells: cells.clone() }).unwrap();
    assert_eq!(terrain(&sim).area(), bounds);
    assert_eq!(terrain(&sim).tiles().filter(|&(_, tile)| tile == Tile::Water).count(), 10);
    let lake = terrain(&sim).obstacles();
    for _ in 0..60 {
        sim.tick();
        sim.check().unwrap();
    }
    let is_dry = |it: terrarium::world::SavedOrganism| {
        lake.iter().all(|water| !water.overlaps(&it.body.area()))
    };
    assert!(sim.world().organisms().all(is_dry));
    let again = Command::PaintTiles { tile: Tile::Water, cells };
    let refusal = CommandRefusal::NothingToPaint { tile: Tile::Water };
    assert_eq!(sim.apply(again), Err(refusal));
}

#[test]
fn wall_tiles_are_removed_and_sentries_and_bases_stay() {
    let mut sim = simulation("conquest", &[], 1);
    (0..10).for_each(|_| sim.tick());
    // Breached walls are open.
    let count = |sim: &Simulation, which: fn(Tile) -> bool| {
        let ground = sim.world().conquest().unwrap().ground(sim.world().config()).unwrap();
        ground.tiles().filter(|&(_, tile)| which(tile)).count()
    };
    let is_wall = |tile: Tile| tile == Tile::Wall;
    let is_marked = |tile: Tile| tile.mark().is_some();
    let (walls, marks) = (count(&sim, is_wall), count(&sim, is_marked));
    assert!(walls > 0 && marks > 0);
    let area = sim.world().config().bounds;
    let plan = sim.plan_removal(area).unwrap();
    assert_eq!(plan.tiles.len(), walls);
    sim.apply(Command::RemoveWalls { area }).unwrap();
    assert_eq!((count(&sim, is_wall), count(&sim, is_marked)), (0, marks));
    assert_eq!(sim.apply(Command::RemoveWalls { area }), Err(CommandRefusal::NoWallThere));
    // Everything painted over leaves the marks, and what they need, in place.
    let cells: Vec<Cell> = terrain(&sim).tiles().map(|(cell, _)| cell).collect();
    sim.apply(Command::PaintTiles { tile: Tile::Road, cells }).unwrap();
    assert_eq!(count(&sim, is_marked), marks);
    for _ in 0..40 {
        sim.tick();
        sim.check().unwrap();
    }
}

#[test]
fn scattered_organisms_stand_free_within_their_radius() {
    let mut sim = simulation("meadow", SMALL_MEADOW, 3);
    let places = vec![DVec2::new(300.0, 300.0), DVec2::new(800.0, 500.0)];
    let first = sim.world().next_id();
    let command =
        Command::Scatter { species: HARE, places: places.clone(), radius: 150.0, count: 20 };
    sim.apply(command).unwrap();
    let added: Vec<_> = sim.world().organisms().filter(|it| it.who.id >= first).collect();
    assert_eq!(added.len(), 20);
    for it in &added {
        assert!(matches!(it.nature, SavedNature::Animal(..)) && it.who.species == HARE);
        assert!(places.iter().any(|place| place.distance(it.body.centre) <= 150.0 + 1e-5));
    }
    sim.check().unwrap();
    sim.tick();
    sim.check().unwrap();
}

/// Commands that each change a meadow or a conquest.
fn some_edits() -> [Command; 6] {
    let corner = DVec2::new(400.0, 330.0);
    let area = Aabb::spanning(corner, corner + DVec2::new(24.0, 200.0));
    let gap = Aabb::spanning(corner + DVec2::new(0.0, 60.0), corner + DVec2::new(24.0, 100.0));
    let cells: Vec<Cell> = (9..15).flat_map(|x| (4..7).map(move |y| Cell::new(x, y))).collect();
    let paint = |tile| Command::PaintTiles { tile, cells: cells.clone() };
    let places = vec![DVec2::new(500.0, 500.0), DVec2::new(560.0, 500.0)];
    [
        Command::BuildWall { area },
        paint(Tile::Water),
        Command::RemoveWalls { area: gap },
        Command::Scatter { species: SpeciesId(1), places, radius: 90.0, count: 6 },
        paint(Tile::Wall),
        paint(Tile::Road),
    ]
}

#[test]
fn recorded_edits_are_replayed_and_undone() {
    for (scenario, overrides) in [("meadow", SMALL_MEADOW), ("conquest", &[][..])] {
        let overrides = overrides.iter().map(|text| Override::parse(text).unwrap()).collect();
        let (name, creature_folders) = (scenario.to_owned(), Vec::new());
        let start = Start::Scenario { name, overrides, creature_folders };
        let ready = start.ready().unwrap_or_else(|error| panic!("{error}"));
        let mut playback = Playback::live(ready, &Place::Temporary).unwrap();
        let hash = |playback: &Playback| playback.simulation().world().state_hash();
        let mut hashes = vec![hash(&playback)];
        for tick in 0..66 {
            if let Some(command) = some_edits().get(tick / 11).filter(|_| tick % 11 == 5) {
                playback.command(command.clone()).unwrap_or_else(|error| panic!("{error}"));
            }
            playback.step().unwrap();
            hashes.push(hash(&playback));
        }
        for tick in [0, 40, 17, 65, 6, 66, 28, 51] {
            playback.seek(tick as u64).unwrap();
            assert_eq!(hash(&playback), hashes[tick], "{scenario}, tick {tick}");
            assert_eq!(playback.simulation().check(), Ok(()));
        }
        assert_eq!(playback.difference(), None);
        playback.seek(66).unwrap();
        let roads = |playback: &Playback| {
            let tiles = terrain(playback.simulation()).tiles();
            tiles.filter(|&(_, tile)| tile == Tile::Road).count()
        };
        let before = roads(&playback);
        let undone = playback.undo().unwrap().unwrap();
        assert_eq!(undone.command, some_edits()[5]);
        assert!(roads(&playback) < before, "{scenario}: the road is gone");
        assert_eq!(playback.simulation().check(), Ok(()));
    }
}

#[test]
fn refused_edits_say_what_is_wrong_and_what_to_do() {
    let mut sim = simulation("meadow", SMALL_MEADOW, 1);
    let odd_size = ["world.size=[1009, 1013]"].into_iter().chain(SMALL_MEADOW[1..].iter().copied());
    let mut odd = simulation("meadow", &odd_size.collect::<Vec<_>>(), 1);
    let at = DVec2::new(100.0, 100.0);
    let scatter = |count, radius, places: &[DVec2]| Command::Scatter {
        species: HARE,
        places: places.to_vec(),
        radius,
        count,
    };
    let cells = |count: usize| vec![Cell::new(1, 1); count];
    let water = Tile::Water;
    let before = sim.world().state_hash();
    let commands = [
        Command::RemoveWalls { area: Aabb::spanning(at, at + 50.0) },
        Command::RemoveWalls { area: Aabb::spanning(at * -9.0, at * -8.0) },
        Command::RemoveWalls { area: Aabb { min: DVec2::NAN, max: at } },
        scatter(0, 10.0, &[at]),
        scatter(9, 10.0, &[]),
        scatter(3000, 10.0, &[at]),
        scatter(9, f64::NAN, &[at]),
        scatter(9, 10.0, &[at * -1.0]),
        Command::PaintTiles { tile: Tile::ALL[9], cells: cells(1) },
        Command::PaintTiles { tile: water, cells: cells(70_000) },
        Command::PaintTiles { tile: water, cells: vec![] },
        Command::PaintTiles { tile: water, cells: vec![Cell::new(u32::MAX, 0)] },
    ];
    let mut refusals: Vec<String> =
        commands.map(|command| sim.apply(command).unwrap_err().to_string()).into();
    assert_eq!(sim.world().state_hash(), before);
    let no_tiles = odd.apply(Command::PaintTiles { tile: water, cells: cells(1) });
    refusals.push(no_tiles.unwrap_err().to_string());
    insta::assert_snapshot!(refusals.join("\n"), @"
    no wall that can be removed stands there; choose a built wall, or a wall of the terrain
    (-850, -850) lies outside the world, which extends from (0, 0) to (1150, 860); choose a point in it
    a coordinate or length is not a finite number; give finite numbers
    0 organisms cannot be added at once; choose 1 to 2000, and at least one point
    9 organisms cannot be added at once; choose 1 to 2000, and at least one point
    3000 organisms cannot be added at once; choose 1 to 2000, and at least one point
    organisms cannot be added within a radius of NaN units; choose 0 to 2000
    (-100, -100) lies outside the world, which extends from (0, 0) to (1150, 860); choose a point in it
    a neutral turret cannot be painted; choose ground, road, swamp, water, trees, rock or wall
    70000 tiles cannot be painted at once; choose at most 65536
    no tile there can become water: it is already, or something keeps its place; choose others
    no tile there can become water: it is already, or something keeps its place; choose others
    this world has no tiles, and no tiles of 8 to 128 units fill it exactly; build walls instead, or give the world a width and a height that are multiples of 32
    ");
}
