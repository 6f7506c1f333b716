//! The command `terrarium render`.

use std::fs;

use terrarium::view::Framebuffer;
use terrarium_testing::Workdir;

use crate::workdir;

/// The overrides of a small, fast meadow.
pub const SMALL: [&str; 16] = [
    "--set",
    "world.size=[900, 600]",
    "--set",
    "population.clover=60",
    "--set",
    "population.oak=4",
    "--set",
    "population.hare=20",
    "--set",
    "population.deer=8",
    "--set",
    "population.lynx=2",
    "--set",
    "population.wolf=1",
    "--seed",
    "7",
];

const TINY: [&str; 2] = ["--size", "160x120"];

fn picture(workdir: &Workdir, name: &str) -> Framebuffer {
    Framebuffer::from_png(&workdir.bytes(name)).unwrap()
}

/// The number of images in a GIF, and their size.
fn gif_size(workdir: &Workdir, name: &str) -> (usize, u16, u16) {
    let bytes = workdir.bytes(name);
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    (count, decoder.width(), decoder.height())
}

fn render<'a>(target: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["render", target], &TINY[..], more].concat()
}

#[test]
fn a_run_its_snapshot_and_its_scenario_give_the_same_picture() {
    let workdir = workdir();
    workdir.success(&[&["run", "meadow", "--ticks", "40", "--out", "first"], &SMALL[..]].concat());
    let last = ["--ticks", "40", "--no-caption", "--png"];
    workdir.success(&[render("meadow", &last), vec!["a.png"], SMALL.to_vec()].concat());
    workdir.success(&[render("first", &last), vec!["b.png"]].concat());
    workdir.success(&render("first/final.snapshot", &["--no-caption", "--png", "c.png"]));
    workdir.success(&render("first", &["--no-caption", "--png", "d.png"]));
    workdir.success(&[render("first", &last), vec!["e.png", "--threads", "1"]].concat());
    let pictures =
        ["a.png", "b.png", "c.png", "d.png", "e.png"].map(|name| picture(&workdir, name));
    assert_eq!((pictures[0].width(), pictures[0].height()), (160, 120));
    // A snapshot holds no headings: creatures restored from it face anywhere until they move.
    let differing = |a: &Framebuffer, b: &Framebuffer| {
        a.pixels().iter().zip(b.pixels()).filter(|(a, b)| a != b).count()
    };
    assert!(pictures.iter().all(|picture| differing(picture, &pictures[0]) < 1500));
    assert_eq!(pictures[1], pictures[4], "the image does not depend on the number of threads");
}

#[test]
fn any_tick_of_a_recording_can_be_rendered() {
    let workdir = workdir();
    workdir.success(
        &[&["run", "meadow", "--ticks", "30", "--record", "r.recording"], &SMALL[..]].concat(),
    );
    workdir
        .success(&render("r.recording", &["--gif", "r.gif", "--ticks", "10..30", "--every", "5"]));
    let (count, width, height) = gif_size(&workdir, "r.gif");
    assert_eq!((width, height), (160, 120));
    assert!((2..=5).contains(&count), "{count}");
    let refused = workdir.refused(&render("r.recording", &["--png", "x.png", "--ticks", "31"]));
    assert!(refused.contains("--ticks 31: r.recording: it holds ticks 0 to 30"), "{refused}");
}

#[test]
fn every_nth_tick_is_rendered() {
    let workdir = workdir();
    let more = ["--png", "t{tick}.png", "--gif", "t.gif", "--ticks", "0..10", "--every", "4"];
    workdir.success(&[render("meadow", &more), SMALL.to_vec()].concat());
    for tick in ["000000", "000004", "000008", "000010"] {
        assert_eq!(picture(&workdir, &format!("t{tick}.png")).width(), 160, "{tick}");
    }
    assert_eq!(gif_size(&workdir, "t.gif").0, 4);
}

