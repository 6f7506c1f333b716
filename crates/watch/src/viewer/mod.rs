//! The viewer: handles input and paints a session with its panels.
//!
//! A [`Viewer`] takes input events and paints framebuffers. It needs no window, so that tests can
//! run without one.

mod applying;
mod charts;
mod descent;
mod find_entry;
mod first_look;
mod gif;
mod mourning;
mod mouse;
mod name_entry;
mod openable;
mod opening;
mod painting;
mod preview;
mod saving;
mod stroke;
#[cfg(test)]
mod tests;
mod text_entry;
mod tour;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::clock;
use terrarium_picture::{Camera, ColourBy, Font, Overlays, Painter, Rect};
pub use terrarium_playback::most_interesting;
use terrarium_run::record::Scene;
use terrarium_session::tool::{Brush, Tool};
use terrarium_session::{FavouriteNews, Following, MomentPictures, Mourning, NEAR};
use terrarium_sim::tick::{Calamity, Command};
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::Cell;
use terrarium_studies::charts::ChartNeeds;

use find_entry::FindEntry;
pub use first_look::FirstLook;
use mouse::Drag;
use name_entry::NameEntry;
use opening::OpenEntry;
pub use opening::Wish;
use saving::BackgroundSaves;
pub use saving::SaveLocation;
use tour::Tour;

use super::frames::Frames;
use super::input::Input;
use super::session::{ColourRequest, PICTURE_INTERVAL, Request, Session, ViewState};
use crate::panel::{Content, Hint, Hits, Layout, Panels};

/// The least time between two frames: 60 frames per second.
const FRAME: Duration = Duration::from_nanos(16_600_000);

/// An interactive view of a session.
pub struct Viewer {
    session: Session,
    view_state: Arc<ViewState>,
    /// Whether only the world is painted, without panels.
    is_bare: bool,
    size: (u32, u32),
    scale: f32,
    camera: Camera,
    panels: Panels,
    layout: Layout,
    hits: Hits,
    painter: Painter,
    /// Paints the branch beside the current one; it caches another scene.
    beside_painter: Painter,
    font: Font,
    overlays: Overlays,
    selected: Option<OrganismId>,
    /// The organisms that were followed lately, to follow others next.
    recently_followed: Vec<OrganismId>,
    tool: Option<Tool>,
    /// The calamities that were used last, with their strength.
    last_calamities: Vec<Calamity>,
    /// The brush that was used last.
    last_brush: Brush,
    /// The places of the brush since the button was pressed.
    stroke: Vec<DVec2>,
    /// The tiles that the brush has covered since then.
    stroke_cells: BTreeSet<Cell>,
    /// The command whose effect was requested of the session.
    planned: Option<Command>,
    /// The entry of a condition to search for, if it is open.
    find: Option<FindEntry>,
    /// The entry that was closed last.
    last_find: FindEntry,
    /// The entry of a name, if it is shown.
    naming: Option<NameEntry>,
    /// The entry of a world to open, if it is shown.
    opening: Option<OpenEntry>,
    /// Whether a search was begun whose result has not been shown.
    awaits_hit: bool,
    /// The tick in which to follow the selected organism, once it is shown.
    follow_in: Option<u64>,
    /// The organism whose life was requested of the session.
    life: Option<OrganismId>,
    /// The organism whose relatives were requested.
    kin: Option<OrganismId>,
    /// What was requested of the session for the chart that is shown.
    chart_needs: ChartNeeds,
    /// What organisms are coloured by, instead of by species.
    colour_by: Option<ColourBy>,
    /// What was requested of the session to colour them.
    colours: Option<ColourRequest>,
    /// Whether the lineages were requested.
    shows_lineages: bool,
    /// Whether the steps of turns were requested.
    shows_steps: bool,
    pointer: Option<DVec2>,
    drag: Option<Drag>,
    clicked: Option<(Instant, DVec2)>,
    save_location: SaveLocation,
    /// The paths handed out so far; some of these files are still being written.
    reserved: BTreeSet<PathBuf>,
    saves: BackgroundSaves,
    wants_screenshot: bool,
    /// Whether something has changed since the last frame.
    is_stale: bool,
    painted: Instant,
    /// When a frame was last needed.
    needed: Instant,
    /// How long it took to paint the last frame.
    cost: Duration,
    camera_moved: Instant,
    /// The death of the organism that was followed, while its life is shown.
    mourning: Option<Mourning>,
    /// The tour in progress.
    tour: Option<Tour>,
    /// The hints that are still shown, and until when.
    hints: Vec<Hint>,
    hints_until: Instant,
    /// When the last input came.
    input_at: Instant,
    /// The organism that the viewer selected of itself.
    own_choice: Option<OrganismId>,
    /// The organism that the camera follows.
    following: Option<Following>,
    /// What was said of favourites.
    news: FavouriteNews,
    moment_pictures: MomentPictures,
    message: Option<String>,
    moved: bool,
    is_closing: bool,
    can_reseed: bool,
    /// What it closes for.
    wish: Option<Wish>,
    /// Whether the world played when it closed for that.
    resumes: bool,
}

