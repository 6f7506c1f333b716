//! Experiments whose runs continue a stored world: that of a snapshot, or of a tick of a recording.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::Behaviour;
use terrarium_creatures::rules::Rules;
use terrarium_input::document::Override;
use terrarium_input::{Diagnostic, spelling};
use terrarium_playback::Playback;
use terrarium_run::record::manifest::SnapshotRecord;
use terrarium_run::record::recording::{self, Recording};
use terrarium_run::record::{Provenance, Snapshot, snapshot};
use terrarium_run::{Ready, Start, StartError, opening_commands};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Command, Simulation};
use terrarium_sim::world::{TimedCommand, World};

use super::timed_factor::{timed_factors, timed_value};
use super::{Base, Case, Experiment, FactorValue};

/// The factor that selects the tick of a recording.
pub(super) const TICK: &str = "base.tick";

/// The file of a stored world, and the tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredWorld {
    /// A snapshot or a recording, relative to the folder of the experiment.
    pub file: String,
    /// The tick of the recording from which the runs continue, unless the factor `base.tick` selects
    /// it; `None` for a snapshot.
    pub tick: Option<u64>,
}

/// What all worlds that are stored in a file have in common.
pub(super) struct StoredBase {
    /// The species, in the order of the world.
    pub species: Vec<String>,
    pub is_conquest: bool,
    /// Its world, or one of them.
    world: World,
    timetable: Vec<TimedCommand>,
    /// The tick that is given, and the first and last tick of the recording; `None` for a snapshot.
    ticks: Option<(Option<u64>, u64, u64)>,
}

/// An error at no location of the file of an experiment.
fn invalid(problem: impl Into<String>, remedy: &str) -> StartError {
    StartError::Scenario(Diagnostic::new(problem).remedy(remedy).into())
}

impl StoredBase {
    /// Reads what the file of `stored` holds, and checks the overrides of `base`.
    pub fn read(base: &Base, stored: &StoredWorld) -> Result<Self, StartError> {
        let path = base.path(&stored.file);
        let (world, ticks) = if recording::is_recording(&path) {
            let recording = open(&path)?;
            let (first, last) = (recording.first_tick(), recording.last_tick());
            let tick = stored.tick.unwrap_or(first);
            check_tick(tick, first, last)
                .map_err(|problem| invalid(problem, "choose one of its ticks"))?;
            let world = recording.world_at_or_before(tick).map_err(unreadable)?;
            (world, Some((stored.tick, first, last)))
        } else {
            (Snapshot::load(&path)?.world, None)
        };
        let config = world.config();
        let commands = base.overrides().and_then(|overrides| opening_commands(&world, &overrides));
        let mut timetable = config.timetable.clone();
        for command in commands.map_err(|error| StartError::Scenario(error.into()))? {
            if let Command::Schedule { timetable: changed } = command {
                timetable = changed;
            }
        }
        Ok(Self {
            species: config.species.iter().map(|species| species.name.clone()).collect(),
            is_conquest: config.is_conquest(),
            timetable,
            ticks,
            world,
        })
    }

    /// The first and the last tick from which runs can continue.
    pub fn begins(&self) -> (u64, u64) {
        self.ticks.map_or((self.world.tick(), self.world.tick()), |(_, first, last)| (first, last))
    }

    /// Whether the worlds are ticks of a recording.
    pub fn is_recording(&self) -> bool {
        self.ticks.is_some()
    }

    /// The tick from which all runs continue; `None` if it may differ.
    pub fn first_tick(&self) -> Option<u64> {
        match self.ticks {
            None => Some(self.world.tick()),
            Some((given, ..)) => given,
        }
    }

    /// The value of a factor in the stored world.
    pub fn own_value(&self, factor: &str) -> Option<FactorValue> {
        if factor == TICK {
            let tick = self.ticks?.0?;
            return i64::try_from(tick).ok().map(FactorValue::Integer);
        }
        if let Some(value) = timed_value(&self.timetable, &self.names(), factor) {
            return Some(value);
        }
        self.world.config().rules.get(factor.strip_prefix("rules.")?).map(FactorValue::Number)
    }

    /// The names of all factors.
    pub fn factors(&self) -> impl Iterator<Item = String> {
        let rules = Rules::ALL.iter().map(|rule| format!("rules.{}", rule.name));
        let timed = timed_factors(&self.timetable, &self.names());
        rules.chain(timed).chain(self.ticks.map(|_| TICK.to_owned()))
    }

    fn names(&self) -> Vec<&str> {
        self.species.iter().map(String::as_str).collect()
    }

    /// The remedy for an unknown factor.
    pub fn suggestion_for(&self, unknown: &str) -> String {
        let names: Vec<String> = self.factors().collect();
        let hint = spelling::hint(spelling::nearest(unknown, names.iter().map(String::as_str)));
        let tick = if self.is_recording() { " or `base.tick`" } else { "" };
        format!("in a stored world, give a rule such as `rules.light`{tick}{hint}")
    }

