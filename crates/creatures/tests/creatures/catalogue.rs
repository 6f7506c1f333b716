//! Tests of creature folders, valid and invalid.

use std::fs;
use std::path::Path;

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    Catalogue, Characteristic, Code, Kind, MODULE_BYTES, Nature, Origin, SCRIPT_BYTES,
    SpeciesContext, SpeciesError,
};
use terrarium_input::document::{MAX_BYTES, Override};

use super::support::{FERN, HARE, any_behaviour};

/// A temporary folder for creatures, shown as DIR in messages.
struct CreatureDir(tempfile::TempDir);

impl CreatureDir {
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
            &SpeciesContext { rules: &rules, overrides: &given, behaviours: &any_behaviour },
        )
    }

    /// Returns the error of loading each list of folders, one per line.
    fn refusals(&self, lists: &[&[&str]]) -> String {
        let refusal = |folders: &&[&str]| self.load(folders, &[]).unwrap_err().to_string();
        let lines = lists.iter().map(refusal).collect::<Vec<_>>().join("\n");
        lines.replace(&self.path().display().to_string(), "DIR")
    }
}

/// Returns a creature file of an animal called `name`.
fn animal(name: &str) -> String {
    HARE.replace("\"hare\"", &format!("\"{name}\""))
}

#[test]
fn the_shipped_creatures_cover_every_kind() {
    let catalogue = CreatureDir::new().load(&[], &[]).unwrap();
    let count = |kind| catalogue.species().filter(|species| species.kind == kind).count();
    assert_eq!(Kind::ALL.map(count), [2, 3, 5]);
    assert!(catalogue.species().all(|species| species.content_hash.len() == 64));
}

#[test]
fn a_folder_is_one_creature_or_holds_several() {
    let dir = CreatureDir::new();
    dir.put("one/creature.toml", animal("one"));
    dir.put("many/b/creature.toml", animal("b")).put("many/a/creature.toml", animal("a"));
    dir.put("many/.hidden/creature.toml", "nonsense").put("many/notes.txt", "ignored");
    let catalogue = dir.load(&["one", "many"], &[]).unwrap();
    for name in ["one", "a", "b", "hare"] {
        assert_eq!(catalogue.get(name).unwrap().name, name);
    }
    assert_eq!(catalogue.get("hidden"), None);
    let folder = dir.path().join("many/b");
    assert_eq!(catalogue.origin("b"), Some(&Origin::Folder(folder)));
    assert_eq!(catalogue.origin("hare"), Some(&Origin::Shipped));
}

#[test]
fn a_content_hash_depends_on_the_content_only() {
    let hash = |content: &str, notes: &str| {
        let dir = CreatureDir::new();
        dir.put("one/creature.toml", content).put("one/notes.txt", notes);
        dir.load(&["one"], &[]).unwrap().get("one").unwrap().content_hash.clone()
    };
    let text = animal("one");
    assert_eq!(hash(&text, "a"), hash(&text, "b"));
    assert_ne!(hash(&text, "a"), hash(&text.replace("40", "39"), "a"));
}

