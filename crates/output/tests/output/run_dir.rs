//! Directories of runs, which appear when they are complete.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use terrarium_output::run_dir::{CHECKPOINT, CONTENT, records_beside};
use terrarium_output::{MANIFEST, RunDir, START};

fn write(run: &RunDir, name: &str, text: &str) {
    run.create_file(name).unwrap().file.write_all(text.as_bytes()).unwrap();
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn refusal(dir: &Path) -> String {
    let error = RunDir::create(dir).err().expect("it is refused").to_string();
    error.replace(&*dir.to_string_lossy(), "DIR")
}

#[test]
fn a_directory_appears_complete_when_it_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("runs").join("first");
    let run = RunDir::create(&dir).unwrap();
    write(&run, "snapshots/a.snapshot", "a");
    write(&run, MANIFEST, "{}");
    assert!(!dir.exists());
    assert!(names(&folder.path().join("runs"))[0].starts_with("first.partial-"));
    assert_eq!(run.finish().unwrap(), dir);
    assert_eq!(names(&dir), [MANIFEST, "snapshots"]);
    assert_eq!(fs::read(dir.join("snapshots/a.snapshot")).unwrap(), b"a");
    assert_eq!(names(&folder.path().join("runs")), ["first"]);
}

#[test]
fn an_empty_directory_is_filled_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let before = File::open(folder.path()).unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    write(&run, MANIFEST, "{}");
    write(&run, "snapshots/a.snapshot", "a");
    run.finish().unwrap();
    assert_eq!(names(folder.path()), [MANIFEST, "snapshots"]);
    let after = File::open(folder.path()).unwrap();
    let created = |file: &File| file.metadata().unwrap().created().ok();
    assert_eq!(created(&before), created(&after));
}

#[test]
fn a_failed_run_leaves_nothing_not_even_parent_directories() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path().join("a/b/c")).unwrap();
    write(&run, "census.csv", "tick\n");
    drop(run);
    assert_eq!(names(folder.path()), [""; 0]);

    let run = RunDir::create(folder.path()).unwrap();
    write(&run, "census.csv", "tick\n");
    drop(run);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn parent_directories_may_be_created_by_other_runs() {
    let folder = tempfile::tempdir().unwrap();
    drop(RunDir::create(folder.path().join("a/../b/run")).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
    std::thread::scope(|scope| {
        for number in 0..16 {
            let dir = folder.path().join(format!("runs/today/{number}"));
            scope.spawn(|| RunDir::create(dir).unwrap().finish().unwrap());
        }
    });
    assert_eq!(names(&folder.path().join("runs/today")).len(), 16);
}

#[test]
fn files_created_meanwhile_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    for exists in [true, false] {
        let dir = folder.path().join(exists.to_string());
        if exists {
            fs::create_dir(&dir).unwrap();
        }
        let run = RunDir::create(&dir).unwrap();
        write(&run, "census.csv", "tick\n");
        write(&run, MANIFEST, "{}");
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join(MANIFEST), "mine").unwrap();
        run.finish().expect_err("there is another manifest");
        assert_eq!(names(&dir), [MANIFEST]);
        assert_eq!(fs::read(dir.join(MANIFEST)).unwrap(), b"mine");
    }
}

#[test]
fn a_directory_that_cannot_be_filled_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let other = RunDir::create(&dir).unwrap();
    let busy = refusal(&dir);
    drop(other);
    fs::create_dir(&dir).unwrap();
    let other = RunDir::create(&dir).unwrap();
    assert_eq!(refusal(&dir), busy);
    drop(other);
    fs::write(dir.join("notes.txt"), "mine").unwrap();
    let occupied = refusal(&dir);
    let file = refusal(&dir.join("notes.txt"));
    let below_a_file = refusal(&dir.join("notes.txt").join("run"));
    insta::assert_snapshot!([busy, occupied, file, below_a_file].join("\n"), @"
    DIR: another run is writing to this directory; wait for it, or choose another with `--out`
    DIR: this directory is not empty; choose another with `--out`, or remove it first
    DIR: this is a file; give the path of a new directory with `--out`
    DIR: cannot be written: not a directory; check the free space and the permissions, or choose another path
    ");
    assert_eq!(names(folder.path()), ["run"]);
    assert_eq!(names(&dir), ["notes.txt"]);
}

#[test]
fn what_killed_processes_left_is_removed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    for exists in [false, true] {
        let mut killed = RunDir::create(&dir).unwrap();
        write(&killed, "census.csv", "tick\n");
        killed.keep();
        let stale = killed.staging().to_owned();
        drop(killed);
        let foreign = stale.with_file_name(if exists { "x" } else { "run.partial-mine" });
        fs::create_dir(&foreign).unwrap();
        if exists {
            assert!(refusal(&dir).contains("this directory is not empty"));
            assert!(!stale.exists() && foreign.exists());
        } else {
            drop(RunDir::create(&dir).unwrap());
            assert!(!stale.exists() && foreign.exists());
            fs::create_dir(&dir).unwrap();
        }
    }
}

#[test]
fn the_record_of_a_killed_run_is_never_removed() {
    let folder = tempfile::tempdir().unwrap();
    for exists in [false, true] {
        let dir = folder.path().join(exists.to_string());
        if exists {
            fs::create_dir(&dir).unwrap();
        }
        let mut killed = RunDir::create(&dir).unwrap();
        write(&killed, START, "a world");
        fs::write(killed.working_path(CHECKPOINT), "{}").unwrap();
        killed.keep();
        let left = killed.staging().to_owned();
        drop(killed);
        assert_eq!(records_beside(&dir), std::slice::from_ref(&left));
        let refusal = refusal(&dir);
        assert!(refusal.contains("terrarium recover"), "{refusal}");
        assert_eq!(fs::read(left.join(CONTENT).join(START)).unwrap(), b"a world");
        fs::remove_dir_all(left).unwrap();
        RunDir::create(&dir).unwrap().finish().unwrap();
    }
}
