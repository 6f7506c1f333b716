//! `terrarium creature docs`: all that a creature can know and want.

use clap::{Args, ValueEnum};

use super::super::{Failure, output};
use crate::behaviour::manual::{self, Table};

/// Show all that a creature can know and want.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium creature docs
  terrarium creature docs --lang wasm")]
pub(in super::super) struct Docs {
    /// For which kind of behaviour
    #[arg(long, value_enum, default_value_t = Interface::Rhai)]
    lang: Interface,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Interface {
    /// Scripts: behaviour.rhai.
    Rhai,
    /// WebAssembly modules, in any language: behaviour.wasm.
    Wasm,
}

impl Docs {
    pub fn execute(self) -> Result<(), Failure> {
        output::print(&match self.lang {
            Interface::Rhai => scripts(),
            Interface::Wasm => modules(),
        })
    }
}

fn scripts() -> String {
    let tables: Vec<_> = manual::of_scripts().iter().map(in_columns).collect();
    format!("{INTRODUCTION}\n{}", tables.join("\n"))
}

/// The page on the interface of modules, whose tables are compared with the code; and what both kinds
/// of behaviour have in common.
fn modules() -> String {
    let page = include_str!("../../../docs/abi.md");
    let common = [manual::wishes(), manual::refusals(), manual::faults()];
    let tables: Vec<_> = common.iter().map(in_columns).collect();
    format!("{page}\n{}", tables.join("\n"))
}

const INTRODUCTION: &str = "\
A creature's folder holds creature.toml and behaviour.rhai, a script in Rhai (https://rhai.rs/book).
Its functions are called when there is reason to: first those of what befell the creature in the last
tick, then `on_tick`, then `on_idle`. What they want happens in the same tick, each wish at most once;
a later one of the same kind takes the place of the earlier. Begin with `terrarium creature new`.
";

/// A table with its title, for a terminal.
fn in_columns(table: &Table) -> String {
    let head = table.head.iter().map(|&cell| cell.to_owned()).collect();
    let rows: Vec<_> = std::iter::once(head).chain(table.rows.iter().cloned()).collect();
    format!("{}\n\n{}", table.title.to_uppercase(), output::columns(&rows, |_| false))
}
