//! What a creature could do now, and what keeps it from doing the rest.

use crate::behaviour::{EnergyState, OrganismId, Refusal, Seen, Senses, Sighting, Slotted};
use crate::species::Kind;

/// Whether a creature could do something now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// What.
    pub slot: Slotted,
    /// Whether it could.
    pub prospect: Prospect,
}

/// Whether something could be done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Prospect {
    /// It could, with somebody if that takes two.
    Could(Option<OrganismId>),
    /// It would be refused.
    Refused(Refusal),
    /// There is nobody for it in sight.
    Nobody,
    /// The nearest for it is out of reach, by so many units.
    TooFar(OrganismId, f64),
}

/// What a creature could eat, strike and conceive now.
pub(super) fn of(senses: &Senses<'_>, kind: Kind, breeding: Option<Refusal>) -> Vec<Chance> {
    let me = &senses.me;
    let reach = |aim: Option<&Sighting>| match aim {
        None => Prospect::Nobody,
        Some(aim) if aim.gap > me.reach => Prospect::TooFar(aim.id, aim.gap),
        Some(aim) => Prospect::Could(Some(aim.id)),
    };
    let is_food = |s: &&Sighting| match kind {
        Kind::Herbivore => s.seen == Seen::Plant && s.food > 0.0,
        Kind::Carnivore => s.seen == Seen::Carcass && s.food > 0.0,
        Kind::Plant => false,
    };
    let eat = if me.state == EnergyState::Full {
        Prospect::Refused(Refusal::AlreadyFull)
    } else {
        reach(senses.sight.iter().find(is_food))
    };
    let is_foe = |s: &&Sighting| {
        let is_animal = matches!(s.seen, Seen::Herbivore | Seen::Carnivore);
        is_animal && (s.hostile || s.species != me.species)
    };
    let foe = senses.sight.iter().find(is_foe);
    let is_peaceful = kind == Kind::Herbivore && me.state > EnergyState::Hungry;
    let attack = match foe {
        Some(foe) if is_peaceful && !foe.hostile => Prospect::Refused(Refusal::NotHungry),
        foe => reach(foe),
    };
    let conceive = breeding.map_or(Prospect::Could(None), Prospect::Refused);
    [(Slotted::Eat, eat), (Slotted::Attack, attack), (Slotted::Reproduce, conceive)]
        .map(|(slot, prospect)| Chance { slot, prospect })
        .into()
}
