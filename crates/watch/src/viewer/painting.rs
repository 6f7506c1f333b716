//! Painting of the world and the panels.

use std::time::Duration;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::clock;
use terrarium_picture::{
    Camera, Colour, DENSITY_CELL, Framebuffer, LABEL, LABEL_INK, Painter, Rect, TextStyle, Vec2,
    View, colour_note,
};
use terrarium_run::record::Scene;
use terrarium_space::geometry::DVec2;

use super::Viewer;
use super::find_entry;
use super::mouse::Drag;
use super::opening::OpenEntry;
use crate::panel::{self, BranchShow, KinShow, LifeShow, LineagesShow, PainterContext, Show};
use crate::session::{Notice, ViewState};

/// How long messages and error messages stay on the screen.
const MESSAGE_DURATION: Duration = Duration::from_secs(5);
const ERROR_DURATION: Duration = Duration::from_secs(12);

/// The least side of the cells of density in a terminal, in pixels, of which it has few.
const CELL_IN_TERMINAL: f32 = 2.0;

const BACKGROUND: Colour = [16, 19, 24, 255];
const SITE: Colour = [255, 214, 102, 255];
const RANGE: Colour = [255, 214, 102, 90];

impl Viewer {
    /// Paints the world and the panels.
    pub fn paint(&mut self, framebuffer: &mut Framebuffer) {
        let view_state = std::sync::Arc::clone(&self.view_state);
        self.move_camera(&view_state);
        framebuffer.set_clip(None);
        framebuffer.fill(framebuffer.area(), BACKGROUND);
        // An enlarged chart covers the world.
        if self.layout.enlarged.is_none() {
            self.paint_world(framebuffer, &view_state);
        }
        self.paint_preview(framebuffer);
        if !self.is_bare {
            self.paint_panels(framebuffer, &view_state);
        }
        self.paint_preview_text(framebuffer);
        self.paint_drag(framebuffer);
        if std::mem::take(&mut self.wants_screenshot) {
            let path = self.free_name("png");
            let framebuffer = if self.is_bare { self.paint_still() } else { framebuffer.clone() };
            self.saves.screenshot(framebuffer, path);
        }
    }

    fn paint_world(&mut self, framebuffer: &mut Framebuffer, view_state: &ViewState) {
        let hovered = self.pointer.filter(|_| self.drag.is_none() && !self.is_bare);
        let hovered = hovered.and_then(|at| self.organism_at(at));
        let camera = self.camera;
        let view = View { hovered, ..self.view(&camera, view_state) };
        self.painter.paint(framebuffer, &view);
        if let Some(site) = &view_state.site {
            let outline = camera.rect(&site.area).inset(-3.0 * self.scale).within(&camera.port());
            framebuffer.outline(outline, 6.0 * self.scale, 2.0 * self.scale, SITE);
        }
        if let Some(note) = view_state.colours.note.as_ref().filter(|_| !self.is_bare) {
            let old = framebuffer.set_clip(Some(camera.port()));
            colour_note(framebuffer, note, &mut self.font);
            framebuffer.set_clip(Some(old));
        }
        self.paint_beside(framebuffer, view_state);
    }

    /// The scenes that are shown, each with its camera: that of this branch, and that of the one beside it.
    pub(crate) fn scenes(&self) -> impl Iterator<Item = (Camera, &Scene)> {
        let beside = self.ports().1.zip(self.view_state.beside.as_ref());
        let beside = beside.and_then(|(port, beside)| {
            let mut camera = self.camera;
            camera.set_port(port);
            Some((camera, beside.scene.as_deref()?))
        });
        std::iter::once((self.camera, &**self.scene())).chain(beside)
    }

