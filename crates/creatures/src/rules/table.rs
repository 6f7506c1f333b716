//! The table of rules, and the macro that generates the struct, the list and the parser from it.

use serde::{Deserialize, Serialize};
use terrarium_input::spelling;
use thiserror::Error;

use super::value::{self, RuleKind, RuleValue};

/// The description of one rule, as `terrarium rules` prints it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name: a field of [`Rules`], and the key after `rules.` in scenarios and with `--set`.
    pub name: &'static str,
    /// The unit of its value.
    pub unit: &'static str,
    /// What its values are.
    pub kind: RuleKind,
    /// Its default value.
    pub default: f64,
    /// Its minimum.
    pub min: f64,
    /// Its maximum.
    pub max: f64,
    /// What it does.
    pub meaning: &'static str,
    /// The worlds to which it applies.
    pub scope: RuleScope,
}

/// The worlds to which a rule applies. The state hash of other worlds leaves the rule out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleScope {
    /// All worlds.
    Everywhere,
    /// Worlds in which colonies fight for bases.
    Conquest,
    /// Worlds in which a species has a script or module as its behaviour.
    Sandbox,
    /// Worlds with roads or swamps that count for a species.
    Landscape,
    /// Worlds in which travellers share flow fields.
    SharedFields,
    /// Worlds in which a rule of messages is not the default.
    Messages,
}

/// Why a rule could not be set.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RuleError {
    /// No rule has that name.
    #[error("there is no rule `{name}`{}; `terrarium rules` lists them all", spelling::hint(*.nearest))]
    Unknown {
        /// The name as given.
        name: String,
        /// The rule with the most similar name, if any is similar.
        nearest: Option<&'static str>,
    },
    /// The value is outside the rule's range, or not a number.
    #[error("rule `{name}` must lie between {min} and {max} {unit}, not {value}")]
    OutOfRange {
        /// The rule.
        name: &'static str,
        /// The value as given.
        value: f64,
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// The unit of the value.
        unit: &'static str,
    },
    /// The value is not a whole number, and the rule is a count or a switch.
    #[error("rule `{name}` must be a whole number, not {value}")]
    NotWhole {
        /// The rule.
        name: &'static str,
        /// The value as given.
        value: f64,
    },
    /// A newborn's body takes more energy than its parent pays.
    #[error(
        "a parent of radius 12 would pay {paid} for a newborn whose body takes {body} energy; \
         raise `{name}` or `incubation_ticks`, or lower `growing` or `birth_radius`"
    )]
    UnpaidBirth {
        /// The rule for the energy that a parent pays per tick.
        name: &'static str,
        /// The energy that the parent pays in all.
        paid: f64,
        /// The energy that the body takes.
        body: f64,
    },
    /// Ground costs next to nothing.
    #[error("rule `{name}` must be 0 or at least {MIN_GROUND_COST}, not {value}")]
    GroundCost {
        /// The rule.
        name: &'static str,
        /// The value as given.
        value: f64,
    },
}

/// The minimum cost of ground that has one of its own.
pub const MIN_GROUND_COST: f64 = 0.05;

impl RuleError {
    /// The names of the rules that it is about.
    #[must_use]
    pub fn rules(&self) -> Vec<&str> {
        match self {
            Self::Unknown { name, .. } => vec![name],
            Self::OutOfRange { name, .. }
            | Self::NotWhole { name, .. }
            | Self::GroundCost { name, .. } => vec![name],
            Self::UnpaidBirth { name, .. } => {
                vec![name, "incubation_ticks", "growing", "birth_radius"]
            }
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $meaning:literal])+ $name:ident: $kind:ident = $default:literal in $min:literal ..= $max:literal, $unit:literal $(, in a $part:ident)?;)+) => {
        /// The rules of a world. As numbers, which files and commands give, switches are 0 or 1.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Rules {
            $($(#[doc = $meaning])+ #[doc = concat!("\n\nUnit: ", $unit, ". Default: ", $default, ".")]
                #[serde(with = "value")]
                pub $name: $kind,)+
        }

        impl Default for Rules {
            fn default() -> Self {
                Self { $($name: RuleValue::from_number(f64::from($default)).expect("a default is a value"),)+ }
            }
        }

        impl Rules {
            /// All rules, in the order of the phases of a tick.
            pub const ALL: &[Rule] = &[
                $(Rule {
                    name: stringify!($name),
                    unit: $unit,
                    kind: <$kind as RuleValue>::KIND,
                    default: $default as f64,
                    min: $min as f64,
                    max: $max as f64,
                    meaning: concat!($($meaning),+),
                    scope: rules!(@scope $($part)?),
                },)+
            ];

            /// Returns the value of the rule called `name`.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some(self.$name.number()),)+
                    _ => None,
                }
            }

            /// Stores a value of the rule called `name`; `None` when there is no such rule, or it has no such value.
            fn store(&mut self, name: &str, number: f64) -> Option<()> {
                match name {
                    $(stringify!($name) => self.$name = RuleValue::from_number(number)?,)+
                    _ => return None,
                }
                Some(())
            }
        }
    };
    (@scope) => { RuleScope::Everywhere };
    (@scope conquest) => { RuleScope::Conquest };
    (@scope sandbox) => { RuleScope::Sandbox };
    (@scope landscape) => { RuleScope::Landscape };
    (@scope talk) => { RuleScope::Messages };
    (@scope field) => { RuleScope::SharedFields };
}

