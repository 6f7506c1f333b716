//! The cumulative incidence of an event that others can forestall.

use std::collections::BTreeMap;

use super::float;
use super::survival::greenwood;

/// Observations that end with a loss, with another event that makes a loss impossible, or with neither (censored).
///
/// A survival curve takes what ends with another event for what would have gone on like the others. The cumulative
/// incidence asks how often the loss comes first instead, which needs no such assumption.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompetingRisks {
    ends: BTreeMap<u64, Ends>,
}

/// How many observations end at a tick, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Ends {
    lost: u64,
    other: u64,
    censored: u64,
}

/// A step of a cumulative incidence, which applies until the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IncidenceStep {
    /// The tick.
    pub tick: u64,
    /// The number of observations that go on just before the tick.
    pub at_risk: u64,
    /// The number of losses at the tick.
    pub lost: u64,
    /// The number of other events at the tick.
    pub other: u64,
    /// The Aalen-Johansen estimate of the share that is lost up to the tick.
    pub incidence: f64,
    /// The 95 % confidence interval of that share, by the delta method on the log(−log) scale. `None` if the share is
    /// 0 or 1.
    pub interval: Option<(f64, f64)>,
    /// The estimated share that ends with another event up to the tick.
    pub other_incidence: f64,
}

impl CompetingRisks {
    /// Adds a loss at a tick.
    pub fn lost(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().lost += 1;
    }

    /// Adds an observation that another event ended at a tick.
    pub fn other(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().other += 1;
    }

    /// Adds an observation that ended at a tick without an event.
    pub fn censored(&mut self, tick: u64) {
        self.ends.entry(tick).or_default().censored += 1;
    }

    /// The number of other events.
    #[must_use]
    pub fn others(&self) -> u64 {
        self.ends.values().map(|ends| ends.other).sum()
    }

    /// The cumulative incidence: a step for tick 0, for each tick with an event, and for the last tick. Observations
    /// censored at a tick are at risk at that tick.
    #[must_use]
    pub fn curve(&self) -> Vec<IncidenceStep> {
        let all = |ends: &Ends| ends.lost + ends.other + ends.censored;
        let mut at_risk: u64 = self.ends.values().map(all).sum();
        let mut estimate = Estimate { free: 1.0, ..Estimate::default() };
        let mut steps = Vec::new();
        if at_risk > 0 && !self.ends.contains_key(&0) {
            steps.push(estimate.step(0, at_risk, &Ends::default()));
        }
        let last = self.ends.keys().next_back().copied();
        for (&tick, ends) in &self.ends {
            let events = ends.lost + ends.other;
            if events > 0 {
                estimate.add(at_risk, ends);
            }
            if events > 0 || Some(tick) == last || tick == 0 {
                steps.push(estimate.step(tick, at_risk, ends));
            }
            at_risk -= all(ends);
        }
        steps
    }
}

/// The estimates up to a tick, and the sums of their variance: that of an incidence F is
/// Σ (F − Fᵢ)² aᵢ − 2 Σ (F − Fᵢ) bᵢ + Σ cᵢ over the ticks i (Marubini and Valsecchi 1995).
#[derive(Default)]
struct Estimate {
    /// The share without any event.
    free: f64,
    incidence: f64,
    other_incidence: f64,
    /// Σ aᵢ, Σ aᵢ Fᵢ and Σ aᵢ Fᵢ².
    a: [f64; 3],
    /// Σ bᵢ and Σ bᵢ Fᵢ.
    b: [f64; 2],
    c: f64,
}

impl Estimate {
    fn add(&mut self, at_risk: u64, ends: &Ends) {
        let (count, lost) = (float(at_risk), float(ends.lost));
        let events = ends.lost + ends.other;
        let left = at_risk - events;
        self.incidence += self.free * lost / count;
        self.other_incidence += self.free * float(ends.other) / count;
        // Where nothing is left, no later incidence differs, and `a` does not count.
        let a = float(events) / (count * float(left.max(1)));
        let b = self.free * lost / (count * count);
        self.c += self.free * self.free * lost * (count - lost) / (count * count * count);
        let it = self.incidence;
        self.a = [self.a[0] + a, self.a[1] + a * it, self.a[2] + a * it * it];
        self.b = [self.b[0] + b, self.b[1] + b * it];
        self.free *= float(left) / count;
    }

