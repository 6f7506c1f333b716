//! The screen: the world, and the panels around it.

use std::time::Duration;

use super::Desk;
use super::hand::Drag;
use crate::behaviour::OrganismId;
use crate::clock;
use crate::geometry::{Aabb, DVec2};
use crate::playback::Chronicle;
use crate::view::orders::Order;
use crate::view::panel::{self, Easel, Show};
use crate::view::{Camera, Colour, Painter, Rect, Sheet, View};
use crate::watching::session::{Note, Picture};

/// How long something told stays on the screen, and something that went wrong.
const TOLD: Duration = Duration::from_secs(5);
const TOLD_OF_HARM: Duration = Duration::from_secs(12);

/// How fast the camera comes to whoever is followed: most of the way in so many seconds.
const PURSUIT: f64 = 0.18;

const BEHIND: Colour = [16, 19, 24, 255];
const WALL: Colour = [255, 214, 102, 255];
const RANGE: Colour = [255, 214, 102, 90];

impl Desk {
    /// Paints all of the screen.
    pub fn paint(&mut self, sheet: &mut Sheet) {
        let picture = std::sync::Arc::clone(&self.picture);
        self.pursue(&picture);
        sheet.set_clip(None);
        sheet.fill(sheet.area(), BEHIND);
        self.paint_world(sheet, &picture);
        if !self.is_bare {
            self.paint_panels(sheet, &picture);
        }
        self.paint_drag(sheet);
        if std::mem::take(&mut self.wants_screenshot) {
            let path = self.free_name("png");
            let sheet = if self.is_bare { self.still() } else { sheet.clone() };
            self.errands.screenshot(sheet, path);
        }
    }

    fn paint_world(&mut self, sheet: &mut Sheet, picture: &Picture) {
        let hovered = self.pointer.filter(|_| self.drag.is_none() && !self.is_bare);
        let hovered = hovered.and_then(|at| self.who_is_at(at));
        let camera = self.camera;
        let view = View { hovered, ..self.view(&camera, picture) };
        self.painter.paint(sheet, &view);
    }

    /// What is seen of a picture now.
    pub(super) fn view<'a>(&self, camera: &'a Camera, picture: &'a Picture) -> View<'a> {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = picture.share() as f32;
        View {
            before: Some(&picture.before),
            share,
            selected: self.selected.filter(|_| !self.is_bare),
            scale_bar: !self.is_bare,
            overlays: self.overlays,
            data: picture.overlay.as_deref(),
            ..View::new(camera, &picture.now)
        }
    }

    fn paint_panels(&mut self, sheet: &mut Sheet, picture: &Picture) {
        let on = self.orders_on();
        let others: Vec<&Chronicle> = picture
            .futures
            .iter()
            .enumerate()
            .filter(|&(place, _)| place != picture.present)
            .map(|(_, past)| &*past.chronicle)
            .collect();
        let tool = self.tool.map(|tool| tool.says(&picture.now));
        let message = message(picture);
        let show = Show {
            scene: &picture.now,
            camera: &self.camera,
            chronicle: picture.chronicle(),
            futures: &others,
            inspection: picture.inspection.as_deref(),
            followed: self.followed,
            is_paused: !picture.time.plays,
            speed: picture.time.pace.times(),
            rate: picture.time.rate,
            on: &on,
            tool: tool.as_deref(),
            message: message.as_deref(),
        };
        let pointer = self.pointer.filter(|_| self.drag.is_none()).map(|at| at.as_vec2());
        let mut easel = Easel { sheet, letters: &mut self.letters, pointer };
        self.hits = panel::paint(&mut easel, &show, &self.layout, &mut self.panels);
    }

    /// What is being dragged out.
    fn paint_drag(&mut self, sheet: &mut Sheet) {
        let Some(pointer) = self.pointer else { return };
        match self.drag {
            Some(Drag::Wall(from)) => {
                let area = Aabb::spanning(from, self.camera.to_world(pointer));
                let rect = self.camera.rect(&area);
                let [r, g, b, _] = WALL;
                sheet.fill(rect, [r, g, b, 60]);
                sheet.outline(rect, 0.0, 2.0 * self.scale, WALL);
            }
            Some(Drag::Range(scale, from)) => {
                let (start, end) = (scale.x_of(from), pointer.as_vec2().x);
                let width = (end - start).abs();
                let range = Rect { left: start.min(end), width, ..scale.area };
                sheet.fill(range.within(&scale.area), RANGE);
            }
            _ => {}
        }
    }

    /// Comes nearer to whoever is followed.
    fn pursue(&mut self, picture: &Picture) {
        let now = clock::now();
        let passed = now.saturating_duration_since(self.pursued).as_secs_f64().min(0.5);
        self.pursued = now;
        let Some(whom) = self.followed else { return };
        let camera = self.camera;
        let Some((place, _)) = Painter::place(&self.view(&camera, picture), whom) else {
            // Before it was born it is yet to come.
            if picture.time.tick >= self.last_seen && picture.time.sought.is_none() {
                self.lose(whom);
            }
            return;
        };
        self.last_seen = picture.time.tick;
        self.camera.follow(place, 1.0 - (-passed / PURSUIT).exp2());
        let left = (self.camera.centre() - place) * self.camera.scale();
        self.is_stale |= left.length_squared() > 0.25;
    }

    /// Whoever was followed is not there any more.
    fn lose(&mut self, whom: OrganismId) {
        self.follow(None);
        let next = Order::FollowNext.entry().strokes[0].name();
        self.tell(format!("{whom} is gone · {next} follows another one"));
    }

    /// Who is painted at a place of the sheet, where the world is seen.
    pub(super) fn who_is_at(&mut self, at: DVec2) -> Option<OrganismId> {
        if !self.camera.port().holds(at) || self.hits.at(at.as_vec2()).is_some() {
            return None;
        }
        let picture = std::sync::Arc::clone(&self.picture);
        let camera = self.camera;
        let view = self.view(&camera, &picture);
        self.painter.pick(&view, at)
    }

    /// What is told at this moment, if anything is.
    pub(crate) fn message(&self) -> Option<&str> {
        self.told.as_deref()
    }

    /// Whether what is told has changed, or is about to vanish.
    pub(super) fn is_message_fresh(&mut self) -> bool {
        let told = message(&self.picture);
        let is_other = told != self.told;
        self.told = told;
        is_other
    }
}

/// What is told at this moment, if anything is.
fn message(picture: &Picture) -> Option<String> {
    if let Some(sought) = picture.time.sought {
        let tick = picture.time.tick;
        return Some(format!("on the way to tick {sought} … {tick}"));
    }
    let now = clock::now();
    let is_fresh = |note: &&Note| {
        let most = if note.is_bad { TOLD_OF_HARM } else { TOLD };
        now.saturating_duration_since(note.at) < most
    };
    picture.notes.last().filter(is_fresh).map(|note| note.text.clone())
}
