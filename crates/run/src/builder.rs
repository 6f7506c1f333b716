//! The builder of simulations in code.

use std::path::PathBuf;
use std::sync::Arc;

use terrarium_creatures::behaviour::Behaviour;
use terrarium_input::document::Override;
use terrarium_input::{Diagnostic, quoted, spelling};
use terrarium_sim::tick::Simulation;

use super::{PreparedScenario, Ready, StartError};

/// Builds a [`Simulation`] from a scenario, overrides, creatures and behaviours.
///
/// ```
/// use terrarium_creatures::behaviour::{Behaviour, Turn};
/// use terrarium_run::SimulationBuilder;
///
/// /// Stays where it is.
/// struct Statue;
///
/// impl Behaviour for Statue {
///     fn decide(&self, turns: &mut [Turn<'_>]) {
///         turns.iter_mut().for_each(|turn| turn.intent.halt());
///     }
/// }
///
/// let mut simulation = SimulationBuilder::new("meadow")
///     .seed(7)
///     .rule("light", 40)
///     .population("hare", 20)
///     .behaviour("hare", Statue)
///     .build()?;
/// simulation.tick();
/// assert_eq!(simulation.world().config().seed, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct SimulationBuilder {
    scenario: String,
    overrides: Vec<String>,
    creature_folders: Vec<PathBuf>,
    behaviours: Vec<(String, Arc<dyn Behaviour>)>,
}

impl SimulationBuilder {
    /// A builder for a scenario: the name of a shipped one, or a path.
    pub fn new(scenario: impl Into<String>) -> Self {
        Self {
            scenario: scenario.into(),
            overrides: Vec::new(),
            creature_folders: Vec::new(),
            behaviours: Vec::new(),
        }
    }

    /// Sets the seed of all random numbers.
    pub fn seed(self, seed: u64) -> Self {
        self.set("seed", seed)
    }

    /// Sets the width and height of the world, in units.
    pub fn world_size(self, width: f64, height: f64) -> Self {
        self.set("world.size", format!("[{width}, {height}]"))
    }

    /// Sets how many organisms of a species the world begins with.
    pub fn population(self, species: &str, founders: u64) -> Self {
        self.set(&format!("population.{species}"), founders)
    }

    /// Sets a rule: a number, or a switch. The names are those of [`Rule`](terrarium_creatures::rules::Rule).
    pub fn rule(self, name: &str, value: impl ToString) -> Self {
        self.set(&format!("rules.{name}"), value)
    }

    /// Overrides any key of the scenario or of a creature by its value in TOML, such as `world.size` by
    /// `[400, 300]` or `species.hare.points.speed` by `30`. Later overrides win.
    pub fn set(mut self, key: &str, value: impl ToString) -> Self {
        self.overrides.push(format!("{key}={}", value.to_string()));
        self
    }

    /// Overrides keys as on the command line, each by a text such as `rules.light=40`. Later overrides win.
    pub fn overrides<S: AsRef<str>>(mut self, texts: &[S]) -> Self {
        self.overrides.extend(texts.iter().map(|text| text.as_ref().to_owned()));
        self
    }

    /// Adds a folder of creatures, or the folder of one creature.
    pub fn creatures(mut self, folder: impl Into<PathBuf>) -> Self {
        self.creature_folders.push(folder.into());
        self
    }

    /// Uses `behaviour` for a species, instead of the one in its file.
    pub fn behaviour(
        mut self,
        species: impl Into<String>,
        behaviour: impl Behaviour + 'static,
    ) -> Self {
        self.behaviours.push((species.into(), Arc::new(behaviour)));
        self
    }

    /// Founds the world, and returns the simulation.
    ///
    /// # Errors
    /// When the scenario, an override or a creature is invalid, when a behaviour is for a plant or
    /// for a species that is not in the scenario, or when there is no room for all founders.
    pub fn build(self) -> Result<Simulation, StartError> {
        self.ready().map(|ready| ready.simulation)
    }

    /// Founds the world, and returns the simulation with its provenance, for a
    /// [`Recorder`](crate::record::Recorder).
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn ready(self) -> Result<Ready, StartError> {
        let invalid = |diagnostic: Diagnostic| StartError::Scenario(diagnostic.into());
        let overrides = self.overrides.iter().map(|text| Override::parse(text));
        let overrides: Vec<Override> = overrides.collect::<Result<_, _>>().map_err(invalid)?;
        let mut scenario =
            PreparedScenario::read(&self.scenario, &overrides, &self.creature_folders)?;
        for (species, behaviour) in self.behaviours {
            scenario.set_behaviour(&species, behaviour).map_err(invalid)?;
        }
        scenario.create()
    }
}

impl PreparedScenario {
    /// Replaces the behaviour of a species.
    fn set_behaviour(
        &mut self,
        name: &str,
        behaviour: Arc<dyn Behaviour>,
    ) -> Result<(), Diagnostic> {
        let Some(index) = self.species.iter().position(|species| species.name == name) else {
            let names = self.species.iter().map(|species| species.name.as_str());
            let what = format!("the scenario has no species {}", quoted(name));
            let remedy = format!("its species are {}", spelling::listed(names));
            return Err(Diagnostic::new(what).remedy(remedy));
        };
        if self.behaviours[index].is_none() {
            let what = format!("{} is a plant, and plants do not decide", quoted(name));
            return Err(Diagnostic::new(what).remedy("give the behaviour to an animal"));
        }
        self.behaviours[index] = Some(behaviour);
        Ok(())
    }
}
