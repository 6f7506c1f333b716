//! Recording and playback: seeking to any tick, branches, and detection of damaged files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::sleep;
use std::time::Duration;

use proptest::prelude::*;
use terrarium::playback::chronicle::Notable;
use terrarium::playback::{Opened, Playback, PlaybackError, Progress};
use terrarium::prelude::*;
use terrarium::record::recording::{Place, Recording};
use terrarium::tick::{Calamity, Command, TraceTarget};
use terrarium_testing::Workdir;

use crate::shipped::SMALL_MEADOW;
use crate::workdir;

const HARE: SpeciesId = SpeciesId(2);

fn ready(name: &str, overrides: &[&str], seed: u64) -> Ready {
    let seed = format!("seed={seed}");
    let texts = overrides.iter().copied().chain([seed.as_str()]);
    let overrides = texts.map(|text| Override::parse(text).unwrap()).collect();
    let start = Start::Scenario { name: name.to_owned(), overrides, creature_folders: Vec::new() };
    start.ready().unwrap_or_else(|error| panic!("{error}"))
}

fn live_playback(place: &Place) -> Playback {
    Playback::live(ready("meadow", SMALL_MEADOW, 3), place).unwrap()
}

fn hash(playback: &Playback) -> StateHash {
    playback.simulation().world().state_hash()
}

fn add(x: f64) -> Command {
    Command::Add { species: HARE, at: DVec2::new(x, 300.0) }
}

/// The number of remarks on commands.
fn commands_in(playback: &Playback) -> usize {
    let remarks = playback.chronicle().remarks().iter();
    remarks.filter(|remark| matches!(remark.what, Notable::Command(_))).count()
}

fn drought() -> Command {
    Command::Calamity(Calamity::Drought { ticks: 30 })
}

/// Simulates so many ticks with some commands; returns the hash of the state after each tick.
fn with_commands(playback: &mut Playback, ticks: u64) -> Vec<StateHash> {
    let mut hashes = vec![hash(playback)];
    for tick in 0..ticks {
        match tick {
            7 => playback.command(drought()).unwrap(),
            40 | 41 => (0..3).for_each(|number| {
                playback.command(add(200.0 + 90.0 * f64::from(number))).unwrap();
            }),
            _ => {}
        }
        playback.step().unwrap();
        hashes.push(hash(playback));
    }
    hashes
}

fn open(path: &Path) -> Playback {
    match Playback::of_recording(path).unwrap() {
        Opened::Playback(playback) => *playback,
        Opened::Keyframes { why, .. } => panic!("{why}"),
    }
}

/// The offsets at which the chunks of a recording begin, and its length.
fn borders(bytes: &[u8]) -> Vec<usize> {
    let mut places = vec![40];
    let mut at = 40;
    while at + 40 <= bytes.len() {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap());
        at += 40 + length as usize;
        places.push(at);
        if bytes[at - length as usize - 40..].starts_with(b"INDX") {
            break;
        }
    }
    places
}

/// Writes a complete recording with keyframes and commands.
fn recorded(workdir: &Workdir) -> (PathBuf, Vec<StateHash>) {
    let path = workdir.path("a.recording");
    let place = Place::File(path.clone());
    let overrides = [SMALL_MEADOW, &["population.oak=2"]].concat();
    let mut playback = Playback::live(ready("meadow", &overrides, 3), &place).unwrap();
    let hashes = with_commands(&mut playback, 90);
    playback.finish().unwrap();
    (path, hashes)
}

