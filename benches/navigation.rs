//! Measures how fast paths are found and how short they are, compared with `polyanya` in the same run.
//!
//! `cargo bench -p terrarium-benches --bench navigation` runs everything; arguments after `--` select
//! classes, as in `cargo bench -p terrarium-benches --bench navigation -- disjoint-1000 cage`. Times are
//! for one query on one thread, the fastest of three runs, or that of one run where it takes more than
//! 10 ms; the number in parentheses is the time of `polyanya` divided by ours.
//!
//! What each side precomputes, once per world, is reported as its build time: `polyanya` a mesh for an
//! agent of the given size; `perimeter` and `exact` an index of the obstacles, which serves agents of all
//! sizes and worlds that change; and the same with regions also the free space of one agent in a world
//! that does not change, as `polyanya` does. `check` only answers whether there is a path, from the
//! regions, and names no obstacles. If the environment variable `TERRARIUM_DATA` names a directory, the
//! MovingAI maps in its subdirectory `movingai` are classes too, with a mover of one tile.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::navigation::regions::{CornerGraph, WithRegions};
use terrarium::navigation::{Goal, ObstacleField, ObstacleKey, Obstacles, Request, navigator};
use terrarium::space::terrain::Terrain;

use polyanya::{Coords, Triangulation};

/// The side of a cell of the jittered grid, in units.
const CELL: f64 = 10.0;

/// The time of a query that is not repeated.
const LONG: Duration = Duration::from_millis(10);

/// A world and the queries in it.
struct Class {
    name: String,
    bounds: Aabb,
    boxes: Vec<Aabb>,
    queries: Vec<(DVec2, DVec2)>,
    /// The mover's half-size.
    half: DVec2,
    /// Whether to compare with `polyanya`: large triangulations take too long.
    polyanya: bool,
}

fn main() {
    println!("Measures path queries of perimeter and exact, beside the crate polyanya.");
    let selected: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    for (name, class) in classes() {
        if selected.is_empty() || selected.contains(&name) {
            run(&class(&name));
        }
    }
}

type Generator = Box<dyn Fn(&str) -> Class>;

fn classes() -> Vec<(String, Generator)> {
    let disjoint = |side: usize, polyanya: bool| -> Generator {
        Box::new(move |name| disjoint(name, side, polyanya))
    };
    let generated: Vec<(&str, Generator)> = vec![
        ("disjoint-100", disjoint(10, true)),
        ("disjoint-1000", disjoint(32, true)),
        ("disjoint-10000", disjoint(100, true)),
        ("disjoint-100000", disjoint(316, false)),
        ("disjoint-1000000", disjoint(1000, false)),
        ("unreachable-1000", Box::new(|name| unreachable(name, 32))),
        ("overlapping-30%", Box::new(|name| overlapping(name, 40, 0.30))),
        ("overlapping-45%", Box::new(|name| overlapping(name, 40, 0.45))),
        ("cage", Box::new(cage)),
    ];
    generated.into_iter().map(|(name, class)| (name.to_owned(), class)).chain(maps()).collect()
}

/// The maps in the data directory, if there is one.
fn maps() -> Vec<(String, Generator)> {
    let Some(data) = std::env::var_os("TERRARIUM_DATA") else { return Vec::new() };
    let files =
        std::fs::read_dir(Path::new(&data).join("movingai")).into_iter().flatten().flatten();
    let mut maps: Vec<PathBuf> = files.map(|file| file.path()).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    maps.sort();
    let class = |path: PathBuf| -> (String, Generator) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, Box::new(move |name| map(name, &path)))
    };
    maps.into_iter().map(class).collect()
}

/// A MovingAI map, and about a hundred evenly spaced rows of its scenario file.
fn map(name: &str, path: &Path) -> Class {
    let terrain = Terrain::read(path).unwrap_or_else(|error| panic!("{error}"));
    let terrain = terrain.with_tile_side(1.0).expect("a side on the lattice");
    let scenario = path.with_extension("map.scen");
    let rows = std::fs::read_to_string(&scenario).unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    let query = |row: &&str| {
        let columns: Vec<&str> = row.split_whitespace().collect();
        let centre = |column: usize| columns[column].parse::<f64>().expect("a tile") + 0.5;
        (DVec2::new(centre(4), centre(5)), DVec2::new(centre(6), centre(7)))
    };
    Class {
        name: name.into(),
        bounds: terrain.area(),
        boxes: terrain.obstacles(),
        queries: rows.iter().step_by(rows.len().div_ceil(100)).map(query).collect(),
        half: DVec2::splat(0.5),
        polyanya: false,
    }
}

