//! Links in problems: parsed and validated; and in answers.

use serde::{Deserialize, Serialize};

use super::number::{check, check_point};
use super::problem::Numbers;
use crate::geometry::DVec2;
use crate::navigation::links::{Crossing, Link, Links};

/// A link as parsed, not yet validated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLink {
    name: String,
    from: Numbers<2>,
    to: Numbers<2>,
    cost: f64,
    #[serde(default)]
    both_ways: bool,
    #[serde(default = "is_open")]
    open: bool,
}

fn is_open() -> bool {
    true
}

impl RawLink {
    /// Validates the link, adds it to `links`, and returns it; `what` names it.
    pub fn insert(self, what: &str, links: &mut Links) -> Result<Link, String> {
        let from = check_point(&format!("{what}.from"), self.from.0)?;
        let to = check_point(&format!("{what}.to"), self.to.0)?;
        check(self.cost, || format!("{what}.cost"))?;
        let Self { name, cost, both_ways, open: is_open, .. } = self;
        let link = Link { name, from, to, cost, both_ways, is_open };
        links.insert(link.clone()).map_err(|error| format!("{what}: {error}"))?;
        Ok(link)
    }
}

/// A link on a path.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct LinkTaken {
    pub name: String,
    /// The end at which the path enters it.
    pub from: DVec2,
    /// The end at which the path continues.
    pub to: DVec2,
    pub cost: f64,
    /// The index of the point of the path at `from`; the next one is at `to`.
    pub at: usize,
}

impl LinkTaken {
    /// The link of a crossing.
    pub fn new(crossing: &Crossing, links: &Links) -> Self {
        let link = links.get(crossing.link).expect("a path crosses links of its set");
        let [from, to] = link.ends(crossing.is_backward);
        Self { name: link.name.clone(), from, to, cost: link.cost, at: crossing.waypoint }
    }

    /// The crossing of the link, if it is still open, and as it was.
    pub fn crossing(&self, links: &Links) -> Option<Crossing> {
        let mut numbered = (0..).zip(links.iter());
        let (index, link) = numbered.find(|(_, link)| link.name == self.name && link.is_open)?;
        let is_way = |&is_backward: &bool| link.ends(is_backward) == [self.from, self.to];
        let is_backward = *link.directions().iter().find(|way| is_way(way))?;
        let crossing = Crossing { link: index, is_backward, cost: link.cost, waypoint: self.at };
        (link.cost == self.cost).then_some(crossing)
    }
}