#[test]
fn seeking_to_a_tick_equals_running_to_it_forward_and_backward() {
    let mut playback = live_playback(&Place::Temporary);
    let ticks = 2600;
    let hashes = with_commands(&mut playback, ticks);
    assert!(playback.timeline().recording().keyframes().count() >= 2, "there is only one keyframe");
    let frontier = hash(&playback);
    // Each seek re-runs a few hundred ticks, so only a sample of ticks is tried.
    let mut tick = 17;
    for _ in 0..12 {
        tick = (tick * 7919 + 101) % ticks;
        playback.seek(tick).unwrap();
        assert_eq!((playback.tick(), hash(&playback)), (tick, hashes[tick as usize]));
    }
    let step_by_step_back = (ticks - 150..ticks - 50).rev().step_by(3);
    for tick in [0, ticks, 1, 41, 40, 39, ticks - 1, 7, 8].into_iter().chain(step_by_step_back) {
        playback.seek(tick).unwrap();
        assert_eq!((playback.tick(), hash(&playback)), (tick, hashes[tick as usize]), "{tick}");
    }
    playback.seek(u64::MAX).unwrap();
    assert_eq!((playback.tick(), hash(&playback)), (ticks, frontier));
    assert_eq!(playback.difference(), None);
    playback.simulation().check().unwrap();
}

#[test]
fn a_seek_can_be_advanced_in_steps() {
    let mut playback = live_playback(&Place::Temporary);
    let hashes = with_commands(&mut playback, 60);
    playback.begin_seek(50).unwrap();
    assert_eq!(playback.advance(10).unwrap(), Progress::Underway { left: 40 });
    assert_eq!(playback.target(), Some(50));
    while playback.advance(7).unwrap() != Progress::Arrived {}
    assert_eq!((playback.tick(), hash(&playback)), (50, hashes[50]));
}

#[test]
fn traced_turns_are_known_after_a_seek_to_any_tick() {
    let mut playback = live_playback(&Place::Temporary);
    let hashes = with_commands(&mut playback, 60);
    let is_animal = |id: &OrganismId| playback.inspect(*id).is_some_and(|it| it.animal().is_some());
    let animal = (1..).map(OrganismId).find(is_animal).unwrap();
    playback.trace(vec![TraceTarget::Organism(animal)]);
    playback.replay_turns(true);
    assert!(!playback.knows_turns(), "the last tick was simulated without a trace");
    for tick in [60, 60, 31, 30, 1, 0, 45, 46, 60] {
        playback.seek(tick).unwrap();
        assert_eq!(hash(&playback), hashes[usize::try_from(tick).unwrap()], "tick {tick}");
        let turn = playback.simulation().turn_trace(animal).map(|turn| turn.tick);
        assert_eq!((playback.knows_turns(), turn), (true, tick.checked_sub(1)), "tick {tick}");
    }
    assert_eq!(playback.difference(), None);
    // Otherwise a keyframe is enough.
    playback.replay_turns(false);
    playback.seek(0).unwrap();
    playback.seek(60).unwrap();
    assert_eq!(hash(&playback), hashes[60]);
}

#[test]
fn what_is_recorded_so_far_is_replayed_on_its_own() {
    let mut playback = live_playback(&Place::Temporary);
    let hashes = with_commands(&mut playback, 50);
    let recording = playback.recorded().unwrap();
    (0..20).for_each(|_| playback.step().unwrap());
    let mut copy = Playback::of_recorded(recording).unwrap();
    assert_eq!((copy.first_tick(), copy.frontier()), (0, 50));
    for (index, tick) in [50, 41, 8, 33].into_iter().enumerate() {
        copy.seek(tick).unwrap();
        assert_eq!(hash(&copy), hashes[usize::try_from(tick).unwrap()], "tick {tick}");
        playback.seek(index as u64).unwrap();
        assert_eq!(hash(&playback), hashes[index]);
    }
    let flag = Arc::new(AtomicBool::new(true));
    copy.cancel_with(Arc::clone(&flag));
    assert!(matches!(copy.seek(49), Err(PlaybackError::Cancelled)));
    flag.store(false, Ordering::Relaxed);
    copy.seek(49).unwrap();
    assert_eq!(hash(&copy), hashes[49]);
}

