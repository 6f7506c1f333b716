//! Simple shapes, drawn with anti-aliasing by the coverage of each pixel.

use glam::Vec2;

use super::{Blend, Clip, Framebuffer, float, index, whole};
use crate::{Colour, Rect};

impl Framebuffer {
    /// Fills the clip.
    pub fn clear(&mut self, colour: Colour) {
        let clip = self.clipping();
        self.cover_all(clip, Blend::from_colour(colour));
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, rect: Rect, colour: Colour) {
        let Some(part) = self.met_by(rect) else { return };
        let ink = Blend::from_colour(colour);
        if [rect.left, rect.top, rect.right(), rect.bottom()].iter().all(|side| side.fract() == 0.0)
        {
            return self.cover_all(part, ink);
        }
        let covered = |place: i32, least: f32, most: f32| {
            (most.min(float(place + 1)) - least.max(float(place))).clamp(0.0, 1.0)
        };
        let inner = covered_completely(&part, &rect);
        if let Some(inner) = inner {
            self.cover_all(inner, ink);
        }
        for y in part.rows() {
            let of_row = covered(y, rect.top, rect.bottom());
            let inner = inner.filter(|inner| inner.rows().contains(&y));
            let inner = inner.map_or(part.right..part.right, |inner| inner.columns());
            for x in (part.left..inner.start).chain(inner.end..part.right) {
                let pixel = &mut self.row(y, x, x + 1)[0];
                *pixel = ink.partly(*pixel, of_row * covered(x, rect.left, rect.right()));
            }
        }
    }

    /// Fills a rectangle with round corners.
    pub fn fill_rounded(&mut self, rect: Rect, radius: f32, colour: Colour) {
        if rect.is_empty() {
            return;
        }
        let radius = radius.clamp(0.0, rect.width.min(rect.height) * 0.5);
        if radius < 0.25 {
            return self.fill(rect, colour);
        }
        let Some(part) = self.met_by(rect) else { return };
        let ink = Blend::from_colour(colour);
        let (centre, half) = (rect.centre(), rect.size() * 0.5);
        // Pixels between the corners are covered completely.
        let [from, to] = [rect.left + radius + 1.0, rect.right() - radius - 1.0];
        let [from, to] = [from, to].map(|side| whole(side).clamp(part.left, part.right));
        for y in part.rows() {
            let beyond = (float(y) + 0.5 - centre.y).abs() - half.y;
            let inner = if beyond < -1.0 && from < to { from..to } else { part.right..part.right };
            for x in (part.left..inner.start).chain(inner.end..part.right) {
                let pixel = &mut self.row(y, x, x + 1)[0];
                let from_centre = (pixel_centre(x, y) - centre).abs();
                *pixel = ink.partly(*pixel, 0.5 - outside_rounded(from_centre, half, radius));
            }
            if !inner.is_empty() {
                self.cover_row(y, inner, ink);
            }
        }
    }

    /// Draws the outline of a rectangle with round corners, inside its edges.
    pub fn outline(&mut self, rect: Rect, radius: f32, width: f32, colour: Colour) {
        let is_crisp = [rect.left, rect.top, rect.width, rect.height, width]
            .iter()
            .all(|length| length.fract() == 0.0);
        if radius < 0.25 && (is_crisp || rect.width.max(rect.height) > 64.0) {
            return self.frame(rect, width, colour);
        }
        let Some(part) = self.met_by(rect) else { return };
        let ink = Blend::from_colour(colour);
        let (centre, half) = (rect.centre(), rect.size() * 0.5);
        let radius = radius.clamp(0.0, half.min_element());
        // Between the corners, only the sides are covered.
        let edge = radius.max(width) + 1.0;
        let [from, to] = [rect.left + edge, rect.right() - edge];
        let [from, to] = [from, to].map(|side| whole(side).clamp(part.left, part.right));
        for y in part.rows() {
            let beyond = (float(y) + 0.5 - centre.y).abs() - half.y;
            let inner = if beyond < -edge && from < to { from..to } else { part.right..part.right };
            let sides = [part.left..inner.start, inner.end..part.right];
            for x in sides.into_iter().flatten() {
                let pixel = &mut self.row(y, x, x + 1)[0];
                let from_centre = (pixel_centre(x, y) - centre).abs();
                let outside = outside_rounded(from_centre, half, radius);
                let part =
                    (0.5 - outside).clamp(0.0, 1.0) - (0.5 - outside - width).clamp(0.0, 1.0);
                if part > 0.0 {
                    *pixel = ink.partly(*pixel, part);
                }
            }
        }
    }

