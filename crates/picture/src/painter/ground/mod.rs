//! The ground, painted once and kept: when the camera moves, it is moved, and only what is new is painted.

mod cover;
mod details;
mod grain;
mod grid;
mod inks;
mod lens;
mod soil;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use glam::{DVec2, Vec2};
use terrarium_drawing::framebuffer::float as pixels;
use terrarium_run::record::Scene;
use terrarium_run::record::scene;
use terrarium_space::geometry::Aabb;

use super::View;
use super::palette::EDGE;
use crate::{Framebuffer, Overlay, Rect};
use cover::Cover;
use grain::Grains;
use inks::Inks;
use lens::Lens;
use soil::Surface;

/// The number of steps in a day in which the light changes.
const STEPS_OF_DAY: u64 = 40;

/// If more than one in so many cells changed, all is painted anew.
const MOST_CHANGED: usize = 3;

/// The ground as painted last.
#[derive(Debug)]
pub(super) struct GroundPicture {
    framebuffer: Framebuffer,
    /// What was moved from, to be painted into.
    spare: Framebuffer,
    shown: Option<Shown>,
    inks: Option<(Light, Arc<Inks>)>,
    grains: Grains,
    cover: Option<(Arc<Scene>, Arc<Cover>)>,
}

/// What the ground was painted for.
#[derive(Debug)]
struct Shown {
    lens: Lens,
    ground: Arc<scene::Ground>,
    cover: Arc<Cover>,
    light: Light,
    inks: Arc<Inks>,
    has_grid: bool,
}

/// What the colours depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Light {
    /// The step of the day, if the light of the day is shown.
    step: Option<u64>,
    is_even: bool,
}

impl Default for GroundPicture {
    fn default() -> Self {
        let empty = || Framebuffer::new(1, 1, [0; 4]);
        Self {
            framebuffer: empty(),
            spare: empty(),
            shown: None,
            inks: None,
            grains: Grains::default(),
            cover: None,
        }
    }
}

impl GroundPicture {
    /// Paints the ground of a view into the clip of a framebuffer.
    pub fn paint(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>) {
        let now = self.wanted(view);
        let size = (framebuffer.width(), framebuffer.height());
        let is_as_large = (self.framebuffer.width(), self.framebuffer.height()) == size;
        match self.shown.take() {
            Some(before) if is_as_large && before.can_become(&now) => self.update(&before, &now),
            _ => {
                self.framebuffer.resize(size.0, size.1);
                self.paint_part(now.lens.port, &now);
            }
        }
        self.shown = Some(now);
        framebuffer.copy(&self.framebuffer, 0, 0);
    }

    /// Shows the water again that something was painted over, within the clip of a framebuffer of the same size.
    pub fn uncover_water(&self, framebuffer: &mut Framebuffer) {
        let Some(shown) = &self.shown else { return };
        shown.surface(&self.grains).copy_water(&self.framebuffer, framebuffer);
    }

    /// What the ground of a view depends on.
    fn wanted(&mut self, view: &View<'_>) -> Shown {
        let scene = view.scene;
        let cover = match &self.cover {
            Some((known, cover)) if Arc::ptr_eq(known, scene) => Arc::clone(cover),
            _ => {
                let cover = Arc::new(Cover::new(scene));
                self.cover = Some((Arc::clone(scene), Arc::clone(&cover)));
                cover
            }
        };
        let step = view.daylight.then(|| scene.tick % scene::DAY * STEPS_OF_DAY / scene::DAY);
        let light = Light { step, is_even: view.is_flat };
        let inks = match &self.inks {
            Some((known, inks)) if *known == light => Arc::clone(inks),
            _ => {
                let inks = Arc::new(Inks::new(tint(step), view.is_flat));
                self.inks = Some((light, Arc::clone(&inks)));
                inks
            }
        };
        Shown {
            lens: Lens::new(view.camera),
            ground: Arc::clone(&scene.ground),
            cover,
            light,
            inks,
            has_grid: view.overlays.has(Overlay::Grid),
        }
    }

    /// Moves what is shown, and paints what came into view and where cover changed.
    fn update(&mut self, before: &Shown, now: &Shown) {
        let [right, down] = [0, 1].map(|axis| now.lens.origin[axis] - before.lens.origin[axis]);
        let port = now.lens.port;
        if (right, down) != (0, 0) {
            let by = Vec2::new(pixels(right), pixels(down));
            if by.x.abs() >= port.width || by.y.abs() >= port.height {
                return self.paint_part(port, now);
            }
            self.spare.resize(self.framebuffer.width(), self.framebuffer.height());
            self.spare.set_clip(Some(port));
            self.spare.copy(&self.framebuffer, right, down);
            std::mem::swap(&mut self.framebuffer, &mut self.spare);
            let old = Rect::new(port.left + by.x, port.top + by.y, port.width, port.height);
            for strip in beyond(port, old) {
                self.paint_part(strip, now);
            }
        }
        match now.changed(before) {
            Some(parts) => parts.into_iter().for_each(|part| self.paint_part(part, now)),
            None => self.paint_part(port, now),
        }
    }