#[test]
fn commands_are_kept_at_the_frontier_and_refused_before_it() {
    let mut playback = live_playback(&Place::Temporary);
    (0..20).for_each(|_| playback.step().unwrap());
    let before = hash(&playback);
    playback.command(add(300.0)).unwrap();
    playback.command(drought()).unwrap();
    let after = hash(&playback);
    playback.seek(5).unwrap();
    let refused = playback.command(drought()).unwrap_err();
    assert!(matches!(refused, PlaybackError::NotAtFrontier { tick: 5, frontier: 20 }), "{refused}");
    playback.seek(20).unwrap();
    assert_eq!(hash(&playback), after);
    assert_ne!(before, after);
    playback.seek(20).unwrap();
    assert_eq!(hash(&playback), after);
    // A branch at the frontier includes the commands given there.
    playback.branch().unwrap();
    assert_eq!(hash(&playback), after);
    playback.step().unwrap();
    let next = hash(&playback);
    playback.seek(3).unwrap();
    playback.seek(21).unwrap();
    assert_eq!(hash(&playback), next);
}

#[test]
fn a_branch_leaves_the_original_unchanged_and_both_can_be_played() {
    let workdir = workdir();
    let path = workdir.path("first.recording");
    let mut playback = live_playback(&Place::File(path.clone()));
    let hashes = with_commands(&mut playback, 80);
    playback.seek(41).unwrap();
    playback.branch().unwrap();
    let bytes = fs::read(&path).unwrap();
    let chronicle = playback.timelines()[0].chronicle().clone();
    assert_eq!(playback.frontier(), 41);
    assert_eq!(playback.timeline().parent(), Some((0, 41)));
    playback.command(Command::Calamity(Calamity::Plague { species: HARE })).unwrap();
    (0..60).for_each(|_| playback.step().unwrap());
    let other = hash(&playback);
    playback.seek(20).unwrap();
    assert_eq!(hash(&playback), hashes[20], "both share the ticks before the branch");
    playback.seek(101).unwrap();
    assert_eq!(hash(&playback), other);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(playback.timelines()[0].chronicle(), &chronicle);

    playback.switch(0).unwrap();
    while playback.advance(9).unwrap() != Progress::Arrived {}
    assert_eq!((playback.tick(), hash(&playback)), (80, hashes[80]));
    playback.step().unwrap();
    playback.switch(1).unwrap();
    while playback.advance(9).unwrap() != Progress::Arrived {}
    assert_eq!((playback.tick(), playback.frontier()), (81, 101));
    playback.seek(101).unwrap();
    assert_eq!(hash(&playback), other);
    assert!(playback.switch(7).is_err());
    assert_eq!(playback.difference(), None);
    let saved = workdir.path("other.recording");
    playback.save_recording(&saved).unwrap();
    assert!(workdir.success(&["verify", "other.recording"]).contains("all 101 ticks repeat"));
}

