//! Scenes for tests.

use std::sync::Arc;

use terrarium::behaviour::{Colony, OrganismId, SightingKind};
use terrarium::geometry::{Aabb, DVec2};
use terrarium::record::Scene;
use terrarium::record::scene::{Action, Build, Figure, Ground, SpeciesLook};
use terrarium::species::{BodyPlan, Kind, Silhouette, SpeciesId};
use terrarium::view::{Camera, Framebuffer, Painter, Rect, View};

/// Species that resemble the shipped ones.
pub fn species() -> Arc<[SpeciesLook]> {
    let look = |name: &str, kind, body, colour| SpeciesLook {
        name: name.to_owned(),
        kind,
        colour,
        wish: colour,
        silhouette: Silhouette::of(body),
        colony: None::<Colony>,
    };
    [
        look("clover", Kind::Plant, BodyPlan::Rosette, [0x89, 0xb9, 0x24]),
        look("oak", Kind::Plant, BodyPlan::Tree, [0x10, 0x75, 0x76]),
        look("hare", Kind::Herbivore, BodyPlan::Hopper, [0xdf, 0xbf, 0x88]),
        look("deer", Kind::Herbivore, BodyPlan::Grazer, [0x96, 0x4b, 0x2e]),
        look("lynx", Kind::Carnivore, BodyPlan::Cat, [0xd4, 0x5c, 0x1c]),
        look("wolf", Kind::Carnivore, BodyPlan::Dog, [0x63, 0x8f, 0xca]),
    ]
    .into()
}

/// A scene of these figures, numbered from 1.
pub fn scene(width: f64, height: f64, figures: Vec<Figure>) -> Scene {
    let numbered = (1..).zip(figures);
    Scene {
        tick: 1234,
        seed: 7,
        bounds: Aabb::new(DVec2::ZERO, DVec2::new(width, height)),
        species: species(),
        ground: Arc::new(Ground::default()),
        figures: numbered.map(|(id, figure)| Figure { id: OrganismId(id), ..figure }).collect(),
        bases: Vec::new(),
        walls: Vec::new(),
        tickets: None,
        drought: false,
        links: Vec::new(),
        calamities: Vec::new(),
    }
}

/// A figure of a species.
pub fn figure(species: u16, x: f64, y: f64, radius: f64) -> Figure {
    let kind = [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Carnivore]
        [usize::from(species) / 2];
    Figure {
        id: OrganismId(0),
        species: SpeciesId(species),
        kind,
        centre: DVec2::new(x, y),
        radius,
        velocity: DVec2::ZERO,
        facing: 0.4,
        energy: 0.7,
        damage: 0.0,
        action: if kind == SightingKind::Plant { Action::Resting } else { Action::Walking },
        light: (kind == SightingKind::Plant).then_some(0.6),
        build: Build::default(),
    }
}

/// `count` figures scattered over a world at about the density of the meadow.
pub fn crowd(count: u32) -> Scene {
    let side = f64::from(count).sqrt() * 60.0;
    let figures = (0..count).map(|number| {
        let mixed = number.wrapping_mul(0x9E37_79B1) ^ 0x55AA_1234;
        let chance = |purpose: u32| {
            let mixed = (mixed ^ purpose).wrapping_mul(0x85EB_CA77);
            f64::from((mixed ^ mixed >> 15).wrapping_mul(0xC2B2_AE3D) >> 8) / f64::from(1 << 24)
        };
        let species = match chance(1) {
            it if it < 0.62 => 0,
            it if it < 0.70 => 1,
            it if it < 0.84 => 2,
            it if it < 0.94 => 3,
            it if it < 0.97 => 4,
            _ => 5,
        };
        let place = DVec2::new(chance(2), chance(3)) * side;
        let mut figure = figure(species, place.x, place.y, 8.0 + 14.0 * chance(4));
        figure.facing = (chance(5) as f32 - 0.5) * std::f32::consts::TAU;
        if figure.kind != SightingKind::Plant {
            figure.action = Action::ALL[(chance(6) * 8.0) as usize];
            if chance(7) < 0.06 {
                (figure.kind, figure.action) = (SightingKind::Carcass, Action::Resting);
            }
        }
        figure
    });
    scene(side, side, figures.collect())
}

/// A camera that shows a whole scene in a framebuffer of this size.
pub fn camera(scene: &Scene, width: u32, height: u32) -> Camera {
    Camera::new(&scene.bounds, Rect::new(0.0, 0.0, width as f32, height as f32))
}

/// Paints a view with a new painter.
pub fn painted(view: &View<'_>) -> Framebuffer {
    let port = view.camera.port();
    let mut framebuffer =
        Framebuffer::new(port.width as u32, port.height as u32, [255, 0, 255, 255]);
    Painter::new(1.0).paint(&mut framebuffer, view);
    framebuffer
}
