//! The tiles that a thick line meets, against a direct computation.

use std::collections::BTreeSet;

use proptest::prelude::*;
use terrarium_navigation::space::terrain::Cell;
use terrarium_navigation::strategic::Line;

/// OpenFire's line algorithm as in its document, in floating point: the tiles that are paid for.
fn paid(from: Cell, to: Cell, half_width: f64) -> BTreeSet<Cell> {
    let middle = |at: u32| f64::from(at) * 32.0 + 16.0;
    let (dx, dy) = (middle(to.x) - middle(from.x), middle(to.y) - middle(from.y));
    let length = (dx * dx + dy * dy).sqrt();
    let (aside_x, aside_y) = (-dy / length * half_width, dx / length * half_width);
    let steps = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
    let mut tiles = BTreeSet::new();
    for step in 1..steps {
        let part = f64::from(step) / f64::from(steps);
        let (x, y) = (middle(from.x) + dx * part, middle(from.y) + dy * part);
        for side in [-1.0, 1.0] {
            let tile = |at: f64| (at / 32.0).floor() as u32;
            tiles.insert(Cell::new(tile(x + side * aside_x), tile(y + side * aside_y)));
        }
    }
    tiles
}

/// The depth to which the body enters a tile, in pixels; negative where it does not.
fn depth(from: Cell, to: Cell, half_width: f64, tile: Cell) -> f64 {
    let difference = |to: u32, from: u32| 32.0 * (f64::from(to) - f64::from(from));
    let (dx, dy) = (difference(to.x, from.x), difference(to.y, from.y));
    let (x, y) = (difference(tile.x, from.x), difference(tile.y, from.y));
    let length = (dx * dx + dy * dy).sqrt();
    let corner = 16.0 * (dx.abs() + dy.abs()) / length;
    let across = half_width + corner - (dx * y - dy * x).abs() / length;
    let along = (dx * x + dy * y) / length;
    let (wide, high) = (half_width * dy.abs() / length, half_width * dx.abs() / length);
    let overlap = |at: f64, d: f64, aside: f64| {
        let (least, most) = (d.min(0.0) - aside, d.max(0.0) + aside);
        (at + 16.0 - least).min(most - (at - 16.0))
    };
    [across, along + corner, length + corner - along, overlap(x, dx, wide), overlap(y, dy, high)]
        .into_iter()
        .fold(f64::MAX, f64::min)
}

/// Two ends in a small map, and a half-width.
fn ends() -> impl Strategy<Value = (Cell, Cell, u32)> {
    (0..40_u32, 0..40_u32, 0..40_u32, 0..40_u32, 0..16_u32)
        .prop_map(|(a, b, c, d, half)| (Cell::new(a, b), Cell::new(c, d), half))
}

fn set(cells: impl Iterator<Item = Cell>) -> BTreeSet<Cell> {
    let all: Vec<Cell> = cells.collect();
    let set: BTreeSet<Cell> = all.iter().copied().collect();
    assert_eq!(set.len(), all.len(), "each tile once");
    set
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_line_pays_for_the_tiles_of_the_documented_algorithm((from, to, half) in ends()) {
        // A point on the border between two tiles belongs to one of them, regardless of the sides.
        prop_assume!(from != to && half > 0);
        let line = Line::between(from, to, half);
        let exact = set(line.paid());
        // Where a point is on an edge, floating point may place it on either side.
        let sure = paid(from, to, f64::from(half) - 1e-6);
        let also = paid(from, to, f64::from(half) + 1e-6);
        prop_assert!(exact.is_subset(&(&sure | &also)), "{exact:?} {sure:?} {also:?}");
        prop_assert!(exact.is_superset(&(&sure & &also)), "{exact:?} {sure:?} {also:?}");
        prop_assert!(!exact.contains(&from) && !exact.contains(&to));
    }

    #[test]
    fn a_line_crosses_the_tiles_that_the_body_enters((from, to, half) in ends()) {
        prop_assume!(from != to);
        let crossed = set(Line::between(from, to, half).crossed());
        for (x, y) in (0..42).flat_map(|x| (0..42).map(move |y| (x, y))) {
            let tile = Cell::new(x, y);
            let depth = depth(from, to, f64::from(half), tile);
            if depth.abs() > 1e-9 && tile != from && tile != to {
                prop_assert_eq!(crossed.contains(&tile), depth > 0.0, "{} by {}", tile, depth);
            }
        }
    }

    #[test]
    fn testing_a_tile_and_listing_all_agree((from, to, half) in ends()) {
        let line = Line::between(from, to, half);
        let (paid, crossed) = (set(line.paid()), set(line.crossed()));
        for (x, y) in (0..42).flat_map(|x| (0..42).map(move |y| (x, y))) {
            let tile = Cell::new(x, y);
            prop_assert_eq!(line.pays(tile), paid.contains(&tile), "{}", tile);
            prop_assert_eq!(line.crosses(tile), crossed.contains(&tile), "{}", tile);
        }
    }

    #[test]
    fn a_line_is_the_same_from_either_end((from, to, half) in ends()) {
        let (there, back) = (Line::between(from, to, half), Line::between(to, from, half));
        prop_assert_eq!(set(there.paid()), set(back.paid()));
        prop_assert_eq!(set(there.crossed()), set(back.crossed()));
    }
}

#[test]
fn the_longest_lines_do_not_overflow() {
    for (x, y) in [(16_777_215, 0), (4095, 4095), (4095, 4094), (4095, 1)] {
        let line = Line::between(Cell::new(0, 0), Cell::new(x, y), 10);
        let paid = line.paid().count() as u64;
        assert!(paid >= line.between_ends() && paid <= 2 * line.between_ends(), "{paid}");
        assert!(line.crossed().count() as u64 >= line.between_ends());
    }
}

#[test]
fn a_straight_line_pays_for_the_tiles_between_and_a_slanted_one_for_more() {
    let count = |x, y| Line::between(Cell::new(5, 5), Cell::new(x, y), 10).paid().count();
    assert_eq!((count(10, 5), count(5, 0), count(9, 9), count(6, 5), count(5, 5)), (4, 4, 3, 0, 0));
    // At each of three steps, a point on either side of the edge between two rows.
    assert_eq!(count(9, 7), 5);
}
