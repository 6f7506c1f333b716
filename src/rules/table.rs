//! The table of rules, and the one macro that makes a struct, a list and a parser of it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::input::spelling;

/// One rule as a reader sees it: `terrarium rules` prints these.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name: a field of [`Rules`], and the key after `rules.` in scenarios and `--set`.
    pub name: &'static str,
    /// What its number counts.
    pub unit: &'static str,
    /// Its value where nothing else is said.
    pub default: f64,
    /// The least value allowed.
    pub min: f64,
    /// The greatest value allowed.
    pub max: f64,
    /// What it does.
    pub meaning: &'static str,
    /// On which worlds it has a bearing.
    pub bearing: Bearing,
}

/// On which worlds a rule has a bearing. The state hash of all others leaves it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearing {
    /// On all.
    Everywhere,
    /// On those in which colonies fight for bases.
    Conquest,
    /// On those in which scripts or modules decide for a species.
    Sandbox,
}

/// Why a rule could not be set.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RuleError {
    /// There is no rule of that name.
    #[error("there is no rule `{name}`{}; `terrarium rules` lists them all", spelling::hint(*.nearest))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The rule whose name is nearest to it, if any is near.
        nearest: Option<&'static str>,
    },
    /// The value lies outside the rule's range, or is no number.
    #[error("rule `{name}` must lie between {min} and {max} {unit}, not {value}")]
    OutOfRange {
        /// The rule.
        name: &'static str,
        /// The value that was given.
        value: f64,
        /// The least value allowed.
        min: f64,
        /// The greatest value allowed.
        max: f64,
        /// What the number counts.
        unit: &'static str,
    },
    /// A newborn's body costs more than its parent pays.
    #[error(
        "a parent of radius 12 would pay {paid} for a newborn whose body takes {body} energy; \
         raise `{name}` or `incubation_ticks`, or lower `growing` or `birth_radius`"
    )]
    UnpaidBirth {
        /// The rule that says what a parent pays a tick.
        name: &'static str,
        /// What it pays in all.
        paid: f64,
        /// What the body takes.
        body: f64,
    },
}

impl RuleError {
    /// The names of the rules that it is about.
    #[must_use]
    pub fn rules(&self) -> Vec<&str> {
        match self {
            Self::Unknown { name, .. } => vec![name],
            Self::OutOfRange { name, .. } => vec![name],
            Self::UnpaidBirth { name, .. } => {
                vec![name, "incubation_ticks", "growing", "birth_radius"]
            }
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $meaning:literal])+ $name:ident = $default:literal in $min:literal ..= $max:literal, $unit:literal $(, in a $part:ident)?;)+) => {
        /// Every constant of a world. Each is a plain number; switches are 0 or 1.
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
            /// Every rule, in the order of a tick.
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

            /// The value of the rule called `name`.
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
    (@bearing) => { Bearing::Everywhere };
    (@bearing conquest) => { Bearing::Conquest };
    (@bearing sandbox) => { Bearing::Sandbox };
}

