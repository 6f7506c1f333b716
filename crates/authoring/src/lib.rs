//! Help for authors of creatures: a check with a report, lessons, templates, and what editors are given.

#![forbid(unsafe_code)]

pub mod creature_check;
pub mod editor;
pub mod lesson;
pub mod manual;
pub mod scaffold;
