//! What stands where on a sheet, for whoever points at it.

use glam::{DVec2, Vec2};

use super::{Menu, Panel, Tab};
use crate::behaviour::OrganismId;
use crate::geometry::Aabb;
use crate::species::SpeciesId;
use crate::view::Rect;
use crate::view::actions::UiAction;

/// A part of the sheet that means something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The part.
    pub area: Rect,
    /// What it stands for.
    pub what: Target,
}

/// What a part of the sheet can stand for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A panel where it means nothing else: clicks do not reach the world below.
    Panel(Panel),
    /// All that lies below what is open above it: a click closes that.
    Outside,
    /// Something to be ordered.
    UiAction(UiAction),
    /// A menu to be opened or closed.
    Menu(Menu),
    /// A tab of the charts.
    Tab(Tab),
    /// A species that is to be added where one clicks next.
    Add(SpeciesId),
    /// A species that is to fall sick.
    Plague(SpeciesId),
    /// A species to look at.
    Species(SpeciesId),
    /// Somebody to be selected and looked at.
    Organism(OrganismId),
    /// A moment and maybe a place and somebody to go to.
    Jump {
        /// The tick.
        tick: u64,
        /// The place.
        at: Option<DVec2>,
        /// Who was there.
        whom: Option<OrganismId>,
    },
    /// The timeline: which tick depends on where.
    Timeline(TimeScale),
    /// The map: which place depends on where.
    Map(MapScale),
}

/// Which tick is where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeScale {
    /// The rectangle from the first to the last tick.
    pub area: Rect,
    /// The first tick.
    pub first: u64,
    /// The last tick.
    pub last: u64,
}

/// Which place of a world is where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapScale {
    /// The rectangle that shows the world.
    pub area: Rect,
    /// The world.
    pub world: Aabb,
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a pixel needs no more, and casts of floats saturate"
)]
impl TimeScale {
    /// The tick at so many pixels from the sheet's left edge: the first or last beyond them.
    #[must_use]
    pub fn tick_at(&self, x: f32) -> u64 {
        let share = f64::from((x - self.area.left) / self.area.width.max(1.0)).clamp(0.0, 1.0);
        let ticks = self.last.saturating_sub(self.first);
        self.first + ((ticks as f64 * share).round() as u64).min(ticks)
    }

    /// Where a tick is, in pixels from the sheet's left edge.
    #[must_use]
    pub fn x_of(&self, tick: u64) -> f32 {
        let ticks = self.last.saturating_sub(self.first).max(1);
        let share = tick.clamp(self.first, self.last.max(self.first)) - self.first;
        self.area.left + (share as f64 / ticks as f64) as f32 * self.area.width
    }
}

impl MapScale {
    /// The place of the world at a pixel, or the nearest that lies in it.
    #[must_use]
    pub fn place_at(&self, pixel: Vec2) -> DVec2 {
        let size = self.area.size().max(Vec2::ONE).as_dvec2();
        let share = (pixel.as_dvec2() - self.area.corner().as_dvec2()) / size;
        self.world.nearest_point(self.world.min + share * self.world.size())
    }

    /// Where a place of the world is.
    #[must_use]
    pub fn pixel_of(&self, place: DVec2) -> Vec2 {
        let share = (place - self.world.min) / self.world.size().max(DVec2::splat(1e-9));
        self.area.corner() + share.as_vec2() * self.area.size()
    }
}

/// What stands where, the lowest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hits(Vec<Hit>);

impl Hits {
    /// Adds what lies above all that is there, as far as it lies within a rectangle.
    pub fn add(&mut self, area: Rect, within: &Rect, what: Target) {
        let area = area.within(within);
        if !area.is_empty() {
            self.0.push(Hit { area, what });
        }
    }

    /// Adds all of others above these.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// What is at a pixel, if anything: otherwise it is the world's.
    #[must_use]
    pub fn at(&self, pixel: Vec2) -> Option<&Hit> {
        self.0.iter().rev().find(|hit| hit.area.contains(pixel))
    }

    /// The panel at a pixel, whatever else is there: for the wheel.
    #[must_use]
    pub fn panel_at(&self, pixel: Vec2) -> Option<Panel> {
        self.0.iter().rev().filter(|hit| hit.area.contains(pixel)).find_map(|hit| match hit.what {
            Target::Panel(panel) => Some(panel),
            _ => None,
        })
    }

    /// All of them, the lowest first.
    #[must_use]
    pub fn all(&self) -> &[Hit] {
        &self.0
    }
}
