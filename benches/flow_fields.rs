//! Measures ten thousand travellers to one goal that share a flow field against two hundred that plan
//! each their own path, in the same run.
//!
//! `cargo bench -p terrarium-benches --bench flow_fields` runs everything; arguments after `--` select
//! classes. If the environment variable `TERRARIUM_DATA` names a directory, the MovingAI maps in its
//! subdirectory `movingai` are classes too, with a mover of one tile. The times of the field include all
//! its steps and the whole path of every traveller. All times are the fastest of three runs on one thread,
//! or that of one run where it takes more than a second. What both sides precompute for any goal, the
//! index and the regions, is reported apart.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::navigation::regions::{FlowField, Regions};
use terrarium::navigation::{Goal, ObstacleField, ObstacleKey, Request, navigator, path_length};
use terrarium::space::terrain::Terrain;

/// The number of travellers that share a field, and of those that plan for themselves.
const TOGETHER: usize = 10_000;
const ALONE: usize = 200;

/// The time after which a measurement is not repeated.
const LONG: Duration = Duration::from_secs(1);

struct Class {
    name: String,
    bounds: Aabb,
    boxes: Vec<Aabb>,
    half: DVec2,
}

fn main() {
    println!(
        "Measures flow fields that {TOGETHER} travellers share, beside plans of {ALONE} for themselves."
    );
    let selected: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    for class in classes() {
        if selected.is_empty() || selected.contains(&class.name) {
            run(&class);
        }
    }
}

fn classes() -> Vec<Class> {
    let mut classes = vec![
        boxes("boxes-1000", 32, 0.25),
        boxes("boxes-10000", 100, 0.25),
        boxes("boxes-10000-45%", 100, 0.45),
    ];
    let Some(data) = std::env::var_os("TERRARIUM_DATA") else { return classes };
    let folder = PathBuf::from(data).join("movingai");
    for map in ["lak303d", "maze512-4-0", "random512-10-0", "orz900d"] {
        let terrain = Terrain::read(folder.join(format!("{map}.map")));
        let Ok(terrain) = terrain else { continue };
        let terrain = terrain.with_tile_side(1.0).expect("a side on the lattice");
        let (bounds, boxes) = (terrain.area(), terrain.obstacles());
        classes.push(Class { name: map.into(), bounds, boxes, half: DVec2::splat(0.5) });
    }
    classes
}

/// Random boxes, one for a hundred square units, that cover about `coverage` of the world.
fn boxes(name: &str, side: u32, coverage: f64) -> Class {
    let mut random = Pcg64::seed_from_u64(1);
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(f64::from(side) * 10.0));
    let mean = libm::sqrt(-libm::log(1.0 - coverage) * 100.0);
    let boxes = (0..side * side).map(|_| {
        let share = DVec2::new(random.random_range(0.4..1.6), random.random_range(0.4..1.6));
        let size = lattice::snap_point(share * mean);
        let at = DVec2::new(random.random::<f64>(), random.random::<f64>());
        let at = lattice::snap_point(at * (bounds.size() - size));
        Aabb::new(at, at + size)
    });
    Class { name: name.into(), bounds, boxes: boxes.collect(), half: DVec2::splat(0.5) }
}

