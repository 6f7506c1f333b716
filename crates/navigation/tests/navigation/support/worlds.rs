//! Worlds of every kind that has revealed a bug.

use proptest::prelude::*;
use terrarium_navigation::Goal;
use terrarium_navigation::geometry::{Aabb, DVec2, lattice};

use super::{Problem, fine_problems, problems, rough_problems, wall_problems, whole_problems};

/// Problems of every kind.
pub fn all_problems() -> impl Strategy<Value = Problem> {
    let plain = prop_oneof![
        whole_problems(14),
        fine_problems(25),
        rough_problems(20),
        wall_problems(),
        sparse(),
        dense(),
        overlapping(),
        nested(),
    ];
    let built = prop_oneof![spirals(), combs(), mazes(), cages()];
    let world = prop_oneof![2 => plain, 1 => built].boxed();
    prop_oneof![
        4 => world.clone(),
        1 => world.clone().prop_map(for_a_point),
        1 => (world.clone(), any::<prop::sample::Index>()).prop_map(|(p, i)| with_twins(p, i)),
        1 => (world.clone(), any::<prop::sample::Index>(), 0..8_u8)
            .prop_map(|(p, i, place)| from_a_perimeter(p, i, place)),
        1 => (world, any::<prop::sample::Index>()).prop_map(|(p, i)| beside_a_box(p, i)),
    ]
}

/// Problems of many kinds in which no two sides of a cluster look equally long.
///
/// The choice between two such sides may affect the length of the path, because the obstacles
/// behind them are not known yet.
pub fn without_ties() -> impl Strategy<Value = Problem> {
    prop_oneof![
        fine_problems(25),
        rough_problems(20),
        sparse(),
        dense(),
        spirals(),
        mazes(),
        cages(),
    ]
}

/// A few small boxes far apart.
pub fn sparse() -> impl Strategy<Value = Problem> {
    let fine = |most: f64| (0.0..most).prop_map(lattice::snap);
    problems(8, 100.0, fine(100.0), fine(20.0), fine(2.0))
}

/// So many boxes that hardly any position is free.
pub fn dense() -> impl Strategy<Value = Problem> {
    let fine = |most: f64| (0.0..most).prop_map(lattice::snap);
    problems(70, 20.0, fine(20.0), fine(3.0), fine(0.25))
}

/// Long boxes that cross each other.
pub fn overlapping() -> impl Strategy<Value = Problem> {
    let whole = |most: i32| (0..=most).prop_map(f64::from);
    let size = prop_oneof![Just(1.0), whole(15)];
    problems(9, 24.0, whole(24), size, Just(0.5))
}

/// Boxes within boxes, flush with each other at some sides.
pub fn nested() -> impl Strategy<Value = Problem> {
    let shells = prop::collection::vec([0..3_i32, 0..3_i32, 0..3_i32, 0..3_i32], 0..5);
    (whole_problems(4), shells).prop_map(|(mut problem, shells)| {
        let mut outer = Aabb::new(DVec2::new(1.0, 2.0), DVec2::new(11.0, 10.0));
        for shell in shells {
            let [left, right, down, up] = shell.map(f64::from);
            let (min, max) =
                (outer.min + DVec2::new(left, down), outer.max - DVec2::new(right, up));
            if min.cmpgt(max).any() {
                break;
            }
            problem.boxes.push(outer);
            outer = Aabb::new(min, max);
        }
        problem
    })
}

/// Spirals whose corridor fits the agent, exactly or with clearance, walked in or out.
pub fn spirals() -> impl Strategy<Value = Problem> {
    (4..14_u32, any::<[bool; 3]>(), 0..2_i32).prop_map(|(turns, [outward, swap, flip], spare)| {
        let pitch = 4.0;
        let mut boxes = Vec::new();
        let (mut at, mut ahead) = (DVec2::ZERO, DVec2::X);
        for turn in 0..turns {
            let to = at + ahead * (pitch * f64::from(turn / 2 + 1));
            boxes.push(Aabb::spanning(at, to).inflated(DVec2::splat(0.5)));
            (at, ahead) = (to, ahead.perp());
        }
        let radius = pitch * f64::from(turns / 4 + 3);
        let (inside, outside) = (DVec2::new(2.0, 2.0), DVec2::splat(-radius));
        let (start, goal) = if outward { (inside, outside) } else { (outside, inside) };
        let half = DVec2::splat(1.5 - 0.25 * f64::from(spare));
        let bounds = Aabb::square(DVec2::ZERO, radius + 2.0);
        Problem { bounds, boxes, half, start, goal: Goal::Point(goal) }.turned(swap, flip)
    })
}

/// Two combs with interlocking teeth.
pub fn combs() -> impl Strategy<Value = Problem> {
    let lengths = prop::collection::vec(0..=11_u32, 3..10);
    (lengths, any::<[bool; 2]>(), 0..3_u32).prop_map(|(lengths, [swap, flip], half)| {
        let far = f64::from(2 * lengths.len() as u32) + 2.0;
        let (low, high) = (0.0, 12.0);
        let mut boxes = vec![
            Aabb::new(DVec2::new(0.0, low - 1.0), DVec2::new(far, low)),
            Aabb::new(DVec2::new(0.0, high), DVec2::new(far, high + 1.0)),
        ];
        for (tooth, &length) in lengths.iter().enumerate() {
            let x = 2.0 * tooth as f64 + 2.0;
            let length = f64::from(length);
            let span = if tooth % 2 == 0 { (low, length) } else { (high - length, high) };
            boxes.push(Aabb::new(DVec2::new(x, span.0), DVec2::new(x + 1.0, span.1)));
        }
        let bounds = Aabb::new(DVec2::new(-3.0, -4.0), DVec2::new(far + 3.0, high + 4.0));
        let (start, goal) = (DVec2::new(0.0, 6.0), Goal::Point(DVec2::new(far, 6.0)));
        let half = DVec2::splat(0.25 * f64::from(half));
        Problem { bounds, boxes, half, start, goal }.turned(swap, flip)
    })
}

