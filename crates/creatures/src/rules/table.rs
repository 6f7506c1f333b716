//! The table of rules, and the macro that generates the struct, the list and the parser from it.

use serde::{Deserialize, Serialize};
use terrarium_input::spelling;
use thiserror::Error;

/// The description of one rule, as `terrarium rules` prints it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name: a field of [`Rules`], and the key after `rules.` in scenarios and with `--set`.
    pub name: &'static str,
    /// The unit of its value.
    pub unit: &'static str,
    /// Its default value.
    pub default: f64,
    /// Its minimum.
    pub min: f64,
    /// Its maximum.
    pub max: f64,
    /// What it does.
    pub meaning: &'static str,
    /// The worlds to which it applies.
    pub bearing: RuleScope,
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
            Self::OutOfRange { name, .. } | Self::GroundCost { name, .. } => vec![name],
            Self::UnpaidBirth { name, .. } => {
                vec![name, "incubation_ticks", "growing", "birth_radius"]
            }
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $meaning:literal])+ $name:ident = $default:literal in $min:literal ..= $max:literal, $unit:literal $(, in a $part:ident)?;)+) => {
        /// The rules of a world. Each is a plain number; switches are 0 or 1.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Rules {
            $($(#[doc = $meaning])+ #[doc = concat!("\n\nUnit: ", $unit, ". Default: ", $default, ".")] pub $name: f64,)+
        }

        impl Default for Rules {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Rules {
            /// All rules, in the order of the phases of a tick.
            pub const ALL: &[Rule] = &[
                $(Rule {
                    name: stringify!($name),
                    unit: $unit,
                    default: $default,
                    min: $min,
                    max: $max,
                    meaning: concat!($($meaning),+),
                    bearing: rules!(@bearing $($part)?),
                },)+
            ];

            /// Returns the value of the rule called `name`.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
    (@bearing) => { RuleScope::Everywhere };
    (@bearing conquest) => { RuleScope::Conquest };
    (@bearing sandbox) => { RuleScope::Sandbox };
    (@bearing landscape) => { RuleScope::Landscape };
    (@bearing talk) => { RuleScope::Messages };
    (@bearing field) => { RuleScope::SharedFields };
}

rules! {
    /// Energy that a plant of radius 24 gains at its preferred light, in proportion to its radius.
    light = 30.0 in 0.0..=1e6, "energy per tick";
    /// Half the side of a plant's crown, the square from which it takes light and water, in
    /// multiples of its radius.
    crown = 5.0 in 1.0..=20.0, "radii";
    /// Share of a plant's light that a taller neighbour takes if its crown covers the plant's whole
    /// crown; less in proportion to the covered part.
    shade = 0.3 in 0.0..=1.0, "share";
    /// Share of a plant's light that a neighbour of any height takes (roots), for full cover of the
    /// crown.
    crowding = 0.1 in 0.0..=1.0, "share";
    /// Additional share that a neighbour of the same species takes (same soil, same pests), for
    /// full cover of the crown.
    likeness = 0.35 in 0.0..=1.0, "share";
    /// Radius of an organism at birth; at most the smallest mature radius.
    birth_radius = 11.0 in 1.0..=12.0, "units";
    /// Maximum energy of a newborn, as a share of its capacity; limited by what the parent paid.
    birth_energy = 0.4 in 0.01..=1.0, "share";
    /// Maximum number of points that a species can spend on its characteristics.
    points = 100.0 in 1.0..=1000.0, "points";
    /// Maximum change of a characteristic from parent to child, before all are scaled to the price of the
    /// parent's.
    mutation = 1.0 in 0.0..=100.0, "points";
    /// Energy capacity without points, per unit of radius.
    energy_base = 50.0 in 1.0..=1e4, "energy per unit";
    /// Energy capacity added by all points, per unit of radius.
    energy_points = 1008.0 in 0.0..=1e5, "energy per unit";
    /// Energy that an animal keeps for itself, per unit of radius: it grows, heals and breeds only above it.
    reserve = 80.0 in 0.0..=1e4, "energy per unit";
    /// Energy per bite without points, per unit of radius.
    bite_base = 0.5 in 0.0..=1e4, "energy per unit";
    /// Energy per bite added by all points, per unit of radius.
    bite_points = 15.0 in 0.0..=1e4, "energy per unit";
    /// Maximum damage of an attack, and maximum damage blocked by a defence, without points, per
    /// unit of radius.
    fight_base = 50.0 in 0.0..=1e4, "damage per unit";
    /// Maximum damage added to attacks or to defences by all points, per unit of radius.
    fight_points = 200.0 in 0.0..=1e4, "damage per unit";
    /// Factor on the attack, defence and bite of carnivores.
    carnivore_strength = 2.0 in 0.0..=100.0, "times";
    /// Maximum speed without points.
    speed_base = 5.0 in 0.0..=1e3, "units per tick";
    /// Maximum speed added by all points.
    speed_points = 100.0 in 0.0..=1e3, "units per tick";
    /// Minimum speed that a creature can request.
    speed_min = 2.0 in 0.0..=1e3, "units per tick";
    /// Sensor range without points.
    sight_base = 40.0 in 0.0..=1e4, "units";
    /// Sensor range added by all points.
    sight_points = 80.0 in 0.0..=1e4, "units";
    /// Probability of not being noticed by an observer, with all points.
    camouflage_points = 0.9 in 0.0..=1.0, "share";
    /// Whether bodies and walls hide what is behind them: 1 yes, 0 no.
    occlusion = 0.0 in 0.0..=1.0, "switch";
    /// Maximum gap between two bodies at which one can bite or attack the other.
    reach = 2.0 in 0.0..=100.0, "units";
    /// Energy that an animal spends to stay alive, per unit of radius.
    living_animal = 0.05 in 0.0..=1e3, "energy per tick and unit";
    /// Energy that a plant spends to stay alive, per unit of radius.
    living_plant = 0.35 in 0.0..=1e3, "energy per tick and unit";
    /// Additional living cost of a plant as tall as its radius, relative to `living_plant`; in
    /// proportion to its height: the price of shading others.
    wood = 0.3 in 0.0..=100.0, "times";
    /// Energy to move one unit at speed one, per unit of radius; the energy per tick is quadratic
    /// in speed.
    moving = 0.002 in 0.0..=1e3, "energy tick per unit³";
    /// Energy to attack, per unit of radius.
    attacking = 0.2 in 0.0..=1e3, "energy per unit";
    /// Energy to defend, per unit of radius.
    defending = 0.05 in 0.0..=1e3, "energy per unit";
    /// Energy bound in the body per unit of radius grown.
    growing = 10.0 in 0.0..=1e4, "energy per unit";
    /// Duration of pregnancy or seed production.
    incubation_ticks = 10.0 in 1.0..=1e4, "ticks";
    /// Energy that a pregnancy takes, per unit of radius.
    incubation_animal = 4.0 in 0.0..=1e3, "energy per tick and unit";
    /// Energy that seed production takes, per unit of radius.
    incubation_plant = 1.0 in 0.0..=1e3, "energy per tick and unit";
    /// Time a herbivore waits after a birth, per unit of mature radius.
    breeding_wait_herbivore = 6.0 in 0.0..=1e4, "ticks per unit";
    /// Time a carnivore waits after a birth, per unit of mature radius.
    breeding_wait_carnivore = 8.0 in 0.0..=1e4, "ticks per unit";
    /// How much longer an animal waits after a birth for each of its kin in its territory, relative to
    /// the wait without kin.
    territory_wait = 0.3 in 0.0..=1000.0, "times";
    /// Half the side of a herbivore's territory, the square around its centre, in multiples of its
    /// radius.
    territory_herbivore = 17.0 in 0.0..=1000.0, "radii";
    /// Half the side of a carnivore's territory, in multiples of its radius.
    territory_carnivore = 90.0 in 0.0..=1000.0, "radii";
    /// Time a plant waits after a seed, per unit of mature radius.
    breeding_wait_plant = 10.0 in 0.0..=1e4, "ticks per unit";
    /// Maximum gap between an animal and its newborn.
    birth_distance = 24.0 in 0.0..=1e4, "units";
    /// Maximum distance of seeds from any plant, centre to centre.
    seed_spread = 1000.0 in 0.0..=1e5, "units";
    /// Number of positions tried per tick for a seed or newborn.
    birth_tries = 6.0 in 1.0..=1000.0, "places";
    /// Maximum damage healed, per unit of radius.
    healing = 2.0 in 0.0..=1e4, "damage per tick and unit";
    /// Energy per point of damage healed.
    healing_cost = 0.1 in 0.0..=1e3, "energy";
    /// Damage that kills, per unit of radius.
    toughness = 190.0 in 1.0..=1e5, "damage per unit";
    /// Lifespan of a plant, per unit of mature radius.
    lifespan_plant = 150.0 in 1.0..=1e6, "ticks per unit";
    /// Lifespan of a herbivore, per unit of mature radius.
    lifespan_herbivore = 50.0 in 1.0..=1e6, "ticks per unit";
    /// Lifespan of a carnivore, per unit of mature radius.
    lifespan_carnivore = 100.0 in 1.0..=1e6, "ticks per unit";
    /// Energy capacity of a plant, per unit of radius.
    leaves = 50.0 in 1.0..=1e4, "energy per unit";
    /// Share of a full plant's energy that grazers cannot reach (roots).
    roots = 0.42 in 0.0..=1.0, "share";
    /// Maximum height of a plant that an animal can graze on, per unit of the animal's radius.
    browsing = 8.0 in 0.0..=1e3, "units per unit";
    /// Maximum energy of a carcass, per unit of radius.
    carcass = 90.0 in 0.0..=1e4, "energy per unit";
    /// Time until a carcass has rotted away.
    rotting_ticks = 60.0 in 1.0..=1e6, "ticks";
    /// Maximum number of living organisms; above it the oldest die of sickness. 0: no limit.
    population_cap = 0.0 in 0.0..=1e9, "organisms";
    /// Minimum age of a mature organism, as a share of its lifespan.
    maturity = 0.3 in 0.01..=1.0, "share";
    /// Time until an organism without room to grow tries again.
    growth_retry = 10.0 in 1.0..=1e6, "ticks";
    /// Maximum size of a creature's memory, and of the data that it passes to a child.
    memory_limit = 8000.0 in 0.0..=65536.0, "bytes";
    /// How far away the kin of an animal receive its messages, centre to centre. 0: it sends none.
    message_radius = 200.0 in 0.0..=1e4, "units", in a talk;
    /// Maximum number of messages that an animal receives per tick: the nearest.
    messages_heard = 8.0 in 0.0..=64.0, "messages", in a talk;
    /// Steps of path planning per creature and tick; planning continues in the next tick.
    planning_steps = 256.0 in 1.0..=1e6, "steps";
    /// Steps after which a creature gives up a search, and takes the shortest path around the terrain.
    planning_limit = 8192.0 in 1.0..=1e9, "steps";
    /// How far ahead a creature predicts the positions of moving creatures.
    foresight = 2.0 in 0.0..=100.0, "ticks";
    /// How long a creature keeps pushing against another moving creature before it plans a detour.
    patience = 3.0 in 1.0..=1000.0, "ticks";
    /// Share by which a new path must be cheaper than the current one to replace it.
    persistence = 0.15 in 0.0..=1.0, "share";
    /// Number of travellers of one size to the same point from which on they share a flow field, which
    /// gives each of them the shortest path around the terrain. 0: never.
    field_travellers = 0.0 in 0.0..=1e9, "creatures", in a field;
    /// Steps in which all shared flow fields together are computed per tick; the creatures plan for
    /// themselves until the field reaches them.
    field_steps = 4096.0 in 1.0..=1e9, "steps", in a field;
    /// Gap to a feared animal below which paths cost a wary creature more.
    berth = 32.0 in 0.0..=1e4, "units";
    /// Factor on the speed of animals on roads.
    road_speed = 1.0 in 0.05..=4.0, "times", in a landscape;
    /// Factor on the speed of animals in swamps.
    swamp_speed = 1.0 in 0.05..=4.0, "times", in a landscape;
    /// Cost of a path on roads relative to plain ground, for planning: at least 0.05, or 0 for the
    /// time that it takes.
    road_cost = 0.0 in 0.0..=100.0, "times", in a landscape;
    /// Cost of a path in swamps relative to plain ground, for planning: at least 0.05, or 0 for the
    /// time that it takes.
    swamp_cost = 0.0 in 0.0..=100.0, "times", in a landscape;
    /// Tickets of each colony at the start. A colony without tickets has lost.
    tickets = 50.0 in 1.0..=1e6, "tickets", in a conquest;
    /// Interval at which the colony with fewer bases loses tickets: half the difference in bases,
    /// rounded up.
    tickets_ticks = 50.0 in 1.0..=1e6, "ticks", in a conquest;
    /// Life of a base between neutral and fully held by a colony.
    base_life = 250.0 in 1.0..=1e6, "life", in a conquest;
    /// Life that each surplus creature of a colony moves at a base; also the rate at which a
    /// neutral base returns to the middle when no creature is there.
    capture_rate = 5.0 in 1.0..=1e6, "life per tick", in a conquest;
    /// Maximum number of surplus creatures that count at a base.
    capture_crowd = 4.0 in 1.0..=1e6, "creatures", in a conquest;
    /// Range around the capture tile of a base, in each direction, in which creatures count.
    capture_range = 2.0 in 0.0..=1e3, "tiles", in a conquest;
    /// Range of a sentry, centre to centre.
    sentry_range = 3.25 in 0.0..=32.0, "tiles", in a conquest;
    /// Interval between the strikes of a sentry.
    sentry_ticks = 5.0 in 1.0..=1e6, "ticks", in a conquest;
    /// Damage of a sentry's strike: a tenth of what kills an animal of radius 12.
    sentry_damage = 228.0 in 0.0..=1e6, "damage", in a conquest;
    /// Share of a wall's health at or below which the sentry on it is silenced.
    sentry_silence = 0.5 in 0.0..=1.0, "share", in a conquest;
    /// Damage that breaches a wall: what kills an animal of radius 12.
    wall_health = 2280.0 in 1.0..=1e9, "damage", in a conquest;
    /// Time from a creature's death until its colony's nests replace it.
    nest_ticks = 30.0 in 1.0..=1e6, "ticks", in a conquest;
    /// Cost of a tile of plain ground for routes between bases.
    route_ground_cost = 1.0 in 0.0..=10000.0, "cost", in a conquest;
    /// Cost of a tile of road for routes.
    route_road_cost = 1.0 in 0.0..=10000.0, "cost", in a conquest;
    /// Cost of a wall for routes: a creature must breach it first.
    route_wall_cost = 100.0 in 0.0..=10000.0, "cost", in a conquest;
    /// Additional cost of a tile for routes, per hostile sentry in range.
    route_danger_cost = 5.0 in 0.0..=10000.0, "cost", in a conquest;
    /// Nodes that a creature's route search expands per tick; the search continues in the next
    /// tick.
    route_steps = 64.0 in 1.0..=1e6, "nodes", in a conquest;
    /// Maximum operations of a script per turn. A WebAssembly module may execute a hundred
    /// instructions for each.
    turn_budget = 10000.0 in 1.0..=1e7, "operations", in a sandbox;
    /// 1 lets a turn that exceeds its budget keep the actions that it requested before, 0 does not.
    keep_decisions = 1.0 in 0.0..=1.0, "switch", in a sandbox;
    /// Operations that all animals of a species may use per tick, for each animal in the world. A
    /// world with fewer than 1000 animals counts as one with 1000. 0 is no limit.
    species_budget = 1000.0 in 0.0..=1e7, "operations", in a sandbox;
    /// Number of faults within 1000 ticks that suspends a species: its creatures do nothing until their
    /// code is changed.
    strikes = 100.0 in 1.0..=1e9, "turns", in a sandbox;
    /// Share of the turns within 1000 ticks that must fail, too, for a species to be suspended.
    strike_share = 0.1 in 0.0..=1.0, "share", in a sandbox;
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
        *self.slot(name).expect("every listed rule has its field") = value;
        Ok(())
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
            let paid = per_tick * self.incubation_ticks.floor() * 12.0;
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

/// Returns the value of a rule as a count.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rules are in range")]
pub fn whole(rule: f64) -> u64 {
    rule as u64
}

/// Returns the value of a rule as a count; too large a value becomes [`u32::MAX`].
#[must_use]
pub fn few(rule: f64) -> u32 {
    u32::try_from(whole(rule)).unwrap_or(u32::MAX)
}
