//! Bases with their owners and the progress of their capture, and damaged walls.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::Vec2;
use terrarium_creatures::behaviour::Colony;
use terrarium_run::record::scene::{BaseFigure, WallFigure};

use super::View;
use super::palette::{self, INK, LABEL, LABEL_INK, solid};
use crate::{Camera, Font, Framebuffer, Rect, TextStyle};

/// Paints all bases of a view.
pub(super) fn paint(framebuffer: &mut Framebuffer, view: &View<'_>, font: &mut Font) {
    view.scene.walls.iter().for_each(|wall| cracks(framebuffer, view.camera, wall));
    for base in &view.scene.bases {
        let grounds = view.camera.rect(&base.grounds);
        if !grounds.within(&framebuffer.clip()).is_empty() {
            paint_base(framebuffer, base, grounds, font);
        }
    }
}

fn paint_base(framebuffer: &mut Framebuffer, base: &BaseFigure, grounds: Rect, font: &mut Font) {
    let colour = palette::colony(base.owner);
    let corner = grounds.width * 0.12;
    framebuffer.fill_rounded(grounds, corner, solid(colour, 44));
    let width = (grounds.width * 0.015).clamp(1.0, 4.0);
    framebuffer.outline(grounds, corner, width, solid(palette::shade(colour, 0.7), 200));
    let middle = grounds.centre();
    let radius = (grounds.width * 0.19).max(5.0);
    flag(framebuffer, middle, radius, base);
    progress(framebuffer, middle, radius, base.lean);
    if grounds.width >= 70.0 && !base.name.is_empty() {
        name(framebuffer, base, Vec2::new(middle.x, grounds.top), font);
    }
}

/// Paints a disc in the owner's colour with a symbol: a bar for blue, a cross for red.
fn flag(framebuffer: &mut Framebuffer, middle: Vec2, radius: f32, base: &BaseFigure) {
    let colour = palette::colony(base.owner);
    framebuffer.disc(middle, radius * 0.70, solid(palette::shade(colour, 0.6), 255));
    framebuffer.disc(middle, radius * 0.62, solid(colour, 255));
    let half = radius * 0.30;
    let width = (radius * 0.16).max(1.2);
    let mut bar = |direction: Vec2| {
        framebuffer.line(middle - direction * half, middle + direction * half, width, [255; 4])
    };
    match base.owner {
        Some(Colony::Blue) => bar(Vec2::X),
        Some(Colony::Red) => [Vec2::new(0.7, 0.7), Vec2::new(0.7, -0.7)].into_iter().for_each(bar),
        None => {}
    }
}

/// Paints a ring that fills with the colour of the colony that is capturing the base.
fn progress(framebuffer: &mut Framebuffer, middle: Vec2, radius: f32, lean: f32) {
    let width = (radius * 0.22).max(2.0);
    framebuffer.ring(middle, radius + 1.0, width + 2.0, solid([24, 26, 30], 170));
    let leans = if lean < 0.0 { Colony::Blue } else { Colony::Red };
    let sweep = lean.abs().min(1.0) * TAU;
    if sweep > 0.02 {
        framebuffer.arc(
            middle,
            radius,
            width,
            [-FRAC_PI_2, sweep],
            solid(palette::colony(Some(leans)), 255),
        );
    }
}

fn name(framebuffer: &mut Framebuffer, base: &BaseFigure, at: Vec2, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK).bold();
    let size = Vec2::new(font.width(&base.name, &style), font.height(&style));
    let corner = Vec2::new((at.x - size.x * 0.5).round(), (at.y - size.y * 0.5).round());
    let plate = Rect::new(corner.x - 5.0, corner.y - 1.0, size.x.ceil() + 10.0, size.y + 2.0);
    framebuffer.fill_rounded(plate, 4.0, LABEL);
    font.write(framebuffer, &base.name, corner, &style);
}

/// Paints cracks in a wall, depending on its damage.
fn cracks(framebuffer: &mut Framebuffer, camera: &Camera, wall: &WallFigure) {
    let area = camera.rect(&wall.area);
    if area.width < 4.0 || area.within(&framebuffer.clip()).is_empty() {
        return;
    }
    let point = |x: f32, y: f32| area.corner() + Vec2::new(x, y) * area.width;
    let all = [[(0.2, 0.1), (0.45, 0.45), (0.3, 0.8)], [(0.8, 0.2), (0.5, 0.5), (0.75, 0.9)]];
    let count = if wall.health < 0.5 { 2 } else { 1 };
    for crack in &all[..count] {
        let points = crack.map(|(x, y)| point(x, y));
        framebuffer.polyline(&points, (area.width * 0.06).max(1.0), INK);
    }
}
