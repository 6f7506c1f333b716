//! `terrarium lesson`: lessons for authors of creatures.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::creature::fault_failure;
use super::threads::with_threads;
use super::{Failure, Format, output};
use crate::experiment::file::read_seeds;
use crate::lesson::{Goal, GoalScore, Lesson, LessonError, LessonFolder, Score, Written};
use crate::shell::{quoted, terrarium};

/// Learn to write creatures: eight lessons with a world and a score
///
/// Without a number, the lessons are listed. With a number, the command creates the folder of that
/// lesson, with the task, the world and a creature to improve. Once the folder exists, it simulates the
/// lesson's world with your creature and prints the score.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium lesson
  terrarium lesson 1
  terrarium lesson 3 --in my-lessons
  terrarium lesson 3 --seeds 10..19
  terrarium lesson 3 --solution
  terrarium lesson 3 --creature lessons/3-outrun-a-wolf/solution/vole

A goal is met if its value is within the bound with every seed, and a lesson is passed if all goals
are met. The score uses the lesson's own world: changes to the scenario in the folder do not affect
it. Existing files are never changed. Exit codes: 0 passed, listed or created, 1 not passed, a turn
failed, or a file cannot be written, 2 invalid input.")]
pub(super) struct LessonCommand {
    /// The number of the lesson; for example 3
    number: Option<u32>,
    /// The folder of your lessons; for example my-lessons
    #[arg(long = "in", value_name = "DIR", default_value = "lessons")]
    parent: PathBuf,
    /// Score the creature in this folder instead of the one in the lesson's folder; for example
    /// my-creatures/vole
    #[arg(long, value_name = "DIR", requires = "number")]
    creature: Option<PathBuf>,
    /// Score with each of these seeds instead of the lesson's, both ends included; for example 10..19
    #[arg(long, value_name = "A..B", requires = "number", value_parser = seeds)]
    seeds: Option<(u64, u64)>,
    /// Write a creature that passes into the lesson's folder, to compare it with yours
    #[arg(long, requires = "number", conflicts_with_all = ["creature", "seeds"])]
    solution: bool,
    /// Use this many threads instead of one per core; the score does not depend on it; for example 4
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The greatest number of seeds of a score.
const MAX_SEEDS: u64 = 1000;

fn seeds(text: &str) -> Result<(u64, u64), String> {
    match read_seeds(text)? {
        (first, last) if last - first < MAX_SEEDS => Ok((first, last)),
        _ => {
            Err(format!("give the first and the last of at most {MAX_SEEDS} seeds, such as 1..10"))
        }
    }
}

impl LessonCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let Some(number) = self.number else { return self.list() };
        let lesson = Lesson::find(number).map_err(failure)?;
        let folder = LessonFolder::new(lesson, &self.parent);
        if self.solution {
            return self.write_solution(lesson, &folder);
        }
        match &self.creature {
            Some(creature) => self.score(lesson, &folder, creature),
            None if folder.is_started() => self.score(lesson, &folder, &folder.creature()),
            None => self.start(lesson, &folder),
        }
    }

    fn list(&self) -> Result<(), Failure> {
        let is_started = |lesson| LessonFolder::new(lesson, &self.parent).is_started();
        output::print(&match self.format {
            Format::Human => {
                let lessons = Lesson::all().iter();
                let entries = lessons.map(|lesson| list_entry(lesson, is_started(lesson)));
                let next = "Next: terrarium lesson 1, or the number of another one";
                format!("{}{next}\n", entries.collect::<String>())
            }
            Format::Json => {
                let lessons = Lesson::all().iter();
                let objects = lessons.map(|lesson| as_json(lesson, is_started(lesson)));
                format!("{}\n", serde_json::Value::Array(objects.collect()))
            }
        })
    }

    fn start(&self, lesson: &Lesson, folder: &LessonFolder) -> Result<(), Failure> {
        let written = folder.start().map_err(failure)?;
        if self.format == Format::Json {
            return output::print(&written_as_json(lesson, &written));
        }
        let mut text =
            format!("Lesson {}: {}\n\n{}", lesson.number, lesson.title, listed(&written));
        let _ = writeln!(text, "\nThe task is in {}.\n\nNext:", folder.readme().display());
        for command in [watch(folder, &folder.creatures()), self.again(lesson)] {
            let _ = writeln!(text, "  {command}");
        }
        output::print(&text)
    }

    fn write_solution(&self, lesson: &Lesson, folder: &LessonFolder) -> Result<(), Failure> {
        let written = folder.write_solution().map_err(failure)?;
        if self.format == Format::Json {
            return output::print(&written_as_json(lesson, &written));
        }
        let path = |path: PathBuf| quoted(&path.display().to_string());
        let script = |creature: PathBuf| path(creature.join("behaviour.rhai"));
        let (mine, theirs) = (script(folder.creature()), script(folder.solution()));
        let (again, solution) = (self.again(lesson), path(folder.solution()));
        output::print(&format!(
            "{}\nNext:\n  diff -u {mine} {theirs}\n  {again} --creature {solution}\n",
            listed(&written),
        ))
    }

    fn score(
        &self,
        lesson: &Lesson,
        folder: &LessonFolder,
        creature: &Path,
    ) -> Result<(), Failure> {
        let seeds = self.seeds.map_or(lesson.seeds.clone(), |(first, last)| first..=last);
        let scored = with_threads(self.threads, |_| lesson.score(creature, seeds))?;
        let (species, score) = scored.map_err(failure)?;
        output::print(&match self.format {
            Format::Human => as_text(&score),
            Format::Json => format!("{}\n", serde_json::json!(score)),
        })?;
        if let Some(worst) = score.faults.first() {
            return Err(fault_failure(creature, &species, worst));
        }
        if !score.passed {
            let (stars, goals) = (score.stars, score.goals.len());
            let what =
                format!("lesson {} is not passed: {stars} of {goals} goals are met", lesson.number);
            return Err(Failure::failed(what));
        }
        if self.format == Format::Human {
            return output::print(&self.after_passing(lesson, folder));
        }
        Ok(())
    }

    /// Returns what to do after a lesson is passed.
    fn after_passing(&self, lesson: &Lesson, folder: &LessonFolder) -> String {
        let solution = format!("{} --solution", self.again(lesson));
        let next = Lesson::find(lesson.number + 1).map(|next| format!("  {}\n", self.again(next)));
        let watch = watch(folder, &folder.creatures());
        format!("\nPassed. Next:\n  {watch}\n  {solution}\n{}", next.unwrap_or_default())
    }

    /// Returns the command that starts or scores a lesson in the same folder of lessons.
    fn again(&self, lesson: &Lesson) -> String {
        let parent = self.parent.display().to_string();
        if parent == "lessons" {
            terrarium(&[&"lesson", &lesson.number])
        } else {
            terrarium(&[&"lesson", &lesson.number, &"--in", &parent])
        }
    }
}

