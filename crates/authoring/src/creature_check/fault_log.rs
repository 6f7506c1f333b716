//! The faults of a species during a run, in groups.

use serde::Serialize;
use terrarium_creatures::behaviour::{CodePlace, Fault, OrganismId, SourceLine};
use terrarium_sim::tick::Simulation;

/// Faults of the same kind and reason, in the same place.
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
    /// The functions of a module that were running at the first one, if they were found.
    pub code: Option<CodePlace>,
    /// The number of faults.
    pub count: u64,
    /// The tick of the first one.
    pub tick: u64,
    /// The organism whose turn it was.
    pub creature: OrganismId,
}

impl FaultGroup {
    /// What happened, and in which functions of a module if they are known.
    #[must_use]
    pub fn reason_and_code(&self) -> String {
        let code = self.code.as_ref().map(|code| format!(", {code}"));
        format!("{}{}", self.reason, code.unwrap_or_default())
    }
}

/// The number of fault groups to keep: reasons may quote values that differ from turn to turn.
const MAX_FAULTS: usize = 32;

/// Collects the faults of a species.
#[derive(Debug, Default)]
pub(crate) struct FaultLog(Vec<FaultGroup>);

impl FaultLog {
    /// Counts a fault of the last tick.
    pub fn record(&mut self, fault: &Fault, simulation: &Simulation, creature: OrganismId) {
        let (kind, remedy) = fault.kind.explanation();
        let code = simulation.fault_place(creature);
        let function = code.map(|code| &code.function);
        let same = |group: &&mut FaultGroup| {
            let known = group.code.as_ref().map(|code| &code.function);
            group.kind == kind && group.reason == fault.reason && known == function
        };
        if let Some(group) = self.0.iter_mut().find(same) {
            group.count += 1;
        } else if self.0.len() < MAX_FAULTS {
            let line = function.and_then(|function| function.line.as_ref());
            let in_line =
                |line: &SourceLine| (line.line as usize, line.column.unwrap_or(1) as usize);
            let place = fault.line_and_column().or_else(|| line.map(in_line));
            let file = fault.file().or_else(|| Some(line?.file.as_str()));
            self.0.push(FaultGroup {
                kind,
                reason: fault.reason.clone(),
                remedy,
                place,
                file: file.map(str::to_owned),
                code: code.cloned(),
                count: 1,
                tick: simulation.world().tick(),
                creature,
            });
        }
    }

    /// Returns the groups, most frequent first.
    pub fn groups(mut self) -> Vec<FaultGroup> {
        self.0.sort_by_key(|group| std::cmp::Reverse(group.count));
        self.0
    }
}
