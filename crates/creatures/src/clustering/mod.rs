//! Clusters: lineages of organisms with similar traits, which split and end, recognised while organisms are born.
//!
//! A [`Placement`] puts organisms into clusters one by one, in the order in which they come into a world. Later organisms
//! change nothing of it, so a run can be recorded with the clusters of its organisms while it proceeds.
//!
//! ```
//! use terrarium_creatures::clustering::{Newcomer, Placement};
//! use terrarium_creatures::species::{Kind, TraitValues};
//!
//! let traits = |size: f64| Some(TraitValues::from_fn(Kind::Plant, |_| size));
//! let oak = |born, parent, size| Newcomer {
//!     species: 0, kind: Kind::Plant, parent, born, traits: traits(size),
//! };
//! let mut oaks = Placement::new(0.03);
//! let first = oaks.place(&oak(0, None, 12.0));
//! let similar = oaks.place(&oak(40, Some(first), 12.1));
//! let different = oaks.place(&oak(70, Some(similar), 16.0));
//! let names = [first, similar, different].map(|it| oaks.clusters()[it].name.as_str());
//! assert_eq!(names, ["A", "A", "A1"]);
//! ```

mod cluster_name;
mod placement;
mod trait_distance;

pub use placement::{Cluster, Newcomer, Placement};
pub use trait_distance::trait_distance;

/// The threshold by default. In a meadow, the first clusters split off after some thousand ticks, and after 20,000 a
/// species has between one and about forty.
pub const DISTANCE: f64 = 0.03;
