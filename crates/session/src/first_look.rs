//! What is shown of a world at first: it has settled, and the camera follows an animal that is worth watching, from near.

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::Camera;

use crate::session::Session;

/// The ticks that are simulated before a world is shown that nobody has named: by then its animals have dispersed.
pub const SETTLED: u64 = 500;

/// The longest time that these ticks may take, in seconds. Slow machines simulate fewer.
pub const SETTLING_SECONDS: u64 = 7;

/// The magnification with which an animal is followed at first.
pub const NEAR: f64 = 2.6;

/// What the page shows when it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The scenario.
    pub scenario: &'static str,
    /// The ticks that are simulated first.
    pub ticks: u64,
    /// For how many seconds at most.
    pub seconds: u64,
}

/// What the page shows when it is opened.
#[must_use]
pub fn opening() -> Opening {
    Opening { scenario: "archipelago", ticks: SETTLED, seconds: SETTLING_SECONDS }
}

impl Session {
    /// Selects and follows the most interesting animal, from near. Returns which one.
    pub fn look_first(&mut self) -> Option<OrganismId> {
        let organism = self.interesting()?;
        let place = self.scene.figure(organism)?.centre;
        self.select(Some(organism));
        self.follow(Some(organism));
        let camera = &mut self.picture.camera;
        camera.magnify(NEAR * covering(camera));
        camera.centre_on(place);
        Some(organism)
    }
}

/// The magnification with which a world fills a view of other proportions, as on a telephone that is held upright.
fn covering(camera: &Camera) -> f64 {
    let (port, world) = (camera.port().size().as_dvec2(), camera.bounds().size());
    let scales = port / world;
    scales.max_element() / scales.min_element().max(f64::MIN_POSITIVE)
}
