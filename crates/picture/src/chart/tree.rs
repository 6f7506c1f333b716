//! The tree of clusters over time. A click on a line goes to the tick in which it begins.

use terrarium_studies::charts::descent::{LineageTree, Row};
use terrarium_studies::charts::{self, float};

use super::axes::Plot;
use super::ink::Ink;
use super::pen::ChartPen;
use super::plate::Plate;
use super::{ChartView, Target, Targets};
use crate::{Colour, Rect};

/// The greatest share of the width that names take.
const LABELS: f32 = 0.3;

/// The least height of rows with names, and the width of the line of the largest cluster, in pixels at scale 1.
const NAMED: f32 = 10.5;
const WIDEST: f32 = 7.0;

/// The number of lines of a plate about a cluster.
const LINES: usize = 12;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &charts::Plot,
    tree: &LineageTree,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let widths = tree.rows.iter().map(|row| pen.font.width(&row.label(), &pen.ink.small()));
    let widest = widths.fold(0.0, f32::max) + pen.px(8.0);
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let height = (area.height - pen.px(19.0)) / tree.rows.len().max(1) as f32;
    let has_names = height >= pen.px(NAMED);
    let right = if has_names { widest.min(area.width * LABELS) } else { 0.0 };
    let plot = Plot::without_values(pen, area, [&of.x, &of.y], right);
    plot.label_ticks(pen);
    let rows = Rows { tree, plot, height, has_names };
    targets.add(plot.area, &area, Target::Time(plot.time()));
    let pointed = rows.pointed_at(pen);
    rows.paint(pen, pointed, targets);
    plot.playhead(pen, view.tick);
    Some(plate(pen.ink, &tree.rows[pointed?]))
}

/// The rows of a tree on the screen.
struct Rows<'a> {
    tree: &'a LineageTree,
    plot: Plot<'a>,
    height: f32,
    has_names: bool,
}

impl Rows<'_> {
    /// The rectangle of a row, with its name.
    fn area(&self, index: usize) -> Rect {
        #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
        let top = self.plot.area.top + self.height * index as f32;
        Rect { top, height: self.height, ..self.plot.area }
    }

    /// The row at the pointer, if this is on its line or its name.
    fn pointed_at(&self, pen: &ChartPen<'_>) -> Option<usize> {
        let pointer = pen.pointer.filter(|at| at.x >= self.plot.area.left)?;
        let index = (0..self.tree.rows.len()).find(|&index| {
            (self.area(index).top..self.area(index).bottom()).contains(&pointer.y)
        })?;
        let row = &self.tree.rows[index];
        let begin = self.plot.time().x_of(row.begin) - pen.px(4.0);
        let end = self.plot.time().x_of(row.end) + pen.px(4.0);
        let right = pen.framebuffer.clip().right();
        let end = if self.has_names { right } else { end };
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
                self.line(pen, index, colour);
                self.name(pen, index, wanted, targets);
            }
        }
    }

    /// Paints the line of a cluster and the branch from its parent.
    fn line(&self, pen: &mut ChartPen<'_>, index: usize, colour: Colour) {
        let row = &self.tree.rows[index];
        let time = self.plot.time();
        let (begin, middle) = (time.x_of(row.begin), self.area(index).centre().y);
        let thin = pen.px(1.0);
        if let Some(parent) = row.parent {
            let from = self.area(parent).centre().y;
            let branch = Rect::new(begin, from, thin, middle - from);
            pen.framebuffer.fill(branch, colour);
        }
        let most = self.tree.rows.iter().map(|row| row.members).max().unwrap_or(1);
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = (float(row.members) / float(most)).sqrt() as f32;
        let widest = pen.px(WIDEST).min(self.height * 0.8);
        let width = thin + (widest - thin).max(0.0) * share;
        let length = (time.x_of(row.end) - begin).max(thin);
        let line = Rect::new(begin, middle - width * 0.5, length, width);
        pen.framebuffer.fill(line, colour);
    }

    /// Writes the name of a cluster behind its line, and lets a click on both go to its beginning.
    fn name(&self, pen: &mut ChartPen<'_>, index: usize, rank: usize, targets: &mut Targets) {
        let row = &self.tree.rows[index];
        let time = self.plot.time();
        let mut area = self.area(index);
        area.left = time.x_of(row.begin) - pen.px(3.0);
        area.width = time.x_of(row.end) + pen.px(3.0) - area.left;
        if self.has_names {
            let left = area.right() + pen.px(3.0);
            let right = pen.framebuffer.clip().right();
            let name = Rect { left, width: (right - left).max(0.0), ..area };
            let style =
                pen.ink.small().coloured([pen.ink.faint, pen.ink.text, pen.ink.warning][rank]);
            pen.text(&row.label(), name, &style);
            let width = pen.font.width(&row.label(), &pen.ink.small()).min(name.width);
            area.width = name.left + width - area.left;
        }
        let (tick, organism) = (row.origin, Some(row.first));
        let within = pen.framebuffer.clip();
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