    /// Paints the branch beside the current one, as seen by the same camera, and the names of both.
    fn paint_beside(&mut self, framebuffer: &mut Framebuffer, view_state: &ViewState) {
        let (_, Some(right)) = self.ports() else { return };
        let Some(beside) = &view_state.beside else { return };
        if let Some(scene) = &beside.scene {
            let mut camera = self.camera;
            camera.set_port(right);
            let view = View {
                selected: self.selected.filter(|_| !self.is_bare),
                followed: self.followed(),
                album: Some(view_state.chronicle().album()),
                overlays: self.overlays,
                colouring: beside.colouring.as_ref(),
                daylight: true,
                scale_bar: false,
                ..View::new(&camera, scene)
            };
            self.beside_painter.paint(framebuffer, &view);
        }
        if self.is_bare {
            return;
        }
        for (port, name) in self.halves().into_iter().flatten() {
            let style = TextStyle::new(13.0, LABEL_INK).bold();
            let size = Vec2::new(self.font.width(&name, &style), self.font.height(&style));
            let top = port.top + 22.0 * self.scale;
            let middle = Vec2::new(port.centre().x.round(), top.round());
            let corner = middle - size * 0.5;
            let plate = Rect::spanning(corner, corner + size).inset(-5.0 * self.scale);
            framebuffer.fill_rounded(plate, 4.0 * self.scale, LABEL);
            self.font.write_centred(framebuffer, &name, middle, &style);
        }
    }

    /// The halves of the world with the names of their branches, if two branches are shown.
    pub(crate) fn halves(&self) -> Option<[(Rect, String); 2]> {
        let (left, Some(right)) = self.ports() else { return None };
        let view_state = &self.view_state;
        let beside = view_state.beside.as_ref()?;
        let present = view_state.timelines[view_state.present].name.clone();
        let other = match &beside.scene {
            Some(_) => beside.name.clone(),
            None => format!("{}: no such tick yet", beside.name),
        };
        Some([(left, present), (right, other)])
    }

    /// Returns the view of a state at this moment.
    pub(super) fn view<'a>(&self, camera: &'a Camera, view_state: &'a ViewState) -> View<'a> {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = view_state.share() as f32;
        View {
            before: Some(&view_state.before),
            share,
            selected: self.selected.filter(|_| !self.is_bare),
            followed: self.followed(),
            album: Some(view_state.chronicle().album()),
            scale_bar: !self.is_bare,
            mark_texts: !self.is_bare,
            daylight: !self.is_bare,
            is_flat: self.is_bare,
            density_cell: if self.is_bare { CELL_IN_TERMINAL } else { DENSITY_CELL },
            overlays: self.overlays,
            data: view_state.overlay.as_deref(),
            colouring: view_state.colours.colouring.as_ref(),
            ..View::new(camera, &view_state.now)
        }
    }

    fn paint_panels(&mut self, framebuffer: &mut Framebuffer, view_state: &ViewState) {
        let on = self.active_actions();
        let branches: Vec<BranchShow<'_>> = view_state
            .timelines
            .iter()
            .map(|timeline| BranchShow {
                name: &timeline.name,
                from: timeline.parent.map(|(_, tick)| tick),
                chronicle: &timeline.chronicle,
            })
            .collect();
        let tool = self.tool_hint();
        let message = message(view_state);
        let life = view_state.life.as_ref().map(|life| LifeShow {
            organism: life.organism,
            known: life.known.as_ref().map(|known| (&known.life, &known.sections[..])),
            note: life.note.as_deref(),
        });
        let kin = view_state.kin.as_ref().map(|kin| KinShow {
            organism: kin.organism,
            species: kin.species,
            is_alive: kin.is_alive,
            fate: &kin.fate,
            sections: &kin.sections,
            note: kin.note.as_deref(),
        });
        let colours = &view_state.colours;
        let lineages = view_state.lineages.as_ref().map(|it| LineagesShow {
            all: &it.all,
            first_tick: it.first_tick,
            note: it.note.as_deref(),
        });
        let tour = self.tour_show();
        let (entry, naming) = (self.find.take(), self.naming.take());
        let opening = self.opening.take();
        let rows = opening.as_ref().map(OpenEntry::rows).unwrap_or_default();
        let show = Show {
            open: opening.as_ref().map(|it| it.show(&rows)),
            selected: self.selected,
            life: life.filter(|life| Some(life.organism) == self.selected),
            kin: kin.as_ref().filter(|kin| Some(kin.organism) == self.selected),
            find: find_entry::shown(naming.as_ref(), entry.as_ref(), view_state.search.as_ref()),
            scene: &view_state.now,
            camera: &self.camera,
            chronicle: view_state.chronicle(),
            chart_details: &view_state.chart_details,
            colour_choices: &colours.choices,
            colour_by: colours.by.as_ref(),
            colouring: colours.colouring.as_deref(),
            lineages,
            moment_pictures: &self.moment_pictures,
            branches: &branches,
            present: view_state.present,
            inspection: view_state.inspection.as_deref(),
            site: view_state.site.as_deref(),
            followed: self.followed(),
            is_paused: !view_state.time.is_playing,
            speed: view_state.time.pace.times(),
            rate: view_state.time.rate,
            is_late: view_state.time.is_late(),
            can_reseed: self.can_reseed,
            on: &on,
            tool: tool.as_deref(),
            message: message.as_deref(),
            hints: &self.hints,
            tour: tour.as_ref(),
        };
        let pointer = self.pointer.filter(|_| self.drag.is_none()).map(|at| at.as_vec2());
        let (font, densities) = (&mut self.font, self.painter.densities());
        let mut painter_context = PainterContext { framebuffer, font, pointer, densities };
        self.hits = panel::paint(&mut painter_context, &show, &self.layout, &mut self.panels);
        (self.find, self.naming, self.opening) = (entry, naming, opening);
    }

