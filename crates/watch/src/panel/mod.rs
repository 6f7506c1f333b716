//! Panels: the user interface around a world, as pure functions of the state to show.
//!
//! Each panel paints itself into a rectangle of the framebuffer and returns its [`Hits`]: the
//! clickable areas, which map a click to an action. [`paint`] paints all panels as placed by
//! [`Layout`]. [`Panels`] holds which panels are open and how far they are scrolled, which is all
//! the state that panels have.

mod album;
mod bar;
mod brain;
mod charts;
mod dock;
mod find;
mod help;
mod hints;
mod hit;
mod inspector;
mod layout;
mod legend;
mod lineages;
mod menu;
mod minimap;
mod open;
mod paint;
mod painter_context;
mod panels;
mod scores;
#[cfg(test)]
mod tests;
mod ticker;
mod timeline;
mod toast;
mod tour;
mod verdict;

pub use find::FindShow;
pub use hints::Hint;
pub use hit::{Hit, Hits, MapScale, Target};
pub use layout::{Content, Layout};
pub use lineages::LineagesShow;
pub use open::{OpenRow, OpenShow};
pub use paint::{BranchShow, KinShow, LifeShow, Show, paint};
pub use painter_context::PainterContext;
pub use panels::{Inspected, Menu, Panel, Panels};
pub use tour::TourShow;

use terrarium_picture::theme;
