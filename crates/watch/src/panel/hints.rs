//! Hints for somebody new: bubbles that point at what can be done.

use glam::Vec2;
use terrarium_picture::Rect;
use terrarium_picture::actions::UiAction;

use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Target, theme};

/// A hint in a bubble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// A click shows the details of an organism.
    World,
    /// The timeline leads back in time.
    Time,
    /// Where all keys are listed.
    Keys,
}

impl Hint {
    /// All hints.
    pub const ALL: [Self; 3] = [Self::World, Self::Time, Self::Keys];

    fn text(self) -> String {
        let key = |action: UiAction| action.entry().strokes[0].name();
        match self {
            Self::World => "Click on an animal to see what it does, and why".to_owned(),
            Self::Time => "Drag along the timeline to go back in time".to_owned(),
            Self::Keys => {
                let (play, help) = (key(UiAction::PlayPause), key(UiAction::Help));
                format!("{play} pauses · {help} lists all keys")
            }
        }
    }

    /// The point that the bubble points at, and whether it is above it.
    fn target(self, layout: &Layout, show: &Show<'_>) -> Option<(Vec2, bool)> {
        match self {
            Self::World if layout.enlarged.is_some() => None,
            Self::World => {
                let followed = show.followed.and_then(|id| show.scene.figure(id));
                let at = followed.map_or(layout.world.centre(), |figure| {
                    let above = Vec2::new(0.0, show.camera.pixels(figure.radius));
                    show.camera.pixel(figure.centre) - above
                });
                // An organism that is followed can be out of view, until the camera arrives.
                let world = layout.world;
                let at = (at - Vec2::new(0.0, LABEL))
                    .clamp(world.corner(), Vec2::new(world.right(), world.bottom()));
                Some((at, true))
            }
            Self::Time => {
                let placed = layout.placed();
                let (_, timeline) = placed.iter().find(|it| it.0 == Panel::Timeline)?;
                Some((Vec2::new(timeline.centre().x, timeline.top + 4.0), true))
            }
            Self::Keys => {
                let left = layout.world.left + layout.world.width * 0.25;
                Some((Vec2::new(left, layout.world.top), false))
            }
        }
    }
}

/// The room for the name of an organism above it, in pixels.
const LABEL: f32 = 30.0;

/// Paints the bubbles, all of them over the world. A click on one closes it.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &Show<'_>,
    hits: &mut Hits,
) {
    for &hint in show.hints {
        let Some((at, is_above)) = hint.target(layout, show) else { continue };
        let (tip, pad) = (painter_context.px(8.0), painter_context.px(12.0));
        let text = format!("{}   ×", hint.text());
        let width = (painter_context.font.width(&text, &theme::BODY) + 2.0 * pad).ceil() + 1.0;
        let height = painter_context.px(30.0);
        if width > layout.world.width || height * 6.0 > layout.world.height {
            continue;
        }
        let left = (at.x - width * 0.5).min(layout.world.right() - width).max(layout.world.left);
        let top = if is_above { at.y - tip - height } else { at.y + tip };
        let lowest = layout.world.bottom() - height;
        let area =
            Rect::new(left.round(), top.min(lowest).max(layout.world.top).round(), width, height);
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
