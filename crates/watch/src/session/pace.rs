//! The simulation speed of a session.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A simulation speed: a power of two of the normal speed, 30 ticks per second.
///
/// ```
/// use terrarium_watch::Pace;
///
/// assert_eq!("1/8".parse::<Pace>().unwrap().slower(), Pace::SLOWEST);
/// assert_eq!(Pace::NORMAL.faster().to_string(), "2×");
/// assert_eq!("max".parse(), Ok(Pace::UNBOUNDED));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pace(i8);

/// The duration of a tick at normal speed.
const TICK: Duration = Duration::from_nanos(33_333_333);

/// A text that is not a valid speed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a speed; use one of 1/8, 1/4, 1/2, 1, 2, 4, 8, 16, 32, 64 or max")]
pub struct ParsePaceError {
    given: String,
}

impl Pace {
    /// An eighth of the normal speed.
    pub const SLOWEST: Self = Self(-3);
    /// Normal speed: 30 ticks per second, slow enough to follow movements by eye.
    pub const NORMAL: Self = Self(0);
    /// As fast as possible.
    pub const UNBOUNDED: Self = Self(7);

    /// Returns the speed that is nearest to a multiple of the normal speed.
    #[must_use]
    pub fn nearest(times: f64) -> Self {
        let octave = times.log2().round();
        #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
        Self(octave as i8).clamp(Self::SLOWEST, Self::UNBOUNDED)
    }

    /// Returns the next slower speed, or the slowest.
    #[must_use]
    pub fn slower(self) -> Self {
        Self(self.0 - 1).max(Self::SLOWEST)
    }

    /// Returns the next faster speed, or [`Pace::UNBOUNDED`].
    #[must_use]
    pub fn faster(self) -> Self {
        Self(self.0 + 1).min(Self::UNBOUNDED)
    }

    /// Returns the multiple of the normal speed; infinite for [`Pace::UNBOUNDED`].
    #[must_use]
    pub fn times(self) -> f64 {
        if self == Self::UNBOUNDED { f64::INFINITY } else { f64::from(self.0).exp2() }
    }

    /// Returns the requested ticks per second; infinite for [`Pace::UNBOUNDED`].
    #[must_use]
    pub fn ticks_per_second(self) -> f64 {
        self.times() / TICK.as_secs_f64()
    }

    /// Returns the least duration of a tick.
    #[must_use]
    pub fn tick(self) -> Duration {
        match self.0 {
            _ if self == Self::UNBOUNDED => Duration::ZERO,
            times @ 0.. => TICK / (1 << times),
            times => TICK * (1 << -times),
        }
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self::NORMAL
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            _ if *self == Self::UNBOUNDED => out.write_str("max"),
            times @ 0.. => write!(out, "{}×", 1 << times),
            times => write!(out, "1/{}×", 1 << -times),
        }
    }
}

impl FromStr for Pace {
    type Err = ParsePaceError;

    fn from_str(text: &str) -> Result<Self, ParsePaceError> {
        let given = text.trim();
        let times = given.strip_suffix(['x', '×']).unwrap_or(given);
        let all = (Self::SLOWEST.0..=Self::UNBOUNDED.0).map(Self);
        let named = |pace: &Self| match pace.to_string() {
            name if *pace == Self::UNBOUNDED => name == given,
            name => name.trim_end_matches('×') == times,
        };
        all.into_iter().find(named).ok_or_else(|| ParsePaceError { given: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pace_is_twice_as_fast_as_the_one_before_and_parses_back() {
        let mut pace = Pace::SLOWEST;
        let mut names = Vec::new();
        loop {
            names.push(pace.to_string());
            assert_eq!(pace.to_string().parse(), Ok(pace));
            assert_eq!(Pace::nearest(pace.times()), pace);
            let faster = pace.faster();
            if faster == pace {
                break;
            }
            assert_eq!(faster.slower(), pace);
            if faster != Pace::UNBOUNDED {
                let twice = faster.tick() * 2;
                assert!(twice.abs_diff(pace.tick()).as_nanos() < 200, "{pace}");
            }
            pace = faster;
        }
        assert_eq!(names.join(" "), "1/8× 1/4× 1/2× 1× 2× 4× 8× 16× 32× 64× max");
        assert!("9".parse::<Pace>().is_err() && "".parse::<Pace>().is_err());
    }
}
