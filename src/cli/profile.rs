//! The profile of a run (`run --profile`): the time of each phase, and the counts that explain it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::output::columns;
use crate::clock;
use crate::run::Observer;
use crate::tick::{PHASES, Simulation};
use crate::world::PlanningEffort;

/// A count: its name, and its number in the last tick of a simulation.
type Count = (&'static str, fn(&Simulation) -> u64);

/// The counts of a profile.
const COUNTS: &[Count] = &[
    ("organism-ticks", |simulation| simulation.world().populations().iter().sum()),
    ("index queries", |simulation| simulation.effort().index_queries),
    ("path plans", |simulation| planning(simulation, |effort| effort.plans)),
    ("search steps", |simulation| planning(simulation, |effort| effort.steps)),
    ("enclosures", |simulation| planning(simulation, |effort| effort.enclosures)),
    ("collisions", |simulation| simulation.effort().collisions),
];

fn planning(simulation: &Simulation, part: fn(&PlanningEffort) -> u64) -> u64 {
    simulation.world().planning_effort().iter().map(part).sum()
}

/// Measures the phases of each tick of a run.
pub(super) struct Profile {
    begun: Instant,
    /// When the current phase began.
    phase_begun: Instant,
    /// The time of each phase, in the order of [`PHASES`].
    phases: Vec<Duration>,
    ticks: u64,
    /// In the order of [`COUNTS`].
    counts: Vec<u64>,
}

impl Profile {
    /// Begins the profile of a run.
    pub fn begin() -> Self {
        let now = clock::now();
        Self {
            begun: now,
            phase_begun: now,
            phases: vec![Duration::ZERO; PHASES.len()],
            ticks: 0,
            counts: vec![0; COUNTS.len()],
        }
    }

    /// Ends the profile.
    pub fn end(self) -> FinishedProfile {
        let total = self.begun.elapsed();
        FinishedProfile { total, phases: self.phases, ticks: self.ticks, counts: self.counts }
    }
}

impl Observer for Profile {
    fn before_tick(&mut self) {
        self.phase_begun = clock::now();
    }

    fn after_phase(&mut self, phase: &'static str) {
        let now = clock::now();
        let times = PHASES.iter().zip(&mut self.phases);
        for (_, time) in times.filter(|(it, _)| it.name == phase) {
            *time += now - self.phase_begun;
        }
        self.phase_begun = now;
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.ticks += 1;
        for (sum, (_, count)) in self.counts.iter_mut().zip(COUNTS) {
            *sum += count(simulation);
        }
        ControlFlow::Continue(())
    }
}

/// The profile of a run that has ended.
pub(super) struct FinishedProfile {
    /// The time from the first tick to the end of the run.
    total: Duration,
    phases: Vec<Duration>,
    ticks: u64,
    counts: Vec<u64>,
}

impl FinishedProfile {
    /// The time that was not spent in ticks.
    fn between_ticks(&self) -> Duration {
        self.total.saturating_sub(self.phases.iter().sum())
    }

    /// Formats the profile as a table of times and a table of counts.
    #[expect(clippy::cast_precision_loss, reason = "the figures are rounded anyway")]
    pub fn for_people(&self) -> String {
        let ticks = self.ticks.max(1) as f64;
        let total = self.total.as_secs_f64().max(1e-9);
        let row = |(name, time): (&str, Duration)| {
            let seconds = time.as_secs_f64();
            vec![
                name.to_owned(),
                format!("{:.1}", seconds * 1e3),
                format!("{:.3}", seconds * 1e3 / ticks),
                format!("{:.1} %", seconds / total * 100.0),
            ]
        };
        let head = |names: [&str; 4]| vec![names.map(str::to_owned).to_vec()];
        let names = PHASES.iter().map(|phase| phase.name);
        let mut times = head(["phase", "ms", "ms per tick", "share"]);
        times.extend(names.zip(self.phases.iter().copied()).map(row));
        times.push(row(("between ticks", self.between_ticks())));
        times.push(row(("all", self.total)));
        let mut counts = head(["count", "number", "per tick", "per second"]);
        counts.push(vec![
            "ticks".to_owned(),
            self.ticks.to_string(),
            String::new(),
            format!("{:.1}", self.ticks as f64 / total),
        ]);
        counts.extend(COUNTS.iter().zip(&self.counts).map(|((name, _), &count)| {
            let count = count as f64;
            vec![
                (*name).to_owned(),
                format!("{count:.0}"),
                format!("{:.1}", count / ticks),
                format!("{:.0}", count / total),
            ]
        }));
        let [times, counts] = [times, counts].map(|rows| columns(&rows, |column| column > 0));
        format!("\n{times}\n{counts}")
    }

    /// The profile as JSON, with times in seconds.
    pub fn as_json(&self) -> Value {
        let phases = PHASES.iter().zip(&self.phases);
        let phases =
            phases.map(|(it, time)| json!({ "phase": it.name, "seconds": time.as_secs_f64() }));
        let counts = COUNTS.iter().zip(&self.counts);
        let counts = counts.map(|((name, _), count)| (name.replace([' ', '-'], "_"), json!(count)));
        json!({
            "seconds": self.total.as_secs_f64(),
            "between_ticks": self.between_ticks().as_secs_f64(),
            "phases": phases.collect::<Vec<_>>(),
            "ticks": self.ticks,
            "counts": counts.collect::<serde_json::Map<_, _>>(),
        })
    }
}
