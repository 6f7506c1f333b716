//! The navigation benchmark: measures and compares navigators on sets of problems.
//!
//! A [`ProblemSet`] is generated from a seed by a [`ProblemGenerator`], or read from maps and
//! scenario files ([`Map`]). [`measure_all`] runs every [`Method`](terrarium_navigation::Method) on
//! every problem; a [`Summary`] aggregates the results. [`validate`] checks each result without any
//! navigator: its path must lead from start to goal without entering an obstacle, and the result
//! must satisfy the [`Guarantee`](terrarium_navigation::Guarantee) of the method.
//!
//! All results but the durations of searches are reproducible to the bit, on any number of threads.
//!
//! ```
//! use terrarium_experiment::navigation_benchmark::{Gauge, ProblemGenerator, Summary, Verdict, measure_all};
//! use terrarium_navigation::Method;
//!
//! let sets = [ProblemGenerator::named("boxes-10").unwrap().set(7, 5)];
//! let methods = ["exact", "perimeter"].map(|name| name.parse::<Method>().unwrap());
//! let gauge = Gauge { budget: 100_000, clock: &|| 0.0, stop: &|| false };
//! let on_problem = || std::ops::ControlFlow::Continue(());
//! let measurements = measure_all(&sets, &methods, gauge, &on_problem).unwrap();
//! for summary in Summary::of_all(&measurements) {
//!     assert_eq!((summary.problems, summary.verdicts(Verdict::Found)), (5, 5));
//!     assert_eq!(summary.broken, 0);
//!     assert!(summary.ratio.unwrap().mean < 1.1);
//! }
//! ```

mod attempt;
mod bench;
mod chart;
mod ending;
mod generated;
mod ground_truth;
mod indexed_scene;
mod maps;
mod measure;
mod moving_obstacles;
mod problem;
mod problem_rng;
mod record;
mod scene;
mod set;
mod spread;
mod summary;
pub mod table;
mod validate;

pub use attempt::Attempt;
pub use bench::{Measurement, measure_all};
pub use chart::{CHART, draw};
pub use ending::{Ending, Verdict};
pub use ground_truth::{GroundTruth, Reference};
pub use indexed_scene::IndexedScene;
pub use maps::{Map, tile_centre};
pub use measure::{Clock, Gauge};
pub use problem::{OctileLength, Problem};
pub use record::{MEASUREMENTS, MEASUREMENTS_PARQUET, SUMMARY, write};
pub use scene::Scene;
pub use scene::{area_around, link_ends};
pub use set::{GENERATORS, ProblemGenerator, ProblemSet};
pub use spread::Spread;
pub use summary::Summary;
pub use validate::validate;
