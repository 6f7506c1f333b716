//! Tables as CSV, read by the names of their columns.

use std::collections::BTreeMap;

/// The rows of a table, each by the names of its columns.
pub fn rows_of(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// The cells of a column.
pub fn column(table: &str, name: &str) -> Vec<String> {
    let cell = |mut row: BTreeMap<String, String>| row.remove(name).expect(name);
    rows_of(table).into_iter().map(cell).collect()
}
