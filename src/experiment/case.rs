//! One run of an experiment: founded, lived, and told in a row.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::condition::{ConditionContext, SpeciesStanding};
use super::kept::Records;
use super::spool::{SpooledCell, held};
use super::{Case, CaseEnding, ExperimentError, Plan, Row, SpeciesOutcome, Stop};
use crate::behaviour::Death;
use crate::record::census::{self, Census};
use crate::run::{Ready, Start};
use crate::species::SpeciesId;
use crate::tick::Simulation;
use crate::world::{Verdict, World};

/// A run that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResult {
    /// What came of it.
    pub row: Row,
    /// Its census, a list for each row of the table, as far as the experiment keeps one.
    pub(super) census: Vec<Vec<SpooledCell>>,
}

impl Plan {
    /// Lives a run, as its number alone says, and answers what came of it. A run that cannot be
    /// founded, or in which a creature's code breaks the program, is a row that says so. Nothing is
    /// written.
    #[must_use]
    pub fn live(&self, case: &Case) -> Row {
        match self.live_within(case, None, &|| false) {
            Ok(Some(lived)) => lived.row,
            // Nothing is written, and nobody interrupts.
            Ok(None) | Err(_) => failed(case, "it was interrupted".to_owned()),
        }
    }

    /// Lives a run, with what is kept of it written into `folder`. `None` when it was interrupted.
    pub(super) fn live_within(
        &self,
        case: &Case,
        folder: Option<&Path>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, ExperimentError> {
        let living = AssertUnwindSafe(|| Life::begin(self, case, folder)?.go_on(is_interrupted));
        let said = match catch_unwind(living) {
            Ok(Ok(lived)) => return Ok(lived),
            Ok(Err(Trouble::Writing(error))) => return Err(error),
            Ok(Err(Trouble::Failing(reason))) => reason,
            Err(panic) => format!("the program broke off: {}", message_of(panic.as_ref())),
        };
        Ok(Some(CaseResult { row: failed(case, in_a_line(&said)), census: Vec::new() }))
    }

    /// What this run starts from.
    fn start(&self, case: &Case) -> Result<Start, Trouble> {
        let settings = self.experiment().settings(case);
        Ok(Start::Scenario {
            name: self.experiment().base.scenario_path(),
            settings: settings.map_err(|diagnostic| Trouble::Failing(diagnostic.to_string()))?,
            creature_folders: self.experiment().creature_folders(case),
        })
    }
}

/// Why a run did not get to its end.
enum Trouble {
    /// Something could not be written: no run can go on.
    Writing(ExperimentError),
    /// This run has failed.
    Failing(String),
}

impl From<ExperimentError> for Trouble {
    fn from(error: ExperimentError) -> Self {
        Self::Writing(error)
    }
}

fn failed(case: &Case, reason: String) -> Row {
    Row {
        case: case.number,
        point: case.point.clone(),
        replicate: case.replicate,
        seed: case.seed,
        ending: CaseEnding::Failed { reason },
        ticks: 0,
        species: Vec::new(),
        state_hash: None,
    }
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no stated reason")
}

fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A run while it is lived.
struct Life<'a> {
    plan: &'a Plan,
    case: &'a Case,
    simulation: Simulation,
    /// Since the beginning.
    flows: Census,
    founders: Vec<u64>,
    extinct_at: Vec<Option<u64>>,
    /// Where in the world's list each species of the plan stands.
    places: Vec<Option<usize>>,
    /// Since the last lines that were kept.
    census: Census,
    kept: Vec<Vec<SpooledCell>>,
    records: Option<Records>,
}

impl<'a> Life<'a> {
    fn begin(plan: &'a Plan, case: &'a Case, folder: Option<&Path>) -> Result<Self, Trouble> {
        let ready = plan.start(case)?.ready();
        let Ready { simulation, mut provenance } =
            ready.map_err(|error| Trouble::Failing(error.to_string()))?;
        let experiment = plan.experiment();
        provenance.arguments = experiment.arguments(case);
        provenance.ticks_asked = experiment.ticks;
        let folder: Option<PathBuf> =
            folder.filter(|_| experiment.keep.includes(case)).map(Path::to_owned);
        let records = match folder {
            None => None,
            Some(folder) => Some(Records::begin(
                &folder,
                case.number,
                &simulation,
                provenance,
                &experiment.keep,
            )?),
        };
        let world = simulation.world();
        let place = |name: &String| world.config.species.iter().position(|it| it.name == *name);
        let founders = world.populations();
        let mut life = Self {
            places: plan.species().iter().map(place).collect(),
            flows: Census::new(world),
            census: Census::new(world),
            extinct_at: founders.iter().map(|&count| (count == 0).then_some(0)).collect(),
            kept: Vec::new(),
            founders,
            plan,
            case,
            simulation,
            records,
        };
        if experiment.keep.census_every.is_some() {
            life.keep_census();
        }
        Ok(life)
    }

