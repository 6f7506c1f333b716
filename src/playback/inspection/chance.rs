//! What a creature could do now, and what keeps it from doing the rest.

use crate::behaviour::{
    ActionKind, EnergyState, OrganismId, Refusal, Senses, Sighting, SightingKind,
};
use crate::species::Kind;

/// Whether a creature could do something now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Possibility {
    /// What.
    pub slot: ActionKind,
    /// Whether it could.
    pub prospect: Feasibility,
}

/// Whether something could be done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Feasibility {
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
pub(super) fn of(senses: &Senses<'_>, kind: Kind, breeding: Option<Refusal>) -> Vec<Possibility> {
    let me = &senses.me;
    let reach = |aim: Option<&Sighting>| match aim {
        None => Feasibility::Nobody,
        Some(aim) if aim.gap > me.reach => Feasibility::TooFar(aim.id, aim.gap),
        Some(aim) => Feasibility::Could(Some(aim.id)),
    };
    let is_food = |s: &&Sighting| match kind {
        Kind::Herbivore => s.seen == SightingKind::Plant && s.food > 0.0,
        Kind::Carnivore => s.seen == SightingKind::Carcass && s.food > 0.0,
        Kind::Plant => false,
    };
    let eat = if me.state == EnergyState::Full {
        Feasibility::Refused(Refusal::AlreadyFull)
    } else {
        reach(senses.sight.iter().find(is_food))
    };
    let is_foe = |s: &&Sighting| {
        let is_animal = matches!(s.seen, SightingKind::Herbivore | SightingKind::Carnivore);
        is_animal && (s.hostile || s.species != me.species)
    };
    let foe = senses.sight.iter().find(is_foe);
    let is_peaceful = kind == Kind::Herbivore && me.state > EnergyState::Hungry;
    let attack = match foe {
        Some(foe) if is_peaceful && !foe.hostile => Feasibility::Refused(Refusal::NotHungry),
        foe => reach(foe),
    };
    let conceive = breeding.map_or(Feasibility::Could(None), Feasibility::Refused);
    [(ActionKind::Eat, eat), (ActionKind::Attack, attack), (ActionKind::Reproduce, conceive)]
        .map(|(slot, prospect)| Possibility { slot, prospect })
        .into()
}
