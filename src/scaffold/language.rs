//! The languages in which a creature can be begun, and what each needs.

use include_dir::{Dir, include_dir};

use crate::species::Kind;

static RUST_KIT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/sdk/rust/src");
const C_KIT: &[u8] = include_bytes!("../../sdk/c/terrarium.h");
const ASSEMBLYSCRIPT_KIT: &[u8] = include_bytes!("../../sdk/assemblyscript/assembly/index.ts");

/// A language in which a creature decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A script, which needs nothing to be built.
    Rhai,
    /// Rust, built into a WebAssembly module.
    Rust,
    /// C, built into a WebAssembly module.
    C,
    /// `AssemblyScript`, built into a WebAssembly module.
    AssemblyScript,
}

/// What a language puts into a creature's folder, beside the creature file.
pub(super) struct Parts {
    /// The names of files, and the templates they are made of.
    pub templates: Vec<(String, String)>,
    /// Files that are copied as they are, with their content.
    pub kit: Vec<(String, Vec<u8>)>,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rhai, Self::Rust, Self::C, Self::AssemblyScript];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rhai => "rhai",
            Self::Rust => "rust",
            Self::C => "c",
            Self::AssemblyScript => "assemblyscript",
        }
    }

    /// The file that builds the module, if one has to be built: a script for a shell.
    #[must_use]
    pub fn build(self) -> Option<&'static str> {
        (self != Self::Rhai).then_some("build.sh")
    }

    /// What it puts into the folder of a creature of a kind.
    pub(super) fn parts(self, kind: Kind) -> Parts {
        let kind = kind.name();
        let (templates, kit) = match self {
            Self::Rhai => (vec![("behaviour.rhai", format!("{kind}/behaviour.rhai"))], Vec::new()),
            Self::Rust => {
                let own = ["build.sh", "Cargo.toml"].map(|name| (name, format!("rust/{name}")));
                let kit = ("kit/Cargo.toml", "rust/kit.toml".to_owned());
                let behaviour = ("behaviour.rs", format!("rust/{kind}.rs"));
                ([behaviour].into_iter().chain(own).chain([kit]).collect(), rust_kit())
            }
            Self::C => {
                let build = ("build.sh", "c/build.sh".to_owned());
                let kit = vec![("terrarium.h".to_owned(), C_KIT.to_owned())];
                (vec![("behaviour.c", format!("c/{kind}.c")), build], kit)
            }
            Self::AssemblyScript => {
                let own = ["build.sh", "package.json"];
                let own = own.map(|name| (name, format!("assemblyscript/{name}")));
                let behaviour = ("behaviour.ts", format!("assemblyscript/{kind}.ts"));
                let kit = vec![("kit/index.ts".to_owned(), ASSEMBLYSCRIPT_KIT.to_owned())];
                ([behaviour].into_iter().chain(own).collect(), kit)
            }
        };
        let templates: Vec<(&str, String)> = templates;
        let templates = templates.into_iter().map(|(name, from)| (name.to_owned(), from));
        Parts { templates: templates.collect(), kit }
    }
}

fn rust_kit() -> Vec<(String, Vec<u8>)> {
    let name = |path: &std::path::Path| format!("kit/src/{}", path.display());
    RUST_KIT.files().map(|file| (name(file.path()), file.contents().to_owned())).collect()
}
