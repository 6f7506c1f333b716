//! Runs of sweeps that continue from their checkpoints.

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use terrarium::experiment::{CHECKPOINTS, Plan, SweepOptions, sweep};

use super::sweeps::{Experiments, StopAfter, content, jobs, pond, resuming};

const TICKS: u64 = 90;

/// Every function of measures, a census between whose rows checkpoints fall, and a stop condition.
const EXPERIMENT: &str = r#"
ticks = 90
replicates = 2
base.scenario = "pond.toml"
factors.rules.light = [20, 40]

[stop]
when = ["hare.deaths > 4"]

[measures]
mean = "mean(hare)"
sd = "sd(hare.energy)"
sum = "sum(clover, hare > 3)"
least = "min(clover)"
most = "max(clover)"
least_at = "argmin(clover.energy)"
most_at = "argmax(clover.energy)"
first = "first(clover, tick > 30)"
last = "final(clover, tick < 70)"
slope = "slope(clover.energy)"
period = "period(clover.energy)"
births = "clover.births + hare.died.starved"

[keep]
census = 25

[[command]]
tick = 10
every = 30
drought = { light = 0.2, ticks = 15 }
"#;

/// The only checkpoint of a sweep.
fn checkpoint_of(dir: &Path) -> PathBuf {
    let entries = fs::read_dir(dir.join(CHECKPOINTS)).unwrap();
    let [path] = entries.map(|it| it.unwrap().path()).collect::<Vec<_>>().try_into().unwrap();
    path
}

fn every(ticks: u64, options: SweepOptions) -> SweepOptions {
    SweepOptions { checkpoint_every: NonZeroU64::new(ticks), ..options }
}

/// Resumes a sweep until it has finished; no round is long enough for a whole run.
pub fn sweep_in_many_rounds(plan: &Plan, dir: &Path) {
    let mut rounds = 0;
    while !sweep(plan, dir, every(7, resuming(1)), &StopAfter(AtomicU64::new(37))).unwrap().finished
    {
        rounds += 1;
        assert!(rounds < 40, "the runs begin anew");
    }
    assert!(rounds > 4, "{rounds}");
}

#[test]
fn runs_continue_where_they_were_interrupted_and_give_the_same_files() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let (whole, dir) = (workdir.path("whole"), workdir.path("sweep"));
    sweep(&plan, &whole, jobs(1), &()).unwrap();
    sweep_in_many_rounds(&plan, &dir);
    assert!(content(&dir) == content(&whole), "the same files, and no checkpoints");
}

#[test]
fn a_run_continues_from_its_last_checkpoint_without_the_option_too() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let (whole, dir) = (workdir.path("whole"), workdir.path("sweep"));
    sweep(&plan, &whole, jobs(1), &()).unwrap();
    sweep(&plan, &dir, every(1000, jobs(1)), &StopAfter(AtomicU64::new(TICKS - 10))).unwrap();
    let checkpoint = checkpoint_of(&dir);
    // As after a process that was killed while it wrote one.
    fs::write(dir.join(CHECKPOINTS).join(".terrarium-a1.partial"), "half").unwrap();
    sweep(&plan, &dir, resuming(1), &StopAfter(AtomicU64::new(20))).unwrap();
    assert!(!checkpoint.exists(), "its run has ended");
    assert!(sweep(&plan, &dir, resuming(2), &()).unwrap().finished);
    assert!(content(&dir) == content(&whole));
}

#[test]
fn a_damaged_checkpoint_is_refused_with_its_path() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let dir = workdir.path("sweep");
    sweep(&plan, &dir, every(50, jobs(1)), &StopAfter(AtomicU64::new(60))).unwrap();
    let path = checkpoint_of(&dir);
    let good = fs::read(&path).unwrap();
    for index in [0, 8, 16, 40, good.len() - 1] {
        let mut bad = good.clone();
        bad[index] ^= 1;
        fs::write(&path, bad).unwrap();
        let error = sweep(&plan, &dir, resuming(1), &()).unwrap_err().to_string();
        assert!(error.contains("the checkpoint of run 0 cannot be used"), "{index}: {error}");
        assert!(error.contains("remove it, and this run begins anew"), "{error}");
    }
    fs::remove_file(&path).unwrap();
    assert!(sweep(&plan, &dir, resuming(1), &()).unwrap().finished);
}

#[test]
fn a_run_continues_in_a_larger_sweep_although_its_number_is_another() {
    let workdir = pond();
    let larger =
        EXPERIMENT.replace("[20, 40]", "[10, 20, 40]").replace("replicates = 2", "replicates = 3");
    let (small, large) = (workdir.plan(EXPERIMENT), workdir.plan(&larger));
    let (whole, dir) = (workdir.path("whole"), workdir.path("sweep"));
    sweep(&large, &whole, jobs(1), &()).unwrap();
    sweep(&small, &dir, every(1000, jobs(1)), &StopAfter(AtomicU64::new(TICKS - 10))).unwrap();
    let checkpoint = checkpoint_of(&dir);
    // Stops in the run that has the number now.
    sweep(&large, &dir, every(1000, resuming(1)), &StopAfter(AtomicU64::new(10))).unwrap();
    let checkpoints = fs::read_dir(dir.join(CHECKPOINTS)).unwrap().count();
    assert!(checkpoint.exists() && checkpoints == 2, "{checkpoints}");
    assert!(sweep(&large, &dir, resuming(1), &()).unwrap().finished);
    assert!(content(&dir) == content(&whole));
}
