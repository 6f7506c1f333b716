//! The sparring partners that are built into the program.

use terrarium_creatures::species::{CODE_FILES, MANIFEST};

use super::entrant::Files;

/// The names of the sparring partners: within a kind from clumsy to good, herbivores first.
///
/// They are entrants of leagues only: no scenario can name them.
pub const SPARRING: [&str; 10] = [
    "drifter", "gleaner", "skitter", "homebody", "nibbler", "strider", "stumbler", "chaser",
    "raider", "stalker",
];

/// The files of a sparring partner; `None` when there is none called `name`.
pub(super) fn files_of(name: &str) -> Option<Files> {
    let folder = terrarium_shipped::SPARRING.get_dir(name)?;
    let file = |file: &str| {
        let found = folder.get_file(folder.path().join(file))?;
        Some((file.to_owned(), found.contents().to_vec()))
    };
    let manifest = file(MANIFEST)?;
    Some([Some(manifest), CODE_FILES.into_iter().find_map(file)].into_iter().flatten().collect())
}
