//! Wariness: a longer way is worth it when it leads around what is feared.

use super::Planner;
use super::surroundings::danger_of;
use crate::behaviour::{Sighting, SightingKind};
use crate::geometry::{Aabb, DVec2};
use crate::navigation::{Danger, ObstacleKey, Outcome, cut_back, path_cost, path_length};
use crate::species::Kind;
use crate::world::ObstacleFilter;

/// Somebody to keep away from.
pub(super) struct Fear {
    name: ObstacleKey,
    /// Its body.
    body: Aabb,
    /// Where the creature would touch what is near it.
    near: Aabb,
}

impl Planner<'_> {
    /// The way found, or one around what is feared, whichever costs less.
    ///
    /// The second way is looked for only where the first leads through danger, and only with the
    /// steps that are left for this tick.
    pub(super) fn warily(&mut self, way: Vec<DVec2>, regard: ObstacleFilter) -> Vec<DVec2> {
        let fears = self.fears();
        let cost = self.cost(&way, &fears);
        if cost <= path_length(self.senses.me.centre, &way) {
            return way;
        }
        let own = self.senses.me.body();
        let feared: Vec<(ObstacleKey, Aabb)> =
            fears.iter().map(|fear| (fear.name, cut_back(fear.near, &fear.body, &own))).collect();
        self.effort.plans += 1;
        let mut search = self.method().begin(self.request(self.reachable_goal()));
        match self.advance(&mut search, regard, &feared) {
            Some(Outcome::Found(around)) => {
                let around = self.on_ground(around);
                if self.cost(&around, &fears) < cost { around } else { way }
            }
            _ => way,
        }
    }

    /// What a way costs this creature: its length, and its weight in fear.
    pub(super) fn cost(&self, way: &[DVec2], fears: &[Fear]) -> f64 {
        let weight = self.species().wariness;
        let half = self.half();
        let danger = |fear: &Fear| Danger { area: fear.near.inflated(half), weight };
        let dangers: Vec<Danger> = fears.iter().map(danger).collect();
        path_cost(self.senses.me.centre, way, &dangers)
    }

    /// Everybody in sight to keep away from.
    pub(super) fn fears(&self) -> Vec<Fear> {
        if self.species().wariness == 0.0 {
            return Vec::new();
        }
        let berth = DVec2::splat(self.rules().berth);
        let feared = self.senses.sight.iter().filter(|other| self.is_feared(other));
        let fear = |other: &Sighting| {
            let body = other.body();
            Fear { name: danger_of(other.id), body, near: body.inflated(berth) }
        };
        feared.map(fear).collect()
    }

    /// Herbivores fear carnivores; carnivores fear larger ones of another species.
    fn is_feared(&self, other: &Sighting) -> bool {
        let me = &self.senses.me;
        let is_aim = self.eye.ignored.contains(&ObstacleKey(other.id.0));
        let is_larger = || other.species != me.species && other.radius > me.radius;
        let is_strong = self.species().kind == Kind::Herbivore || is_larger();
        other.seen == SightingKind::Carnivore && is_strong && !is_aim
    }
}