#[test]
fn duplicate_names_are_refused_with_both_origins() {
    let dir = CreatureDir::new();
    dir.put("a/shrew/creature.toml", animal("shrew")).put("b/shrew/creature.toml", animal("shrew"));
    dir.put("wolf/creature.toml", animal("wolf"));
    let messages = dir.refusals(&[&["a", "b"], &["wolf"]]);
    insta::assert_snapshot!(messages, @"
    there are two creatures called `shrew`: the one in DIR/a/shrew and the one in DIR/b/shrew; rename one of them
    there are two creatures called `wolf`: the one that ships with the program and the one in DIR/wolf; rename one of them
    ");
}

#[test]
fn folders_without_creatures_are_refused() {
    let dir = CreatureDir::new();
    dir.put("many/a/creature.toml", animal("a")).put("many/b/brain.txt", "");
    dir.put("none/notes.txt", "");
    let messages = dir.refusals(&[&["nowhere"], &["none/notes.txt"], &["none"], &["many"]]);
    insta::assert_snapshot!(messages, @"
    cannot read the folder DIR/nowhere: No such file or directory (os error 2); give a creature's folder, or a folder of them
    cannot read the folder DIR/none/notes.txt: Not a directory (os error 20); give a creature's folder, or a folder of them
    DIR/none holds no creatures: neither a creature.toml nor folders that have one; give another folder
    DIR/many/b has no creature.toml; add one, or move the folder elsewhere
    ");
}

#[test]
fn files_without_text_are_refused() {
    let dir = CreatureDir::new();
    dir.put("empty/creature.toml", " \n").put("bytes/creature.toml", b"name = \"a\"\n\xff\n");
    dir.put("huge/creature.toml", " ".repeat(usize::try_from(MAX_BYTES).unwrap() + 1));
    fs::create_dir_all(dir.path().join("folder/creature.toml")).unwrap();
    let messages = dir.refusals(&[&["empty"], &["bytes"], &["huge"], &["folder"]]);
    insta::assert_snapshot!(messages, @"
    DIR/empty/creature.toml: the file is empty; start from a copy of one that ships with the program
    DIR/bytes/creature.toml: line 2 is not UTF-8 text; save the file as UTF-8
    DIR/huge/creature.toml: the file is larger than the maximum of 1048576 bytes; shorten it
    DIR/folder/creature.toml: this is not a file; give the path of a TOML file
    ");
}

#[test]
fn an_invalid_file_is_reported_with_its_path() {
    let dir = CreatureDir::new();
    dir.put("many/shrew/creature.toml", animal("shrew").replace("40", "41"));
    let messages = dir.refusals(&[&["many"]]);
    insta::assert_snapshot!(messages, @"DIR/many/shrew/creature.toml:9:1: the points add up to 101, but only 100 are available; remove 1");
}

#[cfg(unix)]
#[test]
fn links_that_point_out_of_the_folder_are_refused() {
    use std::os::unix::fs::symlink;
    let dir = CreatureDir::new();
    dir.put("away/creature.toml", animal("away")).put("many/a/creature.toml", animal("a"));
    fs::create_dir(dir.path().join("file")).unwrap();
    symlink("../away/creature.toml", dir.path().join("file/creature.toml")).unwrap();
    symlink("../away", dir.path().join("many/b")).unwrap();
    let messages = dir.refusals(&[&["file"], &["many"]]);
    insta::assert_snapshot!(messages, @"
    DIR/file/creature.toml is a link that points out of DIR/file; replace it with a copy of its target
    DIR/many/b is a link that points out of DIR/many; replace it with a copy of its target
    ");
}

#[test]
fn overrides_apply_before_validation() {
    let set = |text| CreatureDir::new().load(&[], &[text]);
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
fn an_invalid_override_is_quoted() {
    let refusal = |text: &&str| CreatureDir::new().load(&[], &[text]).unwrap_err().to_string();
    let refusals = |texts: &[&str]| texts.iter().map(refusal).collect::<Vec<_>>().join("\n");
    let messages = refusals(&[
        "species.hair.points.speed=1",
        "species.hare.points.spede=1",
        "species.hare.points.speed=fast",
        "species.hare.points.speed=99",
        "species.hare.points=1",
        "species.hare=1",
        "species=1",
        "species.hare.mature_size.side=1",
    ]);
    insta::assert_snapshot!(messages, @"
    override `species.hair.points.speed=1`: there is no species `hair`; did you mean `hare`?
    override `species.hare.points.spede=1`: there is no key `spede` in [points]; did you mean `speed`?
    override `species.hare.points.speed=fast`: `species.hare.points.speed` is the string `fast`; give a number from 0 to 100 points
    override `species.hare.points.speed=99`: the points add up to 159, but only 100 are available; remove 59
    override `species.hare.points=1`: `species.hare.points` is `1`; write it as a table, `[points]`
    override `species.hare=1`: `hare` is not a single value; append a dot and one of its keys
    override `species=1`: the key names no species; write its name and a key, such as species.hare.points.speed=40
    override `species.hare.mature_size.side=1`: there is no `mature_size.side`: `mature_size` is a single value; set `mature_size` itself
    ");
}

#[test]
fn the_rules_of_the_world_limit_the_points() {
    let mut rules = Rules::default();
    rules.set("points", 50.0).unwrap();
    let context = SpeciesContext { rules: &rules, overrides: &[], behaviours: &any_behaviour };
    let messages = Catalogue::load::<&Path>(&[], &context).unwrap_err();
    insta::assert_snapshot!(messages, @"creatures/ant/creature.toml:10:1: the points add up to 100, but only 50 are available; remove 50");
}

#[test]
fn a_code_file_is_the_behaviour_and_part_of_the_species() {
    let dir = CreatureDir::new();
    let (head, behaviour) = HARE.split_once("[behaviour]\n").unwrap();
    let manifest = head.replace("\"hare\"", "\"one\"");
    let code = |dir: &CreatureDir| {
        let species = dir.load(&["one"], &[]).unwrap().get("one").unwrap().clone();
        (species.behaviour.unwrap(), species.content_hash)
    };
    dir.put("one/creature.toml", &manifest).put("one/behaviour.rhai", "fn on_tick() { halt() }");
    let (script, hash) = code(&dir);
    assert_eq!(script.code, Code::script("fn on_tick() { halt() }"));
    dir.put("one/behaviour.rhai", "fn on_tick() {}");
    assert_ne!(code(&dir).1, hash);

    // Its parameters may be set, and nothing else.
    let parameters = behaviour.replace("native = \"runner\"\n", "");
    dir.put("one/creature.toml", format!("{manifest}[behaviour]\n{parameters}"));
    assert_eq!(code(&dir).0.parameters["caution"], 60.0);

    fs::remove_file(dir.path().join("one/behaviour.rhai")).unwrap();
    dir.put("one/behaviour.wasm", b"\0asm\xff");
    assert_eq!(code(&dir).0.code, Code::module(*b"\0asm\xff"));
}

#[test]
fn unusable_code_is_refused() {
    let dir = CreatureDir::new();
    let too_long = |limit: u64| " ".repeat(usize::try_from(limit).unwrap() + 1);
    let bare = |name: &str| animal(name).split_once("[behaviour]").unwrap().0.to_owned();
    for name in ["two", "script", "module", "bytes", "folder"] {
        dir.put(&format!("{name}/creature.toml"), bare(name));
    }
    dir.put("both/creature.toml", animal("both")).put("both/behaviour.rhai", "");
    dir.put("two/behaviour.rhai", "").put("two/behaviour.wat", "");
    dir.put("none/creature.toml", bare("none"));
    dir.put("fern/creature.toml", FERN).put("fern/behaviour.wasm", "");
    dir.put("script/behaviour.rhai", too_long(SCRIPT_BYTES));
    dir.put("module/behaviour.wasm", too_long(MODULE_BYTES));
    dir.put("bytes/behaviour.rhai", b"fn f() {}\n\xff");
    fs::create_dir_all(dir.path().join("folder/behaviour.rhai")).unwrap();
    let folders =
        ["both", "two", "none", "fern", "script", "module", "bytes", "folder"].map(|name| [name]);
    let messages = dir.refusals(&folders.each_ref().map(|folder| &folder[..]));
    insta::assert_snapshot!(messages, @"
    DIR/both/creature.toml:14:10: `native` is given, but the folder also has behaviour.rhai; leave out `native`, or remove behaviour.rhai from the folder
    DIR/two has both behaviour.rhai and behaviour.wat, but a creature has only one behaviour; remove one of them
    DIR/none/creature.toml:1:1: the animal has no behaviour: neither a code file nor `native`; add a line such as `[behaviour]`, or add a behaviour.rhai to the folder
    DIR/fern/creature.toml:3:8: a plant has no behaviour, but its folder has behaviour.wasm; remove behaviour.wasm from the folder
    DIR/script/behaviour.rhai is larger than the maximum of 262144 bytes; shorten it
    DIR/module/behaviour.wasm is larger than the maximum of 1048576 bytes; shorten it
    DIR/bytes/behaviour.rhai: line 2 is not UTF-8 text; save the file as UTF-8
    DIR/folder/behaviour.rhai: cannot be read: this is a directory, pipe or device; give the path of a regular file; give the path of a readable file
    ");
}

#[cfg(unix)]
#[test]
fn a_code_file_that_is_a_link_out_of_the_folder_is_refused() {
    let dir = CreatureDir::new();
    dir.put("one/creature.toml", animal("one")).put("secret.rhai", "");
    let link = dir.path().join("one/behaviour.rhai");
    std::os::unix::fs::symlink("../secret.rhai", link).unwrap();
    insta::assert_snapshot!(dir.refusals(&[&["one"]]), @"DIR/one/behaviour.rhai is a link that points out of DIR/one; replace it with a copy of its target");
}
