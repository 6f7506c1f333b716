//! Paired comparison: runs that differ in one thing under the same chance, by their seeds.
//!
//! The runs of two sweeps, or of two points of one, are pairs if they have the same seed and the same values of all
//! other factors. The differences within pairs vary less than the runs do, so they show smaller effects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use terrarium_input::spelling;
use terrarium_output::table::{Cell, Column, save_csv};
use terrarium_studies::statistics::{Moments, SignedRank, holm, signed_rank};

use super::summary::{Measure, Quantity};
use super::{CaseEnding, Experiment, ExperimentError, FactorValue, Results, Row};

/// The table of a paired comparison.
pub const PAIRED_CSV: &str = "paired.csv";

/// The difference of two sweeps, or of two points of one, in each measure.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedComparison {
    /// What is compared: the first and the second.
    pub names: [String; 2],
    /// The number of pairs in which no run failed.
    pub pairs: u64,
    /// The number of pairs in which one did.
    pub failed: u64,
    /// The number of runs of each that have no counterpart.
    pub unpaired: [u64; 2],
    /// The measures that some pair has, in their order.
    pub measures: Vec<PairedMeasure>,
}

/// The differences of the pairs in one measure: the second minus the first.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedMeasure {
    /// The measure.
    pub measure: Measure,
    /// The number of pairs in which both runs have it.
    pub pairs: u64,
    /// The means of the first and of the second runs.
    pub means: [f64; 2],
    /// The mean difference.
    pub difference: f64,
    /// The standard deviation of the differences, for two or more pairs.
    pub sd: Option<f64>,
    /// The 95 % interval of the mean difference, by Student's t, for two or more pairs.
    pub interval: Option<(f64, f64)>,
    /// Wilcoxon's signed-rank test of the differences.
    pub test: SignedRank,
    /// The probability of the test, adjusted by Holm's method for the number of measures in which any pair differs.
    pub adjusted: f64,
}

impl PairedMeasure {
    /// Whether any pair differs.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.test.count > 0
    }
}

/// The runs of a sweep by the values of their other factors and their seed.
type Runs = BTreeMap<(Vec<String>, u64), Row>;

impl PairedComparison {
    /// Compares two sweeps. Their factors must be the same, or those of only one must have one value.
    ///
    /// # Errors
    /// When results cannot be read, several runs of a sweep could be the same half of a pair, or there are no pairs.
    pub fn of_sweeps(first: &Results, second: &Results) -> Result<Self, ExperimentError> {
        let [one, other] = [first, second].map(|it| &it.manifest().experiment);
        let names = |experiment: &Experiment| -> BTreeSet<String> {
            experiment.factors.iter().map(|factor| factor.name.clone()).collect()
        };
        let shared: Vec<String> = names(one).intersection(&names(other)).cloned().collect();
        let runs = [first, second].map(|it| runs_of(it, &shared, None));
        let [first_runs, second_runs] = runs;
        let both = [first, second].map(|it| it.dir().display().to_string());
        Self::of_runs([first_runs?, second_runs?], both, [one, other])
    }

    /// Compares the runs of a sweep at two values of a factor.
    ///
    /// # Errors
    /// When the results cannot be read, the sweep has no such factor or values, or there are no pairs.
    pub fn between(
        sweep: &Results,
        factor: &str,
        values: [&str; 2],
    ) -> Result<Self, ExperimentError> {
        let experiment = &sweep.manifest().experiment;
        let all = || experiment.factors.iter().map(|it| it.name.as_str());
        let index = all().position(|name| name == factor).ok_or_else(|| {
            if experiment.factors.is_empty() {
                return invalid(sweep, "this sweep has no factors; compare it with another sweep");
            }
            let remedy = match spelling::nearest(factor, all()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("give one of {}", spelling::listed(all())),
            };
            invalid(sweep, &format!("there is no factor `{factor}` in this sweep; {remedy}"))
        })?;
        let shared: Vec<String> = all().filter(|&name| name != factor).map(str::to_owned).collect();
        let [first, second] = values.map(|value| {
            let runs = runs_of(sweep, &shared, Some((index, value)))?;
            if runs.is_empty() {
                return Err(no_such_value(sweep, index, value));
            }
            Ok(runs)
        });
        let names = values.map(|value| format!("{factor} = {value}"));
        Self::of_runs([first?, second?], names, [experiment, experiment])
    }

