//! Path lengths on real maps, against the published ones: every map in the folder `TERRARIUM_DATA`.
//! Without it these tests report that they were skipped.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use terrarium_navigation::geometry::DVec2;
use terrarium_navigation::grid::{Grid, OnGrid};
use terrarium_navigation::space::terrain::{Cell, Experiment, Terrain};
use terrarium_navigation::{
    Goal, ObstacleField, ObstacleKey, Obstacles, Outcome, Request, navigator,
};
use terrarium_testing::environment::real_maps;

/// The half-size of an agent as large as a tile.
const HALF: DVec2 = DVec2::splat(0.5);

/// A map with its experiments.
struct Map {
    name: String,
    field: ObstacleField,
    grid: Grid,
    experiments: Vec<Experiment>,
}

fn maps() -> impl Iterator<Item = Map> {
    let paths = real_maps().map(|root| {
        let folder = Path::new(&root).join("movingai");
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        assert!(!paths.is_empty(), "no maps in {}", folder.display());
        paths
    });
    let paths = paths.into_iter().flatten();
    paths.filter(|path| path.extension().is_some_and(|e| e == "map")).map(|path| {
        let terrain = Terrain::read(&path).unwrap().with_tile_side(1.0).unwrap();
        let named = (0..).map(ObstacleKey).zip(terrain.obstacles()).collect();
        Map {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            field: ObstacleField::new(terrain.area(), named),
            grid: Grid::new(terrain.area(), HALF, 0.0).unwrap(),
            experiments: Experiment::read(path.with_extension("map.scen")).unwrap(),
        }
    })
}

fn request(experiment: &Experiment) -> Request {
    let middle = |cell: Cell| DVec2::new(cell.x.into(), cell.y.into()) + 0.5;
    Request::new(middle(experiment.start), Goal::Point(middle(experiment.goal)), HALF)
}

fn find(name: &str, experiment: &Experiment, obstacles: &dyn Obstacles) -> Outcome {
    navigator(name).unwrap().find(request(experiment), obstacles)
}

/// Panics unless the path has the length stated in the scenario file, to its six digits.
fn check(map: &str, experiment: &Experiment, found: &Outcome) {
    let length = found.length_from(request(experiment).start);
    let most = 1e-5 * experiment.octile_length;
    let right = length.is_some_and(|length| (length - experiment.octile_length).abs() <= most);
    assert!(right, "{map}, line {}: {length:?}", experiment.line);
}

#[test]
fn jump_point_search_finds_the_optimum_on_every_map() {
    for Map { name, field, grid, experiments } in maps() {
        let boarded = OnGrid::new(field, grid);
        for experiment in experiments.iter().step_by(experiments.len().div_ceil(400)) {
            check(&name, experiment, &find("jump-point", experiment, &boarded));
        }
    }
}

#[test]
fn all_paths_have_the_right_length_with_and_without_an_occupancy_grid() {
    for Map { name, field, grid, experiments } in maps() {
        let boarded = OnGrid::new(field.clone(), grid);
        for experiment in experiments.iter().step_by(experiments.len() / 12) {
            for method in ["grid-astar", "jump-point"] {
                let found = find(method, experiment, &boarded);
                check(&name, experiment, &found);
                let plain = find(method, experiment, &field);
                check(&name, experiment, &plain);
                // Landmarks may lead to another one of the shortest paths.
                assert!(plain == found || method == "jump-point", "{method} on {name}");
            }
            for method in ["wave", "sections"] {
                let found = find(method, experiment, &field);
                let length = found.length_from(request(experiment).start);
                let length = length.unwrap_or_else(|| panic!("{method} on {name}: {found:?}"));
                let straight = request(experiment).target();
                assert!(length >= straight.distance_to(request(experiment).start) - 1e-9);
            }
        }
    }
}
