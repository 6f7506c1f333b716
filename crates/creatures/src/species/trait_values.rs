//! The inherited traits of an organism as numbers, as in the table of individuals.

use std::convert::Infallible;

use super::{Kind, PlantTraits, Traits};

/// The columns of traits. Animals have the first eight, plants the first and the last three.
pub const TRAIT_COLUMNS: [&str; 11] = [
    "mature_radius",
    "points_energy",
    "points_eating",
    "points_attack",
    "points_defence",
    "points_speed",
    "points_camouflage",
    "points_sight",
    "height",
    "preferred_light",
    "seed_spread",
];

/// The indices of the traits of animals in [`TRAIT_COLUMNS`].
const OF_ANIMALS: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// The indices of the traits of plants in [`TRAIT_COLUMNS`].
const OF_PLANTS: [usize; 4] = [0, 8, 9, 10];

/// The values of the traits that a kind has, in the order of [`TRAIT_COLUMNS`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TraitValues([f64; OF_ANIMALS.len()]);

impl TraitValues {
    /// The indices in [`TRAIT_COLUMNS`] of the traits that a kind has.
    #[must_use]
    pub fn columns(kind: Kind) -> &'static [usize] {
        if kind == Kind::Plant { &OF_PLANTS } else { &OF_ANIMALS }
    }

    /// The values of a kind, each by its index in [`TRAIT_COLUMNS`].
    ///
    /// # Errors
    /// The first error of `value`.
    pub fn collect<E>(
        kind: Kind,
        mut value: impl FnMut(usize) -> Result<f64, E>,
    ) -> Result<Self, E> {
        let mut values = Self::default();
        for (slot, &column) in values.0.iter_mut().zip(Self::columns(kind)) {
            *slot = value(column)?;
        }
        Ok(values)
    }

    /// The values of a kind, each by its index in [`TRAIT_COLUMNS`].
    #[must_use]
    pub fn from_fn(kind: Kind, mut value: impl FnMut(usize) -> f64) -> Self {
        let Ok(values) = Self::collect(kind, |column| Ok::<_, Infallible>(value(column)));
        values
    }

    /// Those of an animal.
    #[must_use]
    pub fn of_animal(traits: &Traits) -> Self {
        Self::in_order(std::iter::once(traits.mature_radius).chain(traits.points))
    }

    /// Those of a plant.
    #[must_use]
    pub fn of_plant(traits: &PlantTraits) -> Self {
        let PlantTraits { mature_radius, height, preferred_light, seed_spread } = *traits;
        Self::in_order([mature_radius, height, preferred_light, seed_spread])
    }

    fn in_order(all: impl IntoIterator<Item = f32>) -> Self {
        let mut values = Self::default();
        for (slot, value) in values.0.iter_mut().zip(all) {
            *slot = value.into();
        }
        values
    }

    /// The values of a kind, each with its index in [`TRAIT_COLUMNS`].
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (usize, f64)> {
        Self::columns(kind).iter().copied().zip(self.0)
    }

    /// The value in the column at the index `column` of [`TRAIT_COLUMNS`]; `None` if the kind has no such trait.
    #[must_use]
    pub fn at(&self, kind: Kind, column: usize) -> Option<f64> {
        let slot = Self::columns(kind).iter().position(|&it| it == column)?;
        Some(self.0[slot])
    }
}
