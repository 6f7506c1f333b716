//! The charts: curves of the past, a tab for each sort.

mod conquest;
mod flows;
mod populations;
mod traits;

use super::easel::Easel;
use super::paint::Show;
use super::{Hits, Panels, Tab, Target, theme};
use crate::species::SpeciesId;
use crate::view::Rect;

pub(super) fn paint(
    easel: &mut Easel<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    easel.ground(area, theme::PANEL);
    let room = area.inset(easel.px(7.0));
    let (row, rest) = room.cut_top(easel.px(23.0));
    tabs(easel, row, show, panels, hits);
    let (_, body) = rest.cut_top(easel.px(3.0));
    if body.height < easel.px(30.0) {
        return;
    }
    // A species that this world has not is none.
    let count = show.chronicle.species().len();
    let species = panels.species.filter(|species| species.index() < count);
    match tab_of(show, panels) {
        Tab::Populations => populations::paint(easel, body, show, species),
        Tab::Births => flows::paint(easel, body, show, species),
        Tab::Traits => traits::paint(easel, body, show, species),
        Tab::Conquest => conquest::paint(easel, body, show),
    }
}

/// The tab that is seen: that of the conquest only where there is one.
fn tab_of(show: &Show<'_>, panels: &Panels) -> Tab {
    match panels.tab {
        Tab::Conquest if show.chronicle.bases().is_empty() => Tab::Populations,
        tab => tab,
    }
}

fn tabs(easel: &mut Easel<'_>, row: Rect, show: &Show<'_>, panels: &Panels, hits: &mut Hits) {
    let is_conquest = !show.chronicle.bases().is_empty();
    let mut left = row.left;
    for tab in Tab::ALL.into_iter().filter(|&tab| tab != Tab::Conquest || is_conquest) {
        let width = easel.letters.width(tab.name(), &theme::BODY) + easel.px(16.0);
        let part = Rect::new(left, row.top, width.round(), row.height);
        let is_on = tab_of(show, panels) == tab;
        easel.button(part, tab.name(), is_on, hits, (&row, Target::Tab(tab)));
        left = part.right() + easel.px(4.0);
    }
    let whose = panels.species.map(|species| show.chronicle.name(species));
    let whose = whose.map_or_else(String::new, |name| format!("{name} ×"));
    let width = easel.letters.width(&whose, &theme::BODY) + easel.px(14.0);
    if let (Some(species), true) = (panels.species, left + width <= row.right()) {
        let part = Rect::new(row.right() - width, row.top, width, row.height);
        easel.button(part, &whose, false, hits, (&row, Target::Species(species)));
    }
}

/// The colour in which a species is drawn.
fn colour_of(show: &Show<'_>, species: SpeciesId) -> crate::view::Colour {
    show.scene.look(species).map_or(theme::FAINT, |look| theme::of_species(look.colour))
}
