//! Grid paths: free, of the stated length, and found wherever there are any.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::grid::{
    DIAGONAL_COST, Grid, MAX_SQUARES, OccupancyGrid, OnGrid, STRAIGHT_COST, SuccessorBoard,
};
use terrarium_navigation::ground::{Ground, WithGround};
use terrarium_navigation::input::parameter::ParameterValues;
use terrarium_navigation::regions::WithRegions;
use terrarium_navigation::{
    FailureReason, Goal, Method, ObstacleKey, Obstacles, Outcome, Request, Search, navigator,
    path_length,
};

use crate::support::cells::Cells;
use crate::support::{Problem, fine_problems, wall_problems, whole_problems};

/// The navigators that find a path whenever there is one on the same grid.
const COMPLETE: [&str; 4] = ["grid-astar", "jump-point", "wave", "sections"];

/// The navigators that find shortest paths.
const SHORTEST: [&str; 2] = ["grid-astar", "jump-point"];

/// A world drawn with one character per tile of side 1: `#` is an obstacle, the agent of this
/// half-size starts at the centre of `a`, and its goal is the centre of `z`.
fn drawn(rows: &[&str], half: f64) -> Problem {
    let (mut boxes, mut ends) = (Vec::new(), [DVec2::NAN; 2]);
    for (row, y) in rows.iter().zip(0..) {
        for (tile, x) in row.chars().zip(0..) {
            let tile_box = Aabb::square(DVec2::new(x.into(), y.into()) + 0.5, 0.5);
            match tile {
                '#' => boxes.push(tile_box),
                'a' => ends[0] = tile_box.centre(),
                'z' => ends[1] = tile_box.centre(),
                _ => assert_eq!(tile, ' '),
            }
        }
    }
    let size = DVec2::new(rows[0].len() as f64, rows.len() as f64);
    let (bounds, half) = (Aabb::new(DVec2::ZERO, size), DVec2::splat(half));
    Problem { bounds, boxes, half, start: ends[0], goal: Goal::Point(ends[1]) }
}

fn find(name: &str, problem: &Problem) -> Outcome {
    navigator(name).unwrap().find(problem.request(), &problem.field())
}

/// The same with a precomputed occupancy grid.
fn find_on_grid(name: &str, problem: &Problem) -> Outcome {
    let Some(grid) = Grid::new(problem.bounds, problem.half, 0.0) else {
        return find(name, problem);
    };
    navigator(name).unwrap().find(problem.request(), &OnGrid::new(problem.field(), grid))
}

#[test]
fn a_diagonal_step_cuts_no_corner() {
    let problem = drawn(&["a#", " z"], 0.5);
    for name in SHORTEST {
        let down_and_right = vec![DVec2::new(0.5, 1.5), DVec2::new(1.5, 1.5)];
        assert_eq!(find(name, &problem), Outcome::Found(down_and_right), "{name}");
    }
    let between = drawn(&["a#", "#z"], 0.5);
    for name in COMPLETE {
        assert_eq!(find(name, &between), Outcome::Failed(FailureReason::NoneOnGrid), "{name}");
    }
}

#[test]
fn a_board_is_offered_through_every_wrapper() {
    let problem = drawn(&["   ", "a#z", "   "], 0.5);
    let mut field = problem.field();
    assert!(field.precompute_board(problem.half, 1.0));
    let grid = Grid::new(problem.bounds, problem.half, 1.0).unwrap();
    assert!(OnGrid::new(field.clone(), grid).board().is_some());
    assert!(WithRegions::new(field.clone(), problem.half).board().is_some());
    let ground = Ground::new([]).unwrap();
    assert!(WithGround::new(field, problem.half, ground).board().is_some());
}

