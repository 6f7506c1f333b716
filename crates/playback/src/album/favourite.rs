//! A favourite: an organism that somebody keeps an eye on.

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::SpeciesId;
use thiserror::Error;

use super::{MAX_FAVOURITES, MAX_NAME};

/// An organism that is kept an eye on, living or dead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Favourite {
    /// Its species.
    pub species: SpeciesId,
    /// The name that it was given, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Why an organism cannot be a favourite, or have a name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// There are too many.
    #[error("there are {MAX_FAVOURITES} favourites; remove one of them first")]
    TooMany,
    /// The name is too long.
    #[error("a name has at most {MAX_NAME} characters, and this one has {0}")]
    TooLong(usize),
    /// The name has a character that names have not.
    #[error("a name consists of letters, digits, spaces and - ' . only, and this one has {0:?}")]
    Character(char),
}

impl Favourite {
    /// A name without spaces around it; none if nothing is left of it.
    ///
    /// # Errors
    /// When it is too long, or has characters that names have not.
    pub fn checked(name: &str) -> Result<Option<String>, NameError> {
        let name = name.trim();
        let is_odd = |it: &char| !it.is_alphanumeric() && !" -'.".contains(*it);
        if let Some(odd) = name.chars().find(is_odd) {
            return Err(NameError::Character(odd));
        }
        match name.chars().count() {
            0 => Ok(None),
            1..=MAX_NAME => Ok(Some(name.to_owned())),
            length => Err(NameError::TooLong(length)),
        }
    }
}
