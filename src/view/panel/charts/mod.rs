//! The charts of a run, one tab for each.

mod causes;
mod conquest;
mod deaths;
mod flows;
mod populations;
mod traits;

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
    painter_context.ground(area, theme::PANEL);
    let room = area.inset(painter_context.px(7.0));
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

fn tabs(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let is_conquest = !show.chronicle.bases().is_empty();
    let mut left = row.left;
    for tab in Tab::ALL.into_iter().filter(|&tab| tab != Tab::Conquest || is_conquest) {
        let width = painter_context.font.width(tab.name(), &theme::BODY) + painter_context.px(16.0);
        let part = Rect::new(left, row.top, width.round(), row.height);
        let is_on = tab_of(show, panels) == tab;
        painter_context.button(part, tab.name(), is_on, hits, (&row, Target::Tab(tab)));
        left = part.right() + painter_context.px(4.0);
    }
    let filter = panels.species.map(|species| show.chronicle.name(species));
    let filter = filter.map_or_else(String::new, |name| format!("{name} ×"));
    let width = painter_context.font.width(&filter, &theme::BODY) + painter_context.px(14.0);
    if let (Some(species), true) = (panels.species, left + width <= row.right()) {
        let part = Rect::new(row.right() - width, row.top, width, row.height);
        painter_context.button(part, &filter, false, hits, (&row, Target::Species(species)));
    }
}

/// Returns the colour of a species.
fn colour_of(show: &Show<'_>, species: SpeciesId) -> crate::view::Colour {
    show.scene.look(species).map_or(theme::FAINT, |look| theme::of_species(look.colour))
}