fn run(class: &Class) {
    println!("\n{}: {} boxes", class.name, class.boxes.len());
    let keyed: Vec<_> = (0..).map(ObstacleKey).zip(class.boxes.iter().copied()).collect();
    let (build, obstacles) = fastest(|| ObstacleField::new(class.bounds, keyed.clone()));
    let (build_regions, regions) = fastest(|| regions(class, &class.boxes));
    println!("  index {:.2} ms, regions {:.2} ms", ms(build), ms(build_regions));
    let (goal, starts) = travellers(class, &regions);

    let (computing, field) = fastest(|| finished(goal, &regions));
    let (paths, lengths) = fastest(|| {
        let path =
            |&start: &DVec2| path_length(start, &field.path(&regions, start).expect("a path"));
        starts.iter().map(path).collect::<Vec<f64>>()
    });
    let (waypoints, _) = fastest(|| {
        let next = |&start: &DVec2| field.next_waypoint(&regions, start).expect("a waypoint");
        starts.iter().map(next).sum::<DVec2>()
    });
    let together = computing + paths;
    println!(
        "  field of {} steps {:.2} ms, {TOGETHER} paths {:.2} ms ({:.2} ms for next waypoints only)",
        field.steps(),
        ms(computing),
        ms(paths),
        ms(waypoints)
    );

    let (perimeter, _) = fastest(|| {
        let planned = starts.iter().take(ALONE).map(|&start| {
            let request = Request::new(start, Goal::Point(goal), class.half);
            navigator("perimeter").expect("in the list").find(request, &obstacles).path().is_some()
        });
        assert!(planned.into_iter().all(|found| found));
    });
    let (exact, shortest) = fastest(|| {
        let path = |&start: &DVec2| regions.shortest_path(start, goal).expect("a path");
        let length = |start: &DVec2| path_length(*start, &path(start));
        starts.iter().take(ALONE).map(length).collect::<Vec<f64>>()
    });
    for (name, time) in [("perimeter", perimeter), ("exact with regions", exact)] {
        let ratio = ms(time) / ms(together);
        println!("  {ALONE} plans of {name} {:.2} ms: {ratio:.2} times the field", ms(time));
    }
    let longest = lengths.iter().zip(&shortest).map(|(own, best)| own / best).fold(0.0, f64::max);
    println!("  longest path: {longest:.9} of the shortest");
    repair(class, &regions, &field, goal);
}

/// Removes a box and puts it back, ten times.
fn repair(class: &Class, regions_before: &Regions, field: &FlowField, goal: DVec2) {
    let mut random = Pcg64::seed_from_u64(3);
    let (mut repaired_steps, mut repairing, mut anew) = (0, Duration::ZERO, Duration::ZERO);
    for _ in 0..10 {
        let mut boxes = class.boxes.clone();
        let removed = boxes.swap_remove(random.random_range(0..boxes.len()));
        let after = regions(class, &boxes);
        let mut repaired = field.clone();
        for (from, to, added) in
            [(regions_before, &after, None), (&after, regions_before, Some(removed))]
        {
            let added: Vec<Aabb> = added.iter().map(|it: &Aabb| it.inflated(class.half)).collect();
            let steps = repaired.steps();
            let begin = Instant::now();
            repaired.repair(from, to, &added);
            repaired.advance(to, u32::MAX);
            repairing += begin.elapsed();
            repaired_steps += repaired.steps() - steps;
            let begin = Instant::now();
            finished(goal, to);
            anew += begin.elapsed();
        }
    }
    println!(
        "  repair of one box: {:.1} steps, {:.2} ms; a new field {:.2} ms",
        repaired_steps as f64 / 20.0,
        ms(repairing) / 20.0,
        ms(anew) / 20.0
    );
}

fn regions(class: &Class, boxes: &[Aabb]) -> Regions {
    let inflated = boxes.iter().map(|it| it.inflated(class.half));
    Regions::new(class.bounds.inflated(-class.half), inflated)
}

fn finished(goal: DVec2, regions: &Regions) -> FlowField {
    let mut field = FlowField::new(goal);
    assert!(field.advance(regions, u32::MAX), "a field has fewer steps");
    field
}

/// A goal in the largest part of the world, and places from which it can be reached.
fn travellers(class: &Class, regions: &Regions) -> (DVec2, Vec<DVec2>) {
    let mut random = Pcg64::seed_from_u64(2);
    let mut place = || {
        let at = DVec2::new(random.random::<f64>(), random.random::<f64>());
        lattice::snap_point(class.bounds.min + at * class.bounds.size())
    };
    loop {
        let goal = place();
        let starts: Vec<DVec2> = (0..TOGETHER * 8)
            .map(|_| place())
            .filter(|&start| regions.check(start, goal).is_ok())
            .take(TOGETHER)
            .collect();
        if starts.len() == TOGETHER {
            return (goal, starts);
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn fastest<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let begin = Instant::now();
        let result = work();
        (begin.elapsed(), result)
    };
    let (mut time, mut result) = timed();
    for _ in 1..3 {
        if time > LONG {
            break;
        }
        let (again, next) = timed();
        time = time.min(again);
        result = std::hint::black_box(next);
    }
    (time, result)
}
