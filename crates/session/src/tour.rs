//! The tour of a session: the camera shows, one after the other, what is worth watching now, each with a caption.
//!
//! There is no clock here: who shows the session reports the time that has passed.

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{Camera, Painter};
use terrarium_playback::tour::{FAREWELL, LONGEST_STAY, Renewal, STAY, Shown, Stop};

use crate::session::Session;

/// What a tour shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Caption {
    /// Counts the captions of the tour.
    pub caption: u32,
    /// What is to be seen.
    pub title: String,
    /// What is said of it.
    pub text: String,
    /// The organism that the camera follows.
    pub organism: Option<u64>,
    /// How long it is shown, in seconds.
    pub stay: f64,
    /// For how long it has been shown, in seconds.
    pub passed: f64,
}

/// A tour in progress. Times are in seconds.
pub(crate) struct Tour {
    stop: Stop,
    /// Counts the captions.
    caption: u32,
    /// How long the caption is shown, and for how long it has been.
    stay: f64,
    passed: f64,
    shown: Shown,
    /// Whether the camera jumps from stop to stop.
    jumps: bool,
    /// What was shown before a tour that began by itself.
    before: Option<Before>,
}

/// What a session showed before a tour.
struct Before {
    camera: Camera,
    selected: Option<OrganismId>,
    followed: Option<OrganismId>,
}

impl Tour {
    /// Shows another caption, for a time.
    fn show_caption(&mut self, stay: f64) {
        self.caption += 1;
        (self.stay, self.passed) = (stay, 0.0);
    }
}

impl Session {
    /// Begins a tour. After one that began `by_itself`, the view becomes what it was before. The camera moves to
    /// each stop, or `jumps` there.
    pub fn begin_tour(&mut self, by_itself: bool, jumps: bool) {
        self.end_tour();
        let shown = Shown::default();
        let Some(stop) = shown.next_stop(&self.scene, self.history()) else { return };
        let before = by_itself.then_some(Before {
            camera: self.picture.camera,
            selected: self.selected,
            followed: self.followed(),
        });
        self.tour = Some(Tour { stop, caption: 0, stay: 0.0, passed: 0.0, shown, jumps, before });
        self.arrive();
    }

    /// Ends the tour, if there is one.
    pub fn end_tour(&mut self) {
        let Some(Tour { before: Some(before), .. }) = self.tour.take() else { return };
        let port = self.picture.camera.port();
        self.picture.camera = before.camera;
        self.picture.camera.set_port(port);
        self.follow(before.followed);
        self.select(before.selected);
    }

    /// Whether a tour is in progress.
    #[must_use]
    pub fn is_touring(&self) -> bool {
        self.tour.is_some()
    }

    /// Continues the tour by the time that has passed, in seconds. Returns whether it shows anything else now.
    pub fn continue_tour(&mut self, seconds: f64) -> bool {
        let Some(tour) = &mut self.tour else { return false };
        tour.passed += seconds;
        let is_awaited = tour.stop.is_open() && tour.passed < LONGEST_STAY.as_secs_f64();
        let is_over = tour.passed >= tour.stay && !is_awaited;
        let has_other_caption = self.renew_stop() || is_over && self.show_next_stop();
        self.approach(seconds) || has_other_caption
    }
}

impl Session {
    /// The caption of the tour.
    pub(crate) fn caption(&self) -> Option<Caption> {
        let tour = self.tour.as_ref()?;
        Some(Caption {
            caption: tour.caption,
            title: tour.stop.title.clone(),
            text: tour.stop.text.clone(),
            organism: tour.stop.subject.organism().map(|id| id.0),
            stay: tour.stay,
            passed: tour.passed,
        })
    }

    fn show_next_stop(&mut self) -> bool {
        let Some(tour) = &self.tour else { return false };
        let Some(next) = tour.shown.next_stop(&self.scene, self.history()) else { return false };
        if let Some(tour) = &mut self.tour {
            tour.stop = next;
        }
        self.arrive();
        true
    }

    /// Shows the stop that was just chosen.
    fn arrive(&mut self) {
        let Some(tour) = &mut self.tour else { return };
        tour.show_caption(STAY.as_secs_f64());
        tour.shown.remember(&tour.stop);
        let organism = tour.stop.subject.organism();
        self.follow(organism);
        self.select(organism);
    }

    /// Brings the caption up to date, and stays for a moment when it says how its story has ended. Returns whether it has
    /// changed.
    fn renew_stop(&mut self) -> bool {
        let Some(mut tour) = self.tour.take() else { return false };
        let renewal = tour.stop.renew(&self.scene, self.history());
        if renewal == Renewal::End {
            tour.show_caption(FAREWELL.as_secs_f64());
            self.keep_moment(&tour.stop);
        }
        self.tour = Some(tour);
        renewal != Renewal::Same
    }

    /// Moves the camera towards the stop. Returns whether the view has changed visibly.
    fn approach(&mut self, seconds: f64) -> bool {
        let Some(tour) = &self.tour else { return false };
        let passed = if tour.jumps { f64::INFINITY } else { seconds };
        let mut camera = self.picture.camera;
        let place = |organism| Painter::place(&self.view(&self.picture.camera), organism);
        let has_moved = camera.approach_subject(tour.stop.subject, passed, place);
        self.picture.camera = camera;
        has_moved.unwrap_or(false)
    }
}