#[test]
fn a_recording_plays_like_the_run_and_is_not_modified() {
    let workdir = workdir();
    let (path, hashes) = recorded(&workdir);
    let bytes = fs::read(&path).unwrap();
    let mut playback = open(&path);
    assert_eq!((playback.tick(), playback.frontier(), playback.first_tick()), (0, 90, 0));
    for tick in [90, 3, 41, 42] {
        playback.seek(tick).unwrap();
        assert_eq!(hash(&playback), hashes[tick as usize]);
    }
    let chronicle = playback.chronicle();
    let hares = chronicle.populations(60)[HARE.index()];
    playback.seek(60).unwrap();
    assert_eq!(u64::from(hares), playback.simulation().world().populations()[HARE.index()]);
    playback.seek(90).unwrap();
    playback.command(add(500.0)).unwrap();
    (0..5).for_each(|_| playback.step().unwrap());
    assert_eq!(playback.frontier(), 95);
    playback.seek(44).unwrap();
    assert_eq!(hash(&playback), hashes[44]);
    playback.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_recording_in_memory_has_the_bytes_of_one_in_a_file() {
    let workdir = workdir();
    let path = workdir.path("run.recording");
    let mut in_file = live_playback(&Place::File(path.clone()));
    let mut in_memory = live_playback(&Place::Memory);
    let hashes = with_commands(&mut in_file, 60);
    assert_eq!(with_commands(&mut in_memory, 60), hashes);
    let bytes = in_memory.recording_bytes().unwrap();
    in_file.finish().unwrap();
    assert!(bytes == fs::read(&path).unwrap());
    // What is read from memory continues in memory, also in branches.
    let recording = Recording::of_bytes("given", &bytes).unwrap();
    assert!(recording.is_in_memory());
    let Opened::Playback(mut again) = Playback::open(recording).unwrap() else {
        panic!("keyframes")
    };
    again.seek(30).unwrap();
    assert_eq!(hash(&again), hashes[30]);
    again.branch().unwrap();
    again.command(add(500.0)).unwrap();
    again.step().unwrap();
    assert!(again.timelines().iter().all(|it| it.recording().is_in_memory()));
    let cut = again.recording_bytes().unwrap();
    let error = Recording::of_bytes("given", &cut[..20]).unwrap_err();
    assert!(error.to_string().starts_with("given"), "{error}");
}

#[test]
fn a_recording_contains_its_metadata_commands_and_scenes() {
    let workdir = workdir();
    let (path, _) = recorded(&workdir);
    let recording = Recording::open(&path).unwrap();
    assert_eq!((recording.head().name().as_str(), recording.head().seed), ("meadow", 3));
    assert_eq!(recording.shortfall(), None);
    assert_eq!(recording.commands().len(), 7);
    let scene = recording.scene_at_or_before(50).unwrap();
    let world = recording.world_at_or_before(50).unwrap();
    assert_eq!((scene.tick, scene.figures.len()), (world.tick(), world.organism_count()));
}

#[test]
fn a_recording_of_an_unknown_world_format_opens_as_keyframes() {
    let workdir = workdir();
    let (path, _) = recorded(&workdir);
    let mut bytes = fs::read(&path).unwrap();
    bytes[16] = 9;
    fs::write(&path, &bytes).unwrap();
    match Playback::of_recording(&path).unwrap() {
        Opened::Playback(_) => panic!("it plays"),
        Opened::Keyframes { recording, why } => {
            assert!(why.contains("format 9") && why.contains("terrarium"), "{why}");
            assert!(!recording.scene_at_or_before(0).unwrap().figures.is_empty());
            assert!(recording.world_at_or_before(0).is_err());
        }
    }
}

#[test]
fn a_recording_cut_at_any_chunk_can_be_played_up_to_the_cut() {
    let workdir = workdir();
    let (path, hashes) = recorded(&workdir);
    let bytes = fs::read(&path).unwrap();
    let borders = borders(&bytes);
    assert!(borders.len() > 8, "{borders:?}");
    let short = workdir.path("short.recording");
    let mut lengths = Vec::new();
    for &border in &borders {
        for cut in [border, border + 13] {
            fs::write(&short, &bytes[..cut.min(bytes.len())]).unwrap();
            match Recording::open(&short) {
                Ok(recording) => {
                    let last = recording.last_tick();
                    lengths.push(last);
                    assert!(recording.shortfall().is_some(), "cut at {cut}");
                    let mut playback = open(&short);
                    playback.seek(last).unwrap();
                    assert_eq!(playback.tick(), last);
                    if recording.commands_at(last).is_empty() {
                        assert_eq!(hash(&playback), hashes[last as usize]);
                    }
                }
                Err(error) => {
                    let why = error.to_string();
                    assert!(why.contains("short.recording: "), "{why}");
                    assert!(border <= borders[1], "cut at {cut}: {why}");
                }
            }
        }
    }
    assert!(lengths.is_sorted() && lengths.last() == Some(&90), "{lengths:?}");
}

#[test]
fn files_that_are_not_recordings_are_refused_with_the_reason() {
    let workdir = workdir();
    let (path, _) = recorded(&workdir);
    let bytes = fs::read(&path).unwrap();
    let refusal = |bytes: &[u8]| {
        let path = workdir.path("b.recording");
        fs::write(&path, bytes).unwrap();
        let why = Recording::open(&path).unwrap_err().to_string();
        why.replace(&*path.to_string_lossy(), "b.recording")
    };
    let mut damaged = bytes.clone();
    damaged[45] ^= 1;
    let no_file = Recording::open("nix.recording").unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            no_file,
            refusal(b""),
            refusal(b"terrarium world\n"),
            refusal(&bytes[..30]),
            refusal(&bytes[..60]),
            refusal(&damaged),
            refusal(&bytes[..borders(&bytes)[1]]),
        ]
        .join("\n")
        .replace(&borders(&bytes)[1].to_string(), "N"),
        @"
        nix.recording: there is no such file; check the path
        b.recording: the file is empty; use another recording
        b.recording: this is not a recording; give a file written by `terrarium run --record`
        b.recording: it ends before its first keyframe (its first bytes are cut short); use another recording
        b.recording: it ends before its first keyframe (it is cut short); use another recording
        b.recording: it ends before its first keyframe (its header is damaged); use another recording
        b.recording: it ends before its first keyframe (it is unusable from byte N on); use another recording
        "
    );
}

