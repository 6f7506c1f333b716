//! What a condition can read about one organism.

use rhai::{Dynamic, Map};
use terrarium_creatures::behaviour::{EnergyState, Event, EventKind, OrganismId};
use terrarium_creatures::rules::EnergyLimits;
use terrarium_creatures::species::Code;
use terrarium_sim::world::{Body, Growth, Life, Mind, Motion, SavedNature, SavedOrganism, World};

/// The names that conditions can read, with their meanings.
pub const NAMES: &[(&str, &str)] = &[
    ("tick", "the tick"),
    ("me.x", "the x of its centre"),
    ("me.y", "the y of its centre"),
    ("me.radius", "half the side of its body, in units"),
    ("me.energy", "its energy"),
    ("me.max_energy", "its maximum energy"),
    ("me.state", "its energy state: \"full\", \"normal\", \"hungry\" or \"deteriorating\""),
    ("me.damage", "its damage, as a share of the lethal damage"),
    ("me.age", "its age, in ticks"),
    ("me.lifespan", "the age at which it dies, in ticks"),
    ("me.mature", "whether it is mature"),
    ("me.expecting", "whether it carries a child or seed"),
    ("me.travelling", "whether it is on a journey"),
    ("memory", "the memory of a script, as in `memory.state`; of other behaviours, text or ()"),
    ("signal", "the signal that it shows"),
    ("moving", "whether it moved in the tick"),
    ("ate", "whether it ate in the tick"),
    ("struck", "whether it struck an organism or a wall in the tick"),
    ("attacked", "whether an organism or a sentry struck it in the tick"),
    ("grew", "whether it grew in the tick"),
    ("conceived", "whether it conceived in the tick"),
    ("gave_birth", "whether it gave birth in the tick"),
    ("arrived", "whether it reached its destination in the tick"),
    ("blocked", "whether its movement was blocked in the tick"),
    ("refused", "whether an action was refused in the tick"),
    ("refusals", "the refused actions of the tick, as in `\"eat: not_within_reach\" in refusals`"),
    ("failed", "whether its turn failed"),
    ("fault", "the kind of the fault, or \"\""),
    ("born", "whether it was born in the tick"),
    ("died", "whether it died in the tick; the state is then that of the tick before"),
];

/// The variables of a condition, in the order of the scope.
pub(super) const VARIABLES: [&str; 19] = [
    "tick",
    "me",
    "memory",
    "signal",
    "moving",
    "ate",
    "struck",
    "attacked",
    "grew",
    "conceived",
    "gave_birth",
    "arrived",
    "blocked",
    "refused",
    "refusals",
    "failed",
    "fault",
    "born",
    "died",
];

/// The values of all variables after one tick.
#[derive(Debug, Clone)]
pub(super) struct Values {
    pub tick: u64,
    pub died: bool,
    list: Vec<Dynamic>,
}

impl Values {
    /// The values of an organism; `None` before its birth and after its death. `before` are those of
    /// the tick before, whose state is used in the tick of its death.
    pub fn new(world: &World, id: OrganismId, before: Option<&Self>) -> Option<Self> {
        if world.next_id() <= id {
            return None;
        }
        let events = events_of(world.events(), id);
        let died = events.iter().any(|event| matches!(event.what, EventKind::Died { .. }));
        let alive = world.organism(id).and_then(|organism| state(world, &organism));
        let [me, memory, signal, moving] = match (alive, before) {
            (Some(state), _) => state,
            (None, Some(before)) if died => {
                [1, 2, 3, 4].map(|index: usize| before.list[index].clone())
            }
            (None, _) => return None,
        };
        let tick = Dynamic::from(world.tick().cast_signed());
        let list = [tick, me, memory, signal, moving].into_iter().chain(of_events(events));
        Some(Self { tick: world.tick(), died, list: list.collect() })
    }

    /// The variables and their values.
    pub fn variables(&self) -> impl Iterator<Item = (&'static str, &Dynamic)> {
        VARIABLES.into_iter().zip(&self.list)
    }

    /// The value of a variable or a property of one, such as `me.energy`.
    pub fn get(&self, path: &str) -> Option<Dynamic> {
        let (variable, property) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
        let (_, value) = self.variables().find(|(name, _)| *name == variable)?;
        match property {
            None => Some(value.clone()),
            Some(property) => value.read_lock::<Map>()?.get(property).cloned(),
        }
    }
}

