//! Runs of a sweep in processes of their own: one that is killed becomes a failed row.
//!
//! The process of the sweep starts this program again for each run, with a hidden option. Standard input
//! is a pipe on which nothing is sent: when it is closed, because the sweep stops or its process is
//! gone, the run is interrupted. The result comes on standard output, errors on standard error.

use std::io::{self, Read, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Failure;
use super::batch::failure;
use super::interruption::Interruption;
use super::sweep_monitor::SweepMonitor;
use crate::experiment::{
    Case, CaseResult, ExperimentError, Plan, RunExecutor, RunFiles, SweepManifest,
};

/// How often the process of a sweep looks whether it should stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Executes each run in a process of its own.
pub(super) struct ChildProcesses {
    /// The most memory of each, in MiB.
    pub memory_limit: Option<u64>,
}

impl RunExecutor for ChildProcesses {
    fn execute(
        &self,
        plan: &Plan,
        case: &Case,
        files: RunFiles<'_>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, ExperimentError> {
        let stuck = |problem: String| ExperimentError::Stuck { problem };
        let child = self.start(case, files).map_err(|error| {
            stuck(format!("the process of run {} cannot be started: {error}", case.number))
        })?;
        let output = output_of(child, is_interrupted)
            .map_err(|error| stuck(format!("the process of run {}: {error}", case.number)))?;
        match output.status.code() {
            Some(0) => match CaseResult::decode(&output.stdout) {
                Some(result) => Ok(Some(result)),
                None => Err(stuck(format!("the process of run {} gave no result", case.number))),
            },
            Some(130) => Ok(None),
            Some(1 | 2) => Err(stuck(message(&output).trim_start_matches("error: ").to_owned())),
            _ => Ok(Some(plan.failure(case, &self.reason(&output)))),
        }
    }
}

impl ChildProcesses {
    fn start(&self, case: &Case, files: RunFiles<'_>) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["batch", "--isolated-run"]).arg(files.dir).arg(case.number.to_string());
        command.args(["--jobs", &rayon::current_num_threads().to_string()]);
        if let Some(ticks) = files.checkpoint_every {
            command.args(["--checkpoint-every", &ticks.to_string()]);
        }
        if let Some(limit) = self.memory_limit {
            command.args(["--memory-limit", &limit.to_string()]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    }

    /// Why a process ended without a result.
    fn reason(&self, output: &Output) -> String {
        let limit = match self.memory_limit {
            Some(limit) => format!(" (it may use {limit} MiB of memory)"),
            None => String::new(),
        };
        let message = message(output);
        let first = message.lines().next().unwrap_or("it left no message");
        format!("the process of the run was lost with {}{limit}: {first}", output.status)
    }
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// Waits for a process, and asks it to end when the sweep stops.
fn output_of(mut child: Child, is_interrupted: &dyn Fn() -> bool) -> io::Result<Output> {
    let mut stdin = child.stdin.take();
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        scope.spawn(move || sender.send(child.wait_with_output()));
        loop {
            match receiver.recv_timeout(LOOK_EVERY) {
                Ok(output) => return output,
                Err(RecvTimeoutError::Timeout) if is_interrupted() => drop(stdin.take()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("it cannot be waited for"));
                }
            }
        }
    })
}

/// A run in this process, for the process that executes its sweep.
pub(super) struct IsolatedRun<'a> {
    /// The directory of the sweep.
    pub dir: &'a Path,
    pub checkpoint_every: Option<NonZeroU64>,
    /// The most memory, in MiB.
    pub memory_limit: Option<u64>,
}

impl IsolatedRun<'_> {
    /// Executes the run with this number, and prints its result for [`CaseResult::decode`].
    pub fn execute(&self, number: &str, threads: Option<NonZeroUsize>) -> Result<(), Failure> {
        self.memory_limit.map_or(Ok(()), limit_memory).map_err(|error| {
            Failure::failed(format!("--memory-limit: memory cannot be limited here: {error}"))
        })?;
        let interruption = Interruption::install();
        let parent = interruption.clone();
        thread::spawn(move || {
            let _ = io::stdin().read_to_end(&mut Vec::new());
            parent.request();
        });
        let number = number.parse().map_err(Failure::input)?;
        let manifest = SweepManifest::read(self.dir).map_err(failure)?;
        let plan = Plan::new(manifest.experiment_in(self.dir)).map_err(failure)?;
        let planned = SweepManifest::new(&plan, manifest.shard);
        manifest.check(self.dir, &planned).map_err(failure)?;
        let case = plan.case(number).map_err(failure)?;
        let files = RunFiles { dir: self.dir, checkpoint_every: self.checkpoint_every };
        let result = SweepMonitor::new(interruption.clone()).single_run(threads, || {
            plan.simulate_within(&case, Some(files), &|| interruption.is_requested())
        })?;
        let Some(result) = result.map_err(failure)? else { return Err(Failure::Interrupted) };
        let written = io::stdout().write_all(&result.encode());
        written.map_err(|error| Failure::failed(format!("standard output: {error}")))
    }
}

/// Limits the address space of this process to so many MiB.
#[cfg(unix)]
fn limit_memory(mebibytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let bytes = mebibytes.saturating_mul(1 << 20);
    Ok(setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) })?)
}

#[cfg(not(unix))]
fn limit_memory(_: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
