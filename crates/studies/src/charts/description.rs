//! What a chart shows at a tick in words, for those who cannot see it.

use terrarium_drawing::chart::{exact, grouped};

use super::descent::{LineageTree, MullerPlot};
use super::{Bar, Bars, Chart, Curve, Plot, Quantiles, Shape, Strip};

impl Chart {
    /// The values at a tick, a line for each curve, bar or plot.
    #[must_use]
    pub fn describe(&self, tick: u64) -> Vec<String> {
        self.plots.iter().flat_map(|plot| plot.describe(tick)).collect()
    }
}

impl Plot {
    fn describe(&self, tick: u64) -> Vec<String> {
        match &self.shape {
            Shape::Curves(curves) => curves.iter().filter_map(|it| of_curve(it, tick)).collect(),
            Shape::Bars(bars) => self.of_bars(bars, tick),
            Shape::Trajectory(course) => course.now.map_or(Vec::new(), |(_, x, y)| {
                let [x, y] = [(&self.x, x), (&self.y, y)]
                    .map(|(axis, value)| format!("{}: {}", axis.title(), exact(value)));
                vec![x, y]
            }),
            Shape::Quantiles(of) => of_quantiles(&self.y.title(), of, tick),
            Shape::Points(points) => {
                vec![format!("{} organisms", grouped(points.points.len() as u64))]
            }
            Shape::Bands(plot) => of_bands(plot, tick),
            Shape::Tree(tree) => of_tree(tree),
            Shape::Strips(strips) => strips.iter().map(|strip| of_strip(strip, tick)).collect(),
        }
    }

    /// All bars that have names, the classes that are not empty, the mean, or the interval of a tick.
    fn of_bars(&self, bars: &Bars, tick: u64) -> Vec<String> {
        if let Some(mean) = bars.mean {
            return vec![format!("{}: mean {}", self.x.title(), exact(mean))];
        }
        let is_of_time = !bars.is_horizontal;
        #[expect(clippy::cast_precision_loss, reason = "the intervals of a chart are far longer")]
        let holds = |bar: &&Bar| bar.range.0 < tick as f64 && tick as f64 <= bar.range.1;
        let shown = bars.bars.iter().filter(|bar| !is_of_time || holds(bar));
        let line = |bar: &Bar| {
            let counted = bar.counts.iter().zip(&bars.parts).filter(|(count, _)| **count > 0);
            let parts: Vec<String> =
                counted.map(|(count, part)| format!("{} {}", part.name, grouped(*count))).collect();
            let name = match bar.name.as_str() {
                "" => format!("{} to {}", exact(bar.range.0), exact(bar.range.1)),
                name => name.to_owned(),
            };
            (!parts.is_empty()).then(|| format!("{name}: {}", parts.join(", ")))
        };
        shown.filter_map(line).collect()
    }
}

fn of_curve(curve: &Curve, tick: u64) -> Option<String> {
    let (_, value) = curve.at(tick)?;
    let branch = curve.branch.as_ref().map_or(String::new(), |branch| format!(" in {branch}"));
    Some(format!("{}{branch}: {}", curve.name, exact(value)))
}

fn of_quantiles(name: &str, of: &Quantiles, tick: u64) -> Vec<String> {
    let [low, _, median, _, high] = match of.quantiles.get(of.index_at(tick)) {
        Some(Some(quantiles)) => quantiles.map(exact),
        _ => return Vec::new(),
    };
    vec![format!("{name}: median {median}, 5 to 95 %: {low} to {high}")]
}

fn of_bands(plot: &MullerPlot, tick: u64) -> Vec<String> {
    let Some(index) = plot.ticks.partition_point(|&it| it <= tick).checked_sub(1) else {
        return Vec::new();
    };
    let living = plot.bands.iter().filter(|band| band.living[index] > 0);
    living.map(|band| format!("{}: {} alive", band.name, grouped(band.living[index]))).collect()
}

fn of_tree(tree: &LineageTree) -> Vec<String> {
    let extant = tree.rows.iter().filter(|row| row.is_extant).count();
    vec![format!("{} drawn, {extant} of them with living descendants", tree.rows.len())]
}

fn of_strip(strip: &Strip, tick: u64) -> String {
    let owner = strip.owner_name_at(tick).unwrap_or("nobody");
    format!("{}: {owner}", strip.name)
}
