//! Measures grid navigators: `jump-point` compared with the crate `grid_pathfinding` in the same run,
//! and `sections` compared with `wave`.
//!
//! `cargo bench -p terrarium-benches --bench grid_maps` runs everything; arguments after `--` select maps
//! by name, and `sections`. The maps are those in the subdirectory `movingai` of the directory that the
//! environment variable `TERRARIUM_DATA` names. The queries are about 200 evenly spaced rows of their
//! scenario files, or about n with `ROWS=n`. Times are for one query on one thread, the fastest of three
//! runs. The preparation (a bit board, a table of jumps, components and the distances from eight
//! landmarks; neighbours, jump points and components in `grid_pathfinding`) is reported separately.
//!
//! `grid_pathfinding` allows cutting corners, so its paths are a little shorter. Both return waypoints
//! instead of all cells, and both times include the length of the path.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::{Aabb, DVec2};
use terrarium::input::parameter::ParameterValues;
use terrarium::navigation::grid::{Grid, OnGrid};
use terrarium::navigation::{Goal, ObstacleField, ObstacleKey, Request, Search, navigator};
use terrarium::space::terrain::{Cell, Experiment, Terrain};

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;

/// The number of rows of a map, unless another is asked for.
const ROWS: usize = 200;

/// The half-size of a mover as large as a tile.
const HALF: DVec2 = DVec2::splat(0.5);

fn main() {
    println!("Measures jump-point, beside the crate grid_pathfinding, and sections beside wave.");
    let selected: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let is_selected = |name: &str| selected.is_empty() || selected.iter().any(|word| word == name);
    for path in maps() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if is_selected(&name) {
            compare(&name, &path);
        }
    }
    if is_selected("sections") {
        for (name, largest) in [("boxes up to 10", 10), ("boxes up to 40", 40)] {
            sections_and_waves(name, largest);
        }
    }
}

/// The maps in the data directory, if there is one.
fn maps() -> Vec<PathBuf> {
    let Some(data) = std::env::var_os("TERRARIUM_DATA") else {
        println!("no maps: TERRARIUM_DATA is not set");
        return Vec::new();
    };
    let files =
        std::fs::read_dir(Path::new(&data).join("movingai")).into_iter().flatten().flatten();
    let mut maps: Vec<PathBuf> = files.map(|file| file.path()).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    maps.sort();
    maps
}

/// Compares both on the rows of a map.
fn compare(name: &str, path: &Path) {
    let terrain = Terrain::read(path).unwrap_or_else(|error| panic!("{error}"));
    let terrain = terrain.with_tile_side(1.0).expect("a side on the lattice");
    let rows = Experiment::read(path.with_extension("map.scen"));
    let rows = rows.unwrap_or_else(|error| panic!("{error}"));
    let max_rows =
        std::env::var("ROWS").map_or(ROWS, |rows| rows.parse().expect("a number of rows"));
    let stride = rows.len().div_ceil(max_rows).max(1);
    let rows: Vec<Experiment> = rows.into_iter().step_by(stride).collect();
    println!("\n{name}: {} × {}, {} queries", terrain.width(), terrain.height(), rows.len());

    let keyed = (0..).map(ObstacleKey).zip(terrain.obstacles()).collect();
    let field = ObstacleField::new(terrain.area(), keyed);
    let grid = Grid::new(terrain.area(), HALF, 0.0).expect("a map has cells");
    let (preparation, field) = timed(|| OnGrid::new(field, grid));
    let navigator = navigator("jump-point").expect("in the list");
    let parameters = ParameterValues::defaults(navigator.parameters());
    let centre = |cell: Cell| DVec2::new(cell.x.into(), cell.y.into()) + 0.5;
    let ours = measure(&rows, |row| {
        let request = Request::new(centre(row.start), Goal::Point(centre(row.goal)), HALF);
        let mut search = navigator.begin_with(request, &parameters);
        search.advance(&field, u32::MAX).map(|found| found.length_from(centre(row.start)))
    });
    for (row, length) in rows.iter().zip(&ours.1) {
        // The file rounds to six digits.
        let tolerance = row.rounding.max(1e-5 * row.octile_length);
        let is_equal = length.flatten().is_some_and(|l| (l - row.octile_length).abs() <= tolerance);
        assert!(is_equal, "{name}, line {}: {length:?}", row.line);
    }
    let (their_preparation, grid) = timed(|| pathing_grid(&terrain));
    let point = |cell: Cell| Point::new(cell.x.cast_signed(), cell.y.cast_signed());
    let theirs = measure(&rows, |row| {
        let path = grid.get_waypoints_single_goal(point(row.start), point(row.goal), false)?;
        Some(path.windows(2).map(|ends| distance(ends[0], ends[1])).sum::<f64>())
    });
    assert!(theirs.1.iter().all(Option::is_some), "both find all paths");
    report("jump-point", preparation, &ours.0, None);
    report("grid_pathfinding", their_preparation, &theirs.0, Some(&ours.0));
}

fn distance(from: Point, to: Point) -> f64 {
    let (x, y) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    x.hypot(y)
}

