//! Which organisms of two branches are identical.

use std::cmp::Ordering;
use std::ops::Add;

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_sim::world::{
    AnimalParts, Body, Carcass, Gamete, Identity, Lineage, Mating, Motion, PlantParts, World,
};
use xxhash_rust::xxh3::xxh3_64;

/// An organism as others see it: where it is, its energy, its traits and how it moves, without identities, which
/// differ between branches, and so without memory, signals and the targets of journeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness {
    pub lineage: Lineage,
    pub id: OrganismId,
    pub species: SpeciesId,
    pub is_alive: bool,
    /// A hash of its state.
    digest: u64,
}

impl Likeness {
    /// All organisms and carcasses of a world, by lineage.
    pub fn of_all(world: &World) -> Vec<Self> {
        let mut all = Vec::with_capacity(world.organism_count());
        let mut plants = world.query::<PlantParts<'_>>();
        for (who, body, life, traits, genome, mating) in plants.iter() {
            all.push(Self::new(who, body, true, &(life, traits, genome, mated(mating))));
        }
        let mut animals = world.query::<AnimalParts<'_>>();
        for (who, body, life, traits, mind, motion, genome, mating) in animals.iter() {
            let Motion { velocity, course, .. } = motion;
            let state = (life, traits, &mind.dna, &mind.dna_for_child, velocity, course);
            let state = (state, genome, mated(mating));
            all.push(Self::new(who, body, true, &state));
        }
        type Dead<'a> = (&'a Identity, &'a Body, &'a Carcass);
        for (who, body, carcass) in world.query::<Dead<'_>>().iter() {
            all.push(Self::new(who, body, false, carcass));
        }
        all.sort_unstable();
        all
    }

    fn new(who: &Identity, body: &Body, is_alive: bool, state: &impl Serialize) -> Self {
        let Identity { id, parent: _, born, generation, species, lineage } = *who;
        let bytes = postcard::to_stdvec(&(born, generation, species, body, is_alive, state));
        let digest = xxh3_64(&bytes.expect("plain data can be serialised"));
        Self { lineage, id, species, is_alive, digest }
    }

    /// Whether it is the same organism in the same state.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.lineage, self.digest) == (other.lineage, other.digest)
    }
}

/// What an organism has from its second parent and its mate, without their identities, which differ between branches.
fn mated(mating: Option<&Mating>) -> Option<impl Serialize> {
    mating.map(|Mating { second_parent: _, second_dna, gamete }| {
        let gamete = gamete.as_deref();
        (second_dna, gamete.map(|Gamete { of: _, traits, genome, dna }| (traits, genome, dna)))
    })
}

/// The organisms of two branches side by side, by lineage: those with a counterpart as pairs.
pub(super) fn side_by_side<'a>(
    one: &'a [Likeness],
    other: &'a [Likeness],
) -> impl Iterator<Item = [Option<&'a Likeness>; 2]> {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    std::iter::from_fn(move || {
        let order = match (one.peek(), other.peek()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => one.lineage.cmp(&other.lineage),
        };
        Some(match order {
            Ordering::Less => [one.next(), None],
            Ordering::Greater => [None, other.next()],
            Ordering::Equal => [one.next(), other.next()],
        })
    })
}

/// How many living organisms of two branches are identical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Similarity {
    /// The living organisms of each branch.
    pub alive: [u64; 2],
    /// Those that live in both.
    pub in_both: u64,
    /// Those that are in the same state in both.
    pub identical: u64,
}

impl Similarity {
    /// The similarity of each species, of so many.
    pub(super) fn of_species(one: &[Likeness], other: &[Likeness], species: usize) -> Vec<Self> {
        let mut all = vec![Self::default(); species];
        for pair in side_by_side(one, other) {
            let living = pair.map(|it| it.filter(|it| it.is_alive));
            for (branch, it) in living.into_iter().enumerate() {
                it.into_iter().for_each(|it| all[it.species.index()].alive[branch] += 1);
            }
            if let [Some(one), Some(other)] = living {
                let similarity = &mut all[one.species.index()];
                similarity.in_both += 1;
                similarity.identical += u64::from(one.is_same(other));
            }
        }
        all
    }

    /// The share of the organisms that live in either branch that are identical in both, 0 to 1; `None` if none lives.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
    pub fn share(&self) -> Option<f64> {
        let either = self.alive[0] + self.alive[1] - self.in_both;
        (either > 0).then(|| self.identical as f64 / either as f64)
    }
}

impl Add for Similarity {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            alive: [self.alive[0] + more.alive[0], self.alive[1] + more.alive[1]],
            in_both: self.in_both + more.in_both,
            identical: self.identical + more.identical,
        }
    }
}
