//! What the viewer does when the followed organism dies: it shows its life, and looks at what comes after
//! it.

use terrarium_playback::Watched;
use terrarium_session::{Following, Mourning, Turn, is_living};

use super::Viewer;
use crate::session::{Request, ViewState};

impl Viewer {
    /// Shows the life of the followed organism, which no longer exists; or follows another one at once, if that is selected.
    pub(super) fn mourn(&mut self, dead: Watched) {
        let mourning = self.mourning.filter(|it| it.next() == Some(dead.organism));
        self.follow(None);
        if mourning.is_some() {
            return;
        }
        let other = self.selected.filter(|&it| it != dead.organism && is_living(self.scene(), it));
        if let Some(other) = other {
            let fate = dead.fate(self.scene().tick, self.view_state.chronicle());
            let name = self.name_of(other);
            self.notify(format!("{fate}: following {name}, {other}"));
            return self.follow(Some(other));
        }
        self.select(Some(dead.organism));
        if !self.is_bare {
            self.panels.show_life();
            self.arrange();
        }
        self.mourning = Some(Mourning::new(dead));
    }

    /// Has the camera follow whoever comes after the dead, and selects that organism after a while.
    pub(super) fn continue_mourning(&mut self, view_state: &ViewState, passed: f64) {
        let Some(mut mourning) = self.mourning else { return };
        let has_moved_on = mourning.has_moved_on(self.selected, self.followed());
        if has_moved_on || view_state.time.seek_target.is_some() {
            self.mourning = None;
            return;
        }
        let known = view_state.life.as_ref().and_then(|life| life.known.as_ref());
        let life = known.map(|known| &known.life);
        let turn = mourning.advance(passed, &view_state.now, view_state.chronicle(), life);
        self.mourning = Some(mourning);
        if matches!(turn, Turn::Follow(_) | Turn::End) {
            self.notify(mourning.farewell(&view_state.now, view_state.chronicle()));
        }
        match turn {
            Turn::Stay => {}
            // There are no panels that show the life.
            Turn::Follow(next) if self.is_bare => {
                self.mourning = None;
                self.follow(Some(next.organism));
            }
            Turn::Follow(next) => {
                let next = next.organism;
                self.following = Some(Following::new(next, &view_state.now));
                self.own_choice = Some(next);
                self.session.send(Request::Follow(Some(next)));
            }
            Turn::Select(next) => {
                self.mourning = None;
                self.panels.show_details();
                self.follow(Some(next));
                self.arrange();
            }
            Turn::End => self.mourning = None,
        }
    }
}