    fn of_runs(
        [first, mut second]: [Runs; 2],
        names: [String; 2],
        experiments: [&Experiment; 2],
    ) -> Result<Self, ExperimentError> {
        let is_decided = |row: &Row| matches!(row.ending, CaseEnding::Decided { .. });
        let is_conquest = first.values().chain(second.values()).any(is_decided);
        let [one, other] = experiments;
        let (mut pairs, mut failed, mut unpaired) = (0, 0, [0, 0]);
        let mut values: BTreeMap<Measure, Vec<[f64; 2]>> = BTreeMap::new();
        for (key, row) in first {
            let Some(counterpart) = second.remove(&key) else {
                unpaired[0] += 1;
                continue;
            };
            if row.is_failed() || counterpart.is_failed() {
                failed += 1;
                continue;
            }
            pairs += 1;
            let found = measured(&row, one, is_conquest);
            let others = measured(&counterpart, other, is_conquest);
            for ((measure, _), value) in found {
                let same = others.get(&(measure.clone(), expression(one, &measure)));
                if let Some(&counterpart) = same {
                    values.entry(measure).or_default().push([value, counterpart]);
                }
            }
        }
        unpaired[1] = second.len() as u64;
        if pairs + failed == 0 {
            let [one, other] = &names;
            return Err(ExperimentError::InvalidRequest(format!(
                "no run of {one} has the seed and the factors of a run of {other}, so there are no pairs; run \
                 both with the same `seeds`, or with `common_random_numbers = true`"
            )));
        }
        let measures = values.into_iter().filter_map(|(measure, pairs)| compared(measure, &pairs));
        let mut measures: Vec<PairedMeasure> = measures.collect();
        let mut differing: Vec<_> = measures.iter_mut().filter(|it| it.differs()).collect();
        let probabilities: Vec<f64> = differing.iter().map(|it| it.test.probability).collect();
        for (measure, adjusted) in differing.iter_mut().zip(holm(&probabilities)) {
            measure.adjusted = adjusted;
        }
        Ok(Self { names, pairs, failed, unpaired, measures })
    }

    /// Writes the table [`PAIRED_CSV`] into the directory `dir`, replacing it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), ExperimentError> {
        let names: Vec<String> = self.measures.iter().map(|it| it.measure.to_string()).collect();
        let rows = self.measures.iter().zip(&names).map(|(measure, name)| cells(measure, name));
        Ok(save_csv(&dir.join(PAIRED_CSV), &columns(), rows)?)
    }
}

/// The columns of [`PAIRED_CSV`], which has a row for each measure.
#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        Column::word("measure", "quantity, and its colony or species, as in summary.csv"),
        Column::whole("pairs", "pairs of runs in which both have this measure"),
        Column::number("mean_a", "mean of the first runs"),
        Column::number("mean_b", "mean of the second runs"),
        Column::number("difference", "mean of the differences, the second minus the first"),
        Column::number(
            "sd",
            "standard deviation of the differences; empty for fewer than two pairs",
        ),
        Column::number(
            "low",
            "lower end of the 95 % interval of the mean difference, by Student's t",
        ),
        Column::number("high", "upper end of this interval"),
        Column::whole("zeros", "pairs without a difference, which the test leaves out"),
        Column::number("rank_sum_positive", "sum of the ranks of the positive differences"),
        Column::number("rank_sum_negative", "sum of the ranks of the negative differences"),
        Column::whole("ties", "1 if differences have the same size and share their ranks, else 0"),
        Column::number("p", "two-sided probability of Wilcoxon's signed-rank test"),
        Column::word("method", "exact, or normal for more than 200 differences"),
        Column::number(
            "p_holm",
            "p, adjusted by Holm's method for the number of measures in which any pair differs",
        ),
    ]
}

fn cells<'a>(of: &PairedMeasure, name: &'a str) -> Vec<Cell<'a>> {
    let PairedMeasure { pairs, means: [first, second], difference, sd, interval, .. } = of;
    let (low, high) = interval.unzip();
    let test = &of.test;
    vec![
        Cell::Word(name),
        Cell::Whole(*pairs),
        Cell::Number(*first),
        Cell::Number(*second),
        Cell::Number(*difference),
        (*sd).into(),
        low.into(),
        high.into(),
        Cell::Whole(test.zeros),
        Cell::Number(test.positive),
        Cell::Number(test.negative),
        Cell::Whole(test.has_ties.into()),
        Cell::Number(test.probability),
        Cell::Word(if test.is_exact { "exact" } else { "normal" }),
        Cell::Number(of.adjusted),
    ]
}