    /// Draws the four sides of a rectangle.
    fn frame(&mut self, rect: Rect, width: f32, colour: Colour) {
        let (above, rest) = rect.cut_top(width);
        let (middle, below) = rest.cut_top(rest.height - width);
        let (left, rest) = middle.cut_left(width);
        let (_, right) = rest.cut_left(rest.width - width);
        for side in [above, below, left, right] {
            self.fill(side, colour);
        }
    }

    /// Fills a circle.
    pub fn disc(&mut self, centre: Vec2, radius: f32, colour: Colour) {
        self.ring(centre, radius, radius + 1.0, colour);
    }

    /// Draws the outline of a circle, inside its edge.
    pub fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Colour) {
        let Some(part) = self.met_by(Rect::around(centre, radius + 0.5)) else { return };
        let ink = Blend::from_colour(colour);
        for y in part.rows() {
            let dy = float(y) + 0.5 - centre.y;
            let across = (radius + 1.0).powi(2) - dy * dy;
            if across <= 0.0 {
                continue;
            }
            let across = across.sqrt();
            let left = part.left.max(whole((centre.x - across).floor()));
            let right = part.right.min(whole((centre.x + across).ceil()));
            if left >= right {
                continue;
            }
            // Skip the inside of the ring.
            let inner = (radius - width - 1.0).max(0.0).powi(2) - dy * dy;
            let inner = if inner > 0.0 { inner.sqrt() } else { -1.0 };
            for (pixel, x) in self.row(y, left, right).iter_mut().zip(left..) {
                let dx = float(x) + 0.5 - centre.x;
                if dx.abs() < inner {
                    continue;
                }
                let outside = (dx * dx + dy * dy).sqrt() - radius;
                let part =
                    (0.5 - outside).clamp(0.0, 1.0) - (0.5 - outside - width).clamp(0.0, 1.0);
                *pixel = ink.partly(*pixel, part);
            }
        }
    }

    /// Draws a straight line with round ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Colour) {
        let reach = width * 0.5 + 0.5;
        let bounds = Rect::spanning(from, to);
        let Some(part) = self.met_by(bounds.inset(-reach)) else { return };
        let ink = Blend::from_colour(colour);
        let direction = to - from;
        let squared = direction.length_squared().max(1e-12);
        // The horizontal distance from the crossing of the line and a row that can be covered.
        let slack = if direction.y.abs() > 1e-6 {
            reach * squared.sqrt() / direction.y.abs() + direction.x.abs() / direction.y.abs()
        } else {
            f32::INFINITY
        };
        for y in part.rows() {
            let dy = float(y) + 0.5;
            let (mut left, mut right) = (part.left, part.right);
            if slack.is_finite() {
                let crossing = from.x + direction.x * (dy - from.y) / direction.y;
                left = left.max(whole((crossing - slack - 1.0).floor()));
                right = right.min(whole((crossing + slack + 1.0).ceil()));
                if left >= right {
                    continue;
                }
            }
            for (pixel, x) in self.row(y, left, right).iter_mut().zip(left..) {
                let point = Vec2::new(float(x) + 0.5, dy) - from;
                let along = (point.dot(direction) / squared).clamp(0.0, 1.0);
                let distance = (point - direction * along).length();
                // A line thinner than a pixel becomes paler rather than broken.
                let part = (width * 0.5 + 0.5 - distance).clamp(0.0, width.min(1.0));
                if part > 0.0 {
                    *pixel = ink.partly(*pixel, part);
                }
            }
        }
    }

    /// Copies another framebuffer into this one, with its upper left corner at a pixel.
    pub fn copy(&mut self, other: &Self, left: i32, top: i32) {
        let clip = self.clipping();
        let most = |from: i32, size: u32| from.saturating_add(i32::try_from(size).unwrap_or(0));
        let (first, past) = (clip.left.max(left), clip.right.min(most(left, other.width)));
        if first >= past {
            return;
        }
        for y in clip.top.max(top)..clip.bottom.min(most(top, other.height)) {
            let start = other.index_at(index(first - left), index(y - top));
            let from = &other.pixels[start..start + index(past - first)];
            self.row(y, first, past).copy_from_slice(from);
        }
    }

    fn cover_all(&mut self, part: Clip, ink: Blend) {
        for y in part.rows() {
            self.cover_row(y, part.columns(), ink);
        }
    }

    /// Covers the pixels of some columns of a row completely.
    fn cover_row(&mut self, y: i32, columns: std::ops::Range<i32>, ink: Blend) {
        let row = self.row(y, columns.start, columns.end);
        if ink.is_solid() {
            row.fill(ink.solid());
        } else {
            row.iter_mut().for_each(|pixel| *pixel = ink.over(*pixel));
        }
    }

    fn met_by(&self, rect: Rect) -> Option<Clip> {
        self.clipping().part([rect.left, rect.top, rect.right(), rect.bottom()])
    }
}

