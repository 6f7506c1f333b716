//! The screen: the world, and the panels around it.

use std::time::Duration;

use super::Viewer;
use super::hand::Drag;
use crate::behaviour::OrganismId;
use crate::clock;
use crate::geometry::{Aabb, DVec2};
use crate::playback::Chronicle;
use crate::view::actions::UiAction;
use crate::view::panel::{self, PainterContext, Show};
use crate::view::{Camera, Colour, Framebuffer, Painter, Rect, View};
use crate::watching::session::{Notice, ViewState};

/// How long something told stays on the screen, and something that went wrong.
const TOLD: Duration = Duration::from_secs(5);
const TOLD_OF_HARM: Duration = Duration::from_secs(12);

/// How fast the camera comes to whoever is followed: most of the way in so many seconds.
const PURSUIT: f64 = 0.18;

const BEHIND: Colour = [16, 19, 24, 255];
const WALL: Colour = [255, 214, 102, 255];
const RANGE: Colour = [255, 214, 102, 90];

impl Viewer {
    /// Paints all of the screen.
    pub fn paint(&mut self, framebuffer: &mut Framebuffer) {
        let view_state = std::sync::Arc::clone(&self.view_state);
        self.pursue(&view_state);
        framebuffer.set_clip(None);
        framebuffer.fill(framebuffer.area(), BEHIND);
        self.paint_world(framebuffer, &view_state);
        if !self.is_bare {
            self.paint_panels(framebuffer, &view_state);
        }
        self.paint_drag(framebuffer);
        if std::mem::take(&mut self.wants_screenshot) {
            let path = self.free_name("png");
            let framebuffer = if self.is_bare { self.still() } else { framebuffer.clone() };
            self.errands.screenshot(framebuffer, path);
        }
    }

    fn paint_world(&mut self, framebuffer: &mut Framebuffer, view_state: &ViewState) {
        let hovered = self.pointer.filter(|_| self.drag.is_none() && !self.is_bare);
        let hovered = hovered.and_then(|at| self.who_is_at(at));
        let camera = self.camera;
        let view = View { hovered, ..self.view(&camera, view_state) };
        self.painter.paint(framebuffer, &view);
    }

    /// What is seen of a picture now.
    pub(super) fn view<'a>(&self, camera: &'a Camera, view_state: &'a ViewState) -> View<'a> {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = view_state.share() as f32;
        View {
            before: Some(&view_state.before),
            share,
            selected: self.selected.filter(|_| !self.is_bare),
            scale_bar: !self.is_bare,
            overlays: self.overlays,
            data: view_state.overlay.as_deref(),
            ..View::new(camera, &view_state.now)
        }
    }

    fn paint_panels(&mut self, framebuffer: &mut Framebuffer, view_state: &ViewState) {
        let on = self.orders_on();
        let others: Vec<&Chronicle> = view_state
            .timelines
            .iter()
            .enumerate()
            .filter(|&(place, _)| place != view_state.present)
            .map(|(_, past)| &*past.chronicle)
            .collect();
        let tool = self.tool.map(|tool| tool.says(&view_state.now));
        let message = message(view_state);
        let show = Show {
            scene: &view_state.now,
            camera: &self.camera,
            chronicle: view_state.chronicle(),
            timelines: &others,
            inspection: view_state.inspection.as_deref(),
            followed: self.followed,
            is_paused: !view_state.time.plays,
            speed: view_state.time.pace.times(),
            rate: view_state.time.rate,
            on: &on,
            tool: tool.as_deref(),
            message: message.as_deref(),
        };
        let pointer = self.pointer.filter(|_| self.drag.is_none()).map(|at| at.as_vec2());
        let mut painter_context =
            PainterContext { framebuffer, letters: &mut self.letters, pointer };
        self.hits = panel::paint(&mut painter_context, &show, &self.layout, &mut self.panels);
    }

    /// What is being dragged out.
    fn paint_drag(&mut self, framebuffer: &mut Framebuffer) {
        let Some(pointer) = self.pointer else { return };
        match self.drag {
            Some(Drag::Wall(from)) => {
                let area = Aabb::spanning(from, self.camera.to_world(pointer));
                let rect = self.camera.rect(&area);
                let [r, g, b, _] = WALL;
                framebuffer.fill(rect, [r, g, b, 60]);
                framebuffer.outline(rect, 0.0, 2.0 * self.scale, WALL);
            }
            Some(Drag::Range(scale, from)) => {
                let (start, end) = (scale.x_of(from), pointer.as_vec2().x);
                let width = (end - start).abs();
                let range = Rect { left: start.min(end), width, ..scale.area };
                framebuffer.fill(range.within(&scale.area), RANGE);
            }
            _ => {}
        }
    }

    /// Comes nearer to whoever is followed.
    fn pursue(&mut self, view_state: &ViewState) {
        let now = clock::now();
        let passed = now.saturating_duration_since(self.pursued).as_secs_f64().min(0.5);
        self.pursued = now;
        let Some(whom) = self.followed else { return };
        let camera = self.camera;
        let Some((place, _)) = Painter::place(&self.view(&camera, view_state), whom) else {
            // Before it was born it is yet to come.
            if view_state.time.tick >= self.last_seen && view_state.time.sought.is_none() {
                self.lose(whom);
            }
            return;
        };
        self.last_seen = view_state.time.tick;
        self.camera.follow(place, 1.0 - (-passed / PURSUIT).exp2());
        let left = (self.camera.centre() - place) * self.camera.scale();
        self.is_stale |= left.length_squared() > 0.25;
    }

    /// Whoever was followed is not there any more.
    fn lose(&mut self, whom: OrganismId) {
        self.follow(None);
        let next = UiAction::FollowNext.entry().strokes[0].name();
        self.tell(format!("{whom} is gone · {next} follows another one"));
    }

    /// Who is painted at a place of the sheet, where the world is seen.
    pub(super) fn who_is_at(&mut self, at: DVec2) -> Option<OrganismId> {
        if !self.camera.port().holds(at) || self.hits.at(at.as_vec2()).is_some() {
            return None;
        }
        let view_state = std::sync::Arc::clone(&self.view_state);
        let camera = self.camera;
        let view = self.view(&camera, &view_state);
        self.painter.pick(&view, at)
    }

    /// What is told at this moment, if anything is.
    pub(crate) fn message(&self) -> Option<&str> {
        self.told.as_deref()
    }

    /// Whether what is told has changed, or is about to vanish.
    pub(super) fn is_message_fresh(&mut self) -> bool {
        let told = message(&self.view_state);
        let is_other = told != self.told;
        self.told = told;
        is_other
    }
}

/// What is told at this moment, if anything is.
fn message(view_state: &ViewState) -> Option<String> {
    if let Some(sought) = view_state.time.sought {
        let tick = view_state.time.tick;
        return Some(format!("on the way to tick {sought} … {tick}"));
    }
    let now = clock::now();
    let is_fresh = |note: &&Notice| {
        let most = if note.is_bad { TOLD_OF_HARM } else { TOLD };
        now.saturating_duration_since(note.at) < most
    };
    view_state.notes.last().filter(is_fresh).map(|note| note.text.clone())
}
