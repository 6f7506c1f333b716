//! The tree of clusters over time. A click on a line goes to the tick in which it begins.

use terrarium_drawing::chart::{ChartPen, Frame, Ink, Plate, float};
use terrarium_drawing::{Colour, Rect, TextStyle};

use super::{ChartView, Target, Targets};
use crate::charts::Plot;
use crate::charts::descent::{LineageTree, Row};

/// The greatest share of the width that names take.
const LABELS: f32 = 0.3;

/// The least height of rows with names, and the width of the line of the largest cluster, in pixels at scale 1.
const NAMED: f32 = 10.5;
const NAMED_IN_PRINT: f32 = 7.0;
const WIDEST: f32 = 7.0;

/// The number of lines of a plate about a cluster.
const LINES: usize = 12;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &Plot,
    tree: &LineageTree,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let count = tree.rows.len().max(1) as f32;
    let height = Frame::of_rows(pen, area, [&of.x, &of.y], 0.0).area.height / count;
    let style = name_style(pen, height);
    let right = style.map_or(0.0, |style| {
        let widths = tree.rows.iter().map(|row| pen.font.width(&row.label(), &style));
        (widths.fold(0.0, f32::max) + pen.px(8.0)).min(area.width * LABELS)
    });
    let frame = Frame::of_rows(pen, area, [&of.x, &of.y], right);
    match pen.ink.is_print {
        true => frame.axes(pen),
        false => frame.label_ticks(pen),
    }
    let rows = Rows { tree, frame, height, style, right: area.right() };
    targets.add(frame.area, &area, Target::Time(frame.time()));
    let pointed = rows.pointed_at(pen);
    rows.paint(pen, pointed, targets);
    frame.playhead(pen, view.tick);
    Some(plate(pen.ink, &tree.rows[pointed?]))
}

/// The style of names in rows of a height, if there is room for them: on paper in smaller letters, where it is little.
fn name_style(pen: &ChartPen<'_>, height: f32) -> Option<TextStyle> {
    let usual = pen.ink.small();
    let size = if pen.ink.is_print { height / pen.font.scale() * 0.95 } else { usual.size };
    let least = if pen.ink.is_print { NAMED_IN_PRINT } else { NAMED };
    (height >= pen.px(least)).then_some(TextStyle { size: size.min(usual.size), ..usual })
}

/// The rows of a tree.
struct Rows<'a> {
    tree: &'a LineageTree,
    frame: Frame<'a>,
    height: f32,
    /// The style of names, if there is room for them.
    style: Option<TextStyle>,
    /// The right end of names.
    right: f32,
}

impl Rows<'_> {
    /// The rectangle of a row, with its name.
    fn area(&self, index: usize) -> Rect {
        #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
        let top = self.frame.area.top + self.height * index as f32;
        Rect { top, height: self.height, ..self.frame.area }
    }

    /// The row at the pointer, if this is on its line or its name.
    fn pointed_at(&self, pen: &ChartPen<'_>) -> Option<usize> {
        let pointer = pen.pointer.filter(|at| at.x >= self.frame.area.left)?;
        let index = (0..self.tree.rows.len()).find(|&index| {
            (self.area(index).top..self.area(index).bottom()).contains(&pointer.y)
        })?;
        let row = &self.tree.rows[index];
        let begin = self.frame.time().x_of(row.begin) - pen.px(4.0);
        let end = self.frame.time().x_of(row.end) + pen.px(4.0);
        let end = if self.style.is_some() { self.right } else { end };
        (begin..end).contains(&pointer.x).then_some(index)
    }

    /// Paints all lines, those without living descendants below the others, and those from the pointed one to its root
    /// above all.
    fn paint(&self, pen: &mut ChartPen<'_>, pointed: Option<usize>, targets: &mut Targets) {
        let up = |index: &usize| self.tree.rows[*index].parent;
        let above: Vec<usize> = std::iter::successors(pointed, up).collect();
        let rank = |index: usize| match self.tree.rows[index].is_extant {
            _ if above.contains(&index) => 2,
            is_extant => usize::from(is_extant),
        };
        for wanted in 0..3 {
            let colour = [pen.ink.edge, pen.ink.accent, pen.ink.warning][wanted];
            for index in (0..self.tree.rows.len()).filter(|&index| rank(index) == wanted) {
                pen.surface.begin_group(&self.tree.rows[index].details);
                self.line(pen, index, colour);
                self.name(pen, index, wanted, targets);
                pen.surface.end_group();
            }
        }
    }

    /// Paints the line of a cluster and the branch from its parent.
    fn line(&self, pen: &mut ChartPen<'_>, index: usize, colour: Colour) {
        let row = &self.tree.rows[index];
        let time = self.frame.time();
        let (begin, middle) = (time.x_of(row.begin), self.area(index).centre().y);
        let thin = pen.px(1.0);
        if let Some(parent) = row.parent {
            let from = self.area(parent).centre().y;
            let branch = Rect::new(begin, from, thin, middle - from);
            pen.surface.fill(branch, colour);
        }
        let most = self.tree.rows.iter().map(|row| row.members).max().unwrap_or(1);
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = if most > 1 { (float(row.members) / float(most)).sqrt() as f32 } else { 0.0 };
        let widest = pen.px(WIDEST).min(self.height * 0.8);
        let width = thin + (widest - thin).max(0.0) * share;
        let length = (time.x_of(row.end) - begin).max(thin);
        let line = Rect::new(begin, middle - width * 0.5, length, width);
        pen.surface.fill(line, colour);
    }

    /// Writes the name of a cluster behind its line, and lets a click on both go to its beginning.
    fn name(&self, pen: &mut ChartPen<'_>, index: usize, rank: usize, targets: &mut Targets) {
        let row = &self.tree.rows[index];
        let time = self.frame.time();
        let mut area = self.area(index);
        area.left = time.x_of(row.begin) - pen.px(3.0);
        area.width = time.x_of(row.end) + pen.px(3.0) - area.left;
        if let Some(style) = self.style {
            let left = area.right() + pen.px(3.0);
            let name = Rect { left, width: (self.right - left).max(0.0), ..area };
            let style = style.coloured([pen.ink.faint, pen.ink.text, pen.ink.warning][rank]);
            pen.text(&row.label(), name, &style);
            let width = pen.font.width(&row.label(), &style).min(name.width);
            area.width = name.left + width - area.left;
        }
        let (tick, organism) = (row.origin, Some(row.first));
        let within = pen.surface.bounds();
        targets.add_named(area, &within, Target::Jump { tick, organism }, row.label());
    }
}

/// What is known of a cluster.
fn plate(ink: &Ink, row: &Row) -> Plate {
    let mut lines = row.details.lines();
    let mut plate = Plate::new(ink, lines.next().unwrap_or_default());
    lines.take(LINES).for_each(|line| plate.line(line, ink.text));
    plate
}
