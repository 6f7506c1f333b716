//! The single values of a species by the keys of its creature file.

use std::collections::BTreeSet;
use std::fmt;

use super::{Characteristic, Code, GroundOverrides, Nature, Species};

/// The keys before the name of a parameter of the behaviour.
pub const PARAMETERS: [&str; 2] = ["behaviour", "parameters"];

/// A single value of a creature file.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyValue {
    /// `true` or `false`.
    Switch(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// The value as people read it: a text without quotes.
impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(is_on) => write!(f, "{is_on}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Species {
    /// The keys of all single values of the species, such as `points.speed`. Of the parameters of the
    /// behaviour, only those that its file sets are included.
    pub fn keys(&self) -> BTreeSet<String> {
        let mut keys = BTreeSet::from(["mature_size", "reproduction.sexual"].map(str::to_owned));
        match &self.nature {
            Nature::Plant(_) => {
                let own = ["height", "preferred_light", "seed_spread"];
                keys.extend(own.map(|key| format!("plant.{key}")));
            }
            Nature::Animal(_) => {
                keys.extend(Characteristic::ALL.map(|what| format!("points.{}", what.name())));
                let own = ["wariness", "turn_rate", "acceleration"];
                keys.extend(
                    own.into_iter().chain(GroundOverrides::KEYS).map(|key| format!("travel.{key}")),
                );
                keys.insert("navigator".to_owned());
                let known = self.navigation.navigator().parameters().iter();
                keys.extend(known.map(|parameter| format!("navigation.{}", parameter.name)));
            }
        }
        if self.reproduction.is_some() {
            keys.extend(["reproduction.reach", "reproduction.distance"].map(str::to_owned));
        }
        if let Some(choice) = &self.behaviour {
            keys.insert("behaviour.native".to_owned());
            let prefix = PARAMETERS.join(".");
            keys.extend(choice.parameters.keys().map(|name| format!("{prefix}.{name}")));
        }
        keys
    }

    /// The value of a key, given as its parts. `None` if the species has no such key, or its file does
    /// not set the parameter, leaves the value to a rule, or does not limit how fast it turns or speeds up.
    pub fn value(&self, key: &[&str]) -> Option<KeyValue> {
        let number = match (key, &self.nature) {
            (["mature_size"], nature) => 2.0 * to_f64(nature.mature_radius()),
            (["points", name], Nature::Animal(traits)) => {
                let what = Characteristic::ALL.into_iter().find(|what| what.name() == *name)?;
                to_f64(traits.points[what as usize])
            }
            (["travel", "wariness"], Nature::Animal(_)) => self.wariness,
            (["travel", "turn_rate"], Nature::Animal(_)) => self.steering.turn_rate?.into(),
            (["travel", "acceleration"], Nature::Animal(_)) => self.steering.acceleration?,
            (["travel", key], Nature::Animal(_)) => self.ground.get(key)?,
            (["navigator"], Nature::Animal(_)) => {
                return Some(KeyValue::Text(self.navigation.navigator().name().to_owned()));
            }
            (["navigation", name], Nature::Animal(_)) => {
                let given = self.navigation.given().get(*name).copied();
                let known = self.navigation.navigator().parameters();
                let known = known.iter().find(|parameter| parameter.name == *name);
                given.or_else(|| known.map(|parameter| parameter.default))?
            }
            (["plant", "height"], Nature::Plant(traits)) => to_f64(traits.height),
            (["plant", "preferred_light"], Nature::Plant(traits)) => to_f64(traits.preferred_light),
            (["plant", "seed_spread"], Nature::Plant(traits)) => to_f64(traits.seed_spread),
            (["reproduction", "sexual"], _) => {
                return Some(KeyValue::Switch(self.reproduction.is_some()));
            }
            (["reproduction", "reach"], _) => self.reproduction?.reach,
            (["reproduction", "distance"], _) => self.reproduction?.distance?,
            (["behaviour", "native"], _) => match &self.behaviour.as_ref()?.code {
                Code::Native(name) => return Some(KeyValue::Text(name.clone())),
                _ => return None,
            },
            ([section, table, name], _) if [*section, *table] == PARAMETERS => {
                *self.behaviour.as_ref()?.parameters.get(*name)?
            }
            _ => return None,
        };
        Some(KeyValue::Number(number))
    }
}

/// Converts a number in single precision to the shortest decimal number that denotes it: 33.3 rather
/// than 33.29999923706055.
fn to_f64(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}
