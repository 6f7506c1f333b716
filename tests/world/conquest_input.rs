//! Invalid maps, scenarios and snapshots of conquests are refused with problem, place and remedy.

use std::path::Path;

use terrarium::behaviour::{BaseId, Colony};
use terrarium::space::terrain::Cell;
use terrarium::species::SpeciesId;
use terrarium::world::{ConquestEvent, Frame, QueuedSpawn, Verdict};
use terrarium_testing::environment::real_maps;
use terrarium_testing::workdir::one_line;

use crate::arena::{OUTPOST, found};
use crate::workdir;

fn refusal(from: &str, to: &str) -> String {
    assert!(OUTPOST.contains(from), "{from}");
    match found(&OUTPOST.replace(from, to), &[]) {
        Ok(_) => panic!("{to} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_on_colonies_and_bases_point_at_their_line() {
    let part = |from: &str, to: &str| {
        let start = OUTPOST.find(from).unwrap();
        &OUTPOST[start..start + OUTPOST[start..].find(to).unwrap()]
    };
    let (terrain, rows) = (part("[terrain]", "[colonies]"), part("rows = [", "[[terrain.base]]"));
    insta::assert_snapshot!(
        [
            refusal("blue = [\"ant\"]", "blue = [\"anr\"]"),
            refusal("blue = [\"ant\"]", "blue = [\"ant\", \"termite\"]"),
            refusal("blue = [\"ant\"]", "blue = []"),
            refusal("blue = [\"ant\"]", "blue = \"ant\""),
            refusal("blue = [\"ant\"]\n", ""),
            refusal("blue = [\"ant\"]", "blau = [\"ant\"]"),
            refusal("species = \"ant\"", "species = \"hare\""),
            refusal("capture = [9, 4]", "capture = [16, 4]"),
            refusal("capture = [9, 4]", "capture = 9"),
            refusal("polygon = [[6, 1], [14, 1], [14, 6], [6, 6]]", "polygon = []"),
            refusal("name = \"Outpost\"", "nam = \"Outpost\""),
            refusal("name = \"Outpost\"", "name = \"\""),
            refusal("capture = [9, 4]", "capture = [0, 4]"),
            refusal("@ 1      C     @", "@        C     @"),
            refusal(terrain, "[world]\nsize = [900, 900]\n\n"),
            refusal(rows, "map = \"a.json\"\n\n"),
        ]
        .join("\n"),
        @r##"
        arena.toml:25:9: the colony blue names `anr`, which has no population (did you mean `ant`?); name a species that has a [[population]], or add one
        arena.toml:26:8: `termite` is already listed at arena.toml:25:16; leave out one of the two
        arena.toml:25:8: `colonies.blue` is the list `[]`; give a list of names of species, such as ["ant"]
        arena.toml:25:8: `colonies.blue` is the string `"ant"`; give a list of names of species, such as ["ant"]
        arena.toml:24:1: `blue` is missing in [colonies]; add a line such as `blue = ["ant"]`
        arena.toml:25:1: there is no key `blau` in [colonies]; did you mean `blue`?
        arena.toml:25:9: the colony blue names `ant`, which has no population; name a species that has a [[population]], or add one
        arena.toml:21:11: `terrain.base.capture` is the list `[16, 4]`; give a tile, its column from 0 to 15 and its row from 0 to 9
        arena.toml:21:11: `terrain.base.capture` is `9`; give a list of two whole numbers, the column and the row of a tile
        arena.toml:22:11: `terrain.base.polygon` is the list `[]`; give a list of tiles, the corners of the base's area, such as [[2, 2], [9, 2], [9, 6], [2, 6]]
        arena.toml:20:1: there is no key `nam` in [terrain.base]; did you mean `name`?
        arena.toml:20:8: `terrain.base.name` is the string `""`; give one line of 1 to 40 characters
        arena: the capture tile [0, 4] of the base `Outpost` is rock, which is impassable; move its `capture` to open ground
        arena: the colony blue has no nest; mark a tile with `1`, outside of all bases or in a base that it holds
        arena.toml:7:1: the world is open ground, so there are no bases for colonies to fight for; give it a [terrain] with bases, or leave out [colonies]
        arena.toml:8:1: the map file already defines its bases; leave out [[terrain.base]], or write the terrain as rows
        "##
    );
}

#[test]
fn a_plant_cannot_belong_to_a_colony() {
    let text = OUTPOST.replace("\"ant\"", "\"clover\"");
    let message = found(&text, &[]).err().unwrap().to_string();
    assert!(
        message.contains("\"clover\" is a plant") || message.contains("`clover` is a plant"),
        "{message}"
    );
}

/// A tile with a sentry.
fn sentry() -> Cell {
    Cell::new(7, 2)
}

/// A tile of open ground.
fn ground() -> Cell {
    Cell::new(2, 2)
}

/// The problem of a modified frame.
fn problem(change: impl FnOnce(&mut Frame)) -> String {
    let mut frame = found(OUTPOST, &[]).unwrap().frame();
    frame.check().unwrap();
    change(&mut frame);
    frame.check().unwrap_err().to_string()
}

#[test]
fn a_snapshot_with_an_invalid_conquest_is_refused() {
    fn game(frame: &mut Frame) -> &mut terrarium::world::Conquest {
        frame.conquest.as_mut().unwrap()
    }
    let changes: [fn(&mut Frame); 17] = [
        |frame| frame.conquest = None,
        |frame| frame.config.colonies.clear(),
        |frame| frame.config.colonies.truncate(1),
        |frame| frame.config.terrain = None,
        |frame| game(frame).bases.clear(),
        |frame| game(frame).bases[0].life = 1000,
        |frame| game(frame).bases[0].owner = None,
        |frame| game(frame).bases[0].owner = Some(Colony::Blue),
        |frame| {
            game(frame).damage.insert(ground(), 5.0);
        },
        |frame| {
            game(frame).damage.insert(sentry(), -1.0);
        },
        |frame| {
            game(frame).damage.insert(sentry(), f64::NAN);
        },
        |frame| {
            game(frame).damage.insert(Cell::new(u32::MAX, u32::MAX), 1.0);
        },
        |frame| game(frame).tickets = [51, 50],
        |frame| game(frame).tickets = [0, 50],
        |frame| game(frame).verdict = Some(Verdict::Draw),
        |frame| game(frame).spawn_queue.push(QueuedSpawn { due: u64::MAX, species: SpeciesId(0) }),
        |frame| game(frame).spawn_queue.push(QueuedSpawn { due: 1, species: SpeciesId(9) }),
    ];
    for change in changes {
        let message = problem(change);
        assert!(message.starts_with("its conquest is invalid: "), "{message}");
    }
    let by = Colony::Red;
    for event in [
        ConquestEvent::Captured { base: BaseId(1), by },
        ConquestEvent::Neutralised { base: BaseId(u32::MAX), by },
        ConquestEvent::Breached { wall: ground(), by },
    ] {
        problem(|frame| game(frame).events.push(event));
    }
}

// ---------------------------------------------------------------------------------------------
// The command

/// The output of a command without frames and line breaks.
fn words(output: &str) -> String {
    one_line(&output.replace(['│', '×'], " "))
}

#[test]
fn a_recorded_conquest_reports_the_winner_and_can_be_verified() {
    let workdir = workdir();
    let out = workdir.success("run conquest --check --ticks 9000 --out game");
    assert!(words(&out).contains(" have won: ants "), "{out}");
    let manifest = workdir.read_json("game/manifest.json");
    assert_eq!(manifest["ending"], "decided");
    assert!(manifest["outcome"]["ticks"].as_u64().unwrap() < 9000);
    let winner = manifest["outcome"]["conquest"]["winner"].as_str().unwrap();
    let rows = workdir.read("game/conquest.csv");
    assert!(rows.starts_with("tick,what,colony,base,x,y,lost,blue_tickets,red_tickets,bases\n"));
    assert!(rows.lines().last().unwrap().contains(&format!(",won,{winner},")), "{rows}");
    for what in ["neutralised", "captured", "tickets_lost"] {
        assert!(rows.contains(&format!(",{what},")), "{what}");
    }
    workdir.success("verify game");
    let out = workdir.success("run --from game/final.snapshot --ticks 30");
    assert!(words(&out).contains("After 30 ticks"), "a decided conquest can be resumed: {out}");
}

#[test]
fn maps_without_bases_or_nests_are_refused() {
    let map = |tiles: &str, points: &str| {
        let rows: Vec<&str> = tiles.split('/').collect();
        let (width, height) = (rows[0].len(), rows.len());
        let tiles = serde_json::to_string(&rows).unwrap();
        format!(
            r#"{{"width": {width}, "height": {height}, "tiles": {tiles}, "controlPoints": [{points}]}}"#
        )
    };
    let base = |capture: &str, polygon: &str| {
        format!(r#"{{"name": "Hill", "capture": {capture}, "polygon": {polygon}}}"#)
    };
    let ground = "1   2/  o  /.    ";
    let cases = [
        (map(ground, ""), "map.json: the map has no bases for colonies to fight for"),
        (
            map(ground, &base("[9, 1]", "[[1, 1]]")),
            "map.json: the capture tile [9, 1] of control point `Hill`",
        ),
        (
            map(ground, &base("[2, 1]", "[[1, 9]]")),
            "map.json: the polygon corner [1, 9] of control point",
        ),
        (
            map(ground, &base("[2, 1]", "[]")),
            "map.json: control point 1 (counted from 1) has no polygon",
        ),
        (
            map(ground, &base("[0, 2]", "[[1, 1]]")),
            "map.json: the capture tile [0, 2] of the base `Hill` is water",
        ),
        (
            map("1    /  o  /     ", &base("[2, 1]", "[[2, 1]]")),
            "map.json: the colony red has no nest",
        ),
        (
            map("1   2/  o  /     ", &base("[2, 1]", "[[0, 0], [4, 0], [4, 2], [0, 2]]")),
            "map.json: the colony blue has no nest",
        ),
        ("type octile\nheight 1\nwidth 2\nmap\n..\n".to_owned(), "map.json: the map has no bases"),
    ];
    for (text, expected) in cases {
        let workdir = workdir();
        workdir.write("map.json", text);
        let err = words(&workdir.refused("run conquest --map map.json"));
        assert!(err.contains(expected), "{expected}\n{err}");
    }
}

#[test]
fn conquests_on_real_maps_have_a_winner() {
    let Some(data) = real_maps() else { return };
    let workdir = workdir();
    for name in ["fubar", "snafu", "min"] {
        let map = Path::new(&data).join("openfire").join(format!("{name}.json"));
        let arguments = ["run", "conquest", "--check", "--ticks", "20000", "--map"];
        let arguments = [&arguments[..], &[map.to_str().unwrap()]].concat();
        let out = words(&workdir.success(&arguments));
        assert!(out.contains(" have won: "), "{name}: {out}");
    }
}
