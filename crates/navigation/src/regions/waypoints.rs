//! The waypoints of paths along bends.

use terrarium_space::geometry::{DVec2, turn};

/// The places of a path without those that it passes straight on, and without repetitions.
pub(super) fn waypoints(places: impl IntoIterator<Item = DVec2>) -> Vec<DVec2> {
    let mut path: Vec<DVec2> = Vec::new();
    for place in places {
        while let [.., before, last] = path[..]
            && turn(before, last, place).is_eq()
            && (last - before).dot(place - last) > 0.0
        {
            path.pop();
        }
        if path.last() != Some(&place) {
            path.push(place);
        }
    }
    path
}