/// The grid of `grid_pathfinding`, prepared for queries.
fn pathing_grid(terrain: &Terrain) -> PathingGrid {
    let mut grid = PathingGrid::new(terrain.width() as usize, terrain.height() as usize, false);
    for (cell, tile) in terrain.tiles() {
        grid.set(cell.x.cast_signed(), cell.y.cast_signed(), !tile.is_passable());
    }
    grid.generate_components();
    grid
}

/// Compares the sections and cells visited on maps of 200 × 200, half covered by random boxes.
fn sections_and_waves(name: &str, largest: u32) {
    let mut random = Pcg64::seed_from_u64(5);
    let [mut cells, mut visited, mut created] = [0.0; 3];
    let mut times = [Duration::ZERO; 2];
    let mut count = 0;
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(200.0));
    let [sections, wave] = ["sections", "wave"].map(|name| navigator(name).expect("in the list"));
    // With half of the cells covered independently, hardly any would be connected.
    for _ in 0..200 {
        let mut tiles = vec![false; 200 * 200];
        let mut boxes = Vec::new();
        while tiles.iter().filter(|&&covered| covered).count() < 20_000 {
            let [w, h] = [0; 2].map(|_: i32| random.random_range(1..=largest));
            let (x, y) = (random.random_range(0..=200 - w), random.random_range(0..=200 - h));
            for (x, y) in (x..x + w).flat_map(|x| (y..y + h).map(move |y| (x, y))) {
                tiles[(y * 200 + x) as usize] = true;
            }
            let corner = |x: u32, y: u32| DVec2::new(x.into(), y.into());
            boxes.push(Aabb::new(corner(x, y), corner(x + w, y + h)));
        }
        let field = ObstacleField::new(bounds, (0..).map(ObstacleKey).zip(boxes).collect());
        let field = OnGrid::new(field, Grid::new(bounds, HALF, 1.0).expect("cells"));
        let mut free = || loop {
            let (x, y) = (random.random_range(0..200_u32), random.random_range(0..200_u32));
            if !tiles[(y * 200 + x) as usize] {
                return DVec2::new(x.into(), y.into()) + 0.5;
            }
        };
        let request = Request::new(free(), Goal::Point(free()), HALF);
        let run = |navigator: &dyn terrarium::navigation::Navigator| {
            timed(|| {
                let mut search = navigator.begin(request.clone());
                let found = search.advance(&field, u32::MAX);
                (found.is_some_and(|found| found.path().is_some()), search)
            })
        };
        let (sections_time, (is_found, by_sections)) = run(sections);
        let (wave_time, (also_found, by_wave)) = run(wave);
        assert_eq!(is_found, also_found, "both agree on whether there is a path");
        if let (true, Search::Sections(s), Search::Wave(w)) = (is_found, by_sections, by_wave) {
            count += 1;
            visited += f64::from(s.touched());
            created += f64::from(s.made());
            cells += f64::from(w.touched());
            times = [times[0] + sections_time, times[1] + wave_time];
        }
    }
    let mean = |sum: f64| sum / f64::from(count);
    let micros = times.map(|time| mean(time.as_secs_f64() * 1e6));
    println!("\n200 × 200 half covered by {name}, {count} paths, means");
    println!(
        "  sections  {:>8.0} visited of {:>8.0} created {:>10.1} µs",
        mean(visited),
        mean(created),
        micros[0]
    );
    println!("  wave      {:>8.0} cells visited {:>22.1} µs", mean(cells), micros[1]);
    println!(
        "  {:.1} cells per visited section, {:.1} per created section",
        cells / visited,
        cells / created
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let result = work();
    (begin.elapsed(), result)
}

/// The time of each query, as the fastest of three runs; and the answers.
fn measure<T>(
    rows: &[Experiment],
    mut query: impl FnMut(&Experiment) -> T,
) -> (Vec<Duration>, Vec<T>) {
    let mut run = |row: &Experiment| {
        let (mut fastest, mut answer) = timed(|| query(row));
        for _ in 1..3 {
            let (time, again) = timed(|| query(row));
            fastest = fastest.min(time);
            answer = std::hint::black_box(again);
        }
        (fastest, answer)
    };
    rows.iter().map(&mut run).unzip()
}

/// Prints mean and percentiles, and their ratios to those of `baseline`.
fn report(name: &str, preparation: Duration, times: &[Duration], baseline: Option<&[Duration]>) {
    let statistics = |times: &[Duration]| {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let at = |share: f64| micros(sorted[((sorted.len() - 1) as f64 * share) as usize]);
        let mean = sorted.iter().map(|&time| micros(time)).sum::<f64>() / sorted.len() as f64;
        [mean, at(0.5), at(0.99), at(1.0)]
    };
    print!("  {name:17} preparation {:>7.2} ms;", preparation.as_secs_f64() * 1e3);
    let baseline = baseline.map(statistics);
    for (number, (label, time)) in
        ["mean", "p50", "p99", "max"].iter().zip(statistics(times)).enumerate()
    {
        print!(" {label} {time:>8.1} µs");
        if let Some(baseline) = &baseline {
            print!(" ({:>5.1} x)", time / baseline[number]);
        }
    }
    println!();
}
