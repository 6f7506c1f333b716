//! The camera with the world on whole pixels, so that ground that was painted can be moved with it.

use glam::{DVec2, Vec2};
use terrarium_space::geometry::Aabb;

use crate::{Camera, Rect};

/// A view of a world whose least corner is the corner of a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lens {
    pub bounds: Aabb,
    pub port: Rect,
    /// In pixels per unit.
    pub scale: f64,
    /// The pixel of the least corner of the world.
    pub origin: [i32; 2],
}

impl Lens {
    /// The view of a camera, moved by at most half a pixel.
    pub fn new(camera: &Camera) -> Self {
        let bounds = *camera.bounds();
        let corner = camera.to_screen(bounds.min).round();
        #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
        let origin = [corner.x as i32, corner.y as i32];
        Self { bounds, port: camera.port(), scale: camera.scale(), origin }
    }

    pub fn pixel(&self, place: DVec2) -> Vec2 {
        let [x, y] = self.origin.map(f64::from);
        ((place - self.bounds.min) * self.scale + DVec2::new(x, y)).as_vec2()
    }

    pub fn rect(&self, area: &Aabb) -> Rect {
        Rect::spanning(self.pixel(area.min), self.pixel(area.max))
    }

    pub fn corners(&self, places: &[DVec2]) -> Vec<Vec2> {
        places.iter().map(|&place| self.pixel(place)).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "a length in pixels")]
    pub fn pixels(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    /// The distance of the middle of a column or row of pixels from the least corner of the world, in units.
    pub fn offset(&self, pixel: i32, axis: usize) -> f64 {
        (f64::from(pixel) - f64::from(self.origin[axis]) + 0.5) / self.scale
    }

    /// The part of the world in a rectangle of pixels, which may extend beyond it.
    pub fn area(&self, of: Rect) -> Aabb {
        let [x, y] = self.origin.map(f64::from);
        let place = |at: Vec2| (at.as_dvec2() - DVec2::new(x, y)) / self.scale + self.bounds.min;
        Aabb { min: place(of.corner()), max: place(Vec2::new(of.right(), of.bottom())) }
    }
}
