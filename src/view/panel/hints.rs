//! Hints for somebody new: bubbles that point at what can be done.

use glam::Vec2;

use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Target, theme};
use crate::view::Rect;
use crate::view::actions::UiAction;

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
    fn target(self, layout: &Layout) -> Option<(Vec2, bool)> {
        let placed = layout.placed();
        let area = |panel| placed.iter().find(|it| it.0 == panel).map(|it| it.1);
        match self {
            Self::World => Some((layout.world.centre() - Vec2::new(0.0, 34.0), true)),
            Self::Time => {
                let timeline = area(Panel::Timeline)?;
                Some((Vec2::new(timeline.centre().x, timeline.top + 4.0), true))
            }
            Self::Keys => {
                let bar = area(Panel::Bar)?;
                let left = layout.world.left + layout.world.width * 0.25;
                Some((Vec2::new(left, bar.bottom() - 2.0), false))
            }
        }
    }
}

/// Paints the bubbles. A click on one closes it.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    hints: &[Hint],
    hits: &mut Hits,
) {
    for &hint in hints {
        let Some((at, is_above)) = hint.target(layout) else { continue };
        let (tip, pad) = (painter_context.px(8.0), painter_context.px(12.0));
        let text = format!("{}   ×", hint.text());
        let width = painter_context.font.width(&text, &theme::BODY) + 2.0 * pad;
        let height = painter_context.px(30.0);
        if width > layout.world.width || height * 6.0 > layout.world.height {
            continue;
        }
        let left = (at.x - width * 0.5).clamp(layout.world.left, layout.world.right() - width);
        let top = if is_above { at.y - tip - height } else { at.y + tip };
        let area = Rect::new(left.round(), top.round(), width.round(), height);
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