#[test]
fn ties_between_shortest_paths_are_broken_consistently() {
    let problem = drawn(&["      ", "a    z", "      ", "  ##  "], 0.5);
    for name in SHORTEST {
        assert_eq!(find(name, &problem), Outcome::Found(vec![DVec2::new(5.5, 1.5)]), "{name}");
    }
    let around = drawn(&["     ", " ### ", "a###z", " ### ", "     "], 0.5);
    let [by_above, by_below] = SHORTEST.map(|name| find(name, &around));
    assert_eq!(by_above.length_from(around.start), by_below.length_from(around.start));
    for name in SHORTEST {
        let [plain, on_grid] = [find(name, &around), find_on_grid(name, &around)];
        assert_eq!(plain.length_from(around.start), on_grid.length_from(around.start), "{name}");
    }
}

#[test]
fn a_wall_without_thickness_between_two_cells_cannot_be_stepped_through() {
    let mut problem = drawn(&["a z"], 0.5);
    problem.boxes.push(Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(2.0, 2.0)));
    for name in COMPLETE {
        assert_eq!(find(name, &problem), Outcome::Failed(FailureReason::NoneOnGrid), "{name}");
    }
}

#[test]
fn a_small_agent_uses_only_large_cells_that_are_entirely_free() {
    let mut problem = drawn(&["a    z"], 0.25);
    problem.boxes.push(Aabb::square(DVec2::new(3.0, 0.875), 0.125));
    let astar = navigator("grid-astar").unwrap();
    let found = |cell: f64| {
        let settings =
            ParameterValues::new("", astar.parameters(), &[("cell".to_owned(), cell)].into());
        let mut search = astar.begin_with(problem.request(), &settings.unwrap());
        search.advance(&problem.field(), u32::MAX).unwrap()
    };
    assert_eq!(found(1.0), Outcome::Failed(FailureReason::NoneOnGrid));
    let by_the_side = found(0.5);
    problem.check(by_the_side.path().expect("there is room beside the box"));
}

#[test]
fn a_path_to_a_box_ends_at_its_edge() {
    let mut problem = drawn(&["a       ", "   ###  ", "   ###  ", "        "], 0.5);
    let food = Aabb::new(DVec2::new(3.0, 1.0), DVec2::new(6.0, 3.0));
    problem.goal = Goal::Beside(food);
    for name in COMPLETE {
        let found = find(name, &problem);
        problem.check(found.path().unwrap_or_else(|| panic!("{name}: {found:?}")));
    }
    let length = find("jump-point", &problem).length_from(problem.start).unwrap();
    assert!(length < 3.0, "{length}");
    let beside = find("successor", &problem);
    problem.check(beside.path().unwrap());
}

/// Worlds in which cells, obstacles, start and goal all lie on half units.
fn tiled() -> impl Strategy<Value = Problem> {
    let tile = prop::bool::weighted(0.35);
    let cell = || (0..14_usize, 0..11_usize);
    (prop::collection::vec(tile, 14 * 11), cell(), cell()).prop_map(|(tiles, start, goal)| {
        let row = |y: usize| {
            let mut row: Vec<char> =
                (0..14).map(|x| if tiles[y * 14 + x] { '#' } else { ' ' }).collect();
            for ((x, _), end) in [(goal, 'z'), (start, 'a')].into_iter().filter(|(c, _)| c.1 == y) {
                row[x] = end;
            }
            row.into_iter().collect::<String>()
        };
        let rows: Vec<String> = (0..11).map(row).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut problem = drawn(&rows, 0.5);
        if start == goal {
            problem.goal = Goal::Point(problem.start);
        }
        problem
    })
}

