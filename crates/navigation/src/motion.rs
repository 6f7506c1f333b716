//! Boxes of moving obstacles, cut back from the agent.

use terrarium_space::geometry::{Aabb, Axis};

/// The box `wide`, cut back so that it does not overlap `own`. It still contains `core`, unless
/// `core` overlaps `own`; then nothing is cut.
///
/// The cut is along the axis on which `core` and `own` are farthest apart. So an agent need not plan from
/// inside an area that it avoids around an obstacle.
///
/// ```
/// use terrarium_navigation::cut_back;
/// use terrarium_navigation::geometry::{Aabb, DVec2};
///
/// let wolf = Aabb::square(DVec2::ZERO, 1.0);
/// let ahead = wolf.union(&wolf.translated(DVec2::new(4.0, 0.0)));
/// let in_its_way = Aabb::square(DVec2::new(4.0, 0.0), 1.0);
/// let cut = cut_back(ahead, &wolf, &in_its_way);
/// assert_eq!(cut, Aabb::new(DVec2::splat(-1.0), DVec2::new(3.0, 1.0)));
/// ```
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
