//! What can be opened: the shipped scenarios, and the files and folders that begin with a path as typed so far.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use terrarium_creatures::species::{MANIFEST as CREATURE, creature_folders};
use terrarium_playback::run_link::{EXTENSION as LINK, RunLink};
use terrarium_run::record::MANIFEST as RUN;
use terrarium_run::record::recording::EXTENSION as RECORDING;
use terrarium_run::scenario::Scenario;

use crate::panel::OpenRow;

/// The greatest number of entries of a folder that are listed.
pub(super) const MOST: usize = 500;

/// The folder whose scenarios are listed beside those that are built in.
const SCENARIOS: &str = "scenarios/";

/// Something that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Openable {
    /// The text that names it: the name of a scenario, or a path as it is typed.
    pub text: String,
    pub kind: OpenableKind,
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OpenableKind {
    Shipped,
    Folder,
    Run,
    Creatures,
    Scenario,
    Recording,
    Snapshot,
    Link,
    /// The text is the link itself.
    Text,
}

impl OpenableKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Shipped => "shipped world",
            Self::Folder => "folder",
            Self::Run => "run",
            Self::Creatures => "creatures",
            Self::Scenario => "scenario",
            Self::Recording => "recording",
            Self::Snapshot => "snapshot",
            Self::Link | Self::Text => "link",
        }
    }

    fn is_folder(self) -> bool {
        matches!(self, Self::Folder | Self::Run | Self::Creatures)
    }
}

impl Openable {
    /// What can be opened whose text begins with this one, and a note if the folder cannot be read or has too many entries.
    pub fn all(typed: &str) -> (Vec<Self>, Option<String>) {
        if RunLink::is_link(typed) {
            let text = typed.to_owned();
            return (vec![Self { text, kind: OpenableKind::Text }], None);
        }
        let (folder, start) = match typed.rfind('/') {
            Some(at) => typed.split_at(at + 1),
            None => ("", typed),
        };
        let mut all = Vec::new();
        if folder.is_empty() {
            let names = Scenario::shipped().into_iter().filter(|name| begins(name, start));
            let shipped = |name: &str| Self { text: name.to_owned(), kind: OpenableKind::Shipped };
            all.extend(names.map(shipped));
            // There need not be such a folder.
            let (own, _) = in_folder(SCENARIOS, start).unwrap_or_default();
            all.extend(own.into_iter().filter(|it| it.kind == OpenableKind::Scenario));
        }
        if start.is_empty() {
            // What was entered can still be opened.
            let kind = kind_of_folder(&Self::path(folder));
            if !folder.is_empty() && kind != OpenableKind::Folder {
                all.push(Self { text: folder.to_owned(), kind });
            }
            all.push(Self { text: format!("{folder}../"), kind: OpenableKind::Folder });
        }
        match in_folder(folder, start) {
            Ok((mut found, count)) => {
                all.append(&mut found);
                let note = (count > MOST).then(|| {
                    format!("{MOST} of {count} entries are listed; type more of the name")
                });
                (all, note)
            }
            Err(error) => (all, Some(format!("{folder} cannot be read: {error}"))),
        }
    }

    pub fn row(&self) -> OpenRow<'_> {
        let name = if self.kind == OpenableKind::Text { "the link above" } else { &self.text };
        OpenRow { name, kind: self.kind.name() }
    }

    /// The path that it names; a path that begins with `~/` is one in the folder of the user.
    pub fn path(text: &str) -> PathBuf {
        let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
        match (text.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => Path::new(&home).join(rest),
            _ => PathBuf::from(text),
        }
    }
}

/// What in a folder begins so and can be opened, folders first, and the number of its entries that begin so.
fn in_folder(folder: &str, start: &str) -> io::Result<(Vec<Openable>, usize)> {
    let path = if folder.is_empty() { PathBuf::from(".") } else { Openable::path(folder) };
    let mut names: Vec<String> = fs::read_dir(path)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| begins(name, start) && (start.starts_with('.') || !name.starts_with('.')))
        .collect();
    names.sort();
    let count = names.len();
    let mut found: Vec<Openable> =
        names.into_iter().take(MOST).filter_map(|name| openable(folder, &name)).collect();
    found.sort_by_key(|it| !it.kind.is_folder());
    Ok((found, count))
}

