//! The stops of a tour: what is worth watching in a world, one after the other.
//!
//! [`Shown`] remembers what a tour has shown lately and chooses the next [`Stop`]. Viewers move the camera there.

mod shown;
mod stop;
#[cfg(test)]
mod tests;

use std::time::Duration;

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_run::record::Scene;

pub use shown::Shown;
pub use stop::{Stop, Subject, Theme};

use crate::Chronicle;
use crate::chronicle::Notable;

/// How long a stop is shown.
pub const STAY: Duration = Duration::from_secs(7);

/// How long a stop is shown after its organism has died.
pub const FAREWELL: Duration = Duration::from_secs(3);

/// What an organism has died of, as a caption, if it is dead in this scene.
#[must_use]
pub fn death_of(organism: OrganismId, scene: &Scene, chronicle: &Chronicle) -> Option<String> {
    if scene.figure(organism).is_some_and(|it| it.kind != SightingKind::Carcass) {
        return None;
    }
    let is_death = |what: &Notable| matches!(what, Notable::Died { .. } | Notable::Extinct);
    let remarks = chronicle.remarks().iter().rev();
    let mut deaths = remarks.filter(|it| it.organism == Some(organism) && is_death(&it.what));
    let text = deaths.next().map(|remark| chronicle.describe(remark));
    Some(text.unwrap_or_else(|| format!("{organism} is dead")))
}
