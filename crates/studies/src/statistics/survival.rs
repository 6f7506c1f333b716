//! Survival curves with censored observations.

use std::collections::BTreeMap;

use super::float;
use super::proportion::NORMAL;

/// Observations for a survival curve. Memory grows with the number of different ticks, not with the
/// number of observations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survival {
    /// By tick, the numbers of losses and of censored observations.
    ends: BTreeMap<u64, (u64, u64)>,
}

/// A step of a survival curve, which applies until the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The tick.
    pub tick: u64,
    /// The number of subjects at risk just before the tick.
    pub at_risk: u64,
    /// The number of losses at the tick.
    pub lost: u64,
    /// The Kaplan-Meier estimate of the share that survives the tick.
    pub share: f64,
    /// The 95 % confidence interval of that share, by Greenwood's formula on the log(−log) scale.
    /// `None` if the share is 0 or 1.
    pub interval: Option<(f64, f64)>,
}

impl Survival {
    /// Adds a loss at a tick.
    pub fn lost(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().0 += 1;
    }

    /// Adds an observation that ended at a tick without a loss (censored).
    pub fn alive_until(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().1 += 1;
    }

    /// The number of observations.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ends.values().map(|(lost, censored)| lost + censored).sum()
    }

    /// The number of losses.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.ends.values().map(|(lost, _)| lost).sum()
    }

    /// The ticks at which observations ended without a loss.
    pub fn censored(&self) -> impl Iterator<Item = u64> {
        self.ends.iter().filter(|(_, (_, censored))| *censored > 0).map(|(&tick, _)| tick)
    }

    /// By tick, the numbers of losses and of censored observations.
    pub(super) fn ends(&self) -> impl Iterator<Item = (u64, (u64, u64))> {
        self.ends.iter().map(|(&tick, &end)| (tick, end))
    }

    /// The Kaplan-Meier curve: a step for tick 0, for each tick with a loss, and for the last tick.
    /// Observations censored at a tick are at risk at that tick.
    #[must_use]
    pub fn curve(&self) -> Vec<Step> {
        let mut at_risk = self.count();
        let (mut share, mut variance) = (1.0, 0.0);
        let mut steps = Vec::new();
        let last = self.ends.keys().next_back().copied();
        if at_risk > 0 && !self.ends.contains_key(&0) {
            steps.push(Step { tick: 0, at_risk, lost: 0, share, interval: None });
        }
        for (&tick, &(lost, censored)) in &self.ends {
            if lost > 0 {
                let left = at_risk - lost;
                share *= float(left) / float(at_risk);
                variance += float(lost) / (float(at_risk) * float(left.max(1)));
            }
            if lost > 0 || Some(tick) == last || tick == 0 {
                let interval = greenwood(share, variance);
                steps.push(Step { tick, at_risk, lost, share, interval });
            }
            at_risk -= lost + censored;
        }
        steps
    }
}

/// The confidence interval of a share, from the sum in Greenwood's formula.
pub(super) fn greenwood(share: f64, variance: f64) -> Option<(f64, f64)> {
    if share <= 0.0 || share >= 1.0 {
        return None;
    }
    let log = libm::log(share);
    let half_width = NORMAL * variance.sqrt() / -log;
    let end = |offset: f64| libm::exp(log * libm::exp(offset));
    Some((end(half_width), end(-half_width)))
}
