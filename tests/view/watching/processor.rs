//! The processor time of a process, as Linux counts it.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// The number of ticks of processor time in a second.
const TICKS: f64 = 100.0;

/// How long a process is observed.
const OBSERVED: Duration = Duration::from_secs(5);

/// The share of a core that a process uses, or `None` where that is unknown.
pub fn share_of_a_core(process: u32) -> Option<f64> {
    let before = ticks(process)?;
    sleep(OBSERVED);
    Some((ticks(process)? - before) / TICKS / OBSERVED.as_secs_f64())
}

/// Asserts that the process of a viewer at rest uses next to nothing, as soon as it has come to rest.
pub fn assert_at_rest(process: u32, what: &str) {
    let mut shares = Vec::new();
    for _ in 0..6 {
        let Some(share) = share_of_a_core(process) else { return };
        if share < 0.02 {
            return;
        }
        shares.push(share);
    }
    panic!("{what} takes these shares of a core: {shares:?}");
}

fn ticks(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may have spaces.
    let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
    Some([11, 12].map(|index| fields[index].parse::<f64>().unwrap()).iter().sum())
}
