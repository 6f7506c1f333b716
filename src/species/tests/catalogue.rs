//! Creature folders, good and bad.

use std::fs;
use std::path::Path;

use super::HARE;
use crate::document::{MAX_BYTES, Override};
use crate::rules::Rules;
use crate::species::*;

fn any_behaviour(_: Kind, _: &BehaviourChoice, _: &Rules) -> Result<(), BehaviourRefusal> {
    Ok(())
}

/// A folder to put creatures into, which is called DIR in messages.
struct Shelf(tempfile::TempDir);

impl Shelf {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn put(&self, file: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    fn load(&self, folders: &[&str], given: &[&str]) -> Result<Catalogue, SpeciesError> {
        let paths: Vec<_> = folders.iter().map(|folder| self.path().join(folder)).collect();
        let given: Vec<_> = given.iter().map(|text| Override::parse(text).unwrap()).collect();
        let rules = Rules::default();
        Catalogue::load(
            &paths,
            &Terms { rules: &rules, settings: &given, behaviours: &any_behaviour },
        )
    }

    /// What is said of each list of folders, a line each.
    fn refusals(&self, lists: &[&[&str]]) -> String {
        let refusal = |folders: &&[&str]| self.load(folders, &[]).unwrap_err().to_string();
        let lines = lists.iter().map(refusal).collect::<Vec<_>>().join("\n");
        lines.replace(&self.path().display().to_string(), "DIR")
    }
}

/// A creature file for an animal called `name`.
fn beast(name: &str) -> String {
    HARE.replace("\"hare\"", &format!("\"{name}\""))
}

#[test]
fn the_shipped_creatures_are_of_every_kind() {
    let catalogue = Shelf::new().load(&[], &[]).unwrap();
    let count = |kind| catalogue.species().filter(|species| species.kind == kind).count();
    assert_eq!(Kind::ALL.map(count), [2, 2, 4]);
    assert!(catalogue.species().all(|species| species.content_hash.len() == 64));
}

#[test]
fn a_folder_is_one_creature_or_holds_several() {
    let shelf = Shelf::new();
    shelf.put("one/creature.toml", beast("one"));
    shelf.put("many/b/creature.toml", beast("b")).put("many/a/creature.toml", beast("a"));
    shelf.put("many/.hidden/creature.toml", "nonsense").put("many/notes.txt", "of no concern");
    let catalogue = shelf.load(&["one", "many"], &[]).unwrap();
    for name in ["one", "a", "b", "hare"] {
        assert_eq!(catalogue.get(name).unwrap().name, name);
    }
    assert_eq!(catalogue.get("hidden"), None);
    let folder = shelf.path().join("many/b");
    assert_eq!(catalogue.origin("b"), Some(&Origin::Folder(folder)));
    assert_eq!(catalogue.origin("hare"), Some(&Origin::Shipped));
}

#[test]
fn a_content_hash_follows_the_content_and_nothing_else() {
    let hash = |content: &str, notes: &str| {
        let shelf = Shelf::new();
        shelf.put("one/creature.toml", content).put("one/notes.txt", notes);
        shelf.load(&["one"], &[]).unwrap().get("one").unwrap().content_hash.clone()
    };
    let text = beast("one");
    assert_eq!(hash(&text, "a"), hash(&text, "b"));
    assert_ne!(hash(&text, "a"), hash(&text.replace("40", "39"), "a"));
}

#[test]
fn two_creatures_of_one_name_are_refused_with_both_places() {
    let shelf = Shelf::new();
    shelf.put("a/vole/creature.toml", beast("vole")).put("b/vole/creature.toml", beast("vole"));
    shelf.put("wolf/creature.toml", beast("wolf"));
    let said = shelf.refusals(&[&["a", "b"], &["wolf"]]);
    insta::assert_snapshot!(said, @"
    there are two creatures called `vole`: the one in DIR/a/vole and the one in DIR/b/vole; rename one of them
    there are two creatures called `wolf`: the one that ships with the program and the one in DIR/wolf; rename one of them
    ");
}

#[test]
fn folders_that_hold_no_creature_are_refused() {
    let shelf = Shelf::new();
    shelf.put("many/a/creature.toml", beast("a")).put("many/b/brain.txt", "");
    shelf.put("none/notes.txt", "");
    let said = shelf.refusals(&[&["nowhere"], &["none/notes.txt"], &["none"], &["many"]]);
    insta::assert_snapshot!(said, @"
    cannot read the folder DIR/nowhere: No such file or directory (os error 2); give a creature's folder, or a folder of them
    cannot read the folder DIR/none/notes.txt: Not a directory (os error 20); give a creature's folder, or a folder of them
    DIR/none holds no creatures: neither a creature.toml nor folders with one; give another folder
    DIR/many/b has no creature.toml; write one, or move the folder elsewhere
    ");
}

#[test]
fn files_that_hold_no_text_are_refused() {
    let shelf = Shelf::new();
    shelf.put("empty/creature.toml", " \n").put("bytes/creature.toml", b"name = \"a\"\n\xff\n");
    shelf.put("huge/creature.toml", " ".repeat(usize::try_from(MAX_BYTES).unwrap() + 1));
    fs::create_dir_all(shelf.path().join("folder/creature.toml")).unwrap();
    let said = shelf.refusals(&[&["empty"], &["bytes"], &["huge"], &["folder"]]);
    insta::assert_snapshot!(said, @"
    DIR/empty/creature.toml: the file is empty; start from a copy of one that ships with the program
    DIR/bytes/creature.toml: line 2 is not UTF-8 text; save the file as UTF-8
    DIR/huge/creature.toml: the file is larger than the maximum of 1048576 bytes; shorten it
    DIR/folder/creature.toml: this is not a file; give the path of a TOML file
    ");
}

#[test]
fn a_wrong_file_is_named_by_its_path() {
    let shelf = Shelf::new();
    shelf.put("many/vole/creature.toml", beast("vole").replace("40", "41"));
    let said = shelf.refusals(&[&["many"]]);
    insta::assert_snapshot!(said, @"DIR/many/vole/creature.toml:9:1: the points add up to 101, but there are only 100 to spend; take 1 off");
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_folder_are_refused() {
    use std::os::unix::fs::symlink;
    let shelf = Shelf::new();
    shelf.put("away/creature.toml", beast("away")).put("many/a/creature.toml", beast("a"));
    fs::create_dir(shelf.path().join("file")).unwrap();
    symlink("../away/creature.toml", shelf.path().join("file/creature.toml")).unwrap();
    symlink("../away", shelf.path().join("many/b")).unwrap();
    let said = shelf.refusals(&[&["file"], &["many"]]);
    insta::assert_snapshot!(said, @"
    DIR/file/creature.toml is a link that leads out of DIR/file; put a copy of what it leads to in its place
    DIR/many/b is a link that leads out of DIR/many; put a copy of what it leads to in its place
    ");
}

#[test]
fn a_setting_takes_its_place_before_the_check() {
    let set = |text| Shelf::new().load(&[], &[text]);
    let points = |catalogue: &Catalogue| match catalogue.get("hare").unwrap().nature {
        Nature::Animal(traits) => traits.points,
        Nature::Plant(_) => panic!("a hare is an animal"),
    };
    let hare = set("species.hare.points.camouflage=1.5").unwrap();
    assert_eq!(points(&hare)[Characteristic::Camouflage as usize], 1.5);
    let hare = set("species.hare.behaviour.parameters.caution=7").unwrap();
    let parameters = &hare.get("hare").unwrap().behaviour.as_ref().unwrap().parameters;
    assert_eq!(parameters["caution"], 7.0);
}

#[test]
fn a_wrong_setting_is_quoted() {
    let refusal = |text: &&str| Shelf::new().load(&[], &[text]).unwrap_err().to_string();
    let refusals = |texts: &[&str]| texts.iter().map(refusal).collect::<Vec<_>>().join("\n");
    let said = refusals(&[
        "species.hair.points.speed=1",
        "species.hare.points.spede=1",
        "species.hare.points.speed=fast",
        "species.hare.points.speed=99",
        "species.hare.points=1",
        "species.hare=1",
        "species=1",
        "species.hare.mature_size.side=1",
    ]);
    insta::assert_snapshot!(said, @"
    setting `species.hair.points.speed=1`: there is no species `hair`; did you mean `hare`?
    setting `species.hare.points.spede=1`: there is no key `spede` in [points]; did you mean `speed`?
    setting `species.hare.points.speed=fast`: `points.speed` is the string `fast`; give a number from 0 to 100 points
    setting `species.hare.points.speed=99`: the points add up to 159, but there are only 100 to spend; take 59 off
    setting `species.hare.points=1`: `points` is `1`; write it as a table, `[points]`
    setting `species.hare=1`: `hare` is not a single value; append a dot and one of its keys
    setting `species=1`: this names no species; write which and what, such as species.hare.points.speed=40
    setting `species.hare.mature_size.side=1`: there is no `mature_size.side`: `mature_size` is a single value; set `mature_size` itself
    ");
}

#[test]
fn the_rules_of_the_world_limit_the_points() {
    let mut rules = Rules::default();
    rules.set("points", 50.0).unwrap();
    let terms = Terms { rules: &rules, settings: &[], behaviours: &any_behaviour };
    let said = Catalogue::load::<&Path>(&[], &terms).unwrap_err();
    insta::assert_snapshot!(said, @"creatures/ant/creature.toml:9:1: the points add up to 100, but there are only 50 to spend; take 50 off");
}

#[test]
fn a_file_of_code_decides_and_is_a_part_of_the_species() {
    let shelf = Shelf::new();
    let (head, behaviour) = HARE.split_once("[behaviour]\n").unwrap();
    let manifest = head.replace("\"hare\"", "\"one\"");
    let code = |shelf: &Shelf| {
        let species = shelf.load(&["one"], &[]).unwrap().get("one").unwrap().clone();
        (species.behaviour.unwrap(), species.content_hash)
    };
    shelf.put("one/creature.toml", &manifest).put("one/behaviour.rhai", "fn on_tick() { halt() }");
    let (script, hash) = code(&shelf);
    assert_eq!(script.code, Code::script("fn on_tick() { halt() }"));
    shelf.put("one/behaviour.rhai", "fn on_tick() {}");
    assert_ne!(code(&shelf).1, hash);

    // Numbers for it may be set, and nothing else.
    let parameters = behaviour.replace("native = \"runner\"\n", "");
    shelf.put("one/creature.toml", format!("{manifest}[behaviour]\n{parameters}"));
    assert_eq!(code(&shelf).0.parameters["caution"], 60.0);

    fs::remove_file(shelf.path().join("one/behaviour.rhai")).unwrap();
    shelf.put("one/behaviour.wasm", b"\0asm\xff");
    assert_eq!(code(&shelf).0.code, Code::module(*b"\0asm\xff"));
}

#[test]
fn code_that_cannot_decide_is_refused() {
    let shelf = Shelf::new();
    let too_long = |limit: u64| " ".repeat(usize::try_from(limit).unwrap() + 1);
    let bare = |name: &str| beast(name).split_once("[behaviour]").unwrap().0.to_owned();
    for name in ["two", "script", "module", "bytes", "folder"] {
        shelf.put(&format!("{name}/creature.toml"), bare(name));
    }
    shelf.put("both/creature.toml", beast("both")).put("both/behaviour.rhai", "");
    shelf.put("two/behaviour.rhai", "").put("two/behaviour.wat", "");
    shelf.put("none/creature.toml", bare("none"));
    shelf.put("fern/creature.toml", super::FERN).put("fern/behaviour.wasm", "");
    shelf.put("script/behaviour.rhai", too_long(SCRIPT_BYTES));
    shelf.put("module/behaviour.wasm", too_long(MODULE_BYTES));
    shelf.put("bytes/behaviour.rhai", b"fn f() {}\n\xff");
    fs::create_dir_all(shelf.path().join("folder/behaviour.rhai")).unwrap();
    let folders =
        ["both", "two", "none", "fern", "script", "module", "bytes", "folder"].map(|name| [name]);
    let said = shelf.refusals(&folders.each_ref().map(|folder| &folder[..]));
    insta::assert_snapshot!(said, @"
    DIR/both/creature.toml:14:10: `native` is given, but the folder has behaviour.rhai as well; leave out `native`, or take behaviour.rhai out of the folder
    DIR/two has both behaviour.rhai and behaviour.wat, but only one can decide for a creature; take one out
    DIR/none/creature.toml:1:1: `behaviour` is missing; add a line such as `[behaviour]`, or put a behaviour.rhai into the folder
    DIR/fern/creature.toml:3:8: a plant has no behaviour, but its folder has behaviour.wasm; take behaviour.wasm out of the folder
    DIR/script/behaviour.rhai is larger than 262144 bytes, the most that is read; shorten it
    DIR/module/behaviour.wasm is larger than 1048576 bytes, the most that is read; shorten it
    DIR/bytes/behaviour.rhai: line 2 is not UTF-8 text; save the file as UTF-8
    DIR/folder/behaviour.rhai: cannot be read: this is a directory, pipe or device; give the path of a regular file; give the path of a readable file
    ");
}

#[cfg(unix)]
#[test]
fn code_that_is_a_link_out_of_the_folder_is_refused() {
    let shelf = Shelf::new();
    shelf.put("one/creature.toml", beast("one")).put("secret.rhai", "");
    let link = shelf.path().join("one/behaviour.rhai");
    std::os::unix::fs::symlink("../secret.rhai", link).unwrap();
    insta::assert_snapshot!(shelf.refusals(&[&["one"]]), @"DIR/one/behaviour.rhai is a link that leads out of DIR/one; put a copy of what it leads to in its place");
}
