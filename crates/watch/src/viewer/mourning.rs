//! What the viewer does when the followed organism dies: it shows its life, and looks at what comes after
//! it.

use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_input::clock;
use terrarium_picture::actions::UiAction;
use terrarium_playback::life_history::LifeHistory;

use super::{Viewer, most_interesting};
use crate::session::{Request, ViewState};

/// How long the life of the dead is shown before the next organism is selected.
const SHOWN: Duration = Duration::from_secs(12);

/// How long the replay of the life may take before somebody else is followed.
const PATIENCE: Duration = Duration::from_secs(4);

/// The death of the followed organism.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mourning {
    dead: OrganismId,
    since: Instant,
    /// The organism that the camera follows since then.
    next: Option<OrganismId>,
}

impl Viewer {
    /// Shows the life of the followed organism, which no longer exists.
    pub(super) fn mourn(&mut self, dead: OrganismId) {
        let is_selected = self.selected == Some(dead);
        self.follow(None);
        if self.is_bare || !is_selected {
            let next = UiAction::FollowNext.entry().strokes[0].name();
            return self.notify(format!("organism {dead} is gone · {next} to follow another"));
        }
        self.panels.show_life();
        self.arrange();
        self.mourning = Some(Mourning { dead, since: clock::now(), next: None });
    }

    /// Has the camera follow whoever comes after the dead, and selects that organism after a while.
    pub(super) fn continue_mourning(&mut self, view_state: &ViewState) {
        let Some(mourning) = self.mourning else { return };
        let has_moved_on = self.selected != Some(mourning.dead)
            || (self.followed.is_some() && self.followed != mourning.next)
            || view_state.time.seek_target.is_some();
        if has_moved_on {
            self.mourning = None;
            return;
        }
        let passed = clock::now().saturating_duration_since(mourning.since);
        if mourning.next.is_none() {
            let life = view_state.life.as_ref().filter(|life| life.organism == mourning.dead);
            let known = life.and_then(|life| life.known.as_ref());
            let died = known.filter(|known| known.life.died.is_some());
            if died.is_none() && passed < PATIENCE {
                return;
            }
            let next = died.and_then(|known| successor(&known.life, view_state));
            let next = next.or_else(|| most_interesting(&view_state.now, &[mourning.dead]));
            let Some(next) = next else {
                self.mourning = None;
                return;
            };
            (self.followed, self.last_seen) = (Some(next), view_state.time.tick);
            (self.was_living, self.own_choice) = (false, Some(next));
            self.session.send(Request::Follow(Some(next)));
            self.mourning = Some(Mourning { next: Some(next), ..mourning });
        } else if passed > SHOWN {
            self.mourning = None;
            self.panels.show_details();
            self.follow(self.followed);
            self.arrange();
        }
    }
}

/// The killer of an organism or, if it is gone, the first of its children that is alive.
fn successor(life: &LifeHistory, view_state: &ViewState) -> Option<OrganismId> {
    let killer = life.died.as_ref().and_then(|died| died.by.as_ref()).map(|by| by.id);
    let is_alive = |id: &OrganismId| {
        let figure = view_state.now.figure(*id);
        figure.is_some_and(|figure| figure.kind != SightingKind::Carcass)
    };
    killer.into_iter().chain(life.children.iter().copied()).find(is_alive)
}
