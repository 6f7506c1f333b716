//! The definition of a league, and its directory.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Catalogue, Kind};
use terrarium_input::document::{Document, Override};
use terrarium_output::atomic_file;
use terrarium_run::StartError;
use terrarium_run::scenario::Scenario;

use super::entrant::{ENTRANTS, write_files};
use super::field::{FIELDS, Field};
use super::{Entrant, Entrants, Format, Skipped};
use crate::ExperimentError;

/// The file with the definition of a league.
pub const DEFINITION: &str = "arena.json";

/// The number of census rows of a game, besides the first: its leads are read from them.
pub const SAMPLES: u64 = 50;

/// A league: its format, its entrants, and the conditions of its games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct League {
    /// The version of the program that plays it.
    pub program: String,
    /// The format.
    pub format: Format,
    /// The conditions of all games.
    pub conditions: Conditions,
    /// The entrants, in the order in which they were named.
    pub entrants: Vec<Entrant>,
    /// The creatures that could not enter.
    pub skipped: Vec<Skipped>,
}

/// What all games of a league have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The number of ticks after which a game ends undecided: a multiple of 50.
    pub ticks: u64,
    /// The first and the last seed; every line-up meets once with each.
    pub seeds: (u64, u64),
    /// Overrides of the fields, as `key=value`, in order.
    pub overrides: Vec<String>,
}

/// The directory of a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueDir(PathBuf);

impl Conditions {
    /// The rules of the games, as far as creatures are validated by them.
    pub(super) fn rules(&self) -> Result<Rules, ExperimentError> {
        let overrides = self.parsed_overrides()?.into_iter();
        let rules = overrides.filter(|it| it.path()[0].value == "rules");
        let scenario = Scenario::find("meadow", &rules.collect::<Vec<_>>());
        Ok(scenario.map_err(StartError::from)?.rules)
    }

    fn parsed_overrides(&self) -> Result<Vec<Override>, ExperimentError> {
        let overrides = self.overrides.iter().map(|text| Override::parse(text));
        Ok(overrides.collect::<Result<_, _>>()?)
    }
}

impl League {
    /// Creates a league.
    ///
    /// # Errors
    /// When the format has no game for these entrants, or a condition is invalid.
    pub fn new(
        format: Format,
        conditions: Conditions,
        entrants: Entrants,
    ) -> Result<Self, ExperimentError> {
        let Conditions { ticks, .. } = conditions;
        if ticks == 0 || !ticks.is_multiple_of(SAMPLES) {
            let remedy =
                format!("give a multiple of {SAMPLES}, such as {}", format.default_ticks());
            return refuse(format!("a game cannot have {ticks} ticks; {remedy}"));
        }
        let Entrants { entered, skipped, .. } = entrants;
        let program = terrarium_output::VERSION.to_owned();
        let league = Self { program, format, conditions, entrants: entered, skipped };
        league.check_entrants()?;
        league.check_overrides()?;
        Ok(league)
    }

    /// Rejects overrides that the fields do not accept, or that the league determines itself.
    fn check_overrides(&self) -> Result<(), ExperimentError> {
        let overrides = self.conditions.parsed_overrides()?;
        for key_override in &overrides {
            let [first, rest @ ..] = key_override.path() else { continue };
            let name = rest.first().map(|key| key.value.as_str());
            let is_entrant = |name: &str| self.entrants.iter().any(|entrant| entrant.name == name);
            match first.value.as_str() {
                "seed" => Err(first.location.error(
                    "each game has a seed of its own",
                    "choose the seeds with `--seeds`, such as --seeds 1..10",
                ))?,
                "population" if name.is_some_and(is_entrant) => Err(first.location.error(
                    "all entrants have equally many founders",
                    "leave this out; it applies to the other species of a field",
                ))?,
                _ => {}
            }
        }
        for field in self.fields()? {
            let document = Document::parse(&format!("{}.toml", field.name), &field.text)?;
            Scenario::from_document(&field.name, Path::new(""), document, &overrides)
                .map_err(StartError::from)?;
        }
        Ok(())
    }

