//! A chart as numbers.

use terrarium_creatures::behaviour::{Colony, OrganismId};
use terrarium_drawing::chart::{Axis, Curve};
use terrarium_output::colour::Rgb;

use super::descent::{LineageTree, MullerPlot};
use super::{ChartKind, Quantiles};

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Its kind.
    pub kind: ChartKind,
    /// What it shows, in a line.
    pub title: String,
    /// Its plots: one, or one for each trait of a species.
    pub plots: Vec<Plot>,
    /// What is missing, and why.
    pub note: Option<String>,
}

/// A plot: a shape between two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Its name, if the chart has several.
    pub name: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn.
    pub shape: Shape,
}

/// What is drawn in a plot.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Values over time.
    Curves(Vec<Curve>),
    /// Counts in intervals or of names.
    Bars(Bars),
    /// Two values over time, one against the other.
    Trajectory(Trajectory),
    /// The distribution of a value over time.
    Quantiles(Quantiles),
    /// Organisms by two of their properties.
    Points(Points),
    /// Clusters over time, nested in each other.
    Bands(MullerPlot),
    /// A tree over time.
    Tree(LineageTree),
    /// The owners of bases over time, below the plot before.
    Strips(Vec<Strip>),
}

/// The owner of a base over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strip {
    /// The name of the base.
    pub name: String,
    /// What the colonies are called, blue first.
    pub colonies: [String; 2],
    /// The ticks at which the owner changes, with the new one.
    pub owners: Vec<(u64, Option<Colony>)>,
    /// The last tick that is known.
    pub last: u64,
}

/// Counts in intervals, or of names.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The parts of each bar.
    pub parts: Vec<Part>,
    /// The bars, in the order of their axis.
    pub bars: Vec<Bar>,
    /// Whether the bars are horizontal, from the bottom to the top, or from the top to the bottom if they
    /// have names.
    pub is_horizontal: bool,
    /// Whether all bars have the same length, so that only shares are compared.
    pub shows_shares: bool,
    /// The mean of what is counted.
    pub mean: Option<f64>,
}

/// A part of each bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// Whether it is drawn below the axis.
    pub is_below: bool,
}

/// A bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Its name; empty if it is an interval.
    pub name: String,
    /// The interval that it covers on its axis.
    pub range: (f64, f64),
    /// The count of each part.
    pub counts: Vec<u64>,
}

/// Two values over time, one against the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    /// Its colour.
    pub colour: Rgb,
    /// Tick, horizontal and vertical value, the oldest first.
    pub points: Vec<(u64, f64, f64)>,
    /// The values at the shown tick.
    pub now: Option<(u64, f64, f64)>,
}

/// Organisms by two of their properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    /// Their colour.
    pub colour: Rgb,
    /// Organism, horizontal and vertical value, in the order of identity.
    pub points: Vec<(OrganismId, f64, f64)>,
}

impl Shape {
    /// What it shows, and what it leaves out, in a line.
    #[must_use]
    pub fn legend(&self) -> Option<&str> {
        match self {
            Self::Quantiles(_) => Some(Quantiles::LEGEND),
            Self::Bands(plot) => Some(&plot.note),
            Self::Tree(tree) => Some(&tree.note),
            _ => None,
        }
    }
}

impl Chart {
    /// A chart without plots, and why there are none.
    pub(super) fn missing(kind: ChartKind, title: String, why: impl Into<String>) -> Self {
        Self { kind, title, plots: Vec::new(), note: Some(why.into()) }
    }

    /// A chart with one plot.
    pub(super) fn single(kind: ChartKind, title: String, x: Axis, y: Axis, shape: Shape) -> Self {
        let plot = Plot { name: String::new(), x, y, shape };
        Self { kind, title, plots: vec![plot], note: None }
    }
}

impl Strip {
    /// The owner at a tick.
    #[must_use]
    pub fn owner_at(&self, tick: u64) -> Option<Colony> {
        let known = self.owners.partition_point(|&(at, _)| at <= tick);
        known.checked_sub(1).and_then(|index| self.owners[index].1)
    }

    /// What the owner at a tick is called.
    #[must_use]
    pub fn owner_name_at(&self, tick: u64) -> Option<&str> {
        self.owner_at(tick).map(|owner| &*self.colonies[owner.index()])
    }
}

impl Bar {
    /// The sum of its parts on one side of the axis.
    #[must_use]
    pub fn sum(&self, parts: &[Part], is_below: bool) -> u64 {
        let counted = self.counts.iter().zip(parts).filter(|(_, part)| part.is_below == is_below);
        counted.map(|(count, _)| count).sum()
    }
}

impl Bars {
    /// The greatest sum of a bar, on either side of the axis.
    #[must_use]
    pub fn greatest(&self) -> u64 {
        let sums = |bar: &Bar| bar.sum(&self.parts, false).max(bar.sum(&self.parts, true));
        self.bars.iter().map(sums).max().unwrap_or(0)
    }

    /// The names and colours of the parts that are not empty in all bars.
    pub fn legend(&self) -> impl Iterator<Item = (&str, Rgb)> {
        let occurs = |index: usize| self.bars.iter().any(|bar| bar.counts[index] > 0);
        let parts = self.parts.iter().enumerate().filter(move |&(index, _)| occurs(index));
        parts.map(|(_, part)| (part.name.as_str(), part.colour))
    }
}
