//! Survival: which share still lives after so many ticks, when not all were watched to their end.

use std::collections::BTreeMap;

use super::float;
use super::proportion::NORMAL;

/// Ends of lives, gathered one by one; the memory goes with the different ticks, not with the lives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survival {
    /// After which tick how many were lost, and how many were seen for the last time alive.
    ends: BTreeMap<u64, (u64, u64)>,
}

/// From one tick on to the next step, so many live.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The tick.
    pub tick: u64,
    /// How many were alive and watched right before it.
    pub at_risk: u64,
    /// How many were lost at it.
    pub lost: u64,
    /// The share that lives from it on, as Kaplan and Meier reckon it.
    pub share: f64,
    /// The 95 % interval of that share: Greenwood's, on the scale of log(−log). None where all or nobody lives.
    pub interval: Option<(f64, f64)>,
}

impl Survival {
    /// Adds one that was lost at a tick.
    pub fn lost(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().0 += 1;
    }

    /// Adds one that was alive when it was last seen.
    pub fn seen_until(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().1 += 1;
    }

    /// How many there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ends.values().map(|(lost, seen)| lost + seen).sum()
    }

    /// The curve: a step for tick 0, for each tick at which any was lost, and for the last one seen.
    /// Who was last seen at a tick counts as watched through it.
    #[must_use]
    pub fn curve(&self) -> Vec<Step> {
        let mut at_risk = self.count();
        let (mut share, mut variance) = (1.0, 0.0);
        let mut steps = Vec::new();
        let last = self.ends.keys().next_back().copied();
        if at_risk > 0 && !self.ends.contains_key(&0) {
            steps.push(Step { tick: 0, at_risk, lost: 0, share, interval: None });
        }
        for (&tick, &(lost, seen)) in &self.ends {
            if lost > 0 {
                let left = at_risk - lost;
                share *= float(left) / float(at_risk);
                variance += float(lost) / (float(at_risk) * float(left.max(1)));
            }
            if lost > 0 || Some(tick) == last || tick == 0 {
                let interval = greenwood(share, variance);
                steps.push(Step { tick, at_risk, lost, share, interval });
            }
            at_risk -= lost + seen;
        }
        steps
    }
}

/// The interval of a share from the sum of Greenwood's formula.
fn greenwood(share: f64, variance: f64) -> Option<(f64, f64)> {
    if share <= 0.0 || share >= 1.0 {
        return None;
    }
    let log = libm::log(share);
    let far = NORMAL * variance.sqrt() / -log;
    let moved = |by: f64| libm::exp(log * libm::exp(by));
    Some((moved(far), moved(-far)))
}
