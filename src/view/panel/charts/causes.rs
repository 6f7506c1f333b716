//! The colours and the legend of the causes of death.

use super::super::painter_context::PainterContext;
use super::super::theme;
use crate::behaviour::Death;
use crate::view::{Colour, Rect};

/// The colours of the causes of death, in the order of [`Death::ALL`].
pub(super) const CAUSES: [Colour; Death::ALL.len()] = [
    [236, 188, 88, 255],
    [140, 151, 167, 255],
    [238, 110, 100, 255],
    [110, 170, 110, 255],
    [176, 140, 220, 255],
    [240, 140, 60, 255],
    [100, 170, 220, 255],
];

/// The name of a cause in charts.
pub(super) fn name_of(cause: Death) -> String {
    cause.name().replace('_', " ")
}

/// Paints the legend: another colour first, if there is one, and the causes of death that happened.
pub(super) fn legend(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    first: Option<(&str, Colour)>,
    happened: impl Fn(Death) -> bool,
) {
    let named = Death::ALL.into_iter().zip(CAUSES).filter(|&(cause, _)| happened(cause));
    let causes = named.map(|(cause, colour)| (name_of(cause), colour));
    let first = first.map(|(name, colour)| (name.to_owned(), colour));
    let mut left = row.left;
    for (name, colour) in first.into_iter().chain(causes) {
        let size = painter_context.px(8.0);
        let width = painter_context.font.width(&name, &theme::SMALL);
        if left + size + width + painter_context.px(6.0) > row.right() {
            break;
        }
        let swatch = Rect::new(left, (row.centre().y - size * 0.5).round(), size, size);
        painter_context.framebuffer.fill_rounded(swatch, painter_context.px(2.0), colour);
        let text =
            Rect { left: swatch.right() + painter_context.px(4.0), width: width + 2.0, ..row };
        painter_context.text(&name, text, &theme::SMALL);
        left = text.right() + painter_context.px(8.0);
    }
}
