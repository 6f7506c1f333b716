//! The reference for authors of creatures, written from the tables that the code itself goes by.

use super::script::{
    CALL_DEPTH, EXPRESSION_DEPTH, FUNCTIONS, HANDLERS, LIST_LENGTH, MAP_SIZE, TEXT_LENGTH,
    VARIABLES, interface,
};
use super::{ActionKind, FaultKind, MOST_NOTES, NOTE_LENGTH, Refusal};
use crate::rules::{Bearing, Rules};
use crate::species::SCRIPT_BYTES;

/// A table: a head, and rows of as many cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What it tells, as a title.
    pub title: &'static str,
    /// What stands above the columns.
    pub head: Vec<&'static str>,
    /// The rows. The first cell of each is code.
    pub rows: Vec<Vec<String>>,
}

fn table<const N: usize>(
    title: &'static str,
    head: [&'static str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Table {
    Table { title, head: head.into(), rows: rows.into_iter().map(Into::into).collect() }
}

/// All tables of the reference for scripts.
#[must_use]
pub fn of_scripts() -> Vec<Table> {
    vec![handlers(), offer(), refusals(), wishes(), faults(), limits()]
}

/// The functions of a script that are called: for what befell the creature, and every tick.
#[must_use]
pub fn handlers() -> Table {
    let rows = HANDLERS.iter().map(|handler| {
        [format!("{}({})", handler.name, handler.parameters.join(", ")), handler.when.to_owned()]
    });
    table("Functions that are called", ["function", "called when"], rows)
}

/// All that the host offers to scripts: senses, intents, searches, mathematics.
#[must_use]
pub fn offer() -> Table {
    let rows = interface().iter().map(|entry| [entry.form, entry.meaning].map(str::to_owned));
    table("What a script can read and call", ["form", "what it does or is"], rows)
}

/// Why wishes are not granted.
#[must_use]
pub fn refusals() -> Table {
    let rows = Refusal::ALL.map(|why| {
        let (name, remedy) = why.explanation();
        [name, remedy].map(str::to_owned)
    });
    table(
        "Why a wish is not granted: `why` of `on_refused`",
        ["refusal", "what to do about it"],
        rows,
    )
}

/// What a refusal can be about.
#[must_use]
pub fn wishes() -> Table {
    let rows = ActionKind::ALL.map(|slot| [slot.name().to_owned(), slot.meaning().to_owned()]);
    table("What it can be about: `wish` of `on_refused`", ["wish", "what was wanted"], rows)
}

/// Why turns fail.
#[must_use]
pub fn faults() -> Table {
    let rows = FaultKind::ALL.map(|kind| {
        let (name, remedy) = kind.explanation();
        [name, remedy].map(str::to_owned)
    });
    table("Why a turn fails: `kind` of `on_failed`", ["fault", "what to do about it"], rows)
}

/// What bounds a turn and a script.
#[must_use]
pub fn limits() -> Table {
    let rules = Rules::default();
    let of_rules = Rules::ALL
        .iter()
        .filter(|rule| rule.bearing == Bearing::Sandbox || rule.name == "memory_limit");
    let of_rules = of_rules.map(|rule| {
        let value = rules.get(rule.name).unwrap_or(rule.default);
        [
            format!("rules.{}", rule.name),
            format!("{value} {}", rule.unit),
            rule.meaning.trim().to_owned(),
        ]
    });
    let fixed = [
        ("depth of calls", CALL_DEPTH as u64, "functions", "that call each other"),
        (
            "depth of expressions",
            EXPRESSION_DEPTH as u64,
            "levels",
            "of expressions and blocks in each other",
        ),
        ("variables", VARIABLES as u64, "variables", "at once"),
        ("functions", FUNCTIONS as u64, "functions", "of a script"),
        (
            "string",
            TEXT_LENGTH as u64,
            "bytes",
            "of a string, and of the strings of a list or map together",
        ),
        ("list", LIST_LENGTH as u64, "values", "of a list, those of lists in it counted"),
        ("map", MAP_SIZE as u64, "values", "of a map, those of maps in it counted"),
        ("script", SCRIPT_BYTES, "bytes", "of a script's file"),
        ("notes", MOST_NOTES as u64, "notes", "of a turn: what comes after is not shown"),
        ("note", NOTE_LENGTH as u64, "characters", "of a note"),
    ];
    let fixed = fixed.map(|(name, value, unit, of)| {
        [name.to_owned(), format!("{value} {unit}"), format!("the most {unit} {of}")]
    });
    table("Budget and limits", ["limit", "value", "meaning"], of_rules.chain(fixed))
}
