//! The ground of a world: a rectangle of square tiles, read from a map.
//!
//! A [`Terrain`] is read from a MovingAI `.map` ([`Terrain::from_octile`]), an OpenFire map in JSON
//! ([`Terrain::from_openfire`]) or rows of characters in a scenario ([`Terrain::from_rows`]);
//! [`Terrain::read`] opens a file and detects its format. [`Terrain::obstacles`] merges impassable
//! tiles into few large boxes. An [`Experiment`] is a path-finding problem on a map, from a
//! MovingAI `.scen`.
//!
//! Columns are counted from the left and rows from the top, both from 0. Tile (0, 0) has its
//! minimum at the world's origin, and y grows with the row: the map appears as it is written.
//!
//! ```
//! use terrarium_space::geometry::{Aabb, DVec2};
//! use terrarium_space::terrain::{Terrain, Tile};
//!
//! let pond = Terrain::from_rows("pond", ["#    ", "# .. ", "# .. "])?;
//! assert_eq!(pond.tile_at(DVec2::new(70.0, 40.0)), Some(Tile::Water));
//! assert_eq!(pond.obstacles(), [Aabb::new(DVec2::new(64.0, 32.0), DVec2::new(128.0, 96.0))]);
//! # Ok::<(), terrarium_space::terrain::TerrainError>(())
//! ```

mod alphabet;
mod cell;
mod control_point;
mod error;
mod experiment;
mod file;
mod grid;
mod merge;
mod octile;
mod openfire;
mod picture;
mod rows;
mod tile;

pub use alphabet::Alphabet;
pub use cell::Cell;
pub use control_point::ControlPoint;
pub use error::{Place, TerrainError, TerrainProblem, Unit};
pub use experiment::Experiment;
pub use file::MAX_BYTES;
pub use grid::{DEFAULT_TILE_SIDE, MAX_TILES, Terrain};
pub use tile::{Mark, MarkKind, Team, Tile};
