//! Cheap paths over ground of different costs, against a dense sample of all paths.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2, Segment};
use terrarium_navigation::ground::{Ground, WeightedRegions, WithGround};
use terrarium_navigation::regions::Regions;
use terrarium_navigation::{Goal, Method, Obstacles, navigator, path_length};

use crate::support::{Problem, fine_problems};

/// A problem with ground that counts.
#[derive(Debug, Clone)]
struct GroundProblem {
    problem: Problem,
    areas: Vec<(Aabb, f64)>,
}

const SIZE: i32 = 14;

/// The cheapest path found costs at most this factor more than any other.
const BOUND: f64 = 1.01;

fn some_box(sizes: std::ops::Range<i32>) -> impl Strategy<Value = Aabb> {
    (0..SIZE, 0..SIZE, sizes.clone(), sizes).prop_map(|(x, y, width, height)| {
        let min = DVec2::new(x.into(), y.into());
        Aabb::new(min, min + DVec2::new(width.into(), height.into()))
    })
}

fn ground_problems() -> impl Strategy<Value = GroundProblem> {
    let area = (some_box(1..7), 0..5_usize)
        .prop_map(|(area, cost)| (area, [0.25, 0.5, 2.0, 4.0, 10.0][cost]));
    let place = || {
        (2..4 * SIZE - 2, 2..4 * SIZE - 2)
            .prop_map(|(x, y)| DVec2::new(f64::from(x), f64::from(y)) * 0.25)
    };
    let areas = prop::collection::vec(area, 1..6);
    let boxes = prop::collection::vec(some_box(1..5), 0..5);
    (areas, boxes, place(), place()).prop_filter_map("an end is covered", |(areas, boxes, a, b)| {
        let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(SIZE.into()));
        let half = DVec2::splat(0.5);
        let problem = Problem { bounds, boxes, half, start: a, goal: Goal::Point(b) };
        let covers = |place| problem.inflated().iter().any(|it| it.contains_inside(place));
        (!covers(a) && !covers(b)).then_some(GroundProblem { problem, areas })
    })
}

impl GroundProblem {
    fn ground(&self) -> Ground {
        Ground::new(self.areas.iter().copied()).unwrap()
    }

    fn regions(&self) -> WeightedRegions {
        let (field, half) = (self.problem.field(), self.problem.half);
        WeightedRegions::among(&field, half, &self.ground()).unwrap()
    }

    fn goal(&self) -> DVec2 {
        self.problem.request().target().min
    }

