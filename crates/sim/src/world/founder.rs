//! Organisms without parents: the first generation, and organisms that a command adds.

use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Nature;
use terrarium_space::geometry::lattice;

use super::{Account, Body, Growth, Identity, Life, Mind, Motion, World, WorldConfig};

/// The minimum energy of a founder, as a share of its maximum energy.
const MIN_ENERGY: f64 = 0.5;

/// The range of the random energy that a founder has besides, as a share of its maximum energy.
const ENERGY_RANGE: f64 = 0.3;

/// An organism without parents, with the traits of its species.
pub struct Founder {
    /// Who it is.
    pub identity: Identity,
    /// Its body.
    pub body: Body,
    /// Its life.
    pub life: Life,
    nature: Nature,
    genome: Option<Genome>,
}

impl Founder {
    /// Creates a founder that may grow and conceive at once. Its energy is drawn from `rng`.
    pub fn new(
        config: &WorldConfig,
        identity: Identity,
        body: Body,
        rng: &mut CreatureRng,
    ) -> Self {
        let species = config.species(identity.species);
        let nature = &species.nature;
        let most = match nature {
            Nature::Plant(traits) => traits.max_energy(body.radius, &config.rules),
            Nature::Animal(traits) => traits.max_energy(body.radius, &config.rules),
        };
        let mature_radius = nature.mature_radius();
        let is_grown = body.radius >= lattice::snap(f64::from(mature_radius));
        let life = Life {
            energy: Energy::from_units(
                most.units() * (MIN_ENERGY + ENERGY_RANGE * rng.random::<f64>()),
            ),
            embryo: Energy::ZERO,
            damage: 0.0,
            grows_at: 0,
            breeds_at: 0,
            incubation: 0,
            mature_radius,
            growth: if is_grown { Growth::Grown } else { Growth::Growing },
        };
        Self { identity, body, life, nature: nature.clone(), genome: species.genome() }
    }
}

impl World {
    /// Adds a founder. Its energy enters the world through `account`.
    pub fn spawn_founder(&mut self, founder: Founder, account: Account) -> hecs::Entity {
        let Founder { identity, body, life, nature, genome } = founder;
        self.ledger.book(account, life.energy + self.config.built_into(body.radius));
        match nature {
            Nature::Plant(traits) => self.spawn_plant((identity, body, life), traits, genome),
            Nature::Animal(traits) => {
                let (mind, motion) = (Mind::default(), Motion::default());
                self.spawn_animal((identity, body, life), (traits, genome), mind, motion)
            }
        }
    }
}

/// Returns a share of a lifespan, both in ticks.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "ages are small")]
pub fn age_of(lifespan: u64, share: f64) -> i64 {
    (lifespan as f64 * share) as i64
}
