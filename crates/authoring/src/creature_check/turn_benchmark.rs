//! Runs identical turns without a world, to measure a behaviour.

use rand::SeedableRng;
use terrarium_creatures::behaviour::{
    Behaviour, Conditions, CreatureRng, EnergyState, GroundMap, Intent, Memory, Notes, OrganismId,
    OwnState, Senses, Sighting, SightingKind, Turn, no_species,
};
use terrarium_creatures::genome::Brain;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourRefusal, Kind, Nature, Species, SpeciesId, Traits};
use terrarium_sim::behaviours;
use terrarium_space::geometry::{Aabb, DVec2};

/// The number of turns in one call of the behaviour.
const BATCH: usize = 64;

/// A hungry animal with a fixed number of visible neighbours, whose turns can be run repeatedly.
pub struct TurnBenchmark {
    behaviour: Box<dyn Behaviour>,
    kind: Kind,
    traits: Traits,
    rules: Rules,
    sight: Vec<Sighting>,
    brain: Option<Brain>,
}

impl TurnBenchmark {
    /// Creates a benchmark of `species` under the default rules; `None` for plants, which have no
    /// turns.
    ///
    /// # Errors
    /// When its behaviour cannot be created.
    pub fn new(species: &Species, neighbours: u32) -> Result<Option<Self>, BehaviourRefusal> {
        let (Some(choice), Nature::Animal(traits)) = (&species.behaviour, &species.nature) else {
            return Ok(None);
        };
        let rules = Rules::default();
        let behaviour = behaviours::make(species.kind, choice, &rules)?;
        let radius = f64::from(traits.mature_radius);
        let sight = (0..neighbours).map(|index| neighbour(index, species.kind, radius)).collect();
        let brain = species.brain.clone();
        Ok(Some(Self { behaviour, kind: species.kind, traits: *traits, rules, sight, brain }))
    }

    /// Runs at least `at_least` turns. Returns the number of turns and the operations they spent in
    /// all.
    #[must_use]
    pub fn run(&self, at_least: u64) -> (u64, u64) {
        let (mut count, mut spent) = (0, 0);
        while count < at_least {
            let mut turns: Vec<_> = (0..BATCH as u64).map(|n| self.turn(count + n)).collect();
            self.behaviour.decide(&mut turns);
            count += BATCH as u64;
            spent += turns.iter().map(|turn| turn.spent).sum::<u64>();
        }
        (count, spent)
    }

    fn turn(&self, number: u64) -> Turn<'_> {
        let Self { kind, traits, rules, sight, .. } = self;
        let radius = f64::from(traits.mature_radius);
        let max_energy = traits.max_energy(radius, rules).units();
        let me = OwnState {
            id: OrganismId(1),
            species: SpeciesId(0),
            radius,
            energy: 0.3 * max_energy,
            max_energy,
            state: EnergyState::Hungry,
            age: 100,
            lifespan: 1000,
            mature: true,
            max_speed: traits.speed(rules),
            sight: traits.sight(rules),
            bite: traits.bite(*kind, radius, rules).units(),
            reach: rules.reach,
            brain: self.brain.as_ref(),
            ..OwnState::nobody()
        };
        let bounds = Aabb::square(DVec2::ZERO, 1000.0);
        Turn {
            senses: Senses {
                tick: number,
                bounds,
                me,
                sight,
                conditions: Conditions::default(),
                messages: &[],
                events: &[],
                bases: &[],
                walls: &[],
                links: &[],
                ground: GroundMap::nowhere(),
                species_names: no_species(),
            },
            memory: Memory::default(),
            rng: CreatureRng::seed_from_u64(number),
            intent: Intent::default(),
            fault: None,
            spent: 0,
            notes: Notes::default(),
        }
    }
}

/// Returns one of a row of neighbours to the east: mostly food of the species, some of its own kind,
/// some of the other animal kind.
fn neighbour(index: u32, kind: Kind, radius: f64) -> Sighting {
    let (own, other) = match kind {
        Kind::Carnivore => (SightingKind::Carnivore, SightingKind::Herbivore),
        _ => (SightingKind::Herbivore, SightingKind::Carnivore),
    };
    let (kind, species) = match index % 8 {
        3 => (own, 0),
        6 => (other, 1),
        _ if kind == Kind::Carnivore => (SightingKind::Carcass, 1),
        _ => (SightingKind::Plant, 2),
    };
    let gap = 10.0 + 12.0 * f64::from(index);
    let is_food = matches!(kind, SightingKind::Plant | SightingKind::Carcass);
    Sighting {
        id: OrganismId(2 + u64::from(index)),
        kind,
        species: SpeciesId(species),
        centre: DVec2::new(2.0 * radius + gap, 0.0),
        radius,
        velocity: DVec2::ZERO,
        food: if is_food { 100.0 } else { 0.0 },
        signal: 0,
        gap,
        hostile: false,
    }
}
