//! The desk of whoever watches: what is on the screen, and what keys and mouse mean there.
//!
//! A [`Viewer`] takes in what is done and paints sheets. It needs no window, so that it can be tried
//! without one.

mod applying;
mod film;
mod hand;
mod interest;
mod painting;
mod saving;
#[cfg(test)]
mod tests;
mod tool;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::frames::Frames;
use super::input::Input;
use super::session::{Request, Session, ViewState};
use crate::behaviour::OrganismId;
use crate::clock;
use crate::geometry::DVec2;
use crate::record::Scene;
use crate::view::panel::{Hits, Layout, Panels};
use crate::view::{Camera, Letters, Overlays, Painter, Rect};
use hand::Drag;
use saving::BackgroundSaves;
use tool::Tool;

pub use interest::most_interesting;
pub use saving::SaveLocation;

/// Sixty pictures a second are enough.
const FRAME: Duration = Duration::from_nanos(16_600_000);

/// The desk of whoever watches.
pub struct Viewer {
    session: Session,
    view_state: Arc<ViewState>,
    /// Whether nothing but the world is painted.
    is_bare: bool,
    size: (u32, u32),
    scale: f32,
    camera: Camera,
    panels: Panels,
    layout: Layout,
    hits: Hits,
    painter: Painter,
    letters: Letters,
    overlays: Overlays,
    selected: Option<OrganismId>,
    followed: Option<OrganismId>,
    /// Those that were followed because much happened to them.
    shown_off: Vec<OrganismId>,
    tool: Option<Tool>,
    pointer: Option<DVec2>,
    drag: Option<Drag>,
    clicked: Option<(Instant, DVec2)>,
    keeping: SaveLocation,
    /// The names that were handed out: not all of these files are there yet.
    given: BTreeSet<PathBuf>,
    errands: BackgroundSaves,
    wants_screenshot: bool,
    /// Something has changed since it was painted.
    is_stale: bool,
    painted: Instant,
    pursued: Instant,
    /// The tick in which whoever is followed was seen last.
    last_seen: u64,
    told: Option<String>,
    moved: bool,
    is_closing: bool,
}

/// How a desk is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewerOptions {
    /// Its width and height, in pixels.
    pub size: (usize, usize),
    /// How many pixels a point of letters and lines is wide.
    pub scale: f64,
    /// Where pictures and worlds are saved.
    pub keeping: SaveLocation,
    /// Whom to follow from the beginning; without, somebody to whom much happens.
    pub follow: Option<OrganismId>,
}

/// How small and large letters can be.
const SCALES: std::ops::RangeInclusive<f32> = 0.5..=6.0;

impl Viewer {
    /// A desk at which a session is watched.
    #[must_use]
    pub fn new(session: Session, furnishing: ViewerOptions) -> Self {
        Self::furnished(session, furnishing, false)
    }

    /// A desk on which nothing but the world is painted.
    #[must_use]
    pub(crate) fn bare(session: Session, furnishing: ViewerOptions) -> Self {
        Self::furnished(session, furnishing, true)
    }

    fn furnished(session: Session, furnishing: ViewerOptions, is_bare: bool) -> Self {
        let view_state = session.view_state();
        #[expect(clippy::cast_possible_truncation, reason = "a scale is a small number")]
        let scale = (furnishing.scale as f32).clamp(*SCALES.start(), *SCALES.end());
        let port = Rect::new(0.0, 0.0, 1.0, 1.0);
        let camera = Camera::new(&view_state.now.bounds, port);
        let mut viewer = Self {
            session,
            view_state,
            is_bare,
            size: (1, 1),
            scale,
            camera,
            panels: Panels::default(),
            layout: Layout::default(),
            hits: Hits::default(),
            painter: Painter::new(scale),
            letters: Letters::new(scale),
            overlays: Overlays::NONE,
            selected: None,
            followed: None,
            shown_off: Vec::new(),
            tool: None,
            pointer: None,
            drag: None,
            clicked: None,
            keeping: furnishing.keeping,
            given: BTreeSet::new(),
            errands: BackgroundSaves::default(),
            wants_screenshot: false,
            is_stale: true,
            painted: clock::now(),
            pursued: clock::now(),
            last_seen: 0,
            told: None,
            moved: false,
            is_closing: false,
        };
        viewer.resize(furnishing.size);
        match furnishing.follow {
            Some(whom) => viewer.follow(Some(whom)),
            None => viewer.follow_another(),
        }
        if let Some(place) = viewer.followed.and_then(|whom| viewer.view_state.now.figure(whom)) {
            let closer = if is_bare { START_IN_TERMINAL } else { START_MAGNIFICATION };
            viewer.camera.magnify(closer);
            viewer.camera.centre_on(place.centre);
        }
        viewer
    }

