//! Painting of worlds as seen through a camera.
//!
//! A [`Painter`] needs only scenes, so that it can paint while the simulation continues. It caches
//! sprites of organisms for each size and direction, the ground as the camera saw it last, and a
//! spatial grid of the organisms.
//!
//! The level of detail depends on the size: organisms are drawn with faces, as plain shapes, as dots
//! that add up or, when most are smaller than that, as the density of each species.

mod bases;
mod between;
mod calamity;
mod caption;
mod colour_key;
mod creature;
pub(super) mod density;
mod density_cache;
mod effect;
mod ground;
mod links;
mod palette;
mod portrait;
mod pose;
mod speck;
mod sprite;
mod stage;

use std::sync::Arc;

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_playback::{Album, name_of};
use terrarium_run::record::Scene;

pub use caption::Caption;
pub use colour_key::note as colour_note;
pub use density_cache::DensityCache;
use ground::GroundPicture;
pub use palette::palette_of;
pub(super) use palette::shade;
pub use palette::{GROUND, tile as tile_colour};
pub use palette::{LABEL, LABEL_INK};
pub use portrait::Portrait;
use pose::Pose;
use sprite::Sprites;
pub(super) use stage::{Actor, Stage};

use super::colouring::Colouring;
use super::overlay::{OverlayData, Overlays, marks, paint};
use super::{Camera, Font, Framebuffer, TextStyle};

/// What to paint, and how.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// The camera.
    pub camera: &'a Camera,
    /// The scene to paint if `share` is 1.
    pub scene: &'a Arc<Scene>,
    /// The scene to paint if `share` is 0, to interpolate from.
    pub before: Option<&'a Arc<Scene>>,
    /// The position between `before` and `scene`, 0 to 1.
    pub share: f32,
    /// The selected organism.
    pub selected: Option<OrganismId>,
    /// The organism that the camera follows: its label has its name.
    pub followed: Option<OrganismId>,
    /// The names that organisms were given.
    pub album: Option<&'a Album>,
    /// The organism under the pointer.
    pub hovered: Option<OrganismId>,
    /// The overlays to paint.
    pub overlays: Overlays,
    /// The data of overlays that the scene does not contain.
    pub data: Option<&'a OverlayData>,
    /// The colours of organisms, if they are not those of their species. They are of `scene`.
    pub colouring: Option<&'a Arc<Colouring>>,
    /// Whether the light of the day tints the ground.
    pub daylight: bool,
    /// Whether the ground has no texture, for formats that store little.
    pub is_flat: bool,
    /// Whether to paint a scale bar in the corner, and the key of a colouring.
    pub scale_bar: bool,
    /// Whether to paint the texts of marks.
    pub mark_texts: bool,
    /// The least side of the cells in which the density of species is shown from afar, in pixels.
    pub density_cell: f32,
}

/// The least side of the cells of density at scale 1, in pixels.
pub const DENSITY_CELL: f32 = 10.0;

impl<'a> View<'a> {
    /// Creates a view of a scene without overlays or interpolation.
    #[must_use]
    pub fn new(camera: &'a Camera, scene: &'a Arc<Scene>) -> Self {
        Self {
            camera,
            scene,
            before: None,
            share: 1.0,
            selected: None,
            followed: None,
            album: None,
            hovered: None,
            overlays: Overlays::NONE,
            data: None,
            colouring: None,
            daylight: false,
            is_flat: false,
            scale_bar: true,
            mark_texts: true,
            density_cell: DENSITY_CELL,
        }
    }

    /// The name of an organism that is followed or a favourite.
    fn given_name(&self, organism: OrganismId) -> Option<&str> {
        let is_favourite = self.album.is_some_and(|it| it.is_favourite(organism));
        let own = || name_of(self.scene.seed, organism);
        (is_favourite || self.followed == Some(organism))
            .then(|| self.album.map_or_else(own, |it| it.name(self.scene.seed, organism)))
    }
}

/// Paints worlds, and caches what it can reuse.
#[derive(Debug)]
pub struct Painter {
    stage: Stage,
    sprites: Sprites,
    ground: GroundPicture,
    densities: DensityCache,
    font: Font,
    /// Whether invisible organisms are skipped; only tests disable this.
    culls: bool,
}

