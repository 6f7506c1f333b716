//! The picture of a session: the world as the painter of the window shows it.

use std::cell::{Ref, RefCell};
use std::sync::Arc;

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{
    Camera, ColourBy, Colouring, Framebuffer, Overlay, OverlayData, Overlays, Painter, Rect, View,
};
use terrarium_sim::world::blank_terrain;
use terrarium_space::geometry::{Aabb, DVec2};

use crate::derived::subject_of;
use crate::mourning::Following;
use crate::refusal::{Answer, refused};
use crate::session::Session;

/// What the colours of organisms mean, or why they have those of their species.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColourKey {
    /// What they show.
    pub title: String,
    /// What the colours mean.
    pub lines: Vec<String>,
    /// Why they have those of species.
    pub note: Option<String>,
}

/// The part of the world that is in view, in units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ViewArea {
    /// The least x.
    pub left: f64,
    /// The least y.
    pub top: f64,
    /// The greatest x.
    pub right: f64,
    /// The greatest y.
    pub bottom: f64,
    /// Pixels for a unit.
    pub scale: f64,
    /// The size of the world.
    pub world: WorldSize,
    /// The side of a tile, or of those that painting would make; without one, nothing can be painted.
    pub tile: Option<f64>,
}

/// The size of a world, in units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorldSize {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

const BACKGROUND: [u8; 4] = [16, 19, 24, 255];

/// The greatest side of a picture, in pixels.
pub(crate) const MOST: u32 = 8192;

/// The camera, the pixels, and what is shown besides the scene.
pub(crate) struct Picture {
    // In cells, since a view borrows the session while it is painted.
    painter: RefCell<Painter>,
    framebuffer: RefCell<Framebuffer>,
    map_painter: Painter,
    pub camera: Camera,
    rgba: Vec<u32>,
    share: f32,
    /// The scale of texts and lines.
    scale: f32,
    pub hovered: Option<OrganismId>,
    /// Whether the data of overlays and the colours are of another scene.
    pub is_stale: bool,
    data: Option<OverlayData>,
    pub colouring: Option<Arc<Colouring>>,
    /// The target of a seek beyond the last tick.
    pub beyond: Option<u64>,
}

impl Picture {
    pub fn new(bounds: &Aabb) -> Self {
        let framebuffer = Framebuffer::new(640, 480, BACKGROUND);
        Self {
            painter: RefCell::default(),
            camera: Camera::new(bounds, framebuffer.area()),
            framebuffer: RefCell::new(framebuffer),
            map_painter: Painter::default(),
            rgba: Vec::new(),
            share: 1.0,
            scale: 1.0,
            hovered: None,
            is_stale: false,
            data: None,
            colouring: None,
            beyond: None,
        }
    }

    pub fn framebuffer(&self) -> Ref<'_, Framebuffer> {
        self.framebuffer.borrow()
    }
}

impl Session {
    /// What is painted, for a camera.
    pub(crate) fn view<'a>(&'a self, camera: &'a Camera) -> View<'a> {
        View {
            before: Some(&self.before),
            share: self.picture.share,
            selected: self.selected,
            followed: self.followed(),
            album: Some(self.history().album()),
            hovered: self.picture.hovered,
            overlays: self.overlays,
            data: self.picture.data.as_ref(),
            colouring: self.picture.colouring.as_ref(),
            daylight: true,
            ..View::new(camera, &self.scene)
        }
    }