/// The bytes of a recording, and the hashes of its ticks.
static RECORDED: OnceLock<(Vec<u8>, Vec<StateHash>)> = OnceLock::new();

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn damage_anywhere_is_an_error_or_a_shorter_recording(
        index: prop::sample::Index,
        bit in 0_u8..8,
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let workdir = workdir();
        let (bytes, hashes) = RECORDED.get_or_init(|| {
            let (path, hashes) = recorded(&workdir);
            (fs::read(path).unwrap(), hashes)
        });
        let mut bytes = bytes.clone();
        let index = index.index(bytes.len());
        bytes[index] ^= 1 << bit;
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let path = workdir.path("damaged.recording");
        fs::write(&path, &bytes).unwrap();
        let Ok(Opened::Playback(mut playback)) = Playback::of_recording(&path) else {
            return Ok(());
        };
        for tick in [playback.frontier(), 0, 45] {
            if playback.seek(tick).is_ok() && playback.difference().is_none() {
                let tick = playback.tick();
                if playback.timeline().recording().commands_at(tick).is_empty() {
                    prop_assert_eq!(hash(&playback), hashes[tick as usize]);
                }
            }
        }
    }
}

#[test]
fn a_finished_recording_can_be_played_up_to_the_damage() {
    let workdir = workdir();
    let (path, hashes) = recorded(&workdir);
    let bytes = fs::read(&path).unwrap();
    let borders = borders(&bytes);
    // The chunks of ticks and commands; those before the first keyframe and its ticks are needed.
    let of_ticks = borders
        .windows(2)
        .filter(|pair| [&b"TICK"[..], b"CMND"].contains(&&bytes[pair[0]..pair[0] + 4]));
    let mut lasts = Vec::new();
    for pair in of_ticks.skip(1) {
        let mut damaged = bytes.clone();
        damaged[pair[1] - 1] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let mut playback = open(&path);
        let shortfall = playback.timeline().recording().shortfall().cloned().unwrap();
        assert!(shortfall.is_damaged && shortfall.at == pair[0] as u64, "{shortfall:?}");
        let last = playback.frontier();
        playback.seek(last).unwrap();
        if playback.timeline().recording().commands_at(last).is_empty() {
            assert_eq!(hash(&playback), hashes[last as usize]);
        }
        lasts.push(last);
    }
    assert!(lasts.len() > 3 && lasts.is_sorted() && lasts[0] < 90, "{lasts:?}");
}

