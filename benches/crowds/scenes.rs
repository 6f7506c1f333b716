//! The scenes that are measured.

use std::cmp::Ordering;
use std::f64::consts::TAU;
use std::ops::Range;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use terrarium::geometry::{Aabb, DVec2, lattice};

use super::scene::{SIDE, Scene, Walker, centre_of_cell};

/// All scenes, with each of their numbers of walkers.
pub fn scenes() -> Vec<Scene> {
    let mut scenes: Vec<Scene> = [5, 100, 300, 434, 608].map(open_field).into();
    scenes.extend([300, 434, 608].map(nearly_there));
    scenes.extend([door(), crossing()]);
    scenes.extend([40, 100].map(corridor));
    scenes.extend([ring(), knot()]);
    scenes
}

/// Walkers that go to random points of an open square.
fn open_field(walkers: usize) -> Scene {
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(1000.0));
    let zone = bounds.inflated(DVec2::splat(-SIDE / 2.0));
    let places = random_places(cells(0..41, 0..41), walkers).into_iter();
    let walkers = places.map(|start| (start, vec![zone])).collect();
    scene("open-field", bounds, Vec::new(), walkers)
}

/// The same, where it is enough to come within a body's width of a goal.
fn nearly_there(walkers: usize) -> Scene {
    let mut scene = Scene { name: "nearly-there", ..open_field(walkers) };
    scene.walkers.iter_mut().for_each(|walker| walker.within = SIDE);
    scene
}

/// Two rooms with a door two bodies wide, and in each 200 walkers that go to the other one and back.
fn door() -> Scene {
    let [left, right] = [0..24, 25..49];
    let walls = vec![area(24..25, 0..14), area(24..25, 16..30)];
    let walkers = both_ways(200, [left.clone(), right.clone()], [left, right], 30);
    scene("door", area(0..49, 0..30), walls, walkers)
}

/// Walkers in both directions in a corridor six bodies wide.
fn corridor(walkers: usize) -> Scene {
    let walkers = both_ways(walkers / 2, [0..30, 30..60], [0..10, 50..60], 6);
    scene("corridor", area(0..60, 0..6), Vec::new(), walkers)
}

/// Two streams, each around a square of its own. They cross at a right angle at two places, each in one
/// direction.
fn crossing() -> Scene {
    let mut walkers = Vec::new();
    let mut taken: Vec<[usize; 2]> = Vec::new();
    for first in [1, 11] {
        let corners = corners_of_stream(first);
        let sides = (0..4).flat_map(|side| {
            let [columns, rows] = side_of_stream(corners[side], corners[(side + 1) % 4]);
            cells(columns, rows).into_iter().map(move |cell| (cell, side))
        });
        let mut starts: Vec<([usize; 2], usize)> =
            sides.filter(|(cell, _)| !taken.contains(cell)).collect();
        starts.shuffle(&mut random());
        for (cell, side) in starts.into_iter().take(120) {
            let zones = (1..=4).map(|ahead| corners[(side + ahead) % 4]);
            let zones = zones.map(|corner| zone(across(corner[0]), across(corner[1])));
            walkers.push((centre_of_cell(cell), zones.collect()));
            taken.push(cell);
        }
    }
    scene("crossing", area(0..40, 0..40), Vec::new(), walkers)
}

/// The first cells of the corners of a stream, in the order in which it passes them.
fn corners_of_stream(first: usize) -> [[usize; 2]; 4] {
    let last = first + 22;
    [[first, first], [last, first], [last, last], [first, last]]
}

/// The columns and rows of a stream from a corner up to the next one.
fn side_of_stream(from: [usize; 2], to: [usize; 2]) -> [Range<usize>; 2] {
    [0, 1].map(|axis| match from[axis].cmp(&to[axis]) {
        Ordering::Less => from[axis]..to[axis],
        Ordering::Equal => across(from[axis]),
        Ordering::Greater => across(to[axis]).end..across(from[axis]).end,
    })
}

/// The cells across a stream, which is six bodies wide.
fn across(first: usize) -> Range<usize> {
    first..first + 6
}

/// Walkers on a circle that each go to the opposite point, and back.
fn ring() -> Scene {
    let bounds = area(0..30, 0..30);
    let on_circle = |number: i32| {
        let (sin, cos) = libm::sincos(TAU * f64::from(number) / 40.0);
        lattice::snap_point(bounds.centre() + DVec2::new(cos, sin) * 300.0)
    };
    let ends = (0..40).map(|number| [on_circle(number), on_circle(number + 20)]);
    let walkers = ends.map(|[start, end]| (start, vec![point(end), point(start)])).collect();
    scene("ring", bounds, Vec::new(), walkers)
}

/// Walkers without a gap between them that each go to the place where another one stands. In each round of
/// journeys, every place is the goal of one of them.
fn knot() -> Scene {
    let places = random_places(cells(7..13, 7..12), 30);
    let ahead = |walker: usize| (1..=30).map(move |step| (walker + step) % 30);
    let zones = |walker| ahead(walker).map(|place| point(places[place])).collect();
    let walkers = (0..30).map(|walker| (places[walker], zones(walker))).collect();
    scene("knot", area(0..20, 0..20), Vec::new(), walkers)
}

/// As many walkers at either end of a world, which go to the other end and back. The columns of cells in
/// which they start, and those of their goals, are given by end.
fn both_ways(
    walkers: usize,
    starts: [Range<usize>; 2],
    ends: [Range<usize>; 2],
    rows: usize,
) -> Vec<(DVec2, Vec<Aabb>)> {
    let [left, right] = ends.map(|columns| zone(columns, 0..rows));
    let zones = [vec![right, left], vec![left, right]];
    let sides = starts.into_iter().zip(zones);
    let of_side = |(columns, zones): (Range<usize>, Vec<Aabb>)| {
        let places = random_places(cells(columns, 0..rows), walkers).into_iter();
        places.map(move |start| (start, zones.clone()))
    };
    sides.flat_map(of_side).collect()
}

fn scene(
    name: &'static str,
    bounds: Aabb,
    walls: Vec<Aabb>,
    walkers: Vec<(DVec2, Vec<Aabb>)>,
) -> Scene {
    let walkers = (0..).zip(walkers);
    let walker = |(number, (start, zones))| Walker { number, start, zones, within: 0.0 };
    Scene { name, bounds, walls, walkers: walkers.map(walker).collect() }
}

fn cells(columns: Range<usize>, rows: Range<usize>) -> Vec<[usize; 2]> {
    rows.flat_map(|row| columns.clone().map(move |column| [column, row])).collect()
}

/// The centres of some of these cells.
fn random_places(mut cells: Vec<[usize; 2]>, count: usize) -> Vec<DVec2> {
    cells.shuffle(&mut random());
    cells.into_iter().take(count).map(centre_of_cell).collect()
}

/// The area of some columns and rows of cells.
fn area(columns: Range<usize>, rows: Range<usize>) -> Aabb {
    let corner = |column: usize, row: usize| DVec2::new(column as f64, row as f64) * SIDE;
    Aabb::new(corner(columns.start, rows.start), corner(columns.end, rows.end))
}

/// Where the centre of a body can be in some columns and rows of cells.
fn zone(columns: Range<usize>, rows: Range<usize>) -> Aabb {
    area(columns, rows).inflated(DVec2::splat(-SIDE / 2.0))
}

fn point(at: DVec2) -> Aabb {
    Aabb::new(at, at)
}

fn random() -> impl RngExt {
    Pcg64Mcg::seed_from_u64(1)
}
