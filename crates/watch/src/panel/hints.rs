//! Hints for somebody new: bubbles that point at what can be done.

use glam::Vec2;
use terrarium_picture::Rect;
pub use terrarium_session::Hint;

use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Target, theme};

/// Where the bubble can be: the points that it can point at, each with whether it is above that point.
fn targets(hint: Hint, layout: &Layout, followed: Option<Rect>) -> Vec<(Vec2, bool)> {
    let world = layout.world;
    match hint {
        Hint::World if layout.enlarged.is_some() => Vec::new(),
        Hint::World => {
            let middle = world.centre() - Vec2::new(0.0, LABEL);
            let of = followed.unwrap_or(Rect::around(middle, 0.0));
            let x = of.centre().x;
            // An organism that is followed can be out of view, until the camera arrives.
            let inside =
                |at: Vec2| at.clamp(world.corner(), Vec2::new(world.right(), world.bottom()));
            let (above, below) = (Vec2::new(x, of.top), Vec2::new(x, of.bottom()));
            vec![(inside(above), true), (inside(below), false)]
        }
        Hint::Time => {
            let placed = layout.placed();
            let Some((_, area)) = placed.iter().find(|it| it.0 == Panel::Timeline) else {
                return Vec::new();
            };
            let at = |(x, y): (f32, f32)| {
                let up = y * world.height;
                (Vec2::new(area.left + area.width * x, area.top + 4.0 - up), true)
            };
            shares([0.5, 0.2, 0.8]).map(at).collect()
        }
        Hint::Keys => {
            let at = |(x, y): (f32, f32)| {
                let place = world.size() * Vec2::new(x, y);
                (world.corner() + place, false)
            };
            shares([0.25, 0.75, 0.9]).map(at).collect()
        }
    }
}

/// Places along an edge of the world and, should all be taken, farther from it, as shares of its width and height.
fn shares(along: [f32; 3]) -> impl Iterator<Item = (f32, f32)> {
    [0.0, 0.12].into_iter().flat_map(move |away| along.map(|along| (along, away)))
}

/// The room for the name of an organism above it, in pixels.
const LABEL: f32 = 30.0;

/// The organism that is followed, with its name above.
fn followed(show: &Show<'_>) -> Option<Rect> {
    let figure = show.followed.and_then(|id| show.scene.figure(id))?;
    let (centre, radius) = (show.camera.pixel(figure.centre), show.camera.pixels(figure.radius));
    let body = Rect::around(centre, radius);
    Some(Rect { top: body.top - LABEL, height: body.height + LABEL, ..body })
}

/// Paints the bubbles, all of them over the world. A click on one closes it. None covers the organism that is followed,
/// nor another bubble.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &Show<'_>,
    hits: &mut Hits,
) {
    let followed = followed(show);
    let mut taken: Vec<Rect> = followed.into_iter().collect();
    for &hint in show.hints {
        let (tip, pad) = (painter_context.px(8.0), painter_context.px(12.0));
        let text = format!("{}   ×", hint.text());
        let width = (painter_context.font.width(&text, &theme::BODY) + 2.0 * pad).ceil() + 1.0;
        let height = painter_context.px(30.0);
        if width > layout.world.width || height * 6.0 > layout.world.height {
            continue;
        }
        let area_at = |at: Vec2, is_above: bool| {
            let most = layout.world.right() - width;
            let left = (at.x - width * 0.5).min(most).max(layout.world.left);
            let top = if is_above { at.y - tip - height } else { at.y + tip };
            let lowest = layout.world.bottom() - height;
            let top = top.min(lowest).max(layout.world.top);
            Rect::new(left.round(), top.round(), width, height)
        };
        let places = targets(hint, layout, followed).into_iter();
        let mut places = places.map(|(at, is_above)| (at, is_above, area_at(at, is_above)));
        let is_free = |area: &Rect| taken.iter().all(|other| area.within(other).is_empty());
        let Some((at, is_above, area)) = places.find(|(.., area)| is_free(area)) else { continue };
        taken.push(area);
        painter_context.framebuffer.fill_rounded(area, painter_context.px(8.0), theme::ACCENT);
        let foot = if is_above { area.bottom() - 1.0 } else { area.top + 1.0 };
        let side = Vec2::new(tip, 0.0);
        let base = Vec2::new(at.x, foot);
        painter_context.framebuffer.polygon(&[base - side, base + side, at], theme::ACCENT);
        let style = theme::BODY.coloured(theme::ABOVE);
        painter_context.text(&text, area.inset_sides(pad), &style);
        hits.add(area, &layout.all, Target::Dismiss(hint));
    }
}
