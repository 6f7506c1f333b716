//! The growth of a sweep: the same experiment with more points or replicates.
//!
//! Runs keep their worlds, but get other numbers. The renumbered journal is built beside the old
//! one, and its folder is renamed when it is complete. From then on the growth can only be
//! completed: every step of [`complete`] can be repeated after an interruption.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use terrarium_output::MANIFEST;

use super::interval_set::IntervalSet;
use super::journal::{Entries, JOURNAL, Journal, JournalReader, SPOOL, lock};
use super::kept::{self, KEPT};
use super::results::check_entry;
use super::sources::Sources;
use super::{
    Case, Design, Experiment, ExperimentError, FactorValue, Levels, Replicates, RunSelection,
    SOURCES, SweepManifest, tables,
};

/// The folder of a journal that is being renumbered.
const GROWING: &str = ".growing";

/// The folder of a renumbered journal that is to replace the old one.
const GROWN: &str = ".grown";

/// Checks that `new` is the experiment of the sweep `old` with more points or replicates.
///
/// # Errors
/// In what else they differ, or what is missing.
pub(super) fn check(old: &SweepManifest, new: &SweepManifest) -> Result<(), String> {
    if let Some(difference) = old.difference_besides_runs(new) {
        return Err(difference);
    }
    let (old, new) = (&old.experiment, &new.experiment);
    check_factors(old, new)?;
    check_design(old, new)?;
    check_replicates(old, new)?;
    check_kept(old, new)
}

fn check_factors(old: &Experiment, new: &Experiment) -> Result<(), String> {
    let names = |experiment: &Experiment| -> Vec<String> {
        experiment.factors.iter().map(|factor| factor.name.clone()).collect()
    };
    if names(old) != names(new) {
        let listed = |experiment| match names(experiment).join(", ") {
            none if none.is_empty() => "none".to_owned(),
            names => names,
        };
        return Err(format!("its factors are {}, not {}", listed(old), listed(new)));
    }
    for (old_factor, factor) in old.factors.iter().zip(&new.factors) {
        let name = &factor.name;
        if old_factor.base != factor.base {
            return Err(format!("the value of {name} in its base scenario differs"));
        }
        match (&old_factor.levels, &factor.levels) {
            (one, other) if one == other => {}
            (Levels::List(values), Levels::List(others)) if old.design == Design::Grid => {
                let texts: Vec<String> = others.iter().map(ToString::to_string).collect();
                if let Some(gone) = values.iter().find(|value| !texts.contains(&value.to_string()))
                {
                    return Err(format!(
                        "{name} has the value {gone} there, which is missing here"
                    ));
                }
            }
            // The values of a list of points follow from the points.
            _ if matches!(old.design, Design::List { .. }) => {}
            _ => return Err(format!("{name} has another range, from which its points were drawn")),
        }
    }
    Ok(())
}

fn check_design(old: &Experiment, new: &Experiment) -> Result<(), String> {
    match (&old.design, &new.design) {
        (Design::Grid, Design::Grid) => Ok(()),
        (Design::Random { points: old }, Design::Random { points: new }) => {
            fewer("points", *old, *new)
        }
        (Design::Latin { points: old }, Design::Latin { points: new }) if old == new => Ok(()),
        (Design::Latin { points: old }, Design::Latin { points: new }) => Err(format!(
            "it has {old} points and not {new}, and the points of a Latin hypercube all change with \
             their number"
        )),
        (Design::List { points, .. }, Design::List { points: others, .. }) => {
            let (counts, others) = (point_numbers(points), point_numbers(others));
            let gone = counts.iter().find(|(point, numbers)| {
                others.get(*point).is_none_or(|others| others.len() < numbers.len())
            });
            match gone {
                None => Ok(()),
                Some((point, _)) => {
                    let point = point.join(", ");
                    Err(format!("it has the point ({point}) more often than here"))
                }
            }
        }
        (old, new) => Err(format!("its design is {}, not {}", old.name(), new.name())),
    }
}

fn check_replicates(old: &Experiment, new: &Experiment) -> Result<(), String> {
    match (old.replicates, new.replicates) {
        (one, other) if one == other => Ok(()),
        (Replicates::Count(old), Replicates::Count(new))
        | (Replicates::Common(old), Replicates::Common(new)) => {
            fewer("replicates", u64::from(old.get()), u64::from(new.get()))
        }
        (Replicates::Seeds { first, last }, Replicates::Seeds { first: from, last: to })
            if first == from && last <= to =>
        {
            match old.design.file().is_some_and(|file| file.repeats.iter().any(|&of| of > 0)) {
                false => Ok(()),
                true => Err("it repeats points, whose seeds cannot be extended".to_owned()),
            }
        }
        (one, other) => Err(format!("its replicates are {one}, not {other}")),
    }
}

