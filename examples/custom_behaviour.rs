//! Implements a custom behaviour and runs it in a small meadow.
//!
//! ```text
//!  y = 900 +--------------------------------+
//!          |   h >>>>>>>>>>>>>>>>>>>>>>>>>  |   A pacing hare crosses the meadow at 6 units a
//!          |  <<<<<<<<<<<<<<<<<<<<<<<< h    |   tick, turns back at the far side or when it is
//!          |        h * stops to graze      |   blocked, and stops to eat from any plant
//!        0 +--------------------------------+   within reach.
//!          0                            x = 1200
//! ```
//!
//! Lengths are in units, times in ticks. Run it with `cargo run --example custom_behaviour`.

use std::error::Error;

use terrarium::prelude::*;
use terrarium::run;

/// Paces back and forth, and eats from plants within reach.
struct Pacer {
    /// The speed, in units per tick.
    pace: f64,
}

impl Behaviour for Pacer {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let Senses { me, sight, events_of, bounds, .. } = &turn.senses;
            let mut westward: bool = turn.memory.recall();
            let is_end =
                |what: &EventKind| matches!(what, EventKind::Arrived | EventKind::Blocked { .. });
            westward ^= events_of.iter().any(|event| is_end(&event.what));
            turn.memory.remember(&westward);

            let in_reach =
                |s: &&Sighting| s.seen == SightingKind::Plant && s.food > 0.0 && s.gap <= me.reach;
            match sight.iter().find(in_reach).filter(|_| me.state < EnergyState::Full) {
                Some(plant) => {
                    turn.intent.halt();
                    turn.intent.eat(plant.id);
                }
                None => {
                    let x = if westward { bounds.min.x } else { bounds.max.x };
                    turn.intent.go_to(DVec2::new(x, me.centre.y), self.pace.min(me.max_speed));
                }
            }
            if me.can_reproduce {
                turn.intent.reproduce();
            }
        }
    }
}

/// The shipped meadow, smaller and without carnivores, in which hares pace.
fn meadow_of_pacers() -> Result<Simulation, Box<dyn Error>> {
    let settings = [
        "world.size=[1200, 900]",
        "population.clover=120",
        "population.oak=4",
        "population.hare=40",
        "population.deer=0",
        "population.lynx=0",
        "population.wolf=0",
    ];
    let settings = settings.into_iter().map(Override::parse).collect::<Result<Vec<_>, _>>()?;
    let world = run::found(&Scenario::find("meadow", &settings)?, &settings, &[])?;
    // The behaviour of each species, in the order of the world; `None` for plants.
    let mut behaviours = behaviour::make_all(&world.config.species, &world.config.rules)?;
    let species = &world.config.species;
    let hare = species.iter().position(|s| s.name == "hare").expect("the meadow has hares");
    behaviours[hare] = Some(Box::new(Pacer { pace: 6.0 }));
    Ok(Simulation::new(world, behaviours))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = meadow_of_pacers()?;
    let mut again = meadow_of_pacers()?;
    let (mut meals, mut reversals) = (0, 0);
    for _ in 0..300 {
        simulation.tick();
        simulation.check()?;
        again.tick();
        for event in &simulation.world().events {
            match event.what {
                EventKind::Ate { .. } => meals += 1,
                EventKind::Arrived | EventKind::Blocked { .. } => reversals += 1,
                _ => {}
            }
        }
    }
    let hares = simulation.world().populations()[2];
    println!("{hares} hares after 300 ticks: {meals} meals, {reversals} reversals");

    // The hares found enough food, and the run is deterministic.
    assert!(hares > 0 && meals > 100 && reversals > 100);
    assert_eq!(simulation.world().state_hash(), again.world().state_hash());
    Ok(())
}
