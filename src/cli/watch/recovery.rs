//! Recordings that killed programs left in the temporary folder.

use std::env::temp_dir;
use std::path::{Path, PathBuf};

use super::Failure;
use crate::cli::output;
use crate::record::recording::Abandoned;

/// The number of abandoned recordings that are kept.
const KEPT: usize = 3;

/// Moves the latest abandoned recording that is usable to a folder, and returns its path.
pub(super) fn recover(folder: &Path) -> Result<PathBuf, Failure> {
    let temporary = temp_dir();
    for abandoned in Abandoned::in_folder(&temporary) {
        match abandoned.recover(folder) {
            Ok(path) => {
                output::note(format_args!("recovered {}", path.display()));
                return Ok(path);
            }
            Err(error) => output::note(format_args!("note: {error}")),
        }
    }
    Err(Failure::input(format!(
        "--recover: there is no recording of a killed program in {}; leave out --recover, or give the path \
         of a recording",
        temporary.display()
    )))
}

/// Mentions recordings that can be recovered, and removes the oldest if there are many.
pub(super) fn report() {
    let abandoned = Abandoned::in_folder(&temp_dir());
    let (kept, surplus) = abandoned.split_at(abandoned.len().min(KEPT));
    for old in surplus {
        if old.remove().is_ok() {
            let path = old.path.display();
            output::note(format_args!(
                "note: removed {path}, which a killed program left; only the latest {KEPT} are kept"
            ));
        }
    }
    if let Some(latest) = kept.first() {
        let (path, size) = (latest.path.display(), megabytes(latest.size));
        output::note(format_args!(
            "note: a killed program left a recording, {path} ({size}); show it with: terrarium watch --recover"
        ));
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is rounded")]
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