/// `me`, `memory`, `signal` and `moving`; `None` for a carcass.
fn state(world: &World, organism: &SavedOrganism) -> Option<[Dynamic; 4]> {
    let rules = &world.config().rules;
    let SavedOrganism { who, body, nature, .. } = organism;
    let still = (Mind::default(), Motion::default());
    let (life, limits, mind, motion) = match nature {
        SavedNature::Plant(life, traits) => {
            (life, traits.energy_limits(body.radius, rules), &still.0, &still.1)
        }
        SavedNature::Animal(life, traits, mind, motion) => {
            (life, traits.energy_limits(body.radius, rules), mind, motion)
        }
        SavedNature::Carcass(_) => return None,
    };
    let behaviour = world.config().species(who.species).behaviour.as_ref();
    let memory = behaviour.map_or(Dynamic::UNIT, |choice| match &choice.code {
        Code::Script { .. } => terrarium_script::decode(mind.memory.bytes()),
        _ => terrarium_sim::behaviours::describe_memory(choice, mind.memory.bytes())
            .map_or(Dynamic::UNIT, Dynamic::from),
    });
    let lifespan = world.config().lifespan(who.species, life.mature_radius);
    let lethal = rules.toughness * body.radius;
    let me = of_body(body, life, limits, lethal, [who.age(world.tick()), lifespan], motion);
    let signal = Dynamic::from(mind.signal.cast_signed());
    Some([me, memory, signal, (motion.velocity != glam::DVec2::ZERO).into()])
}

fn of_body(
    body: &Body,
    life: &Life,
    limits: EnergyLimits,
    lethal: f64,
    [age, lifespan]: [u64; 2],
    motion: &Motion,
) -> Dynamic {
    let state = match EnergyState::new(life.energy, limits) {
        EnergyState::Full => "full",
        EnergyState::Normal => "normal",
        EnergyState::Hungry => "hungry",
        EnergyState::Deteriorating => "deteriorating",
    };
    let entries: [(&str, Dynamic); 12] = [
        ("x", body.centre.x.into()),
        ("y", body.centre.y.into()),
        ("radius", body.radius.into()),
        ("energy", life.energy.units().into()),
        ("max_energy", limits.capacity.units().into()),
        ("state", state.into()),
        ("damage", (life.damage / lethal).into()),
        ("age", age.cast_signed().into()),
        ("lifespan", lifespan.cast_signed().into()),
        ("mature", (life.growth == Growth::Grown).into()),
        ("expecting", life.is_expecting().into()),
        ("travelling", motion.journey.is_some().into()),
    ];
    let map: Map = entries.into_iter().map(|(name, value)| (name.into(), value)).collect();
    map.into()
}

/// The variables from `ate` on.
fn of_events(events: &[Event]) -> impl Iterator<Item = Dynamic> {
    let any = |is: fn(&EventKind) -> bool| Dynamic::from(events.iter().any(|it| is(&it.what)));
    let mut refusals = rhai::Array::new();
    let mut fault = "";
    for event in events {
        match &event.what {
            EventKind::Refused { slot, why, .. } => {
                refusals.push(format!("{}: {}", slot.name(), why.explanation().0).into());
            }
            EventKind::Failed { fault: failure } => fault = failure.kind.explanation().0,
            _ => {}
        }
    }
    [
        any(|it| matches!(it, EventKind::Ate { .. })),
        any(|it| matches!(it, EventKind::Struck { .. } | EventKind::StruckWall { .. })),
        any(|it| matches!(it, EventKind::Attacked { .. } | EventKind::Stung { .. })),
        any(|it| matches!(it, EventKind::Grew)),
        any(|it| matches!(it, EventKind::Conceived)),
        any(|it| matches!(it, EventKind::GaveBirth { .. })),
        any(|it| matches!(it, EventKind::Arrived)),
        any(|it| matches!(it, EventKind::Blocked { .. })),
        any(|it| matches!(it, EventKind::Refused { .. })),
        refusals.into(),
        any(|it| matches!(it, EventKind::Failed { .. })),
        fault.into(),
        any(|it| matches!(it, EventKind::Born { .. })),
        any(|it| matches!(it, EventKind::Died { .. })),
    ]
    .into_iter()
}

/// The events of one organism in a list sorted by organism.
fn events_of(events: &[Event], id: OrganismId) -> &[Event] {
    let start = events.partition_point(|event| event.to < id);
    let end = events.partition_point(|event| event.to <= id);
    &events[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_listed() {
        let mut listed: Vec<&str> =
            NAMES.iter().map(|(name, _)| name.split('.').next().unwrap()).collect();
        listed.dedup();
        assert_eq!(listed, VARIABLES);
    }
}