    /// Computes the data of overlays and the colours of the current scene.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.picture.is_stale) {
            return;
        }
        if let Some(subject) = self.colour_by.as_ref().and_then(subject_of) {
            self.want(subject);
        }
        let (mut data, mut colouring) = (None, None);
        if let Some(playback) = self.playback() {
            let simulation = playback.simulation();
            if self.overlays != Overlays::NONE {
                data = Some(OverlayData::new(simulation, self.overlays, self.selected));
            }
            if let Some(by) = &self.colour_by {
                let (branch, founders) = (playback.present(), playback.founders());
                colouring = self.derived.colouring(branch, simulation, founders, by, None);
            }
        }
        self.recent.colour(colouring.as_ref());
        (self.picture.data, self.picture.colouring) = (data, colouring);
    }

    /// What the colours of organisms mean; why they have those of species; `null` if these are wanted.
    pub(crate) fn colour_key(&self) -> Option<ColourKey> {
        let by = self.colour_by.as_ref()?;
        if let Some(colouring) = self.picture.colouring.as_ref().filter(|it| it.by == *by) {
            let lines: Vec<String> = colouring.lines().into_iter().map(|(_, text)| text).collect();
            return Some(ColourKey { title: colouring.title(), lines, note: None });
        }
        let note = self.derived.why_uncoloured(by, &self.source);
        Some(ColourKey { title: String::new(), lines: Vec::new(), note: Some(note) })
    }

    fn paint_world(&mut self) {
        self.refresh();
        let Picture { painter, framebuffer, camera, .. } = &self.picture;
        let (mut painter, mut framebuffer) = (painter.borrow_mut(), framebuffer.borrow_mut());
        let area = framebuffer.area();
        framebuffer.fill(area, BACKGROUND);
        painter.paint(&mut framebuffer, &self.view(camera));
        if let Some(planned) = &self.planned {
            planned.preview(&self.scene, self.picture.scale).paint(&mut framebuffer, camera);
        }
        if let Some(beside) = &self.beside {
            beside.paint(&mut framebuffer, camera, self.selected);
        }
    }

    /// The side of a tile, in units: of the world, or of the ones that painting would make.
    fn tile_side(&self) -> Option<f64> {
        let ground = &self.scene.ground;
        if ground.columns > 0 {
            return Some(ground.tile_side);
        }
        blank_terrain(&self.scene.bounds).map(|terrain| terrain.tile_side())
    }

    /// Moves the camera towards the organism that it follows, unless a tour has the camera.
    fn follow_organism(&mut self, seconds: f64) {
        let Some(organism) = self.followed().filter(|_| self.tour.is_none()) else { return };
        let place = Painter::place(&self.view(&self.picture.camera), organism);
        if let Some((place, _)) = place {
            self.picture.camera.follow(place, seconds);
        }
    }
}

impl Session {
    /// Sets the size of the picture in pixels, and the scale of its texts.
    pub fn resize(&mut self, width: u32, height: u32, scale: f32) {
        let (width, height) = (width.clamp(1, MOST), height.clamp(1, MOST));
        self.picture.framebuffer.get_mut().resize(width, height);
        self.set_port();
        self.picture.scale = scale.clamp(0.5, 4.0);
        self.picture.painter.get_mut().set_scale(self.picture.scale);
    }

    /// Paints the world at a share of the tick, from the scene before to that of the tick, so many seconds after the last
    /// picture.
    pub fn paint(&mut self, share: f32, seconds: f64) {
        self.picture.share = share.clamp(0.0, 1.0);
        self.follow_organism(seconds);
        self.paint_world();
        let Picture { framebuffer, rgba, .. } = &mut self.picture;
        framebuffer.get_mut().write_rgba(rgba);
    }

    /// The pixels that were painted last, row by row: in memory, the bytes of each are red, green, blue and opacity.
    #[must_use]
    pub fn pixels(&self) -> &[u32] {
        &self.picture.rgba
    }

    /// Moves the view, by pixels.
    pub fn pan(&mut self, pixels: DVec2) {
        self.picture.camera.pan(pixels);
    }

    /// Magnifies the view at a pixel.
    pub fn zoom(&mut self, factor: f64, pixel: DVec2) {
        if factor.is_finite() && factor > 0.0 {
            self.picture.camera.zoom(factor, pixel);
        }
    }

    /// Shows the whole world.
    pub fn fit(&mut self) {
        self.picture.camera.fit();
    }

