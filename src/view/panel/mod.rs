//! Panels: what is shown around a world, as pure functions of what there is to show.
//!
//! Each panel paints itself into a rectangle of the sheet, and answers with its [`Hits`]: what
//! stands where, so that whoever has a mouse can turn a click into an order. [`paint`] puts all of
//! them on a sheet, as [`Layout`] finds room for them; [`Panels`] is what is open, and how
//! far it was scrolled. A window owns nothing but that.

mod bar;
mod charts;
mod help;
mod hit;
mod inspector;
mod layout;
mod legend;
mod menu;
mod minimap;
mod paint;
mod painter_context;
mod panels;
mod plot;
#[cfg(test)]
mod tests;
mod theme;
mod ticker;
mod timeline;
mod toast;

pub use hit::{Hit, Hits, MapScale, Target, TimeScale};
pub use layout::Layout;
pub use paint::{Show, paint};
pub use painter_context::PainterContext;
pub use panels::{Menu, Panel, Panels, Tab};
