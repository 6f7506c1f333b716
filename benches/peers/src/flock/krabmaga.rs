//! The flock in krABMaga: the published model, with its parameters.
//!
//! The published model takes all boids of the 3 × 3 cells around a boid, whose side is two thirds of
//! its sight; `Seeing::Exactly` takes cells as wide as the sight, and those within it. In both, krABMaga
//! looks across no border, although boids move across it.

use std::cell::RefCell;
use std::fmt;

use ::krabmaga::engine::agent::Agent;
use ::krabmaga::engine::fields::field::Field;
use ::krabmaga::engine::fields::field_2d::{
    Field2D, Location2D, toroidal_distance, toroidal_transform,
};
use ::krabmaga::engine::location::Real2D;
use ::krabmaga::engine::schedule::Schedule;
use ::krabmaga::engine::state::State;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::rule::Company;
use super::{Boid, Flock, SIGHT, side};
use crate::krabmaga_glue::{equal_by_id, state_casts};

/// Which boids a boid reacts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeing {
    /// Those in the cells around it.
    ByCells,
    /// Those within its sight.
    Exactly,
}

pub struct Krabmaga {
    schedule: Schedule,
    sky: Sky,
}

impl Krabmaga {
    pub fn new(boids: u32, seed: u64, seeing: Seeing) -> Self {
        let side = side(boids) as f32;
        let mut flock =
            Self { schedule: Schedule::new(), sky: Sky::new(side, boids, seed, seeing) };
        flock.sky.init(&mut flock.schedule);
        flock
    }
}

impl Flock for Krabmaga {
    fn step(&mut self) {
        self.schedule.step(&mut self.sky);
    }

    fn boids(&self) -> Vec<Boid> {
        let found = RefCell::new(Vec::new());
        self.sky.field.iter_objects(|_, bird: &Bird| {
            found.borrow_mut().push(Boid { at: model(bird.at), velocity: model(bird.last) });
        });
        found.into_inner()
    }
}

fn model(it: Real2D) -> [f64; 2] {
    [it.x.into(), it.y.into()]
}

struct Sky {
    field: Field2D<Bird>,
    side: f32,
    boids: u32,
    seeing: Seeing,
    rng: RefCell<Pcg64Mcg>,
}

impl Sky {
    fn new(side: f32, boids: u32, seed: u64, seeing: Seeing) -> Self {
        let cell = match seeing {
            Seeing::ByCells => SIGHT / 1.5,
            Seeing::Exactly => SIGHT,
        };
        let field = Field2D::new(side, side, cell as f32, true);
        Self { field, side, boids, seeing, rng: RefCell::new(Pcg64Mcg::seed_from_u64(seed)) }
    }
}

impl State for Sky {
    fn init(&mut self, schedule: &mut Schedule) {
        for id in 0..self.boids {
            let rng = self.rng.get_mut();
            let at =
                Real2D { x: self.side * rng.random::<f32>(), y: self.side * rng.random::<f32>() };
            let bird = Bird { id, at, last: Real2D { x: 0.0, y: 0.0 } };
            self.field.set_object_location(bird, at);
            schedule.schedule_repeating(Box::new(bird), 0.0, 0);
        }
    }

    fn reset(&mut self) {}

    fn update(&mut self, _: u64) {
        self.field.lazy_update();
    }

    state_casts!();
}

#[derive(Clone, Copy)]
struct Bird {
    id: u32,
    at: Real2D,
    last: Real2D,
}

impl Agent for Bird {
    fn step(&mut self, state: &mut dyn State) {
        let sky = state.as_any().downcast_ref::<Sky>().expect("birds fly in the sky");
        let others = match sky.seeing {
            Seeing::ByCells => sky.field.get_neighbors_within_relax_distance(self.at, SIGHT as f32),
            Seeing::Exactly => sky.field.get_neighbors_within_distance(self.at, SIGHT as f32),
        };
        let mut company = Company::alone();
        for other in others.iter().filter(|other| other.id != self.id) {
            let dx = toroidal_distance(self.at.x, other.at.x, sky.side);
            let dy = toroidal_distance(self.at.y, other.at.y, sky.side);
            company.meet([dx, dy], [other.last.x, other.last.y]);
        }
        let mut rng = sky.rng.borrow_mut();
        let [x, y] = company.step([self.last.x, self.last.y], [rng.random(), rng.random()]);
        self.last = Real2D { x, y };
        self.at = Real2D {
            x: toroidal_transform(self.at.x + x, sky.side),
            y: toroidal_transform(self.at.y + y, sky.side),
        };
        sky.field.set_object_location(*self, self.at);
    }
}

impl Location2D<Real2D> for Bird {
    fn get_location(self) -> Real2D {
        self.at
    }

    fn set_location(&mut self, at: Real2D) {
        self.at = at;
    }
}

equal_by_id!(Bird);

impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.id, self.at)
    }
}
