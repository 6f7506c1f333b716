//! A list of changes and queries in a problem: parsed and validated.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::changing_scene::{Change, Shape};
use super::id::{Id, Ids};
use super::link::RawLink;
use super::number::{check_point, check_size};
use super::problem::{Numbers, ProblemError, polygon};
use crate::geometry::DVec2;
use crate::navigation::links::{LinkError, Links};
use crate::navigation_benchmark::Scene;

/// A scene, and what happens in it, in order.
#[derive(Debug)]
pub(super) struct Sequence {
    /// The obstacles at first, and the size of movers whose query gives none.
    pub scene: Scene,
    pub entries: Vec<Entry>,
    /// The ids of all obstacles.
    pub ids: Ids,
}

/// A change or a query.
#[derive(Debug)]
pub(super) enum Entry {
    Change(Change),
    Query(Query),
}

/// A path to find among the obstacles that stand.
#[derive(Debug)]
pub(super) struct Query {
    pub start: DVec2,
    pub goal: DVec2,
    /// The mover's half-size.
    pub half: DVec2,
    /// Whether the mover follows the path of the query before.
    pub replans: bool,
    /// The keys of the obstacles that do not block the mover: usually its own body.
    pub ignored: BTreeSet<u64>,
}

/// What an entry may be, for messages.
const FORMAT: &str = "write a change such as {\"add\": [4, 0, 5, 3], \"id\": \"gate\"}, \
                      {\"add_polygon\": [[x, y], …], \"id\": \"rock\"}, {\"remove\": \"gate\"}, \
                      {\"move\": \"gate\", \"to\": [6, 0, 7, 3]} or {\"move\": \"rock\", \
                      \"to_polygon\": [[x, y], …]}, a change of a link such as {\"add_link\": \
                      {\"name\": \"ferry\", \"from\": [1, 2], \"to\": [8, 2], \"cost\": 9}}, \
                      {\"close_link\": \"ferry\"}, {\"open_link\": \"ferry\"} or {\"remove_link\": \
                      \"ferry\"}, or a query such as {\"start\": [-2, 1], \
                      \"goal\": [6, 1]}, with \"size\", \"replan\": true and \"ignore\": [\"gate\"] if needed";

/// An entry as parsed, not yet validated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEntry {
    add: Option<Numbers<4>>,
    add_polygon: Option<Vec<Numbers<2>>>,
    id: Option<Id>,
    remove: Option<Id>,
    #[serde(rename = "move")]
    moved: Option<Id>,
    to: Option<Numbers<4>>,
    to_polygon: Option<Vec<Numbers<2>>>,
    start: Option<Numbers<2>>,
    goal: Option<Numbers<2>>,
    size: Option<Numbers<2>>,
    replan: Option<bool>,
    ignore: Option<Vec<Id>>,
    add_link: Option<RawLink>,
    remove_link: Option<String>,
    open_link: Option<String>,
    close_link: Option<String>,
}

impl Sequence {
    /// Validates all entries of a line.
    pub fn validate(
        scene: Scene,
        entries: Vec<RawEntry>,
        line: &[u8],
    ) -> Result<Self, ProblemError> {
        let mut ids = Ids::new(&scene);
        let mut links = scene.links.clone();
        let mut has_query = false;
        let mut validated = Vec::with_capacity(entries.len());
        for (index, mut raw) in entries.into_iter().enumerate() {
            let entry = match raw.validate_link(index, &mut links) {
                Some(change) => change.map(Entry::Change),
                None => raw.validate(index, &scene, has_query, &mut ids),
            };
            let entry = entry
                .map_err(|problem| ProblemError { column: entry_column(line, index), problem })?;
            has_query |= matches!(entry, Entry::Query(_));
            validated.push(entry);
        }
        Ok(Self { scene, entries: validated, ids })
    }

    /// The number of queries.
    pub fn query_count(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Query(_))).count()
    }
}

