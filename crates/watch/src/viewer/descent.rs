//! What organisms are coloured by, and the lineages: what is requested of the session while it is shown.

use super::Viewer;
use crate::panel::Panel;
use crate::session::{ColourRequest, Request};

impl Viewer {
    /// Colours organisms by the choice with this number: 0 for their species.
    pub(crate) fn colour_by_choice(&mut self, number: usize) {
        let choices = &self.view_state.colours.choices;
        self.colour_by = number.checked_sub(1).and_then(|index| choices.get(index)).cloned();
        self.is_stale = true;
    }

    /// Requests the colours and the lineages that are shown.
    pub(super) fn request_descent(&mut self) {
        let species = self.panels.species;
        let colours = self.colour_by.clone().map(|by| ColourRequest { by, species });
        if self.colours != colours {
            self.session.send(Request::Colours(colours.clone()));
            self.colours = colours;
        }
        let are_shown = self.panels.open.contains(&Panel::Lineages);
        if self.shows_lineages != are_shown {
            self.shows_lineages = are_shown;
            self.session.send(Request::Lineages(are_shown));
        }
    }
}
