//! The probability of an outcome over a recorded history: branches from each of its moments.
//!
//! From every so many ticks of a recording, runs continue with seeds of their own until the outcome
//! holds or their ticks are over. This is an [`Experiment`] like any other, so it can be resumed,
//! sharded and merged; a [`Tape`] is what its rows say about the outcome.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use terrarium_output::table::{Cell, Column, save_csv};
use terrarium_run::record::Recording;
use terrarium_studies::statistics::wilson;

use super::{
    Base, CaseEnding, Design, Experiment, ExperimentError, Factor, FactorValue, Keep, Levels,
    Replicates, Results, Stop, StoredWorld, stored_world,
};

/// The table of a tape in the directory of its sweep.
pub const TAPE_CSV: &str = "tape.csv";

/// The most moments of a tape.
pub const MOST_MOMENTS: u64 = 100_000;

/// What a tape asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TapeQuestion {
    /// The first moment, a tick of the recording; its first by default.
    pub from: Option<u64>,
    /// The last moment at the latest; the last tick of the recording by default.
    pub to: Option<u64>,
    /// The ticks between two moments.
    pub every: u64,
    /// The branches from each moment.
    pub replicates: NonZeroU32,
    /// The outcome, a condition as in `stop.when`.
    pub outcome: String,
    /// The ticks of each branch.
    pub ticks: u64,
    /// The seed from which those of the branches are derived.
    pub seed: u64,
}

/// How often the outcome held in the branches from one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TapeMoment {
    /// The tick of the recording.
    pub tick: u64,
    /// The branches that did not fail.
    pub runs: u64,
    /// Those in which the outcome held.
    pub hits: u64,
    /// The branches that failed.
    pub failed: u64,
    /// The 95 % interval of the probability, by Wilson's score; `None` without branches.
    pub interval: Option<(f64, f64)>,
}

/// The probability of an outcome at the moments of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Tape {
    /// The outcome.
    pub outcome: String,
    /// The moments, ascending.
    pub moments: Vec<TapeMoment>,
}

impl TapeQuestion {
    /// The experiment that answers the question for the recording at `path`.
    ///
    /// # Errors
    /// When the recording cannot be read, or has no such ticks.
    pub fn experiment(&self, path: &Path) -> Result<Experiment, ExperimentError> {
        let invalid = |problem: String| ExperimentError::InvalidRequest(problem);
        let recording = Recording::open(path).map_err(|error| invalid(error.to_string()))?;
        let (first, last) = (recording.first_tick(), recording.last_tick());
        let (from, to) = (self.from.unwrap_or(first), self.to.unwrap_or(last));
        if from < first || to > last || from > to {
            let name = path.display();
            return Err(invalid(format!(
                "{name}: it has no ticks from {from} to {to}; choose among its ticks, {first} to {last}"
            )));
        }
        let count = (to - from) / self.every.max(1) + 1;
        if count > MOST_MOMENTS {
            return Err(invalid(format!(
                "these are {count} moments, and the limit is {MOST_MOMENTS}; use a greater `--every`"
            )));
        }
        let moments = (0..count).map(|nth| from + nth * self.every.max(1));
        let moments = moments.filter_map(|tick| i64::try_from(tick).ok()).map(FactorValue::Integer);
        let file = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Experiment {
            name: format!("{name}-tape"),
            file: None,
            description: format!("{} within {} ticks", self.outcome, self.ticks),
            seed: self.seed,
            base: Base {
                scenario: String::new(),
                stored: Some(StoredWorld { file: file.display().to_string(), tick: None }),
                map: None,
                overrides: Vec::new(),
                creatures: Vec::new(),
                variants: BTreeMap::new(),
                folder: std::path::PathBuf::new(),
            },
            factors: vec![Factor {
                name: stored_world::TICK.to_owned(),
                levels: Levels::List(moments.collect()),
                base: None,
            }],
            design: Design::Grid,
            replicates: Replicates::Count(self.replicates),
            ticks: self.ticks,
            stops: vec![Stop::When(self.outcome.clone())],
            stops_when_decided: true,
            measures: Vec::new(),
            evolution: None,
            keep: Keep::default(),
        })
    }
}

impl TapeMoment {
    /// The share of branches in which the outcome held; `None` without branches.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far smaller than 2^53")]
    pub fn share(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.hits as f64 / self.runs as f64)
    }
}

