//! Experiments and rows for tests.

use std::collections::BTreeMap;
use std::io;

use super::Summary;
use crate::{
    Base, CaseEnding, Design, Experiment, Factor, FactorValue, Keep, Levels, Replicates, Row,
    SpeciesOutcome,
};

/// An experiment with hares.
pub fn experiment(scenario: &str, factors: Vec<Factor>, replicates: u32) -> Experiment {
    Experiment {
        name: "speed".to_owned(),
        file: None,
        description: "How fast is fast enough?".to_owned(),
        seed: 1,
        base: Base {
            scenario: scenario.to_owned(),
            stored: None,
            map: None,
            overrides: Vec::new(),
            creatures: Vec::new(),
            variants: Default::default(),
            folder: "".into(),
        },
        factors,
        design: Design::Grid,
        replicates: Replicates::Count(replicates.try_into().unwrap()),
        ticks: 1000,
        stops: Vec::new(),
        stops_when_decided: true,
        measures: Vec::new(),
        evolution: None,
        keep: Keep::default(),
    }
}

pub fn speed(values: &[i64]) -> Factor {
    let values = values.iter().copied().map(FactorValue::Integer).collect();
    let name = "species.hare.points.speed".to_owned();
    Factor { name, levels: Levels::List(values), base: None }
}

pub fn hares(alive: u64, extinct_at: Option<u64>) -> SpeciesOutcome {
    SpeciesOutcome {
        name: "hare".to_owned(),
        founders: 30,
        alive,
        extinct_at,
        births: 2 * alive,
        deaths: BTreeMap::from([("old_age".to_owned(), alive), ("starved".to_owned(), 3)]),
        faults: 0,
        suspended: false,
    }
}

/// The row of a run with this ending and outcome.
pub fn row(experiment: &Experiment, case: u64, ending: CaseEnding, hares: SpeciesOutcome) -> Row {
    let case = experiment.case(case).unwrap();
    let is_failed = matches!(ending, CaseEnding::Failed { .. });
    Row {
        case: case.number,
        point: case.point,
        replicate: case.replicate,
        seed: case.seed,
        ending,
        ticks: if is_failed { 0 } else { 1000 },
        species: if is_failed { Vec::new() } else { vec![hares] },
        measures: Vec::new(),
        evolution: Vec::new(),
        state_hash: None,
    }
}

/// The summary of these rows, and the text of its table.
pub fn summarize(experiment: &Experiment, rows: &[Row]) -> (Summary, String) {
    let mut table = Vec::new();
    let rows = rows.iter().cloned().map(Ok::<_, io::Error>);
    let summary = Summary::from_rows(experiment, rows, &mut table, |error| error).unwrap();
    (summary, String::from_utf8(table).unwrap())
}

/// Four runs at each speed. One of the slow runs failed; in two, hares died out.
pub fn eight_runs() -> (Experiment, Vec<Row>) {
    let experiment = experiment("meadow", vec![speed(&[20, 40])], 4);
    let failed = CaseEnding::Failed { reason: "no room for all founders".to_owned() };
    let alive = [0, 0, 70, 0, 100, 110, 90, 100];
    let rows = alive.into_iter().enumerate().map(|(case, alive)| {
        let ending = if case == 1 { failed.clone() } else { CaseEnding::Complete };
        let extinct_at = (alive == 0).then_some(400 + 100 * case as u64);
        row(&experiment, case as u64, ending, hares(alive, extinct_at))
    });
    let rows = rows.collect();
    (experiment, rows)
}

/// Twelve runs at each speed. All are similar, except that hares died out in run 17.
pub fn unusual_run() -> (Experiment, Vec<Row>) {
    let experiment = experiment("meadow", vec![speed(&[20, 40])], 12);
    let rows = (0..24)
        .map(|case| {
            let usual = if case < 12 { 400 } else { 40 } + case % 5;
            let (alive, extinct_at) = if case == 17 { (0, Some(77)) } else { (usual, None) };
            row(&experiment, case, CaseEnding::Complete, hares(alive, extinct_at))
        })
        .collect();
    (experiment, rows)
}
