use super::fixture::{eight_runs, experiment, hares, row, speed, strange_run, summed_up};
use super::*;
use crate::behaviour::Colony;

#[test]
fn a_point_has_a_line_for_each_measure_and_failed_runs_are_counted_apart() {
    let (experiment, rows) = eight_runs();
    let (summary, table) = summed_up(&experiment, &rows);
    insta::assert_snapshot!(table);
    assert_eq!((summary.runs, summary.failed), (8, 1));
    assert_eq!(summary.failures, [(1, "no room for all founders".to_owned())]);
    assert_eq!(summary.species, ["hare"]);
}

#[test]
fn survival_is_written_by_factor_values() {
    let (experiment, rows) = eight_runs();
    let mut table = Vec::new();
    summed_up(&experiment, &rows).0.write_survival(&mut table).unwrap();
    insta::assert_snapshot!(String::from_utf8(table).unwrap());
}

#[test]
fn where_all_runs_of_a_point_failed_there_is_still_a_line() {
    let experiment = experiment("meadow", vec![speed(&[20])], 2);
    let failed = CaseEnding::Failed { reason: "no".to_owned() };
    let rows = [0, 1].map(|case| row(&experiment, case, failed.clone(), hares(0, None)));
    let (summary, table) = summed_up(&experiment, &rows);
    assert_eq!(table.lines().nth(1), Some("20,,2,2,0,,,,,,,,,,,,"));
    assert_eq!(table.lines().count(), 2);
    let columns = |line: &str| line.split(',').count();
    assert!(table.lines().all(|line| columns(line) == columns(table.lines().next().unwrap())));
    assert_eq!(summary.responses[0].groups[0].failed, 2);
}

#[test]
fn who_wins_is_measured_where_colonies_fight() {
    let experiment = experiment("conquest", vec![], 3);
    let endings = [Some(Colony::Blue), None, Some(Colony::Blue)];
    let endings = endings.map(|winner| CaseEnding::Decided { winner });
    let rows = (0..).zip(endings).map(|(n, ending)| row(&experiment, n, ending, hares(1, None)));
    let (summary, table) = summed_up(&experiment, &rows.collect::<Vec<_>>());
    assert!(table.contains("won.blue,3,0,3,0.6666666666666666,"), "{table}");
    assert!(table.contains("won.red,3,0,3,0.0,0.0,0.0,0.5614970317550455,wilson,"), "{table}");
    let all = &summary.responses[0].groups[0];
    let (share, interval) = all.mean(&Measure::new(Quantity::Won, "blue")).unwrap();
    assert_eq!((all.runs, share), (3, 2.0 / 3.0));
    assert!(interval.unwrap().1 < 1.0);
}

#[test]
fn the_run_that_differs_from_its_replicates_is_found_and_named_once() {
    let (experiment, rows) = strange_run();
    let (summary, _) = summed_up(&experiment, &rows);
    let [strange] = &summary.unusual[..] else { panic!("{:?}", summary.unusual) };
    assert_eq!((strange.case, strange.among), (17, Among::Replicates));
    assert!(strange.score < -3.5);
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
    let (summary, _) = summed_up(&experiment, &rows);
    assert_eq!((summary.unusual[0].case, summary.unusual[0].among), (4, Among::All));
    assert_eq!(summary.unusual.len(), 1);
    assert_eq!(summary.responses[0].lived().count(), 10, "brought together to parts");
}

#[test]
fn an_experiment_without_any_run_is_summed_up() {
    let (summary, table) = summed_up(&experiment("meadow", vec![speed(&[20])], 1), &[]);
    assert_eq!((summary.runs, table.lines().count()), (0, 1));
    let mut survival = Vec::new();
    summary.write_survival(&mut survival).unwrap();
    assert_eq!(String::from_utf8(survival).unwrap().lines().count(), 1);
}
