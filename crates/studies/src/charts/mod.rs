//! Charts of a run: what each of them shows, as numbers with names, units and colours.
//!
//! A [`ChartChoice`] says which chart is asked for, and a [`ChartSource`] what is known of the run.
//! From both follows a [`Chart`]. It is [drawn](drawing) in the panel of a window, in the page and in files in the same way, and
//! [`mod@file`] writes it as PNG, SVG, PDF or CSV.
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
mod birth_rates;
mod causes;
mod census_column;
mod census_history;
mod census_table;
mod chart;
mod choice;
mod choice_list;
mod conquest;
pub mod descent;
mod descent_chart;
mod description;
mod details;
mod distributions;
pub mod drawing;
pub mod file;
mod individuals;
mod kind;
mod phase;
mod populations;
mod property;
mod quantiles;
mod scatter;
mod source;
#[cfg(test)]
mod tests;

pub use census_column::CensusColumn;
pub use census_history::{CensusHistory, CensusSeries};
pub use chart::{Bar, Bars, Chart, Part, Plot, Points, Shape, Strip, Trajectory};
pub use choice::{ChartChoice, Group};
pub use choice_list::{ChartPart, ChartSelection, ChoiceEntry, ChoiceList};
pub use details::{ChartDetails, ChartNeeds};
pub use individuals::{Individual, Individuals};
pub use kind::ChartKind;
pub use property::Property;
pub use quantiles::Quantiles;
pub use source::ChartSource;
pub use terrarium_drawing::chart::{Axis, Curve, Scale, float, grouped, round_range, short};
