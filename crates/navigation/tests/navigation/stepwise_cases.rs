//! The cases of the Gaze article as drawings, with the walks through them and their outcomes.
//!
//! A character is one unit wide, and the top row has the greatest y. The agent is a unit square,
//! `s` is its start and `g` its goal; each letter is a box. Digits are the bends of the walk in
//! order, then small letters, each at the nearest character.

use terrarium_navigation::{FailureReason, Outcome, navigator};

use crate::support::drawing::Drawing;

struct Picture {
    drawing: Drawing,
    rows: Vec<Vec<char>>,
}

fn read(picture: &str) -> Picture {
    // The last row has the smallest y.
    let rows: Vec<Vec<char>> = picture.lines().rev().map(|l| l.trim().chars().collect()).collect();
    let drawing = Drawing::read(&rows);
    let rows = rows
        .iter()
        .map(|row| row.iter().map(|&c| if "sgABCDEFGHIJ".contains(c) { c } else { '.' }).collect());
    Picture { drawing, rows: rows.collect() }
}

/// Checks the walk of a navigator, and returns its outcome.
fn walks(name: &str, picture: &str) -> Outcome {
    let Picture { drawing: Drawing { field, request, .. }, mut rows } = read(picture);
    let mut search = navigator(name).unwrap().begin(request);
    let outcome = search.advance(&field, 1000).expect("a walk as short as this");
    let marks = "123456789abcdefhijklmnopqrtuvwxyz".chars();
    for (bend, mark) in search.walk()[1..].iter().zip(marks) {
        let place = &mut rows[bend.y.round() as usize][bend.x.round() as usize];
        if *place == '.' {
            *place = mark;
        }
    }
    let rows: Vec<String> = rows.into_iter().rev().map(String::from_iter).collect();
    let wanted: Vec<&str> = picture.lines().map(str::trim).collect();
    let (rows, wanted) = (rows.join("\n"), wanted.join("\n"));
    assert!(rows == wanted, "{name} walks\n{rows}\ninstead of\n{wanted}\nand {outcome:?}");
    outcome
}

fn arrives(name: &str, picture: &str) {
    let outcome = walks(name, picture);
    assert!(outcome.path().is_some(), "{name}: {outcome:?}");
}

fn fails(name: &str, how: FailureReason, picture: &str) {
    assert_eq!(walks(name, picture), Outcome::Failed(how), "{name}");
}

#[test]
fn the_right_hand_follows_the_wall_until_the_goal_is_in_sight() {
    arrives(
        "right-hand",
        ".............
         ...2...3.....
         ....AAA.45...
         ....AAA...6..
         s..1AAA....7g
         ....AAA......
         ....AAA......
         .............
         .............",
    );
}

#[test]
fn the_right_hand_leads_out_of_a_dead_end() {
    arrives(
        "right-hand",
        "4........5.....
         .BBBBBBBB.67...
         3......2A...8..
         ...s...1A....9g
         ........A......
         .CCCCCCCC......
         ...............",
    );
}

#[test]
fn the_right_hand_circles_on_a_closed_wall() {
    fails(
        "right-hand",
        FailureReason::Circling,
        "..............
         .BBBBBBBB.....
         .D3....2A.....
         .D.s...1A...g.
         .D4....5A.....
         .CCCCCCCC.....
         ..............",
    );
    // The wall of a pillar is closed, too: the goal is never in sight from it.
    fails(
        "right-hand",
        FailureReason::Circling,
        "...............
         .........BBBBB.
         ...2.3...E...C.
         s..1A....E.g.C.
         ...5.4...E...C.
         .............C.
         .........DDDDD.
         ...............",
    );
}

#[test]
fn greedy_wall_takes_the_side_that_leads_nearer() {
    arrives(
        "greedy-wall",
        "............
         ...A........
         s..A........
         ..1A........
         ..3.........
         ............
         ...........g
         ............",
    );
}

#[test]
fn greedy_wall_stops_where_two_steps_are_equally_good() {
    fails(
        "greedy-wall",
        FailureReason::Stuck,
        "............
         ....A.......
         s..1A......g
         ....A.......
         ............",
    );
}

#[test]
fn greedy_wall_oscillates_at_a_wall_that_leads_away_on_both_sides() {
    fails(
        "greedy-wall",
        FailureReason::Circling,
        "............
         .....A......
         .....A......
         s..12A......
         ....4A.....g
         .....A......
         .....A......
         .....A......
         ............",
    );
}

#[test]
fn wall_memory_turns_right_where_two_steps_are_equal_and_keeps_on() {
    arrives(
        "wall-memory",
        "............
         ....A.......
         s..1A......g
         ....A.......
         ...2.3......",
    );
}

#[test]
fn wall_memory_gets_past_a_wall_that_leads_away_on_both_sides() {
    arrives(
        "wall-memory",
        "............
         .....A......
         .....A......
         s..12A......
         .....A.....g
         .....A......
         .....A......
         .....A......
         ....4.5.....",
    );
}

#[test]
fn wall_memory_gets_around_an_obstacle_that_is_not_convex() {
    arrives(
        "wall-memory",
        "...............
         .....AA........
         .....AA........
         s...1AA.......g
         .....AA........
         .....AA........
         .....BBBBB.....
         .....BBBBB.....
         ....2.....3....
         ...............",
    );
}

#[test]
fn wall_memory_leaves_a_deep_pocket() {
    arrives(
        "wall-memory",
        "...............
         ...BBBBBB......
         ........A......
         ........A......
         ...s...1A.....g
         ........A......
         ..3....2A......
         ...CCCCCC......
         ..4......5.....",
    );
}

#[test]
fn wall_memory_gets_around_a_right_angle() {
    arrives(
        "wall-memory",
        "...............
         .......AA......
         .......AA......
         s.....1AA.....g
         ....3.2AA......
         .....BBBBB.....
         .....BBBBB.....
         ....4.....5....
         ...............",
    );
}

#[test]
fn wall_memory_circles_where_walls_surround_the_goal() {
    fails(
        "wall-memory",
        FailureReason::Circling,
        "...5.....4.
         ....BBBBB..
         ....D...A..
         s..1D.g.A..
         ...6D...A..
         ....CCCCC..
         ...2.....3.",
    );
}

#[test]
fn the_scan_passes_the_corner_of_a_single_box() {
    arrives(
        "scan",
        "................................
         ..........AA....................
         ..........AA....................
         s.......1.AA....................
         ..........AA..................g.
         ..........AA.............5......
         ..........AA....................
         .........2.......4..............
         ................................",
    );
}

#[test]
fn the_scan_goes_through_the_gap_nearest_to_the_goal() {
    arrives(
        "scan",
        "......A........
         ......A........
         ......A........
         ......A........
         ...............
         ......1........
         s.....B.......g
         ......B........
         ......B........
         ......B........",
    );
}

#[test]
fn the_scan_takes_the_right_hand_gap_of_two_equally_near_ones() {
    arrives(
        "scan",
        "...............
         ...............
         ......A........
         s.....A......2g
         ......A........
         ......1........
         ...............",
    );
}

#[test]
fn the_scan_is_stuck_where_no_gap_is_wide_enough() {
    fails(
        "scan",
        FailureReason::Stuck,
        "BBBBBBBBB......
         D.......A......
         D.......A......
         D..s....A.....g
         D.......A......
         D.......A......
         CCCCCCCCC......",
    );
}
