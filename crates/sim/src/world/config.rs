//! World configuration. Only commands modify it during a run.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Colony, CreatureRng};
use terrarium_creatures::rules::{Energy, Rule, RuleScope, Rules};
use terrarium_creatures::species::{
    Appearance, BehaviourChoice, BehaviourRefusal, Code, GroundFactors, GroundOverrides, Kind,
    Silhouette, Species, SpeciesId,
};
use terrarium_navigation::Method;
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::{Terrain, Tile};
use xxhash_rust::xxh3::xxh3_128;

use super::chance::{self, Purpose};
use super::{Lineage, TimedCommand, WorldLink};

/// The configuration of a world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorldConfig {
    /// The seed of all random streams.
    pub seed: u64,
    /// The bounds of the world, in units.
    pub bounds: Aabb,
    /// The rules.
    pub rules: Rules,
    /// The terrain; `None` for open ground.
    pub terrain: Option<Terrain>,
    /// The species; a [`SpeciesId`] is an index into this list.
    pub species: Vec<Species>,
    /// The colony of each species, in the order of the list; empty outside a conquest.
    pub colonies: Vec<Option<Colony>>,
    /// The links; the index of one is its number.
    pub links: Vec<WorldLink>,
    /// The timetable.
    pub timetable: Vec<TimedCommand>,
}

impl WorldConfig {
    /// The species with this index.
    #[must_use]
    pub fn species(&self, id: SpeciesId) -> &Species {
        &self.species[id.index()]
    }

    /// The species of this name.
    #[must_use]
    pub fn species_id(&self, name: &str) -> Option<SpeciesId> {
        (0..).map(SpeciesId).zip(&self.species).find(|(_, it)| it.name == name).map(|(id, _)| id)
    }

    /// Whether any species reproduces sexually.
    #[must_use]
    pub fn mates(&self) -> bool {
        self.species.iter().any(|species| species.reproduction.is_some())
    }

    /// Whether colonies fight for bases in this world.
    #[must_use]
    pub fn is_conquest(&self) -> bool {
        !self.colonies.is_empty()
    }

    /// The colony of a species, if any.
    #[must_use]
    pub fn colony(&self, id: SpeciesId) -> Option<Colony> {
        self.colonies.get(id.index()).copied().flatten()
    }

    /// Checks whether the definition of a species can be replaced during a run.
    ///
    /// # Errors
    /// When the name or kind would change, when the navigator or the steering is invalid, or when the size of a
    /// colony's creatures would change, because route costs depend on their width.
    pub fn allows(&self, id: SpeciesId, into: &Species) -> Result<(), BehaviourRefusal> {
        let old = self.species(id);
        let (name, radius) = (&old.name, |it: &Species| it.nature.mature_radius());
        let (problem, remedy) = if old.kind != into.kind {
            let (kind, other) = (old.kind.name(), into.kind.name());
            (format!("`{name}` is a {kind} and cannot become a {other}"), "keep its kind")
        } else if *name != into.name {
            (format!("`{name}` cannot become `{}`", into.name), "keep its name")
        } else if self.colony(id).is_some() && radius(old) != radius(into) {
            let problem = format!("`{name}` belongs to a colony, whose routes depend on its size");
            (problem, "keep its `mature_size`")
        } else if !into.ground.is_sound() {
            let problem = format!("a value of `{name}` for roads or swamps is out of range");
            (problem, "keep its values")
        } else if !into.navigation.is_sound() {
            (format!("the navigator of `{name}` is invalid"), "keep its navigator")
        } else if !into.steering.is_sound() {
            let problem = format!("the turn rate or acceleration of `{name}` is out of its range");
            (problem, "keep its `[travel]`")
        } else {
            return Ok(());
        };
        Err(BehaviourRefusal::new(problem, format!("{remedy} during a run")))
    }

