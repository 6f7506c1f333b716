//! The whole comparison: what is measured, each in a process of its own, and in which order.

use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::estimate;
use crate::measurement::{Measurement, Skipped};
use crate::mesa::Mesa;
use crate::results::{Populations, Results};
use crate::simulator::{Model, Simulator};
use crate::wolf_sheep::krabmaga::Krabmaga;
use crate::wolf_sheep::model::WolfSheep;
use crate::wolf_sheep::{Curve, SIZES, curves};

/// What to compare.
pub struct Comparison {
    pub simulators: Vec<Simulator>,
    pub models: Vec<Model>,
    pub boids: Vec<u32>,
    /// The longest measurement, in minutes.
    pub limit: f64,
    pub mesa: Option<Mesa>,
    pub file: PathBuf,
    pub results: Results,
}

impl Comparison {
    /// Compares population curves, then times, and stores each result at once.
    ///
    /// # Errors
    /// When the curves of the peers differ, or a measurement fails.
    pub fn run(&mut self) -> Result<(), Box<dyn Error>> {
        for model in self.models.clone() {
            if model == Model::WolfSheep {
                self.compare_curves()?;
            }
            let sizes = match model {
                Model::Flocking => self.boids.clone(),
                Model::WolfSheep => SIZES.iter().map(|it| it.side).collect(),
            };
            for simulator in self.simulators.clone() {
                if simulator.has(model) {
                    self.measure_all(model, simulator, &sizes)?;
                }
            }
        }
        Ok(())
    }

    /// Compares the population curves of those that simulate the model with those of krABMaga.
    fn compare_curves(&mut self) -> Result<(), Box<dyn Error>> {
        let is_wanted = |it| self.simulators.contains(&it);
        let mesa = self.mesa.as_ref().filter(|_| is_wanted(Simulator::Krabmaga));
        let ours = is_wanted(Simulator::TerrariumModel);
        if mesa.is_none() && !ours {
            return Ok(());
        }
        let mut found = Vec::new();
        for (of, runs) in SIZES.iter().zip(curves::RUNS) {
            eprintln!("comparing population curves of {runs} runs, {}", of.name);
            let seeds = || 1..=u64::from(runs);
            let krabmaga: Vec<Curve> = seeds().map(|seed| Krabmaga::curve(*of, seed)).collect();
            let against = |simulator: Simulator, theirs: &[Curve]| {
                let names = [Simulator::Krabmaga, simulator].map(Simulator::label);
                curves::compare(of, names, [&krabmaga, theirs])
            };
            if let Some(mesa) = mesa {
                let compared = against(Simulator::Mesa, &mesa.curves(of, runs)?).agreed();
                let compared = compared
                    .map_err(|faults| format!("the population curves differ:\n{faults}"))?;
                found.push(Populations::new(Simulator::Mesa, of, runs, compared));
            }
            if ours {
                // Bodies and their room are no part of the model, so these may differ.
                let simulator = Simulator::TerrariumModel;
                let curves: Result<Vec<Curve>, _> =
                    seeds().map(|it| WolfSheep::curve(of, it)).collect();
                let compared = against(simulator, &curves?);
                eprint!("{}", compared.faults);
                found.push(Populations::new(simulator, of, runs, compared));
            }
        }
        let is_new = |it: &Populations| found.iter().any(|new| new.simulator == it.simulator);
        self.results.populations.retain(|it| !is_new(it));
        self.results.populations.append(&mut found);
        self.results.save(&self.file)
    }

    fn measure_all(
        &mut self,
        model: Model,
        simulator: Simulator,
        sizes: &[u32],
    ) -> Result<(), Box<dyn Error>> {
        let mut smaller = Vec::new();
        for &size in sizes {
            self.results.forget(model, simulator, size);
            match estimate::minutes(size, &smaller) {
                Some(minutes) if minutes > self.limit => {
                    eprintln!(
                        "{}, {size}: skipped, {minutes:.0} minutes estimated",
                        simulator.label()
                    );
                    self.results.skipped.push(Skipped { model, simulator, size, minutes });
                }
                _ => {
                    let measured = self.measure(model, simulator, size)?;
                    let rate = measured.agent_steps_per_second;
                    eprintln!("{}, {size}: {rate:.0} agent-steps/s", simulator.label());
                    smaller.push(measured.clone());
                    self.results.measurements.push(measured);
                }
            }
            self.results.save(&self.file)?;
        }
        Ok(())
    }

    fn measure(
        &self,
        model: Model,
        simulator: Simulator,
        size: u32,
    ) -> Result<Measurement, Box<dyn Error>> {
        if simulator == Simulator::Mesa {
            return self.mesa.as_ref().ok_or("Mesa is not installed")?.measure(model, size);
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["measure", &model.to_string(), &simulator.to_string(), &size.to_string()]);
        let output = command.env("RAYON_NUM_THREADS", "1").stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("the measurement of {} failed", simulator.label()).into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}
