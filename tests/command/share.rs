//! `terrarium share`, links as arguments of `run`, and `terrarium export`.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::Value;
use terrarium_testing::Workdir;

use crate::pond::pond;

const MARK: &str = "#run=1.";

const NEWT: &str = r##"# A newt of its own.
name = "newt"
description = "Eats what it finds"
kind = "herbivore"
mature_size = 30

[appearance]
colour = "#406020"

[points]
speed = 40
"##;

/// The link that a command prints.
fn link(workdir: &Workdir, arguments: &[&str]) -> String {
    workdir.success(&[&["share"], arguments].concat()).trim_end().to_owned()
}

/// The state hash at the end of a run.
fn hash_of_run(workdir: &Workdir, out: &str) -> String {
    let manifest = workdir.read_json(format!("{out}/manifest.json"));
    let rows = workdir.read(format!("{out}/ledger.csv"));
    let last = rows.lines().last().unwrap().split(',').nth(1).unwrap().to_owned();
    assert!(manifest["outcome"].is_object());
    last
}

#[test]
fn a_link_of_a_run_gives_the_same_run() {
    let workdir = pond();
    workdir.success(&["run", "pond.toml", "--seed", "9", "--ticks", "60", "--out", "first"]);
    let whole = link(&workdir, &["first"]);
    assert!(whole.starts_with("http://127.0.0.1:8323/#run=1."), "{whole}");
    let run = workdir.run(&["run", &whole, "--out", "again"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let hash = hash_of_run(&workdir, "first");
    assert_eq!(hash_of_run(&workdir, "again"), hash);
    assert!(
        run.err.contains(&format!("tick 60 is that of the link: state hash {hash}")),
        "{}",
        run.err
    );
    // The record of that run is as good as the first: it is verified and shared.
    let verified = workdir.run(&["verify", "again"]);
    assert_eq!((verified.code, verified.err.as_str()), (Some(0), ""), "{}", verified.out);
    assert_eq!(link(&workdir, &["again"]), whole);

    // A recording has the same link, and so has its scenario.
    workdir.success(&[
        "run",
        "pond.toml",
        "--seed",
        "9",
        "--ticks",
        "60",
        "--record",
        "first.recording",
    ]);
    assert_eq!(link(&workdir, &["first.recording"]), whole);
    assert_eq!(link(&workdir, &["pond.toml", "--seed", "9", "--tick", "60"]), whole);

    // An earlier tick, in a file, for another page.
    let to = "https://example.org/t/";
    workdir.success(&["share", "first", "--tick", "20", "--to", to, "--file", "early.link"]);
    assert!(workdir.read("early.link").starts_with("https://example.org/t/#run=1."));
    let run = workdir.run(&["run", "early.link"]);
    assert!(run.code == Some(0) && run.err.contains("tick 20 is that of the link"), "{}", run.err);
    let longer = workdir.run(&["run", "early.link", "--ticks", "60", "--out", "longer"]);
    assert!(longer.err.contains("tick 20 is that of the link"), "{}", longer.err);
    assert_eq!(hash_of_run(&workdir, "longer"), hash);
    let shorter = workdir.run(&["run", "early.link", "--ticks", "3"]);
    assert!(shorter.code == Some(0) && shorter.err.contains("was not compared"), "{}", shorter.err);
}

#[test]
fn a_link_carries_creatures_code_and_maps() {
    let workdir = pond();
    workdir.write("own/newt/creature.toml", NEWT);
    workdir.write("own/newt/behaviour.rhai", "fn on_tick() { halt() }\n");
    workdir.write("river.map", "type octile\nheight 14\nwidth 20\nmap\n");
    let rows =
        format!("{}{}", "....................\n".repeat(7), "..WWWW..............\n".repeat(7));
    workdir.write("river.map", format!("{}{rows}", workdir.read("river.map")));
    let arguments =
        ["pond.toml", "--creatures", "own", "--set", "population.newt=5", "--map", "river.map"];
    let arguments = [&arguments[..], &["--tick", "30"]].concat();
    let whole = link(&workdir, &arguments);
    for name in ["own", "river.map", "pond.toml"] {
        let path = workdir.path(name);
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap()
        } else {
            fs::remove_file(path).unwrap()
        }
    }
    let run = workdir.run(&["run", &whole, "--out", "run"]);
    assert!(run.code == Some(0) && run.err.contains("tick 30 is that of the link"), "{}", run.err);
    assert!(workdir.read("run/manifest.json").contains("# A newt of its own."));
    let founding = workdir.run(&["verify", "run"]);
    assert_eq!((founding.code, founding.err.as_str()), (Some(0), ""));
}

#[test]
fn commands_are_part_of_a_link() {
    let workdir = pond();
    workdir.success(&["run", "pond.toml", "--ticks", "40", "--out", "plain"]);
    workdir.write("own/newt/creature.toml", format!("{NEWT}[behaviour]\nnative = \"grazer\"\n"));
    let run = ["run", "pond.toml", "--creatures", "own", "--set", "population.newt=5"];
    let run = [&run[..], &["--ticks", "40", "--record", "newt.recording"]].concat();
    workdir.success(&run);
    // A branch with a command: the code of a species is replaced.
    workdir.edit("own/newt/creature.toml", "grazer", "runner");
    let branch = ["run", "--from", "newt.recording", "--at", "10", "--creatures", "own"];
    workdir.success(&[&branch[..], &["--ticks", "5", "--record", "branch.recording"]].concat());
    let refusal = workdir.refused(&["share", "branch.recording"]);
    assert!(refusal.contains("the run began with the snapshot newt.recording"), "{refusal}");
    // Commands of a run are in the link with their ticks.
    let whole = link(&workdir, &["newt.recording"]);
    let forged = edited(&whole, |json| {
        json["commands"] =
            serde_json::json!([{"tick": 7, "command": {"command": "reseed", "seed": 5}}]);
    });
    let run = workdir.run(&["run", &forged, "--out", "forged"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("tick 40 is not that of the link"), "{}", run.err);
    assert!(workdir.read("forged/manifest.json").contains("\"reseed\""));
    let of_forged = link(&workdir, &["forged"]);
    let run = workdir.run(&["run", &of_forged]);
    assert!(run.code == Some(0) && run.err.contains("tick 40 is that of the link"), "{}", run.err);
}

/// The bytes of the run of a link, after its checksum.
fn opened(link: &str) -> Vec<u8> {
    let (_, run) = link.split_once(MARK).unwrap();
    URL_SAFE_NO_PAD.decode(run.trim_end()).unwrap().split_off(8)
}

/// A link with these bytes after a valid checksum.
fn sealed(bytes: &[u8]) -> String {
    let sum = blake3::hash(&[b"1.", bytes].concat());
    let run = [&sum.as_bytes()[..8], bytes].concat();
    format!("http://127.0.0.1:8323/{MARK}{}", URL_SAFE_NO_PAD.encode(run))
}

/// A link with this text as its JSON.
fn with_json(json: &[u8]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let level = structured_zstd::encoding::CompressionLevel::Default;
    let compressed = structured_zstd::encoding::compress_slice_to_vec(json, level);
    let length = u8::try_from(version.len()).unwrap();
    sealed(&[&[length], version.as_bytes(), &compressed].concat())
}

/// The run in a link.
pub fn run_in(link: &str) -> Value {
    let bytes = opened(link);
    let compressed = &bytes[1 + usize::from(bytes[0])..];
    let mut json = Vec::new();
    let mut decoder = structured_zstd::decoding::StreamingDecoder::new(compressed);
    std::io::Read::read_to_end(&mut decoder, &mut json).unwrap();
    serde_json::from_slice(&json).unwrap()
}

/// The link with an edited run.
fn edited(link: &str, edit: impl FnOnce(&mut Value)) -> String {
    let mut json = run_in(link);
    edit(&mut json);
    with_json(&serde_json::to_vec(&json).unwrap())
}

#[test]
fn damaged_and_harmful_links_are_refused() {
    let workdir = pond();
    let whole = link(&workdir, &["pond.toml"]);
    let start = whole.find(MARK).unwrap() + MARK.len();
    let mut altered = whole.clone().into_bytes();
    altered[start + 40] = if altered[start + 40] == b'A' { b'B' } else { b'A' };
    let altered = String::from_utf8(altered).unwrap();
    let mut other_version = opened(&whole);
    other_version[1] = b'9';
    let cases = [
        (whole[..whole.len() - 5].to_owned(), "the link is cut: 5 characters of it are missing"),
        (altered, "its checksum is wrong"),
        (format!("{}#run=", &whole[..10]), "the link has no run"),
        (whole.replace("#run=1.", "#run=2."), "the link is in format 2"),
        (format!("{whole}{}", "A".repeat(40_000)), "a link has at most 32768"),
        (sealed(&other_version), "open it with terrarium 9.1.0"),
        (with_json(&vec![b' '; 8 << 20]), "decompressed to at most 1048576 bytes"),
        (edited(&whole, |json| json["tick"] = 10_000_001.into()), "10000001 ticks"),
        (
            edited(&whole, |json| {
                json["overrides"] =
                    serde_json::json!(["world.size=[100000, 100000]", "population.hare=900000"])
            }),
            "MiB of founders, but a link has at most 512",
        ),
        (
            edited(&whole, |json| {
                json["overrides"] = serde_json::json!(["terrain.map=/etc/hostname"])
            }),
            "the map is a file",
        ),
        (
            edited(&whole, |json| {
                json["commands"] =
                    serde_json::json!([{"tick": 0, "command": {"command": "feed", "whom": 99}}]);
            }),
            "a command of tick 0 in the link is refused",
        ),
    ];
    for (link, expected) in cases {
        let run = workdir.run(&["run", &link]);
        assert_eq!(run.code, Some(2), "{expected}: {}", run.err);
        assert!(run.message().contains(expected), "{expected}: {}", run.err);
    }
}

#[test]
fn a_mail_with_a_link_is_opened() {
    let workdir = pond();
    let whole = link(&workdir, &["pond.toml", "--tick", "3"]);
    let lines: Vec<&str> =
        whole.as_bytes().chunks(76).map(|it| str::from_utf8(it).unwrap()).collect();
    let quoted = format!("> Look:\r\n> {}.\r\n\r\nNice!\r\n", lines.join("\r\n> "));
    let wide: Vec<u8> = quoted.encode_utf16().flat_map(u16::to_le_bytes).collect();
    workdir.write("mail.link", &quoted);
    workdir.write("wide.link", [b"\xFF\xFE", &wide[..]].concat());
    let escaped = whole.replace("#run=", "%23run%3D");
    for target in
        ["mail.link", "wide.link", &format!("<{whole}>"), &format!("{escaped}&utm_source=x")]
    {
        let run = workdir.run(&["run", target]);
        assert_eq!(run.code, Some(0), "{target}: {}", run.err);
        assert!(run.err.contains("tick 3 is that of the link"), "{}", run.err);
    }
    workdir.write("cut.link", quoted.replace(lines[lines.len() - 1], ""));
    let missing = lines[lines.len() - 1].len();
    let refusal = workdir.refused(&["run", "cut.link"]);
    let expected = format!("cut.link: the link is cut: {missing} characters of it are missing");
    assert!(refusal.contains(&expected), "{refusal}");
}

#[test]
fn what_cannot_be_a_link_is_refused_with_the_reason() {
    let workdir = pond();
    workdir.success(&["run", "pond.toml", "--ticks", "5", "--out", "first"]);
    workdir.success(&["run", "--from", "first/final.snapshot", "--ticks", "5", "--out", "second"]);
    workdir.write("taken.link", "");
    // Noise that cannot be compressed to the size of a link.
    let noise: String =
        (0..1500_u32).map(|n| blake3::hash(&n.to_le_bytes()).to_hex().to_string()).collect();
    workdir.write("own/newt/creature.toml", NEWT);
    workdir.write("own/newt/behaviour.rhai", format!("// {noise}\nfn on_tick() {{}}\n"));
    let whole = link(&workdir, &["pond.toml"]);
    workdir.write("whole.link", &whole);
    let cases: [(&[&str], &str); 10] = [
        (&["share", "first/final.snapshot"], "this is a snapshot"),
        (&["share", "second"], "the run began with the snapshot first/final.snapshot"),
        (&["share", "first", "--tick", "6"], "first has ticks 0 to 5"),
        (&["share", "first", "--seed", "6"], "apply only to scenarios"),
        (&["share", "pond.toml", "--file", "taken.link"], "exists already"),
        (&["share", "pond.toml", "--file", "pond.txt"], "ends in .link"),
        (
            &["share", "pond.toml", "--creatures", "own", "--set", "population.newt=1"],
            "most of it is the code of the creature `newt`",
        ),
        (&["run", &whole, "--seed", "4"], "leave out --seed"),
        (&["render", &whole, "--png", "a.png"], "this is the link of a run"),
        (&["render", "whole.link", "--png", "a.png"], "whole.link: this is the link of a run"),
    ];
    for (arguments, expected) in cases {
        let refusal = workdir.refused(arguments);
        assert!(refusal.contains(expected), "{arguments:?}: {refusal}");
    }
}

#[test]
fn an_export_holds_the_recording() {
    let workdir = pond();
    workdir.success(&["run", "pond.toml", "--ticks", "30", "--out", "first"]);
    workdir.success(&["run", "pond.toml", "--ticks", "30", "--record", "first.recording"]);
    let page = "<html><script type=\"text/plain\" id=\"run\"></script><script>go()</script></html>";
    workdir.write("page/terrarium.html", page);
    let recording_in = |html: &str| {
        let text = workdir.read(html);
        let (before, rest) = text.split_once("id=\"run\">").unwrap();
        let (run, after) = rest.split_once("</script>").unwrap();
        assert_eq!(format!("{before}id=\"run\"></script>{after}"), page);
        STANDARD.decode(run).unwrap()
    };
    let export = |run: &str, html: &str| {
        let result = workdir.run(&["export", run, "--html", html, "--page", "page"]);
        assert_eq!(result.code, Some(0), "{}", result.err);
        assert!(result.err.contains("MB, of which the run is"), "{}", result.err);
        recording_in(html)
    };
    let recording = export("first.recording", "a.html");
    assert_eq!(recording, workdir.bytes("first.recording"));
    workdir.write("b.recording", export("first", "b.html"));
    let verified = workdir.success(&["verify", "b.recording"]);
    assert!(verified.contains("all 30 ticks repeat to the bit"), "{verified}");

    workdir.write("odd/terrarium.html", "<html></html>");
    let cases: [(&[&str], &str); 4] = [
        (&["first", "--html", "a.html", "--page", "page"], "exists already"),
        (
            &["first", "--html", "c.html", "--page", "own"],
            "there is no terrarium.html in this folder",
        ),
        (&["first", "--html", "c.html", "--page", "odd"], "this page has no place for a run"),
        (
            &["pond.toml", "--html", "c.html", "--page", "page"],
            "neither the directory of a run nor",
        ),
    ];
    for (arguments, expected) in cases {
        let refusal = workdir.refused(&[&["export"], arguments].concat());
        assert!(refusal.contains(expected), "{arguments:?}: {refusal}");
    }
}
