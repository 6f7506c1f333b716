//! The outcome of a run: its final numbers.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use terrarium_creatures::behaviour::{Colony, Death};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_sim::world::{Conquest, Life, StateHash, Verdict, World};

use super::census::{Census, Flow};

/// The final numbers of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The number of ticks of the run.
    pub ticks: u64,
    /// The tick of the world at the end, which counts earlier runs that were resumed.
    pub tick: u64,
    /// The state hash of the world at the end, as 32 hexadecimal digits.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub state_hash: StateHash,
    /// The number of living organisms of each species, by name.
    pub populations: BTreeMap<String, u64>,
    /// The number of each kind: `plant`, `herbivore`, `carnivore`, and `carcass`.
    pub kinds: BTreeMap<String, u64>,
    /// The final numbers of each species, in the order of the world.
    pub species: Vec<SpeciesOutcome>,
    /// The number of births during the run.
    pub births: u64,
    /// The number of deaths of each cause during the run.
    pub deaths: BTreeMap<String, u64>,
    /// The number of living organisms, summed over all ticks of the run.
    pub organism_ticks: u64,
    /// The standing of the colonies, in a conquest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conquest: Option<ConquestOutcome>,
}

/// The standing of the colonies at the end of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConquestOutcome {
    /// The winner, `blue` or `red`; `None` after a draw or when the conquest is undecided.
    pub winner: Option<Colony>,
    /// Whether the conquest is decided.
    pub decided: bool,
    /// The remaining tickets of each colony.
    pub tickets: BTreeMap<String, u32>,
    /// The number of bases of each colony.
    pub bases: BTreeMap<String, u32>,
}

impl ConquestOutcome {
    /// The current standing of the colonies.
    #[must_use]
    pub fn new(conquest: &Conquest) -> Self {
        let of_each = |count: &dyn Fn(Colony) -> u32| {
            Colony::ALL.map(|colony| (colony.name().to_owned(), count(colony))).into()
        };
        Self {
            winner: conquest.verdict.and_then(Verdict::winner),
            decided: conquest.verdict.is_some(),
            tickets: of_each(&|colony| conquest.tickets[colony.index()]),
            bases: of_each(&|colony| conquest.held(colony)),
        }
    }
}

/// The final numbers of a species in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeciesOutcome {
    /// Its name.
    pub name: String,
    /// Its kind: plant, herbivore or carnivore.
    pub kind: Kind,
    /// The number of living organisms.
    pub alive: u64,
    /// The number of births during the run.
    pub births: u64,
    /// The number of deaths of each cause during the run.
    pub deaths: BTreeMap<String, u64>,
    /// The number of its turns that failed during the run.
    pub faults: u64,
    /// Whether its behaviour is suspended because of its faults.
    pub suspended: bool,
    /// The number of turns that its animals did not have, because the rule `species_budget` was used up.
    #[serde(default)]
    pub no_time: u64,
}

/// Counts the events of a run for its [`Outcome`].
#[derive(Debug, Clone)]
pub struct Tally {
    start: u64,
    census: Census,
    organism_ticks: u64,
}

impl Tally {
    /// A tally of a run that begins with `world`.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self { start: world.tick(), census: Census::new(world), organism_ticks: 0 }
    }

    /// Counts the last tick of `world`. Call it after each tick.
    pub fn record(&mut self, world: &World) {
        self.census.record(world);
        self.organism_ticks += world.query::<&Life>().iter().len() as u64;
    }

    /// The outcome of the run if it ends with `world`.
    #[must_use]
    pub fn outcome(&self, world: &World) -> Outcome {
        let species = &world.config().species;
        let counts = world.populations();
        let of_kind = |kind: Kind| {
            let same = species.iter().zip(&counts).filter(|(species, _)| species.kind == kind);
            (kind.name().to_owned(), same.map(|(_, count)| count).sum())
        };
        let mut kinds = BTreeMap::from(KINDS.map(of_kind));
        kinds.insert("carcass".to_owned(), world.carcasses());
        let flow = self.census.so_far();
        let outcomes = (0..).map(SpeciesId).zip(species).zip(self.census.flows()).zip(&counts);
        let outcomes = outcomes.map(|(((id, species), flow), &alive)| SpeciesOutcome {
            name: species.name.clone(),
            kind: species.kind,
            alive,
            births: flow.births,
            deaths: by_cause(flow),
            faults: flow.faults,
            no_time: flow.no_time,
            suspended: world.is_suspended(id),
        });
        Outcome {
            ticks: world.tick() - self.start,
            tick: world.tick(),
            state_hash: world.state_hash(),
            populations: species
                .iter()
                .map(|species| species.name.clone())
                .zip(counts.iter().copied())
                .collect(),
            kinds,
            species: outcomes.collect(),
            births: flow.births,
            deaths: by_cause(&flow),
            organism_ticks: self.organism_ticks,
            conquest: world.conquest().map(ConquestOutcome::new),
        }
    }
}

const KINDS: [Kind; 3] = [Kind::Plant, Kind::Herbivore, Kind::Carnivore];

fn by_cause(flow: &Flow) -> BTreeMap<String, u64> {
    let causes = Death::ALL.map(Death::name).map(str::to_owned);
    causes.into_iter().zip(flow.deaths).collect()
}

fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn from_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
