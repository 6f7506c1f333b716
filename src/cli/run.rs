//! `terrarium run`: run a scenario and record what happens.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::debug::Debug;
use super::interruption::Interruption;
use super::link::{self, link_of};
use super::overrides::overrides;
use super::profile::Profile;
use super::progress::{bar, ready_with_progress};
use super::record_options::RecordOptions;
use super::run_monitor::{RunMonitor, reloader};
use super::threads::with_threads;
use super::{Failure, Format, creature_notes, output, summary};
use crate::behaviour::Colony;
use crate::clock::now;
use crate::document::Override;
use crate::playback::{Playback, RecordingObserver, colony_name};
use crate::record::recording::{Place, Recording, RecordingError, RecordingProblem, is_recording};
use crate::record::{Ending, Recorder, UnfinishedRecord};
use crate::run::{
    CodeComparison, ComparisonObserver, FinishedRun, Observer, OpeningCommands, Ready, Reloader,
    Replacement, RunOptions, Start, opening_commands, run, stop_if,
};
use crate::run_link::{LinkReplay, RunLink};
use crate::shell::terrarium;
use crate::tick::{Command, Simulation};
use crate::world::World;

/// The number of ticks of a run of a scenario or a snapshot.
const TICKS: u64 = 5000;

/// Run a scenario and record what happens
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium run
  terrarium run archipelago --ticks 20000 --seed 7 --out runs/islands
  terrarium run meadow --map river.map --set rules.light=40 --set population.wolf=0
  terrarium run --ticks 200000 --out runs/long --census-every 100 --ledger-every 100 --events nothing
  terrarium run conquest --map fubar.json --seed 3
  terrarium run --record runs/meadow.recording --ticks 20000
  terrarium run --creatures creatures/fox --set population.fox=12 --watch-creatures --debug fox
  terrarium run --from runs/islands/final.snapshot --ticks 1000 --check
  terrarium run --from runs/islands/final.snapshot --seed 8 --set rules.light=20
  terrarium run --from runs/meadow.recording --at 2500 --seed 8 --ticks 1000
  terrarium run --from runs/islands/final.snapshot --creatures creatures/fox --beside
  terrarium run fox.link --out runs/fox
  terrarium run archipelago --ticks 500 --threads 1 --profile

