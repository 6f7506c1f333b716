//! Reads and validates the file of an experiment.
//!
//! ```toml
//! description = "How much light do wolves need?"   # one line; optional
//! seed = 1                     # the seeds of all runs are derived from it; default 1
//! ticks = 5000                 # the ticks of a run, unless a stop condition ends it
//! replicates = 10              # the runs at each point; default 1
//! # seeds = "1..10"            # or: one run with each of these seeds, both ends included
//! # common_random_numbers = true   # replicates have the same seeds at every point
//!
//! [base]                       # the common starting point of all runs
//! scenario = "meadow"          # a shipped scenario, or a path relative to this file
//! # snapshot = "a.snapshot"    # or: the world of a snapshot, each run with a seed of its own
//! # recording = "a.recording"  # or: that of a tick of a recording; `base.tick` can be a factor
//! # tick = 2500
//! set = ["population.lynx=20"] # overrides, as with --set
//! map = "maps/river.map"       # another map, a path relative to this file
//! creatures = ["creatures"]    # folders of creatures, relative to this file
//!
//! [factors]                    # what varies: any key of --set, `map`, `creatures`
//! rules.light = [20, 30, 40]   # a list of values; or evenly spaced steps:
//! species.hare.points.speed = { from = 20, to = 40, steps = 3 }
//! population.wolf = { from = 2, to = 200, steps = 3, scale = "log", whole = true }
//!
//! # [design]                   # default: a grid (all combinations)
//! # kind = "latin"             # grid, latin (a Latin hypercube), random; the last two need no steps
//! # points = 100               # the number of points, for latin and random
//!
//! [[command]]                  # added to the timetable of the base; as in scenarios
//! tick = 2000
//! drought = { light = 0.2, ticks = 500 }   # `command.drought.light` can be a factor
//!
//! [stop]                       # stop conditions
//! extinction = "any"           # or a species, or a list of species
//! winner = true                # stop when a conquest is decided; default true
//! when = "hare < 10 && tick > 500"   # or a list of such conditions
//!
//! [measures]                   # columns of runs.csv; see `docs/batch.md`
//! hares_mean = "mean(hare, tick > 100)"
//! hares_peak_at = "argmax(hare)"
//!
//! [evolution]                  # compare each run with neutral shadows of it; see `docs/batch.md`
//! shadows = 99                 # the number of shadows; default 20
//! species = ["hare"]           # only these species; default all
//! every = 500                  # the interval of the windows of the MODES metrics; default a tenth of the run
//! persistence = 2000           # their persistence time; default half of the run
//! grid = 5                     # the coarseness of genotypes, in points; default 5
//!
//! [keep]                       # in addition to a row for each run
//! census = 100                 # a census of every run, at this interval in ticks
//! runs = "first"               # runs with a record: the first replicates, "all", or a list
//! events = "lives"             # the events in those records: nothing, lives or everything
//! snapshots = 1000             # snapshots in those records, at this interval in ticks
//! recordings = true            # also a recording of each of those runs
//! individuals = true           # also a row for each organism of those runs
//! ancestry = true              # also a row for each of the living and their ancestors
//! ```
//!
//! Instead of `[factors]` there may be points in a CSV file, whose header names the factors:
//!
//! ```toml
//! [design]
//! file = "points.csv"          # relative to this file
//! round = ["population.wolf"]  # factors whose values are rounded to whole numbers
//! ```
//!
//! Or points in this file, each with a value for the same factors:
//!
//! ```toml
//! [[point]]
//! rules.light = 20
//! population.wolf = 4
//! ```

mod checking;
mod contradictions;
mod design;
mod evolving;
mod factors;
mod keeping;
mod measuring;
mod point_list;
mod points;
mod range;
mod spreadsheet;
mod stopping;
mod storing;
#[cfg(test)]
mod tests;
mod timing;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use terrarium_input::document::{DESCRIPTION_LENGTH, Document, Item, Override, Section, Value};
use terrarium_input::{Diagnostic, quoted, spelling};
use terrarium_run::StartError;

use timing::AddedCommand;

use super::base::BaseWorld;
use super::condition::ExpressionError;
use super::definition::{CREATURES, MAP};
use super::{Base, Design, Experiment, ExperimentError, Replicates};

