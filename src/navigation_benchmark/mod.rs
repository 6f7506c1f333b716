//! The laboratory: navigators at work on sets of problems, measured and compared.
//!
//! A [`ProblemSet`] is made from a seed by a [`ProblemGenerator`], or read from maps and scenario files
//! ([`Map`]). [`measure_all`] has every [`Method`](crate::navigation::Method) solve every problem;
//! a [`Summary`] tells what that comes to. Each walk is looked at without any navigator: whether it
//! leads where it should and through nothing, and whether its method keeps what its
//! [`Guarantee`](crate::navigation::Guarantee) promises ([`validate`]).
//!
//! Everything but the time that searches take repeats to the bit, on any number of threads.
//!
//! ```
//! use terrarium::navigation_benchmark::{Gauge, ProblemGenerator, Summary, Verdict, measure_all};
//! use terrarium::navigation::Method;
//!
//! let sets = [ProblemGenerator::named("boxes-10").unwrap().set(7, 5)];
//! let methods = ["exact", "perimeter"].map(|name| name.parse::<Method>().unwrap());
//! let gauge = Gauge { budget: 100_000, clock: &|| 0.0 };
//! let go_on = || std::ops::ControlFlow::Continue(());
//! let findings = measure_all(&sets, &methods, gauge, &go_on).unwrap();
//! for summary in Summary::of_all(&findings) {
//!     assert_eq!((summary.problems, summary.verdicts(Verdict::Found)), (5, 5));
//!     assert_eq!(summary.broken, 0);
//!     assert!(summary.ratio.unwrap().mean < 1.1);
//! }
//! ```

mod bench;
mod chance;
#[cfg(feature = "charts")]
mod chart;
mod drive;
mod ending;
mod generated;
mod ground;
mod known;
mod maps;
mod measure;
mod problem;
mod record;
mod scene;
mod set;
mod spread;
mod summary;
pub mod table;
mod validate;
mod walk;

pub use bench::{Measurement, measure_all};
#[cfg(feature = "charts")]
pub use chart::{CHART, draw};
pub use ending::{Ending, Verdict};
pub use ground::IndexedScene;
pub use known::{Known, Reference};
pub use maps::{Map, middle};
pub use measure::{Clock, Gauge};
pub use problem::Problem;
pub use record::{SUMMARY, WALKS, WALKS_PARQUET, write};
pub use scene::Scene;
pub use set::{ProblemGenerator, ProblemSet, RECIPES};
pub use spread::Spread;
pub use summary::Summary;
pub use validate::validate;
pub use walk::Walk;
