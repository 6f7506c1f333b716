//! What is set from outside in a scenario and its creatures, as several subcommands take it.

use std::path::Path;

use super::Failure;
use crate::document::Override;
use crate::input::Diagnostic;

/// The settings of `--set`, `--seed` and `--map`, in the order in which they come into force.
pub(super) fn settings(
    set: &[String],
    seed: Option<u64>,
    map: Option<&Path>,
) -> Result<Vec<Override>, Failure> {
    let wrong = |diagnostic: Diagnostic| Failure::Input(diagnostic);
    let mut settings = Vec::new();
    for text in set {
        settings.push(Override::parse(text).map_err(wrong)?);
    }
    if let Some(seed) = seed {
        settings.push(Override::parse(&format!("seed={seed}")).map_err(wrong)?);
    }
    if let Some(map) = map {
        let map = map.to_str().ok_or_else(|| {
            Failure::input(format!("--map {}: the path is not UTF-8", map.display()))
        })?;
        settings.push(Override::of_text("terrain.map", map).map_err(wrong)?);
    }
    Ok(settings)
}
