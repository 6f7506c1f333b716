//! The charts of a run, one tab for each.

mod causes;
pub(super) mod conquest;
mod deaths;
mod flows;
mod populations;
mod traits;

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Tab, Target, theme};
use crate::species::SpeciesId;
use crate::view::Rect;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let (row, rest) = room.cut_top(painter_context.px(23.0));
    tabs(painter_context, row, show, panels, hits);
    let (_, body) = rest.cut_top(painter_context.px(3.0));
    if body.height < painter_context.px(30.0) {
        return;
    }
    // Ignore a species that this world does not have.
    let count = show.chronicle.species().len();
    let species = panels.species.filter(|species| species.index() < count);
    match tab_of(show, panels) {
        Tab::Populations => populations::paint(painter_context, body, show, species),
        Tab::Births => flows::paint(painter_context, body, show, species),
        Tab::Deaths => deaths::paint(painter_context, body, show, species),
        Tab::Traits => traits::paint(painter_context, body, show, species),
        Tab::Conquest => conquest::paint(painter_context, body, show),
    }
}

/// Returns the selected tab; the conquest tab only in worlds with bases.
fn tab_of(show: &Show<'_>, panels: &Panels) -> Tab {
    match panels.tab {
        Tab::Conquest if show.chronicle.bases().is_empty() => Tab::Populations,
        tab => tab,
    }
}

/// Paints a button for each tab, or where there is no room for all, two that switch to the next ones.
fn tabs(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let is_conquest = !show.chronicle.bases().is_empty();
    let tabs: Vec<Tab> =
        Tab::ALL.into_iter().filter(|&tab| tab != Tab::Conquest || is_conquest).collect();
    let shown = tab_of(show, panels);
    let gap = painter_context.px(4.0);
    let filter = panels.species.map(|species| (species, show.chronicle.name(species).to_owned()));
    let width = |painter_context: &PainterContext<'_>, text: &str| {
        (painter_context.font.width(text, &theme::BODY) + painter_context.px(16.0)).round()
    };
    let widths: Vec<f32> = tabs.iter().map(|tab| width(painter_context, tab.name())).collect();
    let of_filter = filter.as_ref().map_or(0.0, |(_, name)| width(painter_context, name) + gap);
    let all: f32 = widths.iter().map(|width| width + gap).sum::<f32>() + of_filter;
    if all > row.width {
        return selector(painter_context, row, (&tabs, shown), filter, hits);
    }
    let mut left = row.left;
    for (&tab, width) in tabs.iter().zip(widths) {
        let part = Rect::new(left, row.top, width, row.height);
        painter_context.button(part, tab.name(), tab == shown, hits, (&row, Target::Tab(tab)));
        left = part.right() + gap;
    }
    if let Some((species, name)) = filter {
        let part = Rect::new(row.right() - of_filter, row.top, of_filter, row.height);
        let text = format!("{name} ×");
        painter_context.button(part, &text, false, hits, (&row, Target::Species(species)));
    }
}

/// Paints the name of the tab between two buttons that switch to the tabs before and after it.
fn selector(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    (tabs, shown): (&[Tab], Tab),
    filter: Option<(SpeciesId, String)>,
    hits: &mut Hits,
) {
    let place = tabs.iter().position(|&tab| tab == shown).unwrap_or(0);
    let side = painter_context.px(24.0);
    let (before, rest) = row.cut_left(side);
    let (middle, after) = rest.cut_left(rest.width - side);
    for (part, text, step) in [(before, "‹", tabs.len() - 1), (after, "›", 1)] {
        let tab = tabs[(place + step) % tabs.len()];
        painter_context.button(part, text, false, hits, (&row, Target::Tab(tab)));
    }
    let middle = middle.inset(painter_context.px(4.0));
    let middle = Rect { top: row.top, height: row.height, ..middle };
    match filter {
        Some((species, name)) => {
            let text = format!("{}: {name} ×", shown.name());
            painter_context.button(middle, &text, false, hits, (&row, Target::Species(species)));
        }
        None => painter_context.font.write_centred(
            painter_context.framebuffer,
            shown.name(),
            middle.centre(),
            &theme::BODY,
        ),
    }
}

/// Returns the colour of a species.
fn colour_of(show: &Show<'_>, species: SpeciesId) -> crate::view::Colour {
    show.scene.look(species).map_or(theme::FAINT, |look| theme::of_species(look.colour))
}