rules! {
    /// Energy that a plant of radius 24 gains at its preferred light, in proportion to its radius.
    light: f64 = 30.0 in 0.0..=1e6, "energy per tick";
    /// Half the side of a plant's crown, the square from which it takes light and water, in
    /// multiples of its radius.
    crown: f64 = 5.0 in 1.0..=20.0, "radii";
    /// Share of a plant's light that a taller neighbour takes if its crown covers the plant's whole
    /// crown; less in proportion to the covered part.
    shade: f64 = 0.3 in 0.0..=1.0, "share";
    /// Share of a plant's light that a neighbour of any height takes (roots), for full cover of the
    /// crown.
    crowding: f64 = 0.1 in 0.0..=1.0, "share";
    /// Additional share that a neighbour of the same species takes (same soil, same pests), for
    /// full cover of the crown.
    likeness: f64 = 0.35 in 0.0..=1.0, "share";
    /// Radius of an organism at birth; at most the smallest mature radius.
    birth_radius: f64 = 11.0 in 1.0..=12.0, "units";
    /// Maximum energy of a newborn, as a share of its capacity; limited by what the parent paid.
    birth_energy: f64 = 0.4 in 0.01..=1.0, "share";
    /// Maximum number of points that a species can spend on its characteristics.
    points: f64 = 100.0 in 1.0..=1000.0, "points";
    /// Maximum change of a characteristic from parent to child, before all are scaled to the price of the
    /// parent's.
    mutation: f64 = 1.0 in 0.0..=100.0, "points";
    /// Energy capacity without points, per unit of radius.
    energy_base: f64 = 50.0 in 1.0..=1e4, "energy per unit";
    /// Energy capacity added by all points, per unit of radius.
    energy_points: f64 = 1008.0 in 0.0..=1e5, "energy per unit";
    /// Energy that an animal keeps for itself, per unit of radius: it grows, heals and breeds only above it.
    reserve: f64 = 80.0 in 0.0..=1e4, "energy per unit";
    /// Energy per bite without points, per unit of radius.
    bite_base: f64 = 0.5 in 0.0..=1e4, "energy per unit";
    /// Energy per bite added by all points, per unit of radius.
    bite_points: f64 = 15.0 in 0.0..=1e4, "energy per unit";
    /// Maximum damage of an attack, and maximum damage blocked by a defence, without points, per
    /// unit of radius.
    fight_base: f64 = 50.0 in 0.0..=1e4, "damage per unit";
    /// Maximum damage added to attacks or to defences by all points, per unit of radius.
    fight_points: f64 = 200.0 in 0.0..=1e4, "damage per unit";
    /// Factor on the attack, defence and bite of carnivores.
    carnivore_strength: f64 = 2.0 in 0.0..=100.0, "times";
    /// Maximum speed without points.
    speed_base: f64 = 5.0 in 0.0..=1e3, "units per tick";
    /// Maximum speed added by all points.
    speed_points: f64 = 100.0 in 0.0..=1e3, "units per tick";
    /// Minimum speed that a creature can request.
    speed_min: f64 = 2.0 in 0.0..=1e3, "units per tick";
    /// Sensor range without points.
    sight_base: f64 = 40.0 in 0.0..=1e4, "units";
    /// Sensor range added by all points.
    sight_points: f64 = 80.0 in 0.0..=1e4, "units";
    /// Probability of not being noticed by an observer, with all points.
    camouflage_points: f64 = 0.9 in 0.0..=1.0, "share";
    /// Whether bodies and walls hide what is behind them: 1 yes, 0 no.
    occlusion: bool = 0 in 0..=1, "switch";
    /// Maximum gap between two bodies at which one can bite or attack the other.
    reach: f64 = 2.0 in 0.0..=100.0, "units";
    /// Energy that an animal spends to stay alive, per unit of radius.
    living_animal: f64 = 0.05 in 0.0..=1e3, "energy per tick and unit";
    /// Energy that a plant spends to stay alive, per unit of radius.
    living_plant: f64 = 0.35 in 0.0..=1e3, "energy per tick and unit";
    /// Additional living cost of a plant as tall as its radius, relative to `living_plant`; in
    /// proportion to its height: the price of shading others.
    wood: f64 = 0.3 in 0.0..=100.0, "times";
    /// Energy to move one unit at speed one, per unit of radius; the energy per tick is quadratic
    /// in speed.
    moving: f64 = 0.002 in 0.0..=1e3, "energy tick per unit³";
    /// Energy to attack, per unit of radius.
    attacking: f64 = 0.2 in 0.0..=1e3, "energy per unit";
    /// Energy to defend, per unit of radius.
    defending: f64 = 0.05 in 0.0..=1e3, "energy per unit";
    /// Energy bound in the body per unit of radius grown.
    growing: f64 = 10.0 in 0.0..=1e4, "energy per unit";
    /// Duration of pregnancy or seed production.
    incubation_ticks: u32 = 10 in 1..=10_000, "ticks";
    /// Energy that a pregnancy takes, per unit of radius.
    incubation_animal: f64 = 4.0 in 0.0..=1e3, "energy per tick and unit";
    /// Energy that seed production takes, per unit of radius.
    incubation_plant: f64 = 1.0 in 0.0..=1e3, "energy per tick and unit";
    /// Time a herbivore waits after a birth, per unit of mature radius.
    breeding_wait_herbivore: f64 = 6.0 in 0.0..=1e4, "ticks per unit";
    /// Time a carnivore waits after a birth, per unit of mature radius.
    breeding_wait_carnivore: f64 = 8.0 in 0.0..=1e4, "ticks per unit";
    /// How much longer an animal waits after a birth for each of its kin in its territory, relative to
    /// the wait without kin.
    territory_wait: f64 = 0.3 in 0.0..=1000.0, "times";
    /// Half the side of a herbivore's territory, the square around its centre, in multiples of its
    /// radius.
    territory_herbivore: f64 = 17.0 in 0.0..=1000.0, "radii";
    /// Half the side of a carnivore's territory, in multiples of its radius.
    territory_carnivore: f64 = 90.0 in 0.0..=1000.0, "radii";
    /// Time a plant waits after a seed, per unit of mature radius.
    breeding_wait_plant: f64 = 10.0 in 0.0..=1e4, "ticks per unit";
    /// Maximum gap between an animal and its newborn.
    birth_distance: f64 = 24.0 in 0.0..=1e4, "units";
    /// Maximum distance of seeds from any plant, centre to centre.
    seed_spread: f64 = 1000.0 in 0.0..=1e5, "units";
    /// Number of positions tried per tick for a seed or newborn.
    birth_tries: u32 = 6 in 1..=1000, "places";
    /// Maximum damage healed, per unit of radius.
    healing: f64 = 2.0 in 0.0..=1e4, "damage per tick and unit";
    /// Energy per point of damage healed.
    healing_cost: f64 = 0.1 in 0.0..=1e3, "energy";
    /// Damage that kills, per unit of radius.
    toughness: f64 = 190.0 in 1.0..=1e5, "damage per unit";
    /// Lifespan of a plant, per unit of mature radius.
    lifespan_plant: f64 = 150.0 in 1.0..=1e6, "ticks per unit";
    /// Lifespan of a herbivore, per unit of mature radius.
    lifespan_herbivore: f64 = 50.0 in 1.0..=1e6, "ticks per unit";
    /// Lifespan of a carnivore, per unit of mature radius.
    lifespan_carnivore: f64 = 100.0 in 1.0..=1e6, "ticks per unit";
    /// Energy capacity of a plant, per unit of radius.
    leaves: f64 = 50.0 in 1.0..=1e4, "energy per unit";
    /// Share of a full plant's energy that grazers cannot reach (roots).
    roots: f64 = 0.42 in 0.0..=1.0, "share";
    /// Maximum height of a plant that an animal can graze on, per unit of the animal's radius.
    browsing: f64 = 8.0 in 0.0..=1e3, "units per unit";
    /// Maximum energy of a carcass, per unit of radius.
    carcass: f64 = 90.0 in 0.0..=1e4, "energy per unit";
    /// Time until a carcass has rotted away.
    rotting_ticks: u32 = 60 in 1..=1_000_000, "ticks";
    /// Maximum number of living organisms; above it the oldest die of sickness. 0: no limit.
    population_cap: u32 = 0 in 0..=1_000_000_000, "organisms";
    /// Minimum age of a mature organism, as a share of its lifespan.
    maturity: f64 = 0.3 in 0.01..=1.0, "share";
    /// Time until an organism without room to grow tries again.
    growth_retry: u32 = 10 in 1..=1_000_000, "ticks";
    /// Maximum size of a creature's memory, and of the data that it passes to a child.
    memory_limit: u32 = 8000 in 0..=65_536, "bytes";
    /// How far away the kin of an animal receive its messages, centre to centre. 0: it sends none.
    message_radius: f64 = 200.0 in 0.0..=1e4, "units", in a talk;
    /// Maximum number of messages that an animal receives per tick: the nearest.
    messages_heard: u32 = 8 in 0..=64, "messages", in a talk;
    /// Steps of path planning per creature and tick; planning continues in the next tick.
    planning_steps: u32 = 256 in 1..=1_000_000, "steps";
    /// Steps after which a creature gives up a search, and takes the shortest path around the terrain.
    planning_limit: u32 = 8192 in 1..=1_000_000_000, "steps";
    /// For how many further ticks a creature looks ahead whether its path is still free.
    foresight: f64 = 2.0 in 0.0..=100.0, "ticks";
    /// How long a creature keeps pushing against another moving creature before it plans a detour.
    patience: u32 = 3 in 1..=1000, "ticks";
    /// Share by which a new path must be cheaper than the current one to replace it.
    persistence: f64 = 0.15 in 0.0..=1.0, "share";
    /// Number of travellers of one size to the same point from which on they share a flow field, which
    /// gives each of them the shortest path around the terrain. 0: never.
    field_travellers: u32 = 0 in 0..=1_000_000_000, "creatures", in a field;
    /// Steps in which all shared flow fields together are computed per tick; the creatures plan for
    /// themselves until the field reaches them.
    field_steps: u32 = 4096 in 1..=1_000_000_000, "steps", in a field;
    /// Gap to a feared animal below which paths cost a wary creature more.
    berth: f64 = 32.0 in 0.0..=1e4, "units";
    /// Factor on the speed of animals on roads.
    road_speed: f64 = 1.0 in 0.05..=4.0, "times", in a landscape;
    /// Factor on the speed of animals in swamps.
    swamp_speed: f64 = 1.0 in 0.05..=4.0, "times", in a landscape;
    /// Cost of a path on roads relative to plain ground, for planning: at least 0.05, or 0 for the
    /// time that it takes.
    road_cost: f64 = 0.0 in 0.0..=100.0, "times", in a landscape;
    /// Cost of a path in swamps relative to plain ground, for planning: at least 0.05, or 0 for the
    /// time that it takes.
    swamp_cost: f64 = 0.0 in 0.0..=100.0, "times", in a landscape;
    /// Tickets of each colony at the start. A colony without tickets has lost.
    tickets: u32 = 50 in 1..=1_000_000, "tickets", in a conquest;
    /// Interval at which the colony with fewer bases loses tickets: half the difference in bases,
    /// rounded up.
    tickets_ticks: u32 = 50 in 1..=1_000_000, "ticks", in a conquest;
    /// Life of a base between neutral and fully held by a colony.
    base_life: u32 = 250 in 1..=1_000_000, "life", in a conquest;
    /// Life that each surplus creature of a colony moves at a base; also the rate at which a
    /// neutral base returns to the middle when no creature is there.
    capture_rate: u32 = 5 in 1..=1_000_000, "life per tick", in a conquest;
    /// Maximum number of surplus creatures that count at a base.
    capture_crowd: u32 = 4 in 1..=1_000_000, "creatures", in a conquest;
    /// Range around the capture tile of a base, in each direction, in which creatures count.
    capture_range: f64 = 2.0 in 0.0..=1e3, "tiles", in a conquest;
    /// Range of a sentry, centre to centre.
    sentry_range: f64 = 3.25 in 0.0..=32.0, "tiles", in a conquest;
    /// Interval between the strikes of a sentry.
    sentry_ticks: u32 = 5 in 1..=1_000_000, "ticks", in a conquest;
    /// Damage of a sentry's strike: a tenth of what kills an animal of radius 12.
    sentry_damage: f64 = 228.0 in 0.0..=1e6, "damage", in a conquest;
    /// Share of a wall's health at or below which the sentry on it is silenced.
    sentry_silence: f64 = 0.5 in 0.0..=1.0, "share", in a conquest;
    /// Damage that breaches a wall: what kills an animal of radius 12.
    wall_health: f64 = 2280.0 in 1.0..=1e9, "damage", in a conquest;
    /// Time from a creature's death until its colony's nests replace it.
    nest_ticks: u32 = 30 in 1..=1_000_000, "ticks", in a conquest;
    /// Cost of a tile of plain ground for routes between bases.
    route_ground_cost: u32 = 1 in 0..=10_000, "cost", in a conquest;
    /// Cost of a tile of road for routes.
    route_road_cost: u32 = 1 in 0..=10_000, "cost", in a conquest;
    /// Cost of a wall for routes: a creature must breach it first.
    route_wall_cost: u32 = 100 in 0..=10_000, "cost", in a conquest;
    /// Additional cost of a tile for routes, per hostile sentry in range.
    route_danger_cost: u32 = 5 in 0..=10_000, "cost", in a conquest;
    /// Nodes that a creature's route search expands per tick; the search continues in the next
    /// tick.
    route_steps: u32 = 64 in 1..=1_000_000, "nodes", in a conquest;
    /// Maximum operations of a script per turn. A WebAssembly module may execute a hundred
    /// instructions for each.
    turn_budget: u32 = 10_000 in 1..=10_000_000, "operations", in a sandbox;
    /// 1 lets a turn that exceeds its budget keep the actions that it requested before, 0 does not.
    keep_decisions: bool = 1 in 0..=1, "switch", in a sandbox;
    /// Operations that all animals of a species may use per tick for their turns and for planning their
    /// journeys, for each animal in the world. A world with fewer than 1000 animals counts as one with
    /// 1000. 0 is no limit.
    species_budget: u32 = 1000 in 0..=10_000_000, "operations", in a sandbox;
    /// Number of faults within 1000 ticks that suspends a species: its creatures do nothing until their
    /// code is changed.
    strikes: u32 = 100 in 1..=1_000_000_000, "turns", in a sandbox;
    /// Share of the turns within 1000 ticks that must fail, too, for a species to be suspended.
    strike_share: f64 = 0.1 in 0.0..=1.0, "share", in a sandbox;
}

