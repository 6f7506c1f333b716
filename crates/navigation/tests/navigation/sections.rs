//! How a map is split into sections, against a quadtree built by brute force.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2, lattice};
use terrarium_navigation::grid::{Grid, OccupancyGrid, Sections, Wave};
use terrarium_navigation::{FailureReason, Goal, Navigator, Outcome, Search};

use crate::support::Problem;

/// A square of cells: its least column and row.
type Square = (u32, u32);

/// The number of sections at first, and after each round in which all that are partly free were split.
fn counts(occupancy: &OccupancyGrid) -> Vec<u32> {
    let grid = occupancy.grid();
    let mut side = grid.columns().max(grid.rows()).next_power_of_two();
    let (mut squares, mut count): (Vec<Square>, u32) = (vec![(0, 0)], 1);
    let mut counts = vec![count];
    while side > 1 {
        let is_partly_free = |&(x, y): &Square| {
            let cells = (y..y + side).flat_map(|y| (x..x + side).map(move |x| (x, y)));
            let free = cells.filter(|&(x, y)| occupancy.is_free(x, y)).count() as u32;
            0 < free && free < side * side
        };
        squares.retain(is_partly_free);
        side /= 2;
        let quarters =
            |&(x, y): &Square| [(x, y), (x + side, y), (x, y + side), (x + side, y + side)];
        squares = squares.iter().flat_map(quarters).collect();
        if !squares.is_empty() {
            count += squares.len() as u32;
            counts.push(count);
        }
    }
    counts
}

proptest! {
    #[test]
    fn sections_are_as_large_as_they_can_be(
        boxes in prop::collection::vec((0..14_u32, 0..11_u32, 1..4_u32, 1..4_u32), 0..30),
        endpoints in prop::array::uniform4(0..11_u32),
    ) {
        let bounds = Aabb::new(DVec2::ZERO, DVec2::new(14.0, 11.0));
        let point = |x: u32, y: u32| DVec2::new(x.into(), y.into());
        let boxes = boxes.iter().map(|&(x, y, w, h)| Aabb::new(point(x, y), point(x + w, y + h)));
        let half = DVec2::splat(0.5);
        let [a, b, c, d] = endpoints;
        let goal = Goal::Point(point(c, d) + half + lattice::STEP);
        let problem = Problem { bounds, boxes: boxes.collect(), half, start: point(a, b) + half, goal };
        let field = problem.field();
        let counts = counts(&OccupancyGrid::new(Grid::new(bounds, half, 1.0).unwrap(), &field));
        let Search::Sections(mut search) = Sections.begin(problem.request()) else { panic!("sections") };
        let mut made = 0;
        let outcome = loop {
            let outcome = search.advance(&field, 1);
            // Before the first round nothing is known of them.
            prop_assert!(search.made() == 0 || counts.contains(&search.made()), "{} of {:?}", search.made(), counts);
            prop_assert!(search.made() >= made);
            made = search.made();
            if let Some(outcome) = outcome {
                break outcome;
            }
        };
        // A wrong state would show in the path, or in that there is none.
        if let Some(path) = outcome.path() {
            problem.check(path);
        }
        let wave = Wave.find(problem.request(), &field);
        prop_assert_eq!(outcome.path().is_some(), wave.path().is_some(), "{:?} {:?}", outcome, wave);
        if outcome == Outcome::Failed(FailureReason::NoneOnGrid) && made > 1 {
            prop_assert_eq!(Some(&made), counts.last(), "something was not split");
        }
    }
}
