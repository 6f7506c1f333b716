//! Tests of creatures whose files are in memory: folders with the same files are the oracle.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    Catalogue, CreatureFiles, MODULE_BYTES, Origin, SCRIPT_BYTES, Species, SpeciesContext,
};
use terrarium_input::document::MAX_BYTES;

use super::support::{FERN, HARE, any_behaviour, shipped};

type Files = BTreeMap<String, Vec<u8>>;

fn files(of: &[(&str, &[u8])]) -> Files {
    of.iter().map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect()
}

/// Checks that files in memory are read like those of a folder, and returns the error.
fn compare(name: &str, files: &Files) -> Option<String> {
    let (rules, dir) = (Rules::default(), tempfile::tempdir().unwrap());
    let context = SpeciesContext { rules: &rules, overrides: &[], behaviours: &any_behaviour };
    let folder = dir.path().join(name);
    fs::create_dir(&folder).unwrap();
    for (file, content) in files {
        fs::write(folder.join(file), content).unwrap();
    }
    let read = Species::read(&folder, &context);
    let shown = format!("{}/", dir.path().display());
    let read = read.map_err(|error| error.diagnostic().to_string().replace(&shown, ""));
    let given = Species::of_files(name, files, &context);
    let given = given.map_err(|error| error.diagnostic().to_string());
    assert_eq!(given, read);
    given.err()
}

#[test]
fn files_in_memory_are_those_of_a_folder() {
    let (bare, _) = HARE.split_once("[behaviour]").unwrap();
    let (hare, bare) = (HARE.as_bytes(), bare.as_bytes());
    let script: &[u8] = b"\xef\xbb\xbffn on_tick() { halt() }";
    let sound = [
        ("hare", files(&[("creature.toml", hare), ("notes.txt", b"ignored")])),
        ("hare", files(&[("creature.toml", bare), ("behaviour.rhai", script)])),
        ("hare", files(&[("creature.toml", bare), ("behaviour.wasm", b"\0asm\xff")])),
        ("fern", files(&[("creature.toml", FERN.as_bytes())])),
    ];
    for (name, files) in sound {
        assert_eq!(compare(name, &files), None);
    }
}

#[test]
fn errors_of_files_in_memory_are_those_of_a_folder() {
    let (bare, _) = HARE.split_once("[behaviour]").unwrap();
    let (hare, bare) = (HARE.as_bytes(), bare.as_bytes());
    let long = |limit: u64| vec![b' '; usize::try_from(limit).unwrap() + 1];
    let unsound = [
        files(&[("notes.txt", hare)]),
        files(&[("creature.toml", b" ")]),
        files(&[("creature.toml", b"name = \"a\"\n\xff\n")]),
        files(&[("creature.toml", &long(MAX_BYTES))]),
        files(&[("creature.toml", FERN.as_bytes())]),
        files(&[("creature.toml", hare), ("behaviour.rhai", b"")]),
        files(&[("creature.toml", bare), ("behaviour.rhai", b""), ("behaviour.wat", b"")]),
        files(&[("creature.toml", bare), ("behaviour.rhai", b"fn f() {}\n\xff")]),
        files(&[("creature.toml", bare), ("behaviour.rhai", &long(SCRIPT_BYTES))]),
        files(&[("creature.toml", bare), ("behaviour.wasm", &long(MODULE_BYTES))]),
        files(&[("creature.toml", bare), ("behaviour.rs", b""), ("build.sh", b"")]),
        files(&[("creature.toml", bare), ("behaviour.c", b"")]),
    ];
    let errors = unsound.map(|files| compare("hare", &files).expect("it is invalid"));
    insta::assert_snapshot!(errors.join("\n"), @"
    hare has no creature.toml; add one, or move the folder elsewhere
    hare/creature.toml: the file is empty; start from a copy of one that ships with the program
    hare/creature.toml: line 2 is not UTF-8 text; save the file as UTF-8
    hare/creature.toml: the file is larger than the maximum of 1048576 bytes; shorten it
    hare/creature.toml:1:8: `name` is the string `\"fern\"`; write \"hare\", the name of its folder, or rename the folder
    hare/creature.toml:14:10: `native` is given, but the folder also has behaviour.rhai; leave out `native`, or remove behaviour.rhai from the folder
    hare has both behaviour.rhai and behaviour.wat, but a creature has only one behaviour; remove one of them
    hare/behaviour.rhai: line 2 is not UTF-8 text; save the file as UTF-8
    hare/behaviour.rhai is larger than the maximum of 262144 bytes; shorten it
    hare/behaviour.wasm is larger than the maximum of 1048576 bytes; shorten it
    hare/creature.toml:1:1: the animal has no behaviour: neither a code file nor `native`; run build.sh in the folder: it has behaviour.rs, but no behaviour.wasm built of it
    hare/creature.toml:1:1: the animal has no behaviour: neither a code file nor `native`; build it: it has behaviour.c, but no behaviour.wasm built of it
    ");
}

#[test]
fn creatures_of_species_and_shipped_ones_read_back() {
    let rules = Rules::default();
    let context = SpeciesContext { rules: &rules, overrides: &[], behaviours: &any_behaviour };
    let shipped = shipped(&[]);
    let given = Catalogue::load_given(&CreatureFiles::shipped(), &context).unwrap();
    for species in shipped.species() {
        assert_eq!(given.get(&species.name), Some(species));
        assert_eq!(given.origin(&species.name), Some(&Origin::Given));
        let written = CreatureFiles::of_species(species);
        assert_eq!(Species::of_creature(&written, &context).unwrap(), *species);
        let content_hash = Some("a".to_owned());
        let refused = Species::of_creature(&CreatureFiles { content_hash, ..written }, &context);
        let refused = refused.unwrap_err().diagnostic().to_string();
        assert!(refused.contains("`a` is no content hash"), "{refused}");
    }
    let twice = [CreatureFiles::shipped(), CreatureFiles::shipped()].concat();
    let error = Catalogue::load_given(&twice, &context).unwrap_err().to_string();
    let both = "the one given with the scenario and the one given with the scenario";
    assert!(error.contains(both), "{error}");
}

proptest! {
    #[test]
    fn creatures_read_back_from_json(
        name: String,
        texts: BTreeMap<String, String>,
        bytes: BTreeMap<String, Vec<u8>>,
        marked: String,
        content_hash: Option<String>,
    ) {
        let mut files: Files = bytes;
        files.extend(texts.into_iter().map(|(name, text)| (name, text.into_bytes())));
        files.insert("marked".to_owned(), format!("base64:{marked}").into_bytes());
        let creature = CreatureFiles { name, files, content_hash };
        let json = serde_json::to_string(&creature).unwrap();
        prop_assert_eq!(serde_json::from_str::<CreatureFiles>(&json).unwrap(), creature);
    }
}
