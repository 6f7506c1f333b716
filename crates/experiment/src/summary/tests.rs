use terrarium_creatures::behaviour::Colony;

use super::fixture::{eight_runs, experiment, hares, row, speed, summarize, unusual_run};
use super::*;
use crate::{Design, FactorValue, PointsFile};

#[test]
fn a_point_has_a_line_for_each_measure_and_failed_runs_are_counted_apart() {
    let (experiment, rows) = eight_runs();
    let (summary, table) = summarize(&experiment, &rows);
    insta::assert_snapshot!(table);
    assert_eq!((summary.runs, summary.failed), (8, 1));
    assert_eq!(summary.failures, [(1, "no room for all founders".to_owned())]);
    assert_eq!(summary.species, ["hare"]);
}

#[test]
fn survival_is_written_by_factor_values() {
    let (experiment, rows) = eight_runs();
    let mut table = Vec::new();
    summarize(&experiment, &rows).0.write_survival(&mut table).unwrap();
    insta::assert_snapshot!(String::from_utf8(table).unwrap());
}

#[test]
fn a_point_whose_runs_all_failed_has_a_line() {
    let experiment = experiment("meadow", vec![speed(&[20])], 2);
    let failed = CaseEnding::Failed { reason: "no".to_owned() };
    let rows = [0, 1].map(|case| row(&experiment, case, failed.clone(), hares(0, None)));
    let (summary, table) = summarize(&experiment, &rows);
    assert_eq!(table.lines().nth(1), Some("20,,2,2,0,,,,,,,,,,,,"));
    assert_eq!(table.lines().count(), 2);
    let columns = |line: &str| line.split(',').count();
    assert!(table.lines().all(|line| columns(line) == columns(table.lines().next().unwrap())));
    assert_eq!(summary.responses[0].groups[0].failed, 2);
}

/// A file of points may repeat a point far from its first line.
#[test]
fn equal_points_of_a_file_have_one_line_together() {
    let values = |values: [i64; 4]| values.map(|it| vec![FactorValue::Integer(it)]).to_vec();
    let mut experiment = experiment("meadow", vec![speed(&[20, 40])], 1);
    let file = PointsFile {
        path: "points.csv".to_owned(),
        lines: vec![2, 3, 4, 5],
        repeats: vec![0, 0, 1, 2],
    };
    experiment.design = Design::List { points: values([20, 40, 20, 20]), file: Some(file) };
    let rows: Vec<Row> = (0..4)
        .map(|case| row(&experiment, case, CaseEnding::Complete, hares(10 * case, None)))
        .collect();
    let (_, table) = summarize(&experiment, &rows);
    let alive: Vec<&str> = table.lines().filter(|line| line.contains("alive.hare")).collect();
    assert_eq!(alive.len(), 2, "{table}");
    assert!(alive[0].starts_with("20,alive.hare,3,0,3,16.666666666666668,"), "{table}");
    assert!(alive[1].starts_with("40,alive.hare,1,0,1,10.0,"), "{table}");
}

#[test]
fn the_winner_is_a_measure_of_a_conquest() {
    let experiment = experiment("conquest", vec![], 3);
    let endings = [Some(Colony::Blue), None, Some(Colony::Blue)];
    let endings = endings.map(|winner| CaseEnding::Decided { winner });
    let rows = (0..).zip(endings).map(|(n, ending)| row(&experiment, n, ending, hares(1, None)));
    let (summary, table) = summarize(&experiment, &rows.collect::<Vec<_>>());
    assert!(table.contains("won.blue,3,0,3,0.6666666666666666,"), "{table}");
    assert!(table.contains("won.red,3,0,3,0.0,0.0,0.0,0.5614970317550455,wilson,"), "{table}");
    let all = &summary.responses[0].groups[0];
    let (share, interval) = all.mean(&Measure::new(Quantity::Won, "blue")).unwrap();
    assert_eq!((all.runs, share), (3, 2.0 / 3.0));
    assert!(interval.unwrap().1 < 1.0);
}

#[test]
fn a_run_that_differs_from_its_replicates_is_listed_once() {
    let (experiment, rows) = unusual_run();
    let (summary, _) = summarize(&experiment, &rows);
    let [unusual] = &summary.unusual[..] else { panic!("{:?}", summary.unusual) };
    assert_eq!((unusual.case, unusual.among), (17, Among::Replicates));
    assert!(unusual.score < -3.5);
}

#[test]
fn without_replicates_a_run_is_compared_with_all_others() {
    let values: Vec<i64> = (0..30).collect();
    let experiment = experiment("meadow", vec![speed(&values)], 1);
    let rows: Vec<Row> = (0..30)
        .map(|case| {
            let alive = if case == 4 { 9000 } else { 100 + case % 7 };
            row(&experiment, case, CaseEnding::Complete, hares(alive, None))
        })
        .collect();
    let (summary, _) = summarize(&experiment, &rows);
    assert_eq!((summary.unusual[0].case, summary.unusual[0].among), (4, Among::All));
    assert_eq!(summary.unusual.len(), 1);
    assert_eq!(summary.responses[0].nonempty_groups().count(), 10, "bins");
}

#[test]
fn an_experiment_without_runs_has_a_summary() {
    let (summary, table) = summarize(&experiment("meadow", vec![speed(&[20])], 1), &[]);
    assert_eq!((summary.runs, table.lines().count()), (0, 1));
    let mut survival = Vec::new();
    summary.write_survival(&mut survival).unwrap();
    assert_eq!(String::from_utf8(survival).unwrap().lines().count(), 1);
}
