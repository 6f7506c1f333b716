//! The tour: the camera shows, one after the other, what is worth watching now, each with a caption.
//!
//! It is begun by a key or `--tour`, or begins by itself after a minute without input; a key, a click or the
//! wheel ends it.

use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::clock;
use terrarium_picture::Camera;
use terrarium_picture::actions::UiAction;
use terrarium_playback::tour::{FAREWELL, LONGEST_STAY, Renewal, STAY, Shown, Stop};

use super::Viewer;
use crate::input::Input;
use crate::panel::TourShow;
use crate::session::{Request, ViewState};

/// The time without input after which a tour begins by itself.
const IDLE: Duration = Duration::from_mins(1);

/// A tour in progress.
#[derive(Debug, Clone)]
pub(super) struct Tour {
    stop: Stop,
    since: Instant,
    until: Instant,
    shown: Shown,
    /// What was shown before a tour that began by itself.
    before: Option<Before>,
}

impl Tour {
    /// Whether the end of its story is awaited still.
    fn is_awaited(&self, now: Instant) -> bool {
        self.stop.is_open() && now < self.since + LONGEST_STAY
    }
}

/// What a viewer showed before a tour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    camera: Camera,
    selected: Option<OrganismId>,
    followed: Option<OrganismId>,
}

impl Viewer {
    /// Begins a tour, or ends it.
    pub(super) fn toggle_tour(&mut self) {
        match self.tour {
            Some(_) => self.end_tour(),
            None => self.begin_tour(None),
        }
    }

    pub(super) fn begin_tour(&mut self, before: Option<Before>) {
        self.mourning = None;
        let now = clock::now();
        let shown = Shown::default();
        let Some(first) = shown.next_stop(self.scene(), self.view_state.chronicle()) else {
            return;
        };
        self.tour = Some(Tour { stop: first, since: now, until: now, shown, before });
        self.arrive();
    }

    /// Ends the tour. After one that began by itself, what was shown before is shown again.
    pub(super) fn end_tour(&mut self) {
        let Some(tour) = self.tour.take() else { return };
        self.input_at = clock::now();
        self.is_stale = true;
        if let Some(before) = tour.before {
            let port = self.camera.port();
            self.camera = before.camera;
            self.camera.set_port(port);
            self.follow(before.followed);
            self.select(before.selected);
        }
    }

    /// Ends the tour at an input that is meant so. Returns whether the input is thereby dealt with.
    pub(super) fn end_tour_by(&mut self, input: &Input) -> bool {
        let is_move = matches!(input, Input::Moved(_) | Input::Released(..));
        let is_other = matches!(input, Input::Resized(..) | Input::Closing);
        if !is_other {
            self.input_at = clock::now();
        }
        if self.tour.is_none() || is_move || is_other {
            return false;
        }
        self.end_tour();
        true
    }

    /// Begins a tour after a minute without input, and shows the next stop when it is time.
    pub(super) fn continue_tour(&mut self) {
        let now = clock::now();
        let Some(tour) = &self.tour else {
            let idle = now.saturating_duration_since(self.input_at);
            if idle >= IDLE && self.is_left_alone() {
                let (selected, followed) = (self.selected, self.followed());
                self.begin_tour(Some(Before { camera: self.camera, selected, followed }));
            }
            return;
        };
        let is_over = now >= tour.until && !tour.is_awaited(now);
        if self.renew_stop(now) {
            return;
        }
        if is_over
            && let Some(tour) = &self.tour
            && let Some(next) = tour.shown.next_stop(self.scene(), self.view_state.chronicle())
            && let Some(tour) = &mut self.tour
        {
            tour.stop = next;
            self.arrive();
        }
    }

    /// Whether the world runs in sight of somebody who has chosen nothing in it.
    fn is_left_alone(&self) -> bool {
        let time = &self.view_state.time;
        let has_chosen = self.selected.is_some() && self.selected != self.own_choice;
        time.is_playing
            && time.seek_target.is_none()
            && !has_chosen
            && self.tool.is_none()
            && !self.is_typing()
            && self.opening.is_none()
            && self.drag.is_none()
            && self.view_state.beside.is_none()
            && self.panels.menu.is_none()
            && !self.panels.is_on(UiAction::Help)
    }

    /// Shows the stop that was just chosen.
    fn arrive(&mut self) {
        let now = clock::now();
        let Some(tour) = &mut self.tour else { return };
        (tour.since, tour.until) = (now, now + STAY);
        tour.shown.remember(&tour.stop);
        let organism = tour.stop.subject.organism();
        self.follow(organism);
        self.select(organism);
        self.own_choice = organism;
    }

    /// Brings the caption up to date, and stays for a moment when it says how its story has ended. Returns whether it
    /// does so now.
    fn renew_stop(&mut self, now: Instant) -> bool {
        let view_state = std::sync::Arc::clone(&self.view_state);
        let Some(tour) = &mut self.tour else { return false };
        let renewal = tour.stop.renew(&view_state.now, view_state.chronicle());
        self.is_stale |= renewal != Renewal::Same;
        if renewal == Renewal::End {
            tour.until = now + FAREWELL;
            if let Some(moment) = tour.stop.moment(&view_state.now) {
                self.session.send(Request::Keep(moment));
            }
        }
        renewal == Renewal::End
    }

    /// Moves the camera towards the stop; `passed` is the time since the last frame, in seconds.
    pub(super) fn move_on_tour(&mut self, view_state: &ViewState, passed: f64) {
        let Some(tour) = &self.tour else { return };
        let mut camera = self.camera;
        let place =
            |organism| super::Painter::place(&self.view(&self.camera, view_state), organism);
        let has_moved = camera.approach_subject(tour.stop.subject, passed, place);
        let Some(has_moved) = has_moved else { return };
        self.camera = camera;
        self.is_stale |= has_moved;
    }

    /// Has the stop end at a moment.
    #[cfg(test)]
    pub(super) fn end_stop_at(&mut self, moment: Instant) {
        if let Some(tour) = &mut self.tour {
            tour.until = moment;
        }
    }

    /// The caption of the tour.
    pub(super) fn tour_show(&self) -> Option<TourShow> {
        let tour = self.tour.as_ref()?;
        let stay = tour.until.saturating_duration_since(tour.since).as_secs_f32();
        let passed = clock::now().saturating_duration_since(tour.since).as_secs_f32();
        Some(TourShow {
            title: tour.stop.title.clone(),
            text: tour.stop.text.clone(),
            share: (passed / stay.max(0.1)).clamp(0.0, 1.0),
        })
    }
}
