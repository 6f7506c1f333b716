//! Hit testing: the clickable areas of the panels.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_drawing::chart::TimeScale;
use terrarium_picture::Rect;
use terrarium_picture::actions::UiAction;
use terrarium_playback::chronicle::RemarkCategory;
use terrarium_space::geometry::Aabb;
use terrarium_studies::charts::{ChartKind, ChartSelection};

use super::{Hint, Menu, Panel};

/// A clickable area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its rectangle.
    pub area: Rect,
    /// What a click on it means.
    pub what: Target,
}

/// What a click on an area means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// The background of a panel: a click does nothing, and does not reach the world below.
    Panel(Panel),
    /// Everything outside an open menu or the help overlay: a click closes it.
    Outside,
    /// Triggers an action.
    Action(UiAction),
    /// Opens or closes a menu.
    Menu(Menu),
    /// Folds a panel, or unfolds it.
    Fold(Panel),
    /// Closes the section of the inspector with this title, or opens it.
    Section(&'static str),
    /// Hides the events of a category, or shows them again.
    Mute(RemarkCategory),
    /// Shows all events, or only rare ones.
    AllEvents,
    /// Shows a kind of chart.
    Chart(ChartKind),
    /// Changes what the chart shows.
    Set(ChartSelection),
    /// Colours organisms by the choice with this number; 0 is their species.
    Colour(u16),
    /// Shows the means of the lineage of this founder, or hides them.
    Lineage(OrganismId),
    /// Selects a species for the tool that adds organisms.
    Add(SpeciesId),
    /// Strikes a species with a plague.
    Plague(SpeciesId),
    /// Shows only this species in the charts, or all again.
    Species(SpeciesId),
    /// Selects an organism and moves the view there.
    Organism(OrganismId),
    /// Goes to a tick, and to a place and an organism if there are any.
    Jump {
        /// The tick.
        tick: u64,
        /// The place.
        at: Option<DVec2>,
        /// The organism.
        organism: Option<OrganismId>,
    },
    /// Moves the view to a place.
    Place(DVec2),
    /// Switches to the branch with this index.
    Branch(usize),
    /// Shows the run from its first tick.
    WatchAgain,
    /// Starts the same scenario with another seed.
    AnotherSeed,
    /// Closes the card about the verdict of this tick.
    CloseVerdict(u64),
    /// Closes a hint.
    Dismiss(Hint),
    /// Opens the entry with this index of the list of worlds.
    OpenRow(usize),
    /// Goes to the tick of the timeline at the pointer.
    Timeline(TimeScale),
    /// Goes to the tick of the chart at the pointer.
    ChartTime(TimeScale),
    /// Moves the view to the place of the map at the pointer.
    Map(MapScale),
}

/// The mapping between places in the world and pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapScale {
    /// The rectangle that shows the world.
    pub area: Rect,
    /// The bounds of the world.
    pub world: Aabb,
}

impl MapScale {
    /// Returns the place in the world at a pixel, clamped to the bounds of the world.
    #[must_use]
    pub fn place_at(&self, pixel: Vec2) -> DVec2 {
        let size = self.area.size().max(Vec2::ONE).as_dvec2();
        let share = (pixel.as_dvec2() - self.area.corner().as_dvec2()) / size;
        self.world.nearest_point(self.world.min + share * self.world.size())
    }

    /// Returns the pixel of a place in the world.
    #[must_use]
    pub fn pixel_of(&self, place: DVec2) -> Vec2 {
        let share = (place - self.world.min) / self.world.size().max(DVec2::splat(1e-9));
        self.area.corner() + share.as_vec2() * self.area.size()
    }
}

/// The clickable areas, the lowest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hits(Vec<Hit>);

impl Hits {
    /// Adds an area above all others, clipped to `within`.
    pub fn add(&mut self, area: Rect, within: &Rect, what: Target) {
        let area = area.within(within);
        if !area.is_empty() {
            self.0.push(Hit { area, what });
        }
    }

    /// Returns the topmost area at a pixel. There is none where the pixel shows the world.
    #[must_use]
    pub fn at(&self, pixel: Vec2) -> Option<&Hit> {
        self.0.iter().rev().find(|hit| hit.area.contains(pixel))
    }

    /// Returns the panel at a pixel below any other areas, for the wheel.
    #[must_use]
    pub fn panel_at(&self, pixel: Vec2) -> Option<Panel> {
        self.0.iter().rev().filter(|hit| hit.area.contains(pixel)).find_map(|hit| match hit.what {
            Target::Panel(panel) => Some(panel),
            _ => None,
        })
    }

    /// Returns all areas, the lowest first.
    #[cfg(test)]
    pub fn all(&self) -> &[Hit] {
        &self.0
    }
}
