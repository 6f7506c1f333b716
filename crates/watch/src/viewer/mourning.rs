//! What the viewer does when the followed organism dies: it shows its life, and looks at what comes after
//! it.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_session::{Following, Mourning, Turn, is_living};

use super::{Viewer, most_interesting};
use crate::session::{Request, ViewState};

impl Viewer {
    /// Shows the life of the followed organism, which no longer exists; or follows another one at once, if that is selected
    /// or there are no panels to show a life in.
    pub(super) fn mourn(&mut self, dead: OrganismId) {
        let mourning = self.mourning.filter(|it| it.next() == Some(dead));
        self.follow(None);
        if mourning.is_some() {
            return;
        }
        let scene = self.scene();
        let other = self.selected.filter(|&it| it != dead && is_living(scene, it));
        let other = other.or_else(|| most_interesting(scene, &[dead]).filter(|_| self.is_bare));
        if let Some(other) = other {
            self.notify(format!("organism {dead} is gone: following {other}"));
            return self.follow(Some(other));
        }
        self.select(Some(dead));
        self.panels.show_life();
        self.arrange();
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
        let turn = mourning.advance(passed, &view_state.now, life);
        self.mourning = Some(mourning);
        match turn {
            Turn::Stay => {}
            Turn::Follow(next) => {
                self.following = Some(Following::new(next, view_state.time.tick));
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
