//! A navigator together with its parameters.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{ParameterError, ParameterValues};
use terrarium_input::spelling;
use terrarium_space::geometry::Aabb;

use super::grid::MAX_CELLS_PER_SIDE;
use super::{Goal, Guarantee, NAVIGATORS, Navigator, Request, Search, navigator};

/// A navigator by name, and those of its parameters that are not at their defaults.
///
/// ```
/// use terrarium_navigation::Method;
///
/// let method: Method = "wave:cell=2".parse().unwrap();
/// assert_eq!(method.navigator().name(), "wave");
/// assert_eq!(method, Method::new("wave", [("cell".to_owned(), 2.0)].into()).unwrap());
/// assert_eq!(method.to_string(), "wave:cell=2");
/// let refusal = Method::new("wave", [("sell".to_owned(), 2.0)].into()).unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "`wave` has no parameter `sell` (did you mean `cell`?); its parameters are cell",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Method {
    navigator: String,
    given: BTreeMap<String, f64>,
}

impl Method {
    /// The default navigator: the perimeter follower.
    pub const DEFAULT: &str = "perimeter";

    /// The navigator of this name with these parameters, and the rest at their defaults.
    ///
    /// # Errors
    /// When there is no such navigator, or a parameter is unknown or out of range.
    pub fn new(name: &str, given: BTreeMap<String, f64>) -> Result<Self, MethodError> {
        let Some(navigator) = navigator(name) else {
            return Err(MethodError::Navigator(unknown(name)));
        };
        ParameterValues::new(name, navigator.parameters(), &given)?;
        Ok(Self { navigator: name.to_owned(), given })
    }

    /// The navigator.
    ///
    /// # Panics
    /// When the method was deserialised and is not [sound](Self::is_sound).
    #[must_use]
    pub fn navigator(&self) -> &'static dyn Navigator {
        navigator(&self.navigator).expect("a sound method")
    }

    /// The parameters that were given.
    #[must_use]
    pub fn given(&self) -> &BTreeMap<String, f64> {
        &self.given
    }

    /// Begins a search, without querying any obstacle yet.
    #[must_use]
    pub fn begin(&self, request: Request) -> Search {
        let navigator = self.navigator();
        let settings = ParameterValues::new(&self.navigator, navigator.parameters(), &self.given);
        navigator.begin_with(request, &settings.expect("a sound method"))
    }

    /// The method that answers a request: this one, or the default one where the start is the goal already, so that
    /// all methods answer alike. Whether there is room for the agent needs no path.
    #[must_use]
    pub fn for_request(&self, request: &Request) -> &Self {
        static DEFAULT: LazyLock<Method> = LazyLock::new(Method::default);
        if request.goal == Goal::Point(request.start) { &DEFAULT } else { self }
    }

    /// Checks that a world within `bounds` is not too large for the cells that were given to a
    /// navigator with a grid of the whole world. Without such cells, every world is accepted.
    ///
    /// # Errors
    /// When there would be more than [`MAX_CELLS_PER_SIDE`] columns or rows.
    pub fn check_cells(&self, bounds: &Aabb) -> Result<(), MethodError> {
        let guarantee = self.navigator().guarantee();
        let has_grid = matches!(guarantee, Guarantee::ShortestOnGrid | Guarantee::CompleteOnGrid);
        let cell = self.given.get("cell").copied().filter(|&cell| has_grid && cell > 0.0);
        let size = bounds.size().max_element();
        match cell.filter(|cell| size / cell >= f64::from(MAX_CELLS_PER_SIDE) + 1.0) {
            Some(cell) => Err(MethodError::Cells { cell, size }),
            None => Ok(()),
        }
    }

    /// Whether the navigator and its parameters exist. Check this after deserialising a method.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        Self::new(&self.navigator, self.given.clone()).is_ok()
    }
}

impl FromStr for Method {
    type Err = MethodError;

    /// Parses a navigator and its parameters from one word: `NAME`, or `NAME:PARAMETER=VALUE:…`.
    fn from_str(text: &str) -> Result<Self, MethodError> {
        let mut parts = text.split(':');
        let name = parts.next().expect("a text has a first part");
        let mut given = BTreeMap::new();
        for part in parts {
            let read = part.split_once('=').and_then(|(parameter, value)| {
                let value = value.trim().parse().ok().filter(|value: &f64| value.is_finite())?;
                Some((parameter.trim().to_owned(), value))
            });
            let Some((parameter, value)) = read else {
                return Err(MethodError::Form(part.to_owned()));
            };
            if given.insert(parameter.clone(), value).is_some() {
                return Err(MethodError::Twice(parameter));
            }
        }
        Self::new(name.trim(), given)
    }
}

impl fmt::Display for Method {
    /// Writes the form that [`FromStr`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.navigator)?;
        self.given.iter().try_for_each(|(parameter, value)| write!(f, ":{parameter}={value}"))
    }
}

impl Default for Method {
    /// The default navigator: the perimeter follower.
    fn default() -> Self {
        Self { navigator: Self::DEFAULT.to_owned(), given: BTreeMap::new() }
    }
}

/// Why a method is invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MethodError {
    /// There is no navigator of this name; the message lists those that exist.
    #[error("{0}")]
    Navigator(String),
    /// A part of the text is not of the form `PARAMETER=NUMBER`.
    #[error("`{0}` is not of the form PARAMETER=NUMBER; write it as in scan:range=20")]
    Form(String),
    /// A parameter is given twice.
    #[error("`{0}` is given twice; give it once")]
    Twice(String),
    /// A world is too large for cells of this size.
    #[error(
        "cells of {cell} would divide a world of {size} units into more than \
         {MAX_CELLS_PER_SIDE} columns or rows; give larger cells, such as cell={}, or smaller bounds",
        (size / f64::from(MAX_CELLS_PER_SIDE) * 1024.0).ceil() / 1024.0
    )]
    Cells {
        /// The side of a cell, in units.
        cell: f64,
        /// The longer side of the world, in units.
        size: f64,
    },
    /// A parameter is unknown or out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// The message for a navigator that does not exist.
fn unknown(name: &str) -> String {
    let names = || NAVIGATORS.iter().map(|navigator| navigator.name());
    let hint = spelling::hint(spelling::nearest(name, names()));
    format!("there is no navigator `{name}`{hint}; there are {}", spelling::listed(names()))
}
