//! Mesa, in a Python environment of its own.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::flock::{self, rule};
use crate::measurement::Measurement;
use crate::simulator::{Model, Simulator};
use crate::wolf_sheep::{self, Curve, Parameters};

/// A Python environment with the pinned version of Mesa.
pub struct Mesa {
    python: PathBuf,
}

impl Mesa {
    /// Takes the environment in a folder; installs it if it is not there or has other versions.
    ///
    /// # Errors
    /// When `python` has no module `venv`, or the packages cannot be installed.
    pub fn install(python: &str, folder: &Path) -> Result<Self, Box<dyn Error>> {
        let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("requirements.txt");
        let (wanted, installed) = (fs::read(&requirements)?, folder.join("installed.txt"));
        let mesa = Self { python: folder.join("bin/python") };
        if fs::read(&installed).is_ok_and(|it| it == wanted) {
            return Ok(mesa);
        }
        eprintln!("installing Mesa into {}", folder.display());
        let venv = Command::new(python).args(["-m", "venv", "--clear"]).arg(folder).status()?;
        let pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--requirement"];
        let is_made = venv.success()
            && Command::new(&mesa.python).args(pip).arg(&requirements).status()?.success();
        if !is_made {
            return Err(format!("Mesa could not be installed into {}", folder.display()).into());
        }
        fs::write(installed, wanted)?;
        Ok(mesa)
    }

    /// Measures a model.
    ///
    /// # Errors
    /// When the script fails.
    pub fn measure(&self, model: Model, size: u32) -> Result<Measurement, Box<dyn Error>> {
        match model {
            Model::Flocking => self.measure_flock(size),
            Model::WolfSheep => self.measure_wolf_sheep(Parameters::of(size)?),
        }
    }

    fn measure_flock(&self, boids: u32) -> Result<Measurement, Box<dyn Error>> {
        #[derive(Deserialize)]
        struct Flock {
            seconds_per_step: f64,
            neighbours: f64,
        }
        let options = json!({
            "boids": boids,
            "side": flock::side(boids),
            "sight": flock::SIGHT,
            "speed": rule::JUMP,
            "warm_up": flock::WARM_UP,
            "steps": flock::STEPS,
            "enough": flock::ENOUGH_SECONDS,
        });
        let Flock { seconds_per_step, neighbours } = self.run("flocking.py", &options)?;
        Ok(Measurement::of_flock(Simulator::Mesa, boids, seconds_per_step, neighbours))
    }

    fn measure_wolf_sheep(&self, of: &Parameters) -> Result<Measurement, Box<dyn Error>> {
        let (enough, seeds) = wolf_sheep::ENOUGH;
        let runs: Vec<(f64, u32)> =
            self.run("wolf_sheep.py", &options(of, seeds, enough, false)?)?;
        let runs = runs.into_iter().map(|(seconds, animal_steps)| {
            Measurement::of_run(Simulator::Mesa, of, seconds, animal_steps)
        });
        wolf_sheep::fastest(runs).ok_or_else(|| "Mesa made no run".into())
    }

    /// The curves of as many runs.
    ///
    /// # Errors
    /// When the script fails, as it does when dead animals are still scheduled.
    pub fn curves(&self, of: &Parameters, runs: u32) -> Result<Vec<Curve>, Box<dyn Error>> {
        self.run("wolf_sheep.py", &options(of, runs, f64::MAX, true)?)
    }

    /// Runs a script with options; returns what it prints.
    fn run<T: DeserializeOwned>(&self, script: &str, options: &Value) -> Result<T, Box<dyn Error>> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("mesa_models").join(script);
        let mut command = Command::new(&self.python);
        // Numerical libraries may start threads of their own.
        let one_thread = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"].map(|name| (name, "1"));
        command.arg(&script).arg(options.to_string()).envs(one_thread).stderr(Stdio::inherit());
        let output = command.output()?;
        if !output.status.success() {
            return Err(format!("{} failed", script.display()).into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

fn options(of: &Parameters, seeds: u32, enough: f64, curves: bool) -> serde_json::Result<Value> {
    let mut options = serde_json::to_value(of)?;
    options["steps"] = wolf_sheep::STEPS.into();
    options["seeds"] = seeds.into();
    options["enough"] = enough.into();
    options["curves"] = curves.into();
    Ok(options)
}
