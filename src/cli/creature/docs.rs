//! `terrarium creature docs`: the reference of the behaviour interface.

use clap::{Args, ValueEnum};

use super::super::{Failure, output};
use crate::behaviour::editor;
use crate::behaviour::manual::{self, Table};
use crate::behaviour::native::NATIVES;
use crate::species::schema;

/// Print the reference of the behaviour interface: handlers, senses, actions and limits.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium creature docs
  terrarium creature docs --lang wasm
  terrarium creature docs --definitions > terrarium.d.rhai
  terrarium creature docs --schema > creature.schema.json
  terrarium creature docs --snippets > .vscode/creatures.code-snippets")]
pub(in super::super) struct Docs {
    /// The kind of behaviour to document
    #[arg(long, value_enum, default_value_t = Interface::Rhai)]
    lang: Interface,
    /// Print the definitions of the script interface for the Rhai language server
    #[arg(long, conflicts_with_all = ["lang", "schema", "snippets"])]
    definitions: bool,
    /// Print a JSON schema of creature.toml
    #[arg(long, conflicts_with_all = ["lang", "snippets"])]
    schema: bool,
    /// Print snippets of all handlers for Visual Studio Code
    #[arg(long, conflicts_with = "lang")]
    snippets: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Interface {
    /// Scripts in Rhai: behaviour.rhai.
    Rhai,
    /// WebAssembly modules, in any language: behaviour.wasm.
    Wasm,
}

impl Docs {
    pub fn execute(self) -> Result<(), Failure> {
        if self.definitions {
            return output::print(&editor::definitions());
        }
        if self.schema {
            let natives: Vec<_> = NATIVES.iter().map(|native| native.name).collect();
            return output::print(&format!("{:#}\n", schema(&natives)));
        }
        if self.snippets {
            return output::print(&format!("{:#}\n", editor::snippets()));
        }
        output::print(&match self.lang {
            Interface::Rhai => script_reference(),
            Interface::Wasm => module_reference(),
        })
    }
}

fn script_reference() -> String {
    let tables: Vec<_> = manual::script_tables().iter().map(format_table).collect();
    format!("{INTRODUCTION}\n{}", tables.join("\n"))
}

/// Returns the manual of the module interface, followed by the tables that scripts and modules share.
fn module_reference() -> String {
    let page = include_str!("../../../docs/abi.md");
    let common = [manual::actions(), manual::refusals(), manual::faults()];
    let tables: Vec<_> = common.iter().map(format_table).collect();
    format!("{page}\n{}", tables.join("\n"))
}

const INTRODUCTION: &str = "\
A creature's folder holds creature.toml and behaviour.rhai, a script in Rhai (https://rhai.rs/book).
Each tick calls the functions that apply, in this order: the handlers of the creature's events of the
last tick, then `on_tick`, then `on_idle`. The actions they request are carried out in the same tick,
one of each kind; a later request replaces an earlier one of the same kind. `terrarium creature new`
creates a folder to start from.
";

/// Formats a table and its title for a terminal.
fn format_table(table: &Table) -> String {
    let head = table.head.iter().map(|&cell| cell.to_owned()).collect();
    let rows: Vec<_> = std::iter::once(head).chain(table.rows.iter().cloned()).collect();
    format!("{}\n\n{}", table.title.to_uppercase(), output::columns(&rows, |_| false))
}