/// The most ticks of a run.
pub const MOST_TICKS: u64 = 1_000_000_000_000;

const KEYS: [&str; 15] = [
    "description",
    "seed",
    "ticks",
    "replicates",
    "seeds",
    COMMON,
    "base",
    "factors",
    "design",
    "point",
    "command",
    "stop",
    "measures",
    "evolution",
    "keep",
];

/// The key of common random numbers.
const COMMON: &str = "common_random_numbers";

/// Overrides of the file, from the command line.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Overrides of every run, applied after those of the file. Paths are relative to the working
    /// directory.
    pub overrides: Vec<Override>,
    /// The first and the last seed with which each point is run, instead of replicates.
    pub seeds: Option<(u64, u64)>,
}

impl Experiment {
    /// Reads the experiment in the file at `path`, and validates it together with the base
    /// scenario.
    ///
    /// # Errors
    /// When the file cannot be read, or it, a factor, or the base scenario is invalid.
    pub fn read(path: &Path, overrides: &Overrides) -> Result<Self, ExperimentError> {
        let document = Document::read(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // The runs may be executed with another working directory.
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = absolute.parent().unwrap_or(Path::new(""));
        let experiment = Self::from_document(&name, folder, &document, overrides)?;
        let file = absolute.file_name().map(|file| file.to_string_lossy().into_owned());
        Ok(Self { file, ..experiment })
    }

    /// Reads the experiment in `document`, whose paths are relative to `folder`.
    ///
    /// # Errors
    /// When it, a factor, or the base scenario is invalid.
    pub fn from_document(
        name: &str,
        folder: &Path,
        document: &Document,
        overrides: &Overrides,
    ) -> Result<Self, ExperimentError> {
        let root = document.root()?;
        root.only(&KEYS)?;
        let commands = timing::read(&root)?;
        let base = read_base(&root, folder, &commands, overrides)?;
        let world = BaseWorld::read(&base, &[], None)
            .map_err(|error| at_stored(&root, &commands, error))?;
        let ticks = root.need("ticks", "ticks = 5000")?.whole_in(1..=MOST_TICKS, "ticks")?;
        let seed = root.get("seed").map(|item| item.whole_in(0..=u64::MAX, "")).transpose()?;
        let (factors, design) = design::read(&root, &base, &world)?;
        storing::check(&root, &world, &base, &factors)?;
        contradictions::refuse(&root, overrides, &factors, world.last_tick(ticks))?;
        let mut experiment = Self {
            name: name.to_owned(),
            file: None,
            description: match root.get("description") {
                Some(item) => item.line(DESCRIPTION_LENGTH)?.to_owned(),
                None => String::new(),
            },
            seed: seed.unwrap_or(1),
            replicates: read_replicates(&root, overrides)?,
            ticks,
            stops: Vec::new(),
            stops_when_decided: true,
            measures: Vec::new(),
            evolution: None,
            keep: super::Keep::default(),
            base,
            factors,
            design,
        };
        refuse_uncountable(&experiment, &root)?;
        refuse_repeats(&experiment, &root)?;
        refuse_too_many_repeats(&experiment, &root)?;
        let names = experiment.species_with(&world);
        (experiment.stops, experiment.stops_when_decided) =
            stopping::read(&root, &names, world.is_conquest(), world.run_ticks(ticks))?;
        experiment.measures = measuring::read(&root, &experiment, &names, &world)?;
        experiment.evolution = evolving::read(&root, &names, ticks)?;
        experiment.keep = keeping::read(&root, &experiment)?;
        Ok(experiment)
    }

    /// The names of the species of all runs: first those of the base scenario, in its order.
    ///
    /// # Errors
    /// When the base scenario cannot be read any more.
    pub fn species(&self) -> Result<Vec<String>, ExperimentError> {
        Ok(self.species_with(&BaseWorld::read(&self.base, &[], None)?))
    }

    pub(super) fn species_with(&self, world: &BaseWorld) -> Vec<String> {
        let mut names = world.species();
        let factors = self.factors.iter().map(|factor| factor.name.as_str());
        let variants = self.base.variants.values().flat_map(|variant| &variant.overrides);
        for key in factors.chain(variants.map(String::as_str)) {
            let name = key.strip_prefix("population.").and_then(|n| n.split(['.', '=']).next());
            if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
                names.push(name.to_owned());
            }
        }
        names
    }
}