    /// Checks that a factor can have a value.
    pub fn check(&self, base: &Base, name: &str, value: &FactorValue) -> Result<(), Diagnostic> {
        if let (TICK, Some((_, first, last))) = (name, self.ticks) {
            let tick = tick_of(value)?;
            return check_tick(tick, first, last)
                .map_err(|problem| Diagnostic::new(problem).remedy("choose one of its ticks"));
        }
        if name == TICK {
            return Err(Diagnostic::new("a snapshot has one tick only"));
        }
        let mut overrides = base.overrides()?;
        overrides.extend(base.settings(name, value)?);
        opening_commands(&self.world, &overrides).map(drop)
    }
}

fn open(path: &Path) -> Result<Recording, StartError> {
    let recording = Recording::open(path).map_err(unreadable)?;
    match recording.incompatibility() {
        Some(why) => Err(invalid(
            format!("{}: it cannot be simulated: {why}", path.display()),
            "record the run again with this version",
        )),
        None => Ok(recording),
    }
}

fn unreadable(error: impl ToString) -> StartError {
    StartError::Scenario(Diagnostic::new(error.to_string()).into())
}

fn tick_of(value: &FactorValue) -> Result<u64, Diagnostic> {
    let whole = match *value {
        FactorValue::Integer(whole) => u64::try_from(whole).ok(),
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole")]
        FactorValue::Number(number) => {
            (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
        }
        FactorValue::Switch(_) | FactorValue::Text(_) => None,
    };
    whole.ok_or_else(|| {
        let remedy = "give whole numbers; add `whole = true` to a range";
        Diagnostic::new("a tick is a whole number").remedy(remedy)
    })
}

fn check_tick(tick: u64, first: u64, last: u64) -> Result<(), String> {
    if (first..=last).contains(&tick) {
        return Ok(());
    }
    Err(format!("the recording has no tick {tick}: its ticks are {first} to {last}"))
}

/// The stored world of a parameter point, in memory.
pub(super) struct PreparedWorld {
    snapshot: Vec<u8>,
    behaviours: Vec<Option<Arc<dyn Behaviour>>>,
    started_from: SnapshotRecord,
    /// The overrides of the point, which become commands.
    settings: Vec<Override>,
}

impl PreparedWorld {
    /// Reads the world at the point of `case`.
    pub fn read(
        experiment: &Experiment,
        stored: &StoredWorld,
        case: &Case,
    ) -> Result<Self, StartError> {
        let settings = experiment.point_overrides(case);
        let settings = settings.map_err(|error| StartError::Scenario(error.into()))?;
        let path = experiment.base.path(&stored.file);
        let ready = match experiment.stored_tick(case) {
            Some(tick) => Playback::ready_at(&path, tick).map_err(unreadable)?,
            None => Start::Snapshot(path.clone()).ready()?,
        };
        let started_from = ready.provenance.started_from.expect("it continues a stored world");
        let world = ready.simulation.into_world();
        let behaviours = behaviours::make_all(&world.config().species, &world.config().rules)
            .map_err(|refusal| StartError::Behaviour { path, refusal: refusal.into() })?;
        let mut snapshot = Cursor::new(Vec::new());
        snapshot::write(&world, &mut snapshot).map_err(unreadable)?;
        Ok(Self {
            snapshot: snapshot.into_inner(),
            behaviours: behaviours.into_iter().map(|behaviour| behaviour.map(Arc::from)).collect(),
            started_from,
            settings,
        })
    }

    /// The world, and the commands that change it before its first tick.
    pub fn begin(&self, seed: u64) -> Result<(Ready, Vec<Command>), StartError> {
        let file = Cursor::new(&self.snapshot[..]);
        let world = snapshot::read(&self.started_from.path, file)?.world;
        let mut commands = vec![Command::Reseed { seed }];
        let of_point = opening_commands(&world, &self.settings);
        commands.extend(of_point.map_err(|error| StartError::Scenario(error.into()))?);
        let clone =
            |shared: &Arc<dyn Behaviour>| -> Box<dyn Behaviour> { Box::new(Arc::clone(shared)) };
        let behaviours = self.behaviours.iter();
        let behaviours = behaviours.map(|behaviour| behaviour.as_ref().map(clone)).collect();
        let started_from = Some(self.started_from.clone());
        let provenance = Provenance { started_from, ..Provenance::default() };
        Ok((Ready { simulation: Simulation::new(world, behaviours), provenance }, commands))
    }
}

impl Experiment {
    /// The tick of the recording from which a run continues; `None` for scenarios and snapshots.
    #[must_use]
    pub fn stored_tick(&self, case: &Case) -> Option<u64> {
        let mut varied = self.factors.iter().zip(&case.point);
        let varied = varied.find(|(factor, _)| factor.name == TICK);
        match varied {
            Some((_, value)) => tick_of(value).ok(),
            None => self.base.stored.as_ref()?.tick,
        }
    }
}
