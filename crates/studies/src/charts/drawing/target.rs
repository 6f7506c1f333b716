//! What clicks on a chart mean.

use glam::Vec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_drawing::Rect;
use terrarium_drawing::chart::TimeScale;

/// What a click on a part of a chart means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// Goes to the tick at the pointer.
    Time(TimeScale),
    /// Selects an organism.
    Organism(OrganismId),
    /// Goes to a tick, and selects an organism.
    Jump {
        /// The tick.
        tick: u64,
        /// The organism.
        organism: Option<OrganismId>,
    },
}

/// A clickable area of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetArea {
    /// Where it is.
    pub area: Rect,
    /// What a click means.
    pub what: Target,
    /// The name of what is there, if it has one.
    pub name: Option<String>,
}

/// The clickable areas of a chart, the lowest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Targets(Vec<TargetArea>);

impl Targets {
    /// Adds an area above all others, clipped to `within`.
    pub(super) fn add(&mut self, area: Rect, within: &Rect, what: Target) {
        self.push(area.within(within), what, None);
    }

    /// Adds an area with the name of what is there.
    pub(super) fn add_named(&mut self, area: Rect, within: &Rect, what: Target, name: String) {
        self.push(area.within(within), what, Some(name));
    }

    fn push(&mut self, area: Rect, what: Target, name: Option<String>) {
        if !area.is_empty() {
            self.0.push(TargetArea { area, what, name });
        }
    }

    /// All areas, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &TargetArea> {
        self.0.iter()
    }

    /// The topmost area at a pixel.
    #[must_use]
    pub fn at(&self, pixel: Vec2) -> Option<&TargetArea> {
        self.iter().rev().find(|it| it.area.contains(pixel))
    }
}