A link of `terrarium share` is run up to its tick, and the state hash there is compared with that of the link. Exit
codes: 0 success, 1 a failed run or check, 2 invalid input, 130 interrupted.")]
pub(super) struct Run {
    /// The scenario: archipelago, conquest, meadow, or the path of a scenario file; or the link of a run,
    /// or a file with one
    #[arg(default_value = "meadow")]
    scenario: String,
    /// Simulate this many ticks, counted from the snapshot with --from [default: 5000, or those of the
    /// link]; for example 20000
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// Use this seed instead of the scenario's; with --from, continue with the random numbers of this
    /// seed; for example 7
    #[arg(long, value_name = "S", conflicts_with = "beside")]
    seed: Option<u64>,
    /// Use this many threads instead of one per core; the results are the same; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Use this map, a MovingAI .map or an OpenFire .json; for example river.map
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    map: Option<PathBuf>,
    /// Override a value of the scenario or of a species; for example rules.light=40,
    /// population.hare=300 or species.hare.points.speed=35; with --from, set a rule or
    /// change the timetable of the world
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "beside")]
    set: Vec<String>,
    /// Also load the creatures of this folder, or one creature's folder; with --from, replace the code
    /// of the species in the snapshot by theirs; for example my-creatures
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
    /// Write the results of the run to this new directory; for example runs/first
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Record the run to this new file, from which any tick can be restored; for example
    /// runs/meadow.recording
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Resume from a snapshot or a recording instead of starting a scenario; for example
    /// runs/first/final.snapshot
    #[arg(long, value_name = "FILE", conflicts_with = "scenario")]
    from: Option<PathBuf>,
    /// Resume from this tick of the recording; the default is its last; for example 2500
    #[arg(long, value_name = "TICK", requires = "from")]
    at: Option<u64>,
    /// Also simulate the ticks with the original code of the snapshot, and print both results side by
    /// side, with the tick from which on they differ
    #[arg(long, requires = "from", requires = "creatures")]
    beside: bool,
    #[command(flatten)]
    record_options: RecordOptions,
    /// Check the world after every tick: no overlaps, all bodies within bounds and outside
    /// obstacles, a correct spatial index, energy conserved
    #[arg(long)]
    check: bool,
    /// Measure the time of each phase of the ticks, and print it after the summary with the counts
    /// that explain it
    #[arg(long)]
    profile: bool,
    /// Reload a creature of --creatures when one of its files is saved; a file with errors is
    /// reported and changes nothing
    #[arg(long, requires = "creatures")]
    watch_creatures: bool,
    #[command(flatten)]
    debug: Debug,
    /// Print the summary in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Run {
    /// The run of `terrarium` without arguments and without a display or terminal: the meadow,
    /// recorded into a new directory.
    pub fn run_default() -> Self {
        Self {
            scenario: "meadow".to_owned(),
            ticks: None,
            seed: None,
            threads: None,
            map: None,
            set: Vec::new(),
            creatures: Vec::new(),
            out: Some(first_free(Path::new("runs"), "meadow")),
            record: None,
            from: None,
            at: None,
            beside: false,
            record_options: RecordOptions::DEFAULT,
            check: false,
            profile: false,
            watch_creatures: false,
            debug: Debug::default(),
            format: Format::Human,
        }
    }

    /// The directory of the record, if there is one.
    pub fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |threads| self.simulate(threads))?
    }

    fn simulate(&self, threads: usize) -> Result<(), Failure> {
        let link = self.link()?;
        let ticks = self.ticks.unwrap_or_else(|| link.as_ref().map_or(TICKS, |link| link.tick));
        creature_notes::on_modules_within(&self.creatures);
        let Ready { mut simulation, mut provenance } = self.ready(link.as_ref())?;
        provenance.arguments = std::env::args().skip(1).collect();
        provenance.ticks_asked = ticks;
        provenance.threads = threads;
        let names = simulation.world().config().species.iter().map(|s| s.name.as_str());
        let traced = self.debug.trace_targets(names)?;
        simulation.trace(traced);
        creature_notes::on_population(&self.creatures, simulation.world());
        let opening = self.opening_commands(&simulation)?;
        let reloader = self.reloader(simulation.world())?;
        let trace_output = self.debug.trace_output()?;
        // Before the first file is created, so that an interrupted run is completed.
        let interruption = Interruption::install();
        let options = self.record_options.options();
        let recorder = self
            .out
            .as_ref()
            .map(|dir| Recorder::new(dir, simulation.world(), provenance.clone(), options))
            .transpose()
            .map_err(record_failure)?
            .map(|recorder| {
                let start = now();
                recorder.with_checkpoints(move || start.elapsed().as_secs_f64())
            });
        let mut run_monitor =
            RunMonitor::new(ticks, interruption.clone(), trace_output).reloading(reloader);
        let mut opening = OpeningCommands::new(opening);
        let mut linked = link.map(LinkReplay::new);
        if let Some(replay) = &mut linked {
            replay.begin(simulation.world());
        }
        let mut beside = self.beside.then(|| ComparisonObserver::begin(simulation.world()));
        let start = now();
        let options = RunOptions { ticks, check: self.check };
        let mut recording = match &self.record {
            None => None,
            Some(path) => {
                let place = Place::File(path.clone());
                let recording = RecordingObserver::begin(&place, &simulation, provenance);
                Some(recording.map_err(|error| recording_failure(error, "--record"))?)
            }
        };
        let mut profile = self.profile.then(Profile::begin);
        let observers: &mut [&mut dyn Observer] = &mut [
            &mut recording,
            &mut opening,
            &mut linked,
            &mut run_monitor,
            &mut profile,
            &mut beside,
        ];
        let finished = run(&mut simulation, options, recorder, observers);
        let seconds = start.elapsed().as_secs_f64();
        run_monitor.finish()?;
        let finished = finished?;
        if let Some(recording) = recording {
            recording.finish().map_err(Failure::failed)?;
        }
        let profile = profile.map(Profile::end);
        let comparison = match beside {
            Some(beside) => self.compare(beside, simulation.world(), &interruption)?,
            None => None,
        };
        if let Some(replay) = &mut linked {
            replay.finish(&mut simulation).map_err(link::failure)?;
        }
        let config = simulation.world().config();
        let colonies = Colony::ALL.map(|colony| colony_name(colony, config));
        let totals = summary::Totals { seed: config.seed, colonies, seconds, profile, comparison };
        output::print(&match self.format {
            Format::Human => summary::for_people(&finished, &totals),
            Format::Json => summary::as_json(&finished, &totals),
        })?;
        report_interruption(&finished)?;
        linked.map_or(Ok(()), |replay| link::report(&replay))
    }

    /// The link that is to be run, if it is one.
    fn link(&self) -> Result<Option<RunLink>, Failure> {
        let link = link_of(&self.scenario)?;
        let has_overrides = self.seed.is_some()
            || self.map.is_some()
            || !self.set.is_empty()
            || !self.creatures.is_empty();
        if link.is_some() && has_overrides {
            return Err(Failure::input(
                "a link holds the overrides of its run; leave out --seed, --set, --map and --creatures, or record the \
                 run and continue it with --from",
            ));
        }
        Ok(link)
    }

    /// The simulation before its first tick.
    fn ready(&self, link: Option<&RunLink>) -> Result<Ready, Failure> {
        if let Some(link) = link {
            return link::founded(link, &|_| {});
        }
        let Some(path) = self.from.as_ref().filter(|path| is_recording(path)) else {
            if let Some(tick) = self.at {
                return Err(Failure::input(format!(
                    "--at {tick}: a snapshot has one tick only; give a recording with --from, or leave out --at"
                )));
            }
            return ready_with_progress(&self.start()?);
        };
        let tick = match self.at {
            Some(tick) => tick,
            None => Recording::open(path).map_err(Failure::input)?.last_tick(),
        };
        Playback::ready_at(path, tick).map_err(Failure::input)
    }

    fn start(&self) -> Result<Start, Failure> {
        if let Some(snapshot) = &self.from {
            return Ok(Start::Snapshot(snapshot.clone()));
        }
        let overrides = self.overrides()?;
        let creature_folders = self.creatures.clone();
        Ok(Start::Scenario { name: self.scenario.clone(), overrides, creature_folders })
    }

    /// The commands before the first tick: those that change the world of a snapshot.
    fn opening_commands(&self, simulation: &Simulation) -> Result<Vec<Command>, Failure> {
        if self.from.is_none() {
            return Ok(Vec::new());
        }
        let mut commands = Vec::new();
        commands.extend(self.seed.map(|seed| Command::Reseed { seed }));
        let overrides = self.set.iter().map(|text| Override::parse(text));
        let overrides: Vec<Override> =
            overrides.collect::<Result<_, _>>().map_err(Failure::Input)?;
        let of_overrides = opening_commands(simulation.world(), &overrides);
        commands.extend(of_overrides.map_err(Failure::Input)?);
        let replacement = self.replacement(simulation.world())?;
        commands.extend(replacement.iter().flat_map(Replacement::commands));
        Ok(commands)
    }

    /// The code that replaces that of the snapshot, if there is any.
    fn replacement(&self, world: &World) -> Result<Option<Replacement>, Failure> {
        if self.from.is_none() || self.creatures.is_empty() {
            return Ok(None);
        }
        let replacement = Replacement::read(world, &self.creatures)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        if replacement.names().next().is_none() {
            output::note(
                "note: the creatures of --creatures have the code of the snapshot already",
            );
        }
        Ok(Some(replacement))
    }

    /// Simulates the ticks of the run with the original code. `None` if the user interrupts it.
    fn compare(
        &self,
        beside: ComparisonObserver,
        changed: &World,
        interruption: &Interruption,
    ) -> Result<Option<CodeComparison>, Failure> {
        let Ready { mut simulation, .. } = self.ready(None)?;
        let first_tick = simulation.world().tick();
        let bar = bar(changed.tick() - first_tick, "ticks of the original");
        let mut progress = |world: &World| {
            bar.set_position(world.tick() - first_tick);
            stop_if(interruption.is_requested())
        };
        let comparison = beside.compare(changed, &mut simulation, &mut [&mut progress]);
        bar.finish_and_clear();
        Ok(comparison)
    }

    /// The reloader of the creature folders, if they are watched.
    fn reloader(&self, world: &World) -> Result<Option<Reloader>, Failure> {
        if !self.watch_creatures {
            return Ok(None);
        }
        reloader(world, &self.creatures, &self.overrides()?).map(Some)
    }

    /// The overrides of the scenario and its creatures.
    fn overrides(&self) -> Result<Vec<Override>, Failure> {
        if self.from.is_some() {
            return Ok(Vec::new());
        }
        overrides(&self.set, self.seed, self.map.as_deref())
    }
}