#[test]
fn an_organism_is_followed_and_overlays_are_drawn() {
    let workdir = workdir();
    let more = ["--png", "f.png", "--ticks", "20", "--follow", "70"];
    workdir.success(&[render("meadow", &more), SMALL.to_vec()].concat());
    let all = "paths,inflated,sight,danger,light,density,tree,energy";
    let more = ["--png", "o.png", "--ticks", "20", "--follow", "70", "--overlay", all];
    workdir.success(&[render("meadow", &more), SMALL.to_vec()].concat());
    assert_ne!(picture(&workdir, "f.png"), picture(&workdir, "o.png"));
    let more = ["--png", "f.png", "--ticks", "20", "--follow", "999999"];
    let refused = workdir.refused(&[render("meadow", &more), SMALL.to_vec()].concat());
    assert!(
        refused.contains("--follow 999999: no organism has this number at tick 20"),
        "{refused}"
    );
    assert!(refused.contains("there is, for example, the"), "{refused}");
}

#[test]
fn invalid_arguments_are_refused_and_nothing_is_written() {
    let workdir = workdir();
    fs::create_dir(workdir.path("folder")).unwrap();
    workdir.write("text.txt", "nothing");
    let cases = [
        (vec!["meadow", "--png", "a.png", "--size", "10x10"], "--size"),
        (vec!["meadow", "--png", "a.png", "--size", "big"], "such as 1280x720"),
        (vec!["meadow", "--png", "a.png", "--ticks", "9..3"], "comes after the last"),
        (vec!["meadow", "--png", "a.png", "--overlay", "sihgt"], "did you mean `sight`"),
        (vec!["meadow", "--png", "a.png", "--zoom", "0"], "--zoom"),
        (vec!["meadow", "--png", "a.png", "--follow", "x"], "--follow"),
        (vec!["meadow", "--png", "a.png", "--at", "1"], "--at"),
        (vec!["meadow", "--png", "a.png", "--fps", "0"], "--fps"),
        (vec!["meadow"], "--png, --gif or --video"),
        (vec!["meadow", "--gif", "a.png"], "ends in .gif"),
        (vec!["meadow", "--png", "a.gif"], "ends in .png"),
        (vec!["meadow", "--video", "a.avi"], "ends in .mp4 or .webm"),
        (vec!["meadow", "--video", "a.mp4", "--gif", "a.gif"], "--gif"),
        (vec!["medow", "--png", "a.png"], "meadow"),
        (vec!["folder", "--png", "a.png"], "this directory holds no run"),
        (vec!["meadow", "--png", "folder"], "this is a directory"),
        (vec!["meadow", "--png", "none/a.png"], "there is no directory none"),
        (vec!["none.snapshot", "--png", "a.png"], "none.snapshot"),
        (
            vec![
                "meadow",
                "--gif",
                "a.gif",
                "--size",
                "8000x5000",
                "--ticks",
                "0..100000",
                "--every",
                "1",
            ],
            "too many for a GIF",
        ),
    ];
    for (arguments, expected) in cases {
        let refused = workdir.refused(&[&["render"], &arguments[..]].concat());
        assert!(refused.contains(expected), "{arguments:?}: {refused}");
    }
    let mut left: Vec<_> =
        fs::read_dir(workdir.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["folder", "text.txt"]);
}

#[test]
fn a_recorded_run_cannot_be_changed() {
    let workdir = workdir();
    workdir.success(&[&["run", "meadow", "--ticks", "5", "--out", "first"], &SMALL[..]].concat());
    let refused = workdir.refused(&render("first", &["--png", "a.png", "--seed", "9"]));
    assert!(refused.contains("a recorded run cannot be changed"), "{refused}");
    let refused = workdir.refused(&render("first", &["--png", "a.png", "--ticks", "6"]));
    assert!(refused.contains("--ticks 6: first: it holds ticks 0 to 5"), "{refused}");
}

/// A run with a vole that marks a line to a corner of the world in every turn.
fn with_a_marking_vole() -> Workdir {
    let workdir = workdir();
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore"]);
    workdir.edit(
        "creatures/vole/behaviour.rhai",
        "fn on_tick() {",
        "fn on_tick() {\n    mark_line(me.x, me.y, 0, 0); mark(450, 300, `aged ${me.age}`);",
    );
    let vole = ["--creatures", "creatures", "--set", "population.vole=6"];
    let run = ["run", "meadow", "--ticks", "40", "--out", "first", "--snapshot-every", "20"];
    workdir.success(&[&run[..], &vole, &SMALL].concat());
    workdir
}

