//! Numeric parameters of behaviours and navigators: names, ranges and values.

use std::collections::BTreeMap;

use crate::input::spelling;

/// A numeric parameter of a behaviour or a navigator.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The name in creature files.
    pub name: &'static str,
    /// The unit.
    pub unit: &'static str,
    /// The default value.
    pub default: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// What the parameter controls.
    pub meaning: &'static str,
}

/// The values of all parameters of a behaviour or a navigator.
#[derive(Debug, Clone)]
pub struct ParameterValues {
    values: BTreeMap<&'static str, f64>,
}

impl ParameterValues {
    /// Returns the `given` values and the defaults of the other `parameters` of `owner`.
    ///
    /// # Errors
    /// Returns an error if a given parameter is unknown or its value out of range.
    pub fn new(
        owner: &str,
        parameters: &[Parameter],
        given: &BTreeMap<String, f64>,
    ) -> Result<Self, Unsettable> {
        let mut values = Self::standard(parameters);
        for (name, &value) in given {
            let error = |problem, remedy| Unsettable { key: name.clone(), problem, remedy };
            let Some(p) = parameters.iter().find(|p| p.name == name) else {
                let nearest = spelling::nearest(name, parameters.iter().map(|p| p.name));
                let hint = spelling::hint(nearest);
                let problem = format!("`{owner}` has no parameter `{name}`{hint}");
                return Err(error(problem, known(parameters)));
            };
            if !(p.min..=p.max).contains(&value) {
                let Parameter { min, max, unit, .. } = p;
                let range = format!("`{name}` must lie between {min} and {max} {unit}");
                let remedy = format!("without it, it is {}", p.default);
                return Err(error(format!("{range}, not {value}"), remedy));
            }
            values.values.insert(p.name, value);
        }
        Ok(values)
    }

    /// Returns the defaults.
    #[must_use]
    pub fn standard(parameters: &[Parameter]) -> Self {
        Self { values: parameters.iter().map(|p| (p.name, p.default)).collect() }
    }

    /// Returns the value of a parameter.
    ///
    /// # Panics
    /// Panics if the owner has no parameter of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> f64 {
        self.values[name]
    }
}

/// An unknown parameter or a value out of range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; {remedy}")]
pub struct Unsettable {
    /// The name that was given.
    pub key: String,
    /// What is wrong.
    pub problem: String,
    /// What to do.
    pub remedy: String,
}

/// Lists the parameters that exist.
fn known(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "it has none".to_owned();
    }
    let names: Vec<_> = parameters.iter().map(|p| p.name).collect();
    format!("its parameters are {}", names.join(", "))
}
