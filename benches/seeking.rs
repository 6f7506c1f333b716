//! Measures seeks in a recording: how long it takes until an arbitrary tick is restored, its keyframe alone, by a playback, and
//! in a session, where view states are published at the same time, and how many bytes a tick takes in the file.
//!
//! `cargo bench -p terrarium-benches --bench seeking -- runs/meadow.recording 60`; the arguments are a recording and
//! the number of seeks. Without them, 20,000 ticks of the meadow are recorded first.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use terrarium::playback::{Opened, Playback};
use terrarium::record::Recording;
use terrarium::record::recording::Place;
use terrarium::run::Start;
use terrarium_watch::{Options, Request, Session};

/// The ticks of the recording that is made if none is given.
const TICKS: u64 = 20_000;

/// The number of seeks, unless another is asked for.
const SEEKS: usize = 60;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = match arguments.first() {
        Some(path) => PathBuf::from(path),
        None => record(folder.path()),
    };
    let seeks = arguments.get(1).map_or(SEEKS, |number| number.parse().expect("a number"));
    let begun = Instant::now();
    let recording = Recording::open(&path).expect("a recording");
    let (first, last) = (recording.first_tick(), recording.last_tick());
    println!(
        "{} ticks, {:.0} bytes a tick, opened in {:?}",
        last - first,
        recording.size() as f64 / (last - first).max(1) as f64,
        begun.elapsed()
    );
    let mut numbers = Pcg64Mcg::seed_from_u64(1);
    let ticks: Vec<u64> = (0..seeks).map(|_| numbers.random_range(first..=last)).collect();
    report("keyframe", &ticks, |tick| {
        recording.world_at_or_before(tick).expect("a keyframe");
    });
    let mut playback = open(&path);
    report("playback", &ticks, |tick| playback.seek(tick).expect("a tick of the recording"));
    let options = Options { is_playing: false, ..Options::default() };
    let session = Session::start(open(&path), options).expect("a session");
    report("session", &ticks, |tick| {
        session.send(Request::Seek(tick));
        let is_there = || {
            let time = session.view_state().time;
            time.tick == tick && time.seek_target.is_none()
        };
        while !is_there() {
            sleep(Duration::from_millis(1));
        }
    });
}

/// Records the meadow.
fn record(folder: &Path) -> PathBuf {
    let path = folder.join("meadow.recording");
    let start = Start::Scenario {
        name: "meadow".into(),
        overrides: Vec::new(),
        creature_folders: Vec::new(),
    };
    let ready = start.ready().expect("the meadow");
    let begun = Instant::now();
    let mut playback = Playback::live(ready, &Place::File(path.clone())).expect("a new file");
    (0..TICKS).for_each(|_| playback.step().expect("a tick"));
    playback.finish().expect("a recording");
    println!("{TICKS} ticks recorded in {:?}", begun.elapsed());
    path
}

fn open(path: &Path) -> Playback {
    match Playback::of_recording(path).expect("a recording") {
        Opened::Playback(playback) => *playback,
        Opened::Keyframes { why, .. } => panic!("it cannot be replayed: {why}"),
    }
}

/// Measures the seeks to some ticks, one after the other.
fn report(what: &str, ticks: &[u64], mut seek: impl FnMut(u64)) {
    let mut times: Vec<Duration> = Vec::new();
    for &tick in ticks {
        let begun = Instant::now();
        seek(tick);
        times.push(begun.elapsed());
    }
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64();
    println!("{what}: median {:.2} s, 90 % {:.2} s, worst {:.2} s", at(50), at(90), at(100));
}
