//! The flock in Terrarium, written with its public library: a behaviour of our own for a species of
//! our own.
//!
//! The boids have bodies, which never overlap, and the world has borders, at which they turn back.

use std::error::Error;
use std::path::Path;

use terrarium::prelude::*;
use terrarium::record::Scene;

use super::rule::{Company, JUMP};
use super::{Boid, Flock, SIGHT, side};

/// The number of units of the world in a unit of the model.
const SCALE: f64 = 20.0;

/// Flies with those it sees.
struct Flocking;

impl Behaviour for Flocking {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let step = next_step(turn);
            let me = &turn.senses.me;
            let room = turn.senses.bounds.inflated(DVec2::splat(-me.radius));
            let mut to = me.centre + step;
            // At a border it turns back.
            for axis in 0..2 {
                if to[axis] < room.min[axis] || to[axis] > room.max[axis] {
                    to[axis] = me.centre[axis] - step[axis];
                }
            }
            turn.intent.go_to(room.nearest_point(to), me.max_speed);
        }
    }
}

fn next_step(turn: &mut Turn<'_>) -> DVec2 {
    let me = &turn.senses.me;
    let mut company = Company::alone();
    for other in turn.senses.sight {
        let offset = (me.centre - other.centre) / SCALE;
        // Sighted are all whose body reaches into the sensor range.
        if offset.length_squared() <= SIGHT * SIGHT {
            company.meet(offset.to_array(), (other.velocity / SCALE).to_array());
        }
    }
    let random = [turn.rng.random(), turn.rng.random()];
    DVec2::from_array(company.step((me.velocity / SCALE).to_array(), random)) * SCALE
}

pub struct Terrarium(Simulation);

impl Terrarium {
    pub fn new(boids: u32, seed: u64) -> Result<Self, Box<dyn Error>> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let side = side(boids) * SCALE;
        let simulation = SimulationBuilder::new(here.join("flock.toml").to_string_lossy())
            .creatures(here.join("creatures"))
            .behaviour("boid", Flocking)
            .seed(seed)
            .set("world.size", format!("[{side}, {side}]"))
            .set("population.boid", boids)
            .set("rules.sight_base", SIGHT * SCALE)
            .set("rules.speed_base", JUMP * SCALE)
            .build()?;
        Ok(Self(simulation))
    }
}

impl Flock for Terrarium {
    fn step(&mut self) {
        self.0.tick();
    }

    fn boids(&self) -> Vec<Boid> {
        let figures = Scene::new(&self.0, None).figures;
        let model = |of: DVec2| (of / SCALE).to_array();
        figures
            .iter()
            .map(|it| Boid { at: model(it.centre), velocity: model(it.velocity) })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boids_move_one_jump_at_most_and_never_overlap() {
        let mut flock = Terrarium::new(400, 1).unwrap();
        for _ in 0..40 {
            flock.step();
            flock.0.check().unwrap();
        }
        let boids = flock.boids();
        let lengths: Vec<f64> =
            boids.iter().map(|it| DVec2::from_array(it.velocity).length()).collect();
        assert!(lengths.iter().all(|&length| length < JUMP + 1e-6));
        // Those at a border or beside another are slowed down.
        let unhindered = lengths.iter().filter(|&&length| length > JUMP - 1e-6).count();
        assert!(unhindered * 10 > boids.len() * 9, "{unhindered} of {}", boids.len());
    }
}
