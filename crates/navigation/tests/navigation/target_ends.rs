//! The places at which a path beside a box may end.

#[path = "../../src/crossings.rs"]
mod crossings;

use terrarium_navigation::geometry::{Aabb, DVec2, Segment};

use crossings::crossings;

/// A damaged search can hold any finite corners. Turns among such large ones overflow.
#[test]
fn crossings_of_huge_edges_are_found() {
    for huge in [1e150, 1e200, 1e300, f64::MAX] {
        let area = Aabb::new(DVec2::splat(-huge * 0.5), DVec2::splat(huge * 0.25));
        for (x, y) in [(huge, huge), (huge, -huge), (huge, 1.0), (1.0, huge)] {
            for edge in [[-1.0, 1.0], [1.0, -1.0]] {
                let [from, to] = edge.map(|end| DVec2::new(x * end, y * end));
                let count = crossings(Segment::new(from, to), &area).count();
                assert!(count <= 4, "{from} to {to}");
            }
        }
    }
}
