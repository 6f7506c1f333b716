//! Paints a world as it is seen through a camera.
//!
//! A [`Painter`] needs nothing but scenes, so that it can work beside a world that goes on living. It keeps
//! what it can use again: creatures drawn in each size and direction, the ground as the camera saw
//! it last, and who stands in which part of the world.
//!
//! What is too small to be told apart is drawn simpler: creatures with faces, then plain shapes, then dots
//! that add up where many are.

mod backdrop;
mod bases;
mod caption;
mod creature;
mod effect;
mod palette;
mod speck;
mod sprite;
mod stage;
mod tile;

use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::overlay::{OverlayData, Overlays, paint};
use super::{Camera, Framebuffer, Letters, Writing};
use crate::behaviour::{OrganismId, SightingKind};
use crate::record::Scene;
use backdrop::Backdrop;
use sprite::{Pose, Sprites};

pub use caption::Caption;
pub use palette::palette_of;
pub(super) use stage::{Actor, Stage};

/// What is to be painted, and how.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// From where it is seen.
    pub camera: &'a Camera,
    /// The world as it is to look when `share` is 1.
    pub scene: &'a Arc<Scene>,
    /// The world as it is to look when `share` is 0, if it is to move from there.
    pub before: Option<&'a Arc<Scene>>,
    /// How far it is from `before` to `scene`, 0 to 1.
    pub share: f32,
    /// Who is looked at more closely.
    pub selected: Option<OrganismId>,
    /// Who is under the cursor.
    pub hovered: Option<OrganismId>,
    /// What is laid over the world.
    pub overlays: Overlays,
    /// What overlays show beyond the scene.
    pub data: Option<&'a OverlayData>,
    /// Whether a scale stands in the corner.
    pub scale_bar: bool,
}

impl<'a> View<'a> {
    /// A scene as it is, with nothing laid over it.
    #[must_use]
    pub fn new(camera: &'a Camera, scene: &'a Arc<Scene>) -> Self {
        Self {
            camera,
            scene,
            before: None,
            share: 1.0,
            selected: None,
            hovered: None,
            overlays: Overlays::NONE,
            data: None,
            scale_bar: true,
        }
    }
}

/// Paints worlds, and keeps what it can use again.
#[derive(Debug)]
pub struct Painter {
    stage: Stage,
    sprites: Sprites,
    backdrop: Backdrop,
    letters: Letters,
    /// Whether what cannot be seen is left out; only tests want it otherwise.
    culls: bool,
}