    fn check_entrants(&self) -> Result<(), ExperimentError> {
        let count = self.entrants.len();
        let skipped = match self.skipped.len() {
            0 => String::new(),
            number => format!(" ({number} could not enter)"),
        };
        if self.format == Format::Duel && count != 2 {
            return refuse(format!(
                "a duel is between two creatures, and there are {count}{skipped}; use `--format \
                 round-robin` for more"
            ));
        }
        if count < 2 {
            return refuse(format!(
                "a league needs two creatures, and there are {count}{skipped}; name more folders or \
                 shipped species, or add `--sparring`"
            ));
        }
        if self.groups().iter().any(|group| group.len() > 1) {
            return Ok(());
        }
        let [first, second] = [&self.entrants[0], &self.entrants[1]];
        refuse(format!(
            "{} is a {} and {} a {}: only creatures of one kind meet here; enter another one, or use \
             `--format conquest`",
            first.name,
            first.kind.name(),
            second.name,
            second.kind.name()
        ))
    }

    /// The groups of entrants that are compared with each other, by their numbers: those of a kind,
    /// or all in a conquest.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let numbers = || 0..self.entrants.len();
        if !self.format.separates_kinds() {
            return vec![numbers().collect()];
        }
        let of_kind =
            |kind| numbers().filter(|&number| self.entrants[number].kind == kind).collect();
        let groups = [Kind::Herbivore, Kind::Carnivore].map(of_kind);
        groups.into_iter().filter(|group: &Vec<usize>| !group.is_empty()).collect()
    }

    /// The name of a group: the kind of its entrants, or `animal` where all meet.
    #[must_use]
    pub fn group_name(&self, group: &[usize]) -> &'static str {
        match group.first() {
            Some(&first) if self.format.separates_kinds() => self.entrants[first].kind.name(),
            _ => "animal",
        }
    }

    /// The fields of its games.
    ///
    /// # Errors
    /// When the shipped scenario of a field cannot be read.
    pub fn fields(&self) -> Result<Vec<Field>, ExperimentError> {
        let count = |kind| self.entrants.iter().filter(|it| it.kind == kind).count() as u64;
        match self.format {
            Format::Duel | Format::RoundRobin | Format::King => {
                let groups = self.groups().into_iter().filter(|group| group.len() > 1);
                Ok(groups.map(|group| Field::of_kind(self.entrants[group[0]].kind)).collect())
            }
            Format::Meadow => {
                Ok(vec![Field::meadow(count(Kind::Herbivore), count(Kind::Carnivore))])
            }
            Format::Conquest => Ok(vec![Field::conquest()?]),
        }
    }

    /// The number of seeds.
    #[must_use]
    pub fn seeds(&self) -> u64 {
        let (first, last) = self.conditions.seeds;
        last - first + 1
    }

    /// In what two definitions differ; `None` when they have the same games.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let names = |league: &Self| -> Vec<String> {
            league.entrants.iter().map(|entrant| entrant.name.clone()).collect()
        };
        let (own, others) = (&self.conditions, &other.conditions);
        if self.format != other.format {
            return Some(format!("its format is {}", self.format.name()));
        }
        if self.program != other.program {
            return Some(format!("it was played by version {} of the program", self.program));
        }
        if own != others {
            let (first, last) = own.seeds;
            let overrides = match &own.overrides[..] {
                [] => String::new(),
                list => format!(" and overrides {}", list.join(", ")),
            };
            return Some(format!("it has {} ticks, seeds {first}..{last}{overrides}", own.ticks));
        }
        if names(self) != names(other) {
            return Some(format!("its entrants are {}", names(self).join(", ")));
        }
        let mut pairs = self.entrants.iter().zip(&other.entrants);
        let changed = pairs.find(|(one, other)| one.content_hash != other.content_hash)?;
        Some(format!("the files of {} have changed since", changed.0.name))
    }
}

