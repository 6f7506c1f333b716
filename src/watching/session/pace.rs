//! How fast a world lives while it is watched.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How fast a world lives while it is watched, as powers of two of the usual pace.
///
/// ```
/// use terrarium::watching::Pace;
///
/// assert_eq!("1/8".parse::<Pace>().unwrap().slower(), Pace::SLOWEST);
/// assert_eq!(Pace::USUAL.faster().to_string(), "2×");
/// assert_eq!("max".parse(), Ok(Pace::UNBOUNDED));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pace(i8);

/// How long a tick lasts at the usual pace.
const TICK: Duration = Duration::from_nanos(33_333_333);

/// Why a text names no pace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is no pace; give one of 1/8, 1/4, 1/2, 1, 2, 4, 8, 16, 32, 64 or max")]
pub struct NoPace {
    given: String,
}

impl Pace {
    /// An eighth of the usual pace.
    pub const SLOWEST: Self = Self(-3);
    /// One at which movements can be followed with the eye: thirty ticks a second.
    pub const USUAL: Self = Self(0);
    /// As fast as the machine can.
    pub const UNBOUNDED: Self = Self(7);

    /// The next slower pace, if there is one.
    #[must_use]
    pub fn slower(self) -> Self {
        Self(self.0 - 1).max(Self::SLOWEST)
    }

    /// The next faster pace, if there is one.
    #[must_use]
    pub fn faster(self) -> Self {
        Self(self.0 + 1).min(Self::UNBOUNDED)
    }

    /// How many times as fast as usual; infinite for as fast as the machine can.
    #[must_use]
    pub fn times(self) -> f64 {
        if self == Self::UNBOUNDED { f64::INFINITY } else { f64::from(self.0).exp2() }
    }

    /// How long a tick lasts at least.
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
        Self::USUAL
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
    type Err = NoPace;

    fn from_str(text: &str) -> Result<Self, NoPace> {
        let given = text.trim();
        let times = given.strip_suffix(['x', '×']).unwrap_or(given);
        let all = (Self::SLOWEST.0..=Self::UNBOUNDED.0).map(Self);
        let named = |pace: &Self| match pace.to_string() {
            name if *pace == Self::UNBOUNDED => name == given,
            name => name.trim_end_matches('×') == times,
        };
        all.into_iter().find(named).ok_or_else(|| NoPace { given: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pace_is_half_as_long_as_the_one_before_and_reads_back() {
        let mut pace = Pace::SLOWEST;
        let mut names = Vec::new();
        loop {
            names.push(pace.to_string());
            assert_eq!(pace.to_string().parse(), Ok(pace));
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
