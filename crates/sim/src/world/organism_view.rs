//! Organisms as they are saved, without a copy of them.

use hecs::{Entity, ViewBorrow};
use serde::Serialize;
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{PlantTraits, Traits};

use super::{AnimalParts, Body, Carcass, Identity, Life, Mating, Mind, Motion, PlantParts, World};

/// An organism that is serialised like a [`SavedOrganism`](super::SavedOrganism).
#[derive(Debug, Serialize)]
pub struct OrganismView<'a> {
    who: &'a Identity,
    body: &'a Body,
    nature: NatureView<'a>,
    genome: Option<&'a Genome>,
    mating: Option<&'a Mating>,
}

#[derive(Debug, Serialize)]
enum NatureView<'a> {
    Plant(&'a Life, &'a PlantTraits),
    Animal(&'a Life, &'a Traits, &'a Mind, &'a Motion),
    Carcass(&'a Carcass),
}

/// All organisms of a world, by entity.
pub struct OrganismViews<'a> {
    plants: ViewBorrow<'a, PlantParts<'a>>,
    animals: ViewBorrow<'a, AnimalParts<'a>>,
    carcasses: ViewBorrow<'a, (&'a Identity, &'a Body, &'a Carcass)>,
}

impl World {
    /// Its organisms as they are saved.
    #[must_use]
    pub fn organism_views(&self) -> OrganismViews<'_> {
        OrganismViews {
            plants: self.organisms.view(),
            animals: self.organisms.view(),
            carcasses: self.organisms.view(),
        }
    }
}

impl OrganismViews<'_> {
    /// An organism.
    ///
    /// # Panics
    /// When the entity does not exist in this world.
    #[must_use]
    pub fn of(&self, entity: Entity) -> OrganismView<'_> {
        if let Some((who, body, life, traits, genome, mating)) = self.plants.get(entity) {
            let nature = NatureView::Plant(life, traits);
            return OrganismView { who, body, nature, genome, mating };
        }
        if let Some((who, body, life, traits, mind, motion, genome, mating)) =
            self.animals.get(entity)
        {
            let nature = NatureView::Animal(life, traits, mind, motion);
            return OrganismView { who, body, nature, genome, mating };
        }
        let (who, body, carcass) = self.carcasses.get(entity).expect("an entity of this world");
        let nature = NatureView::Carcass(carcass);
        OrganismView { who, body, nature, genome: None, mating: None }
    }
}