rules! {
    /// Energy a plant of radius 24 gains at its preferred light; in proportion to its radius.
    light = 30.0 in 0.0..=1e6, "energy a tick";
    /// Half-side of the square from which a plant takes light and water, in its own radii.
    crown = 5.0 in 1.0..=20.0, "radii";
    /// Light that a taller neighbour takes, for the whole of the crown it covers.
    shade = 0.3 in 0.0..=1.0, "share";
    /// Growing power that a neighbour of any height takes (roots), for the whole of the crown it covers.
    crowding = 0.1 in 0.0..=1.0, "share";
    /// Growing power that a neighbour of the same species takes besides (the same soil, the same pests).
    likeness = 0.35 in 0.0..=1.0, "share";
    /// Radius with which an organism is born: no more than the least that one can be grown up with.
    birth_radius = 11.0 in 1.0..=12.0, "units";
    /// Share of the greatest energy with which a newborn starts, as far as its parent paid for it.
    birth_energy = 0.4 in 0.01..=1.0, "share";
    /// Greatest number of points that an organism can spend on its characteristics.
    points = 100.0 in 1.0..=1000.0, "points";
    /// Greatest change of one characteristic from parent to child.
    mutation = 1.0 in 0.0..=100.0, "points";
    /// Greatest energy without any points, for each unit of radius.
    energy_base = 50.0 in 1.0..=1e4, "energy a unit";
    /// Greatest energy that the full points add, for each unit of radius.
    energy_points = 1008.0 in 0.0..=1e5, "energy a unit";
    /// Bite without any points, for each unit of radius.
    bite_base = 1.0 in 0.0..=1e4, "energy a unit";
    /// Bite that the full points add, for each unit of radius.
    bite_points = 100.0 in 0.0..=1e4, "energy a unit";
    /// Greatest damage of an attack (and the greatest warded off by a defence) without points, for each unit of radius.
    fight_base = 50.0 in 0.0..=1e4, "damage a unit";
    /// Greatest damage that the full points add to an attack or a defence, for each unit of radius.
    fight_points = 200.0 in 0.0..=1e4, "damage a unit";
    /// How many times stronger a carnivore attacks and defends.
    carnivore_strength = 2.0 in 0.0..=100.0, "times";
    /// Greatest speed without any points.
    speed_base = 5.0 in 0.0..=1e3, "units a tick";
    /// Greatest speed that the full points add.
    speed_points = 100.0 in 0.0..=1e3, "units a tick";
    /// Slowest speed at which a creature can be asked to move.
    speed_min = 2.0 in 0.0..=1e3, "units a tick";
    /// How far a creature sees without any points.
    sight_base = 40.0 in 0.0..=1e4, "units";
    /// How much farther the full points let it see.
    sight_points = 80.0 in 0.0..=1e4, "units";
    /// Chance not to be noticed by a look, with the full points.
    camouflage_points = 0.9 in 0.0..=1.0, "share";
    /// Whether bodies and walls hide what is behind them: 1 yes, 0 no.
    occlusion = 0.0 in 0.0..=1.0, "switch";
    /// How near two bodies must be to bite or strike, side to side.
    reach = 2.0 in 0.0..=100.0, "units";
    /// Energy an animal burns to live, for each unit of radius.
    living_animal = 0.05 in 0.0..=1e3, "energy a tick and unit";
    /// Energy a plant burns to live, for each unit of radius.
    living_plant = 0.35 in 0.0..=1e3, "energy a tick and unit";
    /// How much more energy a plant burns to live for being as tall as its radius: the price of shading others.
    wood = 0.3 in 0.0..=100.0, "times";
    /// Energy to move one unit at speed one, for each unit of radius: quadratic in speed.
    moving = 0.002 in 0.0..=1e3, "energy tick a unit³";
    /// Energy to attack, for each unit of radius.
    attacking = 0.2 in 0.0..=1e3, "energy a unit";
    /// Energy to defend, for each unit of radius.
    defending = 0.05 in 0.0..=1e3, "energy a unit";
    /// Energy built into the body for each unit of radius it grows.
    growing = 10.0 in 0.0..=1e4, "energy a unit";
    /// Ticks of pregnancy or seed-making.
    incubation_ticks = 10.0 in 1.0..=1e4, "ticks";
    /// Energy that each tick of pregnancy takes, for each unit of radius.
    incubation_animal = 4.0 in 0.0..=1e3, "energy a tick and unit";
    /// Energy that each tick of seed-making takes, for each unit of radius.
    incubation_plant = 1.0 in 0.0..=1e3, "energy a tick and unit";
    /// Ticks a herbivore waits after a birth, for each unit of its mature radius.
    breeding_wait_herbivore = 8.0 in 0.0..=1e4, "ticks a unit";
    /// Ticks a carnivore waits after a birth, for each unit of its mature radius.
    breeding_wait_carnivore = 20.0 in 0.0..=1e4, "ticks a unit";
    /// Ticks a plant waits after a seed, for each unit of its mature radius.
    breeding_wait_plant = 10.0 in 0.0..=1e4, "ticks a unit";
    /// Farthest distance at which an animal's young are put down, side to side.
    birth_distance = 24.0 in 0.0..=1e4, "units";
    /// Farthest distance that any plant can send a seed, centre to centre.
    seed_spread = 1000.0 in 0.0..=1e5, "units";
    /// Places that a seed or a mother tries before giving up for this tick.
    birth_tries = 6.0 in 1.0..=1000.0, "places";
    /// Damage healed a tick at most, for each unit of radius.
    healing = 2.0 in 0.0..=1e4, "damage a tick and unit";
    /// Energy for each point of damage healed.
    healing_cost = 0.1 in 0.0..=1e3, "energy";
    /// Damage that kills, for each unit of radius.
    toughness = 190.0 in 1.0..=1e5, "damage a unit";
    /// Length of life of a plant, for each unit of mature radius.
    lifespan_plant = 150.0 in 1.0..=1e6, "ticks a unit";
    /// Length of life of a herbivore, for each unit of mature radius.
    lifespan_herbivore = 50.0 in 1.0..=1e6, "ticks a unit";
    /// Length of life of a carnivore, for each unit of mature radius.
    lifespan_carnivore = 100.0 in 1.0..=1e6, "ticks a unit";
    /// Energy that a plant's leaves hold at most, for each unit of radius.
    leaves = 50.0 in 1.0..=1e4, "energy a unit";
    /// Share of a full plant's energy that grazers cannot get at (roots).
    roots = 0.42 in 0.0..=1.0, "share";
    /// How tall a plant an animal can graze on, for each unit of its radius.
    browsing = 8.0 in 0.0..=1e3, "units a unit";
    /// Energy that a carcass holds at most, for each unit of radius.
    carcass = 50.0 in 0.0..=1e4, "energy a unit";
    /// Ticks until a carcass has rotted away.
    rotting_ticks = 60.0 in 1.0..=1e6, "ticks";
    /// Largest number of living organisms; above it the oldest fall sick. 0: no limit.
    population_cap = 0.0 in 0.0..=1e9, "organisms";
    /// Share of its lifespan at which an organism is grown up at the earliest.
    maturity = 0.3 in 0.01..=1.0, "share";
    /// Ticks until who had no room to grow tries again.
    growth_retry = 10.0 in 1.0..=1e6, "ticks";
    /// Largest size of a creature's memory, and of what it hands to its child.
    memory_limit = 8000.0 in 0.0..=65536.0, "bytes";
    /// Steps that one creature's way-finding may take in a tick; the rest goes on in the next.
    planning_steps = 256.0 in 1.0..=1e6, "steps";
    /// Steps after which looking for a way is given up.
    planning_limit = 8192.0 in 1.0..=1e9, "steps";
    /// How far ahead a traveller reckons with where other travellers will be.
    foresight = 2.0 in 0.0..=100.0, "ticks";
    /// How long a traveller pushes on when another one stops it, before it looks for a way around.
    patience = 3.0 in 1.0..=1000.0, "ticks";
    /// By which share another way has to be shorter than the one under way to be taken instead.
    persistence = 0.15 in 0.0..=1.0, "share";
    /// How near to what a wary creature fears every step costs it more, side to side.
    berth = 32.0 in 0.0..=1e4, "units";
    /// Tickets with which each colony begins. Who has none left has lost.
    tickets = 50.0 in 1.0..=1e6, "tickets", in a conquest;
    /// Ticks after which, again and again, the colony with fewer bases loses half of what it lacks in tickets, rounded up.
    tickets_ticks = 50.0 in 1.0..=1e6, "ticks", in a conquest;
    /// Life of a base between neutral and wholly held by either colony.
    base_life = 250.0 in 1.0..=1e6, "life", in a conquest;
    /// Life of a base that each creature by which a colony outnumbers the other there moves its way; and by which a neutral one drifts back when nobody is there.
    capture_rate = 5.0 in 1.0..=1e6, "life a tick", in a conquest;
    /// Creatures by which one colony outnumbers the other at a base that count at most.
    capture_crowd = 4.0 in 1.0..=1e6, "creatures", in a conquest;
    /// How many tiles from the tile of capture, in any direction, creatures count for a base.
    capture_range = 2.0 in 0.0..=1e3, "tiles", in a conquest;
    /// How far a sentry strikes, from middle to middle.
    sentry_range = 3.25 in 0.0..=32.0, "tiles", in a conquest;
    /// Ticks from one blow of a sentry to the next.
    sentry_ticks = 5.0 in 1.0..=1e6, "ticks", in a conquest;
    /// Damage of a sentry's blow: a tenth of what kills an animal of radius 12.
    sentry_damage = 228.0 in 0.0..=1e6, "damage", in a conquest;
    /// Share of a wall's health at which the sentry on it falls silent.
    sentry_silence = 0.5 in 0.0..=1.0, "share", in a conquest;
    /// Damage that breaches a wall: what kills an animal of radius 12.
    wall_health = 2280.0 in 1.0..=1e9, "damage", in a conquest;
    /// Ticks from a creature's death until its colony's nests bring forth another in its place.
    nest_ticks = 30.0 in 1.0..=1e6, "ticks", in a conquest;
    /// What a tile of plain ground costs a route from base to base.
    ground_cost = 1.0 in 0.0..=10000.0, "cost", in a conquest;
    /// What a tile of road costs a route.
    road_cost = 1.0 in 0.0..=10000.0, "cost", in a conquest;
    /// What a wall costs a route: a traveller has to breach it first.
    wall_cost = 100.0 in 0.0..=10000.0, "cost", in a conquest;
    /// What each hostile sentry within its range adds to the cost of a tile for a route.
    danger_cost = 5.0 in 0.0..=10000.0, "cost", in a conquest;
    /// Nodes that one creature's search for a route may expand in a tick; the rest goes on in the next.
    route_steps = 64.0 in 1.0..=1e6, "nodes", in a conquest;
    /// Operations that a turn of a script may take. A WebAssembly module may take a hundred instructions for each.
    turn_budget = 10000.0 in 1.0..=1e7, "operations", in a sandbox;
    /// Turns of a species that may fail: with the last of them it is suspended, and its creatures do nothing from then on.
    strikes = 100.0 in 1.0..=1e9, "turns", in a sandbox;
}