/// A path that is not that of a new directory is invalid input; a directory that cannot be written
/// is a failure.
fn record_failure(error: crate::record::RecordError) -> Failure {
    use crate::record::RecordError::{Busy, NotADirectory, Occupied, Unfinished};
    match error {
        Occupied { .. } | Busy { .. } | NotADirectory { .. } | Unfinished { .. } => {
            Failure::input(error)
        }
        other => Failure::failed(other),
    }
}

/// A path that exists already is invalid input; a file that cannot be written is a failure.
fn recording_failure(error: RecordingError, option: &str) -> Failure {
    match error.problem {
        RecordingProblem::Occupied | RecordingProblem::Directory => {
            Failure::input(format!("{option} {error}"))
        }
        _ => Failure::failed(format!("{option} {error}")),
    }
}

/// Returns the first of the paths `name-1`, `name-2`, … in `folder` that is neither the directory of a
/// run nor that of an unfinished one.
fn first_free(folder: &Path, name: &str) -> PathBuf {
    (1..)
        .map(|number: u32| folder.join(format!("{name}-{number}")))
        .find(|path| !path.exists() && UnfinishedRecord::beside(path).is_empty())
        .expect("there are always more numbers")
}

/// Reports an interrupted run, and how to resume it.
fn report_interruption(finished: &FinishedRun) -> Result<(), Failure> {
    if finished.ending != Ending::Interrupted {
        return Ok(());
    }
    let tick = finished.outcome.tick;
    output::note(match &finished.recorded {
        Some(recorded) => {
            let snapshot = recorded.dir.join("final.snapshot");
            let resume = terrarium(&[&"run", &"--from", &snapshot.display()]);
            format!("interrupted after tick {tick}; resume with: {resume}")
        }
        None => format!("interrupted after tick {tick}; a run with --out can be resumed"),
    });
    Err(Failure::Interrupted)
}
