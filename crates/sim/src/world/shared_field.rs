//! Flow fields that travellers share.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Destination, OrganismId};
use terrarium_creatures::species::MATURE_RADIUS;
use terrarium_navigation::regions::FlowField;
use terrarium_space::geometry::{Aabb, DVec2, lattice};

use super::{Journey, WorldConfig};

/// The maximum number of fields in a world.
pub const MAX_FIELDS: usize = 64;

/// The shortest paths around the terrain to one point, for all travellers of one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SharedField {
    /// The radius of the travellers.
    pub radius: f64,
    /// The paths.
    pub field: FlowField,
    /// The tick in which it last changed.
    pub changed_at: u64,
    /// The organisms that have arrived, and still stand there.
    pub arrived: BTreeSet<OrganismId>,
}

impl SharedField {
    /// A field of which nothing is computed yet.
    #[must_use]
    pub(crate) fn new(goal: DVec2, radius: f64, tick: u64) -> Self {
        Self { radius, field: FlowField::new(goal), changed_at: tick, arrived: BTreeSet::new() }
    }

    /// The point to which the centre of a body with a journey goes; `None` when it goes elsewhere than to
    /// a point.
    #[must_use]
    pub(crate) fn goal_of(journey: &Journey, radius: f64, bounds: Aabb) -> Option<DVec2> {
        match journey.destination {
            Destination::Point(point) | Destination::Within { point, .. } => {
                let room = bounds.inflated(DVec2::splat(-radius));
                Some(lattice::snap_point(room.nearest_point(point)))
            }
            Destination::Beside(_)
            | Destination::Formation { .. }
            | Destination::Base(_)
            | Destination::Near(_) => None,
        }
    }

    /// What is invalid about the fields of a world.
    pub(super) fn problem(fields: &[Self], config: &WorldConfig) -> Option<&'static str> {
        let is_possible = |shared: &Self| {
            let radius = shared.radius;
            let is_size = radius > 0.0 && radius <= f64::from(*MATURE_RADIUS.end());
            let goal = shared.field.goal();
            is_size && config.bounds.nearest_point(goal) == goal && shared.field.is_sound()
        };
        if fields.len() > MAX_FIELDS {
            Some("there are too many")
        } else if config.rules.field_travellers == 0 && !fields.is_empty() {
            Some("the rule `field_travellers` allows none")
        } else if !fields.iter().all(is_possible) {
            Some("one has a value that is out of range")
        } else {
            None
        }
    }
}
