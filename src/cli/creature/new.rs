//! `terrarium creature new`: a creature folder from a template.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::{Failure, output};
use crate::scaffold::{Language, Scaffold, ScaffoldError};
use crate::shell::{quoted, terrarium};
use crate::species::Kind;

/// Create a creature folder from a template.
///
/// The result is a complete, working creature to modify.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium creature new fox --kind carnivore
  terrarium creature new vole --kind herbivore --lang rust --in my-creatures")]
pub(in super::super) struct New {
    /// The creature's name: lowercase letters, digits, - and _; for example fox
    name: String,
    /// The kind of the creature, which sets what it eats
    #[arg(long, value_enum)]
    kind: KindName,
    /// The language of its behaviour; ignored for plants
    #[arg(long, value_enum, default_value_t = LanguageName::Rhai)]
    lang: LanguageName,
    /// The folder to create it in; for example my-creatures
    #[arg(long = "in", value_name = "DIR", default_value = "creatures")]
    parent: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum KindName {
    /// Eats plants.
    Herbivore,
    /// Eats carcasses, and kills for them.
    Carnivore,
    /// Grows by light.
    Plant,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LanguageName {
    /// A script, which needs no build.
    Rhai,
    /// Rust, compiled to a WebAssembly module.
    Rust,
    /// C, compiled to a WebAssembly module.
    C,
    /// AssemblyScript, compiled to a WebAssembly module.
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
        let mut text = format!("Created {}:\n", self.name);
        for (name, _) in scaffold.files() {
            text.push_str(&format!("  {}\n", folder.join(name).display()));
        }
        let build = language.build().filter(|_| kind != Kind::Plant);
        text.push_str(&self.next_steps(&folder.display().to_string(), build));
        output::print(&text)
    }

    /// Returns the commands to run next.
    fn next_steps(&self, folder: &str, build: Option<&str>) -> String {
        let check = terrarium(&[&"creature", &"check", &folder]);
        let population = format!("population.{}=20", self.name);
        let run = terrarium(&[&"run", &"--creatures", &folder, &"--set", &population]);
        let (first, second) = match build {
            None => (check, run),
            Some(build) => (format!("sh {}", quoted(&format!("{folder}/{build}"))), check),
        };
        format!("\nNext:\n  {first}\n  {second}\n")
    }
}

fn failure(error: ScaffoldError) -> Failure {
    match error {
        ScaffoldError::Unwritable { .. } => Failure::failed(error),
        invalid => Failure::input(invalid),
    }
}
