//! Ticks on the command line.

use std::str::FromStr;

/// One tick, or a range of ticks with either end open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticks {
    pub first: Option<u64>,
    pub last: Option<u64>,
    /// Whether a single tick was given.
    pub is_one: bool,
}

impl FromStr for Ticks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let message =
            || "give one tick, such as 500, or the first and last, such as 500..800".to_owned();
        let end = |end: &str| match end.trim() {
            "" => Ok(None),
            number => number.parse::<u64>().map(Some).map_err(|_| message()),
        };
        let Some((first, last)) = text.split_once("..") else {
            let tick = end(text)?;
            return tick.map_or_else(
                || Err(message()),
                |_| Ok(Self { first: tick, last: tick, is_one: true }),
            );
        };
        let (first, last) = (end(first)?, end(last.trim_start_matches('='))?);
        if let (Some(from), Some(to)) = (first, last)
            && from > to
        {
            return Err(format!("the first tick, {from}, comes after the last, {to}"));
        }
        Ok(Self { first, last, is_one: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tick_and_ranges_are_parsed() {
        let ticks = |first, last, is_one| Ok(Ticks { first, last, is_one });
        assert_eq!("7".parse::<Ticks>(), ticks(Some(7), Some(7), true));
        assert_eq!("7..9".parse::<Ticks>(), ticks(Some(7), Some(9), false));
        assert_eq!("..9".parse::<Ticks>(), ticks(None, Some(9), false));
        assert_eq!("7..".parse::<Ticks>(), ticks(Some(7), None, false));
    }

    #[test]
    fn invalid_ticks_are_refused() {
        for ticks in ["", "x", "9..7", "-1", "1..2..3"] {
            assert!(ticks.parse::<Ticks>().is_err(), "{ticks}");
        }
    }
}
