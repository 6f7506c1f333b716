//! The picture of a brain: inputs at the left, outputs at the right, and the neurons between.
//!
//! Neurons are filled by their values; connections have the colour of their sign and the width of their weight. What
//! founders do not have is bright, and has a mark in its middle; so has what the parent does not have.

use glam::Vec2;
use terrarium_picture::{Colour, Rect, TextStyle};
use terrarium_playback::inspection::{BrainView, ConnectionView, Layer, NeuronView, ParentBrain};

use super::painter_context::PainterContext;
use super::theme;

/// The colours of positive and negative values, and of 0.
const POSITIVE: [u8; 3] = [240, 180, 70];
const NEGATIVE: [u8; 3] = [90, 160, 245];
const ZERO: [u8; 3] = [34, 40, 50];

/// The mark of what the parent does not have.
const OTHER_THAN_PARENT: Colour = [240, 130, 200, 255];

const LABEL: TextStyle = TextStyle::new(10.0, theme::FAINT);

/// The height of a row of neurons, in pixels at scale 1.
const ROW: f32 = 14.0;

/// The greatest change of a weight that does not count.
const SAME: f32 = 0.005;

/// The height of the picture of a brain, in pixels.
pub(super) fn height(painter_context: &PainterContext<'_>, brain: &BrainView) -> f32 {
    let count = |layer| brain.neurons.iter().filter(|it| it.layer == layer).count();
    let rows = count(Layer::Input).max(count(Layer::Output)).max(count(Layer::Between).div_ceil(3));
    #[expect(clippy::cast_precision_loss, reason = "neurons are few")]
    let rows = rows.max(4) as f32;
    painter_context.px(ROW) * (rows + 3.5)
}

/// Paints the brain into a rectangle of its [`height`].
pub(super) fn paint(painter_context: &mut PainterContext<'_>, area: Rect, brain: &BrainView) {
    let row = painter_context.px(ROW);
    let legend = area.bottom() - row * 3.0;
    let (net, _) = area.cut_top(legend - area.top - row * 0.25);
    let places = places(painter_context, net, brain);
    for &(from, to, _) in &brain.lost {
        let line = curve(places[from], places[to], painter_context.font.scale());
        painter_context.framebuffer.dashes(&line, 1.0, [3.0, 3.0], [130, 136, 146, 150]);
    }
    // What is new lies above what founders have.
    for is_new in [false, true] {
        for it in brain.connections.iter().filter(|it| differs(it) == is_new) {
            connection(painter_context, it, &places);
        }
    }
    for (neuron, &place) in brain.neurons.iter().zip(&places) {
        paint_neuron(painter_context, neuron, place, &net);
    }
    let rows =
        [0.0, 1.0, 2.0].map(|line| Rect::new(area.left, legend + row * line, area.width, row));
    explain(painter_context, rows, brain);
}

/// Whether founders do not have the connection, or with another weight.
fn differs(it: &ConnectionView) -> bool {
    it.in_founders.is_none_or(|weight| (weight - it.weight).abs() > SAME)
}

/// The place of each neuron.
fn places(painter_context: &PainterContext<'_>, net: Rect, brain: &BrainView) -> Vec<Vec2> {
    let (left, right) = (net.left + net.width * 0.28, net.right() - net.width * 0.21);
    let (middle, span) = ((left + right) * 0.5, right - left);
    let mut seen = [0_u16; 3];
    let count = |layer| brain.neurons.iter().filter(|it| it.layer == layer).count();
    let counts = [Layer::Input, Layer::Output, Layer::Between].map(count);
    let gap = painter_context.px(ROW);
    let place = |neuron: &NeuronView| {
        let number = seen[neuron.layer as usize];
        seen[neuron.layer as usize] += 1;
        #[expect(clippy::cast_precision_loss, reason = "neurons are few")]
        let all = counts[neuron.layer as usize] as f32;
        let share = (f32::from(number) + 0.5) / all;
        let y = net.top + gap * 0.5 + (net.height - gap) * share;
        let x = match neuron.layer {
            Layer::Input => left,
            Layer::Output => right,
            // In three columns, so that connections between them are seen.
            Layer::Between => middle + (f32::from(number % 3) - 1.0) * span * 0.2,
        };
        Vec2::new(x.round(), y.round())
    };
    brain.neurons.iter().map(place).collect()
}

fn connection(painter_context: &mut PainterContext<'_>, it: &ConnectionView, places: &[Vec2]) {
    let [r, g, b] = if it.weight < 0.0 { NEGATIVE } else { POSITIVE };
    let is_new = differs(it);
    let width = (0.8 + it.weight.abs() * 0.7).min(4.0) * painter_context.font.scale();
    let line = curve(places[it.from], places[it.to], painter_context.font.scale());
    let cover = if is_new { 235 } else { 95 };
    painter_context.framebuffer.polyline(&line, width, [r, g, b, cover]);
    let size = painter_context.px(3.0);
    let middle = line[line.len() / 2];
    if it.in_founders.is_none() {
        let [x, y] = [Vec2::new(size, 0.0), Vec2::new(0.0, size)];
        let corners = [middle - y, middle + x, middle + y, middle - x];
        painter_context.framebuffer.polygon(&corners, theme::TEXT);
    }
    if it.is_as_in_parent == Some(false) {
        let thin = painter_context.px(1.0);
        painter_context.framebuffer.ring(middle, size + 2.0, thin, OTHER_THAN_PARENT);
    }
}

