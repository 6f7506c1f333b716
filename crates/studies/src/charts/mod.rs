//! Charts of a run: what each of them shows, as numbers with names, units and colours.
//!
//! A [`ChartChoice`] says which chart is asked for, and a [`ChartSource`] what is known of the run.
//! From both follows a [`Chart`]. The panel of a window paints it, and [`mod@file`] writes it as PNG, SVG or
//! CSV, so that all of them show the same numbers.
//!
//! ```
//! use terrarium_studies::charts::file::{self, Format};
//! use terrarium_studies::charts::{ChartChoice, ChartDetails, ChartKind, ChartSource};
//! use terrarium_run::palette;
//! use terrarium_playback::Chronicle;
//! use terrarium_run::SimulationBuilder;
//!
//! let mut simulation = SimulationBuilder::new("meadow").population("clover", 50).build()?;
//! let mut chronicle = Chronicle::new(simulation.world());
//! for _ in 0..3 {
//!     simulation.tick();
//!     chronicle.record(simulation.world());
//! }
//! let source = ChartSource {
//!     chronicle: &chronicle,
//!     others: Vec::new(),
//!     colours: palette::of(&simulation.world().config().species),
//!     tick: 3,
//!     last_tick: 3,
//!     details: &ChartDetails::default(),
//! };
//! let choice = ChartChoice { kind: ChartKind::Populations, ..ChartChoice::default() };
//! let chart = choice.chart(&source, Format::Csv.points(choice.kind));
//! let table = String::from_utf8(file::encode(&chart, Format::Csv, file::SIZE)?)?;
//! assert!(table.starts_with("tick,clover,"));
//! assert_eq!(table.lines().count(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ages;
mod axis;
mod birth_rates;
mod causes;
mod census_column;
mod census_history;
mod census_table;
mod chart;
mod choice;
mod conquest;
pub mod descent;
mod descent_chart;
mod details;
mod distributions;
pub mod file;
mod individuals;
mod kind;
mod labels;
mod phase;
mod populations;
mod property;
mod quantiles;
mod scatter;
mod source;
#[cfg(test)]
mod tests;

pub use axis::float;
pub use axis::round_range;
pub use axis::{Axis, Scale, grouped, short};
pub use census_column::CensusColumn;
pub use census_history::{CensusHistory, CensusSeries};
pub use chart::{Bar, Bars, Chart, Curve, Part, Plot, Points, Shape, Trajectory};
pub use choice::{ChartChoice, Group};
pub use details::{ChartDetails, ChartNeeds};
pub use individuals::{Individual, Individuals};
pub use kind::ChartKind;
pub use labels::apart;
pub use property::Property;
pub use quantiles::Quantiles;
pub use source::ChartSource;