impl Default for Painter {
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Painter {
    /// A painter for a screen on which letters are `scale` times as large as usual.
    #[must_use]
    pub fn new(scale: f32) -> Self {
        Self {
            stage: Stage::default(),
            sprites: Sprites::default(),
            backdrop: Backdrop::default(),
            letters: Letters::new(scale),
            culls: true,
        }
    }

    /// Has the letters be so many times as large as usual.
    pub fn set_scale(&mut self, scale: f32) {
        self.letters.set_scale(scale);
    }

    /// Has everything be painted, whether it can be seen or not. The picture is the same: this is to
    /// prove it, and to measure what it saves.
    pub fn without_culling(mut self) -> Self {
        self.culls = false;
        self
    }

    /// Paints a view into its camera's port on a sheet. What lies around that stays as it is.
    pub fn paint(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let outside = framebuffer.set_clip(Some(view.camera.port().within(&framebuffer.clip())));
        self.stage.set(view.before, view.scene);
        self.sprites.set_colours(&view.scene.species);
        self.backdrop.paint(framebuffer, view, &mut self.sprites);
        bases::paint(framebuffer, view, &mut self.letters);
        paint::below(framebuffer, view, &self.stage);
        self.paint_figures(framebuffer, view);
        paint::above(framebuffer, view, &self.stage);
        self.point_out(framebuffer, view);
        if view.scale_bar {
            caption::scale_bar(framebuffer, view.camera, &mut self.letters);
        }
        framebuffer.set_clip(Some(outside));
    }

    /// Where an organism of a view is painted, in the world, and its radius; `None` if it is not
    /// there.
    #[must_use]
    pub fn place(view: &View<'_>, id: OrganismId) -> Option<(DVec2, f64)> {
        let figure = view.scene.figure(id)?;
        let old = view.before.and_then(|before| before.figure(id));
        let share = f64::from(view.share.clamp(0.0, 1.0));
        Some(stage::between(figure, old, share))
    }

    /// Who is painted at a place on the sheet, or within a few pixels of it: the nearest.
    #[must_use]
    pub fn pick(&mut self, view: &View<'_>, pixel: DVec2) -> Option<OrganismId> {
        const SLACK: f64 = 4.0;
        self.stage.set(view.before, view.scene);
        let place = view.camera.to_world(pixel);
        let slack = SLACK / view.camera.scale();
        self.stage.nearest(view, place, slack)
    }

    fn paint_figures(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let area = self.culls.then(|| view.camera.seen().inflated(margin(view.camera)));
        let (stage, sprites) = (&self.stage, &mut self.sprites);
        let share = view.share.clamp(0.0, 1.0);
        for layer in stage::LAYERS {
            // What runs leaves its streaks below everybody of its kind.
            if matches!(layer, SightingKind::Herbivore | SightingKind::Carnivore) {
                stage.visit(layer, area.as_ref(), |actor| {
                    let at = actor.at(view.camera, share);
                    effect::below(framebuffer, actor, &at);
                });
            }
            stage.visit(layer, area.as_ref(), |actor| {
                let at = actor.at(view.camera, share);
                if at.radius < speck::LARGEST {
                    speck::paint(framebuffer, sprites.pigment(actor), actor.seen, &at);
                } else {
                    let pose = Pose::of(actor, &at);
                    sprites.put(framebuffer, actor, &pose, at.pixel);
                }
            });
        }
        for layer in [SightingKind::Herbivore, SightingKind::Carnivore] {
            stage.visit(layer, area.as_ref(), |actor| {
                effect::above(framebuffer, actor, &actor.at(view.camera, share));
            });
        }
    }

    /// Marks who is selected and who is under the cursor, with their names.
    fn point_out(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let hovered = view.hovered.filter(|&id| Some(id) != view.selected);
        for (id, is_selected) in
            hovered.map(|id| (id, false)).into_iter().chain(view.selected.map(|id| (id, true)))
        {
            let Some((centre, radius)) = Self::place(view, id) else { continue };
            let Some(figure) = view.scene.figure(id) else { continue };
            let at = view.camera.pixel(centre);
            #[expect(clippy::cast_possible_truncation, reason = "a size on a sheet")]
            let radius = (radius * view.camera.scale()) as f32;
            effect::point_out(framebuffer, at, radius, is_selected);
            let name = view.scene.look(figure.species).map_or("?", |look| look.name.as_str());
            let what = match figure.seen {
                SightingKind::Carcass => format!("{name} {id}, dead"),
                _ => format!("{name} {id}"),
            };
            self.label(framebuffer, &what, at - Vec2::new(0.0, radius.max(6.0) * 1.3 + 6.0));
        }
    }

    /// Writes a word above a place, on a plate of its own.
    fn label(&mut self, framebuffer: &mut Framebuffer, text: &str, foot: Vec2) {
        let writing = Writing::new(12.0, palette::LABEL_INK);
        let size = Vec2::new(self.letters.width(text, &writing), self.letters.height(&writing));
        let plate = super::Rect::new(
            (foot.x - size.x * 0.5).round() - 5.0,
            (foot.y - size.y).round() - 3.0,
            size.x.ceil() + 10.0,
            size.y + 4.0,
        );
        // Whoever stands at the edge has its name within.
        let clip = framebuffer.clip();
        let within = |from: f32, least: f32, most: f32| from.min(most).max(least);
        let plate = super::Rect {
            left: within(plate.left, clip.left, clip.right() - plate.width),
            top: within(plate.top, clip.top, clip.bottom() - plate.height),
            ..plate
        };
        framebuffer.fill_rounded(plate, 4.0, palette::LABEL);
        self.letters.write(framebuffer, text, plate.corner() + Vec2::new(5.0, 2.0), &writing);
    }
}

/// How far beyond what is seen somebody may stand and still show, in units.
fn margin(camera: &Camera) -> DVec2 {
    const PIXELS: f64 = 24.0;
    DVec2::splat(PIXELS / camera.scale())
}
