//! Ways from cell to cell: free, as short as they say, and found wherever there are any.

mod navigation_support;

use navigation_support::cells::Cells;
use navigation_support::{Problem, fine_problems, wall_problems, whole_problems};
use proptest::prelude::*;
use terrarium::geometry::{Aabb, DVec2};
use terrarium::navigation::grid::{Board, Boarded, Grid};
use terrarium::navigation::{
    Goal, ObstacleKey, Outcome, Request, Shortfall, navigator, way_length,
};
use terrarium::parameter::Settings;

/// Those that find a way whenever there is one on the same grid.
const COMPLETE: [&str; 2] = ["grid-astar", "jump-point"];

/// Those of which no way is shorter.
const SHORTEST: [&str; 2] = ["grid-astar", "jump-point"];

/// A world drawn with a tile to a character, which are 1 wide: `#` is in the way, the mover of this
/// half-size starts in the middle of `a` and wants to get to the middle of `z`.
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

fn ask(name: &str, problem: &Problem) -> Outcome {
    navigator(name).unwrap().find(problem.request(), &problem.field())
}

/// The same asked of obstacles that know themselves to be a grid.
fn ask_board(name: &str, problem: &Problem) -> Outcome {
    let Some(grid) = Grid::new(problem.bounds, problem.half, 0.0) else {
        return ask(name, problem);
    };
    navigator(name).unwrap().find(problem.request(), &Boarded::new(problem.field(), grid))
}

#[test]
fn a_diagonal_step_cuts_no_corner() {
    let problem = drawn(&["a#", " z"], 0.5);
    for name in SHORTEST {
        let down_and_right = vec![DVec2::new(0.5, 1.5), DVec2::new(1.5, 1.5)];
        assert_eq!(ask(name, &problem), Outcome::Found(down_and_right), "{name}");
    }
    let between = drawn(&["a#", "#z"], 0.5);
    for name in COMPLETE {
        assert_eq!(ask(name, &between), Outcome::Failed(Shortfall::NoneOnGrid), "{name}");
    }
}

#[test]
fn of_equally_short_ways_the_same_is_always_taken() {
    let problem = drawn(&["      ", "a    z", "      ", "  ##  "], 0.5);
    for name in SHORTEST {
        assert_eq!(ask(name, &problem), Outcome::Found(vec![DVec2::new(5.5, 1.5)]), "{name}");
    }
    let around = drawn(&["     ", " ### ", "a###z", " ### ", "     "], 0.5);
    let [by_above, by_below] = SHORTEST.map(|name| ask(name, &around));
    assert_eq!(by_above.length_from(around.start), by_below.length_from(around.start));
    for name in SHORTEST {
        assert_eq!(ask(name, &around), ask_board(name, &around), "{name}");
    }
}

#[test]
fn a_wall_without_thickness_between_two_cells_cannot_be_stepped_through() {
    let mut problem = drawn(&["a z"], 0.5);
    problem.boxes.push(Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(2.0, 2.0)));
    for name in COMPLETE {
        assert_eq!(ask(name, &problem), Outcome::Failed(Shortfall::NoneOnGrid), "{name}");
    }
}

#[test]
fn a_small_mover_keeps_to_cells_that_are_free_as_a_whole_when_cells_are_large() {
    let mut problem = drawn(&["a    z"], 0.25);
    problem.boxes.push(Aabb::square(DVec2::new(3.0, 0.875), 0.125));
    let astar = navigator("grid-astar").unwrap();
    let found = |cell: f64| {
        let settings = Settings::new("", astar.parameters(), &[("cell".to_owned(), cell)].into());
        let mut search = astar.begin_with(problem.request(), &settings.unwrap());
        search.advance(&problem.field(), u32::MAX).unwrap()
    };
    assert_eq!(found(1.0), Outcome::Failed(Shortfall::NoneOnGrid));
    let by_the_side = found(0.5);
    problem.check(by_the_side.path().expect("there is room beside the box"));
}

#[test]
fn next_to_a_box_one_arrives_at_its_edge() {
    let mut problem = drawn(&["a       ", "   ###  ", "   ###  ", "        "], 0.5);
    let food = Aabb::new(DVec2::new(3.0, 1.0), DVec2::new(6.0, 3.0));
    problem.goal = Goal::Beside(food);
    for name in COMPLETE {
        let found = ask(name, &problem);
        problem.check(found.path().unwrap_or_else(|| panic!("{name}: {found:?}")));
    }
    let length = ask("jump-point", &problem).length_from(problem.start).unwrap();
    assert!(length < 3.0, "{length}");
}

