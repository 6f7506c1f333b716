//! The lineages of each species: the living descendants of each founder. A click on one shows the means of its traits.

use terrarium_creatures::species::SpeciesId;
use terrarium_picture::{ColourBy, Key, Rect};
use terrarium_playback::FounderLineage;
use terrarium_playback::chronicle::Trait;
use terrarium_studies::charts::short;

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target, theme};

/// The lineages that are shown.
#[derive(Debug, Clone, Copy)]
pub struct LineagesShow<'a> {
    /// All lineages, by species, the largest first.
    pub all: &'a [FounderLineage],
    /// The tick whose organisms are the founders.
    pub first_tick: u64,
    /// Why there are none to show.
    pub note: Option<&'a str>,
}

/// The widths of the columns, as shares of the row.
const COLUMNS: [f32; 4] = [0.32, 0.21, 0.22, 0.25];

/// The most lineages of a species that are listed, unless the species is chosen in the legend.
const MOST: usize = 5;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let row = painter_context.row();
    let Some(shown) = show.lineages.filter(|it| it.note.is_none()) else {
        let text = show.lineages.and_then(|it| it.note).unwrap_or("…");
        let line = Rect { height: row, ..room };
        painter_context.text(text, line, &theme::BODY.coloured(theme::FAINT));
        return;
    };
    let rows = rows(&shown, show, panels);
    #[expect(clippy::cast_precision_loss, reason = "rows are few")]
    let height = row * rows.len() as f32;
    panels.lineages = panels.lineages.min((height - room.height).max(0.0));
    painter_context.framebuffer.set_clip(Some(room));
    let mut top = room.top - panels.lineages;
    for item in rows {
        let line = Rect::new(room.left, top, room.width, row);
        if line.bottom() > room.top && line.top < room.bottom() {
            item.paint(painter_context, line, show, panels, (&room, &mut *hits));
        }
        top += row;
    }
    painter_context.framebuffer.set_clip(Some(area));
    painter_context.scroll_bar(area, panels.lineages, height);
}

/// A row of the panel.
enum Row<'a> {
    /// The tick at which the record begins, whose organisms are founders.
    Since(u64),
    /// The names of the columns.
    Names,
    /// A species, with the number of its lineages.
    Species(SpeciesId, usize),
    /// A lineage.
    Lineage(&'a FounderLineage),
    /// The mean of a trait in the lineage above, and in the whole species.
    Mean(Trait, f64, f64),
    /// The number of lineages that are not listed, and of their members.
    Others(usize, u64),
}

fn rows<'a>(shown: &LineagesShow<'a>, show: &Show<'_>, panels: &Panels) -> Vec<Row<'a>> {
    let mut rows = vec![Row::Names];
    if shown.first_tick > 0 {
        rows.insert(0, Row::Since(shown.first_tick));
    }
    let is_chosen = |species: SpeciesId| panels.species.is_none_or(|it| it == species);
    for of_species in shown.all.chunk_by(|a, b| a.species == b.species) {
        let species = of_species[0].species;
        if !is_chosen(species) {
            continue;
        }
        rows.push(Row::Species(species, of_species.len()));
        let most = if panels.species.is_some() { usize::MAX } else { MOST };
        let (listed, others) = of_species.split_at(of_species.len().min(most));
        for lineage in listed {
            rows.push(Row::Lineage(lineage));
            if panels.lineage == Some(lineage.founder) {
                rows.extend(means(lineage, of_species, show));
            }
        }
        if !others.is_empty() {
            rows.push(Row::Others(others.len(), others.iter().map(|it| it.living).sum()));
        }
    }
    rows
}

