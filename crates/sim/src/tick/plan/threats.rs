//! Wariness: detours around threats.

use terrarium_creatures::behaviour::{Sighting, SightingKind};
use terrarium_creatures::species::Kind;
use terrarium_navigation::{Danger, ObstacleKey, Outcome, cut_back, path_cost, path_length};
use terrarium_space::geometry::{Aabb, DVec2};

use super::Planner;
use super::surroundings::danger_key;
use crate::world::ObstacleFilter;

/// A visible organism that the creature avoids.
pub(super) struct Threat {
    key: ObstacleKey,
    /// Its body.
    body: Aabb,
    /// Its body with the clearance that the creature keeps.
    near: Aabb,
}

impl Planner<'_> {
    /// Returns the path, or a detour around threats if that costs less.
    ///
    /// A detour is searched for only if the path leads through danger, and only with the remaining
    /// steps of this tick. It leads as near to the goal as the bodies around it now allow. If that is where the
    /// creature stands, the path is kept: it was found for another goal, or for bodies that move on.
    pub(super) fn avoid_threats(&mut self, path: Vec<DVec2>, filter: ObstacleFilter) -> Vec<DVec2> {
        let threats = self.threats();
        let cost = self.cost(&path, &threats);
        if cost <= self.cost(&path, &[]) {
            return path;
        }
        let own = self.senses.me.body();
        let areas: Vec<(ObstacleKey, Aabb)> = threats
            .iter()
            .map(|threat| (threat.key, cut_back(threat.near, &threat.body, &own)))
            .collect();
        self.effort.plans += 1;
        let mut search = self.method().begin(self.path_request(self.reachable_goal()));
        match self.advance(&mut search, filter, &areas) {
            Some(Outcome::Found(detour)) if !detour.is_empty() => {
                let detour = self.on_ground(detour);
                if self.cost(&detour, &threats) < cost { detour } else { path }
            }
            _ => path,
        }
    }

    /// The cost of a path for this creature: that of the ground, and that of danger.
    pub(super) fn cost(&self, path: &[DVec2], threats: &[Threat]) -> f64 {
        let weight = self.species().wariness;
        let half = self.half();
        let danger = |threat: &Threat| Danger { area: threat.near.inflated(half), weight };
        let dangers: Vec<Danger> = threats.iter().map(danger).collect();
        let (me, cost) = (self.senses.me.centre, path_cost(self.senses.me.centre, path, &dangers));
        match self.footing() {
            Some(footing) => cost - path_length(me, path) + footing.cost.path_cost(me, path),
            None => cost,
        }
    }

    /// All visible threats.
    pub(super) fn threats(&self) -> Vec<Threat> {
        if self.species().wariness == 0.0 {
            return Vec::new();
        }
        let clearance = DVec2::splat(self.rules().berth);
        let avoided = self.senses.sight.iter().filter(|other| self.is_threat(other));
        let threat = |other: &Sighting| {
            let body = other.body();
            Threat { key: danger_key(other.id), body, near: body.inflated(clearance) }
        };
        avoided.map(threat).collect()
    }

    /// Herbivores avoid carnivores; carnivores avoid larger ones of another species.
    fn is_threat(&self, other: &Sighting) -> bool {
        let me = &self.senses.me;
        let is_target = self.view.ignored.contains(&ObstacleKey(other.id.0));
        let is_larger = || other.species != me.species && other.radius > me.radius;
        let is_strong = self.species().kind == Kind::Herbivore || is_larger();
        other.kind == SightingKind::Carnivore && is_strong && !is_target
    }
}