fn fewer(what: &str, old: u64, new: u64) -> Result<(), String> {
    if old <= new { Ok(()) } else { Err(format!("it has {old} {what}, more than {new}")) }
}

/// Refuses numbers of kept runs that mean other runs in the larger experiment.
fn check_kept(old: &Experiment, new: &Experiment) -> Result<(), String> {
    let RunSelection::These(numbers) = &old.keep.runs else { return Ok(()) };
    let renumbering = Renumbering::new(old, new);
    let changed = numbers.iter().find(|&&number| {
        old.case(number).is_none_or(|case| {
            renumbering.case(&case).is_none_or(|renumbered| renumbered.number != number)
        })
    });
    match changed {
        None => Ok(()),
        Some(number) => Err(format!(
            "`keep.runs` has run {number}, and a larger experiment gives this number to another run"
        )),
    }
}

/// The numbers of points, by the texts of their values.
type PointNumbers = BTreeMap<Vec<String>, Vec<u64>>;

fn point_numbers(points: &[Vec<FactorValue>]) -> PointNumbers {
    let mut numbers = PointNumbers::new();
    for (number, point) in (0..).zip(points) {
        numbers.entry(texts(point)).or_default().push(number);
    }
    numbers
}

fn texts(point: &[FactorValue]) -> Vec<String> {
    point.iter().map(ToString::to_string).collect()
}

/// The numbers that the runs of an experiment have in a larger one.
struct Renumbering<'a> {
    old: &'a Experiment,
    new: &'a Experiment,
    numbers: PointNumbers,
}

impl<'a> Renumbering<'a> {
    fn new(old: &'a Experiment, new: &'a Experiment) -> Self {
        let numbers = match &new.design {
            Design::List { points, .. } => point_numbers(points),
            Design::Grid | Design::Latin { .. } | Design::Random { .. } => PointNumbers::new(),
        };
        Self { old, new, numbers }
    }

    /// The same run in the larger experiment.
    fn case(&self, case: &Case) -> Option<Case> {
        let (old, new) = (self.old.replicates.count(), self.new.replicates.count());
        let (point, nth) = match &self.new.design {
            Design::Grid => (self.number_in_grid(&case.point)?, case.number % old),
            Design::Latin { .. } | Design::Random { .. } => (case.number / old, case.number % old),
            Design::List { .. } => {
                let replicate = u64::from(case.replicate);
                let repeat = usize::try_from(replicate / new).ok()?;
                (*self.numbers.get(&texts(&case.point))?.get(repeat)?, replicate % new)
            }
        };
        let renumbered = self.new.case(point.checked_mul(new)?.checked_add(nth)?)?;
        let is_same = texts(&renumbered.point) == texts(&case.point)
            && (renumbered.replicate, renumbered.seed) == (case.replicate, case.seed);
        is_same.then_some(renumbered)
    }

    fn number_in_grid(&self, point: &[FactorValue]) -> Option<u64> {
        self.new.factors.iter().zip(point).try_fold(0, |number: u64, (factor, value)| {
            let Levels::List(values) = &factor.levels else { return None };
            let text = value.to_string();
            let nth = values.iter().position(|value| value.to_string() == text)?;
            number.checked_mul(values.len() as u64)?.checked_add(nth as u64)
        })
    }

    /// The run with this number in the larger experiment.
    fn of_number(&self, number: u64) -> Option<Case> {
        self.case(&self.old.case(number)?)
    }

    /// Whether a failed run would fail with the same message: it names the line of a point.
    fn has_same_origin(&self, old: &Case, new: &Case) -> bool {
        self.old.origin(old) == self.new.origin(new)
    }
}

