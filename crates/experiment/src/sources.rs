//! The texts of an experiment in the directory of its sweep: its file, and the scenario, maps and
//! creatures that it names by relative paths. They lie to each other as they did, so the copy of the
//! experiment reads the copies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use terrarium_creatures::species::{CODE_FILES, Catalogue, MANIFEST as CREATURE_FILE, Origin};
use terrarium_run::scenario::Land;

use super::base::{BaseScenario, BaseWorld, CreatureBases};
use super::definition::MAP;
use super::kept::remove;
use super::{Experiment, ExperimentError, Plan};

/// The folder of the texts in the directory of a sweep.
pub const SOURCES: &str = "sources";

/// A folder in which texts are collected. It has the name of a temporary file.
const STAGING: &str = ".terrarium-sources.partial";

/// The texts of an experiment, from copies of which it can be read anywhere.
///
/// Files that it names by absolute paths are not among them, nor is what ships with the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// The path of the experiment's file.
    pub experiment: String,
    /// The content of each file, by its path below the same folder.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
}

/// The texts of an experiment that was read from a file.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    /// The files, by their paths below the folder of the texts.
    files: BTreeMap<PathBuf, PathBuf>,
    /// The path of the experiment's file below that folder.
    pub experiment: String,
}

impl Sources {
    /// The texts of `experiment`; `None` if it was not read from a file.
    pub fn new(
        experiment: &Experiment,
        base: &BaseWorld,
        with_creatures: &CreatureBases,
    ) -> Option<Self> {
        let file = experiment.base.folder.join(experiment.file.as_ref()?);
        let mut files = BTreeSet::from([file.clone()]);
        if let Some(points) = experiment.design.file() {
            files.insert(experiment.base.path(&points.path));
        }
        if let BaseWorld::Scenario(base) = base {
            add_scenario(&mut files, experiment, base, with_creatures);
        }
        // Others are named by absolute paths, or relative to the working directory.
        files.retain(|path| path.starts_with(&experiment.base.folder));
        let plain: BTreeMap<PathBuf, PathBuf> =
            files.into_iter().map(|path| (without_dots(&path), path)).collect();
        let root = common_folder(plain.keys());
        let below = |path: &Path| path.strip_prefix(&root).unwrap_or(path).to_owned();
        let experiment = below(&without_dots(&file)).to_string_lossy().replace('\\', "/");
        let files = plain.into_iter().map(|(plain, path)| (below(&plain), path)).collect();
        Some(Self { files, experiment })
    }

    /// Writes the texts into the directory of a sweep, in place of those of an earlier experiment.
    ///
    /// # Errors
    /// When a file cannot be read or written. The directory has no texts or all of them.
    pub fn write(&self, dir: &Path) -> Result<(), ExperimentError> {
        let (staging, target) = (dir.join(STAGING), dir.join(SOURCES));
        remove(&staging).map_err(ExperimentError::writing(&staging))?;
        for (name, path) in &self.files {
            let content = fs::read(path).map_err(ExperimentError::reading(path))?;
            let copy = staging.join(name);
            let folder = copy.parent().unwrap_or(&staging);
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&copy, content));
            written.map_err(ExperimentError::writing(&copy))?;
        }
        let replaced = remove(&target).and_then(|()| fs::rename(&staging, &target));
        replaced.map_err(ExperimentError::writing(&target))
    }
}

impl Plan {
    /// The texts on which the experiment depends; `None` if it was not read from a file.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn texts(&self) -> Result<Option<Texts>, ExperimentError> {
        let Some(sources) = self.sources() else { return Ok(None) };
        let read = |(name, path): (&PathBuf, &PathBuf)| {
            let content = fs::read(path).map_err(ExperimentError::reading(path))?;
            Ok((name.clone(), content))
        };
        let files: Result<_, ExperimentError> = sources.files.iter().map(read).collect();
        Ok(Some(Texts { experiment: sources.experiment.clone(), files: files? }))
    }
}

/// Adds the files of the scenario, the maps and the creatures that are not shipped.
fn add_scenario(
    files: &mut BTreeSet<PathBuf>,
    experiment: &Experiment,
    base: &BaseScenario,
    with_creatures: &CreatureBases,
) {
    let scenario = experiment.base.scenario_path();
    if scenario != experiment.base.scenario {
        files.insert(PathBuf::from(scenario));
    }
    let lands = [Some(&base.scenario.land), base.scenario.original_land.as_ref()];
    for land in lands.into_iter().flatten() {
        if let Land::Map { path, .. } = land {
            files.insert(path.value.clone());
        }
    }
    for map in experiment.levels_of(MAP) {
        files.insert(experiment.base.path(&map.to_string()));
    }
    for base in std::iter::once(base).chain(with_creatures.values()) {
        add_creatures(files, &base.catalogue);
    }
}

fn add_creatures(files: &mut BTreeSet<PathBuf>, catalogue: &Catalogue) {
    for species in catalogue.species() {
        let Some(Origin::Folder(folder)) = catalogue.origin(&species.name) else { continue };
        files.insert(folder.join(CREATURE_FILE));
        let code = CODE_FILES.into_iter().map(|name| folder.join(name));
        files.extend(code.filter(|path| path.is_file()));
    }
}

/// The path without `.` and `..`, as far as it can be without asking the file system.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

/// The deepest folder in which all of these files are.
fn common_folder<'a>(files: impl Iterator<Item = &'a PathBuf>) -> PathBuf {
    let folders = files.filter_map(|path| path.parent().map(Path::to_owned));
    let common = folders.reduce(|one, other| {
        let mut common = one;
        while !other.starts_with(&common) {
            common.pop();
        }
        common
    });
    common.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_their_places_below_the_deepest_common_folder() {
        let files = ["/data/a/study/light.toml", "/data/a/study/../maps/./b.map"];
        let plain: Vec<PathBuf> = files.map(|path| without_dots(Path::new(path))).into();
        assert_eq!(plain[1], Path::new("/data/a/maps/b.map"));
        assert_eq!(common_folder(plain.iter()), Path::new("/data/a"));
        assert_eq!(common_folder(plain[..1].iter()), Path::new("/data/a/study"));
    }
}
