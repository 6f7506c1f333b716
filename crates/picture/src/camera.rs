//! The camera: maps places in a world to pixels, and back.

use glam::{DVec2, Vec2};
use terrarium_space::geometry::Aabb;

use super::Rect;

/// The time in which the camera halves its distance to the organism it follows, in seconds.
const HALF_TIME: f64 = 0.18;

/// A camera that shows a part of a world in a rectangle of a framebuffer, its port. In both, x
/// grows to the right and y downward.
///
/// The centre is always inside the world, and the scale is limited at both ends. Arguments that are
/// not finite change nothing.
///
/// ```
/// use terrarium_space::geometry::{Aabb, DVec2};
/// use terrarium_picture::{Camera, Rect};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::new(3600.0, 2700.0));
/// let mut camera = Camera::new(&world, Rect::new(0.0, 0.0, 1280.0, 720.0));
/// let cursor = DVec2::new(300.0, 200.0);
/// let below = camera.to_world(cursor);
/// camera.zoom(2.0, cursor);
/// assert!((camera.to_world(cursor) - below).length() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    bounds: Aabb,
    port: Rect,
    centre: DVec2,
    /// The scale, in pixels per unit.
    scale: f64,
}

/// The margin around the whole world, as a share of the port.
const MARGIN: f64 = 0.03;

/// The least scale, as a share of the scale at which the whole world fits.
const MIN_MAGNIFICATION: f64 = 0.4;

/// The greatest scale, in pixels per unit: the smallest organism fills the screen.
const MAX_SCALE: f64 = 16.0;

impl Camera {
    /// Creates a camera that shows the whole world in a port.
    #[must_use]
    pub fn new(bounds: &Aabb, port: Rect) -> Self {
        let mut camera =
            Self { bounds: valid_bounds(bounds), port, centre: DVec2::ZERO, scale: 1.0 };
        camera.set_port(port);
        camera.fit();
        camera
    }

    /// Shows the whole world.
    pub fn fit(&mut self) {
        self.centre = self.bounds.centre();
        self.scale = self.fit_scale();
    }

    /// Returns the scale at which the whole world fits, in pixels per unit.
    #[must_use]
    pub fn fit_scale(&self) -> f64 {
        let fitting = (self.port_size() * (1.0 - MARGIN) / self.bounds.size()).min_element();
        // Limit the scale for worlds that are smaller than their organisms.
        fitting.min(MAX_SCALE * 4.0)
    }

    /// Returns the rectangle of the framebuffer that shows the world.
    #[must_use]
    pub fn port(&self) -> Rect {
        self.port
    }

    /// Sets the port and keeps the centre. If the whole world was shown, it is fitted again.
    pub fn set_port(&mut self, port: Rect) {
        let fitted = self.centre == self.bounds.centre() && self.scale == self.fit_scale();
        let is_sound = [port.left, port.top, port.width, port.height].iter().all(|s| s.is_finite());
        if is_sound {
            self.port = Rect { width: port.width.max(1.0), height: port.height.max(1.0), ..port };
        } else {
            self.port = Rect::new(0.0, 0.0, 1.0, 1.0);
        }
        if fitted {
            self.fit();
        } else {
            self.set_view(self.centre, self.scale);
        }
    }

    /// Returns the bounds of the world.
    #[must_use]
    pub fn bounds(&self) -> &Aabb {
        &self.bounds
    }

    /// Returns the place in the world at the centre of the port.
    #[must_use]
    pub fn centre(&self) -> DVec2 {
        self.centre
    }

    /// The scale, in pixels per unit.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the magnification relative to the scale at which the whole world fits.
    #[must_use]
    pub fn magnification(&self) -> f64 {
        self.scale / self.fit_scale()
    }

    /// Returns the pixel of a place in the world.
    #[must_use]
    pub fn to_screen(&self, place: DVec2) -> DVec2 {
        (place - self.centre) * self.scale + self.port_centre()
    }

    /// Returns the pixel of a place in the world in single precision.
    #[must_use]
    pub fn pixel(&self, place: DVec2) -> Vec2 {
        self.to_screen(place).as_vec2()
    }

    /// Returns the pixels of places in the world.
    #[must_use]
    pub fn corners(&self, places: &[DVec2]) -> Vec<Vec2> {
        places.iter().map(|&place| self.pixel(place)).collect()
    }

