//! Lessons for authors of creatures: small worlds with a task, a creature to improve, and a score.
//!
//! A [`Lesson`] is a folder in `lessons/`, built into the program: what it teaches and which goals
//! count (`lesson.toml`), its world (`scenario.toml`, and `world/` for species of its own), a creature
//! that runs but does not pass (`template/`), and one that passes (`solution/`). [`LessonFolder`] is an
//! author's copy; [`Lesson::score`] simulates the world with the author's creature and one seed after
//! the other, and compares what a [`Measure`] finds with each goal.
//!
//! ```
//! use terrarium_authoring::lesson::Lesson;
//!
//! let lesson = Lesson::find(1)?;
//! assert_eq!(lesson.creature, "vole");
//! assert_eq!(lesson.goals.len(), 3);
//! assert_eq!(Lesson::all().len(), 8);
//! # Ok::<(), terrarium_authoring::lesson::LessonError>(())
//! ```

mod error;
mod file;
mod folder;
mod goal;
mod measure;
mod observation;
mod score;

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::{fs, sync::LazyLock};

use include_dir::Dir;
use terrarium_creatures::species::Kind;
use terrarium_shipped as shipped;

pub use error::LessonError;
use file::LessonFile;
pub use folder::{LessonFolder, Written};
pub use goal::{Bound, Goal};
pub use measure::Measure;
pub use score::{GoalScore, Score};

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let mut lessons: Vec<_> = shipped::LESSONS.dirs().filter_map(Lesson::built_in).collect();
    lessons.sort_by_key(|lesson| lesson.number);
    lessons
});

/// The files of a lesson besides those of creatures.
const SCENARIO: &str = "scenario.toml";
const README: &str = "README.md";

/// The folders with creatures: the one to improve, the one that passes, and those of the world.
const TEMPLATE: &str = "template";
const SOLUTION: &str = "solution";
const WORLD: &str = "world";

/// A lesson, as built into the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its number, from 1.
    pub number: u32,
    /// The name of its folder, such as `3-outrun-a-wolf`.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// What it teaches, in one line.
    pub teaches: String,
    /// The name of the creature that the author improves.
    pub creature: String,
    /// Its kind.
    pub kind: Kind,
    /// The number of ticks that count.
    pub ticks: u64,
    /// The seeds that count, both ends included.
    pub seeds: RangeInclusive<u64>,
    /// The goals, in the order in which they are usually met.
    pub goals: Vec<Goal>,
}

impl Lesson {
    /// Returns all lessons, by number.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &LESSONS
    }

    /// Returns the lesson of a number.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(number: u32) -> Result<&'static Self, LessonError> {
        let lesson = LESSONS.iter().find(|lesson| lesson.number == number);
        lesson.ok_or(LessonError::Unknown { number, last: LESSONS.len() })
    }

    fn built_in(dir: &Dir<'static>) -> Option<Self> {
        let folder = dir.path().to_str()?;
        let (number, _) = folder.split_once('-')?;
        let text = dir.get_file(dir.path().join("lesson.toml"))?.contents_utf8()?;
        let file: LessonFile = toml::from_str(text).expect("lessons are valid");
        Some(file.lesson(number.parse().ok()?, folder))
    }

    /// Returns what its author has to read: the task, and the world with its rules.
    #[must_use]
    pub fn text(&self, name: &str) -> &'static str {
        let file = shipped::LESSONS.get_file(format!("{}/{name}", self.folder));
        file.and_then(include_dir::File::contents_utf8).unwrap_or_default()
    }

    /// Returns the files of the creatures in one of its folders: paths in it, and contents.
    fn creatures(&self, within: &str) -> Vec<(String, &'static [u8])> {
        let base = Path::new(&self.folder).join(within);
        let creatures = shipped::LESSONS.get_dir(&base).into_iter().flat_map(Dir::dirs);
        let files = creatures.flat_map(Dir::files).filter_map(|file| {
            let path = file.path().strip_prefix(&base).ok()?.to_str()?;
            Some((path.to_owned(), file.contents()))
        });
        files.collect()
    }

    /// Writes the scenario and the species of its world into an empty folder.
    fn write_world(&self, folder: &Path) -> io::Result<()> {
        fs::write(folder.join(SCENARIO), self.text(SCENARIO))?;
        for (name, content) in self.creatures(WORLD) {
            let path = folder.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, content)?;
        }
        Ok(())
    }
}
