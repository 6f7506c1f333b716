//! Organism numbers on the command line.

use crate::behaviour::OrganismId;

/// Parses the number of an organism, such as `17` or `#17`.
pub(super) fn organism(text: &str) -> Result<OrganismId, String> {
    let number = text.trim_start_matches('#').parse().ok().filter(|&number| number > 0);
    number.map(OrganismId).ok_or_else(|| "give the number of an organism, such as 17".to_owned())
}
