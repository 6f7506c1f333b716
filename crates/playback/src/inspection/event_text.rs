//! Refusal reasons and events as text for inspectors and reports.

use terrarium_creatures::behaviour::{Blocker, Death, EventKind, OrganismId, Refusal};

/// The reason for a refusal, as a clause about the creature that requested the action.
#[must_use]
pub fn because(why: Refusal) -> &'static str {
    match why {
        Refusal::NotANumber => "a coordinate or the speed is not a finite number",
        Refusal::TooFast => "the speed is above its maximum",
        Refusal::TooSlow => "the speed is below the minimum",
        Refusal::OutOfBounds => "the destination lies outside the world",
        Refusal::NotVisible => "the target is not visible",
        Refusal::NotWithinReach => "the target is out of reach",
        Refusal::Itself => "the target is the creature itself",
        Refusal::NotHungry => "it is not hungry, and the target did not attack it",
        Refusal::AlreadyFull => "it is full",
        Refusal::ImproperFood => "it cannot eat that",
        Refusal::TooTall => "the plant is too tall for it",
        Refusal::NotDead => "the target is still alive",
        Refusal::AlreadyDead => "the target is already dead",
        Refusal::NotMature => "it is not mature yet",
        Refusal::Enclosed => "it is enclosed on all sides",
        Refusal::Unreachable => "the destination is enclosed",
        Refusal::PathNotFound => "no path was found within the planning limit",
        Refusal::NoRoute => "no route leads there",
        Refusal::NotEnoughEnergy => "it has too little energy",
        Refusal::NotReady => "its last child was born too recently",
        Refusal::AlreadyReproducing => "it is already expecting",
        Refusal::TooLarge => "the data exceeds the memory limit",
        Refusal::NoColony => "it belongs to no colony",
        Refusal::NoSuchBase => "there is no such base",
        Refusal::NoSuchWall => "there is no visible wall on that tile",
        Refusal::OwnSentry => "a sentry of its own colony stands there",
        Refusal::MessageTooLong => "the message is too long",
        Refusal::NoMessages => "messages are off in this world",
        Refusal::NoPartner => "no partner within reach",
        Refusal::TooDistant => "partners within reach are too different",
    }
}

/// An event as a sentence without its subject. `name` returns the name of an organism.
#[must_use]
pub fn describe_event(what: &EventKind, name: &dyn Fn(OrganismId) -> String) -> String {
    match what {
        EventKind::Born { parent: OrganismId::NONE } => "entered the world".to_owned(),
        EventKind::Born { parent } => format!("was born to {}", name(*parent)),
        EventKind::Arrived => "reached its destination".to_owned(),
        EventKind::Blocked { by } => format!("was blocked by {}", blocker(*by, name)),
        EventKind::Struck { target, killed: true, .. } => format!("killed {}", name(*target)),
        EventKind::Struck { target, damage, .. } => {
            format!("struck {} ({damage:.1})", name(*target))
        }
        EventKind::Attacked { by, damage } => format!("was struck by {} ({damage:.1})", name(*by)),
        EventKind::Ate { food, energy } => {
            format!("ate from {} ({:.1} energy)", name(*food), energy.units())
        }
        EventKind::Grew => "grew".to_owned(),
        EventKind::Conceived => "conceived".to_owned(),
        EventKind::GaveBirth { child } => format!("gave birth to {}", name(*child)),
        EventKind::NoRoomForBirth => "found no room for its child".to_owned(),
        EventKind::Refused { slot, why, target } => {
            let target = target.map(|target| format!(" ({})", name(target))).unwrap_or_default();
            format!("was refused `{}`{target}: {}", slot.name(), because(*why))
        }
        EventKind::Died { of, by } => match (of, by) {
            (Death::Killed, Some(by)) => format!("was killed by {}", name(*by)),
            (Death::Killed, None) => "was killed".to_owned(),
            (Death::Eaten, Some(by)) => format!("was eaten by {}", name(*by)),
            (Death::Eaten, None) => "was eaten".to_owned(),
            (Death::Starved, _) => "starved".to_owned(),
            (Death::OldAge, _) => "died of old age".to_owned(),
            (Death::Sick, _) => "died of sickness".to_owned(),
            (Death::Burned, _) => "burned".to_owned(),
            (Death::Removed, _) => "was removed".to_owned(),
        },
        EventKind::Neutralised { base } => format!("helped to neutralise {base}"),
        EventKind::Captured { base } => format!("helped to capture {base}"),
        EventKind::Stung { damage } => format!("was stung by a sentry ({damage:.1})"),
        EventKind::StruckWall { breached: true, .. } => "breached a wall".to_owned(),
        EventKind::StruckWall { damage, .. } => format!("struck a wall ({damage:.1})"),
        EventKind::Embarked { link } => format!("embarked on link {link}"),
        EventKind::NoTime => "got no turn: its species had used up its operations".to_owned(),
        EventKind::Crossed { link } => format!("arrived at the far end of link {link}"),
        EventKind::Failed { fault } => format!("its turn failed: {fault}"),
    }
}

/// The name of an obstacle.
pub(super) fn blocker(by: Blocker, name: &dyn Fn(OrganismId) -> String) -> String {
    match by {
        Blocker::Border => "the border of the world".to_owned(),
        Blocker::Terrain => "impassable terrain".to_owned(),
        Blocker::Organism(id) => name(id),
    }
}