fn read_base(
    root: &Section<'_>,
    folder: &Path,
    commands: &[AddedCommand],
    overrides: &Overrides,
) -> Result<Base, ExperimentError> {
    let section = root.need("base", "[base]")?.section()?;
    section.only(&["scenario", "snapshot", "recording", "tick", MAP, "set", CREATURES])?;
    let stored = storing::read(&section)?;
    let scenario = match &stored {
        Some(_) => String::new(),
        None => section.need("scenario", "scenario = \"meadow\"")?.text()?.to_owned(),
    };
    let mut base = Base {
        scenario,
        stored,
        map: None,
        overrides: Vec::new(),
        creatures: Vec::new(),
        variants: BTreeMap::new(),
        folder: folder.to_owned(),
    };
    base.map = section.get(MAP).map(|map| map.text().map(str::to_owned)).transpose()?;
    for item in list_under(&section, "set", "overrides, such as \"rules.light=40\"")? {
        let setting =
            Override::parse(item.text()?).map_err(|diagnostic| at_item(item, diagnostic))?;
        refuse_seed(&setting).map_err(|diagnostic| at_item(item, diagnostic))?;
        base.overrides.push(setting.text().to_owned());
    }
    base.overrides.extend(commands.iter().map(|command| command.text.clone()));
    for setting in &overrides.overrides {
        refuse_seed(setting)?;
        base.overrides.push(setting.text().to_owned());
    }
    for item in list_under(&section, CREATURES, "folders, relative to this file")? {
        base.creatures.push(item.text()?.to_owned());
    }
    Ok(base)
}

/// The error of reading the base, with the location of the file of a stored world.
fn at_stored(root: &Section<'_>, commands: &[AddedCommand], error: StartError) -> ExperimentError {
    let base = root.section("base").ok().flatten();
    let item = base.and_then(|base| base.get("snapshot").or_else(|| base.get("recording")));
    match item {
        Some(item) if error.diagnostic().location.is_none() => {
            at_item(item, error.diagnostic()).into()
        }
        _ => timing::located(commands, error),
    }
}

fn refuse_seed(setting: &Override) -> Result<(), Diagnostic> {
    let first = &setting.path()[0];
    if first.value != "seed" {
        return Ok(());
    }
    Err(first.location.error(
        "the seed of a run is derived from that of the experiment",
        "set `seed` of the experiment, or `seeds = \"1..10\"` (on the command line: --seeds)",
    ))
}

/// The diagnostic with the location of an item of the file.
fn at_item(item: &Item, diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.at(item.location.clone())
}

/// The error of an expression in the text of an item.
fn in_expression(item: &Item, text: &str, error: ExpressionError) -> Diagnostic {
    let ExpressionError { span, problem, remedy } = error;
    // If the text of the file has no escapes, the location is that of the word.
    let within = item.location.text().find(text).map(|offset| {
        let start = item.location.span().start + offset;
        item.location.at(start + span.start..start + span.end.max(span.start + 1))
    });
    within.as_ref().unwrap_or(&item.location).error(problem, remedy)
}

/// One item, or the members of a list.
fn one_or_more(item: &Item) -> &[Item] {
    match &item.value {
        Value::List(list) => list,
        _ => std::slice::from_ref(item),
    }
}

/// The error for the name of a species that no run has; `names` are those that can be given.
fn unknown_species(item: &Item, given: &str, names: &[&str]) -> Diagnostic {
    let known = || names.iter().copied();
    let remedy = match spelling::nearest(given, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("give one of {}", spelling::listed(known())),
    };
    item.location.error(format!("no run has a species {}", quoted(given)), remedy)
}

fn list_under<'a>(
    section: &Section<'a>,
    key: &str,
    members: &str,
) -> Result<&'a [Item], Diagnostic> {
    section.get(key).map_or(Ok(&[]), |item| item.list(members))
}

