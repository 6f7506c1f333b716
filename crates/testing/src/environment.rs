//! What tests need that not every machine has: real maps, a display, a terminal.
//!
//! A test without them says that it was skipped. On a build server (`CI` is set) it fails instead, unless
//! `TERRARIUM_DATA=none` says that there are no maps.

use std::env;
use std::path::PathBuf;

/// The folder of real maps that `TERRARIUM_DATA` names.
pub fn real_maps() -> Option<PathBuf> {
    match env::var_os("TERRARIUM_DATA") {
        Some(folder) if folder != "none" => Some(folder.into()),
        Some(_) => None,
        None => {
            missing("TERRARIUM_DATA is not set: give the folder of real maps, or `none`");
            None
        }
    }
}

/// Whether all of these programs are installed.
pub fn are_installed(tools: &[&str]) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_there = |tool: &&&str| env::split_paths(&path).any(|dir| dir.join(tool).exists());
    let lacking: Vec<_> = tools.iter().filter(|tool| !is_there(tool)).collect();
    if !lacking.is_empty() {
        missing(&format!("not installed: {lacking:?} (Debian: xvfb xdotool imagemagick tmux)"));
    }
    lacking.is_empty()
}

fn missing(what: &str) {
    assert!(env::var_os("CI").is_none(), "{what}");
    eprintln!("skipped: {what}");
}