    /// The age at which an organism of this species and mature radius dies, in ticks.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    pub fn lifespan(&self, species: SpeciesId, mature_radius: f32) -> u64 {
        let a_unit = match self.species(species).kind {
            Kind::Plant => self.rules.lifespan_plant,
            Kind::Herbivore => self.rules.lifespan_herbivore,
            Kind::Carnivore => self.rules.lifespan_carnivore,
        };
        (a_unit * f64::from(mature_radius)) as u64
    }

    /// The energy built into a living body of this radius.
    #[must_use]
    pub fn built_into(&self, radius: f64) -> Energy {
        Energy::from_units(self.rules.growing * radius)
    }

    /// Creates the random stream for the organism of a lineage, a tick and a purpose.
    #[must_use]
    pub fn chance(&self, tick: u64, lineage: Lineage, purpose: Purpose) -> CreatureRng {
        chance::stream(self.seed, tick, lineage, purpose)
    }

    /// Whether any species has a script or module as its behaviour.
    #[must_use]
    pub fn is_sandbox(&self) -> bool {
        self.codes().next().is_some()
    }

    /// The engines of the behaviours, with their versions, sorted and without duplicates.
    #[must_use]
    pub fn engines(&self) -> BTreeSet<String> {
        self.codes().filter_map(Code::engines).map(|(engine, _)| engine.to_owned()).collect()
    }

    /// The scripts and modules of the species.
    fn codes(&self) -> impl Iterator<Item = &Code> {
        let choices = self.species.iter().filter_map(|species| species.behaviour.as_ref());
        choices.map(|choice| &choice.code).filter(|code| !matches!(code, Code::Native(_)))
    }

    /// How a species goes on roads and in swamps.
    #[must_use]
    pub fn ground_factors(&self, id: SpeciesId) -> GroundFactors {
        self.species(id).ground.factors(&self.rules)
    }

    /// Whether this world has roads or swamps, and a rule or a species with values for them other than
    /// the defaults.
    #[must_use]
    pub fn is_landscape(&self) -> bool {
        let defaults = GroundOverrides::default().factors(&Rules::default());
        let is_set = GroundOverrides::default().factors(&self.rules) != defaults
            || self.species.iter().any(|species| !species.ground.is_none());
        let counts = |(_, tile)| matches!(tile, Tile::Road | Tile::Swamp);
        is_set && self.terrain.as_ref().is_some_and(|terrain| terrain.tiles().any(counts))
    }

    /// Whether a rule of messages is not the default.
    fn is_talk_regulated(&self) -> bool {
        let mut rules = Rules::ALL.iter().filter(|rule| rule.scope == RuleScope::Messages);
        rules.any(|rule| self.rules.get(rule.name) != Some(rule.default))
    }

    /// Computes the hash of the configuration. Rules of conquest are left out in a world without
    /// colonies, rules of the sandbox in a world without scripts and modules, rules of the landscape
    /// where roads and swamps do not count, rules of shared fields where there are none, rules of messages where
    /// all of them are the defaults, and links and a timetable where there are none.
    pub fn hash(&self) -> u128 {
        let Self { seed, bounds, rules, terrain, species, colonies, links, timetable } = self;
        let mut bytes = plain(&(seed, bounds));
        let is_landscape = self.is_landscape();
        let in_force = |rule: &&Rule| match rule.scope {
            RuleScope::Everywhere => true,
            RuleScope::Conquest => self.is_conquest(),
            RuleScope::Sandbox => self.is_sandbox(),
            RuleScope::Landscape => is_landscape,
            RuleScope::SharedFields => rules.field_travellers > 0,
            RuleScope::Messages => self.is_talk_regulated(),
        };
        for rule in Rules::ALL.iter().filter(in_force) {
            let value = rules.get(rule.name).expect("every listed rule has its field");
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(plain(terrain));
        bytes.extend(plain(&species.len()));
        species.iter().for_each(|species| bytes.extend(species_bytes(species)));
        if self.is_conquest() {
            bytes.extend(plain(colonies));
        }
        if !links.is_empty() {
            bytes.extend(plain(&("links", links)));
        }
        if !timetable.is_empty() {
            bytes.extend(plain(&("timetable", timetable)));
        }
        self.codes().for_each(|code| bytes.extend(plain(code)));
        xxh3_128(&bytes)
    }
}

/// The bytes of a species without its script or module.
fn species_bytes(species: &Species) -> Vec<u8> {
    let Species {
        name,
        description,
        kind,
        nature,
        appearance: Appearance { colour, silhouette },
        wariness,
        ground,
        navigation,
        steering,
        behaviour,
        mutation,
        brain,
        reproduction,
        content_hash,
    } = species;
    let heritable = behaviour.as_ref().map(|choice| &choice.heritable);
    let behaviour = behaviour.as_ref().map(|BehaviourChoice { code, parameters, .. }| {
        let native = if let Code::Native(name) = code { name } else { "" };
        (native, parameters)
    });
    let mut bytes =
        plain(&(name, description, kind, nature, colour, wariness, behaviour, content_hash));
    if *silhouette != Silhouette::usual(*kind, nature.mature_radius()) {
        bytes.extend(plain(&("silhouette", silhouette)));
    }
    if *navigation != Method::default() {
        bytes.extend(plain(navigation));
    }
    if !ground.is_none() {
        bytes.extend(plain(&("ground", ground)));
    }
    if !steering.is_immediate() {
        bytes.extend(plain(steering));
    }
    if mutation.is_some() || brain.is_some() {
        bytes.extend(plain(&("genome", mutation, brain, heritable)));
    }
    if reproduction.is_some() {
        bytes.extend(plain(&("reproduction", reproduction)));
    }
    bytes
}

pub(super) fn plain(data: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(data).expect("plain data can be serialised")
}