    /// Returns a length in the world, in pixels.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a length in pixels")]
    pub fn pixels(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    /// Returns the place in the world at a pixel.
    #[must_use]
    pub fn to_world(&self, pixel: DVec2) -> DVec2 {
        (pixel - self.port_centre()) / self.scale + self.centre
    }

    /// Returns the visible area, which may extend beyond the world.
    #[must_use]
    pub fn visible_area(&self) -> Aabb {
        Aabb::around(self.centre, self.port_size() * 0.5 / self.scale)
    }

    /// Returns the rectangle of pixels of a box in the world.
    #[must_use]
    pub fn rect(&self, area: &Aabb) -> Rect {
        Rect::spanning(self.pixel(area.min), self.pixel(area.max))
    }

    /// Moves the view by an offset in pixels, as dragging the world does.
    pub fn pan(&mut self, by: DVec2) {
        self.set_view(self.centre - by / self.scale, self.scale);
    }

    /// Zooms by a factor. The place at the pixel `at` stays there, as far as the centre can follow
    /// without leaving the world.
    pub fn zoom(&mut self, factor: f64, at: DVec2) {
        if !(factor > 0.0 && factor.is_finite() && at.is_finite()) {
            return;
        }
        let fixed = self.to_world(at);
        let scale = self.allowed(self.scale * factor);
        self.set_view(fixed + (self.centre - fixed) * (self.scale / scale), scale);
    }

    /// Sets the magnification relative to the scale at which the whole world fits.
    pub fn magnify(&mut self, magnification: f64) {
        self.set_view(self.centre, self.fit_scale() * magnification);
    }

    /// Moves the centre to a place, or as near to it as the view shows little beyond the world.
    pub fn centre_on(&mut self, place: DVec2) {
        self.set_view(self.held(place), self.scale);
    }

    /// The centre nearest to a place at which the view shows at most a margin beyond the world.
    fn held(&self, place: DVec2) -> DVec2 {
        let half = self.port_size() * 0.5 / self.scale;
        let margin = half * (2.0 * MARGIN);
        let (least, most) = (self.bounds.min + half - margin, self.bounds.max - half + margin);
        // Where the whole world fits, its middle.
        let middle = self.bounds.centre();
        let hold = |place: f64, least: f64, most: f64, middle: f64| {
            if least > most { middle } else { place.clamp(least, most) }
        };
        DVec2::new(
            hold(place.x, least.x, most.x, middle.x),
            hold(place.y, least.y, most.y, middle.y),
        )
    }

    /// Moves the centre towards a place, by as much as the camera follows a moving organism in so many seconds: the
    /// pictures in that time change nothing.
    ///
    /// Returns the distance that is left, in pixels: 0 where the view is as near to the place as the edge of the world
    /// allows.
    pub fn follow(&mut self, place: DVec2, seconds: f64) -> f64 {
        self.near(place, 1.0 - (-seconds.max(0.0) / HALF_TIME).exp2())
    }

    /// Moves the centre towards a place by a share, 0 to 1, of the distance.
    fn near(&mut self, place: DVec2, share: f64) -> f64 {
        let centre = self.centre.lerp(self.held(place), share.clamp(0.0, 1.0));
        self.set_view(centre, self.scale);
        (self.centre - self.held(place)).length() * self.scale
    }

    /// Moves the centre and the scale, in pixels per unit, towards others by a share, 0 to 1, of the way. Repeated
    /// calls move the view there smoothly.
    pub fn approach(&mut self, place: DVec2, scale: f64, share: f64) {
        let share = share.clamp(0.0, 1.0);
        let scale = self.scale * libm::pow(self.allowed(scale) / self.scale, share);
        self.set_view(self.centre, scale);
        self.near(place, share);
    }

    /// Shows an area of the world at the greatest scale at which it fits.
    pub fn show(&mut self, area: &Aabb) {
        let size = area.size().max(DVec2::splat(1e-3));
        self.set_view(area.centre(), (self.port_size() * (1.0 - MARGIN) / size).min_element());
    }

    fn set_view(&mut self, centre: DVec2, scale: f64) {
        if centre.is_finite() && scale.is_finite() {
            self.centre = self.bounds.nearest_point(centre);
            self.scale = self.allowed(scale);
        }
    }

    fn allowed(&self, scale: f64) -> f64 {
        let fitting = self.fit_scale();
        scale.clamp(fitting * MIN_MAGNIFICATION, MAX_SCALE.max(fitting * 4.0))
    }

    fn port_size(&self) -> DVec2 {
        self.port.size().as_dvec2()
    }

    fn port_centre(&self) -> DVec2 {
        self.port.corner().as_dvec2() + self.port_size() * 0.5
    }
}

/// Returns finite bounds with a positive size.
fn valid_bounds(bounds: &Aabb) -> Aabb {
    let least = if bounds.min.is_finite() { bounds.min } else { DVec2::ZERO };
    let size = if bounds.max.is_finite() { bounds.max - least } else { DVec2::ONE };
    Aabb { min: least, max: least + size.max(DVec2::splat(1e-3)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cameras() -> impl Strategy<Value = Camera> {
        let size = (1.0_f32..8000.0, 1.0_f32..5000.0);
        let corner = (-50_000.0..50_000.0, -50_000.0..50_000.0);
        let world = (1e-3..200_000.0, 1e-3..200_000.0);
        (size, corner, world, 0.0..1.0, 0.0..1.0, 0.3..100.0).prop_map(
            |((width, height), (left, top), world, x, y, zoom)| {
                let min = DVec2::new(left, top);
                let size = DVec2::new(world.0, world.1);
                let bounds = Aabb::new(min, min + size);
                let mut camera = Camera::new(&bounds, Rect::new(3.0, 7.0, width, height));
                camera.centre_on(min + size * DVec2::new(x, y));
                camera.magnify(zoom);
                camera
            },
        )
    }

    proptest! {
        #[test]
        fn following_arrives_even_where_the_edge_of_the_world_holds_the_view(
            mut camera in cameras(),
            x in -0.5..1.5,
            y in -0.5..1.5,
        ) {
            let place = camera.bounds.min + camera.bounds.size() * DVec2::new(x, y);
            let mut left = f64::INFINITY;
            for _ in 0..200 {
                let next = camera.follow(place, 0.05);
                prop_assert!(next <= left + 1e-3, "{next} after {left}");
                left = next;
            }
            prop_assert!(left < 0.5, "{left}");
        }

        #[test]
        fn the_number_of_pictures_does_not_change_where_a_camera_is(
            camera in cameras(),
            x in 0.2..0.8,
            y in 0.2..0.8,
            pictures in 2..60_u32,
        ) {
            let place = camera.bounds.min + camera.bounds.size() * DVec2::new(x, y);
            let (mut once, mut often) = (camera, camera);
            let left = once.follow(place, 0.5);
            for _ in 0..pictures {
                often.follow(place, 0.5 / f64::from(pictures));
            }
            let apart = (once.centre - often.centre).length() * once.scale;
            prop_assert!(apart < 1e-6 * (1.0 + left), "{apart} pixels");
        }
    }

    fn close(a: DVec2, b: DVec2, camera: &Camera) -> bool {
        let size = camera.bounds.min.abs().max(camera.bounds.max.abs()).max_element();
        (a - b).abs().max_element() <= 1e-9 * size.max(1.0) + 1e-6 / camera.scale
    }

    proptest! {
        #[test]
        fn conversion_to_pixels_is_reversible(camera in cameras(), x in 0.0..1.0, y in 0.0..1.0) {
            let place = camera.bounds.min + camera.bounds.size() * DVec2::new(x, y);
            prop_assert!(close(camera.to_world(camera.to_screen(place)), place, &camera));
        }

        #[test]
        fn zooming_in_keeps_the_place_under_the_cursor(
            mut camera in cameras(),
            x in 0.0..1.0,
            y in 0.0..1.0,
            factor in 1.0..20.0,
        ) {
            let cursor = camera.port.corner().as_dvec2() + camera.port_size() * DVec2::new(x, y);
            let below = camera.to_world(cursor);
            prop_assume!(camera.bounds.contains_inside(below));
            camera.zoom(factor, cursor);
            prop_assert!(close(camera.to_world(cursor), below, &camera));
        }

        #[test]
        fn zooming_out_keeps_it_except_at_the_edge_of_the_world(
            mut camera in cameras(),
            x in 0.0..1.0,
            y in 0.0..1.0,
            factor in 0.05..1.0,
        ) {
            let cursor = camera.port.corner().as_dvec2() + camera.port_size() * DVec2::new(x, y);
            let below = camera.to_world(cursor);
            camera.zoom(factor, cursor);
            let centre = camera.centre;
            let at_edge = !camera.bounds.contains_inside(centre);
            prop_assert!(at_edge || close(camera.to_world(cursor), below, &camera));
        }

        #[test]
        fn zooming_in_and_out_again_changes_nothing(
            mut camera in cameras(),
            x in 0.0..1.0,
            y in 0.0..1.0,
            factor in 1.0..20.0,
        ) {
            let before = camera;
            let cursor = camera.port.corner().as_dvec2() + camera.port_size() * DVec2::new(x, y);
            prop_assume!(camera.bounds.contains_inside(camera.to_world(cursor)));
            camera.zoom(factor, cursor);
            camera.zoom(before.scale / camera.scale, cursor);
            prop_assert!(close(camera.centre, before.centre, &before));
            prop_assert!((camera.scale / before.scale - 1.0).abs() < 1e-9);
        }

        #[test]
        fn the_world_is_always_visible(
            mut camera in cameras(),
            moves in prop::collection::vec((any::<f64>(), any::<f64>(), any::<f64>()), 1..12),
        ) {
            for (x, y, factor) in moves {
                camera.pan(DVec2::new(x, y));
                camera.zoom(factor, DVec2::new(y, x));
                prop_assert!(camera.centre.is_finite() && camera.scale.is_finite());
                prop_assert!(camera.visible_area().touches(&camera.bounds));
                let magnification = camera.magnification();
                prop_assert!(magnification >= MIN_MAGNIFICATION * 0.999, "{magnification}");
            }
        }

        #[test]
        fn dragging_moves_the_world_with_the_cursor(
            mut camera in cameras(),
            x in -50.0..50.0,
            y in -50.0..50.0,
        ) {
            let by = DVec2::new(x, y);
            let place = camera.bounds.centre();
            let before = camera.to_screen(place);
            camera.pan(by);
            prop_assume!(camera.bounds.contains_inside(camera.centre));
            let slack = 1e-6 + 1e-9 * camera.scale * 300_000.0;
            prop_assert!((camera.to_screen(place) - before - by).length() < slack);
        }
    }

    #[test]
    fn extreme_sizes_work() {
        let point = Aabb::new(DVec2::splat(5.0), DVec2::splat(5.0));
        let wide = Aabb::new(DVec2::ZERO, DVec2::new(1e7, 1e-3));
        let nowhere = Aabb { min: DVec2::NAN, max: DVec2::INFINITY };
        for bounds in [point, wide, nowhere] {
            for (width, height) in [(1.0, 1.0), (8000.0, 5000.0), (0.0, 0.0), (-3.0, f32::NAN)] {
                let mut camera = Camera::new(&bounds, Rect::new(0.0, 0.0, width, height));
                camera.zoom(1e300, DVec2::ZERO);
                camera.set_port(Rect::new(0.0, 0.0, 1.0, 1.0));
                camera.show(&bounds);
                assert!(camera.scale.is_finite() && camera.scale > 0.0, "{camera:?}");
                assert!(camera.to_world(DVec2::ZERO).is_finite(), "{camera:?}");
            }
        }
    }

    #[test]
    fn a_fitted_world_stays_fitted() {
        let bounds = Aabb::new(DVec2::ZERO, DVec2::new(300.0, 200.0));
        let mut camera = Camera::new(&bounds, Rect::new(0.0, 0.0, 600.0, 400.0));
        camera.set_port(Rect::new(100.0, 0.0, 60.0, 400.0));
        assert_eq!(camera.magnification(), 1.0);
        assert!(camera.visible_area().contains_box(&bounds));
        camera.zoom(3.0, DVec2::new(120.0, 100.0));
        let centre = camera.centre;
        camera.set_port(Rect::new(0.0, 0.0, 600.0, 400.0));
        assert_eq!(camera.centre, centre, "a zoomed view keeps its centre");
    }
}
