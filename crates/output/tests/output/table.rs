//! Tables as CSV and Parquet, finished and not.

use std::fs;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use terrarium_output::RunDir;
use terrarium_output::table::{Cell, Column, CsvTable, ParquetTable, UnfinishedTable};

fn columns() -> [Column; 4] {
    [
        Column::whole("tick", "ticks"),
        Column::number("energy", "units"),
        Column::word("species", "its name"),
        Column::text("note", "a text of its own"),
    ]
}

#[test]
fn a_csv_table_quotes_words_and_leaves_empty_cells_empty() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    let mut table = CsvTable::new(run.create_file("a.csv").unwrap(), &columns()).unwrap();
    table
        .row(&[Cell::Whole(u64::MAX), Cell::Number(0.1), Cell::Word("a, \"b\""), Cell::Empty])
        .unwrap();
    table.row(&[Cell::Whole(0), Cell::Number(2.0), Cell::Empty, Cell::Word("x y")]).unwrap();
    table.row(&[Cell::Whole(0), Cell::Empty, Cell::Empty, Cell::Empty]).unwrap();
    table.finish().unwrap();
    run.finish().unwrap();
    let text = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    insta::assert_snapshot!(text, @r#"
    tick,energy,species,note
    18446744073709551615,0.1,"a, ""b""",
    0,2.0,,x y
    0,,,
    "#);
}

#[test]
fn a_parquet_table_of_several_row_groups_reads_back_as_it_was_written() {
    const ROWS: u64 = 70_001;
    let word = |row: u64| ["hare", "fox"][usize::try_from(row % 2).unwrap()];
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    let mut table = ParquetTable::new(run.create_file("a.parquet").unwrap(), &columns()).unwrap();
    for row in 0..ROWS {
        let energy = if row.is_multiple_of(3) { Cell::Empty } else { Cell::Number(f64::sqrt(2.0)) };
        let tick = i64::MAX.cast_unsigned() - row;
        let note = row.to_string();
        let note = if row.is_multiple_of(5) { Cell::Empty } else { Cell::Word(&note) };
        table.row(&[Cell::Whole(tick), energy, Cell::Word(word(row)), note]).unwrap();
    }
    table.finish().unwrap();
    run.finish().unwrap();

    let file = fs::File::open(folder.path().join("a.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let meaning = metadata.iter().find(|entry| entry.key == "meaning:energy");
    assert_eq!(meaning.unwrap().value.as_deref(), Some("units"));
    assert_eq!(reader.num_row_groups(), 3);
    let mut next = 0_u64;
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        assert_eq!(row.get_long(0).unwrap(), i64::MAX - next.cast_signed(), "signed");
        assert_eq!(row.get_double(1).ok(), (!next.is_multiple_of(3)).then(|| f64::sqrt(2.0)));
        assert_eq!(row.get_string(2).unwrap(), word(next));
        let note = (!next.is_multiple_of(5)).then(|| next.to_string());
        assert_eq!(row.get_string(3).ok(), note.as_ref());
        next += 1;
    }
    assert_eq!(next, ROWS);
}

#[test]
fn an_unfinished_parquet_table_has_all_rows_up_to_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let word = |row: u64| format!("word {}", row / 9000);
    // Before any row, within the first row group, at its end, and after several.
    for rows in [0_u64, 5, 32_768, 70_001] {
        let run = RunDir::create(folder.path().join(format!("run-{rows}"))).unwrap();
        let mut table =
            ParquetTable::new(run.create_file("a.parquet").unwrap(), &columns()).unwrap();
        let write = |table: &mut ParquetTable, row: u64| {
            let energy = if row.is_multiple_of(3) { Cell::Empty } else { Cell::Number(0.5) };
            let note = row.to_string();
            table
                .row(&[Cell::Whole(row), energy, Cell::Word(&word(row)), Cell::Word(&note)])
                .unwrap();
        };
        (0..rows).for_each(|row| write(&mut table, row));
        let checkpoint = folder.path().join(format!("checkpoint-{rows}"));
        fs::create_dir(&checkpoint).unwrap();
        let more =
            vec![Cell::Whole(rows), Cell::Number(0.5), Cell::Word("more"), Cell::Word("note")];
        table.checkpoint(&checkpoint, &[more.clone(), more]).unwrap();
        (rows..rows + 40_000).for_each(|row| write(&mut table, row));

        let path = run.staged_path("a.parquet");
        let unfinished = UnfinishedTable::open(&path, &checkpoint).unwrap();
        unfinished.join(run.create_file("joined.parquet").unwrap()).unwrap();
        let file = fs::File::open(run.staged_path("joined.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let metadata = reader.metadata().file_metadata();
        assert!(metadata.key_value_metadata().unwrap().iter().any(|it| it.key == "meaning:energy"));
        let mut next = 0_u64;
        for row in reader.get_row_iter(None).unwrap().map(Result::unwrap) {
            if next < rows {
                assert_eq!(row.get_long(0).unwrap(), next.cast_signed());
                assert_eq!(row.get_double(1).ok(), (!next.is_multiple_of(3)).then_some(0.5));
                assert_eq!(row.get_string(2).unwrap(), &word(next));
                assert_eq!(row.get_string(3).unwrap(), &next.to_string());
            } else {
                assert_eq!(row.get_string(3).unwrap(), "note");
                assert_eq!(row.get_string(2).unwrap(), "more");
            }
            next += 1;
        }
        assert_eq!(next, rows + 2);

        fs::write(checkpoint.join("a.parquet"), "PAR1").unwrap();
        let error = UnfinishedTable::open(&path, &checkpoint).err().unwrap().to_string();
        assert!(error.contains("a.parquet: "), "{error}");
        if rows > 32_768 {
            fs::write(&path, "PAR1").unwrap();
            let error = UnfinishedTable::open(&path, &checkpoint).err().unwrap().to_string();
            assert!(error.contains("a.parquet: it is shorter than at the last"), "{error}");
        }
    }
}

#[test]
fn checkpoints_do_not_change_a_parquet_table() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path().join("run")).unwrap();
    for name in ["plain", "checked"] {
        let mut table = ParquetTable::new(run.create_file(name).unwrap(), &columns()).unwrap();
        for row in 0..40_000 {
            let cells =
                [Cell::Whole(row), Cell::Number(0.5), Cell::Word("hare"), Cell::Word("note")];
            table.row(&cells).unwrap();
            if name == "checked" && row % 7919 == 0 {
                let checkpoint = folder.path().join(row.to_string());
                fs::create_dir(&checkpoint).unwrap();
                let more =
                    vec![Cell::Whole(0), Cell::Empty, Cell::Word("fox"), Cell::Word("other")];
                table.checkpoint(&checkpoint, &[more]).unwrap();
            }
        }
        table.finish().unwrap();
    }
    let read = |name| fs::read(run.staged_path(name)).unwrap();
    assert!(read("plain") == read("checked"));
}

#[test]
fn a_whole_number_that_a_parquet_table_cannot_hold_is_an_error_that_names_its_column() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    let mut table = ParquetTable::new(run.create_file("a.parquet").unwrap(), &columns()).unwrap();
    let tick = i64::MAX.cast_unsigned() + 1;
    let error = table
        .row(&[Cell::Whole(tick), Cell::Empty, Cell::Empty, Cell::Empty])
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("a.parquet") && error.contains("`tick`: 9223372036854775808"),
        "{error}"
    );
}
