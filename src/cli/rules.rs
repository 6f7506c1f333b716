//! `terrarium rules`: every rule constant.

use clap::Args;

use super::{Failure, Format, output};
use crate::rules::{Rule, Rules as Table};

/// List every rule constant with its unit, default and meaning.
#[derive(Debug, Args)]
#[command(
    after_help = "Set one for a run with `terrarium run --set rules.light=40`, or in a scenario's [rules]."
)]
pub(super) struct Rules {
    /// How to print them; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Rules {
    pub fn execute(self) -> Result<(), Failure> {
        output::print(&match self.format {
            Format::Human => for_people(),
            Format::Json => as_json(),
        })
    }
}

fn for_people() -> String {
    let head = ["rule", "default", "unit", "meaning"].map(str::to_owned).to_vec();
    let row = |rule: &Rule| {
        let (name, unit) = (rule.name.to_owned(), rule.unit.to_owned());
        vec![name, rule.default.to_string(), unit, rule.meaning.trim().to_owned()]
    };
    let rows: Vec<_> = std::iter::once(head).chain(Table::ALL.iter().map(row)).collect();
    output::columns(&rows, |place| place == 1)
}

fn as_json() -> String {
    let rules = Table::ALL.iter().map(|rule| {
        serde_json::json!({
            "name": rule.name,
            "default": rule.default,
            "unit": rule.unit,
            "min": rule.min,
            "max": rule.max,
            "meaning": rule.meaning.trim(),
        })
    });
    format!("{}\n", serde_json::Value::Array(rules.collect()))
}
