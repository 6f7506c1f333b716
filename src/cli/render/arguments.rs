//! Parses the positions and zooms of `terrarium render`.

use std::num::NonZeroU64;
use std::str::FromStr;

use crate::geometry::DVec2;

/// A position in the world, in units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point(pub DVec2);

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|it| it.is_finite());
        let position = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let position =
            position.ok_or("give two numbers with a comma between them, such as 1200,800")?;
        Ok(Self(position.into()))
    }
}

/// A magnification relative to a view of the whole world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Zoom(pub f64);

impl FromStr for Zoom {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().trim_end_matches(['x', '×']).parse::<f64>().ok();
        let zoom = number.filter(|zoom| (0.4..=10_000.0).contains(zoom));
        let zoom = zoom.ok_or("give a magnification from 0.4 to 10000, such as 4")?;
        Ok(Self(zoom))
    }
}

/// The ticks to render.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub ticks: Vec<u64>,
}

impl Plan {
    /// Returns every `every`-th tick from `first`, and always `last`.
    pub fn every(first: u64, last: u64, every: NonZeroU64) -> Self {
        let mut ticks: Vec<u64> =
            (first..=last).step_by(usize::try_from(every.get()).unwrap_or(usize::MAX)).collect();
        if ticks.last() != Some(&last) {
            ticks.push(last);
        }
        Self { ticks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_zooms_are_parsed() {
        assert_eq!("12.5, -3".parse(), Ok(Point(DVec2::new(12.5, -3.0))));
        assert_eq!("2.5".parse(), Ok(Zoom(2.5)));
    }

    #[test]
    fn invalid_values_are_refused() {
        for position in ["", "1", "1,2,3", "nan,1", "inf,2"] {
            assert!(position.parse::<Point>().is_err(), "{position}");
        }
        for zoom in ["", "0", "-1", "nan", "1e9"] {
            assert!(zoom.parse::<Zoom>().is_err(), "{zoom}");
        }
    }

    #[test]
    fn the_last_tick_is_always_rendered() {
        let every = |number| NonZeroU64::new(number).unwrap();
        assert_eq!(Plan::every(3, 9, every(3)).ticks, [3, 6, 9]);
        assert_eq!(Plan::every(3, 10, every(3)).ticks, [3, 6, 9, 10]);
        assert_eq!(Plan::every(5, 5, every(7)).ticks, [5]);
    }
}
