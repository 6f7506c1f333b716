//! `terrarium lab`: compares navigators on sets of problems.

mod pictures;
mod problems;
mod report;

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::interruption::Interruption;
use super::threads::with_pool;
use super::{Failure, Format, output, progress};
use crate::clock::now;
use crate::navigation::{Method, NAVIGATORS};
use crate::navigation_benchmark::{
    self, GENERATORS, Gauge, Measurement, ProblemSet, Summary, measure_all, table,
};
use crate::record::RunDir;

/// The default number of generated problems per set.
const COUNT: usize = 100;

const EXAMPLES: &str = "\
Examples:
  terrarium lab
  terrarium lab --navigator perimeter,exact --problems rooms,mazes --limit 20
  terrarium lab --navigator scan,scan:range=20 --problems boxes-25 --out runs/scan --pictures
  terrarium lab --navigator grid-astar,jump-point --problems arena.map --format json
  terrarium lab --problems fubar.json --seed 3";

/// The part of the long help about sets, navigators, the table and the files.
fn details() -> String {
    let generators: Vec<String> = GENERATORS
        .iter()
        .map(|generator| format!("  {:10} {}", generator.name, generator.about))
        .collect();
    let navigators: Vec<String> = NAVIGATORS
        .iter()
        .map(|navigator| format!("  {:14} {}", navigator.name(), navigator.about()))
        .collect();
    format!(
        "\
Generated sets of problems:
{}

In generated sets the mover is a box of 1 × 1. On maps it is one tile large, so that it can go wherever \
moves between adjacent tiles can go without cutting corners. On a MovingAI map the problems are the \
rows of the scenario file next to it (arena.map.scen), or of the scenario file given instead of the \
map; on maps without a scenario file they lead between random tiles. A .jsonl file holds problems as \
`terrarium path` reads them; their coordinates are rounded to multiples of 2^-20.

Navigators:
{}

Parameters follow the name, as in scan:range=20:rays=64. docs/navigation.md explains which navigator \
to choose.

The table has a line per navigator: paths found; proofs that there is no path (none); searches that \
exhausted their budget (gave up); and attempts that failed, which leaves open whether there is a path. \
`length` is the length of the paths found divided by the optimum: the length of the shortest any-angle \
path; for grid navigators on rows of a scenario file, the length in the file; and where obstacles \
move, the straight-line distance. `turning` is the sum of all turns of a path. `steps` counts queries \
of the obstacles. `micros` is the duration of the searches in microseconds. All but `micros` is \
reproducible.

Every result is checked: a path must lead from start to goal without entering an obstacle and be as \
long as its navigator guarantees, and no reachable goal may be reported as unreachable. On rows of a \
scenario file, paths of grid-astar and jump-point must have the length in the file, to 0.001, six \
digits, or as many decimal places as the file has, and paths of exact must not be longer. If a check fails, the command reports the row and exits \
with code 1.

Files in the directory of --out: lab.csv and lab.parquet have a row per navigator and problem, \
summary.csv has the table, lab.png shows it as a chart, and pictures/ shows the paths side by side.",
        generators.join("\n"),
        navigators.join("\n"),
    )
}

/// Compare navigators on sets of path-finding problems
///
/// Runs every navigator on every problem of every set, in parallel, measures success, path length
/// and effort, and checks every path found.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{}\n\n{EXAMPLES}", details()))]
pub(super) struct Lab {
    /// Compare these navigators, separated by commas (default: all); for example
    /// perimeter,scan:range=20
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    navigator: Vec<String>,
    /// Use these problems, separated by commas: generated sets, MovingAI .map or .scen files,
    /// OpenFire .json maps, or .jsonl files of problems (default: all generated sets); for example
    /// rooms,arena.map
    #[arg(long, value_name = "SET|FILE,…", value_delimiter = ',')]
    problems: Vec<String>,
    /// Use at most N problems per set, evenly spread over a scenario file (default: 100 generated
    /// problems, all problems of a file); for example 20
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,
    /// Generate problems from this seed; for example 7
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Stop each search after N steps; for example 20000
    #[arg(long, value_name = "N", default_value = "1000000")]
    budget: NonZeroU32,
    /// Use N threads (default: all cores); affects only the durations; for example 1
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Write tables and a chart into this new directory; for example runs/lab
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw the paths of the first N problems of each set side by side (without N: 4); for example
    /// --pictures=10
    #[arg(long, value_name = "N", requires = "out", require_equals = true)]
    #[arg(num_args = 0..=1, default_missing_value = "4")]
    pictures: Option<NonZeroUsize>,
    /// Skip and count damaged maps and rows of scenario files
    #[arg(long)]
    keep_going: bool,
    /// Set the output format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The results of a benchmark.
struct Results {
    sets: Vec<ProblemSet>,
    methods: Vec<Method>,
    /// The names of the methods.
    names: Vec<String>,
    measurements: Vec<Measurement>,
    summaries: Vec<Summary>,
}

impl Lab {
    pub fn execute(self) -> Result<(), Failure> {
        let methods = self.methods()?;
        let (sets, skipped) = self.sets()?;
        skipped.iter().for_each(|error| output::note(format_args!("note: skipped: {error}")));
        // Created before the measurements: if that fails, none are lost.
        let dir = self.out.as_ref().map(RunDir::create).transpose().map_err(Failure::input)?;
        let interruption = Interruption::install();
        let results =
            with_pool("--jobs", self.jobs, |_| self.measure(sets, methods, &interruption))??;
        if let Some(dir) = dir {
            self.write(dir, &results, &interruption)?;
        }
        output::print(&match self.format {
            Format::Human => report::to_table(&results),
            Format::Json => report::to_json(&results),
        })?;
        report::fail_on_violations(&results)
    }

