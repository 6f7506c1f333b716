//! `terrarium rules`: the table of rules.

use clap::Args;

use super::{Failure, Format, output};
use crate::rules::{Rule, Rules as Table};

/// List the rules of the simulation with their defaults, units and meanings.
#[derive(Debug, Args)]
#[command(
    after_help = "Override a rule with `terrarium run --set rules.light=40`, or in the [rules] table of a scenario."
)]
pub(super) struct Rules {
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Rules {
    pub fn execute(self) -> Result<(), Failure> {
        output::print(&match self.format {
            Format::Human => as_text(),
            Format::Json => as_json(),
        })
    }
}

fn as_text() -> String {
    let head = ["rule", "default", "unit", "meaning"].map(str::to_owned).to_vec();
    let row = |rule: &Rule| {
        let (name, unit) = (rule.name.to_owned(), rule.unit.to_owned());
        vec![name, rule.default.to_string(), unit, rule.meaning.trim().to_owned()]
    };
    let rows: Vec<_> = std::iter::once(head).chain(Table::ALL.iter().map(row)).collect();
    output::columns(&rows, |column| column == 1)
}

fn as_json() -> String {
    let rules = Table::ALL.iter().map(|rule| {
        serde_json::json!({
            "name": rule.name,
            "kind": rule.kind.name(),
            "default": rule.default,
            "unit": rule.unit,
            "min": rule.min,
            "max": rule.max,
            "meaning": rule.meaning.trim(),
        })
    });
    format!("{}\n", serde_json::Value::Array(rules.collect()))
}