fn worlds() -> impl Strategy<Value = Problem> {
    // A very thin agent would need millions of cells.
    let has_width = |problem: &Problem| {
        let smaller = problem.half.min_element();
        smaller == 0.0 || smaller > 0.05
    };
    prop_oneof![tiled(), wall_problems(), whole_problems(12), fine_problems(20)]
        .prop_filter("next to no width", has_width)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn an_occupancy_grid_matches_the_definition_of_free_cells(problem in worlds()) {
        let Some(cells) = Cells::new(&problem, 0.0) else { return Ok(()) };
        let grid = cells.grid;
        let occupancy = OccupancyGrid::new(grid, &problem.field());
        for (x, y) in (0..grid.columns() + 1).flat_map(|x| (0..grid.rows() + 1).map(move |y| (x, y))) {
            prop_assert_eq!(occupancy.is_free(x, y), cells.is_free((x, y)), "{} {}", x, y);
        }
    }

    #[test]
    fn between_centres_the_path_has_the_optimal_length_in_steps(problem in tiled()) {
        let cells = Cells::new(&problem, 0.0).unwrap();
        let Goal::Point(goal) = problem.goal else { panic!("a point") };
        let [start, goal] = [problem.start, goal].map(|at| cells.grid.cell_at(at));
        let starts = if cells.is_free(start) { vec![start] } else { Vec::new() };
        let best = cells.lengths_from(&starts).get(&goal).copied();
        for (name, found) in SHORTEST.into_iter().flat_map(|name| {
            [find(name, &problem), find_on_grid(name, &problem)].map(|found| (name, found))
        }) {
            let length = found.length_from(problem.start);
            prop_assert_eq!(length.is_some(), best.is_some(), "{}: {:?}", name, found);
            prop_assert!((length.unwrap_or(0.0) - best.unwrap_or(0.0)).abs() < 1e-9, "{} {:?} {:?}", name, length, best);
        }
    }

    #[test]
    fn every_path_is_free_and_the_same_with_an_occupancy_grid(problem in worlds()) {
        for name in COMPLETE {
            let found = find(name, &problem);
            if let Some(path) = found.path() {
                problem.check(path);
            }
            let on_grid = find_on_grid(name, &problem);
            if name != "jump-point" {
                prop_assert_eq!(on_grid, found, "{}", name);
                continue;
            }
            // Its landmarks may lead to another one of the shortest paths.
            if let Some(path) = on_grid.path() {
                problem.check(path);
            }
            let lengths = [&found, &on_grid].map(|found| found.length_from(problem.start));
            prop_assert_eq!(lengths[0].is_some(), lengths[1].is_some(), "{:?} {:?}", found, on_grid);
            let [length, other] = lengths.map(Option::unwrap_or_default);
            prop_assert!((length - other).abs() < 1e-6, "{:?} {:?}", found, on_grid);
        }
    }

    #[test]
    fn jump_point_search_finds_paths_as_short_as_a_star(problem in worlds()) {
        let [astar, jumping] = SHORTEST.map(|name| find(name, &problem));
        let [far, as_far] = [&astar, &jumping].map(|found| found.length_from(problem.start));
        prop_assert_eq!(far.is_some(), as_far.is_some(), "{:?} {:?}", astar, jumping);
        prop_assert!((far.unwrap_or(0.0) - as_far.unwrap_or(0.0)).abs() < 1e-6, "{:?} {:?}", astar, jumping);
    }

    #[test]
    fn a_path_is_found_whenever_the_grid_has_one(
        problem in worlds().prop_filter("a point", |p| matches!(p.goal, Goal::Point(_))),
    ) {
        let Some(cells) = Cells::new(&problem, 0.0) else { return Ok(()) };
        let is_reachable = cells.is_reachable(&problem);
        for name in COMPLETE {
            match find(name, &problem) {
                // Within a cell the path may be straight.
                Outcome::Found(path) => prop_assert!(is_reachable || path.len() <= 1),
                Outcome::Failed(FailureReason::NoneOnGrid) => prop_assert!(!is_reachable, "{}", name),
                Outcome::Outside => prop_assert!(problem.target().is_none()),
                other => prop_assert!(false, "{}: {:?}", name, other),
            }
        }
    }

    #[test]
    fn ignored_obstacles_do_not_block_cells_of_an_occupancy_grid(problem in tiled(), index: prop::sample::Index) {
        prop_assume!(!problem.boxes.is_empty());
        let ignored = ObstacleKey(index.index(problem.boxes.len()) as u64);
        let request: Request = problem.request().ignoring([ignored]);
        let boarded = OnGrid::new(problem.field(), Cells::new(&problem, 0.0).unwrap().grid);
        for name in COMPLETE {
            let plain = navigator(name).unwrap().find(request.clone(), &problem.field());
            prop_assert_eq!(navigator(name).unwrap().find(request.clone(), &boarded), plain);
        }
    }
}

