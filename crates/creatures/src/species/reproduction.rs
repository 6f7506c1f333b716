//! How the organisms of a species reproduce: the table `[reproduction]` of creature files.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use terrarium_input::Diagnostic;
use terrarium_input::document::Section;

use super::Kind;

/// The range of the reach of mates, in units.
pub const MATING_REACH: RangeInclusive<f64> = 0.0..=1000.0;

/// The range of the genetic distance of mates.
pub const MATING_DISTANCE: RangeInclusive<f64> = 0.0..=10.0;

/// The keys of `[reproduction]`.
const KEYS: [&str; 3] = ["sexual", "reach", "distance"];

/// Sexual reproduction: a child has two parents of its species, and inherits from both.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SexualReproduction {
    /// The maximum gap between the bodies of mates, in units.
    pub reach: f64,
    /// The genetic distance beyond which organisms do not mate; `None` if there is no limit.
    pub distance: Option<f64>,
}

impl SexualReproduction {
    /// The reach of a species of this kind whose file does not set it, in units: animals meet, and plants have pollen.
    #[must_use]
    pub fn default_reach(kind: Kind) -> f64 {
        if kind == Kind::Plant { 150.0 } else { 24.0 }
    }

    /// Whether its values are in their ranges.
    pub(super) fn is_sound(&self) -> bool {
        MATING_REACH.contains(&self.reach)
            && self.distance.is_none_or(|distance| MATING_DISTANCE.contains(&distance))
    }
}

/// Reads the table `[reproduction]`. `None` if the species reproduces asexually.
pub(super) fn read_reproduction(
    root: &Section<'_>,
    kind: Kind,
) -> Result<Option<SexualReproduction>, Diagnostic> {
    let Some(section) = root.section("reproduction")? else { return Ok(None) };
    section.only(&KEYS)?;
    let is_sexual = section.need("sexual", "sexual = true")?.truth()?;
    let reach = section.get("reach").map(|item| item.number_in(MATING_REACH, "units"));
    let distance = section.get("distance").map(|item| item.number_in(MATING_DISTANCE, ""));
    let mating = SexualReproduction {
        reach: reach.transpose()?.unwrap_or(SexualReproduction::default_reach(kind)),
        distance: distance.transpose()?,
    };
    // The other keys may stay where an experiment switches mating off.
    Ok(is_sexual.then_some(mating))
}
