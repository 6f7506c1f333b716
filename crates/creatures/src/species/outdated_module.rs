//! A module that is older than the source it was built of, as after a build that failed.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::code_file::CodeFile;
use super::folder::MANIFEST;

/// The file that a creature folder keeps for its module.
const MODULE: &str = "behaviour.wasm";

/// Files that are copied or checked out together are saved within this time, in any order.
const TOGETHER: Duration = Duration::from_millis(50);

/// A module in a creature folder, and a source of it that was saved after it was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutdatedModule {
    /// The source.
    pub source: PathBuf,
    /// The module.
    pub module: PathBuf,
}

impl OutdatedModule {
    /// Looks for one in a creature folder. Its sources are the files at its top that end as the one with the behaviour does, such as
    /// `behaviour.rs`, and headers.
    #[must_use]
    pub fn find(folder: &Path) -> Option<Self> {
        let module = folder.join(MODULE);
        let built = saved(&module)?;
        let is_together = |at: SystemTime| at < built + TOGETHER && built < at + TOGETHER;
        let is_copy = saved(&folder.join(MANIFEST)).is_none_or(is_together);
        let main = CodeFile::source_of_module(|name| folder.join(name).is_file())?;
        let ending = Path::new(main).extension();
        let is_source = |path: &Path| {
            path.extension() == ending || path.extension().is_some_and(|it| it == "h")
        };
        let files = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut later: Vec<_> = files
            .filter(|path| {
                is_source(path)
                    && saved(path).is_some_and(|at| at > built && !(is_copy && is_together(at)))
            })
            .collect();
        later.sort();
        Some(Self { source: later.into_iter().next()?, module })
    }
}

impl fmt::Display for OutdatedModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (source, module) = (self.source.display(), self.module.display());
        write!(
            f,
            "{module} is older than {source}: build it again, or what was saved since has no effect"
        )
    }
}

/// When a file was saved.
fn saved(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?.modified().ok()
}