/// Mazes without loops: each cell of a square is joined to a random earlier neighbour.
pub fn mazes() -> impl Strategy<Value = Problem> {
    const SIDE: usize = 7;
    let choices = prop::collection::vec(any::<bool>(), SIDE * SIDE);
    let cell = (0..SIDE, 0..SIDE).prop_map(|(x, y)| DVec2::new(x as f64, y as f64) + 0.5);
    (choices, cell.clone(), cell).prop_map(|(choices, start, goal)| {
        let mut boxes = Vec::new();
        for (index, &leftward) in choices.iter().enumerate() {
            let (x, y) = (index % SIDE, index / SIDE);
            let at = DVec2::new(x as f64, y as f64);
            let opens_left = x > 0 && (leftward || y == 0);
            let opens_down = y > 0 && !opens_left;
            if !opens_left {
                boxes.push(Aabb::spanning(at, at + DVec2::Y));
            }
            if !opens_down {
                boxes.push(Aabb::spanning(at, at + DVec2::X));
            }
        }
        let wall = DVec2::splat(0.125);
        let boxes = boxes.into_iter().map(|b| b.inflated(wall)).collect();
        let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(SIDE as f64));
        Problem { bounds, boxes, half: DVec2::splat(0.375), start, goal: Goal::Point(goal) }
    })
}

/// Cages around the start or the goal, some of them with a door that the agent just fits through,
/// or just does not.
pub fn cages() -> impl Strategy<Value = Problem> {
    let door = (0..4_usize, -1..=2_i32);
    (fine_problems(6), door, any::<[bool; 3]>()).prop_map(
        |(mut problem, (side, width), [goal_too, swap, flip])| {
            problem.half = DVec2::splat(0.5);
            problem.bounds = Aabb::new(DVec2::splat(-8.0), DVec2::splat(28.0));
            let width = 1.0 + f64::from(width) * lattice::STEP;
            cage(&mut problem.boxes, problem.start, side, width);
            if let (Goal::Point(goal), true) = (problem.goal, goal_too) {
                cage(&mut problem.boxes, goal, 3 - side, 1.0);
            }
            problem.turned(swap, flip)
        },
    )
}

/// Walls around a point, one of them with a door of this width.
fn cage(boxes: &mut Vec<Aabb>, at: DVec2, side: usize, width: f64) {
    let (inner, outer) = (2.0, 3.0);
    let area = |x0, y0, x1, y1| Aabb::new(at + DVec2::new(x0, y0), at + DVec2::new(x1, y1));
    let walls = [
        area(-outer, -outer, -inner, outer),
        area(inner, -outer, outer, outer),
        area(-outer, -outer, outer, -inner),
        area(-outer, inner, outer, outer),
    ];
    for (index, wall) in walls.into_iter().enumerate() {
        if index != side {
            boxes.push(wall);
            continue;
        }
        let (mut first, mut second) = (wall, wall);
        if wall.size().x < wall.size().y {
            (first.max.y, second.min.y) = (at.y, at.y + width);
        } else {
            (first.max.x, second.min.x) = (at.x, at.x + width);
        }
        boxes.extend([first, second]);
    }
}

/// The same for an agent without size.
pub fn for_a_point(mut problem: Problem) -> Problem {
    problem.half = DVec2::ZERO;
    problem
}

/// The same with every box from this one on duplicated.
pub fn with_twins(mut problem: Problem, from: prop::sample::Index) -> Problem {
    if !problem.boxes.is_empty() {
        let twins = problem.boxes.split_off(from.index(problem.boxes.len()));
        problem.boxes.extend(twins.iter().chain(&twins));
    }
    problem
}

/// The same from a corner of an inflated box, or from the middle of one of its sides.
pub fn from_a_perimeter(mut problem: Problem, of: prop::sample::Index, place: u8) -> Problem {
    let inflated = problem.inflated();
    if !inflated.is_empty() {
        let Aabb { min, max } = inflated[of.index(inflated.len())];
        let middle = lattice::snap_point((min + max) * 0.5);
        problem.start = match place {
            0 => min,
            1 => DVec2::new(middle.x, min.y),
            2 => DVec2::new(max.x, min.y),
            3 => DVec2::new(max.x, middle.y),
            4 => max,
            5 => DVec2::new(middle.x, max.y),
            6 => DVec2::new(min.x, max.y),
            _ => DVec2::new(min.x, middle.y),
        };
    }
    problem
}

/// The same with the goal next to one of the boxes, which is an obstacle itself.
pub fn beside_a_box(mut problem: Problem, which: prop::sample::Index) -> Problem {
    if !problem.boxes.is_empty() {
        problem.goal = Goal::Beside(problem.boxes[which.index(problem.boxes.len())]);
    }
    problem
}
