//! The distributions of several values over time, a plot for each. A click goes to the tick.

use glam::Vec2;
use terrarium_drawing::chart::{ChartPen, Frame, Grid, Ink, Plate, exact, grouped};
use terrarium_drawing::{Colour, Rect, pale};

use super::{ChartView, Target, Targets};
use crate::charts::{Plot, Quantiles, Shape};

/// The height of the name above a plot, in pixels at scale 1.
const NAME: f32 = 15.0;

/// The bands between two quantiles, and their opacity.
const BANDS: [(usize, usize, u8); 2] = [(0, 4, 60), (1, 3, 90)];

/// A plot with what it shows.
struct Panel<'a> {
    of: &'a Plot,
    values: &'a Quantiles,
    frame: Frame<'a>,
    name: Rect,
}

/// Paints a plot for each value.
pub(super) fn paint_all(
    pen: &mut ChartPen<'_>,
    area: Rect,
    plots: &[Plot],
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let (_, area) = area.cut_top(pen.px(3.0));
    let grid = Grid::new(area, plots.len(), pen.font.scale());
    let panels: Vec<Panel<'_>> =
        plots.iter().zip(grid.cells()).filter_map(|(of, cell)| Panel::new(pen, of, cell)).collect();
    let pointed = pen.pointer.and_then(|pointer| {
        let panel = panels.iter().find(|panel| panel.frame.area.contains(pointer))?;
        Some((panel, panel.values.index_near(panel.frame.time().tick_at(pointer.x))))
    });
    for panel in &panels {
        panel.paint(pen, view.tick);
        targets.add(panel.frame.area, &area, Target::Time(panel.frame.time()));
        if let Some((_, index)) = pointed {
            panel.mark(pen, index);
        }
    }
    grid.say_what_is_left_out(pen, "traits");
    pointed.map(|(panel, index)| panel.plate(pen.ink, index))
}

impl<'a> Panel<'a> {
    fn new(pen: &ChartPen<'_>, of: &'a Plot, cell: Rect) -> Option<Self> {
        let Shape::Quantiles(values) = &of.shape else { return None };
        let (name, body) = cell.cut_top(pen.px(NAME));
        let frame = Frame::small(pen, body, [&of.x, &of.y]);
        Some(Self { of, values, frame, name })
    }

    fn colour(&self, ink: &Ink) -> Colour {
        ink.line_of(self.values.colour)
    }

    /// Paints the bands, the median, and the distribution at the first tick behind them.
    fn paint(&self, pen: &mut ChartPen<'_>, tick: u64) {
        self.write_name(pen, tick);
        let founders = self.values.founders();
        if let Some([low, .., high]) = founders {
            let ground = self.between(self.frame.area.left, self.frame.area.right(), low, high);
            pen.surface.fill(ground, pale(pen.ink.faint, 52));
        }
        self.frame.axes(pen);
        self.bands(pen);
        if let Some([_, _, median, ..]) = founders {
            let y = self.frame.y_of(median);
            let ends = [self.frame.area.left, self.frame.area.right()].map(|x| Vec2::new(x, y));
            self.frame.dashed(pen, &ends, pen.ink.faint);
        }
        for run in self.values.runs() {
            let at = |&(tick, it): &(u64, [f64; 5])| self.place(tick, it[2]);
            let median: Vec<Vec2> = run.iter().map(at).collect();
            self.frame.curve(pen, &median, 1.6, self.colour(pen.ink));
        }
        self.frame.playhead(pen, tick);
    }

    /// Writes what is shown and, where there is room, the median at a tick.
    fn write_name(&self, pen: &mut ChartPen<'_>, tick: u64) {
        let style = pen.ink.small().coloured(pen.ink.text);
        if pen.ink.is_print {
            pen.text(&self.of.y.title(), self.name, &style);
            return;
        }
        let name = self.of.y.name.replace('_', " ");
        let taken = pen.text(&name, self.name, &style) + pen.px(4.0);
        let Some(it) = self.values.quantiles[self.values.index_at(tick)] else { return };
        let median = exact(it[2]);
        if taken + pen.font.width(&median, &pen.ink.small()) <= self.name.width {
            pen.text_right(&median, self.name, &pen.ink.small());
        }
    }

    fn bands(&self, pen: &mut ChartPen<'_>) {
        for run in self.values.runs() {
            for (low, high, cover) in BANDS {
                let colour = pale(self.colour(pen.ink), cover);
                if let [(tick, it)] = run[..] {
                    let x = self.frame.time().x_of(tick);
                    let column = self.between(x, x + pen.px(1.0), it[low], it[high]);
                    pen.surface.fill(column, colour);
                    continue;
                }
                let below = run.iter().map(|&(tick, it)| self.place(tick, it[low]));
                let above = run.iter().rev().map(|&(tick, it)| self.place(tick, it[high]));
                let edge: Vec<Vec2> = below.chain(above).collect();
                pen.surface.polygon(&edge, colour);
            }
        }
    }

    /// Marks the tick with this index, at which the pointer is in one of the plots.
    fn mark(&self, pen: &mut ChartPen<'_>, index: usize) {
        let tick = self.values.ticks[index];
        let x = self.frame.time().x_of(tick);
        self.frame.hairline(pen, x, pale(pen.ink.text, 130));
        if let Some(it) = self.values.quantiles[index] {
            let radius = pen.px(2.5);
            pen.surface.disc(self.place(tick, it[2]), radius, self.colour(pen.ink));
        }
    }

    /// What is known at the tick with this index.
    fn plate(&self, ink: &Ink, index: usize) -> Plate {
        let mut plate = Plate::new(ink, format!("tick {}", grouped(self.values.ticks[index])));
        let living = grouped(self.values.living[index]);
        plate.line(format!("{}: {living} alive", self.of.y.title()), ink.text);
        if let Some(it) = self.values.quantiles[index] {
            let colour = ink.name_of(self.values.colour);
            let [q5, q25, median, q75, q95] = it.map(exact);
            plate.line(format!("median {median}"), colour);
            plate.line(format!("25 to 75 %: {q25} to {q75}"), colour);
            plate.line(format!("5 to 95 %: {q5} to {q95}"), colour);
        }
        if let Some([_, _, median, ..]) = self.values.founders() {
            let first = grouped(self.values.ticks[0]);
            plate.line(format!("median at tick {first}: {}", exact(median)), ink.faint);
        }
        plate
    }

    fn place(&self, tick: u64, value: f64) -> Vec2 {
        Vec2::new(self.frame.time().x_of(tick), self.frame.y_of(value))
    }

    /// The rectangle between two values, at least a pixel high.
    fn between(&self, left: f32, right: f32, low: f64, high: f64) -> Rect {
        let (top, foot) = (self.frame.y_of(high), self.frame.y_of(low));
        Rect::new(left, top, right - left, (foot - top).max(1.0))
    }
}
