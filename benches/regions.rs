//! Measures what it takes to adapt regions to a change of the obstacles, against building them, in the
//! same run.
//!
//! `cargo bench -p terrarium-benches --bench regions` runs everything; arguments after `--` select classes.
//! A change is one box removed, or put back; each is followed by nothing else, so the times are those of
//! [`Regions::refresh`] alone. Paths lead between random free places all over the world: the shortest, and those over
//! the hierarchy of the regions. All on one thread, but for building the hierarchy.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::navigation::regions::{FarSearch, Hierarchy, Regions};
use terrarium::navigation::{ObstacleField, ObstacleKey, Obstacles, SweptBox, path_length};

/// The number of boxes that are removed and put back.
const CHANGES: usize = 100;

/// The number of paths, and that in worlds of more than `LARGE` boxes, where each takes long.
const PATHS: [usize; 2] = [200, 40];

/// The number of boxes whose removal and return the hierarchy follows.
const UPKEEPS: usize = 20;

/// The number of boxes of a large world.
const LARGE: usize = 500_000;

/// A room for the centre of a mover of one unit, and the inflated obstacles.
struct Class {
    name: &'static str,
    room: Aabb,
    boxes: Vec<Aabb>,
}

/// A class that is built when it is selected.
type Build = fn() -> (Aabb, Vec<Aabb>);

const CLASSES: [(&str, Build); 6] = [
    ("boxes-10000", || boxes(100)),
    ("boxes-1000000", || boxes(1000)),
    ("tiles-512", || random_tiles(512)),
    ("tiles-4096", || random_tiles(4096)),
    ("rooms-512", || rooms(512)),
    ("rooms-4096", || rooms(4096)),
];

fn main() {
    println!("Measures changes of regions, beside building them anew.");
    let selected: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    for (name, build) in CLASSES {
        if selected.is_empty() || selected.iter().any(|it| it == name) {
            let (room, boxes) = build();
            run(&Class { name, room, boxes });
        }
    }
}

/// Random boxes, one for a hundred square units, that cover about a quarter of the world.
fn boxes(side: u32) -> (Aabb, Vec<Aabb>) {
    let mut random = Pcg64::seed_from_u64(1);
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(f64::from(side) * 10.0));
    let mean = libm::sqrt(-libm::log(0.75) * 100.0);
    let boxes = (0..side * side).map(|_| {
        let share = DVec2::new(random.random_range(0.4..1.6), random.random_range(0.4..1.6));
        let size = lattice::snap_point(share * mean);
        let at = DVec2::new(random.random::<f64>(), random.random::<f64>());
        let at = lattice::snap_point(at * (bounds.size() - size));
        Aabb::new(at, at + size).inflated(HALF)
    });
    (bounds.inflated(-HALF), boxes.collect())
}

/// Half the size of the mover.
const HALF: DVec2 = DVec2::splat(0.5);

/// A quarter of all tiles.
fn random_tiles(side: usize) -> (Aabb, Vec<Aabb>) {
    let mut random = Pcg64::seed_from_u64(1);
    let walls: Vec<bool> = (0..side * side).map(|_| random.random_bool(0.25)).collect();
    tiles(side, &walls)
}

/// Rooms of 32 tiles with doors of two tiles in most walls.
fn rooms(side: usize) -> (Aabb, Vec<Aabb>) {
    const ROOM: usize = 32;
    let mut random = Pcg64::seed_from_u64(1);
    let is_wall =
        |index: usize| (index % side).is_multiple_of(ROOM) || (index / side).is_multiple_of(ROOM);
    let mut walls: Vec<bool> = (0..side * side).map(is_wall).collect();
    for corner in (0..side * side / (ROOM * ROOM)).map(|it| {
        let row = side / ROOM;
        it / row * ROOM * side + it % row * ROOM
    }) {
        for step in [1, side] {
            if random.random_bool(0.85) {
                let door = corner + random.random_range(1..ROOM - 2) * step;
                (walls[door], walls[door + step]) = (false, false);
            }
        }
    }
    tiles(side, &walls)
}

/// The runs of walls in the rows of a map.
fn tiles(side: usize, walls: &[bool]) -> (Aabb, Vec<Aabb>) {
    let mut boxes = Vec::new();
    for (row, walls) in walls.chunks_exact(side).enumerate() {
        let mut column = 0;
        for run in walls.chunk_by(|a, b| a == b) {
            let corner = DVec2::new(column as f64, row as f64);
            if run[0] {
                boxes.push(
                    Aabb::new(corner, corner + DVec2::new(run.len() as f64, 1.0)).inflated(HALF),
                );
            }
            column += run.len();
        }
    }
    (Aabb::new(DVec2::ZERO, DVec2::splat(side as f64)).inflated(-HALF), boxes)
}

