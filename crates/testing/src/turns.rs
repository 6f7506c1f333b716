//! Hand-made single turns, which a behaviour runs outside any world.

use std::collections::BTreeMap;

use rand::SeedableRng;
use terrarium_creatures::behaviour::{
    Behaviour, Conditions, CreatureRng, EnergyState, Event, EventKind, GroundMap, Intent, Memory,
    Note, Notes, OrganismId, OwnState, Senses, Sighting, SightingKind, Turn, no_species,
};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourChoice, BehaviourRefusal, Code, Kind, SpeciesId};
use terrarium_sim::behaviours;
use terrarium_space::geometry::{Aabb, DVec2};

/// The creature whose turn it is.
pub const ME: OrganismId = OrganismId(7);

/// Its species.
pub const OWN: SpeciesId = SpeciesId(2);

/// A script as a behaviour of a herbivore.
pub fn script(source: &str) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    script_with(source, &[], &Rules::default())
}

/// The same, with parameters and rules.
pub fn script_with(
    source: &str,
    parameters: &[(&str, f64)],
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    let parameters: BTreeMap<_, _> =
        parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let choice =
        BehaviourChoice { code: Code::script(source), parameters, heritable: BTreeMap::new() };
    behaviours::make(Kind::Herbivore, &choice, rules)
}

/// A sighting, `gap` units to the east.
pub fn sighting(id: u64, kind: SightingKind, gap: f64) -> Sighting {
    Sighting {
        id: OrganismId(id),
        kind,
        species: SpeciesId(kind as u16),
        centre: DVec2::new(500.0 + 24.0 + gap, 500.0),
        radius: 12.0,
        velocity: DVec2::ZERO,
        food: if kind == SightingKind::Plant { 100.0 } else { 0.0 },
        signal: 0,
        gap,
        hostile: false,
    }
}

/// An event of the creature.
pub fn event(what: EventKind) -> Event {
    Event { to: ME, species: OWN, what }
}

/// A turn in the middle of a world of 1000 by 1000 units.
pub fn turn<'a>(sight: &'a [Sighting], events: &'a [Event]) -> Turn<'a> {
    let me = OwnState {
        id: ME,
        species: OWN,
        centre: DVec2::splat(500.0),
        radius: 12.0,
        energy: 300.0,
        max_energy: 1000.0,
        state: EnergyState::Hungry,
        age: 100,
        lifespan: 600,
        mature: true,
        max_speed: 20.0,
        sight: 200.0,
        bite: 50.0,
        reach: 2.0,
        ..OwnState::nobody()
    };
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(1000.0));
    Turn {
        senses: Senses {
            tick: 9,
            bounds,
            me,
            sight,
            conditions: Conditions::default(),
            messages: &[],
            events,
            bases: &[],
            walls: &[],
            links: &[],
            ground: GroundMap::nowhere(),
            species_names: no_species(),
        },
        memory: Memory::default(),
        rng: CreatureRng::seed_from_u64(1),
        intent: Intent::default(),
        fault: None,
        spent: 0,
        notes: Notes::wanted(),
    }
}

/// Runs one turn of a behaviour.
pub fn run<'a>(behaviour: &dyn Behaviour, turn: Turn<'a>) -> Turn<'a> {
    let mut turns = [turn];
    behaviour.decide(&mut turns);
    let [turn] = turns;
    turn
}

/// The log of a script for a turn with a plant and a carnivore in sight, or its fault if it fails.
pub fn logged(source: &str) -> String {
    let behaviour = script(source).unwrap_or_else(|refusal| panic!("{refusal}"));
    let sight =
        [sighting(11, SightingKind::Plant, 10.0), sighting(12, SightingKind::Carnivore, 30.0)];
    let done = run(&*behaviour, turn(&sight, &[]));
    if let Some(fault) = done.fault {
        return fault.to_string();
    }
    let line = |note| match note {
        Note::Log(text) => text,
        mark => format!("{mark:?}"),
    };
    done.notes.into_list().into_iter().map(line).collect::<Vec<_>>().join("\n")
}
