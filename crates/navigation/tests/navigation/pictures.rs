//! Paths as drawings: each letter is a box, `s` the start, `g` the goal, digits the bends in order.
//!
//! A character is one unit wide. The agent is a unit square, so it fits exactly through a gap of
//! one character.

use terrarium_navigation::geometry::{Aabb, DVec2, Segment};
use terrarium_navigation::{Barrier, Goal, NAVIGATORS, Outcome, navigator};

use crate::support::drawing::{Drawing, key};

struct Picture {
    drawing: Drawing,
    /// The drawing without digits, by rows.
    rows: Vec<Vec<char>>,
}

fn read(picture: &str) -> Picture {
    let rows: Vec<Vec<char>> = picture.lines().map(|l| l.trim().chars().collect()).collect();
    let drawing = Drawing::read(&rows);
    let rows = rows.iter().map(|row| row.iter().map(|&c| if c.is_ascii_digit() { '.' } else { c }));
    Picture { drawing, rows: rows.map(Iterator::collect).collect() }
}

/// The drawing with the bends of the navigator's path.
fn drawn(picture: &Picture, name: &str) -> String {
    let found =
        navigator(name).unwrap().find(picture.drawing.request.clone(), &picture.drawing.field);
    let path = found.path().unwrap_or_else(|| panic!("no path, but {found:?}")).to_vec();
    let mut rows = picture.rows.clone();
    for (bend, number) in path[..path.len() - 1].iter().zip('1'..) {
        rows[bend.y as usize][bend.x as usize] = number;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    rows.join("\n")
}

fn shows(name: &str, picture: &str) {
    let wanted: Vec<&str> = picture.lines().map(str::trim).collect();
    assert_eq!(drawn(&read(picture), name), wanted.join("\n"), "by {name}");
}

fn both_show(picture: &str) {
    shows("perimeter", picture);
    shows("exact", picture);
}

fn outcome(picture: &str) -> Outcome {
    let Drawing { field, request, .. } = read(picture).drawing;
    let outcome = navigator("perimeter").unwrap().find(request.clone(), &field);
    assert_eq!(outcome, navigator("exact").unwrap().find(request, &field));
    outcome
}

fn barriers(names: &str) -> Vec<Barrier> {
    names.chars().map(|name| Barrier::Obstacle(key(name))).collect()
}

#[test]
fn a_free_path_is_straight() {
    both_show(
        "..........
         .s......g.
         .....AA...",
    );
}

#[test]
fn a_box_is_passed_by_its_shorter_side() {
    both_show(
        "...1..2...
         ....AA....
         s...AA...g
         ....AA....
         ....AA....
         ..........",
    );
}

#[test]
fn a_box_that_only_touches_the_path_is_no_obstacle() {
    both_show(
        "....AA....
         s........g
         ....BB....",
    );
}

#[test]
fn boxes_without_a_gap_between_them_are_passed_as_one() {
    both_show(
        "....1..2...
         .....BB....
         s....BB...g
         .....BB....
         ...AAAA....
         ...AAAA....
         ...AAAA....
         ...AAAA....
         ...........",
    );
}

#[test]
fn boxes_that_cross_are_passed_as_one() {
    both_show(
        "...1..2....
         ....BB.....
         s...BB...3.
         ..AAAAAAA.g
         ....BB.....
         ....BB.....
         ....BB.....
         ...........",
    );
}

#[test]
fn the_nearest_obstacle_is_passed_on_the_side_that_suits_the_next() {
    both_show(
        "......1.2......
         .......B.......
         .....A.B.......
         s....A.B.....g.
         .....A.B.......
         .....A.B.......
         .....A.........
         ...............",
    );
}

#[test]
fn a_gap_that_just_fits_is_used() {
    both_show(
        ".....A......
         .....A......
         s....A......
         .....A......
         ....1......g
         .....B......
         .....B......",
    );
}

#[test]
fn a_path_leaves_a_pocket_around_the_start_by_its_mouth() {
    both_show(
        "...............
         ..AAAAAAAAAA...
         ...........B...
         ......s....B...
         .1.........B..g
         ..CCCCCCCCCC...
         .2..........3..",
    );
}

#[test]
fn a_path_leads_to_the_centre_of_a_spiral() {
    let picture = "
         ...............
         .AAAAAAAAAAAAA.
         .D...........B.
         .D...........B.
         .D..HHHHHHH..B.
         .D..E.....F..B.
         .D..E..g..F..B.
         .D..E.....F..B.
         .D..E..GGGF..B.
         .D..E........B.
         .D..E........B.
         .D..CCCCCCCCCC.
         ...............
         s..............";
    let Drawing { field, request, .. } = read(picture).drawing;
    let found = navigator("perimeter").unwrap().find(request.clone(), &field);
    let exact = navigator("exact").unwrap().find(request.clone(), &field);
    let (found, exact) = (found.length_from(request.start), exact.length_from(request.start));
    assert!(exact.is_some_and(|length| length > 30.0), "{exact:?}");
    assert_eq!(found, exact, "a spiral leaves no choice");
}

/// Whether following each obstacle in the same direction, until it no longer blocks the straight
/// line, leads in circles.
fn fixed_turning_circles(picture: &Picture) -> bool {
    let Goal::Point(goal) = picture.drawing.request.goal else { unreachable!() };
    let inflated: Vec<Aabb> =
        picture.drawing.boxes.iter().map(|b| b.inflated(picture.drawing.request.half)).collect();
    let mut at = picture.drawing.request.start;
    let mut left_at = Vec::new();
    loop {
        let segment = Segment::new(at, goal);
        let hits = inflated.iter().filter(|b| segment.enters(b));
        let entry = |b: &&Aabb| segment.entry(b).map_or(0.0, |(fraction, _)| fraction);
        let Some(hit) = hits.min_by(|a, b| entry(a).total_cmp(&entry(b))) else { return false };
        let Aabb { min, max } = *hit;
        let corners = [min, DVec2::new(min.x, max.y), max, DVec2::new(max.x, min.y)];
        let met = segment.from + (segment.to - segment.from) * entry(&hit);
        let on_side = |corner: usize| {
            let side = Aabb::spanning(corners[corner], corners[(corner + 1) % 4]);
            corners[(corner + 1) % 4] != met && side.distance_to(met) < 1e-9
        };
        let mut corner = (0..4).find(|&corner| on_side(corner)).unwrap();
        at = loop {
            corner = (corner + 1) % 4;
            if !Segment::new(corners[corner], goal).enters(hit) {
                break corners[corner];
            }
        };
        if left_at.contains(&at) {
            return true;
        }
        left_at.push(at);
    }
}

#[test]
fn a_path_enters_a_ring_of_walls_where_fixed_turning_would_circle() {
    let picture = "...........s.
         .........1...
         ..AAAAAAA.B..
         .........2B..
         ..D.......B..
         ..D.......B..
         ..D...g...B..
         ..D.......B..
         ..D.......B..
         ..D..........
         ..D.CCCCCCC..
         .............";
    assert!(fixed_turning_circles(&read(picture)));
    both_show(picture);
}

#[test]
fn an_enclosed_start_is_reported_with_its_barriers() {
    let outcome = outcome(
        "...........
         ..AAAAAA...
         ..B....C...
         ..B.s..C..g
         ..B....C...
         ..DDDDDD.E.
         ...........",
    );
    assert_eq!(outcome, Outcome::StartEnclosed { by: barriers("ABCD") });
}

#[test]
fn an_enclosed_goal_is_reported_with_its_barriers() {
    let outcome = outcome(
        "...........
         ..AAAAAA...
         ..B....C...
         s.B.g..C...
         ..B....C...
         ..DDDDDD.E.
         ...........",
    );
    assert_eq!(outcome, Outcome::GoalEnclosed { by: barriers("ABCD") });
}

#[test]
fn a_cage_against_the_border_reports_the_border() {
    let by = [barriers("AB"), vec![Barrier::Border]].concat();
    let trapped = outcome(
        "s.B.........
         ..B.........
         AAB.....g...
         ............",
    );
    assert_eq!(trapped, Outcome::StartEnclosed { by: by.clone() });
    let locked_out = outcome(
        "g.B.........
         ..B.........
         AAB.....s...
         ............",
    );
    assert_eq!(locked_out, Outcome::GoalEnclosed { by });
}

#[test]
fn every_navigator_is_found_by_its_own_name() {
    let mut names: Vec<&str> = NAVIGATORS.iter().map(|n| n.name()).collect();
    for (name, found) in names.iter().map(|&name| (name, navigator(name))) {
        assert_eq!(found.map(|n| n.name()), Some(name));
        assert!(found.is_some_and(|n| !n.about().is_empty()));
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), NAVIGATORS.len(), "a name twice");
    assert!(navigator("nobody").is_none());
}