/// Returns the command that shows the world of a lesson with some creatures.
fn watch(folder: &LessonFolder, creatures: &Path) -> String {
    let scenario = folder.scenario();
    terrarium(&[&"watch", &scenario.display(), &"--creatures", &creatures.display()])
}

fn list_entry(lesson: &Lesson, is_started: bool) -> String {
    let Lesson { number, title, teaches, goals, .. } = lesson;
    let started = if is_started { "  (started)" } else { "" };
    let goal = |goal: &Goal| format!("{} {}", goal.measure.name(), goal.bound);
    let goals: Vec<_> = goals.iter().map(goal).collect();
    format!(
        "{number}  {title}{started}\n   learn to  {teaches}\n   to pass   {}\n\n",
        goals.join(", ")
    )
}

fn as_json(lesson: &Lesson, is_started: bool) -> serde_json::Value {
    let goal = |goal: &Goal| serde_json::json!({ "title": goal.title, "measure": goal.measure, "needed": goal.bound });
    serde_json::json!({
        "lesson": lesson.number,
        "title": lesson.title,
        "teaches": lesson.teaches,
        "creature": lesson.creature,
        "kind": lesson.kind,
        "ticks": lesson.ticks,
        "seeds": lesson.seeds.clone().collect::<Vec<_>>(),
        "goals": lesson.goals.iter().map(goal).collect::<Vec<_>>(),
        "started": is_started,
    })
}

fn written_as_json(lesson: &Lesson, written: &Written) -> String {
    let Written { new, kept } = written;
    format!("{}\n", serde_json::json!({ "lesson": lesson.number, "created": new, "kept": kept }))
}

fn listed(written: &Written) -> String {
    let list = |title: &str, files: &[PathBuf]| match files {
        [] => String::new(),
        files => {
            let lines = files.iter().map(|file| format!("  {}\n", file.display()));
            format!("{title}\n{}", lines.collect::<String>())
        }
    };
    [list("Created:", &written.new), list("Already there, not changed:", &written.kept)].concat()
}

fn as_text(score: &Score) -> String {
    let stars: String = score.goals.iter().map(|goal| star(goal.met)).collect();
    let mut text = format!("Lesson {}: {}  {stars}\n\n", score.lesson, score.title);
    let head = ["", "goal", "needed"].map(str::to_owned);
    let seeds = score.seeds.iter().map(|seed| format!("seed {seed}"));
    let rows = score.goals.iter().map(goal_row);
    let rows: Vec<_> = [head.into_iter().chain(seeds).collect()].into_iter().chain(rows).collect();
    text.push_str(&output::columns(&rows, |column| column > 2));
    if let Some(hint) = &score.hint {
        let _ = write!(text, "\nHint: {hint}\n");
    }
    text
}

fn goal_row(goal: &GoalScore) -> Vec<String> {
    let decimals = goal.measure.decimals();
    let values = goal.values.iter().map(|value| format!("{value:.decimals$}"));
    let needed = format!("{} {}", goal.measure.name(), goal.needed);
    [star(goal.met).to_owned(), goal.title.clone(), needed].into_iter().chain(values).collect()
}

fn star(is_met: bool) -> &'static str {
    if is_met { "★" } else { "☆" }
}

fn failure(error: LessonError) -> Failure {
    match error {
        LessonError::Unwritable { .. } => Failure::failed(error),
        invalid => Failure::Input(invalid.diagnostic()),
    }
}
