//! `terrarium inspect`: the state of one organism and its last turn.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::overrides::overrides;
use super::progress::ready_with_progress;
use super::{Failure, Format, output};
use crate::behaviour::OrganismId;
use crate::playback::Inspection;
use crate::run::{Observer, Ready, Start, drive};
use crate::tick::{Simulation, TraceTarget};
use crate::world::Identity;

const EXAMPLES: &str = "\
Examples:
  terrarium inspect --id 300 --ticks 40
  terrarium inspect archipelago --id 12 --seed 7 --ticks 200 --format json
  terrarium inspect --from runs/islands/final.snapshot --id 4711 --ticks 1";

/// Print the state of one organism and explain its last turn
///
/// The report covers health and energy, the organisms in sight, the requested actions with the
/// reasons of those refused, and what keeps the organism from growing or breeding. The decision is
/// reported in full only after at least one tick was simulated here (`--ticks 1`, the default).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Inspect {
    /// The scenario: archipelago, conquest, meadow, or the path of a scenario file
    #[arg(default_value = "meadow")]
    scenario: String,
    /// Inspect the organism with this number; for example 300
    #[arg(long, value_name = "N")]
    id: u64,
    /// Simulate this many ticks first; for example 40
    #[arg(long, value_name = "N", default_value_t = 1)]
    ticks: u64,
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
        let Ready { mut simulation, .. } = ready_with_progress(&self.start()?)?;
        let organism = OrganismId(self.id);
        simulation.trace(vec![TraceTarget::Organism(organism)]);
        let inspection = Inspection::of(&simulation, organism);
        let mut last = LastInspection { organism, inspection };
        if drive(&mut simulation, self.ticks, &mut [&mut last]).is_break() {
            let tick = simulation.world().tick();
            output::note(format_args!(
                "{organism} is gone since tick {tick}; this is its last state"
            ));
        }
        let last = last.inspection;
        let inspection = last.ok_or_else(|| self.unknown_organism(&simulation))?;
        match self.format {
            Format::Human => {
                output::print(&format!("tick {}, {}", inspection.tick, inspection.text()))
            }
            Format::Json => output::print(&format!("{}\n", as_json(&inspection))),
        }
    }

    fn start(&self) -> Result<Start, Failure> {
        if let Some(snapshot) = &self.from {
            return Ok(Start::Snapshot(snapshot.clone()));
        }
        Ok(Start::Scenario {
            name: self.scenario.clone(),
            overrides: overrides(&self.set, self.seed, None)?,
            creature_folders: self.creatures.clone(),
        })
    }

    /// The failure for a number that no organism has; names the nearest numbers in use.
    fn unknown_organism(&self, simulation: &Simulation) -> Failure {
        let world = simulation.world();
        let mut query = world.organisms.query::<&Identity>();
        let mut ids: Vec<OrganismId> = query.iter().map(|identity| identity.id).collect();
        ids.sort_unstable_by_key(|id| (id.0.abs_diff(self.id), id.0));
        let near: Vec<String> = ids.iter().take(3).map(|id| id.0.to_string()).collect();
        let remedy = if near.is_empty() {
            "the world has no organisms at all".to_owned()
        } else {
            format!("there are {}, for example", near.join(", "))
        };
        let (id, tick) = (self.id, world.tick);
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
        let now = Inspection::of(simulation, self.organism);
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