/// Whether a name begins so, in capitals or not.
fn begins(name: &str, start: &str) -> bool {
    name.to_lowercase().starts_with(&start.to_lowercase())
}

/// The entry of a folder, if it can be opened.
fn openable(folder: &str, name: &str) -> Option<Openable> {
    let text = format!("{folder}{name}");
    let path = Openable::path(&text);
    if path.is_dir() {
        return Some(Openable { text: format!("{text}/"), kind: kind_of_folder(&path) });
    }
    let kind = match path.extension()?.to_str()? {
        "toml" if name != CREATURE => OpenableKind::Scenario,
        RECORDING => OpenableKind::Recording,
        LINK => OpenableKind::Link,
        "snapshot" => OpenableKind::Snapshot,
        _ => return None,
    };
    Some(Openable { text, kind })
}

fn kind_of_folder(path: &Path) -> OpenableKind {
    if path.join(RUN).is_file() {
        OpenableKind::Run
    } else if holds_creatures(path) {
        OpenableKind::Creatures
    } else {
        OpenableKind::Folder
    }
}

/// Whether a folder is that of a creature, or holds such folders and no others.
fn holds_creatures(folder: &Path) -> bool {
    let creatures = creature_folders(folder).unwrap_or_default();
    let is_one = |(_, folder): &(String, PathBuf)| folder.join(CREATURE).is_file();
    !creatures.is_empty() && creatures.iter().all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(typed: &str) -> Vec<(String, OpenableKind)> {
        Openable::all(typed).0.into_iter().map(|it| (it.text, it.kind)).collect()
    }

    #[test]
    fn shipped_scenarios_are_found_by_their_names() {
        for name in Scenario::shipped() {
            let found = shown(&name[..3]);
            assert!(found.contains(&(name.to_owned(), OpenableKind::Shipped)), "{name}");
        }
        assert!(!shown("archi").iter().any(|(text, _)| text == "meadow"));
    }

    #[test]
    fn folders_show_what_can_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let base = format!("{}/", folder.path().display());
        let put = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        let files =
            ["war.recording", "old.snapshot", "fox.link", "pond.toml", "notes.txt", ".hidden.toml"];
        files.into_iter().for_each(put);
        put(&format!("fox/{CREATURE}"));
        put(&format!("more/hare/{CREATURE}"));
        put(&format!("meadow-1/{RUN}"));
        put("empty/notes.txt");
        let expected = [
            ("../", OpenableKind::Folder),
            ("empty/", OpenableKind::Folder),
            ("fox/", OpenableKind::Creatures),
            ("meadow-1/", OpenableKind::Run),
            ("more/", OpenableKind::Creatures),
            ("fox.link", OpenableKind::Link),
            ("old.snapshot", OpenableKind::Snapshot),
            ("pond.toml", OpenableKind::Scenario),
            ("war.recording", OpenableKind::Recording),
        ];
        let expected = expected.map(|(name, kind)| (format!("{base}{name}"), kind));
        assert_eq!(shown(&base), expected);
        let entered = format!("{base}fox/");
        assert_eq!(shown(&entered)[0], (entered.clone(), OpenableKind::Creatures));
        assert_eq!(shown(&format!("{base}FOX")).len(), 2);
        assert_eq!(shown(&format!("{base}.h")).len(), 1);
        let (none, note) = Openable::all(&format!("{base}nowhere/x"));
        assert!(none.is_empty() && note.unwrap().contains("nowhere/ cannot be read"));
    }

    #[test]
    fn long_lists_end() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..MOST + 5 {
            fs::write(folder.path().join(format!("{number}.toml")), "").unwrap();
        }
        let (all, note) = Openable::all(&format!("{}/", folder.path().display()));
        assert_eq!(all.len(), MOST + 1);
        assert!(note.unwrap().contains("of 505 entries"));
    }
}
