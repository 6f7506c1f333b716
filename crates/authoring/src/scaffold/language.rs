//! The languages with templates, and the files that each needs.

use include_dir::Dir;
use terrarium_creatures::species::Kind;
use terrarium_shipped::{ASSEMBLYSCRIPT_KIT, C_KIT, RUST_KIT};

/// A language for behaviours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A script, which needs no build.
    Rhai,
    /// Rust, compiled to a WebAssembly module.
    Rust,
    /// C, compiled to a WebAssembly module.
    C,
    /// `AssemblyScript`, compiled to a WebAssembly module.
    AssemblyScript,
}

/// The files that a language adds to a creature's folder.
pub(super) struct Parts {
    /// File names, each with the template it is made from.
    pub templates: Vec<(String, String)>,
    /// The names and contents of files that are copied unchanged.
    pub kit: Vec<(String, Vec<u8>)>,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::Rhai, Self::Rust, Self::C, Self::AssemblyScript];

    /// Returns its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rhai => "rhai",
            Self::Rust => "rust",
            Self::C => "c",
            Self::AssemblyScript => "assemblyscript",
        }
    }

    /// Returns the shell script that builds the module, if the language needs a build.
    #[must_use]
    pub fn build(self) -> Option<&'static str> {
        (self != Self::Rhai).then_some("build.sh")
    }

    /// Returns the files for a creature of a kind.
    pub(super) fn parts(self, kind: Kind) -> Parts {
        let kind = kind.name();
        let (templates, kit) = match self {
            Self::Rhai => (vec![("behaviour.rhai", format!("{kind}/behaviour.rhai"))], Vec::new()),
            Self::Rust => {
                let own = ["build.sh", "Cargo.toml"].map(|name| (name, format!("rust/{name}")));
                let kit = ("kit/Cargo.toml", "rust/kit.toml".to_owned());
                let behaviour = ("behaviour.rs", format!("rust/{kind}.rs"));
                let files = [behaviour].into_iter().chain(own).chain([kit]).collect();
                (files, kit_files(&RUST_KIT, "kit/src"))
            }
            Self::C => {
                let build = ("build.sh", "c/build.sh".to_owned());
                let kit = C_KIT.map(|(name, content)| (name.to_owned(), content.to_owned()));
                (vec![("behaviour.c", format!("c/{kind}.c")), build], kit.into())
            }
            Self::AssemblyScript => {
                let build = ("build.sh", "assemblyscript/build.sh".to_owned());
                let behaviour = ("behaviour.ts", format!("assemblyscript/{kind}.ts"));
                (vec![behaviour, build], kit_files(&ASSEMBLYSCRIPT_KIT, "kit"))
            }
        };
        let templates: Vec<(&str, String)> = templates;
        let templates = templates.into_iter().map(|(name, from)| (name.to_owned(), from));
        Parts { templates: templates.collect(), kit }
    }
}

/// The source files of a kit, to be copied to a folder.
fn kit_files(kit: &Dir<'_>, folder: &str) -> Vec<(String, Vec<u8>)> {
    let name = |path: &std::path::Path| format!("{folder}/{}", path.display());
    kit.files().map(|file| (name(file.path()), file.contents().to_owned())).collect()
}
