//! The table of log-rank tests: whether the survival of a species depends on a factor.

use std::io::{self, Write};

use terrarium_studies::statistics::{LogRank, Survival, holm, log_rank};

use super::point::text;
use super::{Group, Response, Summary};

/// The name of the table of log-rank tests.
pub const LOG_RANK: &str = "log_rank.csv";

/// The columns of `log_rank.csv`.
pub const LOG_RANK_COLUMNS: [(&str, &str); 10] = [
    ("factor", "name of the factor, or of several with × between them"),
    ("species", "name of the species"),
    ("first", "value compared with `second`; empty in the test of all values"),
    ("second", "value compared with `first`; empty in the test of all values"),
    ("runs", "runs that are compared, in which the species was there"),
    ("lost", "runs among them in which it died out"),
    ("chi_square", "statistic of the log-rank test; empty if there is nothing to compare"),
    ("freedom", "degrees of freedom"),
    ("p", "probability of a statistic as large if survival does not depend on the factor"),
    ("p_holm", "the same for a pair, adjusted by Holm's method for the number of pairs"),
];

/// The most values of which all pairs are compared.
const MOST_PAIRED: usize = 8;

impl Response {
    /// The log-rank test of a species over all levels of the factor; `None` if there is nothing to
    /// compare.
    #[must_use]
    pub fn log_rank(&self, species: &str) -> Option<LogRank> {
        let curves: Vec<&Survival> =
            self.groups.iter().filter_map(|group| group.survival.get(species)).collect();
        log_rank(&curves)
    }
}

impl Summary {
    /// Writes log-rank tests as CSV: for each factor and each species that died out in a run, a test
    /// of all values, and of three to eight values also one of each pair. Equal runs give equal bytes.
    ///
    /// # Errors
    /// When `table` cannot be written.
    pub fn write_log_rank(&self, table: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(table);
        table.write_record(LOG_RANK_COLUMNS.map(|(name, _)| name))?;
        for response in self.responses.iter().chain(&self.cells) {
            let Some(factor) = response.factor.as_deref() else { continue };
            for species in &self.species {
                let groups: Vec<(&Group, &Survival)> = response
                    .groups
                    .iter()
                    .filter_map(|group| Some((group, group.survival.get(species)?)))
                    .collect();
                for line in lines(&groups) {
                    let start = [factor.to_owned(), species.clone()];
                    table.write_record(start.into_iter().chain(line))?;
                }
            }
        }
        table.flush()
    }
}

/// The lines of one factor and species, without these two columns; none if nothing was lost.
fn lines(groups: &[(&Group, &Survival)]) -> Vec<Vec<String>> {
    let all: Vec<&Survival> = groups.iter().map(|(_, survival)| *survival).collect();
    if groups.len() < 2 || all.iter().all(|survival| survival.losses() == 0) {
        return Vec::new();
    }
    let mut lines = vec![line(["", ""], &all, log_rank(&all), None)];
    if !(3..=MOST_PAIRED).contains(&groups.len()) {
        return lines;
    }
    let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| [a, b]));
    let tests: Vec<_> = pairs.map(|pair| (pair, log_rank(&pair.map(|index| all[index])))).collect();
    let adjusted =
        holm(&tests.iter().filter_map(|(_, test)| Some(test.as_ref()?.p)).collect::<Vec<_>>());
    let mut adjusted = adjusted.into_iter();
    for (pair, test) in tests {
        let names = pair.map(|index| groups[index].0.level.label.as_str());
        let p = test.and_then(|_| adjusted.next());
        lines.push(line(names, &pair.map(|index| all[index]), test, p));
    }
    lines
}

fn line(
    names: [&str; 2],
    groups: &[&Survival],
    test: Option<LogRank>,
    adjusted: Option<f64>,
) -> Vec<String> {
    let sum = |of: fn(&Survival) -> u64| groups.iter().map(|group| of(group)).sum::<u64>();
    let optional = |number: Option<f64>| number.map(text).unwrap_or_default();
    let mut line = names.map(str::to_owned).to_vec();
    line.extend([sum(Survival::count).to_string(), sum(Survival::losses).to_string()]);
    line.push(optional(test.map(|test| test.chi_square)));
    line.push(test.map(|test| test.freedom.to_string()).unwrap_or_default());
    line.extend([optional(test.map(|test| test.p)), optional(adjusted)]);
    line
}

#[cfg(test)]
mod tests {
    use crate::CaseEnding;
    use crate::summary::fixture::{experiment, hares, row, speed, summarize};

    #[test]
    fn all_values_and_each_pair_are_compared() {
        let experiment = experiment("meadow", vec![speed(&[20, 30, 40])], 4);
        let rows: Vec<_> = (0..12)
            .map(|case| {
                let extinct_at = (case < 7).then_some(100 + 50 * case);
                row(
                    &experiment,
                    case,
                    CaseEnding::Complete,
                    hares(u64::from(case >= 7), extinct_at),
                )
            })
            .collect();
        let (summary, _) = summarize(&experiment, &rows);
        let mut table = Vec::new();
        summary.write_log_rank(&mut table).unwrap();
        let table = String::from_utf8(table).unwrap();
        let begins: Vec<String> = table
            .lines()
            .map(|line| line.split(',').skip(2).take(4).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            begins,
            ["first second runs lost", "  12 7", "20 30 8 7", "20 40 8 4", "30 40 8 3"]
        );
        let p = |line: &str, column: usize| line.split(',').nth(column).unwrap().parse::<f64>();
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert!(lines.iter().all(|line| p(line, 9).unwrap() >= p(line, 8).unwrap()), "{table}");
        assert!(p(lines[1], 9).unwrap() < 0.05 && p(lines[0], 8).unwrap() > 0.005, "{table}");
    }
}