#[test]
fn marks_are_painted_in_a_run_that_was_recorded_without_notes() {
    let workdir = with_a_marking_vole();
    // A keyframe is at tick 20.
    for tick in ["20", "21", "40"] {
        let painted = |name: &str, more: &[&str]| {
            let options = ["--ticks", tick, "--no-caption", "--png", name];
            workdir.success(&render("first", &[&options, more].concat()));
            picture(&workdir, name)
        };
        let plain = painted("plain.png", &[]);
        let marked = painted("marked.png", &["--marks", "vole"]);
        assert_ne!(plain, marked, "tick {tick}");
        assert_eq!(marked, painted("again.png", &["--marks", "vole", "--threads", "1"]));
        assert_eq!(plain, painted("hare.png", &["--marks", "hare"]), "hares mark nothing");
    }
    let first = ["--ticks", "0", "--no-caption", "--png"];
    workdir.success(&[render("first", &first), vec!["a.png"]].concat());
    workdir.success(&[render("first", &first), vec!["b.png", "--marks", "vole"]].concat());
    assert_eq!(picture(&workdir, "a.png"), picture(&workdir, "b.png"), "no turn led to tick 0");
    let wrong = workdir.run(&render("first", &["--png", "c.png", "--marks", "volle"]));
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("--marks volle: there is no such species"), "{}", wrong.err);
    assert!(wrong.err.contains("did you mean `vole`?"), "{}", wrong.err);
    let whose = workdir.run(&render("first", &["--png", "c.png", "--overlay", "marks"]));
    assert_eq!(whose.code, Some(2));
    assert!(whose.err.contains("name the animals whose marks to paint"), "{}", whose.err);
}

/// A program `ffmpeg` that writes its last argument: its other arguments, and how many bytes it was sent.
#[cfg(unix)]
const ENCODER: &str = r#"#!/bin/sh
[ "$1" = -version ] && exit 0
for last; do :; done
bytes=$(wc -c)
printf '%s\n%s\n' "$*" "$bytes" > "$last"
[ "$bytes" -gt 0 ] || { echo "no frames" >&2; exit 1; }
"#;

/// Runs the command with only these programs, if there are any.
#[cfg(unix)]
fn with_programs(workdir: &Workdir, folder: &str, arguments: &[&str]) -> std::process::Output {
    let path = format!("{}:/usr/bin:/bin", workdir.path(folder).display());
    let path = if folder.is_empty() { "nowhere".to_owned() } else { path };
    workdir.command(arguments).env("PATH", path).output().unwrap()
}

#[cfg(unix)]
#[test]
fn videos_are_encoded_by_another_program() {
    use std::os::unix::fs::PermissionsExt;
    let workdir = workdir();
    fs::create_dir(workdir.path("bin")).unwrap();
    workdir.write("bin/ffmpeg", ENCODER);
    let may_run = fs::Permissions::from_mode(0o755);
    fs::set_permissions(workdir.path("bin/ffmpeg"), may_run).unwrap();
    let film = ["--ticks", "3..9", "--every", "2", "--video", "film.webm"];
    let film = [render("meadow", &film), SMALL.to_vec()].concat();
    let done = with_programs(&workdir, "bin", &film);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let content = workdir.read("film.webm");
    let frames = 4 * 160 * 120 * 3;
    assert!(content.ends_with(&format!("\n{frames}\n")), "{content}");
    for argument in ["rawvideo", "-s 160x120", "-r 20", "libvpx-vp9"] {
        assert!(content.contains(argument), "{argument} in {content}");
    }
    let left: Vec<_> =
        fs::read_dir(workdir.path("")).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing unfinished stays: {left:?}");
}

#[cfg(unix)]
#[test]
fn without_the_program_that_encodes_videos_nothing_is_simulated() {
    let workdir = workdir();
    let film = render("meadow", &["--ticks", "0..100000000", "--video", "film.mp4"]);
    let refused = with_programs(&workdir, "", &film);
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("film.mp4") && error.contains("no program `ffmpeg`"), "{error}");
}
