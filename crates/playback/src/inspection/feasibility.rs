//! Which actions a creature could take now, and why it could not take the others.

use terrarium_creatures::behaviour::{
    ActionKind, EnergyState, OrganismId, Refusal, Senses, Sighting, SightingKind,
};
use terrarium_creatures::species::Kind;

/// Whether a creature could take an action now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Possibility {
    /// The kind of the action.
    pub slot: ActionKind,
    /// Whether the creature could take it.
    pub feasibility: Feasibility,
}

/// Whether an action could be taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Feasibility {
    /// It could be taken, with this target if it needs one.
    Possible(Option<OrganismId>),
    /// It would be refused.
    Refused(Refusal),
    /// No target is visible.
    NoTarget,
    /// The nearest target is out of reach: its gap, in units.
    TooFar(OrganismId, f64),
}

/// Whether a creature could eat, attack and conceive now.
pub(super) fn of(senses: &Senses<'_>, kind: Kind, breeding: Option<Refusal>) -> Vec<Possibility> {
    let me = &senses.me;
    let reach = |target: Option<&Sighting>| match target {
        None => Feasibility::NoTarget,
        Some(target) if target.gap > me.reach => Feasibility::TooFar(target.id, target.gap),
        Some(target) => Feasibility::Possible(Some(target.id)),
    };
    let is_food = |s: &&Sighting| SightingKind::from(kind).eats(s.kind) && s.food > 0.0;
    let eat = if me.state == EnergyState::Full {
        Feasibility::Refused(Refusal::AlreadyFull)
    } else {
        reach(senses.sight.iter().find(is_food))
    };
    let is_foe = |s: &&Sighting| s.kind.is_animal() && (s.hostile || s.species != me.species);
    let foe = senses.sight.iter().find(is_foe);
    let is_peaceful = kind == Kind::Herbivore && me.state > EnergyState::Hungry;
    let attack = match foe {
        Some(foe) if is_peaceful && !foe.hostile => Feasibility::Refused(Refusal::NotHungry),
        foe => reach(foe),
    };
    let conceive = breeding.map_or(Feasibility::Possible(None), Feasibility::Refused);
    [(ActionKind::Eat, eat), (ActionKind::Attack, attack), (ActionKind::Reproduce, conceive)]
        .map(|(slot, feasibility)| Possibility { slot, feasibility })
        .into()
}
