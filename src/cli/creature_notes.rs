//! Notes on creatures that are given, and have no effect or not the expected one.

use std::path::{Path, PathBuf};

use super::output;
use crate::species::{OutdatedModule, creature_folders};
use crate::world::World;

/// Notes that a module in these creature folders is older than its source.
pub(super) fn on_modules<'a>(folders: impl IntoIterator<Item = &'a Path>) {
    for outdated in folders.into_iter().filter_map(OutdatedModule::find) {
        output::note(format_args!("note: {outdated}"));
    }
}

/// The same for the creatures in these folders, or those that are the folders, before they are read: what is wrong with a
/// module may be that it is old.
pub(super) fn on_modules_within(given: &[PathBuf]) {
    let creatures = given.iter().flat_map(|path| creature_folders(path).unwrap_or_default());
    let folders: Vec<PathBuf> = creatures.map(|(_, folder)| folder).collect();
    on_modules(folders.iter().map(PathBuf::as_path));
}

/// Notes on the folders of `--creatures` of which no creature is in the world.
pub(super) fn on_population(given: &[PathBuf], world: &World) {
    let is_in_world =
        |name: &str| world.config().species.iter().any(|species| species.name == name);
    for path in given {
        let Ok(creatures) = creature_folders(path) else { continue };
        let Some((first, _)) = creatures.first() else { continue };
        if !creatures.iter().any(|(name, _)| is_in_world(name)) {
            let path = path.display();
            output::note(format_args!(
                "note: no creature of --creatures {path} is in this world: give one a population, as in --set \
                 population.{first}=20"
            ));
        }
    }
}