    /// Works until somebody closes the window or the world comes to an end: takes in what is done,
    /// and paints when there is something new to see.
    pub fn work(&mut self, inputs: &Receiver<Input>, frames: &Frames) {
        while !self.is_closing {
            let due = self.painted + FRAME;
            loop {
                let patience = due.saturating_duration_since(clock::now());
                match inputs.recv_timeout(patience) {
                    Ok(input) => self.take(input),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => self.is_closing = true,
                }
                if self.is_closing {
                    return;
                }
            }
            self.is_closing |= self.session.is_over();
            if self.look() {
                let mut framebuffer = frames.blank(self.size.0, self.size.1);
                self.paint(&mut framebuffer);
                frames.put(framebuffer);
            }
            // Who is late does not hurry afterwards.
            let latest = clock::now().checked_sub(FRAME).unwrap_or(due);
            self.painted = due.max(latest);
        }
    }

    /// Whether there is something new to be painted. To be asked before each picture.
    pub fn look(&mut self) -> bool {
        let newest = self.session.view_state();
        let is_new = newest.number != self.view_state.number;
        let moves = newest.share() < 1.0;
        // Who arrives is painted there once.
        let moved = std::mem::replace(&mut self.moved, moves);
        self.view_state = newest;
        let told = self.errands.news().map(|text| self.session.ask(Request::Notice(text)));
        std::mem::take(&mut self.is_stale)
            | is_new
            | moves
            | moved
            | told.is_some()
            | self.is_message_fresh()
    }

    /// Whether whoever watches wants it closed.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.is_closing
    }

    /// What can be seen of the session now.
    #[must_use]
    pub fn view_state(&self) -> &ViewState {
        &self.view_state
    }

    /// Through what the world is seen.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Who is selected.
    #[must_use]
    pub fn selected(&self) -> Option<OrganismId> {
        self.selected
    }

    /// Who is followed.
    #[must_use]
    pub fn followed(&self) -> Option<OrganismId> {
        self.followed
    }

    /// What is open.
    pub(crate) fn panels(&self) -> &Panels {
        &self.panels
    }

    /// Asks the session for something.
    pub(crate) fn ask(&self, request: Request) {
        self.session.ask(request);
    }

    /// Has everything be painted again.
    pub(crate) fn refresh(&mut self) {
        self.is_stale = true;
    }

    /// Whether the world lives no more.
    pub(crate) fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Leaves the desk, when all that is still being saved is.
    #[must_use]
    pub fn leave(mut self) -> (Session, Vec<PathBuf>) {
        let saved = self.errands.finish();
        (self.session, saved)
    }

    fn resize(&mut self, (width, height): (usize, usize)) {
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).clamp(1, 16_384);
        self.size = (side(width), side(height));
        self.arrange();
    }

    /// Finds room for everything.
    fn arrange(&mut self) {
        self.is_stale = true;
        let scene = &self.view_state.now;
        let size = scene.bounds.size();
        #[expect(clippy::cast_possible_truncation, reason = "the shape of a world")]
        let aspect = (size.y / size.x.max(1e-9)) as f32;
        #[expect(clippy::cast_precision_loss, reason = "sheets are small")]
        let all = Rect::new(0.0, 0.0, self.size.0 as f32, self.size.1 as f32);
        self.layout = if self.is_bare {
            Layout { all, world: all, ..Layout::default() }
        } else {
            Layout::of(all, self.scale, &self.panels, scene.species.len(), aspect)
        };
        self.camera.set_port(self.layout.world);
    }

    fn set_scale(&mut self, scale: f32) {
        self.scale = scale.clamp(*SCALES.start(), *SCALES.end());
        self.painter.set_scale(self.scale);
        self.letters.set_scale(self.scale);
        self.arrange();
    }

    fn scene(&self) -> &Arc<Scene> {
        &self.view_state.now
    }

    fn select(&mut self, whom: Option<OrganismId>) {
        if self.selected != whom {
            self.selected = whom;
            self.panels.inspector = 0.0;
            self.session.ask(Request::Select(whom));
        }
        self.is_stale = true;
    }

    fn follow(&mut self, whom: Option<OrganismId>) {
        self.followed = whom;
        self.last_seen = self.view_state.time.tick;
        self.session.ask(Request::Follow(whom));
        if whom.is_some() {
            self.select(whom);
        }
        self.is_stale = true;
    }

    /// Follows another one to which much happens.
    fn follow_another(&mut self) {
        const REMEMBERED: usize = 12;
        let next = most_interesting(self.scene(), &self.shown_off)
            .or_else(|| most_interesting(self.scene(), &[]));
        let Some(next) = next else { return };
        self.shown_off.push(next);
        if self.shown_off.len() > REMEMBERED {
            self.shown_off.remove(0);
        }
        self.follow(Some(next));
    }

    /// A name for a file about this tick that nothing has, and nothing will get.
    fn free_name(&mut self, ending: &str) -> PathBuf {
        let mut names = self.keeping.names(self.view_state.time.tick, ending);
        let is_free = |path: &PathBuf| !path.exists() && !self.given.contains(path);
        let free = names.find(is_free).expect("there are always more numbers");
        self.given.insert(free.clone());
        free
    }

    fn tell(&self, text: impl Into<String>) {
        self.session.ask(Request::Notice(text.into()));
    }

    fn orders_on(&self) -> BTreeSet<crate::view::actions::UiAction> {
        applying::orders_on(self)
    }
}

/// How close one is to the creature that is followed at the beginning.
const START_MAGNIFICATION: f64 = 2.6;

/// The same where there are few pixels.
const START_IN_TERMINAL: f64 = 6.0;
