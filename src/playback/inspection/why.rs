//! Why a wish was refused, and what befell a creature, as sentences for people who look on.

use crate::behaviour::{Blocker, Death, EventKind, OrganismId, Refusal};

/// Why a wish was refused, in a few words about the creature.
#[must_use]
pub fn because(why: Refusal) -> &'static str {
    match why {
        Refusal::NotANumber => "a coordinate or speed was no number",
        Refusal::TooFast => "it cannot move that fast",
        Refusal::TooSlow => "nobody may move that slowly",
        Refusal::OutOfBounds => "that lies outside the world",
        Refusal::NotVisible => "it cannot see that one",
        Refusal::NotWithinReach => "that is out of its reach",
        Refusal::Itself => "it meant itself",
        Refusal::NotHungry => "it is not hungry, and was not attacked by that one",
        Refusal::AlreadyFull => "it is full",
        Refusal::ImproperFood => "it does not live on that",
        Refusal::TooTall => "that plant is too tall for it",
        Refusal::NotDead => "that one still lives",
        Refusal::AlreadyDead => "that one is dead already",
        Refusal::NotMature => "it is not grown up yet",
        Refusal::ClosedIn => "it is closed in on all sides",
        Refusal::NoWay => "what it wants to reach is closed in",
        Refusal::NoWayFound => "it found no way in the time it had to think",
        Refusal::NoRoute => "no route leads there",
        Refusal::NotEnoughEnergy => "it has not the energy",
        Refusal::NotReady => "it had a child too short a while ago",
        Refusal::AlreadyReproducing => "it is expecting already",
        Refusal::TooLarge => "that is more than it can keep in mind",
        Refusal::NoColony => "it belongs to no colony",
        Refusal::NoSuchBase => "there is no such base",
        Refusal::NoSuchWall => "no wall stands there",
        Refusal::OwnSentry => "a sentry of its own colony stands there",
    }
}

/// What befell a creature, as a sentence without its subject. `name` says who somebody is.
#[must_use]
pub fn happened(what: &EventKind, name: &dyn Fn(OrganismId) -> String) -> String {
    match what {
        EventKind::Born { parent: OrganismId::NOBODY } => "came into the world".to_owned(),
        EventKind::Born { parent } => format!("was born to {}", name(*parent)),
        EventKind::Arrived => "arrived where it wanted to go".to_owned(),
        EventKind::Blocked { by } => format!("was stopped by {}", blocker(*by, name)),
        EventKind::Struck { whom, killed: true, .. } => format!("killed {}", name(*whom)),
        EventKind::Struck { whom, damage, .. } => format!("struck {} ({damage:.1})", name(*whom)),
        EventKind::Attacked { by, damage } => format!("was struck by {} ({damage:.1})", name(*by)),
        EventKind::Ate { food, energy } => {
            format!("ate of {} ({:.1} energy)", name(*food), energy.units())
        }
        EventKind::Grew => "grew".to_owned(),
        EventKind::Conceived => "conceived".to_owned(),
        EventKind::GaveBirth { child } => format!("gave birth to {}", name(*child)),
        EventKind::NoRoomForBirth => "found no room for its child".to_owned(),
        EventKind::Refused { slot, why, whom } => {
            let whom = whom.map(|whom| format!(" ({})", name(whom))).unwrap_or_default();
            format!("was refused {}{whom}: {}", slot.meaning(), because(*why))
        }
        EventKind::Died { of, by } => match (of, by) {
            (Death::Killed, Some(by)) => format!("was killed by {}", name(*by)),
            (Death::Killed, None) => "was killed".to_owned(),
            (Death::Eaten, Some(by)) => format!("was eaten up by {}", name(*by)),
            (Death::Eaten, None) => "was eaten up".to_owned(),
            (Death::Starved, _) => "starved".to_owned(),
            (Death::OldAge, _) => "died of old age".to_owned(),
            (Death::Sick, _) => "died of sickness".to_owned(),
            (Death::Burned, _) => "burned".to_owned(),
            (Death::Removed, _) => "was removed".to_owned(),
        },
        EventKind::Neutralised { base } => format!("helped to bring down {base}"),
        EventKind::Captured { base } => format!("helped to take {base}"),
        EventKind::Stung { damage } => format!("was stung by a sentry ({damage:.1})"),
        EventKind::StruckWall { breached: true, .. } => "breached a wall".to_owned(),
        EventKind::StruckWall { damage, .. } => format!("struck a wall ({damage:.1})"),
        EventKind::Failed { fault } => format!("did nothing, its turn failed: {fault}"),
    }
}

/// What stands in the way.
pub(super) fn blocker(by: Blocker, name: &dyn Fn(OrganismId) -> String) -> String {
    match by {
        Blocker::Border => "the end of the world".to_owned(),
        Blocker::Terrain => "rock or water".to_owned(),
        Blocker::Organism(id) => name(id),
    }
}
