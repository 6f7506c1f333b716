//! Common random numbers, and the paired comparison of runs.

use std::collections::BTreeMap;

use terrarium::experiment::paired::{PAIRED_CSV, PairedComparison};
use terrarium::experiment::{Results, Row, sweep};

use super::sweeps::{Experiments, jobs, pond, rows};

fn experiment(replicates: &str) -> String {
    format!(
        r#"
ticks = 20
{replicates}
[base]
scenario = "pond.toml"
[factors]
rules.light = [20, 40]
population.hare = [3, 6]
[measures]
hares = "mean(hare)"
energy = "final(clover.energy)"
"#
    )
}

#[test]
fn with_common_random_numbers_all_points_have_the_seeds_of_the_base() {
    let workdir = pond();
    let seeds = |replicates: &str| -> BTreeMap<Vec<String>, Vec<u64>> {
        let experiment = workdir.experiment(&experiment(replicates)).unwrap();
        let mut seeds: BTreeMap<_, Vec<u64>> = BTreeMap::new();
        for case in experiment.cases() {
            let point = case.point.iter().map(ToString::to_string).collect();
            seeds.entry(point).or_default().push(case.seed);
        }
        seeds
    };
    let own = seeds("replicates = 5");
    let common = seeds("replicates = 5\ncommon_random_numbers = true");
    assert_eq!(common.keys().collect::<Vec<_>>(), own.keys().collect::<Vec<_>>());
    let first = common.values().next().unwrap();
    assert!(common.values().all(|seeds| seeds == first));
    assert_eq!(first.iter().collect::<std::collections::BTreeSet<_>>().len(), 5);
    let distinct: std::collections::BTreeSet<_> = own.values().flatten().collect();
    assert_eq!(distinct.len(), 20);
    assert_eq!(own, seeds("replicates = 5\ncommon_random_numbers = false"));
    // The pond has light 40 and 5 hares: the seeds are those of a run at the base.
    let base = "ticks = 20\nreplicates = 5\nbase.scenario = \"pond.toml\"\n";
    let base = workdir.experiment(base).unwrap();
    assert_eq!(&base.cases().map(|case| case.seed).collect::<Vec<_>>(), first);
}

#[test]
fn common_random_numbers_are_a_switch_and_not_for_given_seeds() {
    let workdir = pond();
    let refusal = |replicates: &str| workdir.refusal(&experiment(replicates));
    insta::assert_snapshot!(
        [
            refusal("common_random_numbers = \"yes\""),
            refusal("seeds = \"1..3\"\ncommon_random_numbers = true"),
            refusal("common_random_number = true"),
        ]
        .join("\n"),
        @r#"
    question.toml:3:25: `common_random_numbers` is the string `"yes"`; give true or false, without quotes
    question.toml:4:25: `seeds` are the same at every point already; leave out `common_random_numbers`
    question.toml:3:1: there is no key `common_random_number`; did you mean `common_random_numbers`?
    "#
    );
}

/// The runs at two values of light, by number of hares and replicate.
fn by_point(rows: &[Row]) -> BTreeMap<(String, u32), [Option<&Row>; 2]> {
    let mut pairs: BTreeMap<_, [Option<&Row>; 2]> = BTreeMap::new();
    for row in rows {
        let key = (row.point[1].to_string(), row.replicate);
        let index = usize::from(row.point[0].to_string() == "40");
        pairs.entry(key).or_default()[index] = Some(row);
    }
    pairs
}

