//! What stands where: the ground's tiles, and an index of everything that stands or moves on them.

pub mod terrain;
