//! Healing of well-fed animals.

use terrarium_creatures::behaviour::EnergyState;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Traits;

use super::parallel;
use super::{Phase, Simulation};
use crate::world::{Account, Body, Life};

/// This phase.
pub(super) const PHASE: Phase =
    Phase { name: "heal", file: file!(), what: "well-fed organisms heal", order: "", run: heal };

/// Heals damage of every animal that is neither hungry nor starving, at a cost in energy.
pub(super) fn heal(sim: &mut Simulation) {
    let world = &mut sim.world;
    let rules = &world.config.rules;
    let query = world.organisms.query_mut::<(&Body, &mut Life, &Traits)>();
    let burned = parallel::fold(query, |burned: &mut Energy, (body, life, traits)| {
        let is_fed = || {
            let limits = traits.energy_limits(body.radius, rules);
            EnergyState::new(life.energy, limits) >= EnergyState::Normal
        };
        if life.damage > 0.0 && is_fed() {
            let healed = life.damage.min(rules.healing * body.radius);
            *burned += life.energy.draw(Energy::from_units(healed * rules.healing_cost));
            life.damage -= healed;
        }
    });
    world.ledger.book(Account::Healing, burned.into_iter().sum());
}