    fn go_on(mut self, is_interrupted: &dyn Fn() -> bool) -> Result<Option<CaseResult>, Trouble> {
        let mut ending = CaseEnding::Complete;
        for _ in 0..self.plan.experiment().ticks {
            if is_interrupted() {
                return Ok(None);
            }
            self.simulation.tick();
            self.note()?;
            if let ControlFlow::Break(early) = self.look() {
                ending = early;
                break;
            }
        }
        let world = self.simulation.world();
        let row = Row {
            case: self.case.number,
            point: self.case.point.clone(),
            replicate: self.case.replicate,
            seed: self.case.seed,
            ticks: world.tick,
            species: self.outcomes(),
            state_hash: Some(world.state_hash()),
            ending,
        };
        if let Some(records) = self.records.take() {
            records.finish(&self.simulation, &row)?;
        }
        Ok(Some(CaseResult { row, census: self.kept }))
    }

    /// Counts the tick that was just lived, and writes it down.
    fn note(&mut self) -> Result<(), Trouble> {
        let world = self.simulation.world();
        let tick = world.tick;
        self.flows.note(world);
        for (place, extinct_at) in self.extinct_at.iter_mut().enumerate() {
            if extinct_at.is_none() && alive(&self.founders, &self.flows, place) == 0 {
                *extinct_at = Some(tick);
            }
        }
        if let Some(records) = &mut self.records {
            records.note(&self.simulation)?;
        }
        if let Some(every) = self.plan.experiment().keep.census_every {
            self.census.note(self.simulation.world());
            if tick.is_multiple_of(every.get()) {
                self.keep_census();
            }
        }
        Ok(())
    }

    fn keep_census(&mut self) {
        let world = self.simulation.world();
        for line in self.census.take(world) {
            let species = world.config.species(line.species);
            self.kept.push(census::cells(&line, species).into_iter().map(held).collect());
        }
    }

    /// Whether the run ends here.
    fn look(&self) -> ControlFlow<CaseEnding> {
        let world = self.simulation.world();
        let verdict = world.conquest.as_ref().and_then(|conquest| conquest.verdict);
        if let Some(verdict) = verdict.filter(|_| self.plan.experiment().stops_when_decided) {
            return ControlFlow::Break(CaseEnding::Decided { winner: Verdict::winner(verdict) });
        }
        let mut conditions = self.plan.conditions().iter();
        for stop in &self.plan.experiment().stops {
            let holds = match stop {
                Stop::AnyExtinction => self.extinct_now(None),
                Stop::Extinction(name) => self.extinct_now(Some(name)),
                Stop::When(_) => conditions
                    .next()
                    .filter(|condition| condition.holds(&self.moment(&self.standings())))
                    .map(|condition| condition.text().to_owned()),
            };
            if let Some(condition) = holds {
                return ControlFlow::Break(CaseEnding::Stopped { condition });
            }
        }
        ControlFlow::Continue(())
    }

    /// The extinction of this species, or of any that had founders, in words.
    fn extinct_now(&self, name: Option<&String>) -> Option<String> {
        let species = &self.simulation.world().config.species;
        let died_out = |place: usize| self.extinct_at[place].is_some_and(|tick| tick > 0);
        let mut lost = species.iter().enumerate().filter(|&(place, _)| died_out(place));
        let (_, lost) = lost.find(|(_, species)| name.is_none_or(|name| species.name == *name))?;
        Some(format!("extinction of {}", lost.name))
    }

    fn moment<'m>(&'m self, species: &'m [Option<SpeciesStanding>]) -> ConditionContext<'m> {
        let world = self.simulation.world();
        ConditionContext { tick: world.tick, species, conquest: world.conquest.as_ref() }
    }

    fn standings(&self) -> Vec<Option<SpeciesStanding>> {
        let world = self.simulation.world();
        let standing = |place: usize| {
            let flow = &self.flows.flows()[place];
            SpeciesStanding {
                kind: world.config.species[place].kind,
                alive: alive(&self.founders, &self.flows, place),
                births: flow.births,
                deaths: flow.all_deaths(),
            }
        };
        self.places.iter().map(|place| place.map(standing)).collect()
    }

    fn outcomes(&self) -> Vec<SpeciesOutcome> {
        let world: &World = self.simulation.world();
        let species = (0..).map(SpeciesId).zip(&world.config.species).zip(self.flows.flows());
        let alive = world.populations();
        let outcome =
            |((id, species), flow): ((SpeciesId, &crate::species::Species), &census::Flow)| {
                let causes = Death::ALL.map(Death::name).map(str::to_owned);
                SpeciesOutcome {
                    name: species.name.clone(),
                    alive: alive[id.index()],
                    extinct_at: self.extinct_at[id.index()],
                    births: flow.births,
                    deaths: causes.into_iter().zip(flow.deaths).collect(),
                    faults: flow.faults,
                    suspended: world.is_suspended(id),
                }
            };
        species.map(outcome).collect()
    }
}

/// How many of a species live: founders and births less deaths, which is quicker than counting.
fn alive(founders: &[u64], flows: &Census, place: usize) -> u64 {
    let flow = &flows.flows()[place];
    (founders[place] + flow.births).saturating_sub(flow.all_deaths())
}
