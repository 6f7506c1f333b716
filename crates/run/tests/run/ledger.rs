//! The energy ledger of a run.

use std::fs;

use terrarium_run::record::Options;
use terrarium_run::record::ledger::{LEDGER, RecordedHashes};
use terrarium_sim::world::Account;
use terrarium_testing::{simulation_of, small_world};

use crate::support::record;

#[test]
fn energy_is_conserved_in_every_row_and_the_hashes_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(small_world());
    let mut hashes = Vec::new();
    record(folder.path(), &mut sim, 60, Options::default(), |sim| {
        hashes.push((sim.world().tick(), sim.world().state_hash()));
    });
    hashes.push((60, sim.world().state_hash()));
    let path = folder.path().join(LEDGER);
    let read: Result<Vec<_>, _> = RecordedHashes::open(&path).unwrap().collect();
    assert_eq!(read.unwrap(), hashes);

    let mut balance = 0.0;
    let mut flows_out = 0;
    for row in csv::Reader::from_path(&path).unwrap().records() {
        let row = row.unwrap();
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        for (index, account) in Account::ALL.into_iter().enumerate() {
            let flow = number(5 + index);
            balance += if account.is_income() { flow } else { -flow };
            flows_out += usize::from(!account.is_income() && flow > 0.0);
        }
        // Multiples of 2⁻¹⁶ below 2³⁷: the sums are exact.
        assert_eq!(balance, number(4), "tick {}", &row[0]);
    }
    assert!(flows_out > 100);
}

#[test]
fn another_table_is_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(LEDGER);
    let refusal = |text: &str| {
        fs::write(&path, text).unwrap();
        let rows: Result<Vec<_>, _> = RecordedHashes::open(&path).and_then(Iterator::collect);
        let message = rows.unwrap_err().to_string();
        message.replace(&*folder.path().to_string_lossy(), "DIR")
    };
    insta::assert_snapshot!(
        [
            refusal("a,b\n1,2\n"),
            refusal("tick,hash\n0,00ff\nx,00ff\n"),
            refusal("tick,hash\n0\n"),
        ]
        .join("\n"),
        @"
        DIR/ledger.csv: it does not begin with the columns `tick` and `hash`; use the unmodified file of the run
        DIR/ledger.csv: line 3 has no tick and hash; use the unmodified file of the run
        DIR/ledger.csv: CSV error: record 1 (line: 2, byte: 10): found record with 1 fields, but the previous record has 2 fields; use the unmodified file of the run
        "
    );
}