#[test]
fn a_run_directory_can_be_played() {
    let workdir = workdir();
    let ready = ready("meadow", SMALL_MEADOW, 3);
    let Ready { mut simulation, provenance } = ready;
    let dir = workdir.path("run");
    let options = Options { snapshot_every: std::num::NonZeroU64::new(30), ..Options::default() };
    let recorder = Recorder::new(&dir, simulation.world(), provenance, options).unwrap();
    let mut script = Script { hashes: vec![simulation.world().state_hash()] };
    let options = RunOptions { ticks: 80, check: true };
    run(&mut simulation, options, Some(recorder), &mut [&mut script]).unwrap();
    let hashes = script.hashes;
    assert!(workdir.success(&["verify", "run", "--threads", "1"]).contains("all 80 ticks repeat"));

    let mut playback = Playback::of_run_dir(&dir).unwrap();
    assert_eq!((playback.tick(), playback.frontier()), (0, 80));
    for tick in [80, 1, 33, 32, 60] {
        playback.seek(tick).unwrap();
        assert_eq!(hash(&playback), hashes[tick as usize], "{tick}");
    }
    let hares = playback.simulation().world().populations()[HARE.index()];
    assert_eq!(u64::from(playback.chronicle().populations(60)[HARE.index()]), hares);
    playback.branch().unwrap();
    (0..3).for_each(|_| playback.step().unwrap());
    assert_eq!((playback.frontier(), playback.difference()), (63, None));
}

/// Gives some commands, one of which is refused.
struct Script {
    hashes: Vec<StateHash>,
}

impl terrarium::run::Observer for Script {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        match world.tick() {
            10 => vec![drought(), Command::Remove { organism: OrganismId(u64::MAX) }, add(400.0)],
            31 => vec![Command::Wall { area: Aabb::square(DVec2::splat(1.0), 1.0) }, add(300.0)],
            50 => vec![Command::Calamity(Calamity::Fire { at: DVec2::splat(400.0), radius: 90.0 })],
            _ => Vec::new(),
        }
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &terrarium::tick::CommandRefusal>,
    ) -> std::ops::ControlFlow<()> {
        let is_removal = matches!(command, Command::Remove { .. });
        assert!(!is_removal || result.is_err());
        simulation.check().unwrap();
        std::ops::ControlFlow::Continue(())
    }

    fn after_tick(&mut self, simulation: &Simulation) -> std::ops::ControlFlow<()> {
        self.hashes.push(simulation.world().state_hash());
        std::ops::ControlFlow::Continue(())
    }
}

#[test]
fn an_empty_world_and_a_conquest_can_be_recorded() {
    let workdir = workdir();
    workdir.write("void.toml", "description = \"Empty\"\nseed = 3\n[world]\nsize = [300, 300]\n");
    let worlds =
        [ready(workdir.path("void.toml").to_str().unwrap(), &[], 1), ready("conquest", &[], 1)];
    for (index, ready) in worlds.into_iter().enumerate() {
        let path = workdir.path(format!("{index}.recording"));
        let mut playback = Playback::live(ready, &Place::File(path.clone())).unwrap();
        let mut hashes = vec![hash(&playback)];
        for _ in 0..40 {
            playback.step().unwrap();
            hashes.push(hash(&playback));
        }
        playback.finish().unwrap();
        let mut playback = open(&path);
        for tick in [40, 13, 26] {
            playback.seek(tick).unwrap();
            assert_eq!(hash(&playback), hashes[tick as usize]);
        }
        let name = format!("{index}.recording");
        assert!(workdir.success(&["verify", &name]).contains("all 40 ticks repeat"));
    }
}