    /// Paints the range of ticks that is being dragged.
    fn paint_drag(&mut self, framebuffer: &mut Framebuffer) {
        let Some(pointer) = self.pointer else { return };
        if let Some(Drag::Range(scale, from)) = self.drag {
            let (start, end) = (scale.x_of(from), pointer.as_vec2().x);
            let width = (end - start).abs();
            let range = Rect { left: start.min(end), width, ..scale.area };
            framebuffer.fill(range.within(&scale.area), RANGE);
        }
    }

    /// Moves the camera towards the followed organism.
    fn move_camera(&mut self, view_state: &ViewState) {
        let now = clock::now();
        let passed = now.saturating_duration_since(self.camera_moved).as_secs_f64().min(0.5);
        self.camera_moved = now;
        if self.tour.is_some() {
            return self.move_on_tour(view_state, passed);
        }
        self.continue_mourning(view_state, passed);
        let Some(organism) = self.followed() else { return };
        let camera = self.camera;
        let place = Painter::place(&self.view(&camera, view_state), organism);
        let is_seeking = view_state.time.seek_target.is_some();
        let has_ended = self.following.as_mut().is_some_and(|it| it.has_ended(&view_state.now));
        if let Some(following) = self.following.filter(|_| has_ended && !is_seeking) {
            self.mourn(following.watched());
        }
        let Some((place, _)) = place.filter(|_| !has_ended) else { return };
        let left = self.camera.follow(place, passed);
        self.is_stale |= left > 0.5;
    }

    /// Returns the organism painted at a pixel, unless a panel covers it.
    pub(super) fn organism_at(&mut self, at: DVec2) -> Option<OrganismId> {
        if !self.camera.port().holds(at) || self.hits.at(at.as_vec2()).is_some() {
            return None;
        }
        let view_state = std::sync::Arc::clone(&self.view_state);
        let camera = self.camera;
        let view = self.view(&camera, &view_state);
        self.painter.pick(&view, at)
    }

    /// Returns the current message, if there is one.
    pub(crate) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Returns the caption of the tour in progress as one line.
    pub(crate) fn tour_line(&self) -> Option<String> {
        let tour = self.tour_show()?;
        Some(if tour.text.is_empty() {
            tour.title
        } else {
            format!("{}: {}", tour.title, tour.text)
        })
    }

    /// Updates the current message and returns whether it changed.
    pub(super) fn has_message_changed(&mut self) -> bool {
        let message = message(&self.view_state);
        let has_changed = message != self.message;
        self.message = message;
        has_changed
    }
}

/// Returns the current message, if there is one.
fn message(view_state: &ViewState) -> Option<String> {
    if let Some(seek_target) = view_state.time.seek_target {
        let tick = view_state.time.tick;
        return Some(format!("going to tick {seek_target} … {tick}"));
    }
    let now = clock::now();
    let is_fresh = |note: &&Notice| {
        let most = if note.is_bad { ERROR_DURATION } else { MESSAGE_DURATION };
        now.saturating_duration_since(note.at) < most
    };
    view_state.notes.last().filter(is_fresh).map(|note| note.text.clone())
}
