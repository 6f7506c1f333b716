//! The drawings of organisms. Kinds differ in shape: plants are leafy discs, herbivores rounded
//! boxes with eyes, carnivores darts, carcasses pale crossed-out boxes.

use std::f32::consts::TAU;

use glam::Vec2;
use terrarium_creatures::behaviour::SightingKind;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::palette::{Pigment, toward};
use super::sprite::{FACE, Mood, Pose};

/// Draws an organism with its centre at a point of a canvas.
pub(super) fn draw(
    canvas: &mut Pixmap,
    middle: Vec2,
    kind: SightingKind,
    pigment: &Pigment,
    pose: &Pose,
) {
    let mut pen = Pen { canvas, middle, ahead: unit(pose.angle()), radius: pose.radius() };
    match kind {
        SightingKind::Plant => pen.plant(pigment, pose.angle()),
        SightingKind::Herbivore => pen.herbivore(pigment, pose.mood),
        SightingKind::Carnivore => pen.carnivore(pigment, pose.mood),
        SightingKind::Carcass => pen.carcass(pigment, pose.angle()),
    }
}

/// Draws in the coordinates of an organism, in units of its radius, relative to its centre.
struct Pen<'a> {
    canvas: &'a mut Pixmap,
    middle: Vec2,
    ahead: Vec2,
    radius: f32,
}

