//! The table of analyses of variance: how much of a measure each factor and each pair of factors
//! explains.

use std::collections::BTreeMap;
use std::io::{self, Write};

use terrarium_studies::statistics::{Anova, Effect, float};

use super::Summary;
use super::measure::{Measure, Quantity};
use super::point::text;
use crate::{Design, Experiment, Levels, Row};

/// The name of the table of analyses of variance.
pub const ANOVA: &str = "anova.csv";

/// The columns of `anova.csv`.
pub const ANOVA_COLUMNS: [(&str, &str); 8] = [
    ("measure", "quantity, and its species: see summary.csv"),
    (
        "source",
        "a factor, two factors with × between them for their interaction, replicate for what runs with the same seed have in common, or residual",
    ),
    ("freedom", "degrees of freedom"),
    ("squares", "sum of squares"),
    ("mean_square", "sum of squares, divided by the degrees of freedom"),
    ("f", "mean square, divided by that of the residuals; empty if these are 0"),
    ("p", "probability of an F as large if the source has no effect"),
    ("eta_squared", "share of the total sum of squares; empty if all values are equal"),
];

/// The most pairs of levels of two factors in an analysis.
const MOST_PAIRS: usize = 1 << 16;

/// The analyses of variance of a full factorial design.
#[derive(Debug, Clone)]
pub(super) struct Variance {
    /// The names of the factors.
    factors: Vec<String>,
    /// The texts of the levels of each factor.
    levels: Vec<Vec<String>>,
    /// Whether the runs of a replicate have the same seed at every point, so that they are a block.
    has_blocks: bool,
    /// The number of runs of the design.
    runs: u128,
    by_measure: BTreeMap<Measure, Anova>,
}

/// An analysis of variance of one measure.
#[derive(Debug, Clone, PartialEq)]
pub struct VarianceOf {
    /// The measure.
    pub measure: Measure,
    /// The sources of variance and their names: main effects, interactions, residuals.
    pub sources: Vec<(String, Effect)>,
}

impl Variance {
    /// Analyses of no runs; `None` if the design is not a full factorial one, or too large.
    pub fn new(experiment: &Experiment) -> Option<Self> {
        if experiment.design != Design::Grid || experiment.factors.is_empty() {
            return None;
        }
        let levels: Option<Vec<Vec<String>>> = experiment
            .factors
            .iter()
            .map(|factor| match &factor.levels {
                Levels::List(values) => Some(values.iter().map(ToString::to_string).collect()),
                Levels::Range(_) => None,
            })
            .collect();
        let levels = levels?;
        let counts: Vec<usize> = levels.iter().map(Vec::len).collect();
        let all: usize = counts.iter().sum();
        if all.saturating_mul(all) > MOST_PAIRS {
            return None;
        }
        let factors = experiment.factors.iter().map(|factor| factor.name.clone()).collect();
        Some(Self {
            factors,
            levels,
            has_blocks: experiment.replicates.have_common_seeds(),
            runs: experiment.runs(),
            by_measure: BTreeMap::new(),
        })
    }

    /// Adds a run with its measures.
    pub fn add(&mut self, row: &Row, measured: &[(Measure, f64)]) {
        let indices = row.point.iter().zip(&self.levels).map(|(value, levels)| {
            let value = value.to_string();
            levels.iter().position(|level| *level == value)
        });
        let Some(indices) = indices.collect::<Option<Vec<usize>>>() else { return };
        for (measure, value) in measured {
            use Quantity::{Alive, Births, Deaths, Excess, ExtinctAt, Lives, Own, Ticks, Won};
            match measure.what {
                Ticks | Alive | Births | Deaths | Excess | Own => {}
                // Ones and zeros, and what not all runs have.
                Won | Lives | ExtinctAt => continue,
            }
            let counts = || self.levels.iter().map(Vec::len).collect::<Vec<_>>();
            let anova = self.by_measure.entry(measure.clone());
            let anova = anova.or_insert_with(|| Anova::new(&counts()));
            match self.has_blocks {
                true => anova.add_in_block(&indices, row.replicate.into(), *value),
                false => anova.add(&indices, *value),
            }
        }
    }

    fn source(&self, effect: &Effect) -> String {
        match &effect.factors[..] {
            [] if effect.is_block => "replicate".to_owned(),
            [] => "residual".to_owned(),
            factors => {
                let names: Vec<&str> =
                    factors.iter().map(|&factor| self.factors[factor].as_str()).collect();
                names.join(" × ")
            }
        }
    }
}

