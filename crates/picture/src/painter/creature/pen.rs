//! Drawing in the coordinates of an organism: units of its radius, relative to its centre, for one that faces right.

use glam::Vec2;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// A form that is drawn with a rim.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// An ellipse.
    Oval {
        at: Vec2,
        /// From its centre to the end of its long axis.
        along: Vec2,
        /// Half its width.
        half: f32,
    },
    /// A triangle.
    Spike([Vec2; 3]),
}

impl Form {
    /// An ellipse along the body.
    pub fn oval(x: f32, y: f32, long: f32, half: f32) -> Self {
        Self::Oval { at: Vec2::new(x, y), along: Vec2::new(long, 0.0), half }
    }

    /// A limb between two points.
    pub fn limb(from: (f32, f32), to: (f32, f32), half: f32) -> Self {
        let [from, to] = [from, to].map(Vec2::from);
        Self::Oval { at: (from + to) * 0.5, along: (to - from) * 0.5, half }
    }

    /// A triangle.
    pub fn spike(corners: [(f32, f32); 3]) -> Self {
        Self::Spike(corners.map(Vec2::from))
    }

    /// The form on the other side of the body.
    pub fn mirrored(self) -> Self {
        let flip = |at: Vec2| Vec2::new(at.x, -at.y);
        match self {
            Self::Oval { at, along, half } => Self::Oval { at: flip(at), along: flip(along), half },
            Self::Spike(corners) => Self::Spike(corners.map(flip)),
        }
    }
}

/// Draws on the canvas of a sprite.
pub(super) struct Pen<'a> {
    pub canvas: &'a mut Pixmap,
    pub middle: Vec2,
    pub ahead: Vec2,
    pub radius: f32,
}

impl Pen<'_> {
    /// Fills forms as one, each larger by so much.
    pub fn fill_all(&mut self, forms: &[Form], by: Vec2, growth: f32, colour: [u8; 3], cover: u8) {
        let mut path = PathBuilder::new();
        for form in forms {
            match *form {
                Form::Oval { at, along, half } => {
                    let long = along.length().max(1e-4);
                    let along = along * ((long + growth) / long);
                    self.oval(&mut path, at, along, half + growth, by);
                }
                Form::Spike(corners) => self.spike(&mut path, corners, growth, by),
            }
        }
        self.fill(&path.finish(), colour, cover);
    }

    /// Draws a soft shadow of forms.
    pub fn shadow(&mut self, forms: &[Form]) {
        if self.radius < 4.0 {
            return;
        }
        // It falls to the lower right, wherever the body faces.
        let by = Vec2::new(0.06, 0.12);
        for (growth, cover) in [(0.11, 22), (0.03, 34)] {
            self.fill_all(forms, by, growth, [30, 34, 22], cover);
        }
    }

    /// Adds an ellipse, given for a body that faces right and moved by an offset on the canvas.
    fn oval(&self, path: &mut PathBuilder, at: Vec2, along: Vec2, half: f32, by: Vec2) {
        // The length of the handles of a quarter of a circle.
        const HANDLE: f32 = 0.552_285;
        let a = self.turned(along);
        let b = a.perp().normalize_or_zero() * half;
        let middle = self.turned(at) + by;
        let on = |x: f32, y: f32| self.on_canvas(middle + a * x + b * y);
        let start = on(1.0, 0.0);
        path.move_to(start.x, start.y);
        for (x, y) in [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)] {
            // The quarter before ends where this one starts: at a quarter of a turn back.
            let (from_x, from_y) = (y, -x);
            let first = on(from_x + x * HANDLE, from_y + y * HANDLE);
            let second = on(x + from_x * HANDLE, y + from_y * HANDLE);
            let end = on(x, y);
            path.cubic_to(first.x, first.y, second.x, second.y, end.x, end.y);
        }
        path.close();
    }

    fn spike(&self, path: &mut PathBuilder, corners: [Vec2; 3], growth: f32, by: Vec2) {
        let [a, b, c] = corners;
        // All forms turn the same side, so that they add up where they overlap.
        let corners = if (b - a).perp_dot(c - a) < 0.0 { [a, c, b] } else { corners };
        let middle = (a + b + c) / 3.0;
        for (index, corner) in corners.into_iter().enumerate() {
            let grown = corner + (corner - middle).normalize_or_zero() * growth * 1.6;
            let at = self.on_canvas(self.turned(grown) + by);
            if index == 0 { path.move_to(at.x, at.y) } else { path.line_to(at.x, at.y) }
        }
        path.close();
    }

    pub fn disc(&mut self, at: Vec2, radius: f32, colour: [u8; 3], cover: u8) {
        let at = self.on_canvas(self.turned(at));
        let path = PathBuilder::from_circle(at.x, at.y, (radius * self.radius).max(0.05));
        self.fill(&path, colour, cover);
    }

    pub fn stroke(&mut self, points: &[(f32, f32)], width: f32, colour: [u8; 3], cover: u8) {
        let mut path = PathBuilder::new();
        for (index, &point) in points.iter().enumerate() {
            let at = self.on_canvas(self.turned(Vec2::from(point)));
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
    pub fn thin(&self, width: f32) -> f32 {
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

fn paint([r, g, b]: [u8; 3], cover: u8) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, cover);
    paint
}
