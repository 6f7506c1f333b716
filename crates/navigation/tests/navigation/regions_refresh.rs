//! Regions that follow changes of the obstacles against those that are built anew.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::regions::{FlowField, Portal, Regions};

use crate::support::{Problem, fine_problems, tile_problems, wall_problems, whole_problems};

/// Obstacles of which each is there or not.
struct Changing {
    room: Aabb,
    boxes: Vec<(Aabb, bool)>,
    regions: Regions,
}

impl Changing {
    /// Without obstacles.
    fn new(room: Aabb, boxes: Vec<Aabb>) -> Self {
        let boxes = boxes.into_iter().map(|body| (body, false)).collect();
        Self { room, boxes, regions: Regions::new(room, []) }
    }

    fn standing(&self) -> impl Iterator<Item = Aabb> {
        self.boxes.iter().filter(|(_, stands)| *stands).map(|(body, _)| *body)
    }

    /// Adds or removes an obstacle.
    fn toggle(&mut self, number: usize) {
        let (body, stands) = &mut self.boxes[number];
        *stands = !*stands;
        let body = *body;
        let standing: Vec<Aabb> = self.standing().collect();
        self.regions.refresh(body, standing);
    }

    fn built_anew(&self) -> Regions {
        Regions::new(self.room, self.standing())
    }
}

/// All that the regions show of themselves.
fn content(regions: &Regions) -> (usize, Vec<Aabb>, Vec<u32>, Vec<Portal>) {
    (
        regions.len(),
        regions.areas().collect(),
        regions.components().collect(),
        regions.portals().collect(),
    )
}

/// The same regions, with the same paths between `places`, to the bit.
fn are_the_same(regions: &Regions, anew: &Regions, places: &[DVec2]) -> Result<(), TestCaseError> {
    prop_assert_eq!(content(regions), content(anew));
    for &start in places {
        for &goal in places {
            let paths = [regions, anew].map(|it| it.shortest_path(start, goal));
            prop_assert_eq!(&paths[0], &paths[1], "from {} to {}", start, goal);
            let nearest = [regions, anew].map(|it| it.nearest_reachable(start, goal));
            prop_assert_eq!(nearest[0], nearest[1]);
        }
    }
    Ok(())
}

fn places(problem: &Problem) -> Vec<DVec2> {
    let goal = problem.request().target().max;
    let corners = problem.inflated().into_iter().take(2).map(|body| body.max);
    [problem.start, goal, problem.room().min].into_iter().chain(corners).collect()
}

fn follow_changes(problem: &Problem, toggled: &[usize]) -> Result<(), TestCaseError> {
    let boxes = problem.inflated();
    if boxes.is_empty() {
        return Ok(());
    }
    let places = places(problem);
    let mut changing = Changing::new(problem.room(), boxes);
    for number in 0..changing.boxes.len() {
        changing.toggle(number);
    }
    are_the_same(&changing.regions, &changing.built_anew(), &places)?;
    for number in toggled {
        changing.toggle(number % changing.boxes.len());
        are_the_same(&changing.regions, &changing.built_anew(), &places)?;
    }
    are_the_same(&changing.regions.renumbered(), &changing.built_anew(), &places)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn refreshed_regions_equal_new_ones(
        problem in prop_oneof![whole_problems(14), fine_problems(14), wall_problems(), tile_problems()],
        toggled in prop::collection::vec(0..1000_usize, 1..12),
    ) {
        follow_changes(&problem, &toggled)?;
    }

    /// A change is told by any box around it.
    #[test]
    fn the_box_around_a_change_may_be_larger(
        problem in prop_oneof![whole_problems(14), tile_problems()],
        removed in prop::collection::vec(any::<bool>(), 14),
    ) {
        let boxes = problem.inflated();
        let mut regions = Regions::new(problem.room(), boxes.iter().copied());
        let (gone, left): (Vec<_>, Vec<_>) = boxes.iter().zip(removed.iter().cycle()).partition(|(_, gone)| **gone);
        let left: Vec<Aabb> = left.into_iter().map(|(body, _)| *body).collect();
        if let Some((first, _)) = gone.first() {
            let all = gone.iter().fold(**first, |all, (body, _)| all.union(body));
            regions.refresh(all, left.iter().copied());
        }
        are_the_same(&regions, &Regions::new(problem.room(), left), &places(&problem))?;
    }

    /// A field that is stored has the numbers of new regions.
    #[test]
    fn renumbered_regions_carry_on_a_field_of_new_ones(
        problem in prop_oneof![whole_problems(14), tile_problems()],
        toggled in prop::collection::vec(0..1000_usize, 1..8),
        steps in 0..200_u32,
    ) {
        let boxes = problem.inflated();
        prop_assume!(!boxes.is_empty());
        let mut changing = Changing::new(problem.room(), boxes);
        for number in toggled {
            changing.toggle(number % changing.boxes.len());
        }
        let (refreshed, anew) = (changing.regions.renumbered(), changing.built_anew());
        let mut fields = [FlowField::new(problem.start), FlowField::new(problem.start)];
        fields[0].advance(&refreshed, steps);
        fields[1].advance(&anew, steps);
        prop_assert_eq!(&fields[0], &fields[1]);
        let bytes = postcard::to_stdvec(&fields[0]).unwrap();
        let mut restored: FlowField = postcard::from_bytes(&bytes).unwrap();
        restored.advance(&anew, u32::MAX);
        fields[0].advance(&refreshed, u32::MAX);
        prop_assert_eq!(&fields[0], &restored);
    }
}

