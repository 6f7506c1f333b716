//! The distributions of several values over time, a plot for each. A click goes to the tick.

use glam::Vec2;
use terrarium_picture::{Colour, Rect};
use terrarium_studies::charts::{self, Quantiles, Shape};

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::Plot;
use super::super::{Hits, Target, bar, theme};
use super::grid::Grid;
use super::plate::{Plate, exact};

/// The least size of a plot with labelled axes, in pixels at scale 1.
const LABELLED: Vec2 = Vec2::new(130.0, 84.0);

/// The height of the name above a plot, in pixels at scale 1.
const NAME: f32 = 15.0;

/// The bands between two quantiles, and their opacity.
const BANDS: [(usize, usize, u8); 2] = [(0, 4, 60), (1, 3, 90)];

/// A plot with what it shows.
struct Panel<'a> {
    of: &'a charts::Plot,
    values: &'a Quantiles,
    plot: Plot<'a>,
    name: Rect,
    is_labelled: bool,
}

/// Paints a plot for each value.
pub(super) fn paint_all(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    plots: &[charts::Plot],
    show: &Show<'_>,
    hits: &mut Hits,
) -> Option<Plate> {
    let (_, area) = area.cut_top(painter_context.px(3.0));
    let grid = Grid::new(area, plots.len(), painter_context.font.scale());
    let panels: Vec<Panel<'_>> = plots
        .iter()
        .zip(grid.cells())
        .filter_map(|(of, cell)| Panel::new(painter_context, of, cell))
        .collect();
    let pointed = painter_context.pointer.and_then(|pointer| {
        let panel = panels.iter().find(|panel| panel.plot.area.contains(pointer))?;
        Some((panel, panel.values.index_near(panel.plot.time().tick_at(pointer.x))))
    });
    for panel in &panels {
        panel.paint(painter_context, show.tick());
        hits.add(panel.plot.area, &area, Target::ChartTime(panel.plot.time()));
        if let Some((_, index)) = pointed {
            panel.mark(painter_context, index);
        }
    }
    grid.say_what_is_left_out(painter_context, "traits");
    pointed.map(|(panel, index)| panel.plate(index))
}

impl<'a> Panel<'a> {
    fn new(painter_context: &PainterContext<'_>, of: &'a charts::Plot, cell: Rect) -> Option<Self> {
        let Shape::Quantiles(values) = &of.shape else { return None };
        let (name, body) = cell.cut_top(painter_context.px(NAME));
        let is_labelled = body.width >= painter_context.px(LABELLED.x)
            && body.height >= painter_context.px(LABELLED.y);
        let axes = [&of.x, &of.y];
        let plot = match is_labelled {
            true => Plot::new(painter_context, body, axes, 0.0),
            false => Plot::bare(body, axes),
        };
        Some(Self { of, values, plot, name, is_labelled })
    }

    fn colour(&self) -> Colour {
        theme::of_species(self.values.colour)
    }

    /// Paints the bands, the median, and the distribution at the first tick behind them.
    fn paint(&self, painter_context: &mut PainterContext<'_>, tick: u64) {
        self.write_name(painter_context, tick);
        let founders = self.values.founders();
        if let Some([low, .., high]) = founders {
            let ground = self.between(self.plot.area.left, self.plot.area.right(), low, high);
            painter_context.framebuffer.fill(ground, theme::pale(theme::FAINT, 52));
        }
        if self.is_labelled {
            self.plot.axes(painter_context);
        } else {
            let area = self.plot.area;
            let line = painter_context.px(1.0);
            let base = Rect::new(area.left, area.bottom() - line, area.width, line);
            painter_context.framebuffer.fill(base, theme::EDGE);
        }
        self.bands(painter_context);
        if let Some([_, _, median, ..]) = founders {
            let y = self.plot.y_of(median);
            let ends = [self.plot.area.left, self.plot.area.right()].map(|x| Vec2::new(x, y));
            self.plot.dashed(painter_context, &ends, theme::FAINT);
        }
        for run in self.values.runs() {
            let at = |&(tick, it): &(u64, [f64; 5])| self.place(tick, it[2]);
            let median: Vec<Vec2> = run.iter().map(at).collect();
            self.plot.curve(painter_context, &median, 1.6, self.colour());
        }
        self.plot.playhead(painter_context, tick);
    }

    /// Writes what is shown and, where there is room, the median at a tick.
    fn write_name(&self, painter_context: &mut PainterContext<'_>, tick: u64) {
        let name = self.of.y.name.replace('_', " ");
        let style = theme::SMALL.coloured(theme::TEXT);
        let taken = painter_context.text(&name, self.name, &style) + painter_context.px(4.0);
        let Some(it) = self.values.quantiles[self.values.index_at(tick)] else { return };
        let median = exact(it[2]);
        if taken + painter_context.font.width(&median, &theme::SMALL) <= self.name.width {
            painter_context.text_right(&median, self.name, &theme::SMALL);
        }
    }

    fn bands(&self, painter_context: &mut PainterContext<'_>) {
        for run in self.values.runs() {
            for (low, high, cover) in BANDS {
                let colour = theme::pale(self.colour(), cover);
                if let [(tick, it)] = run[..] {
                    let x = self.plot.time().x_of(tick);
                    let column = self.between(x, x + painter_context.px(1.0), it[low], it[high]);
                    painter_context.framebuffer.fill(column, colour);
                    continue;
                }
                let below = run.iter().map(|&(tick, it)| self.place(tick, it[low]));
                let above = run.iter().rev().map(|&(tick, it)| self.place(tick, it[high]));
                let edge: Vec<Vec2> = below.chain(above).collect();
                painter_context.framebuffer.polygon(&edge, colour);
            }
        }
    }

    /// Marks the tick with this index, at which the pointer is in one of the plots.
    fn mark(&self, painter_context: &mut PainterContext<'_>, index: usize) {
        let tick = self.values.ticks[index];
        let x = self.plot.time().x_of(tick);
        self.plot.hairline(painter_context, x, theme::pale(theme::TEXT, 130));
        if let Some(it) = self.values.quantiles[index] {
            let radius = painter_context.px(2.5);
            painter_context.framebuffer.disc(self.place(tick, it[2]), radius, self.colour());
        }
    }

    /// What is known at the tick with this index.
    fn plate(&self, index: usize) -> Plate {
        let mut plate = Plate::new(format!("tick {}", bar::grouped(self.values.ticks[index])));
        let living = bar::grouped(self.values.living[index]);
        plate.line(format!("{}: {living} alive", self.of.y.title()), theme::TEXT);
        if let Some(it) = self.values.quantiles[index] {
            let colour = theme::text_of_species(self.values.colour);
            let [q5, q25, median, q75, q95] = it.map(exact);
            plate.line(format!("median {median}"), colour);
            plate.line(format!("25 to 75 %: {q25} to {q75}"), colour);
            plate.line(format!("5 to 95 %: {q5} to {q95}"), colour);
        }
        if let Some([_, _, median, ..]) = self.values.founders() {
            let first = bar::grouped(self.values.ticks[0]);
            plate.line(format!("median at tick {first}: {}", exact(median)), theme::FAINT);
        }
        plate
    }

    fn place(&self, tick: u64, value: f64) -> Vec2 {
        Vec2::new(self.plot.time().x_of(tick), self.plot.y_of(value))
    }

    /// The rectangle between two values, at least a pixel high.
    fn between(&self, left: f32, right: f32, low: f64, high: f64) -> Rect {
        let (top, foot) = (self.plot.y_of(high), self.plot.y_of(low));
        Rect::new(left, top, right - left, (foot - top).max(1.0))
    }
}
