//! The measures that have a panel in a chart of means.

use terrarium_drawing::chart::{Axis, ChartPen, Frame, round_range};
use terrarium_drawing::{Colour, Rect, Vec2};

use super::factor_axis::FactorAxis;
use super::sheet;
use crate::summary::{Group, Measure, Quantity, Summary};

/// The most panels of measures that the experiment defines, and of species.
const MOST: usize = 16;

/// The free room at both ends of the horizontal axis, as a share of the room between the first and the last level.
const ENDS: f64 = 0.04;

/// The measures that have a panel: who won, those that the experiment defines, and how many are alive.
pub fn of(summary: &Summary) -> Vec<Measure> {
    let won = ["blue", "red"].map(|colony| Measure::new(Quantity::Won, colony));
    let won = won.into_iter().filter(|_| summary.is_conquest);
    let own = summary.measures.iter().take(MOST).map(|name| Measure::new(Quantity::Own, name));
    let species = summary.species.iter().take(MOST);
    won.chain(own).chain(species.map(|name| Measure::new(Quantity::Alive, name))).collect()
}

/// What the panels show, and how many have no room.
pub fn what(summary: &Summary) -> String {
    let beyond = |all: usize| all.saturating_sub(MOST);
    match beyond(summary.measures.len()) + beyond(summary.species.len()) {
        0 => "mean with 95 % interval".to_owned(),
        count => format!("mean with 95 % interval ({count} more measures: summary.csv)"),
    }
}

/// The panel of a measure: where the levels of a factor are, and where its values.
pub struct Panel<'a> {
    measure: &'a Measure,
    factor: &'a FactorAxis,
    places: Axis,
    values: Axis,
}

impl<'a> Panel<'a> {
    /// The panel of the means of groups and of a sample of their runs.
    pub fn new(measure: &'a Measure, factor: &'a FactorAxis, groups: &[&Group]) -> Self {
        let of_group = |group: &&Group| {
            let mean = group.mean(measure).into_iter();
            let means = mean.flat_map(|(mean, interval)| {
                let (low, high) = interval.unwrap_or((mean, mean));
                [mean, low, high]
            });
            let runs = group.sample(measure).map(|(_, value)| value);
            runs.chain(means).collect::<Vec<f64>>()
        };
        let values = || groups.iter().flat_map(of_group);
        let values = match measure.what {
            what if what.is_share() => Axis::new("share of runs", "", (0.0, 1.0)),
            Quantity::Own => {
                let (low, high) = round_range(values());
                Axis::new(&*measure.of, "", (low, high))
            }
            _ => Axis::of_values("alive", "", Default::default(), values()),
        };
        let places = Axis::new("level", "", (-ENDS, 1.0 + ENDS));
        Self { measure, factor, places, values }
    }

    /// Draws the heading and the axes with the labels of levels.
    pub fn axes(&self, pen: &mut ChartPen<'_>, area: Rect, labels: &[(f64, String)]) -> Frame<'_> {
        let (heading, note) = match self.measure.what {
            Quantity::Won => (format!("{} wins", self.measure.of), "share of runs"),
            Quantity::Own => (self.measure.of.clone(), "measure of the experiment"),
            _ => (self.measure.of.clone(), "alive at the end"),
        };
        let body = sheet::head(pen, area, &heading, note);
        let frame = Frame::untitled(pen, body, [&self.places, &self.values], 0.0);
        frame.axes_labelled(pen, labels);
        frame
    }

    /// Draws a sample of the runs at their values of the factor, beside the mean and spread
    /// sideways so that equal ones are visible.
    pub fn runs(
        &self,
        pen: &mut ChartPen<'_>,
        frame: &Frame<'_>,
        groups: &[&Group],
        colour: Colour,
    ) {
        let radius = pen.px(1.0) * 1.4;
        for (position, group) in groups.iter().enumerate() {
            for (nth, (value, measured)) in (0_u8..5).cycle().zip(group.sample(self.measure)) {
                let place = match self.factor {
                    FactorAxis::Names(_) => self.factor.place(None, position),
                    axis => axis.place(value, position),
                };
                let beside = pen.px(7.0) + pen.px(2.0) * f32::from(nth);
                let at = frame.place(place, measured) + Vec2::new(beside, 0.0);
                pen.surface.disc(at, radius, colour);
            }
        }
    }

    /// The means of groups at these places of the axis, and the ends of their intervals, in ascending order of place.
    pub fn means<'g>(
        &self,
        frame: &Frame<'_>,
        groups: impl Iterator<Item = (f64, &'g Group)>,
    ) -> Vec<Mean> {
        let mean = |(place, group): (f64, &Group)| {
            let (mean, interval) = group.mean(self.measure)?;
            let at = frame.place(place, mean);
            let interval = interval.map(|(low, high)| (frame.y_of(low), frame.y_of(high)));
            Some(Mean { at, interval })
        };
        let mut means: Vec<Mean> = groups.filter_map(mean).collect();
        means.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
        means
    }
}

/// A mean with its interval, in pixels.
pub struct Mean {
    pub at: Vec2,
    pub interval: Option<(f32, f32)>,
}

impl Mean {
    /// Draws the interval and the mean, moved sideways.
    pub fn draw(&self, pen: &mut ChartPen<'_>, aside: f32, colour: Colour) {
        let at = self.at + Vec2::new(aside, 0.0);
        let width = pen.px(1.0) * 1.3;
        if let Some((low, high)) = self.interval {
            pen.line(Vec2::new(at.x, low), Vec2::new(at.x, high), width, colour);
            let half = Vec2::new(pen.px(3.0), 0.0);
            for end in [low, high].map(|y| Vec2::new(at.x, y)) {
                pen.line(end - half, end + half, width, colour);
            }
        }
        let radius = pen.px(3.0);
        pen.surface.disc(at, radius, colour);
    }
}