#[test]
fn path_lengths_equal_the_lengths_of_their_steps() {
    let problem = drawn(&["a  #  ", "   #  ", "   # z", "      "], 0.5);
    for name in SHORTEST {
        let found = find(name, &problem);
        let steps = 3.0 * 2.0_f64.sqrt() + 3.0;
        let length = path_length(problem.start, found.path().unwrap());
        assert!((length - steps).abs() < 1e-12, "{name}: {length}");
    }
}

/// Every cell records from where it was flooded, and the fronts are swapped, so a path has the
/// fewest possible steps.
#[test]
fn a_wave_takes_the_fewest_possible_steps() {
    let problem = drawn(&["a   #   ", "  # # # ", "  #   #z", "        "], 0.5);
    let found = find("wave", &problem);
    let mut at = problem.start;
    let mut steps = 0.0;
    for &to in found.path().unwrap() {
        steps += (to - at).abs().max_element();
        at = to;
    }
    let cells = Cells::new(&problem, 0.0).unwrap();
    let mut reached = vec![(0, 0)];
    let mut fewest = 0.0;
    while !reached.contains(&(7, 2)) {
        let next = reached.iter().flat_map(|&place| cells.neighbours(place));
        reached.extend(next.map(|(place, _)| place).collect::<Vec<_>>());
        fewest += 1.0;
    }
    assert_eq!(steps, fewest);
}

#[test]
fn string_pulling_straightens_the_path_through_open_sections() {
    let problem = drawn(&["a       ", "        ", " #      ", "       z"], 0.25);
    let found = find("sections", &problem);
    assert_eq!(found.path().unwrap().len(), 1, "{found:?}");
}

#[test]
fn large_gaps_have_far_fewer_sections_than_cells() {
    let blank = " ".repeat(64);
    let wall = format!("{}{}", "#".repeat(48), " ".repeat(16));
    let mut rows = vec![blank.clone(); 64];
    rows[32..40].fill(wall);
    rows[0].replace_range(0..1, "a");
    rows[63].replace_range(0..1, "z");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let problem = drawn(&rows, 0.5);
    let [mut sections, mut wave] =
        ["sections", "wave"].map(|name| navigator(name).unwrap().begin(problem.request()));
    for search in [&mut sections, &mut wave] {
        let found = search.advance(&problem.field(), u32::MAX).unwrap();
        problem.check(found.path().unwrap());
    }
    let (Search::Sections(sections), Search::Wave(wave)) = (sections, wave) else { panic!() };
    assert!(40 * sections.touched() < wave.touched(), "{} {}", sections.touched(), wave.touched());
    assert!(sections.touched() < sections.made());
}

/// The board of the document: from a to d through b and c, whatever intermediate nodes the table
/// has.
#[test]
fn the_next_square_is_always_a_neighbour() {
    let problem = drawn(&["a    ", " ### ", "    #", "### z"], 0.25);
    let grid = Grid::new(problem.bounds, problem.half, 1.0).unwrap();
    let occupancy = SuccessorBoard::new(grid, &problem.field()).unwrap();
    let (mut at, goal) = ((0, 0), (4, 3));
    let mut drawing = vec![vec!['.'; 5]; 4];
    drawing[0][0] = 'a';
    for letter in 'b'..='z' {
        let Some(next) = occupancy.next(at, goal) else { break };
        assert!(next.0.abs_diff(at.0) <= 1 && next.1.abs_diff(at.1) <= 1, "{at:?} {next:?}");
        at = next;
        drawing[at.1 as usize][at.0 as usize] = letter;
    }
    let drawing: Vec<String> = drawing.iter().map(|row| row.iter().collect()).collect();
    assert_eq!(drawing, ["a....", "b....", "cdef.", "...gh"], "{:?}", occupancy.path((0, 0), goal));
    let row = [(0, 2), (1, 2), (2, 2), (3, 2)];
    assert_eq!(occupancy.cost(row[0], row[3]), Some(3 * STRAIGHT_COST));
    assert_eq!(occupancy.path(row[0], row[3]).as_deref(), Some(&row[..]));
}

