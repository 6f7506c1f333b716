//! Visual effects that show what organisms do.

use glam::Vec2;
use terrarium_run::record::scene::Action;

use super::palette::{BLOOD, HALO, INK};
use super::stage::{Actor, At};
use crate::Framebuffer;

/// The radius from which effects are painted, in pixels.
const LEAST: f32 = 2.5;

/// The radius from which effects are painted in detail, in pixels.
const DETAILED: f32 = 7.0;

/// Paints effects below an organism: motion streaks if it flees.
pub(super) fn below(framebuffer: &mut Framebuffer, actor: &Actor, at: &At) {
    if actor.action != Action::Fleeing || at.radius < LEAST {
        return;
    }
    let ahead = unit(at.facing);
    let aside = ahead.perp();
    for (side, length) in [(-0.7, 1.1), (0.0, 1.6), (0.7, 1.1)] {
        let from = at.pixel + (aside * side - ahead * 1.05) * at.radius;
        let to = from - ahead * (length * at.radius);
        let width = (at.radius * 0.13).max(1.0);
        framebuffer.line(from, to, width, [60, 66, 72, 105]);
    }
}

/// Paints the mark of a kill below a carcass, which fades.
pub(super) fn killed(framebuffer: &mut Framebuffer, actor: &Actor, at: &At) {
    if actor.damage <= 0.0 {
        return;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1")]
    let blood = [BLOOD[0], BLOOD[1], BLOOD[2], (actor.damage.min(1.0) * 190.0) as u8];
    let radius = at.radius.max(2.0);
    framebuffer.disc(at.pixel, radius * 0.95, blood);
    for (turn, far, size) in [
        (0.3, 1.30, 0.24),
        (1.5, 1.15, 0.34),
        (2.6, 1.4, 0.20),
        (3.9, 1.2, 0.30),
        (5.2, 1.35, 0.22),
    ] {
        framebuffer.disc(at.pixel + unit(turn) * (far * radius), size * radius, blood);
    }
}

/// Paints effects above an organism.
pub(super) fn above(framebuffer: &mut Framebuffer, actor: &Actor, at: &At) {
    if at.radius < LEAST {
        return;
    }
    let ahead = unit(at.facing);
    match actor.action {
        Action::Attacking => strike(framebuffer, at, ahead),
        Action::Eating if at.radius >= DETAILED => crumbs(framebuffer, at, ahead),
        Action::Defending => burst(framebuffer, at),
        Action::Thinking if at.radius >= DETAILED => dots(framebuffer, at),
        Action::Expecting if at.radius >= DETAILED => egg(framebuffer, at, ahead),
        Action::Resting if at.radius >= 2.0 * DETAILED => snooze(framebuffer, at),
        _ => {}
    }
    if actor.damage > 0.2 && at.radius >= DETAILED {
        scratches(framebuffer, at, actor.damage);
    }
}

/// Paints three red claw marks ahead of an attacker, or a red ring if it is small.
fn strike(framebuffer: &mut Framebuffer, at: &At, ahead: Vec2) {
    if at.radius < DETAILED {
        return framebuffer.ring(at.pixel, at.radius + 2.5, 1.6, BLOOD);
    }
    let aside = ahead.perp();
    for side in [-0.5, 0.0, 0.5] {
        let from = at.pixel + (ahead * 1.0 + aside * (side - 0.28)) * at.radius;
        let to = at.pixel + (ahead * 1.62 + aside * (side + 0.28)) * at.radius;
        let width = (at.radius * 0.15).max(1.4);
        framebuffer.line(from, to, width + 1.6, [255, 244, 238, 200]);
        framebuffer.line(from, to, width, BLOOD);
    }
}

/// Paints crumbs around the mouth of an eating animal.
fn crumbs(framebuffer: &mut Framebuffer, at: &At, ahead: Vec2) {
    let aside = ahead.perp();
    for (along, across, size) in [(1.22, -0.32, 0.06), (1.36, 0.04, 0.08), (1.20, 0.34, 0.06)] {
        let middle = at.pixel + (ahead * along + aside * across) * at.radius;
        let radius = (size * at.radius).max(0.9);
        framebuffer.disc(middle, radius, [118, 104, 52, 230]);
    }
}

/// Paints a broken ring around a defending animal.
fn burst(framebuffer: &mut Framebuffer, at: &At) {
    if at.radius < DETAILED {
        return framebuffer.ring(at.pixel, at.radius + 1.5, 1.2, [255, 255, 255, 230]);
    }
    for spoke in 0..8_u8 {
        let direction = unit(f32::from(spoke) * std::f32::consts::FRAC_PI_4 + 0.2);
        let [from, to] = [1.22, 1.50].map(|far| at.pixel + direction * (far * at.radius));
        framebuffer.line(from, to, (at.radius * 0.12).max(1.2), [250, 176, 60, 255]);
    }
}

/// Paints three dots above an animal that waits for its path.
fn dots(framebuffer: &mut Framebuffer, at: &At) {
    for across in [-0.45, 0.0, 0.45] {
        let middle = at.pixel + Vec2::new(across, -1.3) * at.radius;
        framebuffer.disc(middle, (at.radius * 0.15).max(1.0), INK);
    }
}

/// Paints an egg on the back of an expecting animal.
fn egg(framebuffer: &mut Framebuffer, at: &At, ahead: Vec2) {
    let middle = at.pixel - ahead * (0.36 * at.radius);
    framebuffer.disc(middle, at.radius * 0.30, INK);
    framebuffer.disc(middle, at.radius * 0.24, [255, 250, 236, 255]);
}

/// Paints a `z` above a resting animal.
fn snooze(framebuffer: &mut Framebuffer, at: &At) {
    for (right, up, size) in [(0.55, 1.18, 0.26), (0.95, 1.55, 0.18)] {
        let middle = at.pixel + Vec2::new(right, -up) * at.radius;
        let half = size * at.radius * 0.5;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        let points = corners.map(|(x, y)| middle + Vec2::new(x, y) * half);
        framebuffer.polyline(&points, (at.radius * 0.05).max(1.0), [52, 58, 72, 210]);
    }
}

/// Paints scratches, depending on the damage.
fn scratches(framebuffer: &mut Framebuffer, at: &At, damage: f32) {
    let places: &[f32] = if damage > 0.6 { &[-0.26, 0.0, 0.26] } else { &[0.0] };
    for across in places {
        let from = at.pixel + Vec2::new(across - 0.28, -0.36) * at.radius;
        let to = at.pixel + Vec2::new(across + 0.20, 0.30) * at.radius;
        framebuffer.line(from, to, (at.radius * 0.08).max(1.0), [176, 20, 34, 220]);
    }
}

/// Highlights the selected organism with a ring and ticks, or the one under the pointer with a
/// ring.
pub(super) fn point_out(framebuffer: &mut Framebuffer, at: Vec2, radius: f32, is_selected: bool) {
    let ring = radius.max(3.0) * 1.30 + 3.0;
    if !is_selected {
        framebuffer.ring(at, ring + 1.0, 4.0, [20, 22, 26, 110]);
        return framebuffer.ring(at, ring, 2.0, HALO);
    }
    framebuffer.ring(at, ring + 1.5, 6.0, [20, 22, 26, 150]);
    framebuffer.ring(at, ring, 3.0, [255, 214, 64, 255]);
    for direction in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
        let [from, to] = [at + direction * (ring + 1.0), at + direction * (ring + 7.0)];
        framebuffer.line(from, to, 5.0, [20, 22, 26, 150]);
        framebuffer.line(from, to, 2.5, [255, 214, 64, 255]);
    }
}

fn unit(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}
