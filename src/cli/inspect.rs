//! `terrarium inspect`: the state of one organism and its last turn.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::overrides::overrides;
use super::progress::ready_with_progress;
use super::recorded::{open_recorded, replayed};
use super::target::Target;
use super::{Failure, Format, output};
use crate::behaviour::OrganismId;
use crate::life_history::replay;
use crate::playback::Inspection;
use crate::run::{Observer, Ready, Start, run_ticks};
use crate::shell::terrarium;
use crate::tick::{Simulation, TraceTarget};
use crate::world::Identity;

const EXAMPLES: &str = "\
Examples:
  terrarium inspect --id 300 --ticks 40
  terrarium inspect archipelago --id 12 --seed 7 --ticks 200 --format json
  terrarium inspect --from runs/islands/final.snapshot --id 4711 --ticks 1
  terrarium inspect runs/first --id 300 --tick 1200
  terrarium inspect runs/meadow.recording --id 17 --tick 90";

/// Print the state of one organism and explain its last turn
///
/// The report covers health and energy, the organisms in sight, the requested actions with the
/// reasons of those refused, and what keeps the organism from growing or breeding. The decision is
/// reported in full only after at least one tick was simulated here (`--ticks 1`, the default). Of a
/// recorded run, any tick can be inspected; it is replayed from the keyframe before it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Inspect {
    /// The scenario (archipelago, conquest, meadow, or the path of a scenario file), a snapshot, or a
    /// recorded run: its directory or recording
    #[arg(value_name = "SCENARIO|RUN|RECORDING", default_value = "meadow")]
    scenario: String,
    /// Inspect the organism with this number; for example 300
    #[arg(long, value_name = "N")]
    id: u64,
    /// Simulate this many ticks first [default: 1]; for example 40
    #[arg(long, value_name = "N", conflicts_with = "tick")]
    ticks: Option<u64>,
    /// Inspect it after this tick of a recorded run [default: the last]; for example 1200
    #[arg(long, value_name = "T", conflicts_with = "from")]
    tick: Option<u64>,
    /// Use this seed instead of the scenario's; for example 7
    #[arg(long, value_name = "S", conflicts_with = "from")]
    seed: Option<u64>,
    /// Override a value of the scenario or of a species; for example population.hare=300
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "from")]
    set: Vec<String>,
    /// Also load the creatures of this folder, or one creature's folder; for example my-creatures
    #[arg(long, value_name = "DIR", conflicts_with = "from")]
    creatures: Vec<PathBuf>,
    /// Load this snapshot instead of starting a scenario; for example runs/first/final.snapshot
    #[arg(long, value_name = "SNAPSHOT", conflicts_with = "scenario")]
    from: Option<PathBuf>,
    /// Print the report in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Inspect {
    pub fn execute(self) -> Result<(), Failure> {
        let inspection = match self.target()? {
            Target::RunDir(path) | Target::Recording(path) => self.recorded(&path)?,
            Target::Scenario(name) => self.simulated(&self.scenario(name)?)?,
            Target::Snapshot(path) => {
                self.refuse_overrides("a snapshot")?;
                self.simulated(&Start::Snapshot(path))?
            }
        };
        match self.format {
            Format::Human => {
                output::print(&format!("tick {}, {}", inspection.tick, inspection.text()))
            }
            Format::Json => output::print(&format!("{}\n", as_json(&inspection))),
        }
    }

    fn target(&self) -> Result<Target, Failure> {
        match &self.from {
            Some(snapshot) => Ok(Target::Snapshot(snapshot.clone())),
            None => Target::find(&self.scenario),
        }
    }

    fn scenario(&self, name: String) -> Result<Start, Failure> {
        let creature_folders = self.creatures.clone();
        let overrides = overrides(&self.set, self.seed, None)?;
        Ok(Start::Scenario { name, overrides, creature_folders })
    }

    /// The organism after some ticks of a simulation, or before it vanished.
    fn simulated(&self, start: &Start) -> Result<Inspection, Failure> {
        if let Some(tick) = self.tick {
            return Err(Failure::input(format!(
                "--tick {tick}: only recorded runs have ticks to choose from; use --ticks {tick} to \
                 simulate so many ticks first"
            )));
        }
        let Ready { mut simulation, .. } = ready_with_progress(start)?;
        let organism = OrganismId(self.id);
        simulation.trace(vec![TraceTarget::Organism(organism)]);
        let inspection = Inspection::new(&simulation, organism);
        let mut last = LastInspection { organism, inspection };
        if run_ticks(&mut simulation, self.ticks.unwrap_or(1), &mut [&mut last]).is_break() {
            let tick = simulation.world().tick();
            output::note(format_args!(
                "{organism} is gone since tick {tick}; this is its last state"
            ));
        }
        last.inspection.ok_or_else(|| self.unknown_organism(&simulation, ""))
    }

    /// The organism in a tick of a recorded run, with its turn in that tick.
    fn recorded(&self, path: &Path) -> Result<Inspection, Failure> {
        self.refuse_overrides("a recorded run")?;
        if self.ticks.is_some() {
            return Err(Failure::input(format!(
                "--ticks: {} is a recorded run; use --tick to choose one of its ticks",
                path.display()
            )));
        }
        let mut playback = open_recorded(path)?;
        let (first, last) = (playback.first_tick(), playback.frontier());
        let tick = self.tick.unwrap_or(last);
        if !(first..=last).contains(&tick) {
            return Err(Failure::input(format!(
                "--tick {tick}: {} has ticks {first} to {last}",
                path.display()
            )));
        }
        playback.trace(vec![TraceTarget::Organism(OrganismId(self.id))]);
        replayed(&mut playback, |playback, observer| {
            playback.seek(tick.saturating_sub(1))?;
            replay(playback, tick, &mut |_| ControlFlow::Continue(()), observer)
        })?;
        let why = terrarium(&[&"why", &self.scenario, &self.id]);
        let hint = format!("`{why}` reports when it died");
        let was_born = OrganismId(self.id) < playback.simulation().world().next_id();
        let hint = if was_born { &*hint } else { "" };
        let inspection = playback.inspect(OrganismId(self.id));
        inspection.ok_or_else(|| self.unknown_organism(playback.simulation(), hint))
    }

    fn refuse_overrides(&self, target: &str) -> Result<(), Failure> {
        if self.set.is_empty() && self.seed.is_none() && self.creatures.is_empty() {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{}: {target} cannot be changed; --set, --seed and --creatures are for scenarios",
            self.scenario
        )))
    }

    /// The failure for a number that no organism has; names the nearest numbers in use, unless there is
    /// a better hint.
    fn unknown_organism(&self, simulation: &Simulation, hint: &str) -> Failure {
        let world = simulation.world();
        let mut query = world.query::<&Identity>();
        let mut ids: Vec<OrganismId> = query.iter().map(|identity| identity.id).collect();
        ids.sort_unstable_by_key(|id| (id.0.abs_diff(self.id), id.0));
        let near: Vec<String> = ids.iter().take(3).map(|id| id.0.to_string()).collect();
        let remedy = if !hint.is_empty() {
            hint.to_owned()
        } else if near.is_empty() {
            "the world has no organisms at all".to_owned()
        } else {
            format!("there are {}, for example", near.join(", "))
        };
        let (id, tick) = (self.id, world.tick());
        Failure::input(format!("--id {id}: there is no such organism at tick {tick}; {remedy}"))
    }
}

/// Inspects an organism after every tick, and stops the run when it is gone.
struct LastInspection {
    organism: OrganismId,
    inspection: Option<Inspection>,
}

impl Observer for LastInspection {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let now = Inspection::new(simulation, self.organism);
        if self.inspection.is_some() && now.is_none() {
            return ControlFlow::Break(());
        }
        self.inspection = now;
        ControlFlow::Continue(())
    }
}

fn as_json(inspection: &Inspection) -> serde_json::Value {
    json!({
        "tick": inspection.tick,
        "id": inspection.id,
        "species": inspection.name,
        "at": [inspection.centre.x, inspection.centre.y],
        "radius": inspection.radius,
        "parent": inspection.family.parent.map(|parent| parent.id),
        "children": inspection.family.children,
        "sections": inspection.sections(),
    })
}
