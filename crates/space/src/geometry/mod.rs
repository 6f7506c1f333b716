//! Vectors, boxes, segments and polygons, with exact predicates.
//!
//! Every organism is an axis-aligned box. An agent is reduced to its centre by inflating every
//! obstacle by the agent's half-size ([`Aabb::inflated`], the Minkowski sum), so the predicates
//! deal with points, segments, boxes and [convex polygons](Convex) only. They are exact: touching
//! is allowed, entering an open interior is not.

mod aabb;
mod convex;
mod heading;
pub mod lattice;
mod polygon;
mod segment;
mod slide;
mod solid;
mod triangulation;

pub use glam::DVec2;

pub use aabb::{Aabb, Axis};
pub use convex::{Convex, FlatPolygon, NotConvex};
pub use heading::Heading;
pub use polygon::{MAX_CORNERS, NotSimple, Part, Polygon};
pub use segment::is_beyond;
pub use segment::{Segment, side_of_line, turn};
pub use slide::{Slide, slide};
pub use solid::Solid;
