//! What many walks come to.

use std::collections::BTreeMap;

use super::{Ending, Measurement, Spread, Verdict};

/// What the walks of one method at the problems of one set come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Which set, by its place among those measured.
    pub set: usize,
    /// Which method, by its place among those measured.
    pub method: usize,
    /// How many problems there were.
    pub problems: usize,
    /// How often a walk ended in each way.
    pub endings: BTreeMap<Ending, usize>,
    /// How many times as long as the best a walk was, of those that arrived.
    pub ratio: Option<Spread>,
    /// How many steps were taken, of all walks.
    pub steps: Option<Spread>,
    /// How many searches, or moves decided, there were, of all walks.
    pub plans: Option<Spread>,
    /// How long searching took, in millionths of a second, of all walks.
    pub micros: Option<Spread>,
    /// By how much a walk turned in all, in degrees, of those that arrived.
    pub turning: Option<Spread>,
    /// How many promises were broken.
    pub broken: usize,
}

impl Summary {
    /// Sums up findings: a summary for each set and method, in their order.
    #[must_use]
    pub fn of_all(findings: &[Measurement]) -> Vec<Self> {
        let mut groups: BTreeMap<(usize, usize), Vec<&Measurement>> = BTreeMap::new();
        for finding in findings {
            groups.entry((finding.set, finding.method)).or_default().push(finding);
        }
        groups.into_iter().map(|((set, method), group)| Self::of(set, method, &group)).collect()
    }

    fn of(set: usize, method: usize, group: &[&Measurement]) -> Self {
        let spread = |number: &dyn Fn(&Measurement) -> Option<f64>| {
            let mut numbers: Vec<f64> =
                group.iter().filter_map(|finding| number(finding)).collect();
            Spread::of(&mut numbers)
        };
        let mut endings = BTreeMap::new();
        for finding in group {
            *endings.entry(finding.ending).or_default() += 1;
        }
        Self {
            set,
            method,
            problems: group.len(),
            endings,
            ratio: spread(&Measurement::ratio),
            #[expect(clippy::cast_precision_loss, reason = "nobody takes so many steps")]
            steps: spread(&|finding| Some(finding.steps as f64)),
            plans: spread(&|finding| Some(finding.plans.into())),
            micros: spread(&|finding| Some(finding.micros)),
            turning: spread(&|finding| finding.turning),
            broken: group.iter().map(|finding| finding.wrong.len()).sum(),
        }
    }

    /// How many walks ended like this.
    #[must_use]
    pub fn count(&self, ending: Ending) -> usize {
        self.endings.get(&ending).copied().unwrap_or(0)
    }

    /// How many walks came to this.
    #[must_use]
    pub fn verdicts(&self, verdict: Verdict) -> usize {
        let alike = self.endings.iter().filter(|(ending, _)| ending.verdict() == verdict);
        alike.map(|(_, count)| count).sum()
    }
}