#[test]
fn runs_are_paired_by_seed_and_other_factors() {
    let workdir = pond();
    let plan = workdir.plan(&experiment("replicates = 6\ncommon_random_numbers = true"));
    let dir = workdir.path("light");
    sweep(&plan, &dir, jobs(2), &()).unwrap();
    let results = Results::open(&dir).unwrap();
    let found = PairedComparison::between(&results, "rules.light", ["20", "40.0"]).unwrap();
    assert_eq!((found.pairs, found.failed, found.unpaired), (12, 0, [0, 0]));
    assert_eq!(found.names, ["rules.light = 20", "rules.light = 40.0"]);

    let rows = rows(&dir);
    let pairs = by_point(&rows);
    let energy = |row: Option<&Row>| row.unwrap().measures[1].unwrap();
    let differences: Vec<f64> =
        pairs.values().map(|&[dim, bright]| energy(bright) - energy(dim)).collect();
    assert!(differences.iter().all(|&difference| difference > 0.0), "{differences:?}");
    let mean = differences.iter().sum::<f64>() / 12.0;
    let measure = found.measures.iter().find(|it| it.measure.to_string() == "energy").unwrap();
    assert!((measure.difference - mean).abs() < 1e-9 * mean, "{mean} {measure:?}");
    // All twelve have the same sign.
    assert_eq!(measure.test.probability, 2.0 / f64::from(1 << 12));
    let hares = found.measures.iter().find(|it| it.measure.to_string() == "hares").unwrap();
    assert_eq!(hares.pairs, 12);
    assert!(hares.means.iter().all(|&mean| mean > 2.0));
    found.write(workdir.folder()).unwrap();
    let mut table = csv::Reader::from_path(workdir.path(PAIRED_CSV)).unwrap();
    assert_eq!(table.records().count(), found.measures.len());
}

#[test]
fn two_sweeps_are_paired_like_two_points_of_one() {
    let workdir = pond();
    let text = experiment("replicates = 6\ncommon_random_numbers = true");
    let whole = workdir.path("whole");
    sweep(&workdir.plan(&text), &whole, jobs(2), &()).unwrap();
    let halves = ["20", "40"].map(|light| {
        let text = text.replace("rules.light = [20, 40]\n", "");
        let set = format!("scenario = \"pond.toml\"\nset = [\"rules.light={light}\"]");
        let dir = workdir.path(light);
        let plan = workdir.plan(&text.replace("scenario = \"pond.toml\"", &set));
        sweep(&plan, &dir, jobs(2), &()).unwrap();
        Results::open(&dir).unwrap()
    });
    let of_halves = PairedComparison::of_sweeps(&halves[0], &halves[1]).unwrap();
    let results = Results::open(&whole).unwrap();
    let of_whole = PairedComparison::between(&results, "rules.light", ["20", "40"]).unwrap();
    assert_eq!(of_halves.measures, of_whole.measures);
    let same = PairedComparison::of_sweeps(&halves[0], &halves[0]).unwrap();
    assert!(same.measures.iter().all(|it| it.difference == 0.0 && it.test.probability == 1.0));
    // With a factor more, either run at its values could be in a pair.
    let refusal = PairedComparison::of_sweeps(&halves[0], &results).unwrap_err().to_string();
    assert!(refusal.contains("have the same seed") && refusal.contains("--between"), "{refusal}");
}

#[test]
fn runs_without_common_seeds_are_not_paired() {
    let workdir = pond();
    let dir = workdir.path("own");
    sweep(&workdir.plan(&experiment("replicates = 2")), &dir, jobs(2), &()).unwrap();
    let results = Results::open(&dir).unwrap();
    let refusal = |factor: &str, values: [&str; 2]| {
        let error = PairedComparison::between(&results, factor, values).unwrap_err().to_string();
        error.replace(&*dir.to_string_lossy(), "DIR")
    };
    insta::assert_snapshot!(
        [
            refusal("rules.light", ["20", "40"]),
            refusal("rules.lihgt", ["20", "40"]),
            refusal("rules.light", ["20", "30"]),
        ]
        .join("\n"),
        @"
    no run of rules.light = 20 has the seed and the factors of a run of rules.light = 40, so there are no pairs; run both with the same `seeds`, or with `common_random_numbers = true`
    DIR: there is no factor `rules.lihgt` in this sweep; did you mean `rules.light`?
    DIR: no run has rules.light = 30; give values such as `20`, `40`
    "
    );
}
