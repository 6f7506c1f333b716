//! The order of organisms along a curve, so that neighbours in space follow each other.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::hilbert::sort_along_curve_and_by;

use super::{Body, Crown, Identity, Life, Mind, Motion, World};

impl World {
    /// All organisms, as their current `hecs` entities, along a Hilbert curve, and by identity where it does not tell
    /// them apart. So the order follows from the state.
    #[must_use]
    pub fn along_curve(&self) -> Vec<hecs::Entity> {
        let mut query = self.organisms.query::<(&Body, &Identity, hecs::Entity)>();
        let place = |(body, who, entity): (&Body, &Identity, _)| (body.centre, who.id, entity);
        let mut order: Vec<(DVec2, OrganismId, hecs::Entity)> = query.iter().map(place).collect();
        let point = |&(at, ..): &(DVec2, OrganismId, hecs::Entity)| Aabb { min: at, max: at };
        sort_along_curve_and_by(&mut order, point, |&(_, id, _)| id);
        order.into_iter().map(|(.., entity)| entity).collect()
    }

    /// Sorts the organisms in memory along a Hilbert curve. Only the speed of later ticks depends on it.
    pub(crate) fn lay_out_along_curve(&mut self) {
        let order = self.along_curve();
        if (0..).zip(&order).all(|(slot, entity)| entity.id() == slot) {
            return;
        }
        let mut laid_out = hecs::World::new();
        let plants = self.organisms.query_mut::<&PlantTraits>().into_iter().len();
        let animals = self.organisms.query_mut::<&Traits>().into_iter().len();
        reserve(&mut laid_out, plants, animals);
        for entity in order {
            let organism = self.organisms.take(entity).expect("it was just found");
            laid_out.spawn(organism);
        }
        self.organisms = laid_out;
    }
}

/// Makes room for so many more plants and animals, and for births: full storage is doubled.
pub(super) fn reserve(organisms: &mut hecs::World, plants: usize, animals: usize) {
    let with_room = |count: usize| u32::try_from(count + count / 8).unwrap_or(u32::MAX);
    organisms.reserve::<(Identity, Body, Life, PlantTraits, Crown)>(with_room(plants));
    organisms.reserve::<(Identity, Body, Life, Traits, Mind, Motion)>(with_room(animals));
}
