//! Vectors, boxes, segments and convex polygons, and the exact questions the rest of the house asks
//! of them.
//!
//! Everything that lives is an axis-aligned box. A mover is reduced to its centre by
//! growing every obstacle by the mover's half-size ([`Aabb::inflated`], the Minkowski sum), so the
//! questions here are about points, segments, boxes and [convex polygons](Convex) only, and they are answered exactly:
//! touching is free, entering an open interior is not.

mod aabb;
mod convex;
pub mod lattice;
mod segment;
mod slide;

pub use aabb::{Aabb, Axis};
pub use convex::{Convex, FlatPolygon};
pub use glam::DVec2;
pub use segment::{Segment, side_of_line, turn};
pub use slide::{Slide, slide};