/// Worlds in which cells, obstacles and the ends all lie on half units.
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
    // A mover of next to no width would need millions of cells.
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
    fn a_board_says_of_each_cell_whether_it_is_free(problem in worlds()) {
        let Some(cells) = Cells::of(&problem, 0.0) else { return Ok(()) };
        let grid = cells.grid;
        let board = Board::new(grid, &problem.field());
        for (x, y) in (0..grid.columns() + 1).flat_map(|x| (0..grid.rows() + 1).map(move |y| (x, y))) {
            prop_assert_eq!(board.is_free(x, y), cells.is_free((x, y)), "{} {}", x, y);
        }
    }

    #[test]
    fn from_middle_to_middle_the_way_is_as_short_as_steps_can_be(problem in tiled()) {
        let cells = Cells::of(&problem, 0.0).unwrap();
        let Goal::Point(goal) = problem.goal else { panic!("a point") };
        let [start, goal] = [problem.start, goal].map(|at| cells.grid.cell_at(at));
        let starts = if cells.is_free(start) { vec![start] } else { Vec::new() };
        let best = cells.lengths_from(&starts).get(&goal).copied();
        for name in SHORTEST {
            let found = ask(name, &problem);
            let length = found.length_from(problem.start);
            prop_assert_eq!(length.is_some(), best.is_some(), "{}: {:?}", name, found);
            prop_assert!((length.unwrap_or(0.0) - best.unwrap_or(0.0)).abs() < 1e-9, "{} {:?} {:?}", name, length, best);
        }
    }

    #[test]
    fn every_way_is_free_and_the_answer_is_the_same_on_a_board(problem in worlds()) {
        for name in COMPLETE {
            let found = ask(name, &problem);
            if let Some(path) = found.path() {
                problem.check(path);
            }
            prop_assert_eq!(ask_board(name, &problem), found, "{}", name);
        }
    }

    #[test]
    fn jump_points_lead_to_ways_as_short_as_those_over_all_cells(problem in worlds()) {
        let [astar, jumping] = SHORTEST.map(|name| ask(name, &problem));
        let [far, as_far] = [&astar, &jumping].map(|found| found.length_from(problem.start));
        prop_assert_eq!(far.is_some(), as_far.is_some(), "{:?} {:?}", astar, jumping);
        prop_assert!((far.unwrap_or(0.0) - as_far.unwrap_or(0.0)).abs() < 1e-6, "{:?} {:?}", astar, jumping);
    }

    #[test]
    fn a_way_is_found_wherever_there_is_one_on_the_grid(
        problem in worlds().prop_filter("a point", |p| matches!(p.goal, Goal::Point(_))),
    ) {
        let Some(cells) = Cells::of(&problem, 0.0) else { return Ok(()) };
        let is_reachable = cells.is_reachable(&problem);
        for name in COMPLETE {
            match ask(name, &problem) {
                // Within a cell one may go straight.
                Outcome::Found(path) => prop_assert!(is_reachable || path.len() <= 1),
                Outcome::Failed(Shortfall::NoneOnGrid) => prop_assert!(!is_reachable, "{}", name),
                Outcome::Outside => prop_assert!(problem.target().is_none()),
                other => prop_assert!(false, "{}: {:?}", name, other),
            }
        }
    }

    #[test]
    fn what_is_ignored_is_not_on_the_board_either(problem in tiled(), index: prop::sample::Index) {
        prop_assume!(!problem.boxes.is_empty());
        let ignored = ObstacleKey(index.index(problem.boxes.len()) as u64);
        let request: Request = problem.request().ignoring([ignored]);
        let boarded = Boarded::new(problem.field(), Cells::of(&problem, 0.0).unwrap().grid);
        for name in COMPLETE {
            let plain = navigator(name).unwrap().find(request.clone(), &problem.field());
            prop_assert_eq!(navigator(name).unwrap().find(request.clone(), &boarded), plain);
        }
    }
}

#[test]
fn lengths_are_those_of_the_steps() {
    let problem = drawn(&["a  #  ", "   #  ", "   # z", "      "], 0.5);
    for name in SHORTEST {
        let found = ask(name, &problem);
        let steps = 3.0 * 2.0_f64.sqrt() + 3.0;
        let length = way_length(problem.start, found.path().unwrap());
        assert!((length - steps).abs() < 1e-12, "{name}: {length}");
    }
}
