//! Meetings: on which side two travellers pass that come towards each other.
//!
//! Both decide from the same numbers, so they choose the same side: where one of them sees the other pass
//! on its left, the other does, too. Each makes half of the room that is missing between their paths, and
//! counts on the other to make the other half.

use terrarium_navigation::cut_back;
use terrarium_space::geometry::{Aabb, Axis, DVec2, lattice};

/// How much room is denied on the side on which not to pass, in widths of the two bodies.
const DENIED: f64 = 0.5;

/// A traveller: its body, and where it is going.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traveller {
    pub body: Aabb,
    /// The velocity with which it goes along its path, beyond the next bends.
    pub intended: DVec2,
}

/// A meeting of two travellers that would collide on their way towards each other, as one of them sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    /// The axis on which they approach each other.
    along: Axis,
    /// Across, how far the other is from it when they meet. The sign is the side on which the other passes.
    apart: f64,
    /// How far across the other goes until then, away from it.
    drift: f64,
    /// Across, the distance at which both pass each other.
    pub width: f64,
    /// How far the other can go before they touch.
    reach: f64,
}

impl Meeting {
    /// `None` unless both would collide on their way towards each other.
    pub fn new(own: &Traveller, other: &Traveller) -> Option<Self> {
        let closing = own.intended - other.intended;
        let along = if closing.x.abs() >= closing.y.abs() { Axis::X } else { Axis::Y };
        let across = along.other();
        let speed = along.of(closing);
        let come_together =
            along.of(own.intended) * speed > 0.0 && along.of(other.intended) * speed < 0.0;
        let offset = other.body.centre() - own.body.centre();
        let widths = (own.body.size() + other.body.size()) * 0.5;
        let gap = along.of(offset).abs() - along.of(widths);
        if !come_together || along.of(offset) * speed <= 0.0 || gap < 0.0 {
            return None;
        }
        let (ticks, width) = (along.of(offset) / speed, across.of(widths));
        let apart = across.of(offset) - across.of(closing) * ticks;
        // On one line each keeps to the right, where y points down.
        let left = if along == Axis::X { -speed } else { speed };
        let apart = if apart == 0.0 { f64::MIN_POSITIVE.copysign(left) } else { apart };
        let drift = across.of(other.intended) * ticks * apart.signum();
        // Neither keeps its speed along while it makes room.
        let reach = other.intended.length() * (gap / speed.abs() + 0.5);
        (apart.abs() < width).then_some(Self { along, apart, drift, width, reach })
    }

    /// The distance across that is missing between their paths.
    pub fn missing(&self) -> f64 {
        self.width - self.apart.abs()
    }

    /// Across, the direction into which the other makes room.
    pub fn outward(&self) -> DVec2 {
        self.along.other().with(DVec2::ZERO, self.apart.signum())
    }

    /// The area where the other will be, and what lies beyond it on the side on which not to pass. Each makes
    /// half of the room that is missing, or more where the other has not got it: `room` is what it has
    /// itself, and what the other has. `ahead` is how far the other goes in the next ticks.
    pub fn area(&self, own: &Aabb, other: &Aabb, ahead: DVec2, room: [f64; 2]) -> Aabb {
        let outward = self.outward();
        let offset = (other.centre() - own.centre()).dot(outward);
        // Rounded so that both together rather make too much room.
        let half = lattice::snap(self.drift + self.missing() * 0.5) - lattice::STEP;
        let rest = self.width - room[0] - offset;
        let shift = half.max(rest).min(self.drift + self.reach).min(room[1]);
        let across = |distance: f64| lattice::snap_point(outward * distance);
        let core = other.translated(across(shift));
        let ahead = self.along.with(DVec2::ZERO, self.along.of(ahead));
        let denied = core.translated(across(self.width * DENIED));
        cut_back(core.union(&core.translated(ahead)).union(&denied), &core, own)
    }
}