impl Summary {
    /// The analyses of variance of the measures that all runs have, if the design is a full factorial
    /// one and all of its runs succeeded: the sums of squares are those of equal numbers of runs.
    #[must_use]
    pub fn variances(&self) -> Vec<VarianceOf> {
        let Some(variance) = &self.variance else { return Vec::new() };
        let complete = variance.by_measure.iter();
        let complete = complete.filter(|(_, anova)| u128::from(anova.count()) == variance.runs);
        complete
            .filter_map(|(measure, anova)| {
                let effects = anova.effects()?.into_iter();
                let sources = effects.map(|effect| (variance.source(&effect), effect)).collect();
                Some(VarianceOf { measure: measure.clone(), sources })
            })
            .collect()
    }

    /// Writes the [analyses of variance](Self::variances) as CSV. Equal runs give equal bytes.
    ///
    /// # Errors
    /// When `table` cannot be written.
    pub fn write_variance(&self, table: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(table);
        table.write_record(ANOVA_COLUMNS.map(|(name, _)| name))?;
        let optional = |number: Option<f64>| number.map(text).unwrap_or_default();
        for VarianceOf { measure, sources } in self.variances() {
            for (source, effect) in sources {
                let mean = (effect.freedom > 0).then(|| effect.squares / float(effect.freedom));
                table.write_record([
                    measure.to_string(),
                    source,
                    effect.freedom.to_string(),
                    text(effect.squares),
                    optional(mean),
                    optional(effect.f),
                    optional(effect.p),
                    optional(effect.eta_squared),
                ])?;
            }
        }
        table.flush()
    }
}

#[cfg(test)]
mod tests {
    use crate::summary::fixture::{experiment, hares, row, speed, summarize};
    use crate::{CaseEnding, Factor, FactorValue, Levels, Row};

    /// Two speeds and three lights, with two runs each.
    fn six_points(alive: impl Fn(u64) -> u64) -> (crate::Experiment, Vec<Row>) {
        let lights = [10, 20, 30].map(FactorValue::Integer).to_vec();
        let light =
            Factor { name: "rules.light".to_owned(), levels: Levels::List(lights), base: None };
        let experiment = experiment("meadow", vec![speed(&[20, 40]), light], 2);
        let rows = (0..12)
            .map(|case| row(&experiment, case, CaseEnding::Complete, hares(alive(case), None)));
        let rows = rows.collect();
        (experiment, rows)
    }

    #[test]
    fn factors_and_their_interaction_are_analysed() {
        // 100 more at the second speed, 10 more for each light, 1 more for each second replicate.
        let (experiment, rows) =
            six_points(|case| 100 * (case / 6) + 10 * (case / 2 % 3) + case % 2 + 5);
        let (summary, _) = summarize(&experiment, &rows);
        let mut table = Vec::new();
        summary.write_variance(&mut table).unwrap();
        let table = String::from_utf8(table).unwrap();
        let alive: Vec<&str> =
            table.lines().filter_map(|line| line.strip_prefix("alive.hare,")).collect();
        let begins: Vec<String> = alive
            .iter()
            .map(|line| line.split(',').take(5).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            begins,
            [
                "species.hare.points.speed 1 30000.0 30000.0 60000.0",
                "rules.light 2 800.0 400.0 800.0",
                "species.hare.points.speed × rules.light 2 0.0 0.0 0.0",
                "residual 6 3.0 0.5 ",
            ]
        );
        assert!(alive[2].ends_with(",1.0,0.0"), "{table}");
    }

    #[test]
    fn runs_with_the_same_seed_are_blocks() {
        // 10 more for each second replicate, which hides what one light more gives unless they are compared.
        let (mut experiment, rows) =
            six_points(|case| 40 * (case % 2) + case / 2 % 3 + case / 5 % 2);
        let sources = |experiment: &crate::Experiment| {
            let (summary, _) = summarize(experiment, &rows);
            let alive =
                summary.variances().into_iter().find(|it| it.measure.to_string() == "alive.hare");
            alive.unwrap().sources
        };
        let p = |sources: &[(String, terrarium_studies::statistics::Effect)]| {
            sources.iter().find(|(name, _)| name == "rules.light").unwrap().1.p.unwrap()
        };
        let apart = sources(&experiment);
        assert!(!apart.iter().any(|(name, _)| name == "replicate") && p(&apart) > 0.5);
        experiment.replicates = crate::Replicates::Common(2.try_into().unwrap());
        let paired = sources(&experiment);
        let names: Vec<&str> = paired.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names[names.len() - 2..], ["replicate", "residual"]);
        assert!(p(&paired) < 0.1, "{}", p(&paired));
    }

    #[test]
    fn designs_with_missing_runs_are_not_analysed() {
        let (experiment, rows) = six_points(|case| case);
        let (summary, _) = summarize(&experiment, &rows[..11]);
        assert_eq!(summary.variances(), []);
        let mut failed = rows;
        let reason = "no room".to_owned();
        failed[3] = row(&experiment, 3, CaseEnding::Failed { reason }, hares(0, None));
        assert_eq!(summarize(&experiment, &failed).0.variances(), []);
    }
}
