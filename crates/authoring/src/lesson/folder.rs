//! An author's copy of a lesson: the task, the world, and the creature to improve.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Lesson, LessonError, README, SCENARIO, SOLUTION, TEMPLATE, WORLD};

/// The folder of the creatures in the copy: the one to improve, and those of the world.
const CREATURES: &str = "creatures";

/// The folder of a lesson among those of an author.
#[derive(Debug, Clone, PartialEq)]
pub struct LessonFolder {
    lesson: &'static Lesson,
    path: PathBuf,
}

/// The files of a lesson that were written, and those that were there and have been left as they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The new files.
    pub new: Vec<PathBuf>,
    /// The files that were there.
    pub kept: Vec<PathBuf>,
}

impl LessonFolder {
    /// Returns the folder of a lesson in `parent`, whether or not it exists.
    #[must_use]
    pub fn new(lesson: &'static Lesson, parent: &Path) -> Self {
        Self { lesson, path: parent.join(&lesson.folder) }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> PathBuf {
        self.path.join(SCENARIO)
    }

    /// The task.
    #[must_use]
    pub fn readme(&self) -> PathBuf {
        self.path.join(README)
    }

    /// The folder of all creatures that the scenario needs besides the shipped ones.
    #[must_use]
    pub fn creatures(&self) -> PathBuf {
        self.path.join(CREATURES)
    }

    /// The folder of the creature to improve.
    #[must_use]
    pub fn creature(&self) -> PathBuf {
        self.creatures().join(&self.lesson.creature)
    }

    /// The folder of the creature that passes, once it is written.
    #[must_use]
    pub fn solution(&self) -> PathBuf {
        self.path.join(SOLUTION).join(&self.lesson.creature)
    }

    /// Whether the lesson has been started: the folder of the creature exists.
    #[must_use]
    pub fn is_started(&self) -> bool {
        self.creature().exists()
    }

    /// Writes the task, the scenario and the creatures. Existing files are never changed.
    ///
    /// # Errors
    /// When a file or folder cannot be written.
    pub fn start(&self) -> Result<Written, LessonError> {
        let texts = [README, SCENARIO].map(|name| (name.to_owned(), self.lesson.text(name)));
        let texts = texts.into_iter().map(|(name, text)| (name, text.as_bytes()));
        let creatures = [TEMPLATE, WORLD].into_iter().flat_map(|of| self.lesson.creatures(of));
        let creatures = creatures.map(|(name, content)| (format!("{CREATURES}/{name}"), content));
        self.write(texts.chain(creatures))
    }

    /// Writes the creature that passes into [`solution`](Self::solution). Existing files are never
    /// changed.
    ///
    /// # Errors
    /// When a file or folder cannot be written.
    pub fn write_solution(&self) -> Result<Written, LessonError> {
        let files = self.lesson.creatures(SOLUTION).into_iter();
        self.write(files.map(|(name, content)| (format!("{SOLUTION}/{name}"), content)))
    }

    fn write<'a>(
        &self,
        files: impl Iterator<Item = (String, &'a [u8])>,
    ) -> Result<Written, LessonError> {
        let mut written = Written::default();
        for (name, content) in files {
            let path = self.path.join(name);
            match write_new(&path, content) {
                Ok(()) => written.new.push(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_file() => {
                    written.kept.push(path);
                }
                Err(error) => return Err(LessonError::unwritable(path)(error)),
            }
        }
        Ok(written)
    }
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::create_new(path)?.write_all(content)
}
