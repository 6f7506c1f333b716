//! What a chart compares: buttons that open the lists to choose from.

use terrarium_creatures::species::Kind;
use terrarium_picture::Rect;
use terrarium_studies::charts::{CensusColumn, ChartChoice, ChartKind, Group, Property};

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::{Hits, Menu, Target};
use super::choice_of;
use crate::panel::panels::{ChartList, ChartSelection, Panels};

/// Whether a kind of chart has choices.
pub(super) fn are_needed(kind: ChartKind) -> bool {
    matches!(kind, ChartKind::Phase | ChartKind::Census | ChartKind::Scatter)
}

/// Paints a button for each choice of a chart.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    show: &Show<'_>,
    choice: &ChartChoice,
    hits: &mut Hits,
) {
    let names: Vec<(ChartList, String)> = match choice.kind {
        ChartKind::Phase => {
            let groups = choice.effective_groups(&show.chart_source());
            let name = |group: Group| group.name(show.chronicle.species());
            vec![
                (ChartList::Vertical, format!("↑ {}", name(groups[1]))),
                (ChartList::Horizontal, format!("→ {}", name(groups[0]))),
            ]
        }
        ChartKind::Scatter => {
            let [x, y] = choice.effective_properties(kind_of(show, choice)).map(Property::name);
            vec![(ChartList::Vertical, format!("↑ {y}")), (ChartList::Horizontal, format!("→ {x}"))]
        }
        _ => vec![(ChartList::Column, choice.column.name().replace('_', " "))],
    };
    let gap = painter_context.px(4.0);
    #[expect(clippy::cast_precision_loss, reason = "there are two")]
    let width = ((row.width + gap) / names.len() as f32 - gap).min(painter_context.px(200.0));
    let mut left = row.left;
    for (list, name) in names {
        let part = Rect { left, width, ..row };
        let text = format!("{name} ▾");
        let what = Target::Menu(Menu::Chart(list));
        painter_context.button(part, &text, false, hits, (&row, what));
        left = part.right() + gap;
    }
}

/// The entries of a list: their texts, whether they are chosen, and what a click on them means.
pub(in crate::panel) fn items(
    list: ChartList,
    show: &Show<'_>,
    panels: &Panels,
) -> Vec<(String, bool, Target)> {
    let choice = choice_of(show, panels);
    let axis = usize::from(list == ChartList::Vertical);
    match (list, choice.kind) {
        (ChartList::Column, _) => {
            let item = |column: CensusColumn| {
                let what = Target::Set(ChartSelection::Column(column));
                (column.name().replace('_', " "), column == choice.column, what)
            };
            CensusColumn::all().map(item).collect()
        }
        (_, ChartKind::Scatter) => {
            let kind = kind_of(show, &choice);
            let chosen = choice.effective_properties(kind)[axis];
            let item = |property: Property| {
                let what = Target::Set(ChartSelection::Property(axis, property));
                (property.name().to_owned(), property == chosen, what)
            };
            Property::of(kind).map(item).collect()
        }
        _ => {
            let species = show.chronicle.species();
            let chosen = choice.effective_groups(&show.chart_source())[axis];
            let item = |group: Group| {
                let what = Target::Set(ChartSelection::Group(axis, group));
                (group.name(species), group == chosen, what)
            };
            Group::all(species).map(item).collect()
        }
    }
}

/// The kind of the species that a chart of organisms is about.
fn kind_of(show: &Show<'_>, choice: &ChartChoice) -> Kind {
    let species = show.chronicle.species();
    species.get(choice.subject(species).index()).map_or(Kind::Plant, |info| info.kind)
}