#[test]
fn a_wall_between_two_squares_blocks_the_step() {
    let mut problem = drawn(&["a z", "   "], 0.25);
    problem.boxes.push(Aabb::new(DVec2::new(0.9375, 0.0), DVec2::new(1.0625, 1.0)));
    let grid = Grid::new(problem.bounds, problem.half, 1.0).unwrap();
    let occupancy = SuccessorBoard::new(grid, &problem.field()).unwrap();
    let around = [(0, 0), (0, 1), (1, 1), (2, 0)];
    assert_eq!(occupancy.path((0, 0), (2, 0)).as_deref(), Some(&around[..]));
    assert_eq!(occupancy.cost((0, 0), (2, 0)), Some(2 * STRAIGHT_COST + DIAGONAL_COST));
}

/// In a world of 10,000 × 10,000 cells with one box.
#[test]
fn work_follows_what_stands_there() {
    let mut problem = drawn(&["a   z"], 0.5);
    problem.boxes.push(Aabb::new(DVec2::new(2.0, -3.0), DVec2::new(3.0, 2.0)));
    problem.bounds = Aabb::square(DVec2::ZERO, 5000.0);
    let field = problem.field();
    let [astar, jumps] = SHORTEST.map(|name| {
        let mut search = navigator(name).unwrap().begin(problem.request());
        let found = search.advance(&field, u32::MAX).unwrap();
        problem.check(found.path().unwrap());
        (found.length_from(problem.start), search.steps())
    });
    assert!((astar.0.unwrap() - jumps.0.unwrap()).abs() < 1e-9, "{astar:?} {jumps:?}");
    // There are 24,649 blocks of cells.
    assert!(jumps.1 < 1500, "{}", jumps.1);
}

#[test]
fn given_cells_are_kept() {
    let world = Aabb::square(DVec2::ZERO, 5000.0);
    assert_eq!(Grid::new(world, DVec2::splat(0.5), 0.5), None);
    assert_eq!(Grid::new(world, DVec2::splat(0.5), 0.625).unwrap().side(), 0.625);
    assert_eq!(Grid::new(world, DVec2::splat(0.25), 0.0).unwrap().columns(), 16_384);
    let method: Method = "jump-point:cell=0.5".parse().unwrap();
    let refusal = method.check_cells(&world).unwrap_err().to_string();
    assert!(refusal.ends_with("such as cell=0.6103515625, or smaller bounds"), "{refusal}");
    assert_eq!(
        "jump-point:cell=0.6103515625".parse::<Method>().unwrap().check_cells(&world),
        Ok(())
    );
    assert_eq!("rolling-grid:cell=0.001".parse::<Method>().unwrap().check_cells(&world), Ok(()));
}