impl Default for Painter {
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Painter {
    /// Creates a painter that scales text by `scale`.
    #[must_use]
    pub fn new(scale: f32) -> Self {
        Self {
            stage: Stage::default(),
            sprites: Sprites::default(),
            ground: GroundPicture::default(),
            densities: DensityCache::default(),
            font: Font::new(scale),
            culls: true,
        }
    }

    /// Sets the scale of text.
    pub fn set_scale(&mut self, scale: f32) {
        self.font.set_scale(scale);
    }

    /// What was counted of the scene that was painted last, for panels that show the same.
    pub fn densities(&mut self) -> &mut DensityCache {
        &mut self.densities
    }

    /// Disables culling of invisible organisms, to test that the picture is the same and to measure
    /// the savings.
    pub fn without_culling(mut self) -> Self {
        self.culls = false;
        self
    }

    /// Paints a view into the port of its camera. Pixels outside the port are not changed.
    pub fn paint(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let outside = framebuffer.set_clip(Some(view.camera.port().within(&framebuffer.clip())));
        self.stage.set(view.before, view.scene, view.colouring);
        let tints = view.colouring.map_or(&[][..], |colouring| colouring.colours());
        self.sprites.set_colours(&view.scene.species, tints);
        self.ground.paint(framebuffer, view);
        calamity::below(framebuffer, view, &self.ground);
        bases::paint(framebuffer, view, &mut self.font);
        links::paint(framebuffer, view, &mut self.font);
        paint::below(framebuffer, view, &self.stage);
        // Cells of density have the colours of species.
        let is_density = view.colouring.is_none()
            && self.densities.are_too_small(view.scene, view.camera.scale());
        if is_density {
            self.paint_density(framebuffer, view);
        } else {
            self.paint_figures(framebuffer, view);
        }
        paint::above(framebuffer, view, &self.stage, &mut self.font);
        marks::paint(framebuffer, view, &mut self.font);
        self.point_out(framebuffer, view);
        if view.scale_bar {
            caption::scale_bar(framebuffer, view.camera, &mut self.font);
            if let Some(colouring) = view.colouring {
                colour_key::paint(framebuffer, colouring, &mut self.font);
            }
            if is_density {
                let density = self.densities.of(view.scene, self.cell_side(view));
                density::scale(framebuffer, density, &mut self.font);
            }
        }
        framebuffer.set_clip(Some(outside));
    }

    /// Returns the interpolated centre and radius of an organism, in units; `None` if it does not
    /// exist.
    #[must_use]
    pub fn place(view: &View<'_>, id: OrganismId) -> Option<(DVec2, f64)> {
        let figure = view.scene.figure(id)?;
        let old = view.before.and_then(|before| before.figure(id));
        let share = f64::from(view.share.clamp(0.0, 1.0));
        Some(stage::between(figure, old, share))
    }

    /// Returns the organism painted nearest to a pixel, within a few pixels.
    #[must_use]
    pub fn pick(&mut self, view: &View<'_>, pixel: DVec2) -> Option<OrganismId> {
        const SLACK: f64 = 4.0;
        self.stage.set(view.before, view.scene, view.colouring);
        let place = view.camera.to_world(pixel);
        let slack = SLACK / view.camera.scale();
        self.stage.nearest(view, place, slack)
    }

    /// Paints the density of each species, and the organisms that are pointed out.
    fn paint_density(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let density = self.densities.of(view.scene, self.cell_side(view));
        density.paint(framebuffer, |place| view.camera.pixel(place));
        let area = view.camera.visible_area().inflated(margin(view.camera));
        calamity::from_afar(framebuffer, view, &self.stage, Some(&area));
    }

    /// The least side of the cells of density, in units.
    fn cell_side(&self, view: &View<'_>) -> f64 {
        f64::from(view.density_cell * self.font.scale()) / view.camera.scale()
    }

    fn paint_figures(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let area = self.culls.then(|| view.camera.visible_area().inflated(margin(view.camera)));
        let (stage, sprites) = (&self.stage, &mut self.sprites);
        let share = view.share.clamp(0.0, 1.0);
        for layer in stage::LAYERS {
            if layer == SightingKind::Carcass {
                stage.visit(layer, area.as_ref(), |actor| {
                    effect::killed(framebuffer, actor, &actor.at(view.camera, share));
                });
            }
            // Motion streaks are painted below all organisms of the layer.
            if matches!(layer, SightingKind::Herbivore | SightingKind::Carnivore) {
                stage.visit(layer, area.as_ref(), |actor| {
                    let at = actor.at(view.camera, share);
                    effect::below(framebuffer, actor, &at);
                });
            }
            let mut put = |actor: &Actor| {
                let at = actor.at(view.camera, share);
                if at.radius < speck::LARGEST {
                    speck::paint(framebuffer, sprites.pigment(actor), actor.kind, &at);
                } else {
                    let pose = Pose::new(actor, &at);
                    sprites.put(framebuffer, actor, &pose, at.pixel);
                }
            };
            if share < 1.0 {
                stage.gone(layer).for_each(&mut put);
            }
            stage.visit(layer, area.as_ref(), put);
        }
        for layer in [SightingKind::Herbivore, SightingKind::Carnivore] {
            stage.visit(layer, area.as_ref(), |actor| {
                effect::above(framebuffer, actor, &actor.at(view.camera, share));
            });
        }
        calamity::above(framebuffer, view, stage, area.as_ref());
    }

    /// Highlights and labels the selected organism and the one under the pointer.
    fn point_out(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let hovered = view.hovered.filter(|&id| Some(id) != view.selected);
        for (id, is_selected) in
            hovered.map(|id| (id, false)).into_iter().chain(view.selected.map(|id| (id, true)))
        {
            let Some((centre, radius)) = Self::place(view, id) else { continue };
            let Some(figure) = view.scene.figure(id) else { continue };
            let at = view.camera.pixel(centre);
            let radius = view.camera.pixels(radius);
            effect::point_out(framebuffer, at, radius, is_selected);
            let name = view.scene.look(figure.species).map_or("?", |look| look.name.as_str());
            let what = match figure.kind {
                SightingKind::Carcass => format!("{name} {id}, dead"),
                _ => format!("{name} {id}"),
            };
            let what = match view.given_name(id) {
                Some(given) => format!("{given}, {what}"),
                None => what,
            };
            self.label(framebuffer, &what, at - Vec2::new(0.0, radius.max(6.0) * 1.3 + 6.0));
        }
    }

    /// Paints a label above a pixel.
    fn label(&mut self, framebuffer: &mut Framebuffer, text: &str, foot: Vec2) {
        let style = TextStyle::new(12.0, palette::LABEL_INK);
        let size = Vec2::new(self.font.width(text, &style), self.font.height(&style));
        let plate = super::Rect::new(
            (foot.x - size.x * 0.5).round() - 5.0,
            (foot.y - size.y).round() - 3.0,
            size.x.ceil() + 10.0,
            size.y + 4.0,
        );
        // Keep the label inside the clip.
        let clip = framebuffer.clip();
        let within = |from: f32, least: f32, most: f32| from.min(most).max(least);
        let plate = super::Rect {
            left: within(plate.left, clip.left, clip.right() - plate.width),
            top: within(plate.top, clip.top, clip.bottom() - plate.height),
            ..plate
        };
        framebuffer.fill_rounded(plate, 4.0, palette::LABEL);
        self.font.write(framebuffer, text, plate.corner() + Vec2::new(5.0, 2.0), &style);
    }
}

/// Returns the least of 1, 2, 5, 10, 20, 50 … that is not less than a length.
fn round_length(least: f64) -> f64 {
    let mut decade = libm::exp10(libm::log10(least.max(1e-6)).floor());
    loop {
        for times in [1.0, 2.0, 5.0] {
            if decade * times >= least {
                return decade * times;
            }
        }
        decade *= 10.0;
    }
}

/// Returns the distance from the visible area within which organisms may be visible, in units.
fn margin(camera: &Camera) -> DVec2 {
    const PIXELS: f64 = 24.0;
    DVec2::splat(PIXELS / camera.scale())
}
