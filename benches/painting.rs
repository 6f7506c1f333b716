//! Measures painting of 10³ to 10⁶ organisms, at several magnifications; the capture of scenes; and
//! what culling saves, with a grid and with an R-tree.
//!
//! At 60 frames per second, a window has 16 ms per frame. The benchmark measures how much of that
//! painting takes for 1280 × 720 pixels, on one core.
//!
//! `cargo bench -p terrarium-benches --bench painting`

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use rstar::{AABB, RTree, primitives::GeomWithData, primitives::Rectangle};
use terrarium::behaviour::OrganismId;
use terrarium::document::Override;
use terrarium::geometry::{Aabb, DVec2};
use terrarium::record::Scene;
use terrarium::record::scene::Figure;
use terrarium::run::{SimulationBuilder, Start};
use terrarium::view::{Camera, Framebuffer, Painter, Rect, View};

use criterion::{BenchmarkId, Criterion};

/// A scene of so many organisms: copies of a small meadow after some ticks, side by side.
fn crowd(count: usize) -> Scene {
    let small = [
        "world.size=[1150, 860]",
        "population.clover=90",
        "population.oak=6",
        "population.hare=40",
        "population.deer=16",
        "population.lynx=4",
        "population.wolf=4",
    ];
    let mut simulation = SimulationBuilder::new("meadow").overrides(&small).build().unwrap();
    (0..20).for_each(|_| simulation.tick());
    let meadow = Scene::new(&simulation, None);
    let copies = count.div_ceil(meadow.figures.len());
    let columns = copies.isqrt() + 1;
    let size = meadow.bounds.size();
    let at = |column: usize, row: usize| size * DVec2::new(column as f64, row as f64);
    let copy = |index: usize| {
        let corner = at(index % columns, index / columns);
        let moved = move |it: &Figure| Figure { centre: it.centre + corner, ..*it };
        meadow.figures.iter().map(moved)
    };
    let numbered = (1..).zip((0..copies).flat_map(copy).take(count));
    let figures = numbered.map(|(id, it)| Figure { id: OrganismId(id), ..it }).collect();
    let bounds = Aabb::new(DVec2::ZERO, at(columns, copies.div_ceil(columns)));
    Scene { bounds, figures, ..meadow.clone() }
}

/// The scene one tick later: animals have moved a little.
fn later(scene: &Scene) -> Scene {
    let mut later = scene.clone();
    for figure in later.figures.iter_mut().filter(|figure| figure.species.0 > 1) {
        let (sin, cos) = (libm::sinf(figure.facing), libm::cosf(figure.facing));
        figure.centre += DVec2::new(f64::from(cos), f64::from(sin)) * 6.0;
    }
    later
}

fn painting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("painting");
    for count in [1_000, 10_000, 100_000, 1_000_000] {
        let before = Arc::new(crowd(count));
        let scene = Arc::new(later(&before));
        let fit = Camera::new(&scene.bounds, Rect::new(0.0, 0.0, 1280.0, 720.0));
        let mut near = fit;
        near.magnify(6.0);
        let mut close = fit;
        close.magnify(2.0 / fit.fit_scale());
        for (name, camera) in [("fit", fit), ("6 ×", near), ("2 pixels per unit", close)] {
            let mut framebuffer = Framebuffer::new(1280, 720, [0; 4]);
            let mut painter = Painter::new(1.0);
            let mut share = 0.0;
            group.bench_function(BenchmarkId::new(name, count), |bencher| {
                bencher.iter(|| {
                    share = (share + 0.3) % 1.0;
                    let view = View { before: Some(&before), share, ..View::new(&camera, &scene) };
                    painter.paint(&mut framebuffer, &view);
                });
            });
        }
        let mut framebuffer = Framebuffer::new(1280, 720, [0; 4]);
        let mut painter = Painter::new(1.0).without_culling();
        group.bench_function(
            BenchmarkId::new("2 pixels per unit, without culling", count),
            |bencher| {
                bencher.iter(|| painter.paint(&mut framebuffer, &View::new(&close, &scene)));
            },
        );
        // Alternates between two pairs of scenes, as if each frame showed another tick.
        let scenes = [Arc::clone(&before), Arc::clone(&scene)];
        let mut turn = 0;
        let mut painter = Painter::new(1.0);
        group.bench_function(BenchmarkId::new("fit, another tick per frame", count), |bencher| {
            bencher.iter(|| {
                turn += 1;
                let view = View {
                    before: Some(&scenes[turn % 2]),
                    ..View::new(&fit, &scenes[(turn + 1) % 2])
                };
                painter.paint(&mut framebuffer, &view);
            });
        });
    }
    group.finish();
}

/// Measures culling with an R-tree that is built for each scene.
fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("R-tree");
    for count in [10_000, 100_000] {
        let scene = crowd(count);
        let entries = |scene: &Scene| {
            let entry = |(index, figure): (u32, &Figure)| {
                let body = figure.body();
                let rectangle = Rectangle::from_corners(body.min.to_array(), body.max.to_array());
                GeomWithData::new(rectangle, index)
            };
            (0..).zip(&scene.figures).map(entry).collect::<Vec<_>>()
        };
        group.bench_function(BenchmarkId::new("load", count), |bencher| {
            bencher.iter(|| RTree::bulk_load(entries(&scene)));
        });
        let tree = RTree::bulk_load(entries(&scene));
        let side = scene.bounds.max.x;
        let all = AABB::from_corners([0.0, 0.0], [side, side]);
        group.bench_function(BenchmarkId::new("find all", count), |bencher| {
            bencher.iter(|| {
                black_box(tree.locate_in_envelope_intersecting(all).map(|it| it.data).max())
            });
        });
    }
    group.finish();
}

/// Measures how long a running simulation takes to capture a scene.
fn scenes(criterion: &mut Criterion) {
    let overrides = [
        "world.size=[9000, 6700]",
        "population.clover=6200",
        "population.oak=400",
        "population.hare=2400",
        "population.deer=900",
        "population.lynx=60",
        "population.wolf=40",
    ];
    let overrides = overrides.into_iter().map(|text| Override::parse(text).unwrap()).collect();
    let creature_folders = Vec::new();
    let start = Start::Scenario { name: "meadow".to_owned(), overrides, creature_folders };
    let mut simulation = start.ready().unwrap().simulation;
    (0..20).for_each(|_| simulation.tick());
    let before = Scene::new(&simulation, None);
    let mut group = criterion.benchmark_group("scene");
    let count = before.figures.len();
    group.bench_function(BenchmarkId::new("capture", count), |bencher| {
        bencher.iter(|| Scene::new(&simulation, Some(&before)));
    });
    group.bench_function(BenchmarkId::new("to bytes", count), |bencher| {
        bencher.iter(|| before.to_bytes());
    });
    println!("a scene of {count} organisms takes {} bytes", before.to_bytes().len());
    group.finish();
}

fn main() {
    println!("Measures painting and scenes, beside culling with an R-tree of the crate rstar.\n");
    let mut criterion = Criterion::default()
        .without_plots()
        .sample_size(15)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    painting(&mut criterion);
    trees(&mut criterion);
    scenes(&mut criterion);
    criterion.final_summary();
}