impl RawEntry {
    /// The keys that are given, in a fixed order.
    fn keys(&self) -> Vec<&'static str> {
        let all = [
            ("add", self.add.is_some()),
            ("add_polygon", self.add_polygon.is_some()),
            ("id", self.id.is_some()),
            ("remove", self.remove.is_some()),
            ("move", self.moved.is_some()),
            ("to", self.to.is_some()),
            ("to_polygon", self.to_polygon.is_some()),
            ("start", self.start.is_some()),
            ("goal", self.goal.is_some()),
            ("size", self.size.is_some()),
            ("replan", self.replan.is_some()),
            ("ignore", self.ignore.is_some()),
            ("add_link", self.add_link.is_some()),
            ("remove_link", self.remove_link.is_some()),
            ("open_link", self.open_link.is_some()),
            ("close_link", self.close_link.is_some()),
        ];
        all.into_iter().filter_map(|(key, is_given)| is_given.then_some(key)).collect()
    }

    /// The change of a link, if it is one. It is applied to `links`.
    fn validate_link(&mut self, index: usize, links: &mut Links) -> Option<Result<Change, String>> {
        let [key] = self.keys()[..] else { return None };
        let within = |error: LinkError| format!("sequence[{index}]: {error}");
        if let Some(link) = self.add_link.take() {
            let added = link.insert(&format!("sequence[{index}].{key}"), links);
            return Some(added.map(Change::AddLink));
        }
        if let Some(name) = self.remove_link.take() {
            return Some(links.remove(&name).map(|_| Change::RemoveLink(name)).map_err(within));
        }
        let is_open = self.open_link.is_some();
        let name = self.open_link.take().or_else(|| self.close_link.take())?;
        let set = links.set_open(&name, is_open).map_err(within);
        Some(set.map(|_| Change::SetLink(name, is_open)))
    }

    fn validate(
        self,
        index: usize,
        scene: &Scene,
        has_query: bool,
        ids: &mut Ids,
    ) -> Result<Entry, String> {
        let keys = self.keys();
        let within = |problem: String| format!("sequence[{index}]: {problem}");
        let name = |key: &str| format!("sequence[{index}].{key}");
        let shape = |key: &str, area: Option<Numbers<4>>, corners: Option<Vec<Numbers<2>>>| match (
            area, corners,
        ) {
            (Some(area), _) => area.area(|| name(key)).map(Shape::Box),
            (None, corners) => {
                polygon(&name(key), &corners.unwrap_or_default()).map(Shape::Polygon)
            }
        };
        match (&keys[..], self.id, self.remove, self.moved) {
            (&[key @ ("add" | "add_polygon"), "id"], Some(id), ..) => {
                let shape = shape(key, self.add, self.add_polygon)?;
                ids.add(id, index).map_err(within)?;
                Ok(Entry::Change(Change::Add(shape)))
            }
            (["remove"], _, Some(id), _) => {
                ids.remove(&id, index).map(|key| Entry::Change(Change::Remove(key))).map_err(within)
            }
            (&["move", key @ ("to" | "to_polygon")], _, _, Some(id)) => {
                let moved = ids.key(&id).map_err(within)?;
                let shape = shape(key, self.to, self.to_polygon)?;
                Ok(Entry::Change(Change::Move(moved, shape)))
            }
            (["start", "goal", others @ ..], ..)
                if others.iter().all(|key| ["size", "replan", "ignore"].contains(key)) =>
            {
                let [start, goal] =
                    [("start", self.start), ("goal", self.goal)].map(|(key, point)| {
                        check_point(&name(key), point.expect("the keys are given").0)
                    });
                let half = match self.size {
                    Some(size) => check_size(size.0).map_err(within)? * 0.5,
                    None => scene.half,
                };
                let replans = self.replan.unwrap_or(false);
                if replans && !has_query {
                    let problem = "there is no query before this one whose path it could replan; \
                                   leave out \"replan\"";
                    return Err(within(problem.to_owned()));
                }
                let ignored = self.ignore.unwrap_or_default();
                let ignored = ignored.iter().map(|id| ids.key(id)).collect::<Result<_, _>>();
                let ignored = ignored.map_err(|problem| within(format!("ignore: {problem}")))?;
                Ok(Entry::Query(Query { start: start?, goal: goal?, half, replans, ignored }))
            }
            ([], ..) => Err(within(format!("this entry is empty; {FORMAT}"))),
            _ => Err(within(format!(
                "the keys {} are neither a change nor a query; {FORMAT}",
                keys.join(", ")
            ))),
        }
    }
}

/// The column, counted from 1, at which an entry of `sequence` begins in a line that is valid JSON.
fn entry_column(line: &[u8], index: usize) -> Option<usize> {
    let (mut depth, mut is_sequence, mut count) = (0_usize, false, 0);
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'"' => {
                let begin = at + 1;
                at = begin;
                while *line.get(at)? != b'"' {
                    at += if line[at] == b'\\' { 2 } else { 1 };
                }
                // At this depth, strings are keys.
                if depth == 1 {
                    is_sequence = &line[begin..at] == b"sequence";
                }
            }
            b'{' if depth == 2 && is_sequence && count == index => return Some(at + 1),
            b'{' | b'[' => {
                count += usize::from(depth == 2 && is_sequence);
                depth += 1;
            }
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += 1;
    }
    None
}
