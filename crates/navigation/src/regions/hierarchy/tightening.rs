//! Tightening: a path becomes shorter where a short part of it can be.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use crate::path_length;
use crate::regions::{RegionSearch, Regions};

/// A path whose parts are searched again, one after the other. Each overlaps half of the one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Tightening {
    /// The part that is final.
    done: Vec<DVec2>,
    /// The rest of the path, its end first.
    rest: Vec<DVec2>,
    /// The length of a part, in units.
    part: f64,
    weight: f64,
    /// If there are any, only parts that contain one of these places are searched.
    only: Vec<DVec2>,
    /// The search for a part ends after so many steps.
    steps: u32,
    /// Whether the last part has become shorter, so that the next has to be searched too.
    has_changed: bool,
    /// The maximum number of bends of the next part, if the search for more of them was given up.
    most: Option<usize>,
    search: Option<Part>,
}

/// A part that is being searched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Part {
    /// What it consists of so far.
    path: Vec<DVec2>,
    search: RegionSearch,
}

/// The minimum number of bends of a part: where there is much room, they are far apart.
const BENDS: usize = 8;

/// The maximum number of steps of the search for a part, and of one around a given place.
const STEPS: u32 = 128;
const STEPS_AROUND: u32 = 8192;

impl Tightening {
    /// Of a path with its start, in parts of this length. A part becomes longer than the shortest by at most
    /// the factor `weight`, or stays as it is.
    pub fn new(mut path: Vec<DVec2>, part: f64, weight: f64) -> Self {
        path.reverse();
        let done = path.pop().into_iter().collect();
        Self {
            done,
            rest: path,
            part,
            weight,
            only: Vec::new(),
            steps: STEPS,
            has_changed: false,
            most: None,
            search: None,
        }
    }

    /// The same, but only around these places.
    pub fn around(self, only: Vec<DVec2>) -> Self {
        Self { only, steps: STEPS_AROUND, ..self }
    }

    /// Takes at most `steps` steps, from which those taken are subtracted. Returns the path once it is complete,
    /// the start included.
    pub fn advance(&mut self, regions: &Regions, steps: &mut u32) -> Option<Vec<DVec2>> {
        while let Some(&start) = self.done.last()
            && (self.search.is_some() || !self.rest.is_empty())
        {
            let mut part = self.search.take().unwrap_or_else(|| self.next(start));
            if part.path.len() > 1 && self.concerns(&part.path) {
                let length = path_length(start, &part.path);
                match part.search.advance_to(regions, self.steps, length, steps) {
                    Some(Ok(path)) if path_length(start, &path) < length => {
                        part.path = path;
                        self.has_changed = true;
                    }
                    None if part.search.steps() < self.steps => {
                        self.search = Some(part);
                        return None;
                    }
                    None => {
                        self.most = Some(part.path.len() / 2);
                        self.rest.extend(part.path.iter().rev());
                        continue;
                    }
                    Some(_) => self.has_changed = false,
                }
            }
            let is_whole = self.most.take().is_none();
            self.keep(start, part.path, is_whole);
        }
        Some(std::mem::take(&mut self.done))
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        let part = self.search.iter();
        let places = part.clone().flat_map(|part| &part.path).chain(&self.done).chain(&self.rest);
        let places = places.chain(&self.only);
        places.into_iter().all(|place| place.is_finite())
            && part.into_iter().all(|part| part.search.is_sound())
            && [self.part, self.weight].iter().all(|it| it.is_finite() && *it > 0.0)
    }

    /// Whether a part is to be searched.
    fn concerns(&self, part: &[DVec2]) -> bool {
        self.only.is_empty()
            || self.has_changed
            || part[..part.len() - 1].iter().any(|it| self.only.contains(it))
    }

    /// Takes the next part from the rest.
    fn next(&mut self, start: DVec2) -> Part {
        let (mut path, mut length, mut at) = (Vec::new(), 0.0, start);
        let most = self.most.unwrap_or(usize::MAX);
        while (length < self.part || path.len() < BENDS)
            && path.len() < most
            && let Some(next) = self.rest.pop()
        {
            length += at.distance(next);
            at = next;
            path.push(next);
        }
        let search = RegionSearch::new(start, at, self.weight);
        Part { path, search }
    }

    /// Keeps the first half of a part, or all of the last one.
    fn keep(&mut self, start: DVec2, part: Vec<DVec2>, is_whole: bool) {
        let is_last = self.rest.is_empty() && is_whole;
        let half = if is_last { f64::INFINITY } else { path_length(start, &part) * 0.5 };
        let (mut length, mut at) = (0.0, start);
        let mut count = 0;
        for &next in &part {
            if count > 0 && length + at.distance(next) > half {
                break;
            }
            length += at.distance(next);
            (at, count) = (next, count + 1);
        }
        self.rest.extend(part[count..].iter().rev());
        self.done.extend(&part[..count]);
    }
}