impl Tape {
    /// Counts the outcomes of the runs that have ended. `None` if these are not the results of a tape.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn new(results: &Results) -> Result<Option<Self>, ExperimentError> {
        let experiment = &results.manifest().experiment;
        let ([Stop::When(outcome)], [factor]) = (&experiment.stops[..], &experiment.factors[..])
        else {
            return Ok(None);
        };
        if factor.name != stored_world::TICK {
            return Ok(None);
        }
        let mut counts: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
        for row in results.rows()? {
            let row = row?;
            let case = experiment.case(row.case);
            let Some(tick) = case.and_then(|case| experiment.stored_tick(&case)) else { continue };
            let [runs, hits, failed] = counts.entry(tick).or_default();
            match row.ending {
                CaseEnding::Failed { .. } => *failed += 1,
                ending => {
                    *runs += 1;
                    *hits += u64::from(matches!(ending, CaseEnding::Stopped { .. }));
                }
            }
        }
        let moments = counts.into_iter().map(|(tick, [runs, hits, failed])| {
            let interval = wilson(hits, runs);
            TapeMoment { tick, runs, hits, failed, interval }
        });
        Ok(Some(Self { outcome: outcome.clone(), moments: moments.collect() }))
    }

    /// The pairs of consecutive moments between which the probability jumps: their 95 % intervals do
    /// not overlap. The greatest jump first.
    #[must_use]
    pub fn jumps(&self) -> Vec<[TapeMoment; 2]> {
        let pairs = self.moments.array_windows::<2>().copied();
        let mut jumps: Vec<_> = pairs.filter(has_jumped).collect();
        let size = |[one, other]: &[TapeMoment; 2]| {
            (one.share().unwrap_or(0.0) - other.share().unwrap_or(0.0)).abs()
        };
        jumps.sort_by(|one, other| size(other).total_cmp(&size(one)));
        jumps
    }

    /// Writes the table [`TAPE_CSV`] into the directory `dir`, replacing it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), ExperimentError> {
        let rows = self.moments.iter().map(|moment| {
            let TapeMoment { tick, runs, failed, hits, interval } = *moment;
            let (low, high) = interval.unzip();
            let mut cells = [tick, runs, failed, hits].map(Cell::Whole).to_vec();
            cells.extend([moment.share(), low, high].map(Cell::from));
            cells
        });
        Ok(save_csv(&dir.join(TAPE_CSV), &columns(), rows)?)
    }
}

/// The columns of [`TAPE_CSV`], which has a row for each moment.
#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        Column::whole("tick", "the moment, a tick of the recording"),
        Column::whole("runs", "branches that ended well"),
        Column::whole("failed", "branches that failed"),
        Column::whole("hits", "branches with the outcome"),
        Column::number("share", "hits among runs; empty if there are none"),
        Column::number("low", "lower end of the 95 % Wilson interval of the share"),
        Column::number("high", "upper end of this interval"),
    ]
}

fn has_jumped([one, other]: &[TapeMoment; 2]) -> bool {
    let (Some(one), Some(other)) = (one.interval, other.interval) else { return false };
    one.1 < other.0 || other.1 < one.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(tick: u64, hits: u64, runs: u64) -> TapeMoment {
        TapeMoment { tick, runs, hits, failed: 0, interval: wilson(hits, runs) }
    }

    #[test]
    fn a_jump_is_where_intervals_do_not_overlap_and_the_greatest_comes_first() {
        let shares = [(0, 40), (2, 40), (20, 40), (22, 40), (40, 40), (39, 40), (0, 0), (1, 40)];
        let moments = (0..).step_by(500).zip(shares);
        let moments = moments.map(|(tick, (hits, runs))| moment(tick, hits, runs)).collect();
        let tape = Tape { outcome: "wolf == 0".to_owned(), moments };
        let jumps: Vec<_> =
            tape.jumps().iter().map(|[one, other]| (one.tick, other.tick)).collect();
        assert_eq!(jumps, [(500, 1000), (1500, 2000)]);
        // With few branches, nothing is certain.
        let moments = vec![moment(0, 0, 2), moment(500, 2, 2)];
        assert_eq!(Tape { outcome: String::new(), moments }.jumps().len(), 0);
    }
}
