//! `terrarium creature new`: the beginnings of a creature.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::shell::quoted;
use super::super::{Failure, output};
use crate::scaffold::{Language, Scaffold, ScaffoldError};
use crate::species::Kind;

/// Begin a creature: a folder that lives as it is, for you to change.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium creature new fox --kind carnivore
  terrarium creature new vole --kind herbivore --lang rust --in my-creatures")]
pub(in super::super) struct New {
    /// What it is called: lowercase letters, digits, - and _; for example fox
    name: String,
    /// What it lives on
    #[arg(long, value_enum)]
    kind: KindName,
    /// The language in which it decides; a plant needs none
    #[arg(long, value_enum, default_value_t = LanguageName::Rhai)]
    lang: LanguageName,
    /// The folder in which its own is made; for example my-creatures
    #[arg(long = "in", value_name = "DIR", default_value = "creatures")]
    parent: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum KindName {
    /// Lives on plants.
    Herbivore,
    /// Lives on carcasses, and kills to have them.
    Carnivore,
    /// Lives on light.
    Plant,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LanguageName {
    /// A script, which needs nothing to be built.
    Rhai,
    /// Rust, built into a WebAssembly module.
    Rust,
    /// C, built into a WebAssembly module.
    C,
    /// AssemblyScript, built into a WebAssembly module.
    #[value(name = "assemblyscript")]
    AssemblyScript,
}

impl New {
    pub fn execute(self) -> Result<(), Failure> {
        let kind = match self.kind {
            KindName::Herbivore => Kind::Herbivore,
            KindName::Carnivore => Kind::Carnivore,
            KindName::Plant => Kind::Plant,
        };
        let language = match self.lang {
            LanguageName::Rhai => Language::Rhai,
            LanguageName::Rust => Language::Rust,
            LanguageName::C => Language::C,
            LanguageName::AssemblyScript => Language::AssemblyScript,
        };
        let scaffold = Scaffold::new(&self.name, kind, language).map_err(failure)?;
        let folder = scaffold.write(&self.parent).map_err(failure)?;
        let mut text = format!("{} is begun:\n", self.name);
        for (name, _) in scaffold.files() {
            text.push_str(&format!("  {}\n", folder.join(name).display()));
        }
        let build = language.build().filter(|_| kind != Kind::Plant);
        text.push_str(&self.next(&folder.display().to_string(), build));
        output::print(&text)
    }

    /// The commands to type next.
    fn next(&self, folder: &str, build: Option<&str>) -> String {
        let (name, folder) = (&self.name, quoted(folder));
        let check = format!("terrarium creature check {folder}");
        let run = format!("terrarium run --creatures {folder} --set population.{name}=20");
        let (first, second) = match build {
            None => (check, run),
            Some(build) => (format!("sh {folder}/{build}"), check),
        };
        format!("\nNext:\n  {first}\n  {second}\n")
    }
}

fn failure(error: ScaffoldError) -> Failure {
    match error {
        ScaffoldError::Unwritable { .. } => Failure::failed(error),
        wrong => Failure::input(wrong),
    }
}
