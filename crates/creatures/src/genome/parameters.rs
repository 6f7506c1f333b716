//! The heritable parameters of the behaviour of one animal.

use std::collections::BTreeMap;

use super::ParameterRange;

/// The heritable parameters of the behaviour of an animal: their names are those of its species, their values its own.
#[derive(Debug, Clone, Copy)]
pub struct HeritableParameters<'a> {
    ranges: &'a BTreeMap<String, ParameterRange>,
    values: &'a [f32],
}

impl<'a> HeritableParameters<'a> {
    /// No parameters.
    #[must_use]
    pub fn none() -> Self {
        static NONE: BTreeMap<String, ParameterRange> = BTreeMap::new();
        Self { ranges: &NONE, values: &[] }
    }

    /// The parameters with these names and `values`, in the same order.
    #[must_use]
    pub fn new(ranges: &'a BTreeMap<String, ParameterRange>, values: &'a [f32]) -> Self {
        Self { ranges, values }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a parameter; `None` if it is not heritable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        let index = self.ranges.keys().position(|it| it == name)?;
        self.values.get(index).copied().map(f64::from)
    }

    /// All names and values, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, f64)> {
        self.ranges.keys().map(String::as_str).zip(self.values.iter().map(|&it| it.into()))
    }
}
