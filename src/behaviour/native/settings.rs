//! The parameters of a native behaviour, checked.

use std::collections::BTreeMap;

use crate::species::BehaviourRefusal;
use crate::spelling;

/// Something that can be set of a native behaviour.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name in creature files.
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
}

/// Every parameter of a behaviour with its value.
#[derive(Debug, Clone)]
pub struct Settings {
    values: BTreeMap<&'static str, f64>,
}

impl Settings {
    pub(super) fn new(
        behaviour: &str,
        parameters: &'static [Parameter],
        given: &BTreeMap<String, f64>,
    ) -> Result<Self, BehaviourRefusal> {
        let mut values: BTreeMap<_, _> = parameters.iter().map(|p| (p.name, p.default)).collect();
        for (name, &value) in given {
            let wrong = |problem, remedy| BehaviourRefusal::new(problem, remedy).about_key(name);
            let Some(p) = parameters.iter().find(|p| p.name == name) else {
                let nearest = spelling::nearest(name, parameters.iter().map(|p| p.name));
                let hint = spelling::hint(nearest);
                let known = parameters.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
                let problem = format!("`{behaviour}` has no parameter `{name}`{hint}");
                return Err(wrong(problem, format!("its parameters are {known}")));
            };
            if !(p.min..=p.max).contains(&value) {
                let Parameter { min, max, unit, .. } = p;
                let range = format!("`{name}` must lie between {min} and {max} {unit}");
                let remedy = format!("without it, it is {}", p.default);
                return Err(wrong(format!("{range}, not {value}"), remedy));
            }
            values.insert(p.name, value);
        }
        Ok(Self { values })
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// When the behaviour does not list it.
    #[must_use]
    pub fn get(&self, name: &str) -> f64 {
        self.values[name]
    }
}