    /// Shows a place of the world, in units, in the middle.
    pub fn centre(&mut self, place: DVec2) {
        self.picture.camera.centre_on(place);
    }

    /// The organism that the camera follows.
    pub(crate) fn followed(&self) -> Option<OrganismId> {
        self.following.map(|it| it.organism)
    }

    /// Follows an organism, or none.
    pub fn follow(&mut self, organism: Option<OrganismId>) {
        self.following = organism.map(|it| Following::new(it, &self.scene));
        self.mourning = None;
        if let Ok(playback) = self.source.run() {
            playback.follow(organism);
        }
    }

    /// The place of the world at a pixel, in units.
    #[must_use]
    pub fn to_world(&self, pixel: DVec2) -> DVec2 {
        self.picture.camera.to_world(pixel)
    }

    /// The part of the world that is in view, and the size of the world.
    #[must_use]
    pub fn view_area(&self) -> ViewArea {
        let camera = &self.picture.camera;
        let (area, size) = (camera.visible_area(), camera.bounds().size());
        ViewArea {
            left: area.min.x,
            top: area.min.y,
            right: area.max.x,
            bottom: area.max.y,
            scale: camera.scale(),
            world: WorldSize { width: size.x, height: size.y },
            tile: self.tile_side(),
        }
    }

    /// Shows these overlays, and no others.
    ///
    /// # Errors
    /// When there is no overlay of a name.
    pub fn set_overlays(&mut self, names: &[String]) -> Answer<()> {
        let mut overlays = Overlays::NONE;
        for name in names {
            let known = Overlay::ALL.into_iter().find(|it| it.name() == *name);
            let unknown = || refused(format!("there is no overlay `{name}`"));
            overlays = overlays.with(known.ok_or_else(unknown)?);
        }
        self.overlays = overlays;
        self.picture.is_stale = true;
        self.trace();
        Ok(())
    }

    /// What organisms can be coloured by.
    #[must_use]
    pub fn colour_choices(&self) -> Vec<String> {
        let species = self.simulation().map(|it| &it.world().config().species[..]);
        let choices = ColourBy::choices(species.unwrap_or_default());
        choices.iter().map(|it| it.name().into_owned()).collect()
    }

    /// Colours organisms by lineage, cluster, generation, age or a trait, or by species.
    ///
    /// # Errors
    /// When there is no such colouring, or only keyframes can be shown.
    pub fn colour_by(&mut self, name: Option<&str>) -> Answer<()> {
        self.colour_by = match name {
            Some(name) => {
                let species = &self.run()?.simulation().world().config().species;
                Some(ColourBy::named(name, species).map_err(refused)?)
            }
            None => None,
        };
        self.picture.is_stale = true;
        Ok(())
    }

    /// The whole world in a small picture, as red, green, blue and opacity, row by row.
    #[must_use]
    pub fn minimap(&mut self, width: u32, height: u32) -> Vec<u8> {
        let mut framebuffer = Framebuffer::new(width.min(MOST), height.min(MOST), BACKGROUND);
        let area: Rect = framebuffer.area();
        let mut camera = Camera::new(&self.scene.bounds, area);
        camera.show(&self.scene.bounds);
        let view = View { scale_bar: false, is_flat: true, ..View::new(&camera, &self.scene) };
        self.picture.map_painter.paint(&mut framebuffer, &view);
        let mut rgba = Vec::new();
        framebuffer.write_rgba(&mut rgba);
        rgba.into_iter().flat_map(u32::to_ne_bytes).collect()
    }

    /// The organism at a pixel.
    #[must_use]
    pub fn pick(&self, pixel: DVec2) -> Option<OrganismId> {
        let mut painter = self.picture.painter.borrow_mut();
        painter.pick(&self.view(&self.picture.camera), pixel)
    }

    /// Points out the organism at a pixel.
    pub fn hover(&mut self, pixel: DVec2) {
        self.picture.hovered = self.pick(pixel);
    }
}