/// One box of random size at a random position in each cell of a square grid.
fn disjoint(name: &str, side: usize, polyanya: bool) -> Class {
    let mut random = Pcg64::seed_from_u64(1);
    let boxes: Vec<Aabb> = (0..side * side)
        .map(|cell| {
            let corner = DVec2::new((cell % side) as f64, (cell / side) as f64) * CELL;
            let size = DVec2::new(random.random_range(2.0..8.0), random.random_range(2.0..8.0));
            let free = DVec2::splat(CELL - 0.5) - size;
            let at = DVec2::new(random.random::<f64>(), random.random::<f64>()) * free;
            let at = lattice::snap_point(corner + DVec2::splat(0.25) + at);
            Aabb::new(at, at + lattice::snap_point(size))
        })
        .collect();
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(side as f64 * CELL));
    let queries = random_queries(&mut random, bounds, &boxes);
    Class { name: name.into(), bounds, boxes, queries, half: DVec2::ZERO, polyanya }
}

/// The same, but a ring of four overlapping boxes encloses every goal.
fn unreachable(name: &str, side: usize) -> Class {
    let mut class = disjoint(name, side, true);
    let inner = DVec2::splat(side as f64 * CELL * 0.5);
    let cage = Aabb::square(inner, 4.0);
    class.boxes.retain(|b| !b.touches(&cage.inflated(DVec2::ONE)));
    let Aabb { min, max } = cage;
    let thickness = DVec2::splat(0.5);
    for (from, to) in [
        (min, DVec2::new(max.x, min.y)),
        (min, DVec2::new(min.x, max.y)),
        (DVec2::new(max.x, min.y), max),
        (DVec2::new(min.x, max.y), max),
    ] {
        class.boxes.push(Aabb::new(from - thickness, to + thickness));
    }
    for (_, goal) in &mut class.queries {
        *goal = inner;
    }
    class
}

/// Random boxes that cover about `coverage` of the world.
fn overlapping(name: &str, side: usize, coverage: f64) -> Class {
    let mut random = Pcg64::seed_from_u64(2);
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(side as f64 * CELL));
    // With n boxes of mean area a in an area A, a share of 1 - exp(-na/A) is covered.
    let count = -(1.0 - coverage).ln() * bounds.area() / 25.0;
    let boxes: Vec<Aabb> = (0..count as usize)
        .map(|_| {
            let size = DVec2::new(random.random_range(2.0..8.0), random.random_range(2.0..8.0));
            let room = bounds.size() - size;
            let at = DVec2::new(random.random::<f64>(), random.random::<f64>()) * room;
            let at = lattice::snap_point(at);
            Aabb::new(at, at + lattice::snap_point(size))
        })
        .collect();
    let queries = random_queries(&mut random, bounds, &boxes);
    Class { name: name.into(), bounds, boxes, queries, half: DVec2::ZERO, polyanya: false }
}

/// Rows of boxes, each with one gap that is just wide enough for the mover.
fn cage(name: &str) -> Class {
    let mut random = Pcg64::seed_from_u64(3);
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(400.0));
    let mut boxes = Vec::new();
    for row in 1..20 {
        let y = f64::from(row) * 20.0;
        let gap = random.random_range(1..199);
        for bar in (0..200).filter(|&bar| bar != gap) {
            let x = f64::from(bar) * 2.0;
            boxes.push(Aabb::new(DVec2::new(x, y), DVec2::new(x + 2.125, y + 2.0)));
        }
    }
    let mut queries = random_queries(&mut random, bounds, &boxes);
    queries.truncate(100);
    Class { name: name.into(), bounds, boxes, queries, half: DVec2::ZERO, polyanya: false }
}

fn random_queries(random: &mut impl Rng, bounds: Aabb, boxes: &[Aabb]) -> Vec<(DVec2, DVec2)> {
    let mut free = || {
        loop {
            let at = DVec2::new(random.random::<f64>(), random.random::<f64>()) * bounds.size();
            let at = lattice::snap_point(bounds.min + at);
            if !boxes.iter().any(|b| b.touches(&Aabb::new(at, at))) {
                return at;
            }
        }
    };
    (0..400).map(|_| (free(), free())).collect()
}

fn run(class: &Class) {
    println!("\n{}: {} boxes, {} queries", class.name, class.boxes.len(), class.queries.len());
    let keyed: Vec<_> = (0..).map(ObstacleKey).zip(class.boxes.iter().copied()).collect();
    let (build, field) = timed(|| ObstacleField::new(class.bounds, keyed));
    println!("  {:10} build {:>10.3} ms", "index", build.as_secs_f64() * 1e3);
    let baseline = class.polyanya.then(|| measure_polyanya(class, build));
    let baseline = baseline.as_deref();
    let known = WithRegions::new(field.clone(), class.half);
    let (build, regions) = timed(|| known.regions(class.half).expect("there are no polygons"));
    let count = regions.len();
    println!("  {:10} build {:>10.3} ms, {count} regions", "regions", build.as_secs_f64() * 1e3);
    let (times, _) = measure(class, |(start, goal)| regions.check(start, goal).is_ok());
    report("check", &times, baseline);
    // In the largest worlds, exact searches would take minutes.
    let is_small = class.boxes.len() <= 50_000;
    let exact = is_small.then(|| measure_navigator(class, "exact", &known, baseline, None));
    let exact = exact.as_deref();
    measure_navigator(class, "perimeter", &known, baseline, exact);
    if is_small {
        println!("  with a graph of the corners:");
        let (build, graph) = timed(|| CornerGraph::new(regions));
        let (corners, lines) = (graph.corners(), graph.lines());
        let size = graph.bytes() as f64 / f64::from(1 << 20);
        println!(
            "  {:10} build {:>10.3} ms, {corners} corners, {lines} lines, {size:.1} MiB",
            "graph",
            build.as_secs_f64() * 1e3
        );
        let known = known.clone().with_known_corner_graph(Arc::new(graph));
        measure_navigator(class, "exact", &known, baseline, exact);
    }
    println!("  without regions:");
    if is_small {
        measure_navigator(class, "exact", &field, baseline, exact);
    }
    measure_navigator(class, "perimeter", &field, baseline, exact);
}