/// The means of the traits of a lineage, each with that of the species.
#[expect(clippy::cast_precision_loss, reason = "the numbers of organisms are small")]
fn means<'a>(
    lineage: &FounderLineage,
    of_species: &[FounderLineage],
    show: &Show<'_>,
) -> Vec<Row<'a>> {
    let Some(look) = show.scene.look(lineage.species) else { return Vec::new() };
    let all: f64 = of_species.iter().map(|it| it.living as f64).sum();
    let mean = |(index, (&what, &own)): (usize, (&Trait, &f64))| {
        let weighted = of_species.iter().map(|it| it.means[index] * it.living as f64);
        Row::Mean(what, own, weighted.sum::<f64>() / all)
    };
    Trait::of(look.kind).iter().zip(&lineage.means).enumerate().map(mean).collect()
}

impl Row<'_> {
    fn paint(
        &self,
        painter_context: &mut PainterContext<'_>,
        line: Rect,
        show: &Show<'_>,
        panels: &Panels,
        (room, hits): (&Rect, &mut Hits),
    ) {
        let faint = theme::BODY.coloured(theme::FAINT);
        match self {
            Self::Since(tick) => {
                let text = format!("founders: alive at tick {tick}, or without a parent");
                painter_context.text(&text, line, &faint);
            }
            Self::Names => {
                let names = ["founder", "living", "share", "gener."].map(str::to_owned);
                columns(painter_context, line, &names, &faint);
            }
            Self::Species(species, count) => {
                let name = show.scene.look(*species).map_or("?", |look| look.name.as_str());
                let lineages = if *count == 1 { "lineage" } else { "lineages" };
                painter_context.text(&format!("{name}: {count} {lineages}"), line, &theme::HEAD);
            }
            Self::Lineage(lineage) => {
                let is_open = panels.lineage == Some(lineage.founder);
                if is_open || painter_context.points_at(&line.within(room)) {
                    let ground = if is_open { theme::ACTIVE } else { theme::BUTTON };
                    painter_context.framebuffer.fill_rounded(line, 4.0, ground);
                }
                swatch(painter_context, line, lineage, show);
                let texts = [
                    format!("   {}", lineage.founder),
                    lineage.living.to_string(),
                    format!("{:.0} %", lineage.share * 100.0),
                    lineage.generation.to_string(),
                ];
                columns(painter_context, line, &texts, &theme::BODY);
                hits.add(line, room, Target::Lineage(lineage.founder));
            }
            Self::Mean(what, own, of_all) => {
                let (_, text) = line.cut_left(painter_context.px(20.0));
                let [own, of_all] =
                    [own, of_all].map(|value| short((value * 100.0).round() / 100.0));
                painter_context.text(
                    &format!("{} {own} (all {of_all})", what.name()),
                    text,
                    &faint,
                );
            }
            Self::Others(count, living) => {
                painter_context.text(&format!("   {count} others: {living}"), line, &faint);
            }
        }
    }
}

/// Writes the cells of a row; all but the first are right-aligned.
fn columns(
    painter_context: &mut PainterContext<'_>,
    line: Rect,
    texts: &[String; 4],
    style: &terrarium_picture::TextStyle,
) {
    let mut rest = line;
    for (index, (text, share)) in texts.iter().zip(COLUMNS).enumerate() {
        let (cell, next) = rest.cut_left(line.width * share);
        if index == 0 {
            painter_context.text(text, cell, style);
        } else {
            painter_context.text_right(text, cell, style);
        }
        rest = next;
    }
}

/// Paints the colour of a lineage, if organisms are coloured by lineage and it has one.
fn swatch(
    painter_context: &mut PainterContext<'_>,
    line: Rect,
    lineage: &FounderLineage,
    show: &Show<'_>,
) {
    let by_lineage = show.colouring.filter(|it| it.by == ColourBy::Lineage);
    let Some(Key::Lineages { largest, .. }) = by_lineage.map(|it| &it.key) else { return };
    if let Some(coloured) = largest.iter().find(|it| it.founder == lineage.founder) {
        let half = painter_context.px(4.0);
        let centre = glam::Vec2::new(line.left + half, line.centre().y);
        let [r, g, b] = coloured.colour;
        painter_context.framebuffer.fill(Rect::around(centre, half), [r, g, b, 255]);
    }
}
