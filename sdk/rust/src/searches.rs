//! Searches of what is in sight, with the results that scripts get from the functions of these names.

use crate::senses::{Id, Seen, Senses, Sighting};
use crate::shunned::Shunned;

/// What a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every organism.
    Any,
    /// Plants.
    Plant,
    /// Herbivores.
    Herbivore,
    /// Carnivores.
    Carnivore,
    /// Carcasses.
    Carcass,
    /// What the creature can eat: plants for a herbivore, carcasses for a carnivore.
    Food,
    /// Living organisms of the creature's species.
    Kin,
    /// Living organisms of other species.
    Stranger,
    /// Organisms of the opposing colony.
    Hostile,
    /// Animals of other species.
    Prey,
}

impl Senses {
    /// Whether something in sight is of a kind.
    #[must_use]
    pub fn is_of(&self, kind: Kind, s: &Sighting) -> bool {
        let is_animal = s.seen == Seen::HERBIVORE || s.seen == Seen::CARNIVORE;
        let is_kin = s.species == self.species;
        match kind {
            Kind::Any => true,
            Kind::Plant => s.seen == Seen::PLANT,
            Kind::Herbivore => s.seen == Seen::HERBIVORE,
            Kind::Carnivore => s.seen == Seen::CARNIVORE,
            Kind::Carcass => s.seen == Seen::CARCASS,
            Kind::Food => s.seen == self.diet() && s.food > 0.0,
            Kind::Kin => s.seen != Seen::CARCASS && is_kin,
            Kind::Stranger => s.seen != Seen::CARCASS && !is_kin,
            Kind::Hostile => s.is_hostile(),
            Kind::Prey => is_animal && !is_kin,
        }
    }

    /// What the creature eats.
    #[must_use]
    pub fn diet(&self) -> Seen {
        if self.kind == Seen::CARNIVORE { Seen::CARCASS } else { Seen::PLANT }
    }

    /// The nearest organism of a kind in sight.
    #[must_use]
    pub fn nearest(&'static self, kind: Kind) -> Option<&'static Sighting> {
        self.sightings().iter().find(|s| self.is_of(kind, s))
    }

    /// The nearest organism of a kind within `gap` units.
    #[must_use]
    pub fn nearest_within(&'static self, kind: Kind, gap: f64) -> Option<&'static Sighting> {
        self.nearest(kind).filter(|s| s.gap <= gap)
    }

    /// The organism with an id, if it is in sight.
    #[must_use]
    pub fn find(&'static self, id: Id) -> Option<&'static Sighting> {
        self.sightings().iter().find(|s| s.id == id)
    }

    /// The carnivores within `gap` that approach, and all carnivores within a quarter of it.
    pub fn threats(&'static self, gap: f64) -> impl Iterator<Item = &'static Sighting> {
        let approaches =
            |s: &Sighting| s.velocity_x * (self.x - s.x) + s.velocity_y * (self.y - s.y) > 0.0;
        self.sightings()
            .iter()
            .take_while(move |s| s.gap <= gap)
            .filter(|s| s.seen == Seen::CARNIVORE)
            .filter(move |s| s.gap * 4.0 <= gap || approaches(s))
    }

    /// The food in sight with the most energy for its distance. Food with less than a sixth of a bite
    /// is ignored, and so is shunned food.
    #[must_use]
    pub fn best_food(&'static self, shunned: &Shunned) -> Option<&'static Sighting> {
        let wanted = self.bite.min(self.max_energy - self.energy);
        let worth = |food: &Sighting| food.food.min(wanted * 2.0) / (food.gap + 10.0);
        self.sightings()
            .iter()
            .filter(|s| s.seen == self.diet() && s.food * 6.0 >= wanted)
            .filter(|s| !shunned.holds(s.id, self.tick))
            .map(|s| (worth(s), s))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, food)| food)
    }

    /// A share of the maximum speed, but at least 2 units a tick if the creature can.
    #[must_use]
    pub fn pace(&self, share: f64) -> f64 {
        (self.max_speed * share).max(2.0).min(self.max_speed)
    }
}