#[test]
fn a_board_that_is_too_large_is_rejected() {
    let problem = drawn(&["a", "z"], 0.03125);
    let grid = Grid::new(problem.bounds, problem.half, 0.0).unwrap();
    assert!(grid.rows() > MAX_SQUARES);
    assert!(SuccessorBoard::new(grid, &problem.field()).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_path_over_a_small_board_is_free(problem in worlds()) {
        let found = find("successor", &problem);
        if let Some(path) = found.path() {
            problem.check(path);
        }
        prop_assert!(matches!(
            found,
            Outcome::Found(_) | Outcome::Outside | Outcome::Failed(FailureReason::NoneOnGrid)
        ));
    }

    /// Where the squares of the board are the cells of the grid, it finds every grid path.
    #[test]
    fn a_board_of_all_cells_reaches_whatever_the_grid_does(problem in tiled()) {
        let is_found = find("grid-astar", &problem).path().is_some();
        let successor = navigator("successor").unwrap();
        let settings = [("squares".to_owned(), 16.0)].into();
        let settings = ParameterValues::new("", successor.parameters(), &settings).unwrap();
        let mut search = successor.begin_with(problem.request(), &settings);
        let found = search.advance(&problem.field(), u32::MAX).unwrap();
        prop_assert_eq!(found.path().is_some(), is_found);
    }

    #[test]
    fn table_costs_equal_the_costs_of_the_steps(problem in tiled()) {
        let cells = Cells::new(&problem, 0.0).unwrap();
        let occupancy = SuccessorBoard::new(cells.grid, &problem.field()).unwrap();
        let start = cells.grid.cell_at(problem.start);
        prop_assume!(cells.is_free(start));
        let lengths = cells.lengths_from(&[start]);
        for (x, y) in (0..14).flat_map(|x| (0..11).map(move |y| (x, y))) {
            let cost = occupancy.cost(start, (x, y)).filter(|_| cells.is_free((x, y)));
            let known = lengths.get(&(x, y)).copied();
            prop_assert_eq!(cost.is_some(), known.is_some());
            let (cost, length) = (f64::from(cost.unwrap_or(0)), known.unwrap_or(0.0));
            prop_assert!((cost / f64::from(STRAIGHT_COST) - length).abs() < 0.01);
            let mut at = start;
            let mut sum = 0;
            while let Some(next) = occupancy.next(at, (x, y)) {
                sum += occupancy.cost(at, next).unwrap();
                at = next;
            }
            prop_assert!(cost == 0.0 || (at == (x, y) && f64::from(sum) == cost));
        }
    }
}

proptest! {
    #[test]
    fn a_board_offered_by_the_obstacles_gives_a_free_path_without_querying_its_squares(
        problem in worlds(), cell in prop_oneof![Just(1.0), Just(0.5)],
    ) {
        let mut field = problem.field();
        if !field.precompute_board(problem.half, cell) {
            return Ok(());
        }
        let mut search = navigator("successor").unwrap().begin(problem.request());
        let outcome = search.advance(&field, u32::MAX).unwrap();
        if let Some(path) = outcome.path() {
            problem.check(path);
        }
        if matches!(problem.goal, Goal::Point(_)) {
            // The segments from both ends to squares near them, and those of string pulling.
            let most = 32 + 2 * search.walk().len() as u32;
            prop_assert!(search.steps() <= most, "{} steps, not {most}", search.steps());
        }
        field.insert(ObstacleKey(u64::MAX), Aabb::square(problem.start, 1.0));
        prop_assert!(field.board().is_none(), "it no longer agrees with the obstacles");
    }

    /// The flood alone leads past one by large sections far away from it.
    #[test]
    fn sections_lead_past_a_single_box_at_most_a_third_too_long(
        x in 6..24_i32, y in -4..=4_i32, width in 1..=8_i32, height in 1..=12_i32, goal in -3..=3_i32,
    ) {
        let point = |x: i32, y: i32| DVec2::new(x.into(), y.into());
        let area = Aabb::new(point(x, y - height / 2), point(x + width, y + height - height / 2));
        let problem = Problem {
            bounds: Aabb::new(point(-20, -30), point(50, 30)),
            boxes: vec![area],
            half: DVec2::splat(0.5),
            start: point(0, 0),
            goal: Goal::Point(point(36, goal)),
        };
        let length = |name: &str| find(name, &problem).length_from(problem.start).unwrap();
        let (found, best) = (length("sections"), length("exact"));
        prop_assert!(found <= best * 1.34, "{found}, not {best}");
    }
}

#[test]
fn sections_lead_closely_past_a_single_box() {
    let rows = [
        "                                ",
        "                                ",
        "                                ",
        "            ####                ",
        "            ####                ",
        "            ####                ",
        "            ####                ",
        "  a         ####         z      ",
        "            ####                ",
        "            ####                ",
        "            ####                ",
        "                                ",
        "                                ",
        "                                ",
        "                                ",
        "                                ",
    ];
    let problem = drawn(&rows, 0.5);
    let [found, best] = ["sections", "exact"].map(|name| find(name, &problem));
    assert_eq!(found.length_from(problem.start), best.length_from(problem.start));
}