impl Pen<'_> {
    fn plant(&mut self, pigment: &Pigment, turned: f32) {
        if self.radius < 3.0 {
            self.disc(Vec2::ZERO, 1.08, pigment.rim, 255);
            return self.disc(Vec2::ZERO, 0.78, pigment.body, 255);
        }
        self.shadow(|pen, by, growth| pen.blob(by, 1.02 + growth, turned));
        let rim = self.thin(0.09);
        let whole = self.blob(Vec2::ZERO, 1.0, turned);
        self.fill(&whole, pigment.rim, 255);
        let inner = self.blob(Vec2::ZERO, 1.0 - rim, turned);
        self.fill(&inner, pigment.body, 255);
        if self.radius >= 5.0 {
            let light = self.blob(Vec2::new(-0.10, -0.13), 0.58, turned + 0.4);
            self.fill(&light, pigment.light, 150);
        }
        if self.radius >= 12.0 {
            for leaf in 0..LEAVES {
                let direction = unit(turned + leaf_angle(leaf));
                self.stroke(
                    &[direction * 0.22, direction * 0.74],
                    self.thin(0.05),
                    pigment.dark,
                    170,
                );
            }
            self.disc(Vec2::ZERO, 0.15, pigment.light, 255);
            self.disc(Vec2::ZERO, 0.07, pigment.dark, 255);
        }
    }

    fn herbivore(&mut self, pigment: &Pigment, mood: Mood) {
        let rim = self.thin(0.11);
        if self.radius < 3.0 {
            let rim = (0.75 / self.radius).min(0.34);
            self.rounded(Vec2::ZERO, 1.0, 0.3, pigment.rim, 255);
            return self.rounded(Vec2::ZERO, 1.0 - rim, 0.22, pigment.body, 255);
        }
        self.shadow(|pen, by, growth| pen.soft_box(by, 1.0 + growth, 0.42));
        let ears = [Vec2::new(0.62, 0.74), Vec2::new(0.62, -0.74)].map(|ear| self.turned(ear));
        if self.radius >= FACE {
            for ear in ears {
                self.disc(ear, 0.26, pigment.rim, 255);
                self.disc(ear, 0.26 - rim * 0.8, pigment.dark, 255);
            }
        }
        self.rounded(Vec2::ZERO, 1.0, 0.42, pigment.rim, 255);
        self.rounded(Vec2::ZERO, 1.0 - rim, 0.36, pigment.body, 255);
        if self.radius < FACE {
            let head = self.turned(Vec2::new(0.42, 0.0));
            self.disc(head, 0.42, pigment.light, 255);
            return self.disc(self.turned(Vec2::new(0.55, 0.0)), 0.2, pigment.rim, 255);
        }
        self.disc(self.turned(Vec2::new(-0.22, 0.0)), 0.56, pigment.dark, 60);
        self.disc(self.turned(Vec2::new(0.34, 0.0)), 0.50, pigment.light, 255);
        let muzzle = self.turned(Vec2::new(0.74, 0.0));
        if mood == Mood::Biting {
            self.disc(muzzle, 0.17, [120, 48, 56], 255);
            self.disc(muzzle, 0.08, [60, 20, 26], 255);
        } else {
            self.disc(muzzle, 0.10, pigment.rim, 255);
        }
        for side in [1.0, -1.0] {
            self.eye(Vec2::new(0.40, side * 0.36), 0.19, [255, 255, 255], mood, pigment);
        }
    }

    fn carnivore(&mut self, pigment: &Pigment, mood: Mood) {
        let rim = self.thin(0.14);
        if self.radius < 3.0 {
            let dart = self.dart(Vec2::ZERO, 1.25);
            self.fill(&dart, pigment.rim, 255);
            return self.disc(self.turned(Vec2::new(-0.05, 0.0)), 0.5, pigment.body, 255);
        }
        self.shadow(|pen, by, growth| pen.dart(by, 1.06 + growth));
        let whole = self.dart(Vec2::ZERO, 1.06);
        self.fill(&whole, pigment.rim, 255);
        let inner = self.dart(self.turned(Vec2::new(-0.04, 0.0)), 1.06 - rim * 1.7);
        self.fill(&inner, pigment.body, 255);
        if self.radius < FACE {
            return self.disc(self.turned(Vec2::new(0.3, 0.0)), 0.22, pigment.light, 255);
        }
        let back = [Vec2::new(-0.62, 0.0), Vec2::new(0.05, 0.0)].map(|at| self.turned(at));
        self.stroke(&back, 0.17, pigment.dark, 255);
        for (x, y) in [(-0.42, 0.44), (-0.12, 0.52)] {
            for side in [1.0, -1.0] {
                let stripe = [Vec2::new(x, side * 0.2), Vec2::new(x - 0.12, side * y)];
                self.stroke(&stripe.map(|at| self.turned(at)), 0.09, pigment.dark, 255);
            }
        }
        if mood == Mood::Biting {
            let jaw = [(0.66, 0.30), (1.06, 0.17), (0.80, 0.0), (1.06, -0.17), (0.66, -0.30)];
            self.corners(&jaw, [122, 16, 30]);
            self.corners(&[(0.74, 0.26), (0.98, 0.17), (0.80, 0.10)], [255, 252, 240]);
            self.corners(&[(0.74, -0.26), (0.98, -0.17), (0.80, -0.10)], [255, 252, 240]);
        }
        for side in [1.0, -1.0] {
            self.eye(Vec2::new(0.42, side * 0.27), 0.16, [255, 222, 84], mood, pigment);
        }
    }

    fn carcass(&mut self, pigment: &Pigment, turned: f32) {
        self.ahead = unit(turned);
        let rim = self.thin(0.08);
        if self.radius < 3.0 {
            self.rounded(Vec2::ZERO, 0.95, 0.2, pigment.rim, 255);
            self.rounded(Vec2::ZERO, 0.62, 0.2, pigment.body, 255);
        } else {
            self.shadow(|pen, by, growth| pen.soft_box(by, 0.94 + growth, 0.3));
            self.rounded(Vec2::ZERO, 0.94, 0.3, pigment.rim, 200);
            self.rounded(Vec2::ZERO, 0.94 - rim, 0.26, pigment.body, 255);
            if self.radius >= FACE {
                let ribs = toward(pigment.body, pigment.rim, 0.35);
                for x in [-0.5, -0.25, 0.25, 0.5] {
                    let rib = [Vec2::new(x, -0.36), Vec2::new(x, 0.36)];
                    self.stroke(&rib, self.thin(0.06), ribs, 255);
                }
            }
        }
        let width = (1.1 / self.radius).max(0.13);
        for [from, to] in [[-0.6, 0.6], [0.6, -0.6]] {
            self.stroke(&[Vec2::new(from, -0.6), Vec2::new(to, 0.6)], width, pigment.rim, 255);
        }
    }

    /// Draws an eye, open or closed.
    fn eye(&mut self, at: Vec2, size: f32, white: [u8; 3], mood: Mood, pigment: &Pigment) {
        let middle = self.turned(at);
        if mood == Mood::Asleep {
            let lid =
                [Vec2::new(0.0, -size), Vec2::new(0.0, size)].map(|end| self.turned(at + end));
            return self.stroke(&lid, self.thin(0.08), pigment.rim, 255);
        }
        self.disc(middle, size + self.thin(0.05), pigment.rim, 255);
        self.disc(middle, size, white, 255);
        let pupil = self.turned(at + Vec2::new(size * 0.32, 0.0));
        self.disc(pupil, size * 0.58, [18, 18, 22], 255);
        if self.radius >= 16.0 {
            self.disc(pupil - Vec2::splat(size * 0.2), size * 0.2, [255, 255, 255], 230);
        }
    }

    /// Draws a soft shadow of a shape, which is a function of an offset and a growth.
    fn shadow(&mut self, shape: impl Fn(&Self, Vec2, f32) -> Option<Path>) {
        if self.radius < 4.0 {
            return;
        }
        for (growth, cover) in [(0.10, 16), (0.05, 18), (0.0, 26)] {
            let path = shape(self, Vec2::new(0.05, 0.10), growth);
            self.fill(&path, [30, 34, 22], cover);
        }
    }

    /// Returns the outline of a leafy disc.
    fn blob(&self, by: Vec2, size: f32, turned: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        let mut disc = |at: Vec2, radius: f32| {
            let at = self.on_canvas(at * size + by);
            path.push_circle(at.x, at.y, radius * size * self.radius);
        };
        disc(Vec2::ZERO, 0.80);
        for leaf in 0..LEAVES {
            disc(unit(turned + leaf_angle(leaf)) * 0.70, 0.36);
        }
        path.finish()
    }

    /// Returns the outline of a dart that points ahead.
    fn dart(&self, by: Vec2, size: f32) -> Option<Path> {
        const HALF: [(f32, f32); 5] =
            [(1.16, 0.0), (0.46, 0.42), (-0.10, 0.74), (-0.86, 0.58), (-0.62, 0.0)];
        let other = HALF[1..4].iter().rev().map(|&(x, y)| (x, -y));
        let corners = HALF.into_iter().chain(other);
        let mut path = PathBuilder::new();
        for (index, (x, y)) in corners.enumerate() {
            let at = self.on_canvas(self.turned(Vec2::new(x, y) * size) + by);
            if index == 0 { path.move_to(at.x, at.y) } else { path.line_to(at.x, at.y) }
        }
        path.close();
        path.finish()
    }

    fn soft_box(&self, by: Vec2, half: f32, corner: f32) -> Option<Path> {
        let least = self.on_canvas(by - half);
        let most = self.on_canvas(by + half);
        let corner = corner.min(half) * self.radius;
        let arm = corner * 0.45;
        let (left, top, right, bottom) = (least.x, least.y, most.x, most.y);
        let mut path = PathBuilder::new();
        path.move_to(left + corner, top);
        path.line_to(right - corner, top);
        path.cubic_to(right - arm, top, right, top + arm, right, top + corner);
        path.line_to(right, bottom - corner);
        path.cubic_to(right, bottom - arm, right - arm, bottom, right - corner, bottom);
        path.line_to(left + corner, bottom);
        path.cubic_to(left + arm, bottom, left, bottom - arm, left, bottom - corner);
        path.line_to(left, top + corner);
        path.cubic_to(left, top + arm, left + arm, top, left + corner, top);
        path.close();
        path.finish()
    }

    fn rounded(&mut self, by: Vec2, half: f32, corner: f32, colour: [u8; 3], cover: u8) {
        let path = self.soft_box(by, half, corner);
        self.fill(&path, colour, cover);
    }

    fn disc(&mut self, at: Vec2, radius: f32, colour: [u8; 3], cover: u8) {
        let at = self.on_canvas(at);
        let path = PathBuilder::from_circle(at.x, at.y, (radius * self.radius).max(0.05));
        self.fill(&path, colour, cover);
    }

    /// Fills a polygon whose corners are given for an organism that faces right.
    fn corners(&mut self, corners: &[(f32, f32)], colour: [u8; 3]) {
        let mut path = PathBuilder::new();
        for (index, &(x, y)) in corners.iter().enumerate() {
            let at = self.on_canvas(self.turned(Vec2::new(x, y)));
            if index == 0 { path.move_to(at.x, at.y) } else { path.line_to(at.x, at.y) }
        }
        path.close();
        let path = path.finish();
        self.fill(&path, colour, 255);
    }

    fn stroke(&mut self, points: &[Vec2], width: f32, colour: [u8; 3], cover: u8) {
        let mut path = PathBuilder::new();
        for (index, &point) in points.iter().enumerate() {
            let at = self.on_canvas(point);
            if index == 0 { path.move_to(at.x, at.y) } else { path.line_to(at.x, at.y) }
        }
        let Some(path) = path.finish() else { return };
        let stroke = Stroke {
            width: (width * self.radius).max(0.6),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let identity = Transform::identity();
        self.canvas.stroke_path(&path, &paint(colour, cover), &stroke, identity, None);
    }

    fn fill(&mut self, path: &Option<Path>, colour: [u8; 3], cover: u8) {
        if let Some(path) = path {
            let identity = Transform::identity();
            self.canvas.fill_path(path, &paint(colour, cover), FillRule::Winding, identity, None);
        }
    }

    /// Returns a width of at least 0.8 pixels.
    fn thin(&self, width: f32) -> f32 {
        width.max(0.8 / self.radius).min(0.4)
    }

    /// Rotates a point from facing right to facing ahead.
    fn turned(&self, point: Vec2) -> Vec2 {
        self.ahead.rotate(point)
    }

    fn on_canvas(&self, point: Vec2) -> Vec2 {
        self.middle + point * self.radius
    }
}

const LEAVES: u8 = 7;

fn leaf_angle(leaf: u8) -> f32 {
    f32::from(leaf) / f32::from(LEAVES) * TAU
}

fn unit(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

fn paint([r, g, b]: [u8; 3], cover: u8) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, cover);
    paint
}
