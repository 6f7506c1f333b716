//! A corner that paths turn around.

use terrarium_space::geometry::DVec2;

use crate::regions::Regions;
use crate::regions::portal::{BendId, Exit};

/// The end of an exit that is a corner of an obstacle, for paths that leave through this exit and turn
/// around its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub at: DVec2,
    pub id: BendId,
    pub exit: u32,
    /// The part of the free space without dead ends to which the exit belongs.
    pub block: u32,
    is_high: bool,
    /// Whether paths turn left.
    turns_left: bool,
    /// Whether they may turn either way, because they lead between several obstacles that touch here.
    pub is_pass: bool,
    /// Whether the region behind the exit goes on beyond the corner.
    opens: bool,
    /// Whether the region before the exit ends at the corner.
    ends: bool,
}

impl Corner {
    /// The corners at the ends of an exit.
    pub fn of_exit(regions: &Regions, number: u32) -> impl Iterator<Item = Self> {
        let exit = regions.exits[number as usize];
        let ends = if exit.exists() { &[false, true][..] } else { &[] };
        let ends =
            ends.iter().filter(move |&&is_high| exit.bends[usize::from(is_high)] != BendId::NONE);
        ends.map(move |&is_high| Self::new(regions, (number, &exit), is_high))
    }

    fn new(regions: &Regions, (number, exit): (u32, &Exit), is_high: bool) -> Self {
        let at = exit.end(is_high);
        let border = |region: u32| {
            let area = regions.regions[region as usize].area;
            if is_high { area.max.y } else { area.min.y }
        };
        Self {
            at,
            id: exit.bends[usize::from(is_high)],
            exit: number,
            block: exit.block,
            is_high,
            turns_left: exit.is_right == is_high,
            is_pass: false,
            opens: border(exit.to) != at.y,
            ends: border(exit.from) == at.y,
        }
    }

    /// Whether a path from this place may turn here: there is something behind the corner that is not
    /// visible from there.
    pub fn hides_from(&self, from: DVec2) -> bool {
        self.opens || if self.is_high { from.y >= self.at.y } else { from.y <= self.at.y }
    }

    /// Whether a path may turn here to a place: no path that comes straight on through the exit would go
    /// there.
    pub fn may_turn_to(&self, to: DVec2) -> bool {
        !self.ends || if self.is_high { to.y >= self.at.y } else { to.y <= self.at.y }
    }

    /// Whether a path from one place to another does not turn here the wrong way, but for rounding.
    pub fn turns(&self, from: DVec2, to: DVec2) -> bool {
        let (before, after) = (self.at - from, to - self.at);
        let (left, right) = (before.x * after.y, before.y * after.x);
        let turn = if self.turns_left { left - right } else { right - left };
        self.is_pass || turn >= -ROUNDING * (left.abs() + right.abs())
    }
}

/// An upper bound of the relative rounding error of a turn, and more.
const ROUNDING: f64 = 1e-12;
