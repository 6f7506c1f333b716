//! Real maps with known properties: reads every map in the folder `TERRARIUM_DATA`.
//!
//! The folder holds `movingai/*.map`, each with its `.map.scen`, and `openfire/*.json`. Without it
//! these tests report that they were skipped.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use terrarium_navigation::space::terrain::{Cell, MarkKind, Terrain, Tile};
use terrarium_testing::environment::real_maps;

/// The files in a data folder whose names end in `ending`; `None`, with a note, without data.
fn data(folder: &str, ending: &str) -> Option<Vec<PathBuf>> {
    let folder = real_maps()?.join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let wanted = |path: &PathBuf| path.to_string_lossy().ends_with(ending);
    let found: Vec<PathBuf> = paths.into_iter().filter(wanted).collect();
    assert!(!found.is_empty(), "no {ending} in {}", folder.display());
    Some(found)
}

fn passable(terrain: &Terrain, cell: Cell) -> bool {
    terrain.tile(cell).is_some_and(Tile::is_passable)
}

#[test]
fn every_movingai_map_has_the_size_and_the_passable_tiles_of_its_text() {
    for path in data("movingai", ".map").unwrap_or_default() {
        let terrain = Terrain::read(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let (_, rows) = text.split_once("map\n").unwrap();
        let counted = rows.chars().filter(|c| ['.', 'G', 'S'].contains(c)).count();
        let read = terrain.tiles().filter(|(_, tile)| tile.is_passable()).count();
        assert_eq!(read, counted, "{}", path.display());
        assert_eq!(terrain.height() as usize, rows.lines().count());
        assert_eq!(terrain.width() as usize, rows.lines().next().unwrap().len());
    }
}

#[test]
fn every_scenario_row_starts_and_ends_on_passable_tiles() {
    for path in data("movingai", ".map.scen").unwrap_or_default() {
        let terrain = Terrain::read(path.with_extension("")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let mut rows = 0;
        for row in text.lines().skip(1) {
            let fields: Vec<&str> = row.split_whitespace().collect();
            let number = |field: usize| fields[field].parse::<u32>().unwrap();
            assert_eq!((terrain.width(), terrain.height()), (number(2), number(3)), "{row}");
            assert!(passable(&terrain, Cell::new(number(4), number(5))), "start of {row}");
            assert!(passable(&terrain, Cell::new(number(6), number(7))), "goal of {row}");
            rows += 1;
        }
        assert!(rows > 0, "no rows in {}", path.display());
    }
}

#[test]
fn merged_boxes_cover_a_real_map_exactly_and_are_few() {
    for path in data("movingai", ".map").unwrap_or_default() {
        let terrain = Terrain::read(&path).unwrap().with_tile_side(1.0).unwrap();
        let boxes = terrain.obstacles();
        let mut covered = BTreeSet::new();
        for obstacle in &boxes {
            let (min, max) = (obstacle.min.as_uvec2(), obstacle.max.as_uvec2());
            for (x, y) in (min.x..max.x).flat_map(|x| (min.y..max.y).map(move |y| (x, y))) {
                assert!(covered.insert((x, y)), "({x}, {y}) is covered twice");
            }
        }
        let blocked = terrain.tiles().filter(|(_, tile)| !tile.is_passable());
        let blocked: BTreeSet<(u32, u32)> = blocked.map(|(cell, _)| (cell.x, cell.y)).collect();
        assert!(covered == blocked, "{} is not covered exactly", path.display());
        let share = boxes.len() as f64 / blocked.len() as f64;
        // Obstacles strewn at random, one tile in ten, hardly merge.
        let random = path.to_string_lossy().contains("random");
        assert!(share < if random { 0.9 } else { 0.15 }, "{}: {share}", path.display());
    }
}

#[test]
fn every_openfire_map_has_its_bases_on_capture_tiles() {
    for path in data("openfire", ".json").unwrap_or_default() {
        let terrain = Terrain::read(&path).unwrap();
        let captures = terrain.marks().filter(|mark| mark.kind == MarkKind::Capture);
        let captures: BTreeSet<Cell> = captures.map(|mark| mark.cell).collect();
        let bases: BTreeSet<Cell> = terrain.control_points().iter().map(|b| b.capture).collect();
        assert_eq!(bases, captures, "{}", path.display());
        assert!(terrain.control_points().iter().all(|base| base.owns(base.capture)));
    }
}

#[test]
fn fubar_has_five_bases_and_fourteen_spawn_points() {
    let Some(maps) = data("openfire", "fubar.json") else { return };
    let terrain = Terrain::read(&maps[0]).unwrap();
    assert_eq!((terrain.width(), terrain.height()), (33, 34));
    assert_eq!(terrain.control_points().len(), 5);
    let spawns: Vec<Cell> =
        terrain.marks().filter(|m| m.kind == MarkKind::Spawn).map(|m| m.cell).collect();
    assert_eq!(spawns.len(), 14);
    // The spawn points at the map's ends belong to no base; the bases of a side have three.
    let owned: Vec<(&str, usize)> = terrain
        .control_points()
        .iter()
        .map(|base| (base.name.as_str(), spawns.iter().filter(|&&s| base.owns(s)).count()))
        .collect();
    let expected =
        [("Blue west", 2), ("Blue east", 1), ("Courtyard", 0), ("Red west", 1), ("Red east", 2)];
    assert_eq!(owned, expected);
    let picture = Terrain::from_rows("fubar", terrain.to_string().lines()).unwrap();
    assert_eq!(picture.with_control_points(terrain.control_points().to_vec()).unwrap(), terrain);
}
