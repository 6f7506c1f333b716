//! Implements a minimal custom behaviour: hares walk to the nearest plant and eat it.
//!
//! `cargo run --example least_behaviour`

use terrarium::prelude::*;

struct Browser;

impl Behaviour for Browser {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let plant =
                turn.senses.sight.iter().find(|s| s.seen == SightingKind::Plant && s.food > 0.0);
            if let Some(plant) = plant {
                turn.intent.go_beside(plant.id, turn.senses.me.max_speed);
                turn.intent.eat(plant.id);
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = ["world.size=[900, 600]", "population.clover=60", "population.oak=0"];
    let empty = ["population.deer=0", "population.lynx=0", "population.wolf=0"];
    let settings = [&settings[..], &empty, &["population.hare=20"]].concat();
    let settings = settings.into_iter().map(Override::parse).collect::<Result<Vec<_>, _>>()?;
    let scenario = Scenario::find("meadow", &settings)?;
    let world = terrarium::run::found(&scenario, &settings, &[])?;
    let mut behaviours = behaviour::make_all(&world.config.species, &world.config.rules)?;
    behaviours[2] = Some(Box::new(Browser)); // Species in the order of the scenario: clover, oak, hare.
    let mut simulation = Simulation::new(world, behaviours);
    (0..100).for_each(|_| simulation.tick());
    println!("{} hares after 100 ticks", simulation.world().populations()[2]);
    Ok(())
}