impl Rules {
    /// Sets the rule called `name`.
    ///
    /// # Errors
    /// When no rule has that name, or the value is outside its range. The rules are then unchanged.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), RuleError> {
        let Some(rule) = Self::ALL.iter().find(|rule| rule.name == name) else {
            return Err(RuleError::Unknown {
                name: name.to_owned(),
                nearest: spelling::nearest(name, Self::ALL.iter().map(|rule| rule.name)),
            });
        };
        if !(rule.min..=rule.max).contains(&value) {
            let Rule { name, min, max, unit, .. } = *rule;
            return Err(RuleError::OutOfRange { name, value, min, max, unit });
        }
        self.store(name, value).ok_or(RuleError::NotWhole { name: rule.name, value })
    }

    /// Validates all values, such as those of rules that were deserialised.
    ///
    /// # Errors
    /// The first rule that is out of range, or rules that contradict each other.
    pub fn check(&self) -> Result<(), RuleError> {
        let mut copy = self.clone();
        for rule in Self::ALL {
            copy.set(rule.name, self.get(rule.name).expect("every listed rule has its field"))?;
        }
        for (name, value) in [("road_cost", self.road_cost), ("swamp_cost", self.swamp_cost)] {
            if !is_ground_cost(value) {
                return Err(RuleError::GroundCost { name, value });
            }
        }
        for (name, per_tick) in [
            ("incubation_animal", self.incubation_animal),
            ("incubation_plant", self.incubation_plant),
        ] {
            // The smallest parent has the radius of the largest newborn.
            let paid = per_tick * f64::from(self.incubation_ticks) * 12.0;
            let body = self.growing * self.birth_radius;
            if paid < body + 1.0 {
                return Err(RuleError::UnpaidBirth { name, paid, body });
            }
        }
        Ok(())
    }
}

/// Whether ground can have this cost: 0, or at least [`MIN_GROUND_COST`].
#[must_use]
pub fn is_ground_cost(value: f64) -> bool {
    value == 0.0 || value >= MIN_GROUND_COST
}
