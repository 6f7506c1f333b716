//! An observer of a run: sets a fire at tick 50, counts the hares, and stops the run when few are
//! left.
//!
//! Run it with `cargo run --example own_observer`.

use std::error::Error;
use std::ops::ControlFlow;

use terrarium::prelude::*;

struct Fire {
    hare: SpeciesId,
    least: u64,
    counts: Vec<u64>,
}

impl Observer for Fire {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        let at = world.config().bounds.centre();
        let fire = Command::Calamity(Calamity::Fire { at, radius: 500.0 });
        if world.tick() == 50 { vec![fire] } else { Vec::new() }
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let count = simulation.world().populations()[self.hare.index()];
        self.counts.push(count);
        if count < self.least { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = SimulationBuilder::new("meadow")
        .seed(7)
        .world_size(1800.0, 1300.0)
        .population("clover", 300)
        .population("hare", 100)
        .build()?;
    let hare = simulation.world().config().species_id("hare").expect("the meadow has hares");
    let mut fire = Fire { hare, least: 20, counts: Vec::new() };
    let stopped = run_ticks(&mut simulation, 120, &mut [&mut fire]).is_break();

    let (before, after) = (fire.counts[49], fire.counts[50]);
    println!("the fire leaves {after} of {before} hares; stopped early: {stopped}");
    assert!(after < before);
    assert_eq!(simulation.world().tick(), fire.counts.len() as u64);
    Ok(())
}
