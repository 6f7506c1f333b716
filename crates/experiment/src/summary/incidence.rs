//! The table of cumulative incidences: how often a species died out before its run was ended.

use std::io::{self, Write};

use super::Summary;
use super::point::text;

/// The name of the table of cumulative incidences.
pub const INCIDENCE: &str = "incidence.csv";

/// The columns of `incidence.csv`.
pub const INCIDENCE_COLUMNS: [(&str, &str); 11] = [
    ("factor", "name of the factor, or of several with × between them; empty without factors"),
    ("value", "value of the factor, or a bin of its range; of several factors, their values"),
    ("species", "name of the species"),
    (
        "tick",
        "0, each tick at which the species died out in a run or a run was ended early, and the last tick",
    ),
    ("at_risk", "runs not ended just before this tick, with the species alive"),
    ("lost", "runs in which the species died out at this tick"),
    (
        "stopped",
        "runs that a stop condition or a victory ended at this tick, with the species alive",
    ),
    ("incidence", "estimated share of runs in which it has died out by this tick (Aalen-Johansen)"),
    ("low", "lower end of the 95 % interval of the incidence; empty if it is 1 or 0"),
    ("high", "upper end of the 95 % interval of the incidence"),
    (
        "stopped_incidence",
        "estimated share of runs that were ended with the species alive by this tick",
    ),
];

impl Summary {
    /// Writes the cumulative incidence of the extinction of each species by the levels of each factor as CSV. Equal
    /// runs give equal bytes.
    ///
    /// # Errors
    /// When `table` cannot be written.
    pub fn write_incidence(&self, table: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(table);
        table.write_record(INCIDENCE_COLUMNS.map(|(name, _)| name))?;
        let optional = |end: Option<f64>| end.map(text).unwrap_or_default();
        for response in self.responses.iter().chain(&self.cells) {
            let factor = response.factor.as_deref().unwrap_or_default();
            for group in response.nonempty_groups() {
                for (species, risks) in &group.risks {
                    for step in risks.curve() {
                        table.write_record([
                            factor,
                            &group.level.label,
                            species,
                            &step.tick.to_string(),
                            &step.at_risk.to_string(),
                            &step.lost.to_string(),
                            &step.other.to_string(),
                            &text(step.incidence),
                            &optional(step.interval.map(|(low, _)| low)),
                            &optional(step.interval.map(|(_, high)| high)),
                            &text(step.other_incidence),
                        ])?;
                    }
                }
            }
        }
        table.flush()
    }

    /// Whether runs were ended early with a species alive, so that its survival is not that of undisturbed runs.
    #[must_use]
    pub fn has_informative_ends(&self) -> bool {
        let groups = self.responses.iter().flat_map(|response| &response.groups);
        groups.flat_map(|group| group.risks.values()).any(|risks| risks.others() > 0)
    }
}
