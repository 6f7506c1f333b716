//! The memory of this machine, and the refusal of worlds that need more.

use std::collections::BTreeSet;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use super::Failure;
use crate::experiment::{Case, Plan};

/// The most points of an experiment whose memory is looked at.
const CHECKED_POINTS: usize = 500;

/// Refuses a world that takes at least so many bytes, if there are fewer.
pub(super) fn check(bytes: u64) -> Result<(), Failure> {
    refusal(bytes).map_or(Ok(()), |problem| {
        Err(Failure::input(format!(
            "{problem}; found fewer, for example with `--set population.clover=1000`"
        )))
    })
}

/// Refuses an experiment with a run whose world takes more memory than there is.
pub(super) fn check_plan(plan: &Plan) -> Result<(), Failure> {
    let largest = populations(plan).filter_map(|case| Some((plan.least_memory(&case)?, case)));
    let Some((bytes, case)) = largest.max_by_key(|&(bytes, _)| bytes) else { return Ok(()) };
    refusal(bytes).map_or(Ok(()), |problem| {
        let factors = plan.experiment().factors.iter().zip(&case.point);
        let point: Vec<String> =
            factors.map(|(factor, value)| format!("{} = {value}", factor.name)).collect();
        let point =
            if point.is_empty() { String::new() } else { format!(" ({})", point.join(", ")) };
        Err(Failure::input(format!(
            "run {}{point}: {problem}; found fewer, or make it a failed row with `--memory-limit`",
            case.number
        )))
    })
}

/// The first run of every combination of populations.
fn populations(plan: &Plan) -> impl Iterator<Item = Case> {
    let experiment = plan.experiment();
    let replicates = experiment.replicates.count();
    let mut seen = BTreeSet::new();
    let cases =
        (0..plan.runs() / replicates).filter_map(move |point| experiment.case(point * replicates));
    let is_new = move |case: &Case| {
        let factors = experiment.factors.iter().zip(&case.point);
        let counts = factors.filter(|(factor, _)| factor.name.starts_with("population"));
        seen.insert(counts.map(|(_, value)| value.to_string()).collect::<Vec<_>>())
    };
    cases.take(100_000).filter(is_new).take(CHECKED_POINTS)
}

fn refusal(bytes: u64) -> Option<String> {
    const MEBIBYTE: u64 = 1 << 20;
    let most = most()?;
    let text = format!(
        "its founders take at least {} MiB of memory, and there are {}",
        bytes / MEBIBYTE,
        most / MEBIBYTE
    );
    (bytes > most).then_some(text)
}

/// The memory that this process can have, in bytes; `None` if it is unknown.
fn most() -> Option<u64> {
    let kind = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(kind).ok()?;
    let machine = Some(system.total_memory()).filter(|&bytes| bytes > 0);
    let group = system.cgroup_limits().map(|limits| limits.total_memory);
    [machine, group, address_space()].into_iter().flatten().min()
}

/// The limit of the address space of this process, in bytes; `None` if there is none.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};

    getrlimit(Resource::As).current
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}
