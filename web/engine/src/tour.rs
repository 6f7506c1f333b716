//! The tour of a session: the camera shows, one after the other, what is worth watching now, each with a caption.
//!
//! There is no clock here: the worker reports the time that has passed.

use serde_json::{Value, json};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{Camera, Painter};
use terrarium_playback::tour::{FAREWELL, STAY, Shown, Stop, death_of};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::picture::number;
use crate::session::Session;

/// A tour in progress. Times are in seconds.
pub(crate) struct Tour {
    stop: Stop,
    /// Counts the captions.
    caption: u32,
    /// How long the caption is shown, and for how long it has been.
    stay: f64,
    passed: f64,
    shown: Shown,
    /// Whether the organism of the stop has been found dead.
    has_died: bool,
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

#[wasm_bindgen]
impl Session {
    /// Begins a tour. After one that began `by_itself`, the view becomes what it was before. The camera moves to
    /// each stop, or `jumps` there.
    #[wasm_bindgen(js_name = beginTour)]
    pub fn begin_tour(&mut self, by_itself: bool, jumps: bool) {
        self.end_tour();
        let shown = Shown::default();
        let Some(stop) = shown.next_stop(&self.scene, self.history()) else { return };
        let before = by_itself.then_some(Before {
            camera: self.picture.camera,
            selected: self.selected,
            followed: self.followed,
        });
        self.tour = Some(Tour {
            stop,
            caption: 0,
            stay: 0.0,
            passed: 0.0,
            shown,
            has_died: false,
            jumps,
            before,
        });
        self.arrive();
    }

    /// Ends the tour, if there is one.
    #[wasm_bindgen(js_name = endTour)]
    pub fn end_tour(&mut self) {
        let Some(Tour { before: Some(before), .. }) = self.tour.take() else { return };
        let port = self.picture.camera.port();
        self.picture.camera = before.camera;
        self.picture.camera.set_port(port);
        self.follow(before.followed.map(number));
        self.select(before.selected.map(number));
    }

    /// Whether a tour is in progress.
    #[wasm_bindgen(js_name = isTouring)]
    #[must_use]
    pub fn is_touring(&self) -> bool {
        self.tour.is_some()
    }

    /// Continues the tour by the time that has passed, in seconds. Returns whether it shows anything else now.
    #[wasm_bindgen(js_name = continueTour)]
    pub fn continue_tour(&mut self, seconds: f64) -> bool {
        let Some(tour) = &mut self.tour else { return false };
        tour.passed += seconds;
        let is_over = tour.passed >= tour.stay;
        let has_other_caption = self.report_death() || is_over && self.show_next_stop();
        self.approach(seconds) || has_other_caption
    }
}

impl Session {
    /// The caption of the tour.
    pub(crate) fn caption(&self) -> Option<Value> {
        let tour = self.tour.as_ref()?;
        Some(json!({
            "caption": tour.caption,
            "title": tour.stop.title,
            "text": tour.stop.text,
            "organism": tour.stop.subject.organism().map(number),
            "stay": tour.stay,
            "passed": tour.passed,
        }))
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
        tour.has_died = false;
        tour.show_caption(STAY.as_secs_f64());
        tour.shown.remember(&tour.stop);
        let organism = tour.stop.subject.organism().map(number);
        self.follow(organism);
        self.select(organism);
    }

    /// Says what the organism of the stop has died of, once, and stays for a moment. Returns whether it did.
    fn report_death(&mut self) -> bool {
        let text = self.tour.as_ref().and_then(|tour| {
            let organism = tour.stop.subject.organism().filter(|_| !tour.has_died)?;
            death_of(organism, &self.scene, self.history())
        });
        if let (Some(text), Some(tour)) = (text, &mut self.tour) {
            (tour.has_died, tour.stop.text) = (true, text);
            tour.show_caption(FAREWELL.as_secs_f64());
            return true;
        }
        false
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
