//! Follows docs/navigation.md: its commands are run in their order, its problems have the printed answers, and its
//! pictures are those of their commands.

use std::fs;
use std::path::Path;

use serde_json::Value;
use terrarium_testing::environment::real_maps;
use terrarium_testing::{Workdir, picture};

use crate::manual::{Changes, Followed, blocks, followed, manual, run, section};
use crate::workdir;

/// What the commands read, and a reader has.
fn prepared(manual: &str) -> Workdir {
    let workdir = workdir();
    workdir.write("runs/note", "the folder exists");
    let marsh = [".".repeat(42), format!("{}{}{}", ".".repeat(20), "S".repeat(6), ".".repeat(16))];
    let rows = [&marsh[0], &marsh[1], &marsh[1], &marsh[0]].map(|row| format!("{row}\n")).concat();
    workdir.write("marsh.map", format!("type octile\nheight 4\nwidth 42\nmap\n{rows}"));
    let (_, boxes) = manual.split_once("\necho '").expect("a problem is written");
    workdir.write("boxes.jsonl", boxes.split_once('\'').expect("it ends").0);
    if let Some(maps) = real_maps() {
        for map in ["movingai/arena.map", "movingai/arena.map.scen", "openfire/fubar.json"] {
            let path = maps.join(map);
            workdir.write(path.file_name().expect("a name"), fs::read(&path).unwrap());
        }
    }
    workdir
}

/// An answer without durations.
fn timeless(answer: &str) -> Value {
    let mut answer: Value =
        serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
    let fields = answer.as_object_mut().expect("an object");
    fields.retain(|key, _| !key.ends_with("micros"));
    answer
}

#[test]
fn the_commands_write_what_the_text_says() {
    let manual = manual("navigation.md");
    let workdir = prepared(&manual);
    let maps: &[&str] = if real_maps().is_some() { &[] } else { &["arena.map", "fubar.json"] };
    let done = followed(&manual, &workdir, &Changes { replaced: &[], left_out: maps });
    let answers = blocks(&manual, "json");
    let printed = |part: &str| {
        let found = answers.iter().find(|block| block.contains(part)).expect("an answer");
        timeless(found)
    };
    assert!(done.written("--map marsh.map").out.contains("cost"));
    let found = timeless(&done.written("--navigator exact --format json").out);
    assert_eq!(found, printed("12.272864268482081"));
    assert!(workdir.bytes("runs/path.png").starts_with(b"\x89PNG"));
    let around = &done.written("--map runs/rock.map").out;
    assert!(around.starts_with("found: ") && around.contains("\n  5.5,3.5"), "{around}");
    the_benchmark_has_a_row_for_each_measurement(&workdir);
    the_regions_are_written(&workdir);
    if maps.is_empty() {
        let route = timeless(&done.written("--search astar").out);
        assert_eq!(route, printed("\"expansions\""));
        maps_are_read(&workdir, &done);
    }
}

fn the_benchmark_has_a_row_for_each_measurement(workdir: &Workdir) {
    let rows = |name: &str| workdir.read(format!("runs/scan/{name}")).lines().count() - 1;
    assert_eq!((rows("lab.csv"), rows("summary.csv")), (3 * 100, 3));
    for file in ["lab.parquet", "lab.png", "pictures"] {
        assert!(workdir.path("runs/scan").join(file).exists(), "{file}");
    }
}

/// The names of properties and groups, and that the same input gives the same bytes.
fn the_regions_are_written(workdir: &Workdir) {
    let regions = workdir.read_json("boxes.geojson");
    let features = regions["features"].as_array().expect("a list");
    let with =
        |key: &'static str| features.iter().filter(move |it| it["properties"].get(key).is_some());
    assert!(with("region").all(|it| it["geometry"]["type"] == "Polygon"));
    assert!(with("region").all(|it| it["properties"]["component"].is_u64()));
    assert!(with("portal").all(|it| it["properties"]["regions"].is_array()));
    assert!(with("region").count() > 4 && with("portal").count() > 3);
    let again = "terrarium path --problems boxes.jsonl --line 1 --regions again.geojson";
    run(workdir, again);
    assert_eq!(workdir.bytes("again.geojson"), workdir.bytes("boxes.geojson"));
}

/// What is said about the real maps.
fn maps_are_read(workdir: &Workdir, done: &Followed) {
    let mesh = workdir.read("arena.obj");
    let has = |part: &str| mesh.lines().any(|line| line.starts_with(part));
    assert!(has("g region_0 component_0") && has("g portal_0 between_"), "{mesh}");
    let is_flat = |line: &str| !line.starts_with("v ") || line.ends_with(" 0");
    assert!(mesh.lines().all(is_flat), "z is not 0");
    let compared = &done.written("--scen arena.map.scen").out;
    assert!(compared.contains("100 problems: 100 found"), "{compared}");
    assert!(compared.contains("ratio to octile: "), "{compared}");
    let measured = &done.written("--navigator grid-astar").out;
    assert!(measured.contains("arena.map: 160 problems"), "{measured}");
    assert!(workdir.bytes("nodes.png").starts_with(b"\x89PNG"));
    let pairs = &done.written("--all-pairs").out;
    assert!(pairs.contains("0 costs differ from Dijkstra's"), "{pairs}");
    assert!(done.written("run conquest").out.contains("have won: "));
}

/// The indented problem of a section, as one line.
fn problem(section: &str) -> String {
    let lines = section.lines().skip_while(|line| !line.starts_with("    {"));
    lines.take_while(|line| line.starts_with("    ") && !line.contains("terrarium ")).collect()
}

#[test]
fn problems_with_ground_and_links_have_the_printed_answers() {
    let manual = manual("navigation.md");
    let workdir = workdir();
    let links = section(&manual, "## Links");
    workdir.write("links.jsonl", problem(links));
    let answer = run(&workdir, "terrarium path --problems links.jsonl --format json").out;
    let expected = &blocks(links, "text")[0];
    assert_eq!(timeless(&answer), timeless(expected));

    workdir.write("ground.jsonl", problem(section(&manual, "## Ground that counts")));
    for navigator in ["perimeter", "exact", "grid-astar", "jump-point"] {
        let command = "terrarium path --problems ground.jsonl --format json --navigator";
        let answer = timeless(&run(&workdir, &format!("{command} {navigator}")).out);
        let straight = 4.0 + 2.0 * 9.0 + 3.0;
        assert!(answer["cost"].as_f64().is_some_and(|cost| cost < straight / 2.0), "{answer}");
    }
}

/// Pictures that are painted by a command of the text. To update them: `UPDATE_PICTURES=1`.
#[test]
fn the_pictures_are_those_of_their_commands() {
    let manual = manual("navigation.md");
    let workdir = workdir();
    for (name, painted) in [("lab-rooms", "rooms-0006"), ("lab-boxes", "boxes-10-0004")] {
        let (_, caption) =
            manual.split_once(&format!("(pictures/{name}.png)")).expect("it is shown");
        let command = caption.split('`').nth(1).expect("a command in the caption");
        run(&workdir, command);
        let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
        let painted = workdir.bytes(format!("runs/lab/pictures/{painted}.png"));
        picture::compare_files(&stored.join(name).with_extension("png"), &painted);
        fs::remove_dir_all(workdir.path("runs/lab")).unwrap();
    }
}
