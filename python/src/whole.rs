//! Whole numbers that users give, each refused by the name of its argument.

use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::errors::refused;

/// What an argument can be.
pub trait Whole: Sized {
    /// Reads the argument `name`.
    fn read(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Self>;
}

macro_rules! whole {
    ($($number:ty),*) => {$(
        impl Whole for $number {
            fn read(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
                given.extract().map_err(|_| wrong(given, name, &Self::MAX.to_string()))
            }
        }
    )*};
}

whole!(u32, u64, usize);

impl<T: Whole> Whole for Option<T> {
    fn read(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if given.is_none() { Ok(None) } else { T::read(given, name).map(Some) }
    }
}

fn wrong(given: &Bound<'_, PyAny>, name: &str, most: &str) -> PyErr {
    let shown = given.repr().map_or_else(|error| error.to_string(), |text| text.to_string());
    let is_too_great = given.is_instance_of::<PyInt>() && given.gt(0).unwrap_or(false);
    let remedy =
        if is_too_great { format!("at most {most}") } else { "a whole number from 0".into() };
    refused(format!("{name} cannot be {shown}; give {remedy}"))
}

/// A function for each argument, which reads it.
macro_rules! arguments {
    ($($name:ident),* $(,)?) => {$(
        pub fn $name<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
            T::read(given, stringify!($name))
        }
    )*};
}

arguments!(
    census_every,
    every,
    height,
    jobs,
    ledger_every,
    number,
    per_second,
    seed,
    threads,
    tick,
    ticks,
    width,
);

/// The first and last seed of an experiment.
pub fn seeds(given: &Bound<'_, PyAny>) -> PyResult<Option<(u64, u64)>> {
    if given.is_none() {
        return Ok(None);
    }
    let Ok((first, last)) = given.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        let shown = given.repr()?;
        return Err(refused(format!(
            "seeds cannot be {shown}; give the first and the last, as (1, 20)"
        )));
    };
    Ok(Some((u64::read(&first, "a seed")?, u64::read(&last, "a seed")?)))
}
