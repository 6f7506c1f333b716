//! The paired runs of two sweeps, as text and as JSON.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::Compare;
use crate::cli::batch::failure;
use crate::cli::output::columns;
use crate::cli::{Failure, Format, output};
use crate::experiment::Results;
use crate::experiment::paired::{PAIRED_CSV, PairedComparison, PairedMeasure};
use crate::wording::{counted, figure};

impl Compare {
    pub(super) fn compare_sweeps(&self, dirs: [&Path; 2]) -> Result<(), Failure> {
        let one = Results::open(dirs[0]).map_err(failure)?;
        let other = Results::open(dirs[1]).map_err(failure)?;
        self.report(&PairedComparison::of_sweeps(&one, &other).map_err(failure)?)
    }

    pub(super) fn compare_points(&self, dir: &Path) -> Result<(), Failure> {
        let sweep = Results::open(dir).map_err(failure)?;
        let between = self.between.as_ref().expect("it is required without a second sweep");
        let values = between.values.each_ref().map(String::as_str);
        let compared = PairedComparison::between(&sweep, &between.factor, values);
        self.report(&compared.map_err(failure)?)
    }

    fn report(&self, comparison: &PairedComparison) -> Result<(), Failure> {
        self.out.iter().try_for_each(|dir| comparison.write(dir)).map_err(Failure::failed)?;
        output::print(&match self.format {
            Format::Human => self.pairs_as_text(comparison),
            Format::Json => format!("{}\n", as_json(comparison)),
        })
    }

    fn pairs_as_text(&self, comparison: &PairedComparison) -> String {
        let PairedComparison { names: [a, b], pairs, failed, unpaired, measures } = comparison;
        let mut text = format!("A: {a}\nB: {b}\n{}", counted(*pairs, "pair"));
        if *failed > 0 {
            let _ = write!(text, ", and {failed} with a failed run");
        }
        if unpaired.iter().sum::<u64>() > 0 {
            let _ =
                write!(text, "; without a counterpart: {} in A, {} in B", unpaired[0], unpaired[1]);
        }
        text.push_str("\n\n");
        let head =
            ["measure", "pairs", "mean A", "mean B", "B − A", "95 % interval", "p", "p (Holm)"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(measures.iter().filter(|it| it.differs()).map(row));
        if rows.len() > 1 {
            text.push_str(&columns(&rows, |column| column >= 1));
        }
        let same = measures.iter().filter(|it| !it.differs()).map(|it| it.measure.to_string());
        let same: Vec<String> = same.collect();
        if !same.is_empty() {
            let _ = writeln!(text, "\nthe same in all pairs: {}", same.join(", "));
        }
        text.push_str(
            "\np: Wilcoxon's signed-rank test of the differences, two-sided; ~ by the normal distribution, = with \
             ties\np (Holm): adjusted for the number of these measures\n",
        );
        if let Some(dir) = &self.out {
            let _ = writeln!(text, "\nresults in {}: see {PAIRED_CSV}", dir.display());
        }
        text
    }
}

fn row(of: &PairedMeasure) -> Vec<String> {
    let interval = of.interval.map(|(low, high)| format!("{} to {}", figure(low), figure(high)));
    let mut p = format!("{:.4}", of.test.probability);
    if of.test.has_ties {
        p.insert(0, '=');
    }
    if !of.test.is_exact {
        p.insert(0, '~');
    }
    vec![
        of.measure.to_string(),
        of.pairs.to_string(),
        figure(of.means[0]),
        figure(of.means[1]),
        figure(of.difference),
        interval.unwrap_or_default(),
        p,
        format!("{:.4}", of.adjusted),
    ]
}

fn as_json(comparison: &PairedComparison) -> Value {
    let measures = comparison.measures.iter().map(|of| {
        let test = &of.test;
        json!({
            "measure": of.measure.to_string(), "pairs": of.pairs, "means": of.means,
            "difference": of.difference, "sd": of.sd,
            "interval": of.interval.map(|(low, high)| [low, high]),
            "zeros": test.zeros, "ties": test.has_ties,
            "rank_sums": { "positive": test.positive, "negative": test.negative },
            "p": test.probability, "method": if test.is_exact { "exact" } else { "normal" },
            "p_holm": of.adjusted,
        })
    });
    json!({
        "names": comparison.names, "pairs": comparison.pairs, "failed": comparison.failed,
        "unpaired": comparison.unpaired, "measures": measures.collect::<Vec<_>>(),
    })
}