fn refuse<T>(problem: String) -> Result<T, ExperimentError> {
    Err(ExperimentError::InvalidRequest(problem))
}

impl LeagueDir {
    /// Opens the directory of a league that was started before.
    ///
    /// # Errors
    /// When it has no league, or its definition cannot be read.
    pub fn open(dir: impl Into<PathBuf>) -> Result<(Self, League), ExperimentError> {
        let dir = Self(dir.into());
        let path = dir.0.join(DEFINITION);
        let text = fs::read(&path).map_err(ExperimentError::reading(&path))?;
        let league = serde_json::from_slice(&text).map_err(|error| {
            let remedy = "restore a copy of the file, or choose another directory with `--out`";
            ExperimentError::directory(&path, format!("this is not a league: {error}"), remedy)
        })?;
        Ok((dir, league))
    }

    /// Prepares the directory of a league: writes its definition, its fields and copies of its
    /// entrants, or checks that they are those of this league.
    ///
    /// # Errors
    /// When the directory has other content, or a league to be continued with `resume`, or a file
    /// cannot be written.
    pub fn prepare(
        dir: impl Into<PathBuf>,
        league: &League,
        resume: bool,
    ) -> Result<Self, ExperimentError> {
        let dir = dir.into();
        let refuse =
            |problem: &str, remedy: &str| Err(ExperimentError::directory(&dir, problem, remedy));
        if dir.join(DEFINITION).exists() {
            let (_, found) = Self::open(&dir)?;
            if let Some(difference) = found.difference(league) {
                let problem = format!("this is the directory of another league: {difference}");
                return refuse(&problem, "choose another with `--out`, or repeat its command");
            }
            if !resume {
                let remedy =
                    "continue it with `--resume`, or choose another directory with `--out`";
                return refuse("this league was started here before", remedy);
            }
        } else if dir.exists() && !dir.is_dir() {
            return refuse("this is a file", "give the path of a directory with `--out`");
        } else if fs::read_dir(&dir).is_ok_and(|mut entries| entries.next().is_some()) {
            let problem = "this directory is not empty, and not that of a league";
            return refuse(problem, "choose another with `--out`, or remove it first");
        }
        let dir = Self(std::path::absolute(&dir).unwrap_or(dir));
        dir.write(league)?;
        Ok(dir)
    }

    /// A new and empty directory, for shards that are merged.
    pub(super) fn empty(dir: &Path) -> Result<Self, ExperimentError> {
        if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            let problem = "this directory is not empty";
            return Err(ExperimentError::directory(dir, problem, "choose another with `--out`"));
        }
        fs::create_dir_all(dir).map_err(ExperimentError::writing(dir))?;
        Ok(Self(std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned())))
    }

    /// Writes the definition first: without it, a killed process would leave a directory that is
    /// refused.
    fn write(&self, league: &League) -> Result<(), ExperimentError> {
        let folder = self.0.join(FIELDS);
        fs::create_dir_all(&folder).map_err(ExperimentError::writing(&folder))?;
        let text = serde_json::to_string_pretty(league).expect("plain data can be written") + "\n";
        write_text(&self.0.join(DEFINITION), &text)?;
        for field in league.fields()? {
            write_text(&folder.join(format!("{}.toml", field.name)), &field.text)?;
        }
        for entrant in league.entrants.iter().filter(|entrant| !entrant.is_shipped()) {
            write_files(&self.0.join(ENTRANTS).join(&entrant.name), &entrant.files)?;
        }
        Ok(())
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The directory of the sweep of a stage.
    #[must_use]
    pub fn games(&self, stage: &str) -> PathBuf {
        self.0.join("games").join(stage)
    }
}

impl Entrant {
    /// Whether it is a species that ships with the program.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        self.content_hash.is_empty() && Catalogue::ships(&self.name)
    }
}

pub(super) fn write_text(path: &Path, text: &str) -> Result<(), ExperimentError> {
    let written = atomic_file::write(path, |file| file.write_all(text.as_bytes()));
    written.map_err(ExperimentError::writing(path))
}
