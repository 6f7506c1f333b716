use std::fs;

use super::*;
use crate::record::RunDir;

fn columns() -> [Column; 3] {
    [
        Column::whole("tick", "ticks"),
        Column::number("energy", "units"),
        Column::word("species", "its name"),
    ]
}

#[test]
fn a_csv_table_quotes_what_must_be_and_leaves_out_what_does_not_apply() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    let mut table = CsvTable::new(run.create_file("a.csv").unwrap(), &columns()).unwrap();
    table.row(&[Cell::Whole(u64::MAX), Cell::Number(0.1), Cell::Word("a, \"b\"")]).unwrap();
    table.row(&[Cell::Whole(0), Cell::Number(2.0), Cell::Empty]).unwrap();
    table.row(&[Cell::Whole(0), Cell::Empty, Cell::Empty]).unwrap();
    table.finish().unwrap();
    run.finish().unwrap();
    let text = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    insta::assert_snapshot!(text, @r#"
    tick,energy,species
    18446744073709551615,0.1,"a, ""b"""
    0,2.0,
    0,,
    "#);
}

#[cfg(feature = "tables")]
#[test]
fn a_parquet_table_reads_back_as_it_was_written_over_many_batches() {
    use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type, UInt64Type};
    use arrow_array::{Array, StringArray};

    const ROWS: u64 = 10_001;
    let word = |row: u64| ["hare", "fox"][usize::try_from(row % 2).unwrap()];
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    let mut table = ParquetTable::new(run.create_file("a.parquet").unwrap(), &columns()).unwrap();
    for row in 0..ROWS {
        let energy = if row % 3 == 0 { Cell::Empty } else { Cell::Number(f64::sqrt(2.0)) };
        table.row(&[Cell::Whole(row), energy, Cell::Word(word(row))]).unwrap();
    }
    table.finish().unwrap();
    run.finish().unwrap();

    let file = fs::File::open(folder.path().join("a.parquet")).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let meaning = reader.schema().field(1).metadata().get("meaning").cloned();
    assert_eq!(meaning.as_deref(), Some("units"));
    let mut next = 0;
    for batch in reader.build().unwrap() {
        let batch = batch.unwrap();
        let ticks = batch.column(0).as_primitive::<UInt64Type>();
        let energies = batch.column(1).as_primitive::<Float64Type>();
        let species = batch.column(2).as_dictionary::<Int32Type>();
        let species = species.downcast_dict::<StringArray>().unwrap();
        for (place, name) in species.into_iter().enumerate() {
            assert_eq!(ticks.value(place), next);
            assert_eq!(energies.is_null(place), next % 3 == 0);
            assert!(energies.is_null(place) || energies.value(place) == f64::sqrt(2.0));
            assert_eq!(name, Some(word(next)));
            next += 1;
        }
    }
    assert_eq!(next, ROWS);
}
