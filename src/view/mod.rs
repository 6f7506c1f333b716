//! Pictures: what there is in a world, painted on a canvas.
//!
//! A [`Canvas`] shows an area of a world; x grows to the right and y downward, as on maps. What is
//! painted on it has a file each: a [`Way`], a [`Plan`].

mod canvas;
mod plan;
mod way;

pub use canvas::{Canvas, Colour, Pen};
pub use plan::Plan;
pub use way::Way;