/// A line from one neuron to another: bent where both are above each other, a loop at the same one.
fn curve(from: Vec2, to: Vec2, scale: f32) -> Vec<Vec2> {
    const PARTS: u8 = 12;
    let bend = match (to - from).abs() {
        offset if offset == Vec2::ZERO => return circle(from, scale),
        offset if offset.x < 4.0 => Vec2::new(-14.0 * scale - offset.y * 0.15, 0.0),
        _ => Vec2::ZERO,
    };
    let control = (from + to) * 0.5 + bend;
    let point = |part: u8| {
        let share = f32::from(part) / f32::from(PARTS);
        from.lerp(control, share).lerp(control.lerp(to, share), share)
    };
    (0..=PARTS).map(point).collect()
}

fn circle(at: Vec2, scale: f32) -> Vec<Vec2> {
    let centre = at - Vec2::new(0.0, 8.0 * scale);
    let point = |part: u8| {
        let angle = f32::from(part) / 12.0 * std::f32::consts::TAU;
        centre + Vec2::new(libm::sinf(angle), libm::cosf(angle)) * (6.0 * scale)
    };
    (0..=12).map(point).collect()
}

fn paint_neuron(
    painter_context: &mut PainterContext<'_>,
    neuron: &NeuronView,
    at: Vec2,
    net: &Rect,
) {
    let radius = painter_context.px(5.0);
    painter_context.framebuffer.disc(at, radius, filled(neuron.value));
    let rim = if neuron.is_of_founders { theme::FAINT } else { theme::TEXT };
    let width = painter_context.px(if neuron.is_of_founders { 1.0 } else { 2.0 });
    painter_context.framebuffer.ring(at, radius, width, rim);
    let (row, gap) = (painter_context.px(ROW), painter_context.px(9.0));
    let line = |left: f32, right: f32| Rect::new(left, at.y - row * 0.5, right - left, row);
    match neuron.layer {
        Layer::Input => {
            painter_context.text_right(&neuron.name, line(net.left, at.x - gap), &LABEL);
        }
        Layer::Output => {
            painter_context.text(&neuron.name, line(at.x + gap, net.right()), &LABEL);
        }
        Layer::Between => {}
    }
}

/// The colour of a value: the further from 0, the brighter.
fn filled(value: f32) -> Colour {
    let to = if value < 0.0 { NEGATIVE } else { POSITIVE };
    let share = value.abs().min(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
    let mix =
        |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share) as u8;
    [mix(ZERO[0], to[0]), mix(ZERO[1], to[1]), mix(ZERO[2], to[2]), 255]
}

/// Writes what colours and marks mean.
fn explain(painter_context: &mut PainterContext<'_>, rows: [Rect; 3], brain: &BrainView) {
    let [signs, founders, parent] = rows;
    let mut left = signs;
    for ([r, g, b], text) in [(POSITIVE, "positive"), (NEGATIVE, "negative")] {
        let (mark, rest) = left.cut_left(painter_context.px(14.0));
        let radius = painter_context.px(3.5);
        painter_context.framebuffer.disc(mark.centre(), radius, [r, g, b, 255]);
        let (word, rest) = rest.cut_left(painter_context.px(58.0));
        painter_context.text(text, word, &LABEL);
        left = rest;
    }
    let (mark, text) = founders.cut_left(painter_context.px(14.0));
    let (at, size) = (mark.centre(), painter_context.px(3.0));
    let [x, y] = [Vec2::new(size, 0.0), Vec2::new(0.0, size)];
    painter_context.framebuffer.polygon(&[at - y, at + x, at + y, at - x], theme::TEXT);
    let new = brain.connections.iter().filter(|it| it.in_founders.is_none()).count();
    let lost = brain.lost.len();
    let changed = brain.connections.iter().filter(|it| differs(it)).count() - new;
    let words = format!("{new} new; bright: {changed} changed; dashed: {lost} lost");
    painter_context.text(&words, text, &LABEL);
    let (mark, text) = parent.cut_left(painter_context.px(14.0));
    if matches!(brain.parent, ParentBrain::Alive(_)) {
        let thin = painter_context.px(1.0);
        painter_context.framebuffer.ring(mark.centre(), size + 1.0, thin, OTHER_THAN_PARENT);
    }
    let words = match brain.parent {
        ParentBrain::None => "without a parent".to_owned(),
        ParentBrain::Dead => "parent dead: its brain is not known".to_owned(),
        ParentBrain::Alive(_) => {
            let other = |it: &&ConnectionView| it.is_as_in_parent == Some(false);
            let count = brain.connections.iter().filter(other).count();
            format!("{count} other than in its living parent")
        }
    };
    painter_context.text(&words, text, &LABEL);
}