    /// Paints a rectangle of pixels.
    fn paint_part(&mut self, part: Rect, now: &Shown) {
        let part =
            Rect::spanning(part.corner().floor(), Vec2::new(part.right(), part.bottom()).ceil());
        self.framebuffer.set_clip(Some(part.within(&now.lens.port)));
        let lens = &now.lens;
        now.surface(&self.grains).paint(&mut self.framebuffer);
        details::paint(&mut self.framebuffer, lens, &now.ground, part);
        if now.has_grid {
            grid::paint(&mut self.framebuffer, lens);
        }
        let world = lens.rect(&lens.bounds);
        self.framebuffer.outline(world.inset(-2.0), 0.0, 2.0, EDGE);
    }
}

impl Shown {
    fn surface<'a>(&'a self, grains: &'a Grains) -> Surface<'a> {
        let Self { lens, cover, ground, inks, .. } = self;
        Surface { lens, cover, ground, inks, grains }
    }

    /// Whether what was painted for it is of use for another.
    fn can_become(&self, now: &Self) -> bool {
        let at_origin = |lens: Lens| Lens { origin: [0, 0], ..lens };
        at_origin(self.lens) == at_origin(now.lens)
            && Arc::ptr_eq(&self.ground, &now.ground)
            && (self.light, self.has_grid) == (now.light, now.has_grid)
            && (self.cover.columns, self.cover.rows) == (now.cover.columns, now.cover.rows)
    }

    /// The rectangles of pixels in which the cover differs from another; `None` if they are many.
    fn changed(&self, before: &Self) -> Option<Vec<Rect>> {
        if Arc::ptr_eq(&self.cover, &before.cover) {
            return Some(Vec::new());
        }
        let (cover, old) = (&self.cover, &before.cover);
        let side = cover.side();
        let rect = |row: usize, first: usize, last: usize| {
            // A cell shows up to the middles of its neighbours.
            let place = |x: f64, y: f64| self.lens.bounds.min + DVec2::new(x, y) * side;
            let min = place(float(first) - 0.5, float(row) - 0.5);
            let max = place(float(last) + 1.5, float(row) + 1.5);
            self.lens.rect(&Aabb { min, max })
        };
        let rows = cover.levels.chunks_exact(cover.columns);
        let mut parts = Vec::new();
        let mut count = 0;
        for (row, (new, old)) in rows.zip(old.levels.chunks_exact(cover.columns)).enumerate() {
            let mut differing = (0..cover.columns).filter(|&column| new[column] != old[column]);
            let Some(mut first) = differing.next() else { continue };
            let mut last = first;
            count += 1;
            for column in differing {
                count += 1;
                if column > last + 2 {
                    parts.push(rect(row, first, last));
                    first = column;
                }
                last = column;
            }
            parts.push(rect(row, first, last));
        }
        let is_seen = |part: &Rect| part.within(&self.lens.port).width > 0.0;
        parts.retain(is_seen);
        (count * MOST_CHANGED <= cover.levels.len()).then_some(parts)
    }
}

/// The parts of a rectangle that are not in another of the same size: at most two strips.
fn beyond(port: Rect, old: Rect) -> Vec<Rect> {
    let mut strips = Vec::new();
    if old.top > port.top {
        strips.push(Rect { height: old.top - port.top, ..port });
    } else if old.bottom() < port.bottom() {
        strips.push(Rect { top: old.bottom(), height: port.bottom() - old.bottom(), ..port });
    }
    if old.left > port.left {
        strips.push(Rect { width: old.left - port.left, ..port });
    } else if old.right() < port.right() {
        strips.push(Rect { left: old.right(), width: port.right() - old.right(), ..port });
    }
    strips
}

/// The tint of the light at a step of the day: warm at both ends of the day, blue at night.
fn tint(step: Option<u64>) -> [f32; 3] {
    /// The tints at equal distances, from midnight to midnight.
    const TINTS: [[f32; 3]; 8] = [
        [0.885, 0.915, 0.99],
        [0.90, 0.925, 0.985],
        [0.985, 0.955, 0.93],
        [1.0, 0.99, 0.97],
        [1.0, 1.0, 1.0],
        [1.0, 0.995, 0.975],
        [0.99, 0.945, 0.905],
        [0.91, 0.925, 0.98],
    ];
    let Some(step) = step else { return [1.0; 3] };
    // Days begin in the morning, so that a new world is seen in full light.
    #[expect(clippy::cast_precision_loss, reason = "steps are few")]
    let eighths = (step as f32 / STEPS_OF_DAY as f32 * 8.0 + 3.0) % 8.0;
    let (first, part) = (eighths.floor(), eighths.fract());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 8")]
    let first = first as usize;
    let (from, to) = (TINTS[first % 8], TINTS[(first + 1) % 8]);
    [0, 1, 2].map(|channel: usize| from[channel] + (to[channel] - from[channel]) * part)
}

#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
fn float(number: usize) -> f64 {
    number as f64
}