fn run(class: &Class) {
    println!("\n{}: {} boxes", class.name, class.boxes.len());
    let begin = Instant::now();
    let mut regions = Regions::new(class.room, class.boxes.iter().copied());
    let anew = begin.elapsed();
    println!("  {} regions, built in {:.1} ms", regions.len(), ms(anew));
    let mut times = changes(class, &mut regions);
    times.sort_unstable();
    let [p50, p99] = [50, 99].map(|share| ms(times[(times.len() - 1) * share / 100]));
    println!(
        "  a change: p50 {p50:.3} ms, p99 {p99:.3} ms; the p50 is 1/{:.0} of building them",
        ms(anew) / p50
    );
    let begin = Instant::now();
    let renumbered = regions.renumbered();
    println!("  {} regions renumbered in {:.1} ms", renumbered.len(), ms(begin.elapsed()));
    let begin = Instant::now();
    let mut hierarchy = Hierarchy::new(&regions);
    println!("  {} clusters, built in {:.1} ms", hierarchy.len(), ms(begin.elapsed()));
    upkeep(class, &mut regions, &mut hierarchy);
    paths(class, &regions, &hierarchy);
}

/// Follows changes with the hierarchy, step by step.
fn upkeep(class: &Class, regions: &mut Regions, hierarchy: &mut Hierarchy) {
    let (mut totals, mut steps) = (Vec::new(), Vec::new());
    let boxes = class.boxes.iter().step_by(class.boxes.len() / UPKEEPS);
    for &changed in boxes {
        let near = |body: &&Aabb| body.overlaps(&changed);
        let near: Vec<Aabb> = class.boxes.iter().filter(near).copied().collect();
        for is_back in [false, true] {
            let left = near.iter().copied().filter(|&body| is_back || body != changed);
            let area = regions.refresh(changed, left);
            let begin = Instant::now();
            hierarchy.outdate(regions, area);
            let mut is_complete = false;
            while !is_complete {
                let begin = Instant::now();
                is_complete = hierarchy.advance(regions, 1);
                steps.push(begin.elapsed());
            }
            totals.push(begin.elapsed());
        }
    }
    totals.sort_unstable();
    steps.sort_unstable();
    let at = |times: &[Duration], share: usize| ms(times[(times.len() - 1) * share / 100]);
    println!(
        "  a change of the hierarchy: p50 {:.1} ms; in steps of p50 {:.3} ms, p99 {:.3} ms, max {:.3} ms",
        at(&totals, 50),
        at(&steps, 50),
        at(&steps, 99),
        at(&steps, 100)
    );
}

/// The times of refreshes after a box was removed or put back.
fn changes(class: &Class, regions: &mut Regions) -> Vec<Duration> {
    let mut random = Pcg64::seed_from_u64(2);
    let keyed = (0..).map(ObstacleKey).zip(class.boxes.iter().copied());
    let mut field = ObstacleField::new(class.room, keyed.collect());
    let mut times = Vec::new();
    for _ in 0..CHANGES {
        let number = random.random_range(0..class.boxes.len());
        let (key, changed) = (ObstacleKey(number as u64), class.boxes[number]);
        for is_back in [false, true] {
            if is_back {
                field.insert(key, changed);
            } else {
                assert!(field.remove(key, changed), "each box is there");
            }
            let mut near = Vec::new();
            let mut swept = SweptBox::area(&changed, DVec2::ZERO);
            field.visit(&mut swept, &mut |_, _, body| near.push(body));
            let begin = Instant::now();
            regions.refresh(changed, near);
            times.push(begin.elapsed());
        }
    }
    times
}

/// Measures shortest paths between places that are connected, and paths over the hierarchy.
fn paths(class: &Class, regions: &Regions, hierarchy: &Hierarchy) {
    let mut random = Pcg64::seed_from_u64(3);
    let mut place = || {
        let at = DVec2::new(random.random::<f64>(), random.random::<f64>());
        lattice::snap_point(class.room.min + at * class.room.size())
    };
    let (mut shortest, mut far, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let count = PATHS[usize::from(class.boxes.len() > LARGE)];
    while ratios.len() < count {
        let [start, goal] = [place(), place()];
        if regions.check(start, goal).is_err() {
            continue;
        }
        let begin = Instant::now();
        let best = regions.shortest_path(start, goal).expect("they are connected");
        shortest.push(begin.elapsed());
        let begin = Instant::now();
        let mut search = FarSearch::new(start, goal);
        let path = search.advance(regions, hierarchy, u32::MAX);
        far.push(begin.elapsed());
        let path = path.expect("all steps").expect("they are connected");
        ratios.push(path_length(start, &path) / path_length(start, &best));
    }
    report("shortest paths", &mut shortest);
    report("paths over the hierarchy", &mut far);
    ratios.sort_by(f64::total_cmp);
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let [p90, longest] = [90, 100].map(|share| ratios[(ratios.len() - 1) * share / 100]);
    println!("    of the shortest: mean {mean:.4}, p90 {p90:.4}, longest {longest:.4}");
}

fn report(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: usize| ms(times[(times.len() - 1) * share / 100]);
    let [p50, p90, p99] = [50, 90, 99].map(at);
    println!("  {} {name}: p50 {p50:.3} ms, p90 {p90:.3} ms, p99 {p99:.3} ms", times.len());
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