fn read_replicates(root: &Section<'_>, overrides: &Overrides) -> Result<Replicates, Diagnostic> {
    let (count, seeds) = (root.get("replicates"), root.get("seeds"));
    if let (Some(_), Some(seeds)) = (count, seeds) {
        let problem = "`replicates` and `seeds` exclude each other: each sets the runs at a point";
        return Err(seeds.location.error(problem, "leave out one of them"));
    }
    let common = root.get(COMMON);
    let is_common = common.map_or(Ok(false), Item::truth)?;
    if let (Some(_), Some(common)) = (seeds, common) {
        let problem = "`seeds` are the same at every point already";
        return Err(common.location.error(problem, format!("leave out `{COMMON}`")));
    }
    if let Some((first, last)) = overrides.seeds {
        return Ok(Replicates::Seeds { first, last });
    }
    if let Some(item) = seeds {
        let (first, last) =
            read_seeds(item.text()?).map_err(|remedy| item.invalid_value(remedy))?;
        return Ok(Replicates::Seeds { first, last });
    }
    let count = match count {
        Some(item) => item.whole_in(1..=u64::from(u32::MAX), "runs at each point")?,
        None => 1,
    };
    let count = u32::try_from(count).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    Ok(if is_common { Replicates::Common(count) } else { Replicates::Count(count) })
}

/// Parses the first and the last seed of a text such as `1..10`.
///
/// # Errors
/// What to give instead, when it is invalid, or a seed is more than a column of a table holds.
pub fn read_seeds(text: &str) -> Result<(u64, u64), String> {
    let parse = || {
        let (first, last) = text.split_once("..")?;
        Some((first.trim().parse::<u64>().ok()?, last.trim().parse::<u64>().ok()?))
    };
    match parse() {
        Some((_, last)) if last > i64::MAX.cast_unsigned() => {
            Err(format!("give seeds up to {}, the greatest that tables hold", i64::MAX))
        }
        Some((first, last)) if first <= last && last - first < u64::from(u32::MAX) => {
            Ok((first, last))
        }
        _ => Err("give the first and the last seed, such as 1..10".to_owned()),
    }
}

fn refuse_uncountable(experiment: &Experiment, root: &Section<'_>) -> Result<(), Diagnostic> {
    const MOST: u128 = 1 << 53;
    let runs = experiment.runs();
    if runs <= MOST {
        return Ok(());
    }
    let location = root.get("factors").map_or(root.location(), |item| &item.location);
    Err(location.error(
        format!("the experiment has {runs} runs, more than the limit of {MOST}"),
        "use fewer values, or sample points: `[design] kind = \"latin\"`, `points = 100`",
    ))
}

/// Refuses more sampled points than there are different ones: equal points would have equal seeds.
fn refuse_repeats(experiment: &Experiment, root: &Section<'_>) -> Result<(), Diagnostic> {
    let (Design::Latin { points } | Design::Random { points }) = experiment.design else {
        return Ok(());
    };
    let mut counts = experiment.factors.iter().map(|factor| factor.levels.count());
    let all = counts.try_fold(1_u128, |all, count| Some(all.saturating_mul(u128::from(count?))));
    let Some(all) = all.filter(|&all| all < u128::from(points)) else { return Ok(()) };
    let location = root.get("design").map_or(root.location(), |item| &item.location);
    Err(location.error(
        format!("{points} points are requested, but the factors have only {all} different ones"),
        "use a grid (leave out [design]), with `replicates` to run each point several times",
    ))
}

/// Refuses a file that repeats a point so often that its replicates have no numbers left.
fn refuse_too_many_repeats(experiment: &Experiment, root: &Section<'_>) -> Result<(), Diagnostic> {
    let Some(file) = experiment.design.file() else { return Ok(()) };
    let most = file.repeats.iter().max().map_or(1, |&most| u64::from(most) + 1);
    let replicates = most.saturating_mul(experiment.replicates.count());
    if replicates <= u64::from(u32::MAX) {
        return Ok(());
    }
    let location = root.get("replicates").map_or(root.location(), |item| &item.location);
    Err(location.error(
        format!("a point of {} has {replicates} replicates", file.path),
        format!(
            "the limit is {}: use fewer `replicates`, or repeat the point less often",
            u32::MAX
        ),
    ))
}
