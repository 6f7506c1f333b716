//! The faults of a species during a run, in groups.

use serde::Serialize;

use crate::behaviour::{Fault, OrganismId};

/// Faults of the same kind and reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultGroup {
    /// The kind of fault.
    pub kind: &'static str,
    /// What happened.
    pub reason: Box<str>,
    /// What to do about it.
    pub remedy: &'static str,
    /// The line and column in the code, if known.
    pub place: Option<(usize, usize)>,
    /// The source file of a module, if known. That of a script is the script.
    pub file: Option<String>,
    /// The number of faults.
    pub count: u64,
    /// The tick of the first one.
    pub tick: u64,
    /// The organism whose turn it was.
    pub creature: OrganismId,
}

/// The number of fault groups to keep: reasons may quote values that differ from turn to turn.
const MAX_FAULTS: usize = 32;

/// Collects the faults of a species.
#[derive(Debug, Default)]
pub(crate) struct FaultLog(Vec<FaultGroup>);

impl FaultLog {
    /// Counts a fault.
    pub fn note(&mut self, fault: &Fault, tick: u64, creature: OrganismId) {
        let (kind, remedy) = fault.kind.explanation();
        let same = |group: &&mut FaultGroup| group.kind == kind && group.reason == fault.reason;
        if let Some(group) = self.0.iter_mut().find(same) {
            group.count += 1;
        } else if self.0.len() < MAX_FAULTS {
            let (reason, place) = (fault.reason.clone(), fault.line_and_column());
            let file = fault.file().map(str::to_owned);
            let group = FaultGroup { kind, reason, remedy, place, file, count: 1, tick, creature };
            self.0.push(group);
        }
    }

    /// Returns the groups, most frequent first.
    pub fn groups(mut self) -> Vec<FaultGroup> {
        self.0.sort_by_key(|group| std::cmp::Reverse(group.count));
        self.0
    }
}
