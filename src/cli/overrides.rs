//! The overrides of a scenario and its species that several subcommands take.

use std::path::Path;

use super::Failure;
use crate::document::Override;
use crate::input::Diagnostic;

/// Returns the overrides of `--set`, `--seed` and `--map`, in the order in which they apply.
pub(super) fn overrides(
    set: &[String],
    seed: Option<u64>,
    map: Option<&Path>,
) -> Result<Vec<Override>, Failure> {
    let input = |diagnostic: Diagnostic| Failure::Input(diagnostic);
    let mut overrides = Vec::new();
    for text in set {
        overrides.push(Override::parse(text).map_err(input)?);
    }
    if let Some(seed) = seed {
        overrides.push(Override::parse(&format!("seed={seed}")).map_err(input)?);
    }
    if let Some(map) = map {
        let map = map.to_str().ok_or_else(|| {
            Failure::input(format!(
                "--map {}: the path is not UTF-8; rename the file",
                map.display()
            ))
        })?;
        overrides.push(Override::of_text("terrain.map", map).map_err(input)?);
    }
    Ok(overrides)
}
