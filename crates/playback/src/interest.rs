//! The choice of an animal to follow.

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{Action, Figure};

/// The distance at which a walking carnivore counts as hunting a herbivore, in units.
pub const HUNT: f64 = 320.0;

/// Returns the most interesting animal that is not in `excluded`: attacking carnivores rank before
/// hunting ones, those before fleeing herbivores, and older animals before younger ones. Returns
/// `None` if there is no other animal.
#[must_use]
pub fn most_interesting(scene: &Scene, excluded: &[OrganismId]) -> Option<OrganismId> {
    let prey: Vec<&Figure> =
        scene.figures.iter().filter(|figure| figure.kind == SightingKind::Herbivore).collect();
    let hunts = |hunter: &Figure| {
        hunter.action == Action::Walking
            && prey.iter().any(|it| it.centre.distance_squared(hunter.centre) < HUNT * HUNT)
    };
    let interest = |figure: &Figure| match (figure.kind, figure.action) {
        (SightingKind::Carnivore, Action::Attacking) => 6,
        (SightingKind::Carnivore, Action::Walking) if hunts(figure) => 5,
        (SightingKind::Carnivore, Action::Eating) => 4,
        (SightingKind::Herbivore, Action::Fleeing | Action::Defending) => 3,
        (SightingKind::Carnivore, _) => 2,
        _ => 1,
    };
    let animals = scene.figures.iter().filter(|figure| {
        matches!(figure.kind, SightingKind::Herbivore | SightingKind::Carnivore)
            && !excluded.contains(&figure.id)
    });
    // Ties go to the oldest.
    let best = animals.max_by_key(|figure| (interest(figure), std::cmp::Reverse(figure.id)));
    best.map(|figure| figure.id)
}
