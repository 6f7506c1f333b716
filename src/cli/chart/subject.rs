//! The run or the snapshot that a chart is about.

use std::path::Path;
use std::sync::Arc;

use crate::charts::descent::SpeciesDescent;
use crate::charts::{
    CensusHistory, CensusSeries, ChartChoice, ChartDetails, ChartKind, ChartSource, Individuals,
};
use crate::cli::Failure;
use crate::cli::progress::bar;
use crate::cli::recorded::{open_recorded, replayed};
use crate::cli::target::Target;
use crate::life_history::ReplayProgress;
use crate::palette;
use crate::playback::{Chronicle, History, Pedigree, Playback, Progress};
use crate::run::{Ready, Start};
use crate::tick::Simulation;

/// The number of ticks between two updates of the progress bar.
const SLICE: u64 = 16;

/// The run or the snapshot that a chart is about.
pub(super) struct Subject {
    /// Its name in titles.
    pub name: String,
    given: String,
    source: Source,
    tick: u64,
}

enum Source {
    Run(Box<Playback>),
    Snapshot(Box<Simulation>, Box<Chronicle>),
}

impl Subject {
    /// Opens what is given, for a chart of this kind.
    pub fn open(given: &str, kind: ChartKind) -> Result<Self, Failure> {
        let target = Target::find(given)?;
        let name = target.name();
        let source = match target {
            Target::Snapshot(path) if kind.is_of_individuals() => {
                let Ready { simulation, .. } = Start::Snapshot(path).ready()?;
                let chronicle = Chronicle::new(simulation.world());
                Source::Snapshot(Box::new(simulation), Box::new(chronicle))
            }
            Target::Snapshot(_) => {
                return Err(Failure::input(format!(
                    "{given}: this is a snapshot, a single tick, of which there are charts of --kind \
                     ages, traits and scatter; for --kind {} give the directory or the recording of a run",
                    kind.name()
                )));
            }
            _ => Source::Run(Box::new(open_recorded(Path::new(given))?)),
        };
        let tick = match &source {
            Source::Run(playback) => playback.frontier(),
            Source::Snapshot(simulation, _) => simulation.world().tick(),
        };
        Ok(Self { name, given: given.to_owned(), source, tick })
    }

    /// The history of the run.
    pub fn chronicle(&self) -> &Chronicle {
        match &self.source {
            Source::Run(playback) => playback.chronicle(),
            Source::Snapshot(_, chronicle) => chronicle,
        }
    }

    /// Chooses the tick to show, the last one by default, and replays the run to it if its organisms are
    /// needed.
    pub fn go_to(&mut self, tick: Option<u64>, needs_organisms: bool) -> Result<(), Failure> {
        let last = self.tick;
        let first = match &self.source {
            Source::Run(playback) => playback.first_tick(),
            Source::Snapshot(..) => last,
        };
        self.tick = tick.unwrap_or(last);
        if !(first..=last).contains(&self.tick) {
            let (given, tick) = (&self.given, self.tick);
            return Err(Failure::input(match first == last {
                true => format!("--tick {tick}: {given} holds only tick {first}; leave it out"),
                false => format!(
                    "--tick {tick}: {given} holds ticks {first} to {last}; give one of these"
                ),
            }));
        }
        let Source::Run(playback) = &mut self.source else { return Ok(()) };
        if !needs_organisms {
            return Ok(());
        }
        playback.begin_seek(self.tick)?;
        let shown = bar(self.tick.saturating_sub(playback.tick()), "ticks replayed");
        while let Progress::Underway { left } = playback.advance(SLICE)? {
            shown.set_position(shown.length().unwrap_or(0).saturating_sub(left));
        }
        shown.finish_and_clear();
        Ok(())
    }

    /// Replays what the chart needs beyond the history; a tree has at most about so many rows.
    pub fn details(&mut self, choice: &ChartChoice, rows: usize) -> Result<ChartDetails, Failure> {
        let needs = choice.needs(self.chronicle().species());
        let individuals = needs.individuals.map(|species| {
            let simulation = match &self.source {
                Source::Run(playback) => playback.simulation(),
                Source::Snapshot(simulation, _) => simulation,
            };
            Arc::new(Individuals::new(simulation.world(), species))
        });
        let mut census = None;
        let dir = Path::new(&self.given);
        if let Some(column) = needs.column.filter(|_| dir.is_dir()) {
            let species = self.chronicle().species();
            let read = CensusSeries::of_run_dir(dir, column, species).map_err(Failure::input)?;
            census = read.map(Arc::new);
        }
        if let (Some(column), Source::Run(playback), None) =
            (needs.column, &mut self.source, &census)
        {
            let history = replayed(playback, |playback, observer| {
                let mut history = CensusHistory::new(playback.simulation().world());
                history.extend(playback, |progress| {
                    observer(progress);
                    true
                })?;
                Ok::<_, Failure>(history)
            })?;
            let species = &playback.simulation().world().config().species;
            census = Some(Arc::new(history.series(column, species)));
        }
        let mut descent = None;
        if let (Some(species), Source::Run(playback)) = (needs.descent, &mut self.source) {
            let last = playback.frontier();
            let pedigree = replayed(playback, |playback, observer| {
                Pedigree::replayed(playback, last, |done, ticks| {
                    observer(ReplayProgress { done, ticks });
                })
            })?;
            let all = &playback.simulation().world().config().species;
            descent = Some(Arc::new(SpeciesDescent::new(&pedigree, all, species, rows)));
        }
        Ok(ChartDetails { individuals, census, descent, why_unknown: None })
    }

    /// What the chart is made of.
    pub fn source<'a>(&'a self, details: &'a ChartDetails) -> ChartSource<'a> {
        let world = match &self.source {
            Source::Run(playback) => playback.simulation().world(),
            Source::Snapshot(simulation, _) => simulation.world(),
        };
        ChartSource {
            chronicle: self.chronicle(),
            others: Vec::new(),
            colours: palette::of(&world.config().species),
            tick: self.tick,
            last_tick: self.chronicle().last_tick().max(self.tick),
            details,
        }
    }
}
