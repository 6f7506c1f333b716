use glam::DVec2;

use super::mover::Movers;
use super::waves::{farthest, walk, walk_in_waves};
use crate::behaviour::Blocker;
use crate::run::fixture::shipped;
use crate::tick::{PHASES, Simulation};

/// Where each mover ends, and what it met.
type Steps = Vec<(DVec2, Option<Blocker>)>;

/// The steps of all movers in this tick, walked by `walk`. Nothing has moved afterwards.
fn steps(sim: &mut Simulation, walk: impl FnOnce(&mut Movers, &mut Simulation)) -> Steps {
    let index = sim.scratch.index.clone();
    let mut movers = Movers::of(sim);
    walk(&mut movers, sim);
    for mover in &movers.list {
        assert_eq!(sim.scratch.index.body(mover.slot), Some(mover.body()));
    }
    sim.scratch.index = index;
    movers.list.iter().map(|mover| (mover.end, mover.by)).collect()
}

/// Compares, in every tick, the steps in waves with those one after the other.
fn compare(mut sim: Simulation, ticks: u32) {
    let pools = [1, 2, 3, 16].map(|threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
    });
    let (mut met, mut moved) = (0, 0);
    for _ in 0..ticks {
        for (name, phase) in PHASES {
            if *name == "move" {
                let serial = steps(&mut sim, |movers, sim| {
                    let farthest = farthest(&movers.list);
                    walk_in_waves(movers, &mut sim.scratch, farthest, i32::MAX);
                });
                for pool in &pools {
                    let waves = steps(&mut sim, |movers, sim| {
                        pool.install(|| walk(movers, &mut sim.scratch));
                    });
                    assert_eq!(waves, serial, "on {} threads", pool.current_num_threads());
                }
                let blocked =
                    |(_, by): &&(_, Option<Blocker>)| matches!(by, Some(Blocker::Organism(_)));
                met += serial.iter().filter(blocked).count();
                moved += serial.len();
            }
            phase(&mut sim);
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
    compare(shipped("meadow", &crowd).simulation, 20);
}

#[test]
fn movers_among_walls_walk_in_waves_as_one_after_the_other() {
    compare(shipped("conquest", &[]).simulation, 80);
}

#[test]
fn movers_that_cross_districts_in_a_step_walk_as_one_after_the_other() {
    let fast = ["world.size=[6000, 4000]", "population.hare=400", "rules.speed_base=400"];
    compare(shipped("meadow", &fast).simulation, 10);
}