    /// The cost of the cheapest path that bends only on a dense sample of all sides.
    fn cheapest(&self, spacing: f64) -> Option<f64> {
        let ground = self.ground();
        let room = self.problem.room();
        let mut places = vec![self.problem.start, self.goal()];
        for area in self.areas.iter().map(|&(area, _)| area) {
            let [min, max] = [area.min, area.max].map(|corner| room.nearest_point(corner));
            for step in 0..=((max - min).max_element() / spacing) as i32 {
                let along = (min + f64::from(step) * spacing).min(max);
                places.extend([(along.x, min.y), (along.x, max.y)].map(DVec2::from));
                places.extend([(min.x, along.y), (max.x, along.y)].map(DVec2::from));
            }
        }
        places.extend(self.problem.inflated().iter().flat_map(Aabb::corners));
        places.retain(|&place| self.problem.is_free(place, place));
        places[2..].sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        places.dedup();
        let mut costs = vec![f64::INFINITY; places.len()];
        let mut is_done = vec![false; places.len()];
        costs[0] = 0.0;
        loop {
            let open = (0..places.len()).filter(|&at| !is_done[at] && costs[at].is_finite());
            let at = open.min_by(|&a, &b| costs[a].total_cmp(&costs[b]))?;
            is_done[at] = true;
            if at == 1 {
                return Some(costs[at]);
            }
            for to in 0..places.len() {
                let segment = Segment::new(places[at], places[to]);
                if is_done[to] || costs[to] <= costs[at] + segment.length() * ground.cheapest() {
                    continue;
                }
                let cost = costs[at] + ground.cost(&segment);
                if cost < costs[to] && self.problem.is_free(segment.from, segment.to) {
                    costs[to] = cost;
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn paths_cost_hardly_more_than_the_cheapest_of_a_dense_sample(given in ground_problems()) {
        let ground = given.ground();
        let regions = given.regions();
        let GroundProblem { problem, .. } = &given;
        let path = regions.cheapest_path(problem.start, given.goal());
        let sampled = given.cheapest(0.5);
        prop_assert_eq!(path.is_ok(), sampled.is_some());
        if let (Ok(path), Some(sampled)) = (path, sampled) {
            problem.check(&path);
            let cost = ground.path_cost(problem.start, &path);
            prop_assert!(cost <= sampled * BOUND, "{} instead of {}: {:?}", cost, sampled, path);
        }
    }

    #[test]
    fn on_plain_ground_the_cheapest_path_is_the_shortest(problem in fine_problems(12)) {
        let Goal::Point(goal) = problem.goal else { return Ok(()) };
        let free = Regions::among(&problem.field(), problem.half).unwrap();
        let shortest = free.shortest_path(problem.start, goal);
        let regions = WeightedRegions::new(free, &Ground::new([]).unwrap());
        match (regions.cheapest_path(problem.start, goal), shortest) {
            (Ok(cheapest), Ok(shortest)) => {
                if cheapest.is_empty() {
                    prop_assert!(shortest.is_empty());
                } else {
                    problem.check(&cheapest);
                }
                let [a, b] = [cheapest, shortest].map(|path| path_length(problem.start, &path));
                prop_assert!((a - b).abs() <= 1e-9 * (1.0 + b), "{} instead of {}", a, b);
            }
            (cheapest, shortest) => prop_assert_eq!(cheapest.err(), shortest.err()),
        }
    }

    #[test]
    fn regions_of_one_cost_are_the_free_space(given in ground_problems()) {
        let (ground, regions) = (given.ground(), given.regions());
        let size = |areas: &mut dyn Iterator<Item = Aabb>| areas.map(|it| it.area()).sum::<f64>();
        let all = size(&mut regions.areas().map(|(area, _)| area));
        prop_assert!((all - size(&mut regions.free().areas())).abs() < 1e-9);
        for (area, cost) in regions.areas() {
            prop_assert_eq!(ground.cost_at(area.centre()), cost, "in {:?}", area);
            prop_assert!(regions.free().is_free(area.centre()));
        }
    }
}

/// A world as a picture: `,` is ground of cost 4, `=` of cost 0.5, `#` an obstacle; from `a` to `z`.
fn drawn(rows: &[&str]) -> GroundProblem {
    let (mut areas, mut boxes, mut ends) = (Vec::new(), Vec::new(), [DVec2::NAN; 2]);
    for (row, y) in rows.iter().zip(0..) {
        for (tile, x) in row.chars().zip(0..) {
            let cell = Aabb::square(DVec2::new(x.into(), y.into()) + 0.5, 0.5);
            match tile {
                ',' => areas.push((cell, 4.0)),
                '=' => areas.push((cell, 0.5)),
                '#' => boxes.push(cell),
                'a' => ends[0] = cell.centre(),
                'z' => ends[1] = cell.centre(),
                _ => assert_eq!(tile, ' '),
            }
        }
    }
    let size = DVec2::new(rows[0].len() as f64, rows.len() as f64);
    let (bounds, half) = (Aabb::new(DVec2::ZERO, size), DVec2::splat(0.25));
    let problem = Problem { bounds, boxes, half, start: ends[0], goal: Goal::Point(ends[1]) };
    GroundProblem { problem, areas }
}

fn path(rows: &[&str]) -> Vec<[f64; 2]> {
    let given = drawn(rows);
    let path = given.regions().cheapest_path(given.problem.start, given.goal()).unwrap();
    path.into_iter().map(|place| place.to_array()).collect()
}

#[test]
fn a_swamp_is_crossed_where_it_is_narrow() {
    let through = path(&["       ", "a ,   z", "  ,    "]);
    assert_eq!(through.first(), Some(&[2.0, 1.0]), "past its corner");
    let ford = path(&["   ,   ", "a  ,  z", "   ,   "]);
    assert_eq!(ford, [[3.0, 1.5], [4.0, 1.5], [6.5, 1.5]], "straight through");
    let nowhere = Ground::new([]).unwrap().path_cost(DVec2::ONE, &[]);
    assert_eq!(nowhere.to_bits(), 0.0_f64.to_bits());
}

#[test]
fn a_road_is_worth_a_detour() {
    let along = path(&["a             z", "               ", "==============="]);
    let on_road = along.iter().filter(|[_, y]| *y == 2.0).count();
    assert_eq!(on_road, 2, "from its border to its border: {along:?}");
    let [enters, leaves] = [along[0][0], along[1][0]];
    // The critical angle: the sine of the angle to the normal is the ratio of the costs.
    let aside = 1.5 * (0.5_f64 / (1.0_f64 - 0.25).sqrt());
    assert!((enters - 0.5 - aside).abs() < 1e-6 && (14.5 - leaves - aside).abs() < 1e-6);
}

#[test]
fn a_path_through_a_gap_without_width_is_found() {
    let world = Aabb::new(DVec2::ZERO, DVec2::splat(9.0));
    let walls = [(0.0, 4.0), (5.0, 9.0)].map(|(low, high)| {
        Aabb::new(DVec2::new(4.0, low), DVec2::new(5.0, high)).inflated(DVec2::splat(0.5))
    });
    let swamp = Aabb::new(DVec2::new(0.0, 3.0), DVec2::new(9.0, 6.0));
    let ground = Ground::new([(swamp, 3.0)]).unwrap();
    let regions = WeightedRegions::new(Regions::new(world, walls), &ground);
    let path = regions.cheapest_path(DVec2::new(1.0, 8.0), DVec2::new(8.0, 1.0)).unwrap();
    let gap = [3.5, 5.5].map(|x| DVec2::new(x, 4.5));
    assert!(gap.iter().all(|end| path.contains(end)), "{path:?}");
}

#[test]
fn invalid_ground_is_refused() {
    let area = Aabb::new(DVec2::ZERO, DVec2::ONE);
    let message = |cost: f64| Ground::new([(area, 1.0), (area, cost)]).unwrap_err().to_string();
    let range = "give a cost between 0.015625 and 4096";
    assert_eq!(message(0.0), format!("a unit of path cannot cost 0 (area 2); {range}"));
    assert_eq!(message(f64::NAN), format!("a unit of path cannot cost NaN (area 2); {range}"));
    let flat = Ground::new([(Aabb::new(DVec2::ZERO, DVec2::X), 2.0)]).unwrap_err();
    assert!(flat.to_string().contains("from (0, 0) to (1, 0) (area 1)"), "{flat}");
}

/// The cost of the cheapest path of straight and diagonal steps between cells, by Dijkstra's algorithm.
fn cheapest_on_tiles(given: &GroundProblem, cells: i32) -> Option<f64> {
    let ground = given.ground();
    let index = |x: i32, y: i32| (y * cells + x) as usize;
    let centre = |x: i32, y: i32| DVec2::new(x.into(), y.into()) + 0.5;
    let is_free = |x: i32, y: i32| {
        let cell = Aabb::square(centre(x, y), 0.5);
        (0..cells).contains(&x)
            && (0..cells).contains(&y)
            && given.problem.boxes.iter().all(|it| !it.overlaps(&cell))
    };
    let place = |at: DVec2| (at.x as i32, at.y as i32);
    let (start, goal) = (place(given.problem.start), place(given.goal()));
    let mut costs = vec![f64::INFINITY; (cells * cells) as usize];
    costs[index(start.0, start.1)] = 0.0;
    let mut open = vec![start];
    while let Some((x, y)) = open.pop() {
        for (by_x, by_y) in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
            let (to_x, to_y) = (x + by_x, y + by_y);
            if is_free(to_x, to_y) && is_free(x, to_y) && is_free(to_x, y) {
                let step = Segment::new(centre(x, y), centre(to_x, to_y));
                let mean = (ground.cost_at(step.from) + ground.cost_at(step.to)) * 0.5;
                let cost = costs[index(x, y)] + step.length() * mean;
                if cost < costs[index(to_x, to_y)] - 1e-12 {
                    costs[index(to_x, to_y)] = cost;
                    open.push((to_x, to_y));
                }
            }
        }
    }
    Some(costs[index(goal.0, goal.1)]).filter(|cost| cost.is_finite())
}

proptest! {
    #[test]
    fn grid_methods_find_the_cheapest_path_on_the_grid(mut given in ground_problems()) {
        let centre = |at: DVec2| at.floor() + 0.5;
        given.problem.start = centre(given.problem.start);
        given.problem.goal = Goal::Point(centre(given.goal()));
        let ends = [given.problem.start, given.goal()];
        given.problem.boxes.retain(|it| !ends.iter().any(|&end| it.contains_inside(end)));
        let cheapest = cheapest_on_tiles(&given, SIZE);
        let set = WithGround::new(given.problem.field(), given.problem.half, given.ground());
        for name in ["grid-astar", "jump-point"] {
            let method: Method = format!("{name}:cell=1").parse().unwrap();
            let mut search = method.begin(given.problem.request());
            let outcome = search.advance(&set, u32::MAX).unwrap();
            let cost = outcome.path().map(|path| set.ground().map_or_else(
                || path_length(given.problem.start, path),
                |ground| ground.path_cost(given.problem.start, path),
            ));
            match (cost, cheapest) {
                (Some(cost), Some(cheapest)) => prop_assert!(
                    (cost - cheapest).abs() < 1e-6, "{name}: {cost} instead of {cheapest}"
                ),
                (cost, cheapest) => prop_assert_eq!(cost.is_some(), cheapest.is_some()),
            }
        }
    }

    #[test]
    fn navigators_find_cheap_paths_however_the_search_is_sliced(given in ground_problems()) {
        let set = WithGround::new(given.problem.field(), given.problem.half, given.ground());
        let regions = given.regions();
        let cheapest = regions.cheapest_path(given.problem.start, given.goal());
        for name in ["exact", "perimeter"] {
            let mut at_once = navigator(name).unwrap().begin(given.problem.request());
            let whole = at_once.advance(&set, u32::MAX).unwrap();
            let mut search = navigator(name).unwrap().begin(given.problem.request());
            let sliced = loop {
                let stored = postcard::to_allocvec(&search).unwrap();
                search = postcard::from_bytes(&stored).unwrap();
                prop_assert!(search.is_sound());
                if let Some(outcome) = search.advance(&set, 7) {
                    break outcome;
                }
            };
            prop_assert_eq!(&sliced, &whole);
            prop_assert_eq!(search.steps(), at_once.steps());
            prop_assert_eq!(whole.path().is_some(), cheapest.is_ok());
            if let (Some(path), Ok(cheapest)) = (whole.path(), &cheapest) {
                let cost = |path: &[DVec2]| given.ground().path_cost(given.problem.start, path);
                prop_assert!(cost(path) <= cost(cheapest) + 1e-9);
            }
        }
    }
}

#[test]
fn a_path_to_a_box_ends_beside_it_where_that_is_cheapest() {
    let mut given = drawn(&["       ", "a ,#   ", "  ,z   ", "       "]);
    given.problem.goal = Goal::Beside(given.problem.boxes[0]);
    let set = WithGround::new(given.problem.field(), given.problem.half, given.ground());
    let found = navigator("exact").unwrap().find(given.problem.request(), &set);
    let along_the_swamp = [DVec2::new(2.0, 1.0), DVec2::new(2.75, 1.0)];
    assert_eq!(found.path().unwrap(), along_the_swamp);
}

/// The cost at a place off all borders.
fn cost_off_borders(place: DVec2, areas: &[(Aabb, f64)]) -> f64 {
    let last = areas.iter().rev().find(|(area, _)| area.contains_inside(place));
    last.map_or(1.0, |&(_, cost)| cost)
}

fn areas() -> impl Strategy<Value = Vec<(Aabb, f64)>> {
    let area = (0..12_i32, 0..12_i32, 1..6_i32, 1..6_i32, 0..4_usize);
    let area = area.prop_map(|(x, y, width, height, cost)| {
        let min = DVec2::new(x.into(), y.into());
        let area = Aabb::new(min, min + DVec2::new(width.into(), height.into()));
        (area, [0.5, 1.0, 2.0, 7.0][cost])
    });
    prop::collection::vec(area, 0..8)
}

fn place() -> impl Strategy<Value = DVec2> {
    (0..60_i32, 0..60_i32).prop_map(|(x, y)| DVec2::new(f64::from(x) * 0.25, f64::from(y) * 0.25))
}

/// Where a segment crosses a line on which an area begins or ends, as fractions of it, with both ends.
fn cuts(segment: &Segment, areas: &[(Aabb, f64)]) -> Vec<f64> {
    let mut cuts = vec![0.0, 1.0];
    for (area, axis) in areas.iter().flat_map(|(area, _)| [(area, 0), (area, 1)]) {
        let (from, to) = (segment.from[axis], segment.to[axis]);
        let crossed = [area.min[axis], area.max[axis]].map(|line| (line - from) / (to - from));
        cuts.extend(crossed.into_iter().filter(|share| (0.0..=1.0).contains(share)));
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    cuts
}

proptest! {
    #[test]
    fn every_place_costs_what_its_piece_does(areas in areas(), from in place(), to in place()) {
        let segment = Segment::new(from, to);
        let ground = Ground::new(areas.iter().copied()).unwrap();
        // Exact along an axis.
        let at = |share: f64| from + (to - from) * share;
        let mut sum = 0.0;
        for &[start, end] in cuts(&segment, &areas).array_windows() {
            let [start, middle, end] = [start, start.midpoint(end), end].map(at);
            // A little to both sides, because the segment may lie along a border.
            let aside = (to - from).perp().normalize_or_zero() * 1e-6;
            let sides = [middle + aside, middle - aside].map(|place| cost_off_borders(place, &areas));
            let cost = sides[0].min(sides[1]);
            if start.distance(end) > 1e-9 {
                prop_assert_eq!(ground.cost_at(middle), cost, "at {}", middle);
            }
            sum += cost * start.distance(end);
            let so_far = ground.cost(&Segment::new(from, end));
            prop_assert!((so_far - sum).abs() < 1e-9, "{} instead of {} to {}", so_far, sum, end);
            let reached = ground.reach(&segment, sum);
            prop_assert!(reached.distance(end) < 1e-9, "{} instead of {}", reached, end);
        }
        prop_assert!((ground.cost(&segment) - sum).abs() < 1e-9);
    }
}

#[test]
fn a_border_between_two_dear_areas_is_dear() {
    let [left, right] = [0.0, 1.0].map(|x| Aabb::new(DVec2::new(x, 0.0), DVec2::new(x + 1.0, 1.0)));
    let along = Segment::new(DVec2::new(1.0, 0.0), DVec2::ONE);
    let all = [(left, 5.0), (right, 3.0)];
    assert_eq!(Ground::new(all).unwrap().cost(&along), 3.0);
    assert_eq!(Ground::new([all[0]]).unwrap().cost(&along), 1.0);
}
