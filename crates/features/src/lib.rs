//! What the dependencies that packages of Terrarium share are built with; there is no code here.
//!
//! Cargo builds a dependency with the features that the selected packages ask for, and again when other packages
//! are selected that ask for others, with everything that depends on it. Programs and tests depend on this package,
//! which asks for all of them, so each is built once: for the command, the tests of one crate, the Python package
//! and the benchmarks. Libraries do not, except for their tests.

#![forbid(unsafe_code)]
