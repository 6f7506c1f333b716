//! `terrarium lab`: navigators compared on sets of problems.

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
    self, Gauge, Measurement, ProblemSet, RECIPES, Summary, measure_all, table,
};
use crate::record::RunDir;

/// How many problems of a set are made where nothing else is said.
const COUNT: usize = 100;

const EXAMPLES: &str = "\
Examples:
  terrarium lab
  terrarium lab --navigator perimeter,exact --problems rooms,mazes --limit 20
  terrarium lab --navigator scan,scan:range=20 --problems boxes-25 --out runs/scan --pictures
  terrarium lab --navigator grid-astar,jump-point --problems arena.map --format json
  terrarium lab --problems fubar.json --seed 3";

/// What is said of the table, the files and the sets in the long help.
fn details() -> String {
    let recipes: Vec<String> =
        RECIPES.iter().map(|recipe| format!("  {:10} {}", recipe.name, recipe.about)).collect();
    let navigators: Vec<String> = NAVIGATORS
        .iter()
        .map(|navigator| format!("  {:14} {}", navigator.name(), navigator.about()))
        .collect();
    format!(
        "\
Sets of problems that are made from the seed:
{}
On these the mover is a box of 1 × 1. On maps it is one tile large, so that it can go wherever one can \
that steps from tile to tile without cutting corners. A MovingAI map is asked the rows of the \
scenario file beside it (arena.map.scen), or given by that file's own path; another map, ways between \
places drawn by lot. A .jsonl file has problems as `terrarium path` reads them, rounded to 2^-20 of a \
unit.

Navigators:
{}
Parameters follow the name: scan:range=20:rays=64. docs/navigation.md tells which to choose.

The table has a line for each navigator: how many ways were found; how often it was proven that there \
is none; how often the budget of steps ended the search; how often the method failed, which says \
nothing of whether there is a way. `length` is that of the ways found, in relation to the best: \
the shortest at any angle, or on rows of a scenario file for who keeps to the tiles, the one that \
the file tells; where obstacles move, the straight line. `turning` is by how much a way turns in \
all. `steps` are looks at the obstacles. All but `micros` is the same each time.

Every walk is checked: it has to lead from start to goal and through nothing, to be as long as \
its method promises, and nobody may call a goal unreachable that is not. On rows of a scenario file \
grid-astar and jump-point have to meet the length that it tells, to 0.001 or six digits, and exact must not \
be longer. What is found wrong is told with its row; exit code 1.

In --out: lab.csv and lab.parquet have a row for each walk, summary.csv has the table, lab.png a \
chart, pictures/ the walks side by side.",
        recipes.join("\n"),
        navigators.join("\n"),
    )
}

