//! Who is worth following.

use crate::behaviour::{OrganismId, SightingKind};
use crate::record::Scene;
use crate::record::scene::{Action, Figure};

/// The distance, in units, within which there is something to hunt.
const NEAR: f64 = 320.0;

/// The animal to which most happens, but for some: a hunter at its prey before a hunter on its way, that
/// before who flees, and the oldest before the younger. `None` where there is no other animal.
#[must_use]
pub fn most_interesting(scene: &Scene, others_than: &[OrganismId]) -> Option<OrganismId> {
    let prey: Vec<&Figure> =
        scene.figures.iter().filter(|figure| figure.seen == SightingKind::Herbivore).collect();
    let hunts = |hunter: &Figure| {
        hunter.action == Action::Walking
            && prey.iter().any(|it| it.centre.distance_squared(hunter.centre) < NEAR * NEAR)
    };
    let interest = |figure: &Figure| match (figure.seen, figure.action) {
        (SightingKind::Carnivore, Action::Attacking) => 6,
        (SightingKind::Carnivore, Action::Walking) if hunts(figure) => 5,
        (SightingKind::Carnivore, Action::Eating) => 4,
        (SightingKind::Herbivore, Action::Fleeing | Action::Defending) => 3,
        (SightingKind::Carnivore, _) => 2,
        _ => 1,
    };
    let animals = scene.figures.iter().filter(|figure| {
        matches!(figure.seen, SightingKind::Herbivore | SightingKind::Carnivore)
            && !others_than.contains(&figure.id)
    });
    // Of equals, the one that was born first.
    let best = animals.max_by_key(|figure| (interest(figure), std::cmp::Reverse(figure.id)));
    best.map(|figure| figure.id)
}
