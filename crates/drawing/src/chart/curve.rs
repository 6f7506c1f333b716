//! Values over time.

use terrarium_output::colour::Rgb;

/// Values over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// The name of its branch, if it is of another one than the chart.
    pub branch: Option<String>,
    /// Its values by tick; `None` where there is none.
    pub points: Vec<(u64, Option<f64>)>,
}

impl Curve {
    /// The last value up to a tick, with its tick; `None` where there is none.
    #[must_use]
    pub fn at(&self, tick: u64) -> Option<(u64, f64)> {
        let known = self.points.partition_point(|&(at, _)| at <= tick);
        let (at, value) = *self.points.get(known.checked_sub(1)?)?;
        Some((at, value?))
    }

    /// The last point with a value.
    #[must_use]
    pub fn end(&self) -> Option<(u64, f64)> {
        self.points.iter().rev().find_map(|&(tick, value)| Some((tick, value?)))
    }

    /// The runs of adjacent points with values.
    pub fn runs(&self) -> impl Iterator<Item = Vec<(u64, f64)>> {
        runs(self.points.iter().copied())
    }
}

/// The runs of adjacent points with values.
pub fn runs<T>(
    points: impl Iterator<Item = (u64, Option<T>)>,
) -> impl Iterator<Item = Vec<(u64, T)>> {
    let mut points = points.peekable();
    std::iter::from_fn(move || {
        while points.next_if(|(_, value)| value.is_none()).is_some() {}
        points.peek()?;
        let next = || points.next_if(|(_, value)| value.is_some());
        let run = std::iter::from_fn(next).filter_map(|(tick, value)| Some((tick, value?)));
        Some(run.collect())
    })
}
