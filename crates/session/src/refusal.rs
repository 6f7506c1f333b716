//! Why a request to a session was refused.

use std::fmt::{self, Display, Formatter};

/// The result of a request.
pub type Answer<T> = Result<T, Refusal>;

/// Why a request was refused, in the words that users read: what is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(String);

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// A refusal with the text of an error.
pub(crate) fn refused(error: impl ToString) -> Refusal {
    Refusal(error.to_string())
}