/// Options of a viewer.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewerOptions {
    /// Its width and height, in pixels.
    pub size: (usize, usize),
    /// The scale of text and panels; 1 for displays of usual resolution.
    pub scale: f64,
    /// Where files are saved.
    pub save_location: SaveLocation,
    /// What is shown at first.
    pub first_look: FirstLook,
    /// Whether the viewer can be closed with the wish for another seed.
    pub can_reseed: bool,
    /// Whether hints for somebody new are shown in the first seconds.
    pub has_hints: bool,
}

/// How long hints are shown.
const HINTS: Duration = Duration::from_secs(20);

/// The range of scales.
const SCALES: std::ops::RangeInclusive<f32> = 0.5..=6.0;

impl Viewer {
    /// Creates a viewer of a session.
    #[must_use]
    pub fn new(session: Session, options: ViewerOptions) -> Self {
        Self::with_options(session, options, false)
    }

    /// Creates a viewer that paints only the world.
    #[must_use]
    pub(crate) fn bare(session: Session, options: ViewerOptions) -> Self {
        Self::with_options(session, options, true)
    }

    fn with_options(session: Session, options: ViewerOptions, is_bare: bool) -> Self {
        let view_state = session.view_state();
        #[expect(clippy::cast_possible_truncation, reason = "a scale is a small number")]
        let scale = (options.scale as f32).clamp(*SCALES.start(), *SCALES.end());
        let news = FavouriteNews::new(view_state.chronicle());
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
            beside_painter: Painter::new(scale),
            font: Font::new(scale),
            overlays: Overlays::NONE,
            selected: None,
            recently_followed: Vec::new(),
            tool: None,
            last_calamities: Vec::new(),
            last_brush: Brush::default(),
            stroke: Vec::new(),
            stroke_cells: BTreeSet::new(),
            planned: None,
            find: None,
            last_find: FindEntry::default(),
            naming: None,
            opening: None,
            awaits_hit: false,
            follow_in: None,
            life: None,
            kin: None,
            chart_needs: ChartNeeds::default(),
            colour_by: None,
            colours: None,
            shows_lineages: false,
            shows_steps: false,
            pointer: None,
            drag: None,
            clicked: None,
            save_location: options.save_location,
            reserved: BTreeSet::new(),
            saves: BackgroundSaves::default(),
            wants_screenshot: false,
            is_stale: true,
            painted: clock::now(),
            needed: clock::now(),
            cost: Duration::ZERO,
            camera_moved: clock::now(),
            mourning: None,
            tour: None,
            hints: if options.has_hints { Hint::ALL.to_vec() } else { Vec::new() },
            hints_until: clock::now() + HINTS,
            input_at: clock::now(),
            own_choice: None,
            following: None,
            news,
            moment_pictures: MomentPictures::default(),
            message: None,
            moved: false,
            is_closing: false,
            can_reseed: options.can_reseed,
            wish: None,
            resumes: false,
        };
        viewer.resize(options.size);
        viewer.show_first(options.first_look);
        if let Some(place) =
            viewer.followed().and_then(|organism| viewer.view_state.now.figure(organism))
        {
            let closer = if is_bare { START_IN_TERMINAL } else { NEAR };
            viewer.camera.magnify(closer);
            viewer.camera.centre_on(place.centre);
        }
        viewer
    }

    /// Handles input and paints frames when something changed, until the window is closed or the
    /// session is over.
    pub fn run(&mut self, inputs: &Receiver<Input>, frames: &Frames) {
        while !self.is_closing {
            let interval = self.frame_interval();
            let mut due = self.painted + self.interval_at_rest(interval);
            loop {
                let timeout = due.saturating_duration_since(clock::now());
                match inputs.recv_timeout(timeout) {
                    Ok(input) => {
                        self.handle(input);
                        due = due.min(self.painted + interval);
                    }
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => self.is_closing = true,
                }
                if self.is_closing {
                    return;
                }
            }
            self.is_closing |= self.session.is_over();
            if self.update() {
                let mut framebuffer = frames.blank(self.size.0, self.size.1);
                let started = clock::now();
                self.paint(&mut framebuffer);
                frames.put(framebuffer);
                self.cost = clock::now().saturating_duration_since(started);
            }
            // A late frame does not shorten the time to the next.
            let latest = clock::now().checked_sub(interval).unwrap_or(due);
            self.painted = due.max(latest);
        }
    }

    /// The least time between two frames. A simulation that is late needs the processor more, so
    /// painting then takes at most two thirds of the time of one core, unless fewer frames would be too few.
    fn frame_interval(&self) -> Duration {
        let is_late = self.view_state.time.is_late();
        if is_late { (self.cost * 3 / 2).clamp(FRAME, PICTURE_INTERVAL) } else { FRAME }
    }

    /// The time between two checks of whether a frame is needed: long if none has been for a while.
    pub(crate) fn interval_at_rest(&self, usual: Duration) -> Duration {
        const REST: Duration = Duration::from_secs(1);
        const AT_REST: Duration = Duration::from_millis(100);
        let is_at_rest = clock::now().saturating_duration_since(self.needed) > REST;
        if is_at_rest { usual.max(AT_REST) } else { usual }
    }

    /// Fetches the newest state of the session, and returns whether a frame has to be painted. Call
    /// this before each frame.
    pub fn update(&mut self) -> bool {
        self.request_life();
        self.request_kin();
        self.request_steps();
        self.request_chart_details();
        self.request_descent();
        let newest = self.session.view_state();
        let is_new = newest.number != self.view_state.number;
        let moves = newest.share() < 1.0;
        // Paint once more at the end of a movement.
        let moved = std::mem::replace(&mut self.moved, moves);
        let was_split = self.view_state.beside.is_some();
        self.view_state = newest;
        if was_split != self.view_state.beside.is_some() {
            self.arrange();
        }
        self.follow_when_shown();
        self.say_news();
        if is_new && !self.is_bare {
            self.moment_pictures.see(&self.view_state.now, self.view_state.chronicle());
        }
        self.continue_tour();
        if !self.hints.is_empty() && clock::now() >= self.hints_until {
            self.hints.clear();
            self.is_stale = true;
        }
        let message =
            self.saves.next_message().map(|text| self.session.send(Request::Notice(text)));
        let is_needed = std::mem::take(&mut self.is_stale)
            | is_new
            | moves
            | moved
            | message.is_some()
            | self.has_message_changed();
        if is_needed {
            self.needed = clock::now();
        }
        is_needed
    }

    /// Whether the user asked to close the viewer.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.is_closing
    }

    /// What the user wants to see instead, if the viewer closes for that.
    #[must_use]
    pub fn wish(&self) -> Option<&Wish> {
        self.wish.as_ref()
    }

    /// Returns the state of the session that is shown.
    #[must_use]
    pub fn view_state(&self) -> &ViewState {
        &self.view_state
    }

    /// Returns the camera.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Returns the selected organism.
    #[must_use]
    pub fn selected(&self) -> Option<OrganismId> {
        self.selected
    }

    /// Returns the organism that the camera follows.
    #[must_use]
    pub fn followed(&self) -> Option<OrganismId> {
        self.following.map(|it| it.organism)
    }

    /// Returns what a click does with the selected tool, if there is one.
    pub(crate) fn tool_hint(&self) -> Option<String> {
        self.tool.map(|tool| tool.hint(&self.view_state.now))
    }

    /// Returns the state of the panels.
    pub(crate) fn panels(&self) -> &Panels {
        &self.panels
    }

    /// Sends a request to the session.
    pub(crate) fn send(&self, request: Request) {
        self.session.send(request);
    }

    /// Requests a new frame.
    pub(crate) fn refresh(&mut self) {
        self.is_stale = true;
    }

    /// Whether the session is over.
    pub(crate) fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Waits until all files are saved, and returns the session and the paths of the files.
    #[must_use]
    pub fn finish(mut self) -> (Session, Vec<PathBuf>) {
        let saved = self.saves.finish();
        (self.session, saved)
    }

    fn resize(&mut self, (width, height): (usize, usize)) {
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).clamp(1, 16_384);
        self.size = (side(width), side(height));
        self.arrange();
    }

    /// Computes the layout of the panels.
    fn arrange(&mut self) {
        self.is_stale = true;
        let scene = &self.view_state.now;
        let size = scene.bounds.size();
        #[expect(clippy::cast_possible_truncation, reason = "an aspect ratio")]
        let aspect = (size.y / size.x.max(1e-9)) as f32;
        #[expect(clippy::cast_precision_loss, reason = "framebuffers are small")]
        let all = Rect::new(0.0, 0.0, self.size.0 as f32, self.size.1 as f32);
        self.layout = if self.is_bare {
            Layout { all, world: all, ..Layout::default() }
        } else {
            let has_scores = scene.tickets.is_some();
            let content = Content { species: scene.species.len(), aspect, has_scores };
            Layout::new(all, self.scale, &self.panels, &content)
        };
        self.camera.set_port(self.ports().0);
    }

    /// The parts of the framebuffer for the current branch and for the one beside it, if there is one.
    fn ports(&self) -> (Rect, Option<Rect>) {
        let world = self.layout.world;
        if self.view_state.beside.is_none() {
            return (world, None);
        }
        let gap = (2.0 * self.scale).round();
        let (left, right) = world.cut_left(((world.width - gap) * 0.5).floor());
        (left, Some(right.cut_left(gap).1))
    }

    fn set_scale(&mut self, scale: f32) {
        self.scale = scale.clamp(*SCALES.start(), *SCALES.end());
        self.painter.set_scale(self.scale);
        self.beside_painter.set_scale(self.scale);
        self.font.set_scale(self.scale);
        self.arrange();
    }

    fn scene(&self) -> &Arc<Scene> {
        &self.view_state.now
    }

    fn select(&mut self, organism: Option<OrganismId>) {
        if self.selected != organism {
            self.selected = organism;
            self.panels.inspector = 0.0;
            self.session.send(Request::Select(organism));
        }
        if organism.is_some() && self.view_state.site.is_some() {
            self.session.send(Request::Site(None));
        }
        self.is_stale = true;
    }

    fn follow(&mut self, organism: Option<OrganismId>) {
        self.following = organism.map(|it| Following::new(it, &self.view_state.now));
        self.session.send(Request::Follow(organism));
        if organism.is_some() {
            self.select(organism);
        }
        self.is_stale = true;
    }

    /// Follows the most interesting animal that was not followed lately.
    fn follow_another(&mut self) {
        const REMEMBERED: usize = 12;
        let next = most_interesting(self.scene(), &self.recently_followed)
            .or_else(|| most_interesting(self.scene(), &[]));
        let Some(next) = next else { return };
        self.recently_followed.push(next);
        if self.recently_followed.len() > REMEMBERED {
            self.recently_followed.remove(0);
        }
        self.follow(Some(next));
        self.own_choice = Some(next);
    }

    /// Returns a path for a file about this tick that is not taken, and reserves it.
    fn free_name(&mut self, ending: &str) -> PathBuf {
        let mut names = self.save_location.names(self.view_state.time.tick, ending);
        let is_free = |path: &PathBuf| !path.exists() && !self.reserved.contains(path);
        let free = names.find(is_free).expect("the candidates are infinite");
        self.reserved.insert(free.clone());
        free
    }

    /// Closes a hint, whose matter has been dealt with.
    fn dismiss(&mut self, hint: Hint) {
        self.hints.retain(|&it| it != hint);
    }

    /// Shows a message.
    pub(crate) fn notify(&self, text: impl Into<String>) {
        self.session.send(Request::Notice(text.into()));
    }

    fn active_actions(&self) -> BTreeSet<terrarium_picture::actions::UiAction> {
        applying::active_actions(self)
    }
}

/// The magnification at the start in a terminal, which has fewer pixels.
const START_IN_TERMINAL: f64 = 6.0;