    fn variance(&self) -> f64 {
        let it = self.incidence;
        let a = it * it * self.a[0] - 2.0 * it * self.a[1] + self.a[2];
        let b = it * self.b[0] - self.b[1];
        (a - 2.0 * b + self.c).max(0.0)
    }

    fn step(&self, tick: u64, at_risk: u64, ends: &Ends) -> IncidenceStep {
        let incidence = self.incidence;
        IncidenceStep {
            tick,
            at_risk,
            lost: ends.lost,
            other: ends.other,
            incidence,
            interval: greenwood(incidence, self.variance() / (incidence * incidence)),
            other_incidence: self.other_incidence,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::statistics::Survival;

    fn risks(ends: &[(u64, u8)]) -> CompetingRisks {
        let mut risks = CompetingRisks::default();
        for &(tick, how) in ends {
            match how {
                0 => risks.lost(tick),
                1 => risks.other(tick),
                _ => risks.censored(tick),
            }
        }
        risks
    }

    /// Ten patients whose incidence is computed by hand.
    #[test]
    fn the_incidence_is_that_of_aalen_and_johansen() {
        let ends = [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (5, 0), (6, 2), (7, 1), (8, 0), (9, 2)];
        let curve = risks(&ends).curve();
        let found: Vec<(u64, u64)> = curve.iter().map(|step| (step.tick, step.at_risk)).collect();
        assert_eq!(found, [(0, 10), (1, 10), (2, 9), (4, 7), (5, 6), (7, 3), (8, 2), (9, 1)]);
        let free = [1.0, 0.9, 0.8, 0.8 * 6.0 / 7.0];
        let lost = [0.1, 0.1, 0.1 + free[2] / 7.0, 0.1 + free[2] / 7.0 + free[3] / 6.0];
        for (step, expected) in curve[1..].iter().zip(lost) {
            assert!((step.incidence - expected).abs() < 1e-12, "{step:?} {expected}");
        }
        let rest = free[3] * 4.0 / 6.0;
        let last = lost[3] + rest * 2.0 / 3.0 / 2.0;
        assert!((curve[7].incidence - last).abs() < 1e-12);
        let others = 0.9 / 9.0 + free[3] / 6.0 + rest / 3.0;
        assert!((curve[7].other_incidence - others).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_without_others_incidence_is_what_does_not_survive(
            ends in prop::collection::vec((0..20_u64, 0..3_u8), 1..60),
        ) {
            let risks_of = |how: &dyn Fn(u8) -> u8| {
                risks(&ends.iter().map(|&(tick, it)| (tick, how(it))).collect::<Vec<_>>())
            };
            let survival = |is_lost: &dyn Fn(u8) -> bool| {
                let mut survival = Survival::default();
                for &(tick, how) in &ends {
                    if is_lost(how) { survival.lost(tick) } else { survival.alive_until(tick) }
                }
                survival.curve().last().unwrap().share
            };
            let last = *risks_of(&|it| it).curve().last().unwrap();
            let free = survival(&|how| how < 2);
            prop_assert!((last.incidence + last.other_incidence + free - 1.0).abs() < 1e-12);
            let alone = *risks_of(&|it| if it == 1 { 2 } else { it }).curve().last().unwrap();
            prop_assert!((alone.incidence - (1.0 - survival(&|how| how == 0))).abs() < 1e-12);
            prop_assert!(last.incidence <= alone.incidence + 1e-12, "others forestall losses");
        }

        #[test]
        fn without_censoring_the_variance_is_that_of_a_share(
            ends in prop::collection::vec((0..20_u64, 0..2_u8), 1..60),
        ) {
            let mut estimate = Estimate { free: 1.0, ..Estimate::default() };
            let mut at_risk = ends.len() as u64;
            for (_, ends) in risks(&ends).ends {
                estimate.add(at_risk, &ends);
                at_risk -= ends.lost + ends.other;
            }
            let lost = ends.iter().filter(|(_, how)| *how == 0).count() as f64;
            let share = lost / ends.len() as f64;
            prop_assert!((estimate.incidence - share).abs() < 1e-12);
            let expected = share * (1.0 - share) / ends.len() as f64;
            prop_assert!((estimate.variance() - expected).abs() < 1e-10, "{}", estimate.variance());
        }
    }
}
