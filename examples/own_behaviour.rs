//! A behaviour written in Rust: hares walk to the nearest plant, eat, and breed.
//!
//! Run it with `cargo run --example own_behaviour`.

use std::error::Error;

use terrarium::prelude::*;

struct Browser;

impl Behaviour for Browser {
    // Called once a tick with the turns of all animals of the species. A turn holds what the animal
    // senses, its memory, and the intent to fill in.
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let (me, sight) = (&turn.senses.me, turn.senses.sight);
            let is_food = |it: &&Sighting| it.kind == SightingKind::Plant && it.food > 0.0;
            let distance = |it: &Sighting| it.centre.distance_squared(me.centre);
            let nearest =
                sight.iter().filter(is_food).min_by(|a, b| distance(a).total_cmp(&distance(b)));
            if let Some(plant) = nearest {
                turn.intent.go_beside(plant.id, me.max_speed);
                turn.intent.eat(plant.id);
            }
            if me.can_reproduce {
                turn.intent.reproduce();
            }
        }
    }
}

fn pond_of_browsers() -> Result<Simulation, Box<dyn Error>> {
    let mut builder = SimulationBuilder::new("meadow").seed(7).world_size(1200.0, 900.0);
    for (species, count) in
        [("clover", 120), ("oak", 4), ("hare", 40), ("deer", 0), ("lynx", 0), ("wolf", 0)]
    {
        builder = builder.population(species, count);
    }
    Ok(builder.behaviour("hare", Browser).build()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = pond_of_browsers()?;
    let mut meals = 0;
    for _ in 0..300 {
        simulation.tick();
        let events = simulation.world().events();
        meals += events.iter().filter(|event| matches!(event.what, EventKind::Ate { .. })).count();
    }
    let hares = simulation.world().population("hare").expect("there are hares in the meadow");
    println!("{hares} hares and {meals} meals after 300 ticks");
    assert!(hares > 0 && meals > 100);

    // A behaviour that keeps nothing but its creature's memory repeats to the bit.
    let mut again = pond_of_browsers()?;
    (0..300).for_each(|_| again.tick());
    assert_eq!(simulation.world().state_hash(), again.world().state_hash());
    Ok(())
}
