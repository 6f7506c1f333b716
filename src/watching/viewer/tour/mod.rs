//! The tour: the camera shows, one after the other, what is worth watching now, each with a caption.
//!
//! It is begun by a key or `--tour`, or begins by itself after a minute without input; a key, a click or the
//! wheel ends it.

mod stop;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use super::Viewer;
use crate::behaviour::{OrganismId, SightingKind};
use crate::clock;
use crate::geometry::DVec2;
use crate::playback::chronicle::Notable;
use crate::view::Camera;
use crate::view::actions::UiAction;
use crate::view::panel::TourShow;
use crate::watching::input::Input;
use crate::watching::session::ViewState;
use stop::{Choice, Stop, Subject, Theme};

/// How long a stop is shown.
const STAY: Duration = Duration::from_secs(7);

/// How long a stop is shown after its organism has died.
const FAREWELL: Duration = Duration::from_secs(3);

/// The time without input after which a tour begins by itself.
const IDLE: Duration = Duration::from_mins(1);

/// The time in which the camera covers half of its path to the next stop, in seconds.
const HALF_TIME: f64 = 0.4;

/// The side of the area that is shown around an organism, in units, and in its radii.
const AROUND: f64 = 420.0;
const AROUND_RADII: f64 = 16.0;

/// The number of organisms that are not shown again soon.
const REMEMBERED: usize = 12;

/// A tour in progress.
#[derive(Debug, Clone)]
pub(super) struct Tour {
    stop: Stop,
    since: Instant,
    until: Instant,
    /// The themes that were shown, the latest last, each once.
    themes: Vec<Theme>,
    organisms: Vec<OrganismId>,
    /// Whether the organism of the stop has been found dead.
    has_died: bool,
    /// What was shown before a tour that began by itself.
    before: Option<Before>,
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
        let choice = self.choice(&[]);
        let Some(first) = next_stop(choice.stops(), &[]) else { return };
        self.tour = Some(Tour {
            stop: first,
            since: now,
            until: now,
            themes: Vec::new(),
            organisms: Vec::new(),
            has_died: false,
            before,
        });
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
                let (selected, followed) = (self.selected, self.followed);
                self.begin_tour(Some(Before { camera: self.camera, selected, followed }));
            }
            return;
        };
        if let Subject::Organism(organism) = tour.stop.subject
            && !tour.has_died
            && !self.is_alive(organism)
        {
            self.report_death(organism, now);
        } else if now >= tour.until {
            let (themes, organisms) = (tour.themes.clone(), tour.organisms.clone());
            let stops = self.choice(&organisms).stops();
            if let (Some(next), Some(tour)) = (next_stop(stops, &themes), &mut self.tour) {
                tour.stop = next;
                self.arrive();
            }
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
            && self.find.is_none()
            && self.drag.is_none()
            && self.view_state.beside.is_none()
            && self.panels.menu.is_none()
            && !self.panels.is_on(UiAction::Help)
    }

    fn is_alive(&self, organism: OrganismId) -> bool {
        let figure = self.scene().figure(organism);
        figure.is_some_and(|it| it.kind != SightingKind::Carcass)
    }

    fn choice<'a>(&'a self, excluded: &'a [OrganismId]) -> Choice<'a> {
        Choice { scene: self.scene(), chronicle: self.view_state.chronicle(), excluded }
    }

    /// Shows the stop that was just chosen.
    fn arrive(&mut self) {
        let now = clock::now();
        let Some(tour) = &mut self.tour else { return };
        (tour.since, tour.until, tour.has_died) = (now, now + STAY, false);
        let theme = tour.stop.theme;
        tour.themes.retain(|&it| it != theme);
        tour.themes.push(theme);
        let organism = match tour.stop.subject {
            Subject::Organism(organism) => Some(organism),
            Subject::World | Subject::Area(_) => None,
        };
        tour.organisms.extend(organism);
        let surplus = tour.organisms.len().saturating_sub(REMEMBERED);
        tour.organisms.drain(..surplus);
        self.follow(organism);
        self.select(organism);
        self.own_choice = organism;
    }

    /// Says what the organism of the stop has died of, and stays for a moment.
    fn report_death(&mut self, organism: OrganismId, now: Instant) {
        let chronicle = self.view_state.chronicle();
        let is_death = |what: &Notable| matches!(what, Notable::Died { .. } | Notable::Extinct);
        let remarks = chronicle.remarks().iter().rev();
        let mut deaths = remarks.filter(|it| it.organism == Some(organism) && is_death(&it.what));
        let text = deaths.next().map(|remark| chronicle.describe(remark));
        self.is_stale = true;
        let Some(tour) = &mut self.tour else { return };
        tour.has_died = true;
        tour.stop.text = text.unwrap_or_else(|| format!("{organism} is dead"));
        tour.until = now + FAREWELL;
    }

    /// Moves the camera towards the stop; `passed` is the time since the last frame, in seconds.
    pub(super) fn move_on_tour(&mut self, view_state: &ViewState, passed: f64) {
        let Some(tour) = &self.tour else { return };
        let camera = self.camera;
        let port = camera.port().size().as_dvec2();
        let (place, scale) = match tour.stop.subject {
            Subject::World => (camera.bounds().centre(), camera.fit_scale()),
            Subject::Area(area) => {
                (area.centre(), (port / area.size()).min_element().max(camera.fit_scale()))
            }
            Subject::Organism(organism) => {
                let place = super::Painter::place(&self.view(&camera, view_state), organism);
                let Some((centre, radius)) = place else { return };
                let side = AROUND.max(radius * AROUND_RADII);
                (centre, (port.min_element() / side).max(camera.fit_scale()))
            }
        };
        self.last_seen = view_state.time.tick;
        self.camera.approach(place, scale, 1.0 - (-passed / HALF_TIME).exp2());
        let moved: DVec2 = (self.camera.centre() - camera.centre()) * camera.scale();
        let zoomed = (self.camera.scale() / camera.scale() - 1.0).abs();
        self.is_stale |= moved.length_squared() > 0.01 || zoomed > 1e-4;
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

/// The stop whose theme was shown longest ago, or never; `themes` are those that were shown, the latest last.
fn next_stop(stops: Vec<Stop>, themes: &[Theme]) -> Option<Stop> {
    let shown = |stop: &Stop| themes.iter().position(|&theme| theme == stop.theme);
    stops.into_iter().min_by_key(|stop| (shown(stop), stop.theme))
}