/// Measures a navigator, and compares its paths with the shortest. Returns their lengths, which are
/// infinite where there is no path.
fn measure_navigator(
    class: &Class,
    name: &str,
    obstacles: &dyn Obstacles,
    baseline: Option<&[Duration]>,
    shortest: Option<&[f64]>,
) -> Vec<f64> {
    let (times, searches) = measure(class, |(start, goal)| {
        let request = Request::new(start, Goal::Point(goal), class.half);
        let mut search = navigator(name).expect("in the list").begin(request);
        let outcome = search.advance(obstacles, u32::MAX);
        (outcome.and_then(|outcome| outcome.length_from(start)), search.steps())
    });
    report(name, &times, baseline);
    let steps: f64 = searches.iter().map(|&(_, steps)| f64::from(steps)).sum();
    println!("  {:10} steps: mean {:.1}", "", steps / searches.len() as f64);
    let length = |&(length, _): &(Option<f64>, u32)| length.unwrap_or(f64::INFINITY);
    let lengths: Vec<f64> = searches.iter().map(length).collect();
    if let Some(shortest) = shortest {
        compare(&lengths, shortest);
    }
    lengths
}

/// Builds polyanya's mesh and runs the same queries on it; returns their times, sorted.
fn measure_polyanya(class: &Class, build: Duration) -> Vec<Duration> {
    // Its version of glam may differ from ours, so points are converted to arrays.
    let point = |p: DVec2| p.as_vec2().to_array();
    let corners = |b: &Aabb| {
        [b.min, DVec2::new(b.max.x, b.min.y), b.max, DVec2::new(b.min.x, b.max.y)]
            .map(|corner| point(corner).into())
    };
    let (mesh_time, mesh) = timed(|| {
        let mut mesh = Triangulation::from_outer_edges(&corners(&class.bounds));
        mesh.add_obstacles(class.boxes.iter().map(|b| corners(b).to_vec()));
        let mut mesh = mesh.as_navmesh();
        mesh.bake();
        mesh
    });
    let ratio = mesh_time.as_secs_f64() / build.as_secs_f64();
    println!("  {:10} build {:>10.3} ms, {ratio:.0} x", "polyanya", mesh_time.as_secs_f64() * 1e3);
    let (times, _) = measure(class, |(start, goal)| {
        mesh.path(Coords::on_mesh(point(start).into()), Coords::on_mesh(point(goal).into()))
    });
    report("polyanya", &times, None);
    times
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let result = work();
    (begin.elapsed(), result)
}

/// The time of each query, as the fastest of three runs, sorted; and the answers.
fn measure<T>(
    class: &Class,
    mut query: impl FnMut((DVec2, DVec2)) -> T,
) -> (Vec<Duration>, Vec<T>) {
    let mut run = |&ends: &(DVec2, DVec2)| {
        let (mut fastest, mut answer) = timed(|| query(ends));
        let runs = if fastest > LONG { 1 } else { 3 };
        for _ in 1..runs {
            let (time, again) = timed(|| query(ends));
            fastest = fastest.min(time);
            answer = std::hint::black_box(again);
        }
        (fastest, answer)
    };
    let (mut times, answers): (Vec<Duration>, Vec<T>) = class.queries.iter().map(&mut run).unzip();
    times.sort_unstable();
    (times, answers)
}

fn report(name: &str, times: &[Duration], baseline: Option<&[Duration]>) {
    let at = |times: &[Duration], share: f64| {
        times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6
    };
    print!("  {name:10}");
    for (label, share) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)] {
        print!(" {label} {:>9.1} µs", at(times, share));
        if let Some(baseline) = baseline {
            print!(" ({:>5.1} x)", at(baseline, share) / at(times, share));
        }
    }
    println!();
}

fn compare(lengths: &[f64], exact: &[f64]) {
    let found = lengths.iter().zip(exact).filter(|(_, best)| best.is_finite() && **best > 0.0);
    let mut ratios: Vec<f64> = found.map(|(length, best)| length / best).collect();
    ratios.sort_by(f64::total_cmp);
    let Some(last) = ratios.len().checked_sub(1) else { return };
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let at = |share: f64| ratios[(last as f64 * share) as usize];
    println!(
        "  {:10} length: mean {mean:.4}, p99 {:.4}, max {:.4} of the shortest",
        "",
        at(0.99),
        at(1.0)
    );
}
