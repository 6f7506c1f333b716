//! Numeric parameters: their names, ranges, defaults and values.

use std::collections::BTreeMap;

use crate::spelling;

/// A numeric parameter of a behaviour or a navigator.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name in creature files.
    pub name: &'static str,
    /// The unit of its value.
    pub unit: &'static str,
    /// The default value.
    pub default: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
    /// What it does.
    pub meaning: &'static str,
}

/// The value of every parameter of an owner.
#[derive(Debug, Clone)]
pub struct ParameterValues {
    values: BTreeMap<&'static str, f64>,
}

impl ParameterValues {
    /// The values for `owner` with these parameters: as `given`, and the defaults for the rest.
    ///
    /// # Errors
    /// When a given parameter is unknown or out of range.
    pub fn new(
        owner: &str,
        parameters: &[Parameter],
        given: &BTreeMap<String, f64>,
    ) -> Result<Self, ParameterError> {
        let mut settings = Self::defaults(parameters);
        for (name, &value) in given {
            let wrong = |problem, remedy| ParameterError { key: name.clone(), problem, remedy };
            let Some(p) = parameters.iter().find(|p| p.name == name) else {
                let nearest = spelling::nearest(name, parameters.iter().map(|p| p.name));
                let hint = spelling::hint(nearest);
                let problem = format!("`{owner}` has no parameter `{name}`{hint}");
                return Err(wrong(problem, known(parameters)));
            };
            if !(p.min..=p.max).contains(&value) {
                let Parameter { min, max, unit, .. } = p;
                let range = format!("`{name}` must lie between {min} and {max} {unit}");
                let remedy = format!("the default is {}", p.default);
                return Err(wrong(format!("{range}, not {value}"), remedy));
            }
            settings.values.insert(p.name, value);
        }
        Ok(settings)
    }

    /// The defaults.
    #[must_use]
    pub fn defaults(parameters: &[Parameter]) -> Self {
        Self { values: parameters.iter().map(|p| (p.name, p.default)).collect() }
    }

    /// The value of a parameter.
    ///
    /// # Panics
    ///
    /// When the owner has no such parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> f64 {
        self.values[name]
    }
}

/// An error in a parameter: it is unknown or out of range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; {remedy}")]
pub struct ParameterError {
    /// Its name as given.
    pub key: String,
    /// What is wrong.
    pub problem: String,
    /// What to do.
    pub remedy: String,
}

fn known(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "it has no parameters".to_owned();
    }
    let names: Vec<_> = parameters.iter().map(|p| p.name).collect();
    format!("its parameters are {}", names.join(", "))
}
