//! All measurements, on disk.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::measurement::{Measurement, Skipped};
use crate::simulator::{Model, Simulator};
use crate::wolf_sheep::Parameters;
use crate::wolf_sheep::curves::Compared;

/// Everything that was measured, and on which machine.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Results {
    pub processor: String,
    pub measurements: Vec<Measurement>,
    pub skipped: Vec<Skipped>,
    /// The population curves of those that simulate wolves and sheep, each compared with krABMaga's.
    #[serde(default)]
    pub populations: Vec<Populations>,
}

/// The population curves of a simulator beside those of krABMaga.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Populations {
    pub simulator: Simulator,
    /// The number of patches along a side.
    pub size: u32,
    pub runs: u32,
    /// The curves at some steps.
    pub table: String,
    /// Where they differ by more than chance explains; empty if nowhere.
    pub faults: String,
    /// The means over all steps, of krABMaga and of the simulator, for all that is counted.
    pub means: Vec<[f64; 2]>,
    /// The largest differences, in standard errors of the difference.
    pub largest: Vec<f64>,
}

impl Populations {
    /// Those of as many runs of a simulator and of krABMaga.
    pub fn new(simulator: Simulator, of: &Parameters, runs: u32, compared: Compared) -> Self {
        let Compared { table, faults, differences } = compared;
        let means = differences.iter().map(|it| it.means).collect();
        let largest = differences.iter().map(|it| it.largest).collect();
        Self { simulator, size: of.side, runs, table, faults, means, largest }
    }
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