fn compared(measure: Measure, pairs: &[[f64; 2]]) -> Option<PairedMeasure> {
    let differences: Vec<f64> = pairs.iter().map(|[first, second]| second - first).collect();
    let moments = |values: &mut dyn Iterator<Item = f64>| {
        let mut moments = Moments::default();
        values.for_each(|value| moments.add(value));
        moments
    };
    let of_differences = moments(&mut differences.iter().copied());
    let [first, second] = [0, 1].map(|index| moments(&mut pairs.iter().map(|pair| pair[index])));
    Some(PairedMeasure {
        measure,
        pairs: of_differences.count(),
        means: [first.mean()?, second.mean()?],
        difference: of_differences.mean()?,
        sd: of_differences.sd(),
        interval: of_differences.interval(),
        test: signed_rank(&differences)?,
        adjusted: 1.0,
    })
}

/// The measures of a run, with the expressions of own measures: equal names may stand for different ones.
fn measured(
    row: &Row,
    experiment: &Experiment,
    is_conquest: bool,
) -> BTreeMap<(Measure, Option<String>), f64> {
    let own: Vec<String> = experiment.measures.iter().map(|it| it.name.clone()).collect();
    let all = Measure::all(row, is_conquest, &own).into_iter();
    all.map(|(measure, value)| {
        let expression = expression(experiment, &measure);
        ((measure, expression), value)
    })
    .collect()
}

/// The expression of an own measure of an experiment, and how its shadows are drawn for an excess; `None` for other
/// measures.
fn expression(experiment: &Experiment, measure: &Measure) -> Option<String> {
    if measure.what == Quantity::Excess {
        return Some(format!("{:?}", experiment.evolution));
    }
    let own = experiment.measures.iter().find(|own| own.name == measure.to_string());
    own.map(|own| own.expression.clone())
}

/// The runs of a sweep that have ended, at one value of a factor if it is given, by the values of the shared factors
/// and their seed.
fn runs_of(
    sweep: &Results,
    shared: &[String],
    at: Option<(usize, &str)>,
) -> Result<Runs, ExperimentError> {
    let factors = &sweep.manifest().experiment.factors;
    let index = |name: &String| factors.iter().position(|factor| factor.name == *name);
    let indices: Vec<usize> = shared.iter().filter_map(index).collect();
    let mut runs = Runs::new();
    for row in sweep.rows()? {
        let row = row?;
        if at.is_some_and(|(factor, value)| !is_value(&row.point[factor], value)) {
            continue;
        }
        let others = indices.iter().map(|&index| row.point[index].to_string()).collect();
        let (case, seed) = (row.case, row.seed);
        if let Some(before) = runs.insert((others, seed), row) {
            return Err(invalid(
                sweep,
                &format!(
                    "runs {} and {case} have the same seed {seed}, and either could be in a pair; compare sweeps \
                     with the same factors, or two values of a factor with `--between`",
                    before.case
                ),
            ));
        }
    }
    Ok(runs)
}

/// Whether a value of a factor is the one that is given as text.
fn is_value(value: &FactorValue, given: &str) -> bool {
    let is_same_number = || value.number().is_some_and(|number| given.parse() == Ok(number));
    value.to_string() == given || is_same_number()
}

fn no_such_value(sweep: &Results, index: usize, value: &str) -> ExperimentError {
    const LISTED: usize = 12;
    let rows = sweep.rows().into_iter().flatten().flatten();
    let mut seen: Vec<String> = Vec::new();
    for text in rows.map(|row| row.point[index].to_string()) {
        if seen.len() < LISTED && !seen.contains(&text) {
            seen.push(text);
        }
    }
    let factor = &sweep.manifest().experiment.factors[index].name;
    let listed = spelling::listed(seen.iter().map(String::as_str));
    invalid(sweep, &format!("no run has {factor} = {value}; give values such as {listed}"))
}

fn invalid(sweep: &Results, problem: &str) -> ExperimentError {
    ExperimentError::InvalidRequest(format!("{}: {problem}", sweep.dir().display()))
}
