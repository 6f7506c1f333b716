//! The distribution of the traits of a species.

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Characteristic, Kind, MATURE_RADIUS, PlantTraits, Traits};
use terrarium_sim::world::{Identity, World};

/// The number of ticks between two portraits.
pub(super) const EVERY: u64 = 50;

/// The number of bins in the histogram of a trait.
pub const BINS: usize = 16;

/// An inherited property that differs between individuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trait {
    /// The radius at which it is mature, in units.
    MatureRadius,
    /// An animal's points on a characteristic.
    Points(Characteristic),
    /// A plant's height per unit of radius.
    Height,
    /// The share of full light at which a plant gains most.
    PreferredLight,
    /// The maximum distance at which seeds land, in units.
    SeedSpread,
}

/// The traits of all living organisms of one species.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Portrait {
    /// The distribution of each trait, in the order of [`Trait::of`].
    pub traits: Vec<Distribution>,
}

/// The distribution of a trait among individuals.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Distribution {
    /// The mean; 0 without individuals.
    pub mean: f32,
    /// The number of individuals in each of the equal bins over [`Trait::range`].
    pub bins: [u32; BINS],
}

impl Trait {
    const OF_PLANTS: [Self; 4] =
        [Self::MatureRadius, Self::Height, Self::PreferredLight, Self::SeedSpread];
    const OF_ANIMALS: [Self; 8] = {
        let [energy, eating, attack, defence, speed, camouflage, sight] = Characteristic::ALL;
        [
            Self::MatureRadius,
            Self::Points(energy),
            Self::Points(eating),
            Self::Points(attack),
            Self::Points(defence),
            Self::Points(speed),
            Self::Points(camouflage),
            Self::Points(sight),
        ]
    };

    /// The greatest number of traits of a kind.
    pub const MOST: usize = Self::OF_ANIMALS.len();

    /// The traits of a kind.
    #[must_use]
    pub fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Plant => &Self::OF_PLANTS,
            Kind::Herbivore | Kind::Carnivore => &Self::OF_ANIMALS,
        }
    }

    /// Its column in the table of individuals.
    #[must_use]
    pub fn column(self) -> &'static str {
        match self {
            Self::MatureRadius => "mature_radius",
            Self::Points(Characteristic::Energy) => "points_energy",
            Self::Points(Characteristic::Eating) => "points_eating",
            Self::Points(Characteristic::Attack) => "points_attack",
            Self::Points(Characteristic::Defence) => "points_defence",
            Self::Points(Characteristic::Speed) => "points_speed",
            Self::Points(Characteristic::Camouflage) => "points_camouflage",
            Self::Points(Characteristic::Sight) => "points_sight",
            Self::Height => "height",
            Self::PreferredLight => "preferred_light",
            Self::SeedSpread => "seed_spread",
        }
    }

    /// Its value in an animal or a plant; `None` if it has no such trait.
    #[must_use]
    pub fn value(self, animal: Option<&Traits>, plant: Option<&PlantTraits>) -> Option<f64> {
        self.stored(animal, plant).map(f64::from)
    }

    /// Its value as organisms have it.
    pub(crate) fn stored(
        self,
        animal: Option<&Traits>,
        plant: Option<&PlantTraits>,
    ) -> Option<f32> {
        Some(match (self, animal, plant) {
            (Self::MatureRadius, Some(animal), _) => animal.mature_radius,
            (Self::MatureRadius, _, plant) => plant?.mature_radius,
            (Self::Points(what), animal, _) => animal?.points[what as usize],
            (Self::Height, _, plant) => plant?.height,
            (Self::PreferredLight, _, plant) => plant?.preferred_light,
            (Self::SeedSpread, _, plant) => plant?.seed_spread,
        })
    }

    /// Its name in charts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MatureRadius => "size",
            Self::Points(what) => what.name(),
            Self::Height => "height",
            Self::PreferredLight => "light preferred",
            Self::SeedSpread => "seed spread",
        }
    }

    /// The range covered by the bins; values beyond it count to the outermost bins.
    #[must_use]
    pub fn range(self, rules: &Rules) -> (f64, f64) {
        match self {
            Self::MatureRadius => ((*MATURE_RADIUS.start()).into(), (*MATURE_RADIUS.end()).into()),
            Self::Points(_) => (0.0, rules.points),
            Self::Height => (0.0, 4.0),
            Self::PreferredLight => (0.0, 1.0),
            Self::SeedSpread => (0.0, rules.seed_spread),
        }
    }

    /// The same range in single precision, for drawing.
    #[expect(clippy::cast_possible_truncation, reason = "pixels are not that fine")]
    pub(super) fn drawn(self, rules: &Rules) -> (f32, f32) {
        let (least, most) = self.range(rules);
        (least as f32, most as f32)
    }
}

impl Portrait {
    /// Computes the portraits of all species of a world, in its order.
    #[must_use]
    pub fn of_all(world: &World) -> Vec<Self> {
        let config = world.config();
        let mut sketches: Vec<Vec<Sketch>> = config
            .species
            .iter()
            .map(|species| {
                let ranges = Trait::of(species.kind).iter().map(|it| it.range(&config.rules));
                ranges.map(Sketch::new).collect()
            })
            .collect();
        let mut add = |who: &Identity, values: &[f32]| {
            let sketch = sketches[who.species.index()].iter_mut();
            sketch.zip(values).for_each(|(sketch, &value)| sketch.add(value.into()));
        };
        for (who, traits) in world.query::<(&Identity, &Traits)>().iter() {
            let [energy, eating, attack, defence, speed, camouflage, sight] = traits.points;
            let size = traits.mature_radius;
            add(who, &[size, energy, eating, attack, defence, speed, camouflage, sight]);
        }
        for (who, traits) in world.query::<(&Identity, &PlantTraits)>().iter() {
            let PlantTraits { mature_radius, height, preferred_light, seed_spread } = *traits;
            add(who, &[mature_radius, height, preferred_light, seed_spread]);
        }
        let finished = |of_one: Vec<Sketch>| Self {
            traits: of_one.iter().map(Sketch::distribution).collect(),
        };
        sketches.into_iter().map(finished).collect()
    }
}

/// A distribution being accumulated. Sums are integers, so that they do not depend on the order of
/// organisms.
struct Sketch {
    range: (f64, f64),
    sum: i128,
    bins: [u32; BINS],
}

const QUANTA_PER_UNIT: f64 = 1_048_576.0;

impl Sketch {
    fn new(range: (f64, f64)) -> Self {
        Self { range, sum: 0, bins: [0; BINS] }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "float-to-int casts saturate"
    )]
    fn add(&mut self, value: f64) {
        let (least, most) = self.range;
        let place = (value - least) / (most - least) * BINS as f64;
        self.bins[(place as usize).min(BINS - 1)] += 1;
        self.sum += i128::from((value * QUANTA_PER_UNIT) as i64);
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "a mean in single precision"
    )]
    fn distribution(&self) -> Distribution {
        let count = self.bins.iter().sum::<u32>();
        let mean = self.sum as f64 / QUANTA_PER_UNIT / f64::from(count.max(1));
        Distribution { mean: mean as f32, bins: self.bins }
    }
}

impl Distribution {
    /// The number of individuals.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.bins.iter().sum()
    }
}