/// Makes the sweep in `dir`, whose manifest is `old`, one of the larger experiment of `new` with these
/// texts. Its runs are kept, and its tables are removed.
pub(super) fn grow(
    dir: &Path,
    old: &SweepManifest,
    new: &SweepManifest,
    sources: Option<&Sources>,
) -> Result<(), ExperimentError> {
    // Locks the journal, and removes an incomplete line at its end.
    let _locked = Journal::open(dir, |_, entry| kept::check(dir, &old.experiment, &entry.row))?;
    kept::remove_leftovers(dir)?;
    let growing = dir.join(GROWING);
    let prepare = || {
        kept::remove(&growing)?;
        fs::create_dir_all(growing.join(KEPT))
    };
    prepare().map_err(ExperimentError::writing(&growing))?;
    write_journal(dir, old, new, &growing)?;
    sources.map_or(Ok(()), |sources| sources.write(&growing))?;
    new.write(&growing)?;
    fs::rename(&growing, dir.join(GROWN)).map_err(ExperimentError::writing(dir))?;
    complete(dir)
}

/// Writes the runs of the sweep in `dir` into `growing`, with their new numbers.
fn write_journal(
    dir: &Path,
    old: &SweepManifest,
    new: &SweepManifest,
    growing: &Path,
) -> Result<(), ExperimentError> {
    let renumbering = Renumbering::new(&old.experiment, &new.experiment);
    let mut seen = IntervalSet::default();
    let mut entries = Entries::open(&dir.join(JOURNAL))?;
    let mut reader = JournalReader::open(dir)?;
    let mut journal = Journal::open(growing, |_, _| Ok(()))?;
    while let Some(entry) = entries.next() {
        let (_, mut entry) = entry?;
        check_entry(dir, old.shard, old.runs, &mut seen, (entries.line, &entry.row))?;
        let number = entry.row.case;
        let cases = old.experiment.case(number).zip(renumbering.of_number(number));
        let Some((case, renumbered)) = cases else {
            let why = format!("its run {number} is missing here");
            return Err(old.of_another(dir, &why));
        };
        if entry.row.is_failed() && !renumbering.has_same_origin(&case, &renumbered) {
            continue;
        }
        let census = reader.block(&entry)?;
        entry.row.case = renumbered.number;
        entry.row.point = renumbered.point;
        journal.add_packed(&entry.row, entry.seconds, census.as_deref())?;
    }
    journal.sync()
}

/// Completes a growth that was interrupted when its new files were complete, if there is one.
pub(super) fn recover(dir: &Path) -> Result<(), ExperimentError> {
    if !dir.join(GROWN).is_dir() {
        return Ok(());
    }
    let journal = dir.join(JOURNAL);
    let file = fs::File::open(&journal).map_err(ExperimentError::reading(&journal))?;
    lock(&file, dir)?;
    complete(dir)
}

/// Whether the growth of the sweep in `dir` was interrupted and must be completed.
pub(super) fn is_interrupted(dir: &Path) -> bool {
    dir.join(GROWN).is_dir()
}

/// Replaces the files of the sweep in `dir` by its renumbered ones; the manifest last, since it is
/// needed to renumber the records of runs.
fn complete(dir: &Path) -> Result<(), ExperimentError> {
    let grown = dir.join(GROWN);
    if grown.join(MANIFEST).exists() {
        let [old, new] = [dir, &grown].map(SweepManifest::read);
        let (old, new) = (old?.experiment, new?.experiment);
        let renumbering = Renumbering::new(&old, &new);
        let replace = || {
            replace_kept(dir, &grown, &renumbering)?;
            tables::remove_all(dir)?;
            for name in [JOURNAL, SPOOL, SOURCES, MANIFEST] {
                if grown.join(name).exists() {
                    if name == SOURCES {
                        kept::remove(&dir.join(name))?;
                    }
                    fs::rename(grown.join(name), dir.join(name))?;
                }
            }
            Ok(())
        };
        replace().map_err(ExperimentError::writing(dir))?;
    }
    kept::remove(&grown).map_err(ExperimentError::writing(&grown))
}

/// Moves the records of runs to their new names, by way of `grown`, which has a folder for them until
/// all are moved.
fn replace_kept(dir: &Path, grown: &Path, renumbering: &Renumbering<'_>) -> io::Result<()> {
    let (from, to) = (dir.join(KEPT), grown.join(KEPT));
    if !to.is_dir() {
        return Ok(());
    }
    if from.is_dir() {
        for entry in fs::read_dir(&from)? {
            let name = entry?.file_name();
            let case = kept::number_in(&name).and_then(|number| renumbering.of_number(number));
            let renamed = case.map(|case| kept::renumbered(&name, case.number));
            fs::rename(from.join(&name), to.join(renamed.unwrap_or_else(|| name.into())))?;
        }
        fs::remove_dir(&from)?;
    }
    if fs::read_dir(&to)?.next().is_none() { fs::remove_dir(to) } else { fs::rename(to, from) }
}
