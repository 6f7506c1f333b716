//! The ground, painted once and cached until the camera moves.

use std::sync::Arc;

use terrarium_run::record::scene::Ground;

use super::palette::{BORDER, GRID, GRID_BOLD, GROUND, OUTSIDE};
use super::sprite::Sprites;
use super::{View, tile};
use crate::{Camera, Framebuffer, Rect};

/// The ground as painted last.
#[derive(Debug)]
pub(super) struct Backdrop {
    framebuffer: Framebuffer,
    shown: Option<(Camera, Arc<Ground>)>,
}

impl Default for Backdrop {
    fn default() -> Self {
        Self { framebuffer: Framebuffer::new(1, 1, [0; 4]), shown: None }
    }
}

impl Backdrop {
    /// Paints the ground of a view into the clip of a framebuffer.
    pub fn paint(&mut self, framebuffer: &mut Framebuffer, view: &View<'_>, _: &mut Sprites) {
        let (camera, ground) = (view.camera, &view.scene.ground);
        let is_kept = self
            .shown
            .as_ref()
            .is_some_and(|(old, old_ground)| old == camera && Arc::ptr_eq(old_ground, ground));
        let is_as_large = (self.framebuffer.width(), self.framebuffer.height())
            == (framebuffer.width(), framebuffer.height());
        if !is_kept || !is_as_large {
            self.framebuffer.resize(framebuffer.width(), framebuffer.height());
            self.framebuffer.set_clip(Some(camera.port()));
            paint(&mut self.framebuffer, camera, ground);
            self.shown = Some((*camera, Arc::clone(ground)));
        }
        framebuffer.copy(&self.framebuffer, 0, 0);
    }
}

fn paint(framebuffer: &mut Framebuffer, camera: &Camera, ground: &Ground) {
    framebuffer.clear(OUTSIDE);
    let world = camera.rect(camera.bounds());
    if world.within(&framebuffer.clip()) != framebuffer.clip() {
        for (beyond, cover) in [(7.0, 18), (4.5, 26), (2.5, 40)] {
            framebuffer.fill_rounded(world.inset(-beyond), beyond, [20, 24, 24, cover]);
        }
    }
    framebuffer.fill(world, GROUND);
    tile::paint(framebuffer, camera, ground);
    grid(framebuffer, camera, world);
    framebuffer.outline(world.inset(-2.0), 0.0, 2.0, BORDER);
}

/// Paints a grid with a round spacing, every fifth line bolder.
fn grid(framebuffer: &mut Framebuffer, camera: &Camera, world: Rect) {
    const NARROWEST: f64 = 28.0;
    let step = round_length(NARROWEST / camera.scale());
    let (kind, bounds) = (camera.visible_area(), camera.bounds());
    let lines = |from: f64, to: f64, least: f64, most: f64| {
        let (from, to) = (from.max(least), to.min(most));
        let (first, last) = ((from / step).ceil(), (to / step).floor());
        #[expect(clippy::cast_possible_truncation, reason = "the grid has few lines")]
        let numbers = first as i64..=last as i64;
        #[expect(clippy::cast_precision_loss, reason = "worlds are not that wide")]
        numbers.map(move |number| (number as f64 * step, number % 5 == 0))
    };
    for (x, is_bold) in lines(kind.min.x, kind.max.x, bounds.min.x, bounds.max.x) {
        let at = camera.pixel(glam::DVec2::new(x, 0.0)).x.round();
        let colour = if is_bold { GRID_BOLD } else { GRID };
        framebuffer.fill(Rect::new(at, world.top, 1.0, world.height), colour);
    }
    for (y, is_bold) in lines(kind.min.y, kind.max.y, bounds.min.y, bounds.max.y) {
        let at = camera.pixel(glam::DVec2::new(0.0, y)).y.round();
        let colour = if is_bold { GRID_BOLD } else { GRID };
        framebuffer.fill(Rect::new(world.left, at, world.width, 1.0), colour);
    }
}

/// Returns the least of 1, 2, 5, 10, 20, 50 … that is not less than a length.
pub(super) fn round_length(least: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_lengths_are_round() {
        for (least, round) in [(1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (6.0, 10.0), (104.0, 200.0)] {
            assert!((round_length(least) - round).abs() < 1e-9, "{least}: {}", round_length(least));
        }
        assert!(round_length(0.0) > 0.0);
    }
}
