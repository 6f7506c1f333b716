//! Sweeps whose runs are executed by others, who add the results in any order.

use terrarium::experiment::{CaseResult, OpenSweep, SweepOptions, sweep};

use super::sweeps::{Experiments, content, jobs, pond, resuming};

const EXPERIMENT: &str = r#"
ticks = 20
replicates = 3
base.scenario = "pond.toml"
factors.rules.light = [20, 40]

[keep]
census = 5
"#;

#[test]
fn the_order_of_results_does_not_matter() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let (expected, dir) = (workdir.path("expected"), workdir.path("open"));
    sweep(&plan, &expected, jobs(2), &()).unwrap();

    let mut open = OpenSweep::open(&plan, &dir, SweepOptions::default()).unwrap();
    let taken: Vec<_> = std::iter::from_fn(|| open.take(&plan)).collect();
    assert_eq!(taken.iter().map(|case| case.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let result = |index: usize| plan.simulate_within(&taken[index], None, &|| false);
    let results = [4, 1, 5, 0].map(|index| result(index).unwrap().unwrap());
    for result in &results {
        // As from another process.
        let result = CaseResult::decode(&result.encode()).unwrap();
        open.add(&plan, &result, 0.5).unwrap();
    }
    let again = open.add(&plan, &results[1], 0.5).unwrap_err().to_string();
    assert!(again.contains("run 1 has a result already"), "{again}");
    let mut foreign = result(2).unwrap().unwrap();
    foreign.row.seed += 1;
    let refused = open.add(&plan, &foreign, 0.5).unwrap_err().to_string();
    assert!(refused.contains("run 2 is of another experiment"), "{refused}");
    assert_eq!((open.progress().done, open.progress().running), (4, 2));
    let result = open.finish(false).unwrap();
    assert!(!result.finished && result.progress.done == 4);

    // What was not added is left for the next.
    let mut open = OpenSweep::open(&plan, &dir, resuming(1)).unwrap();
    let left: Vec<_> = std::iter::from_fn(|| open.take(&plan)).collect();
    assert_eq!(left.iter().map(|case| case.number).collect::<Vec<_>>(), [2, 3]);
    for case in &left {
        let result = plan.simulate_within(case, None, &|| false).unwrap().unwrap();
        open.add(&plan, &result, 0.5).unwrap();
    }
    assert!(open.finish(false).unwrap().finished);
    assert_eq!(content(&dir), content(&expected));
}
