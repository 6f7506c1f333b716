//! The chart of deaths by cause, from the beginning to the tick that is shown: a bar for each species, or for
//! each cause in one species.

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::theme;
use super::causes::{CAUSES, legend, name_of};
use super::colour_of;
use crate::behaviour::Death;
use crate::playback::chronicle::Tally;
use crate::species::SpeciesId;
use crate::view::{Colour, Rect};

/// The height of a row, in units of 1/96 inch.
const ROW: f32 = 18.0;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    only: Option<SpeciesId>,
) {
    let totals = show.chronicle.totals(show.tick());
    let Some(only) = only else { return of_all(painter_context, area, show, &totals) };
    let total = totals.get(only.index()).copied().unwrap_or_default();
    let all = total.all_deaths();
    let most = total.deaths.into_iter().max().unwrap_or(0);
    let mut rows = Rows { painter_context, area, place: 0 };
    rows.text(&format!("{all} deaths, {} births", total.births));
    let causes = Death::ALL.into_iter().zip(total.deaths).zip(CAUSES);
    for ((cause, count), colour) in causes.filter(|((_, count), _)| *count > 0) {
        let share = 100.0 * f64::from(count) / f64::from(all);
        let label = format!("{count}, {share:.0} %");
        rows.bar(&name_of(cause), theme::TEXT, &label, most, &[(count, colour)]);
    }
}

/// The species with the most deaths first.
fn of_all(painter_context: &mut PainterContext<'_>, area: Rect, show: &Show<'_>, totals: &[Tally]) {
    let (key, body) = area.cut_top(painter_context.px(17.0));
    let happened = |cause: Death| totals.iter().any(|total| total.deaths[cause as usize] > 0);
    legend(painter_context, key, None, happened);
    let mut species: Vec<_> =
        show.chronicle.species().iter().zip((0..).map(SpeciesId)).zip(totals).collect();
    species.sort_by_key(|(_, total)| std::cmp::Reverse(total.all_deaths()));
    let mut rows = Rows { painter_context, area: body, place: 0 };
    for ((info, id), total) in species {
        let all = total.all_deaths();
        let parts: Vec<_> = total.deaths.into_iter().zip(CAUSES).collect();
        rows.bar(&info.name, colour_of(show, id), &all.to_string(), all, &parts);
    }
}

/// Rows below each other; those for which there is no room are left out.
struct Rows<'a, 'b> {
    painter_context: &'a mut PainterContext<'b>,
    area: Rect,
    place: u16,
}

impl Rows<'_, '_> {
    fn next(&mut self) -> Option<Rect> {
        let height = self.painter_context.px(ROW);
        let row = Rect { top: self.area.top + height * f32::from(self.place), height, ..self.area };
        self.place += 1;
        (row.bottom() <= self.area.bottom() + 1.0).then_some(row)
    }

    fn text(&mut self, text: &str) {
        if let Some(row) = self.next() {
            self.painter_context.text(text, row, &theme::SMALL);
        }
    }

    /// A name, a bar of parts whose whole width stands for `most`, and a label.
    fn bar(&mut self, name: &str, colour: Colour, label: &str, most: u32, parts: &[(u32, Colour)]) {
        let Some(row) = self.next() else { return };
        let (first, rest) = row.cut_left(row.width * 0.26);
        let (middle, last) = rest.cut_left(rest.width * 0.72);
        self.painter_context.text(name, first, &theme::BODY.coloured(colour));
        self.painter_context.text_right(label, last, &theme::SMALL);
        let gap = self.painter_context.px(4.0);
        let mut left = middle.left;
        for &(count, colour) in parts {
            #[expect(clippy::cast_possible_truncation, reason = "a share of a width")]
            let share = (f64::from(count) / f64::from(most.max(1))) as f32;
            let width = middle.width * share;
            let part = Rect::new(left, middle.top + gap, width, middle.height - 2.0 * gap);
            self.painter_context.framebuffer.fill(part, colour);
            left += width;
        }
    }
}
