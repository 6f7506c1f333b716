//! Path finding without creatures: the shortest path of a box among boxes.
//!
//! ```text
//!  100 +--------------------+
//!      |        ####        |
//!      | start  ####  goal  |   The agent, a box of 4 by 4 units, must pass the wall with its
//!      |        ####        |   whole body, so its centre keeps 2 units away.
//!      |                    |
//!    0 +--------------------+
//! ```
//!
//! Run it with `cargo run --example find_path`. The package `terrarium-navigation` has all of this
//! without the simulation.

use terrarium::geometry::{Aabb, DVec2};
use terrarium::navigation::{
    Goal, ObstacleField, ObstacleKey, Outcome, Request, navigator, path_length,
};

fn main() {
    let world = Aabb::new(DVec2::ZERO, DVec2::splat(100.0));
    let wall = Aabb::new(DVec2::new(40.0, 10.0), DVec2::new(60.0, 100.0));
    let obstacles = ObstacleField::new(world, vec![(ObstacleKey(0), wall)]);
    let (start, goal) = (DVec2::new(10.0, 60.0), DVec2::new(90.0, 60.0));
    let half_size = DVec2::splat(2.0);

    for name in ["perimeter", "exact"] {
        let navigator = navigator(name).expect("it is built in");
        let mut search = navigator.begin(Request::new(start, Goal::Point(goal), half_size));
        // A search advances by steps, so that a game can spread it over frames.
        let mut advances = 1;
        let outcome = loop {
            match search.advance(&obstacles, 8) {
                Some(outcome) => break outcome,
                None => advances += 1,
            }
        };
        match outcome {
            Outcome::Found(path) => {
                let length = path_length(start, &path);
                println!("{name:>10}: {length:.2} units by {path:?}, in {advances} slices");
                // Down to the corners of the wall, and up again.
                assert!((length - 142.1).abs() < 0.1, "{length}");
            }
            other => println!("{name:>10}: {other:?}"),
        }
    }
}