    /// The navigators to compare.
    fn methods(&self) -> Result<Vec<Method>, Failure> {
        let invalid = |problem| Failure::input(format!("--navigator: {problem}"));
        if self.navigator.is_empty() {
            let all = NAVIGATORS.iter().map(|navigator| navigator.name().parse().map_err(invalid));
            return all.collect();
        }
        let mut methods: Vec<Method> = Vec::new();
        for text in &self.navigator {
            let method = text.parse().map_err(invalid)?;
            if methods.contains(&method) {
                let problem = format!("--navigator: {method} is given twice; give it once");
                return Err(Failure::input(problem));
            }
            methods.push(method);
        }
        Ok(methods)
    }

    /// The sets of problems, and the errors about files that were skipped.
    fn sets(&self) -> Result<(Vec<ProblemSet>, Vec<String>), Failure> {
        let names: Vec<String> = match &self.problems[..] {
            [] => GENERATORS.iter().map(|generator| generator.name.to_owned()).collect(),
            given => given.to_vec(),
        };
        let source = problems::Source {
            seed: self.seed,
            limit: self.limit.map(NonZeroUsize::get),
            keep_going: self.keep_going,
        };
        source.read_all(&names)
    }

    fn measure(
        &self,
        sets: Vec<ProblemSet>,
        methods: Vec<Method>,
        interruption: &Interruption,
    ) -> Result<Results, Failure> {
        check_cells(&sets, &methods)?;
        let total: usize = sets.iter().map(|set| set.problems.len()).sum();
        let bar = progress::bar(total as u64, "problems");
        let begin = now();
        let gauge = Gauge {
            budget: self.budget.get(),
            clock: &|| begin.elapsed().as_nanos() as f64 / 1000.0,
            stop: &|| interruption.is_requested(),
        };
        let on_problem = || {
            bar.inc(1);
            if interruption.is_requested() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let measurements = measure_all(&sets, &methods, gauge, &on_problem);
        bar.finish_and_clear();
        let Some(measurements) = measurements else { return Err(interrupted()) };
        let (names, summaries) = (table::names(&methods), Summary::of_all(&measurements));
        Ok(Results { sets, methods, names, measurements, summaries })
    }

    fn write(
        &self,
        dir: RunDir,
        results: &Results,
        interruption: &Interruption,
    ) -> Result<(), Failure> {
        let Results { sets, names, measurements, summaries, .. } = results;
        navigation_benchmark::write(&dir, sets, names, measurements, summaries)
            .map_err(Failure::failed)?;
        if let Some(count) = self.pictures {
            let stop = || interruption.is_requested();
            let gauge = Gauge { budget: self.budget.get(), clock: &|| 0.0, stop: &stop };
            pictures::paint(&dir, results, count.get(), &gauge)?;
            if stop() {
                return Err(interrupted());
            }
        }
        dir.finish().map(drop).map_err(Failure::failed)
    }
}

/// Checks that no set is too large for the cells that a navigator was given.
fn check_cells(sets: &[ProblemSet], methods: &[Method]) -> Result<(), Failure> {
    for set in sets {
        for problem in &set.problems {
            let area = problem.environment.scene.area();
            for method in methods {
                method.check_cells(&area).map_err(|error| {
                    let (set, problem) = (&set.name, &problem.name);
                    Failure::input(format!("--navigator {method}: {set}, {problem}: {error}"))
                })?;
            }
        }
    }
    Ok(())
}

fn interrupted() -> Failure {
    output::note("interrupted; nothing was written");
    Failure::Interrupted
}
