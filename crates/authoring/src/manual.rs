//! The reference for authors of creatures, generated from the tables that the code uses.

use terrarium_creatures::behaviour::{ActionKind, FaultKind, MAX_NOTE_LENGTH, MAX_NOTES, Refusal};
use terrarium_creatures::rules::{RuleScope, Rules};
use terrarium_creatures::species::SCRIPT_BYTES;
use terrarium_script::{
    CALL_DEPTH, EXPRESSION_DEPTH, FUNCTIONS, HANDLERS, LIST_LENGTH, MAP_SIZE, TEXT_LENGTH,
    VARIABLES, interface,
};

/// A table: a header, and rows with one cell for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The title.
    pub title: &'static str,
    /// The names of the columns.
    pub head: Vec<&'static str>,
    /// The rows. The first cell of each row is code.
    pub rows: Vec<Vec<String>>,
}

fn table<const N: usize>(
    title: &'static str,
    head: [&'static str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Table {
    Table { title, head: head.into(), rows: rows.into_iter().map(Into::into).collect() }
}

/// Returns all tables of the reference for scripts.
#[must_use]
pub fn script_tables() -> Vec<Table> {
    vec![handlers(), library(), refusals(), actions(), faults(), limits()]
}

/// Returns the table of the handlers of a script.
#[must_use]
pub fn handlers() -> Table {
    let rows = HANDLERS.iter().map(|handler| {
        [format!("{}({})", handler.name, handler.parameters.join(", ")), handler.when.to_owned()]
    });
    table("Handlers", ["function", "called when"], rows)
}

/// Returns the table of everything that scripts can read and call: senses, actions, searches,
/// mathematics.
#[must_use]
pub fn library() -> Table {
    let rows = interface().iter().map(|entry| [entry.form, entry.meaning].map(str::to_owned));
    table("Values and functions", ["form", "meaning"], rows)
}

/// Returns the table of the reasons why actions are refused.
#[must_use]
pub fn refusals() -> Table {
    let rows = Refusal::ALL.map(|why| {
        let (name, remedy) = why.explanation();
        [name, remedy].map(str::to_owned)
    });
    table("Reasons of a refused action: `why` of `on_refused`", ["reason", "how to avoid it"], rows)
}

/// Returns the table of the actions that can be refused.
#[must_use]
pub fn actions() -> Table {
    let rows = ActionKind::ALL.map(|slot| [slot.name().to_owned(), slot.meaning().to_owned()]);
    table("Refused actions: `wish` of `on_refused`", ["action", "meaning"], rows)
}

/// Returns the table of the kinds of faults.
#[must_use]
pub fn faults() -> Table {
    let rows = FaultKind::ALL.map(|kind| {
        let (name, remedy) = kind.explanation();
        [name, remedy].map(str::to_owned)
    });
    table("Faults: `kind` of `on_failed`", ["fault", "how to avoid it"], rows)
}

/// Returns the table of the limits on a turn and on a script.
#[must_use]
pub fn limits() -> Table {
    let rules = Rules::default();
    let of_rules = Rules::ALL
        .iter()
        .filter(|rule| rule.scope == RuleScope::Sandbox || rule.name == "memory_limit");
    let of_rules = of_rules.map(|rule| {
        let value = rules.get(rule.name).unwrap_or(rule.default);
        [
            format!("rules.{}", rule.name),
            format!("{value} {}", rule.unit),
            rule.meaning.trim().to_owned(),
        ]
    });
    let fixed = [
        (
            "depth of calls",
            CALL_DEPTH as u64,
            "functions",
            "maximum depth of nested function calls",
        ),
        (
            "depth of expressions",
            EXPRESSION_DEPTH as u64,
            "levels",
            "maximum depth of nested expressions and blocks",
        ),
        ("variables", VARIABLES as u64, "variables", "maximum number of variables in scope"),
        ("functions", FUNCTIONS as u64, "functions", "maximum number of functions in a script"),
        (
            "string",
            TEXT_LENGTH as u64,
            "bytes",
            "maximum length of a string, and total length of the strings in a list or map",
        ),
        (
            "list",
            LIST_LENGTH as u64,
            "values",
            "maximum number of values in a list, including those of nested lists",
        ),
        (
            "map",
            MAP_SIZE as u64,
            "values",
            "maximum number of values in a map, including those of nested maps",
        ),
        ("script", SCRIPT_BYTES, "bytes", "maximum size of a script's file"),
        (
            "notes",
            MAX_NOTES as u64,
            "notes",
            "maximum number of notes in a turn; further ones are dropped",
        ),
        (
            "note",
            MAX_NOTE_LENGTH as u64,
            "characters",
            "maximum length of a note; the rest is cut off",
        ),
    ];
    let fixed = fixed.map(|(name, value, unit, meaning)| {
        [name.to_owned(), format!("{value} {unit}"), meaning.to_owned()]
    });
    table("Budget and limits", ["limit", "value", "meaning"], of_rules.chain(fixed))
}