/// Compare navigators: who finds the way, how long it is, and what it takes
///
/// Every navigator solves every problem of every set, in parallel, and every way that is found is
/// checked.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{}\n\n{EXAMPLES}", details()))]
pub(super) struct Lab {
    /// Who is compared, with commas in between; all navigators unless given; for example
    /// perimeter,scan:range=20
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    navigator: Vec<String>,
    /// What they are compared at, with commas in between: sets made from the seed, MovingAI .map
    /// or .scen files, OpenFire .json maps, problems in .jsonl; all that can be made unless given; for
    /// example rooms,arena.map
    #[arg(long, value_name = "SET|FILE,…", value_delimiter = ',')]
    problems: Vec<String>,
    /// How many problems of each set to take, evenly spread over a file; 100 unless given, and all of
    /// a file; for example 20
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,
    /// What problems are made from; for example 7
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// After how many steps a search gives up; for example 20000
    #[arg(long, value_name = "N", default_value = "1000000")]
    budget: NonZeroU32,
    /// How many threads to use, as many as there are unless given; changes nothing but the times;
    /// for example 1
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Write tables and a chart into this new directory; for example runs/lab
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Paint the walks at the first so many problems of each set side by side, 4 unless given; for
    /// example --pictures=10
    #[arg(long, value_name = "N", requires = "out", require_equals = true)]
    #[arg(num_args = 0..=1, default_missing_value = "4")]
    pictures: Option<NonZeroUsize>,
    /// Pass over damaged maps and rows of scenario files, and count them
    #[arg(long)]
    keep_going: bool,
    /// How to print the results; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// All that was measured.
struct Results {
    sets: Vec<ProblemSet>,
    methods: Vec<Method>,
    /// What the methods are called.
    names: Vec<String>,
    findings: Vec<Measurement>,
    summaries: Vec<Summary>,
}

impl Lab {
    pub fn execute(self) -> Result<(), Failure> {
        let methods = self.methods()?;
        let (sets, passed_over) = self.sets()?;
        passed_over
            .iter()
            .for_each(|error| output::note(format_args!("note: passed over: {error}")));
        // Before anything is measured, for it would be lost.
        let dir = self.out.as_ref().map(RunDir::create).transpose().map_err(Failure::input)?;
        let results = with_pool("--jobs", self.jobs, |_| self.measure(sets, methods))??;
        if let Some(dir) = dir {
            self.write(dir, &results)?;
        }
        output::print(&match self.format {
            Format::Human => report::for_people(&results),
            Format::Json => report::as_json(&results),
        })?;
        report::tell_what_is_wrong(&results)
    }

    /// Who is compared.
    fn methods(&self) -> Result<Vec<Method>, Failure> {
        let wrong = |problem| Failure::input(format!("--navigator: {problem}"));
        if self.navigator.is_empty() {
            let all = NAVIGATORS.iter().map(|navigator| navigator.name().parse().map_err(wrong));
            return all.collect();
        }
        let mut methods: Vec<Method> = Vec::new();
        for text in &self.navigator {
            let method = text.parse().map_err(wrong)?;
            if methods.contains(&method) {
                let problem = format!("--navigator: {method} is given twice; give it once");
                return Err(Failure::input(problem));
            }
            methods.push(method);
        }
        Ok(methods)
    }

    /// What they are compared at, and what was passed over.
    fn sets(&self) -> Result<(Vec<ProblemSet>, Vec<String>), Failure> {
        let names: Vec<String> = match &self.problems[..] {
            [] => RECIPES.iter().map(|recipe| recipe.name.to_owned()).collect(),
            given => given.to_vec(),
        };
        let source = problems::Source {
            seed: self.seed,
            limit: self.limit.map(NonZeroUsize::get),
            keep_going: self.keep_going,
        };
        source.read_all(&names)
    }

    fn measure(&self, sets: Vec<ProblemSet>, methods: Vec<Method>) -> Result<Results, Failure> {
        let interruption = Interruption::listen();
        let total: usize = sets.iter().map(|set| set.problems.len()).sum();
        let bar = progress::bar(total as u64, "problems");
        let begin = now();
        let gauge = Gauge {
            budget: self.budget.get(),
            clock: &|| begin.elapsed().as_nanos() as f64 / 1000.0,
        };
        let look = || {
            bar.inc(1);
            if interruption.is_asked_for() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let findings = measure_all(&sets, &methods, gauge, &look);
        bar.finish_and_clear();
        let Some(findings) = findings else {
            output::note("interrupted; nothing was written");
            return Err(Failure::Interrupted);
        };
        let (names, summaries) = (table::names(&methods), Summary::of_all(&findings));
        Ok(Results { sets, methods, names, findings, summaries })
    }

    fn write(&self, dir: RunDir, results: &Results) -> Result<(), Failure> {
        let Results { sets, names, findings, summaries, .. } = results;
        navigation_benchmark::write(&dir, sets, names, findings, summaries)
            .map_err(Failure::failed)?;
        if let Some(count) = self.pictures {
            pictures::paint(&dir, results, count.get(), self.budget.get())?;
        }
        dir.finish().map(drop).map_err(Failure::failed)
    }
}
