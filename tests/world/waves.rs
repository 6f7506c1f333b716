//! Movers that walk in waves end where they would if they walked one after the other.

use terrarium::behaviour::Blocker;
use terrarium::prelude::*;
use terrarium::tick::PHASES;

/// Compares, in every tick, the steps in waves with those one after the other.
fn compare(mut sim: Simulation, ticks: u32) {
    let pools = [1, 2, 3, 16].map(|threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
    });
    let (mut met, mut moved) = (0, 0);
    for _ in 0..ticks {
        for phase in PHASES {
            if phase.name == "move" {
                let serial = sim.steps_of_movers(false);
                for pool in &pools {
                    let waves = pool.install(|| sim.steps_of_movers(true));
                    assert_eq!(waves, serial, "on {} threads", pool.current_num_threads());
                }
                let blocked =
                    |(_, by): &&(_, Option<Blocker>)| matches!(by, Some(Blocker::Organism(_)));
                met += serial.iter().filter(blocked).count();
                moved += serial.len();
            }
            phase.run(&mut sim);
        }
    }
    assert!(moved > 1000 && met > 20, "{met} of {moved} steps met somebody");
}

#[test]
fn movers_of_a_crowded_meadow_walk_in_waves_as_one_after_the_other() {
    let crowd = [
        "world.size=[1500, 1100]",
        "population.hare=300",
        "population.deer=60",
        "population.clover=250",
        "population.oak=10",
    ];
    compare(SimulationBuilder::new("meadow").overrides(&crowd).build().unwrap(), 20);
}

#[test]
fn movers_among_walls_walk_in_waves_as_one_after_the_other() {
    compare(SimulationBuilder::new("conquest").build().unwrap(), 80);
}

#[test]
fn movers_that_cross_districts_in_a_step_walk_as_one_after_the_other() {
    let fast = ["world.size=[6000, 4000]", "population.hare=400", "rules.speed_base=400"];
    compare(SimulationBuilder::new("meadow").overrides(&fast).build().unwrap(), 10);
}
