//! What a chart compares: buttons that open the lists to choose from.

use terrarium_picture::Rect;
use terrarium_studies::charts::{ChartChoice, ChartPart, ChoiceList};

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::{Hits, Menu, Target};
use super::choice_of;
use crate::panel::panels::Panels;

/// Paints a button for each list of a chart.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    show: &Show<'_>,
    choice: &ChartChoice,
    hits: &mut Hits,
) {
    let lists = choice.lists(show.chronicle);
    let gap = painter_context.px(4.0);
    #[expect(clippy::cast_precision_loss, reason = "there are two")]
    let width =
        ((row.width + gap) / lists.len().max(1) as f32 - gap).min(painter_context.px(200.0));
    let mut left = row.left;
    for list in lists {
        let part = Rect { left, width, ..row };
        let axis = match list.part {
            ChartPart::Vertical => "↑ ",
            ChartPart::Horizontal => "→ ",
            ChartPart::Column => "",
        };
        let text = format!("{axis}{} ▾", list.name());
        let what = Target::Menu(Menu::Chart(list.part));
        painter_context.button(part, &text, false, hits, (&row, what));
        left = part.right() + gap;
    }
}

/// The entries of a list: their texts, whether they are chosen, and what a click on them means.
pub(in crate::panel) fn items(
    part: ChartPart,
    show: &Show<'_>,
    panels: &Panels,
) -> Vec<(String, bool, Target)> {
    let lists = choice_of(show, panels).lists(show.chronicle);
    let Some(ChoiceList { entries, chosen, .. }) = lists.into_iter().find(|it| it.part == part)
    else {
        return Vec::new();
    };
    let entries = entries.into_iter().enumerate();
    entries.map(|(index, it)| (it.name, index == chosen, Target::Set(it.selection))).collect()
}
