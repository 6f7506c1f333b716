//! The file `lesson.toml`: what a lesson teaches, and the goals that count.

use serde::Deserialize;
use terrarium_creatures::species::Kind;

use super::{Bound, Goal, Lesson, Measure};

/// The content of `lesson.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LessonFile {
    title: String,
    teaches: String,
    creature: String,
    kind: Kind,
    ticks: u64,
    seeds: [u64; 2],
    #[serde(rename = "goal")]
    goals: Vec<GoalItem>,
}

/// A table `[[goal]]`, with one of the two bounds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalItem {
    title: String,
    measure: Measure,
    at_least: Option<f64>,
    at_most: Option<f64>,
    hint: String,
}

impl LessonFile {
    pub fn lesson(self, number: u32, folder: &str) -> Lesson {
        let Self { title, teaches, creature, kind, ticks, seeds: [first, last], goals } = self;
        let folder = folder.to_owned();
        let goals = goals.into_iter().map(GoalItem::goal).collect();
        Lesson { number, folder, title, teaches, creature, kind, ticks, seeds: first..=last, goals }
    }
}

impl GoalItem {
    fn goal(self) -> Goal {
        let Self { title, measure, at_least, at_most, hint } = self;
        let bound = at_least.map(Bound::AtLeast).or(at_most.map(Bound::AtMost));
        Goal { title, measure, bound: bound.expect("every goal has a bound"), hint }
    }
}