/// Returns the pixels that a rectangle covers completely; `None` if there are none.
fn covered_completely(part: &Clip, rect: &Rect) -> Option<Clip> {
    let within = |side: f32, least: i32, most: i32| whole(side).clamp(least, most);
    let inner = Clip {
        left: within(rect.left.ceil(), part.left, part.right),
        top: within(rect.top.ceil(), part.top, part.bottom),
        right: within(rect.right().floor(), part.left, part.right),
        bottom: within(rect.bottom().floor(), part.top, part.bottom),
    };
    (inner.left < inner.right && inner.top < inner.bottom).then_some(inner)
}

fn pixel_centre(x: i32, y: i32) -> Vec2 {
    Vec2::new(float(x) + 0.5, float(y) + 0.5)
}

/// Returns the signed distance of a point from a rectangle with round corners; negative inside.
fn outside_rounded(from_centre: Vec2, half: Vec2, radius: f32) -> f32 {
    let beyond = from_centre - half + radius;
    beyond.max(Vec2::ZERO).length() + beyond.max_element().min(0.0) - radius
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECTS: [Rect; 7] = [
        Rect::new(3.0, 4.0, 20.0, 11.0),
        Rect::new(2.3, 1.7, 25.5, 14.9),
        Rect::new(-9.4, -3.2, 90.0, 60.5),
        Rect::new(5.2, 6.6, 0.5, 12.0),
        Rect::new(7.9, 8.1, 3.3, 0.7),
        Rect::new(10.5, 2.25, 7.0, 13.75),
        Rect::new(28.6, 14.5, 30.0, 30.0),
    ];
    const COLOURS: [Colour; 2] = [[200, 90, 40, 255], [20, 130, 220, 117]];

    /// Compares a painted framebuffer with the coverage of each pixel of the same one.
    fn compare(
        paint: impl Fn(&mut Framebuffer, Rect, Colour),
        covered: impl Fn(Rect, i32, i32) -> f32,
    ) {
        for (rect, colour) in RECTS.into_iter().flat_map(|rect| COLOURS.map(|it| (rect, it))) {
            let mut painted = Framebuffer::new(32, 18, [240, 241, 10, 255]);
            let before = painted.clone();
            painted.set_clip(Some(Rect::new(1.0, 2.0, 30.0, 15.0)));
            paint(&mut painted, rect, colour);
            for (x, y) in (0..18).flat_map(|y| (0..32).map(move |x| (x, y))) {
                let is_inside = (1..31).contains(&x) && (2..17).contains(&y);
                let part = if is_inside { covered(rect, x, y) } else { 0.0 };
                let at = before.index_at(index(x), index(y));
                let expected = Blend::from_colour(colour).partly(before.pixels[at], part);
                assert_eq!(painted.pixels[at], expected, "{rect:?}, {colour:?} at {x}, {y}");
            }
        }
    }

    #[test]
    fn a_filled_rectangle_covers_each_pixel_by_its_share() {
        let along = |place: i32, least: f32, most: f32| {
            (most.min(float(place + 1)) - least.max(float(place))).clamp(0.0, 1.0)
        };
        compare(Framebuffer::fill, |rect, x, y| {
            along(y, rect.top, rect.bottom()) * along(x, rect.left, rect.right())
        });
    }

    #[test]
    fn a_round_outline_covers_each_pixel_by_its_distance() {
        for (radius, width) in [(3.0, 1.5), (1.0, 4.0), (6.0, 0.8)] {
            compare(
                |framebuffer, rect, colour| framebuffer.outline(rect, radius, width, colour),
                |rect, x, y| {
                    let half = rect.size() * 0.5;
                    let from_centre = (pixel_centre(x, y) - rect.centre()).abs();
                    let radius = radius.clamp(0.0, half.min_element());
                    let outside = outside_rounded(from_centre, half, radius);
                    (0.5 - outside).clamp(0.0, 1.0) - (0.5 - outside - width).clamp(0.0, 1.0)
                },
            );
        }
    }
}
