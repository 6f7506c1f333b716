//! Moving obstacles as static boxes: shifted and stretched along their velocity.

use terrarium_space::geometry::{Aabb, Axis, DVec2};

/// The box that covers an obstacle at `aabb` from now until it has moved by `ahead`, as seen by an
/// agent at `own`.
///
/// If the agent does not overlap the obstacle now, it does not overlap the returned box either: the
/// box is cut back to the agent, because an agent cannot plan from inside an obstacle. With `ahead`
/// on the [`lattice`](terrarium_space::geometry::lattice) the result is exact.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::predicted_box;
///
/// let wolf = Aabb::square(DVec2::ZERO, 1.0);
/// let far_away = Aabb::square(DVec2::splat(50.0), 1.0);
/// let ahead = predicted_box(wolf, DVec2::new(4.0, 0.0), &far_away);
/// assert_eq!(ahead, Aabb::new(DVec2::splat(-1.0), DVec2::new(5.0, 1.0)));
///
/// let in_its_way = Aabb::square(DVec2::new(4.0, 0.0), 1.0);
/// let ahead = predicted_box(wolf, DVec2::new(4.0, 0.0), &in_its_way);
/// assert_eq!(ahead, Aabb::new(DVec2::splat(-1.0), DVec2::new(3.0, 1.0)));
/// ```
#[must_use]
pub fn predicted_box(aabb: Aabb, ahead: DVec2, own: &Aabb) -> Aabb {
    cut_back(aabb.union(&aabb.translated(ahead)), &aabb, own)
}

/// The box `wide`, cut back so that it does not overlap `own`. It still contains `core`, unless
/// `core` overlaps `own`; then nothing is cut.
///
/// The cut is along the axis on which `core` and `own` are farthest apart.
#[must_use]
pub fn cut_back(wide: Aabb, core: &Aabb, own: &Aabb) -> Aabb {
    if !wide.overlaps(own) || core.overlaps(own) {
        return wide;
    }
    let gap = (own.min - core.max).max(core.min - own.max);
    let axis = if gap.x >= gap.y { Axis::X } else { Axis::Y };
    let Aabb { mut min, mut max } = wide;
    if axis.of(core.max) <= axis.of(own.min) {
        max = axis.with(max, axis.of(own.min));
    } else {
        min = axis.with(min, axis.of(own.max));
    }
    Aabb::new(min, max)
}
