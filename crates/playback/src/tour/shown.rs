//! What a tour has shown lately, so that the next stop is another one.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_run::record::Scene;

use super::stop::{Choice, Stop, Theme};
use crate::Chronicle;

/// The number of organisms that are not shown again soon.
const REMEMBERED: usize = 12;

/// What a tour has shown lately.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// The themes, the latest last, each once.
    themes: Vec<Theme>,
    organisms: Vec<OrganismId>,
}

impl Shown {
    /// The stop that comes next: that whose theme was shown longest ago, or never.
    #[must_use]
    pub fn next_stop(&self, scene: &Scene, chronicle: &Chronicle) -> Option<Stop> {
        let choice = Choice { scene, chronicle, excluded: &self.organisms };
        self.shown_longest_ago(choice.stops())
    }

    /// Remembers a stop that is shown now.
    pub fn remember(&mut self, stop: &Stop) {
        self.themes.retain(|&theme| theme != stop.theme);
        self.themes.push(stop.theme);
        self.organisms.extend(stop.subject.organism());
        let surplus = self.organisms.len().saturating_sub(REMEMBERED);
        self.organisms.drain(..surplus);
    }

    pub(super) fn shown_longest_ago(&self, stops: Vec<Stop>) -> Option<Stop> {
        let shown = |stop: &Stop| self.themes.iter().position(|&theme| theme == stop.theme);
        stops.into_iter().min_by_key(|stop| (shown(stop), stop.theme))
    }
}