/// Tiles of a square, with or without an obstacle.
fn obstacles(tiles: &[bool], side: usize) -> Vec<Aabb> {
    let corner = |index: usize| DVec2::new((index % side) as f64, (index / side) as f64);
    let standing = tiles.iter().enumerate().filter(|(_, stands)| **stands);
    standing.map(|(index, _)| Aabb::new(corner(index), corner(index) + DVec2::ONE)).collect()
}

/// Whether a search leaves out the same dead ends: then it finds the same path with the same work.
fn has_the_same_blocks(
    regions: &Regions,
    anew: &Regions,
    start: DVec2,
    goal: DVec2,
) -> Result<(), TestCaseError> {
    let [own, right] = [regions, anew].map(|it| {
        let mut search = it.path_search(start, goal);
        (search.advance(it, u32::MAX), search.work())
    });
    prop_assert_eq!(own, right, "from {} to {}", start, goal);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn blocks_near_a_change_fit_those_far_away(
        side in 30..90_usize,
        share in 0.1..0.6_f64,
        seed in any::<u64>(),
        changes in prop::collection::vec(0..10_000_usize, 1..40),
    ) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut tiles: Vec<bool> = (0..side * side).map(|_| random.random_bool(share)).collect();
        let room = Aabb::new(DVec2::ZERO, DVec2::splat(side as f64));
        let mut regions = Regions::new(room, obstacles(&tiles, side));
        let mut anew = regions.clone();
        for change in changes {
            let index = change % tiles.len();
            tiles[index] = !tiles[index];
            let corner = DVec2::new((index % side) as f64, (index / side) as f64);
            let standing = obstacles(&tiles, side);
            regions.refresh(Aabb::new(corner, corner + DVec2::ONE), standing.iter().copied());
            anew = Regions::new(room, standing);
            prop_assert!(regions.components().eq(anew.components()));
            let far = DVec2::new(random.random(), random.random()) * side as f64;
            let ends = [corner - 0.5, corner + 1.5, far].map(|place| anew.nearest_free(place));
            let [Some(near), Some(beyond), Some(far)] = ends else { continue };
            has_the_same_blocks(&regions, &anew, near, beyond)?;
            has_the_same_blocks(&regions, &anew, near, far)?;
            has_the_same_blocks(&regions, &anew, far, beyond)?;
        }
        let middles: Vec<DVec2> = anew.areas().map(|area| area.centre()).collect();
        for places in middles.chunks(middles.len().div_ceil(20).max(1)).filter(|places| places.len() > 2) {
            let last = middles[middles.len() - 1];
            for (start, goal) in [(places[0], last), (last, places[0]), (places[1], places[2])] {
                has_the_same_blocks(&regions, &anew, start, goal)?;
            }
        }
    }
}

/// Hundreds of changes on a map of tiles, so that everything that was removed is used again.
#[test]
fn long_histories_leave_no_trace() {
    let mut random = Pcg64::seed_from_u64(5);
    for (side, share, half) in [(40, 0.25, 0.5), (40, 0.25, 0.0), (24, 0.5, 0.25)] {
        let room = Aabb::new(DVec2::ZERO, DVec2::splat(f64::from(side)));
        let tile = |x: i32, y: i32| DVec2::new(f64::from(x), f64::from(y));
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| tile(x, y)));
        let boxes: Vec<Aabb> =
            cells.map(|at| Aabb::new(at, at + DVec2::ONE).inflated(DVec2::splat(half))).collect();
        let mut changing = Changing::new(room.inflated(DVec2::splat(-half)), boxes);
        for number in 0..changing.boxes.len() {
            if random.random_bool(share) {
                changing.toggle(number);
            }
        }
        for round in 0..300 {
            changing.toggle(random.random_range(0..changing.boxes.len()));
            if round % 10 == 0 {
                let middles: Vec<DVec2> =
                    changing.regions.areas().step_by(97).map(|area| area.centre()).collect();
                are_the_same(&changing.regions, &changing.built_anew(), &middles).unwrap();
            }
        }
    }
}
