//! The languages in which a creature can be begun, and what each needs.

use crate::species::Kind;

/// A language in which a creature decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A script.
    Rhai,
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
    pub const ALL: [Self; 1] = [Self::Rhai];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rhai => "rhai",
        }
    }

    /// What it puts into the folder of a creature of a kind.
    pub(super) fn parts(self, kind: Kind) -> Parts {
        let of_kind = |name: &str| format!("{}/{name}", kind.name());
        match self {
            Self::Rhai => Parts {
                templates: vec![("behaviour.rhai".to_owned(), of_kind("behaviour.rhai"))],
                kit: Vec::new(),
            },
        }
    }
}
