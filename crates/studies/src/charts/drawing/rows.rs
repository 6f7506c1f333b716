//! Horizontal bars: causes of death, and the ages of a species.

use terrarium_drawing::chart::{ChartPen, Plate, float, legend, short};
use terrarium_drawing::{Rect, opaque, pale};

use super::bars::counts;
use crate::charts::{Bar, Bars, Plot};

/// The height of a row with a name, in pixels at scale 1.
const ROW: f32 = 18.0;

/// The greatest width of a name, and of a count, in pixels at scale 1.
const NAME: f32 = 110.0;

/// The greatest height of a class of ages, in pixels at scale 1.
const CLASS: f32 = 28.0;

pub(super) fn paint(pen: &mut ChartPen<'_>, area: Rect, of: &Plot, bars: &Bars) -> Option<Plate> {
    let is_named = bars.bars.iter().any(|bar| !bar.name.is_empty());
    let has_legend = !is_named || bars.shows_shares;
    let (key, body) = if has_legend { area.cut_top(pen.px(17.0)) } else { (Rect::default(), area) };
    if has_legend {
        legend(pen, key, bars.legend());
    }
    if !pen.ink.is_print {
        return if is_named { names(pen, body, bars) } else { classes(pen, body, of, bars) };
    }
    let (body, foot) = body.cut_top(body.height - pen.px(17.0));
    pen.text_at(&of.x.title(), foot.centre(), &pen.ink.small());
    if is_named {
        return names(pen, body, bars);
    }
    let (title, rest) = body.cut_top(pen.px(17.0));
    pen.text(&of.y.title(), title, &pen.ink.small());
    classes(pen, rest, of, bars)
}

/// Paints named bars from the top. On a screen those for which there is no room are left out; on paper rows share it.
fn names(pen: &mut ChartPen<'_>, area: Rect, bars: &Bars) -> Option<Plate> {
    let all: u64 = bars.bars.iter().flat_map(|bar| &bar.counts).sum();
    let height = height_of_names(pen, area, bars);
    let style = pen.ink.body();
    let widest = bars.bars.iter().map(|bar| pen.font.width(&bar.name, &style)).fold(0.0, f32::max);
    let least = (area.width * 0.26).min(pen.px(NAME));
    let side = match pen.ink.is_print {
        true => (widest + pen.px(6.0)).clamp(least, (area.width * 0.4).max(least)),
        false => least,
    };
    let mut plate = None;
    let mut top = area.top;
    for bar in &bars.bars {
        let row = Rect { top, height, ..area };
        if row.bottom() > area.bottom() + 1.0 {
            break;
        }
        top = row.bottom();
        let (first, rest) = row.cut_left(side);
        let count = (rest.width * 0.28).min(pen.px(NAME));
        let (middle, last) = rest.cut_left(rest.width - count);
        let sum = bar.sum(&bars.parts, false);
        pen.text(&bar.name, first, &style);
        let label = match bars.shows_shares {
            true => sum.to_string(),
            false => format!("{sum}, {:.0} %", 100.0 * float(sum) / float(all.max(1))),
        };
        pen.text_right(&label, last, &pen.ink.small());
        let most = if bars.shows_shares { sum } else { bars.greatest() };
        parts(pen, middle.inset_rows(height * 0.22), bars, bar, most);
        if pen.points_at(&row) {
            let mut here = Plate::new(pen.ink, &bar.name);
            counts(pen.ink, &mut here, bar, bars);
            plate = Some(here);
        }
    }
    plate
}

/// The height of a row with a name.
fn height_of_names(pen: &ChartPen<'_>, area: Rect, bars: &Bars) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "there are few bars")]
    let share = area.height / bars.bars.len().max(1) as f32;
    if pen.ink.is_print { share.min(pen.px(ROW * 2.0)) } else { pen.px(ROW) }
}

/// Paints classes of ages, the youngest at the bottom.
fn classes(pen: &mut ChartPen<'_>, area: Rect, of: &Plot, bars: &Bars) -> Option<Plate> {
    #[expect(clippy::cast_precision_loss, reason = "there are few classes")]
    let height = (area.height / bars.bars.len().max(1) as f32).min(pen.px(CLASS));
    let (side, right) = (pen.px(44.0), pen.px(40.0));
    let every = (pen.px(12.0) / height.max(0.1)).ceil();
    let mut plate = None;
    for (bar, index) in bars.bars.iter().zip(0_u16..) {
        let top = area.bottom() - height * f32::from(index + 1);
        let row = Rect { top, height, ..area };
        let (label, rest) = row.cut_left(side);
        let middle = Rect { width: (rest.width - right).max(1.0), ..rest };
        let is_labelled = f32::from(index) % every == 0.0;
        if is_labelled {
            let text = Rect { width: label.width - pen.px(5.0), ..label };
            pen.text_right(&short(bar.range.0), text, &pen.ink.small());
        }
        let gap = if height > 4.0 { pen.px(1.0) } else { 0.0 };
        let end = parts(pen, middle.inset_rows(gap * 0.5), bars, bar, bars.greatest());
        let sum = bar.sum(&bars.parts, false);
        if is_labelled && sum > 0 {
            let left = end + pen.px(4.0);
            let text = Rect { left, width: (row.right() - left).max(0.0), ..row };
            pen.text(&sum.to_string(), text, &pen.ink.small());
        }
        if pen.points_at(&row) {
            pen.surface.fill(row, pale(pen.ink.text, 30));
            let [from, to] = [bar.range.0, bar.range.1].map(short);
            let mut here = Plate::new(pen.ink, format!("{} from {from} to {to}", of.y.title()));
            counts(pen.ink, &mut here, bar, bars);
            here.line(format!("together: {sum}"), pen.ink.text);
            plate = Some(here);
        }
    }
    plate
}

/// Paints the parts of a bar whose whole width stands for `most`. Returns its right end.
fn parts(pen: &mut ChartPen<'_>, area: Rect, bars: &Bars, bar: &Bar, most: u64) -> f32 {
    let mut left = area.left;
    for (&count, part) in bar.counts.iter().zip(&bars.parts) {
        #[expect(clippy::cast_possible_truncation, reason = "a share of a width")]
        let share = (float(count) / float(most.max(1))) as f32;
        let rect = Rect { left, width: area.width * share, ..area };
        pen.surface.fill(rect, opaque(part.colour));
        left += rect.width;
    }
    left
}