#[test]
fn a_run_records_itself_and_is_verified() {
    let workdir = workdir();
    let overrides = SMALL_MEADOW.iter().flat_map(|config| ["--set", config]);
    let run = ["run", "meadow", "--ticks", "30", "--record", "runs/a.recording", "--out", "runs/a"];
    workdir.success(&run.into_iter().chain(overrides).collect::<Vec<_>>());
    assert!(workdir.success(&["verify", "runs/a.recording"]).contains("all 30 ticks repeat"));
    let recording = Recording::open(workdir.path("runs/a.recording")).unwrap();
    let manifest = Manifest::read(workdir.path("runs/a")).unwrap();
    assert_eq!(recording.hash(30).unwrap(), Some(manifest.outcome.state_hash));

    let again = ["run", "--ticks", "3", "--record", "runs/a.recording"];
    let why = workdir.refused(&again);
    assert!(why.contains("--record runs/a.recording: this file exists already"), "{why}");
    let why = workdir.refused(&["run", "--ticks", "3", "--record", "runs"]);
    assert!(why.contains("this is a directory") || why.contains("this file exists"), "{why}");
    workdir.write("b.recording", "something else");
    let why = workdir.refused(&["verify", "b.recording"]);
    assert!(why.contains("b.recording: this is not a recording"), "{why}");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_a_recording_up_to_its_last_chunk() {
    let workdir = workdir();
    let run = ["run", "meadow", "--ticks", "100000", "--record", "a.recording"];
    let mut child = workdir.command(&run).stderr(std::process::Stdio::null()).spawn().unwrap();
    let path = workdir.path("a.recording");
    let deadline = 300;
    for _ in 0..deadline {
        sleep(Duration::from_millis(100));
        if Recording::open(&path).is_ok_and(|recording| recording.last_tick() > 60) {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = workdir.run(&["verify", "a.recording"]);
    let errors = &output.err;
    assert_eq!(output.code, Some(0), "{errors}");
    assert!(errors.contains("the recording was not finished: it ends with tick"), "{errors}");
    assert!(open(&path).frontier() > 60);
}

#[test]
fn undo_returns_to_the_tick_of_the_last_command_and_keeps_its_branch() {
    let mut playback = live_playback(&Place::Temporary);
    assert_eq!(playback.undo().unwrap(), None);
    (0..20).for_each(|_| playback.step().unwrap());
    let without = hash(&playback);
    playback.command(add(200.0)).unwrap();
    let with_first = hash(&playback);
    playback.command(add(500.0)).unwrap();
    // Pending commands are dropped.
    let undone = playback.undo().unwrap().unwrap();
    assert_eq!((undone.command, undone.tick, undone.branch), (add(500.0), 20, None));
    assert_eq!((hash(&playback), playback.timelines().len()), (with_first, 1));
    assert_eq!(playback.timeline().recording().commands(), [(20, add(200.0))]);
    assert_eq!(commands_in(&playback), 1);
    (0..15).for_each(|_| playback.step().unwrap());
    let end = hash(&playback);
    // A command with ticks after it stays on its branch.
    let undone = playback.undo().unwrap().unwrap();
    assert_eq!((undone.tick, undone.branch.as_deref()), (20, Some("branch 2")));
    assert_eq!((hash(&playback), playback.timeline().parent()), (without, Some((0, 20))));
    assert_eq!(playback.undo().unwrap(), None);
    (0..15).for_each(|_| playback.step().unwrap());
    playback.seek(25).unwrap();
    assert_eq!(playback.difference(), None);
    playback.switch(0).unwrap();
    playback.seek(35).unwrap();
    assert_eq!(hash(&playback), end);
    assert_eq!(playback.difference(), None);
}

#[test]
fn undo_in_the_past_takes_back_the_last_command_before_the_tick_shown() {
    let mut playback = live_playback(&Place::Temporary);
    let hashes = with_commands(&mut playback, 60);
    playback.seek(30).unwrap();
    let undone = playback.undo().unwrap().unwrap();
    assert_eq!((undone.command, undone.tick), (drought(), 7));
    assert_eq!((playback.tick(), playback.frontier(), hash(&playback)), (7, 7, hashes[7]));
    // Of several commands of a tick, those before the last are applied again.
    playback.switch(0).unwrap();
    playback.seek(50).unwrap();
    let undone = playback.undo().unwrap().unwrap();
    assert_eq!(undone.tick, 41);
    assert_eq!(playback.timeline().recording().commands_at(41).len(), 2);
    (0..9).for_each(|_| playback.step().unwrap());
    assert_ne!(hash(&playback), hashes[50]);
    playback.seek(45).unwrap();
    assert_eq!(playback.difference(), None);
}