impl Rules {
    /// Sets the rule called `name`.
    ///
    /// # Errors
    /// When there is no such rule or the value is outside its range; nothing is changed then.
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

    /// Checks every value against its range: for rules that were read as a whole.
    ///
    /// # Errors
    /// The first rule that is out of range, or two that contradict each other.
    pub fn check(&self) -> Result<(), RuleError> {
        let mut copy = self.clone();
        for rule in Self::ALL {
            copy.set(rule.name, self.get(rule.name).expect("every listed rule has its field"))?;
        }
        for (name, a_tick) in [
            ("incubation_animal", self.incubation_animal),
            ("incubation_plant", self.incubation_plant),
        ] {
            // The smallest parent is no larger than the largest newborn.
            let paid = a_tick * self.incubation_ticks.floor() * 12.0;
            let body = self.growing * self.birth_radius;
            if paid < body + 1.0 {
                return Err(RuleError::UnpaidBirth { name, paid, body });
            }
        }
        Ok(())
    }
}

/// A rule's number as a count.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rules are in range")]
pub fn whole(rule: f64) -> u64 {
    rule as u64
}

/// A rule's number as a count of which there are not so many.
#[must_use]
pub fn few(rule: f64) -> u32 {
    u32::try_from(whole(rule)).unwrap_or(u32::MAX)
}
