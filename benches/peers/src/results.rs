//! All measurements, on disk.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::measurement::{Measurement, Skipped};
use crate::simulator::{Model, Simulator};

/// Everything that was measured, and on which machine.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Results {
    pub processor: String,
    pub measurements: Vec<Measurement>,
    pub skipped: Vec<Skipped>,
    /// The tables of the population curves.
    pub curves: Vec<String>,
}

impl Results {
    /// Reads the results in a file; there are none if there is no file.
    ///
    /// # Errors
    /// When the file cannot be read or holds something else.
    pub fn load(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut results: Self =
            if path.exists() { serde_json::from_slice(&fs::read(path)?)? } else { Self::default() };
        results.processor = processor();
        Ok(results)
    }

    /// Writes the results.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(path, serde_json::to_string_pretty(self)? + "\n")?)
    }

    pub fn find(&self, model: Model, simulator: Simulator, size: u32) -> Option<&Measurement> {
        let is_it =
            |it: &&Measurement| (it.model, it.simulator, it.size) == (model, simulator, size);
        self.measurements.iter().find(is_it)
    }

    pub fn find_skipped(&self, model: Model, simulator: Simulator, size: u32) -> Option<&Skipped> {
        let is_it = |it: &&Skipped| (it.model, it.simulator, it.size) == (model, simulator, size);
        self.skipped.iter().find(is_it)
    }

    /// Forgets what is known of a simulator, model and size.
    pub fn forget(&mut self, model: Model, simulator: Simulator, size: u32) {
        let of = (model, simulator, size);
        self.measurements.retain(|it| (it.model, it.simulator, it.size) != of);
        self.skipped.retain(|it| (it.model, it.simulator, it.size) != of);
    }

    /// The sizes of a model for which anything is known, smallest first.
    pub fn sizes(&self, model: Model) -> Vec<u32> {
        let measured = self.measurements.iter().filter(|it| it.model == model).map(|it| it.size);
        let skipped = self.skipped.iter().filter(|it| it.model == model).map(|it| it.size);
        let mut sizes: Vec<u32> = measured.chain(skipped).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

/// The name of the processor, if the system tells.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or("unknown processor", |(_, name)| name).to_owned()
}
