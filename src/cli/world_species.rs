//! Species of a world, named in options.

use super::Failure;
use crate::input::spelling;
use crate::species::{Species, SpeciesId};

/// The species of a world that an option names.
pub(super) fn species_of_world(
    option: &str,
    name: &str,
    species: &[Species],
) -> Result<SpeciesId, Failure> {
    let names = || species.iter().map(|it| it.name.as_str());
    let index = names().position(|it| it == name).and_then(|index| u16::try_from(index).ok());
    index.map(SpeciesId).ok_or_else(|| {
        let hint = spelling::hint(spelling::nearest(name, names()));
        Failure::input(format!(
            "{option} {name}: this world has no such species{hint}; give one of {}",
            spelling::listed(names())
        ))
    })
}
