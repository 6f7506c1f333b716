//! Links of a world: ferries, tunnels and jumps that creatures take on their journeys.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::LinkSighting;
use terrarium_navigation::links::{Link, Links};
use terrarium_space::geometry::{Aabb, DVec2, lattice};

use super::{World, WorldConfig};

/// The longest crossing, in ticks.
pub const LONGEST_CROSSING: u32 = 1_000_000;

/// The range of costs of a link, in units of path.
pub const HIGHEST_LINK_COST: f64 = 1e9;

/// A link of a world: a creature at one end is placed at the other when the crossing is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorldLink {
    /// Its name, unique in the world.
    pub name: String,
    /// The end at which it begins, on the lattice.
    pub from: DVec2,
    /// The end at which it ends, on the lattice.
    pub to: DVec2,
    /// The duration of a crossing, in ticks.
    pub ticks: u32,
    /// What it counts for when journeys are planned, in units of path; `None` for the path that a
    /// creature would walk meanwhile.
    pub cost: Option<f64>,
    /// Whether it leads from `to` to `from` as well.
    pub both_ways: bool,
    /// Whether it is open in the beginning.
    pub is_open: bool,
}

/// A link that a journey leads over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LinkStep {
    /// Its index in the world.
    pub link: u16,
    /// Whether it is used from `to` to `from`.
    pub is_backward: bool,
}

impl WorldLink {
    /// Its ends in the direction of travel.
    #[must_use]
    pub fn ends(&self, is_backward: bool) -> [DVec2; 2] {
        if is_backward { [self.to, self.from] } else { [self.from, self.to] }
    }

    /// The link as one of a creature that walks at this speed, in units per tick.
    fn at_speed(&self, speed: f64, is_open: bool) -> Link {
        let Self { ref name, from, to, ticks, cost, both_ways, .. } = *self;
        let cost = cost.unwrap_or(f64::from(ticks) * speed);
        Link { name: name.clone(), from, to, cost, both_ways, is_open }
    }

    fn is_sound(&self, bounds: &Aabb) -> bool {
        let is_place = |place| lattice::holds(place) && bounds.nearest_point(place) == place;
        is_place(self.from)
            && is_place(self.to)
            && self.ticks <= LONGEST_CROSSING
            && self.cost.is_none_or(|cost| (0.0..=HIGHEST_LINK_COST).contains(&cost))
    }
}

impl WorldConfig {
    /// Whether all links are possible in this world, and so are these that commands have switched.
    pub(super) fn are_links_sound(&self, switched: &[u16]) -> bool {
        let names: BTreeSet<&str> = self.links.iter().map(|link| link.name.as_str()).collect();
        names.len() == self.links.len()
            && names.len() <= terrarium_navigation::links::MAX_LINKS
            && self.links.iter().all(|link| link.is_sound(&self.bounds))
            && switched.is_sorted_by(|a, b| a < b)
            && switched.iter().all(|&link| usize::from(link) < self.links.len())
    }
}

impl World {
    /// Whether the link with this index is open.
    #[must_use]
    pub fn is_link_open(&self, link: u16) -> bool {
        let is_switched = self.command_effects.switched_links.binary_search(&link).is_ok();
        self.config.links[usize::from(link)].is_open != is_switched
    }

    /// The open and closed links that begin within a sensor range of a body, nearest first.
    pub(crate) fn links_within(&self, body: &Aabb, sight: f64) -> Vec<LinkSighting> {
        let mut seen = Vec::new();
        for (link, it) in (0..).zip(&self.config.links) {
            for &is_backward in if it.both_ways { &[false, true][..] } else { &[false] } {
                let [near, far] = it.ends(is_backward);
                let gap = body.gap(&Aabb::spanning(near, near));
                if gap <= sight {
                    let is_open = self.is_link_open(link);
                    seen.push(LinkSighting { link, near, far, ticks: it.ticks, is_open, gap });
                }
            }
        }
        // Of two ends as near, the one of the first link, and its beginning, comes first.
        seen.sort_by(|a, b| a.gap.total_cmp(&b.gap));
        seen
    }

    /// The links for a creature that walks at this speed, in units per tick.
    pub(crate) fn links_at(&self, speed: f64) -> Links {
        let links = (0..).zip(&self.config.links);
        let links = links.map(|(index, link)| link.at_speed(speed, self.is_link_open(index)));
        Links::new(links).expect("the links of a world are valid")
    }
}
