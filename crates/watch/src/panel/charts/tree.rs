//! The tree of clusters over time. A click on a line goes to the tick in which it begins.

use terrarium_picture::{Colour, Rect};
use terrarium_studies::charts::descent::{LineageTree, Row};
use terrarium_studies::charts::float;

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::Plot;
use super::super::{Hits, Target, theme};
use super::plate::Plate;

/// The greatest share of the width that names take.
const LABELS: f32 = 0.3;

/// The least height of rows with names, and the width of the line of the largest cluster, in pixels at scale 1.
const NAMED: f32 = 10.5;
const WIDEST: f32 = 7.0;

/// The number of lines of a plate about a cluster.
const LINES: usize = 12;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    of: &terrarium_studies::charts::Plot,
    tree: &LineageTree,
    show: &Show<'_>,
    hits: &mut Hits,
) -> Option<Plate> {
    let widths =
        tree.rows.iter().map(|row| painter_context.font.width(&row.label(), &theme::SMALL));
    let widest = widths.fold(0.0, f32::max) + painter_context.px(8.0);
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let height = (area.height - painter_context.px(19.0)) / tree.rows.len().max(1) as f32;
    let has_names = height >= painter_context.px(NAMED);
    let right = if has_names { widest.min(area.width * LABELS) } else { 0.0 };
    let plot = Plot::without_values(painter_context, area, [&of.x, &of.y], right);
    plot.label_ticks(painter_context);
    let rows = Rows { tree, plot, height, has_names };
    hits.add(plot.area, &area, Target::ChartTime(plot.time()));
    let pointed = rows.pointed_at(painter_context);
    rows.paint(painter_context, pointed, hits);
    plot.playhead(painter_context, show.tick());
    Some(plate(&tree.rows[pointed?]))
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
    fn pointed_at(&self, painter_context: &PainterContext<'_>) -> Option<usize> {
        let pointer = painter_context.pointer.filter(|at| at.x >= self.plot.area.left)?;
        let index = (0..self.tree.rows.len()).find(|&index| {
            (self.area(index).top..self.area(index).bottom()).contains(&pointer.y)
        })?;
        let row = &self.tree.rows[index];
        let begin = self.plot.time().x_of(row.begin) - painter_context.px(4.0);
        let end = self.plot.time().x_of(row.end) + painter_context.px(4.0);
        let right = painter_context.framebuffer.clip().right();
        let end = if self.has_names { right } else { end };
        (begin..end).contains(&pointer.x).then_some(index)
    }

    /// Paints all lines, those without living descendants below the others, and those from the pointed one to its root
    /// above all.
    fn paint(
        &self,
        painter_context: &mut PainterContext<'_>,
        pointed: Option<usize>,
        hits: &mut Hits,
    ) {
        let up = |index: &usize| self.tree.rows[*index].parent;
        let above: Vec<usize> = std::iter::successors(pointed, up).collect();
        let rank = |index: usize| match self.tree.rows[index].is_extant {
            _ if above.contains(&index) => 2,
            is_extant => usize::from(is_extant),
        };
        for wanted in 0..3 {
            let colour = [theme::EDGE, theme::ACCENT, theme::WARNING][wanted];
            for index in (0..self.tree.rows.len()).filter(|&index| rank(index) == wanted) {
                self.line(painter_context, index, colour);
                self.name(painter_context, index, wanted, hits);
            }
        }
    }

    /// Paints the line of a cluster and the branch from its parent.
    fn line(&self, painter_context: &mut PainterContext<'_>, index: usize, colour: Colour) {
        let row = &self.tree.rows[index];
        let time = self.plot.time();
        let (begin, middle) = (time.x_of(row.begin), self.area(index).centre().y);
        let thin = painter_context.px(1.0);
        if let Some(parent) = row.parent {
            let from = self.area(parent).centre().y;
            let branch = Rect::new(begin, from, thin, middle - from);
            painter_context.framebuffer.fill(branch, colour);
        }
        let most = self.tree.rows.iter().map(|row| row.members).max().unwrap_or(1);
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = (float(row.members) / float(most)).sqrt() as f32;
        let widest = painter_context.px(WIDEST).min(self.height * 0.8);
        let width = thin + (widest - thin).max(0.0) * share;
        let length = (time.x_of(row.end) - begin).max(thin);
        let line = Rect::new(begin, middle - width * 0.5, length, width);
        painter_context.framebuffer.fill(line, colour);
    }

    /// Writes the name of a cluster behind its line, and lets a click on both go to its beginning.
    fn name(
        &self,
        painter_context: &mut PainterContext<'_>,
        index: usize,
        rank: usize,
        hits: &mut Hits,
    ) {
        let row = &self.tree.rows[index];
        let time = self.plot.time();
        let mut area = self.area(index);
        area.left = time.x_of(row.begin) - painter_context.px(3.0);
        area.width = time.x_of(row.end) + painter_context.px(3.0) - area.left;
        if self.has_names {
            let left = area.right() + painter_context.px(3.0);
            let right = painter_context.framebuffer.clip().right();
            let name = Rect { left, width: (right - left).max(0.0), ..area };
            let style = theme::SMALL.coloured([theme::FAINT, theme::TEXT, theme::WARNING][rank]);
            painter_context.text(&row.label(), name, &style);
            let width = painter_context.font.width(&row.label(), &theme::SMALL).min(name.width);
            area.width = name.left + width - area.left;
        }
        let (tick, organism) = (row.origin, Some(row.first));
        hits.add(
            area,
            &painter_context.framebuffer.clip(),
            Target::Jump { tick, at: None, organism },
        );
    }
}

/// What is known of a cluster.
fn plate(row: &Row) -> Plate {
    let mut lines = row.details.lines();
    let mut plate = Plate::new(lines.next().unwrap_or_default());
    lines.take(LINES).for_each(|line| plate.line(line, theme::TEXT));
    plate
}
