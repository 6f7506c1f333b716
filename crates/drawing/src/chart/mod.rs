//! The parts of charts: axes, curves with their names, legends, and plots beside each other.
//!
//! They look the same on a screen and on paper, in the colours of an [`Ink`]. On paper, axes have titles, and curves differ
//! also without colours.

mod axis;
mod chart_pen;
mod curve;
pub mod curves;
mod frame;
mod grid;
mod heading;
mod ink;
mod labels;
mod legend;
mod plate;
mod side_names;
mod time_scale;

pub use axis::{Axis, Scale, float, grouped, round_range, short};
pub use chart_pen::ChartPen;
pub use curve::{Curve, runs};
pub use frame::{Frame, columns};
pub use grid::Grid;
pub use heading::Heading;
pub use ink::Ink;
pub use labels::apart;
pub use legend::legend;
pub use plate::{Plate, exact};
pub use side_names::{SideName, side_names, side_names_width};
pub use time_scale::TimeScale;
