//! The wolf–sheep model in krABMaga.
//!
//! In the example that krABMaga publishes, animals tend to keep their direction, and wolves eat sheep
//! where these stood a step before. Here they follow the rules of the comparison: wolves eat sheep where
//! they are. Newborns are numbered as the schedule numbers them, so that eaten sheep can be taken off it.

use std::cell::Cell;

use ::krabmaga::engine::agent::Agent;
use ::krabmaga::engine::fields::dense_number_grid_2d::DenseNumberGrid2D;
use ::krabmaga::engine::fields::dense_object_grid_2d::DenseGrid2D;
use ::krabmaga::engine::fields::field::Field;
use ::krabmaga::engine::fields::grid_option::GridOption;
use ::krabmaga::engine::location::Int2D;
use ::krabmaga::engine::schedule::Schedule;
use ::krabmaga::engine::state::State;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Census, Curve, Meadow, Parameters, STEPS};
use crate::krabmaga_glue::{equal_by_id, state_casts};

pub struct Krabmaga {
    schedule: Schedule,
    field: Land,
}

impl Krabmaga {
    pub fn new(of: Parameters, seed: u64) -> Self {
        let mut meadow = Self { schedule: Schedule::new(), field: Land::new(of, seed) };
        meadow.field.init(&mut meadow.schedule);
        meadow
    }

    /// The census after each step of a run.
    pub fn curve(of: Parameters, seed: u64) -> Curve {
        let mut meadow = Self::new(of, seed);
        let census = |_| {
            meadow.step();
            meadow.census()
        };
        (0..STEPS).map(census).collect()
    }

    fn census(&self) -> Census {
        let [sheep, wolves] = self.field.living;
        let scheduled = self.schedule.get_all_events();
        let animals = scheduled.iter().filter_map(|it| it.downcast_ref::<Animal>());
        let scheduled_sheep = animals.filter(|animal| animal.is_sheep()).count();
        assert_eq!(scheduled_sheep, sheep as usize, "dead sheep are scheduled");
        assert_eq!(scheduled.len() - scheduled_sheep, wolves as usize, "dead wolves are scheduled");
        let grown = Cell::new(0);
        self.field.grass.iter_values(|_, &age| {
            grown.set(grown.get() + u32::from(age >= self.field.grown));
        });
        [sheep, wolves, grown.get()]
    }
}

impl Meadow for Krabmaga {
    fn step(&mut self) {
        self.schedule.step(&mut self.field);
    }

    fn animals(&self) -> u32 {
        self.field.living.iter().sum()
    }
}

/// The land and all that happens on it in a step.
struct Land {
    of: Parameters,
    side: i32,
    sheep: DenseGrid2D<Animal>,
    /// The age of the grass on each patch.
    grass: DenseNumberGrid2D<u16>,
    /// The age at which grass is grown.
    grown: u16,
    next_id: u32,
    born: Vec<Animal>,
    eaten: Vec<Animal>,
    living: [u32; 2],
    rng: Pcg64Mcg,
}

impl Land {
    fn new(of: Parameters, seed: u64) -> Self {
        let side = i32::try_from(of.side).expect("a small land");
        Self {
            of,
            side,
            sheep: DenseGrid2D::new(side, side),
            grass: DenseNumberGrid2D::new(side, side),
            // Grass that is eaten in a step has the age of one after it.
            grown: of.regrowth + 1,
            next_id: 0,
            born: Vec::new(),
            eaten: Vec::new(),
            living: [0; 2],
            rng: Pcg64Mcg::seed_from_u64(seed),
        }
    }

    fn new_animal(&mut self, kind: Kind, energy: f64, at: Int2D) -> Animal {
        let id = self.next_id;
        self.next_id += 1;
        self.living[kind as usize] += 1;
        Animal { id, kind, at, energy, is_dead: false }
    }

    fn place(&mut self) -> Int2D {
        Int2D { x: self.rng.random_range(0..self.side), y: self.rng.random_range(0..self.side) }
    }

    /// One of the patches around a patch.
    fn beside(&mut self, at: Int2D) -> Int2D {
        loop {
            let (x, y) = (self.rng.random_range(-1..=1), self.rng.random_range(-1..=1));
            let to = Int2D { x: at.x + x, y: at.y + y };
            if to != at && (0..self.side).contains(&to.x) && (0..self.side).contains(&to.y) {
                return to;
            }
        }
    }

    fn graze(&mut self, at: Int2D) -> f64 {
        let is_grown = self.grass.get_value(&at).is_some_and(|age| age >= self.grown);
        if is_grown && self.grass.get_value_unbuffered(&at).is_none() {
            self.grass.set_value_location(0, &at);
            return self.of.sheep_gain;
        }
        0.0
    }

    fn hunt(&mut self, at: Int2D) -> f64 {
        // The places of this step: all sheep have moved.
        let Some(sheep) = self.sheep.get_objects_unbuffered(&at) else { return 0.0 };
        let prey = sheep[self.rng.random_range(0..sheep.len())];
        self.sheep.remove_object_location(prey, &at);
        self.living[Kind::Sheep as usize] -= 1;
        self.eaten.push(prey);
        self.of.wolf_gain
    }
}

impl State for Land {
    fn init(&mut self, schedule: &mut Schedule) {
        for (kind, count, gain) in [
            (Kind::Sheep, self.of.sheep, self.of.sheep_gain),
            (Kind::Wolf, self.of.wolves, self.of.wolf_gain),
        ] {
            for _ in 0..count {
                let (energy, at) = (self.rng.random::<f64>() * 2.0 * gain, self.place());
                let animal = self.new_animal(kind, energy, at);
                schedule.schedule_repeating(Box::new(animal), 0.0, kind as i32);
            }
        }
        for x in 0..self.side {
            for y in 0..self.side {
                let delay = self.rng.random_range(0..self.of.regrowth);
                let delay = if self.rng.random::<bool>() { 0 } else { delay };
                self.grass.set_value_location(self.grown - delay, &Int2D { x, y });
            }
        }
    }

    fn reset(&mut self) {}

    fn update(&mut self, step: u64) {
        if step > 0 {
            let grown = self.grown;
            self.grass.apply_to_all_values(|age| grown.min(age + 1), GridOption::READWRITE);
        }
        self.grass.lazy_update();
        self.sheep.lazy_update();
    }

    fn after_step(&mut self, schedule: &mut Schedule) {
        for animal in self.born.drain(..) {
            assert_eq!(animal.id, schedule.agent_ids_counting, "numbers are those of the schedule");
            schedule.schedule_repeating(Box::new(animal), schedule.time + 1.0, animal.kind as i32);
        }
        for sheep in self.eaten.drain(..) {
            schedule.dequeue(Box::new(sheep), sheep.id);
        }
    }

    state_casts!();
}

/// Those of the first kind act first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sheep,
    Wolf,
}

#[derive(Clone, Copy)]
struct Animal {
    id: u32,
    kind: Kind,
    at: Int2D,
    energy: f64,
    is_dead: bool,
}

impl Animal {
    fn is_sheep(&self) -> bool {
        self.kind == Kind::Sheep
    }
}

impl Agent for Animal {
    fn step(&mut self, state: &mut dyn State) {
        let land = state.as_any_mut().downcast_mut::<Land>().expect("animals are on the land");
        self.at = land.beside(self.at);
        self.energy -= 1.0;
        let (meal, breeding) = match self.kind {
            Kind::Sheep => (land.graze(self.at), land.of.sheep_breeding),
            Kind::Wolf => (land.hunt(self.at), land.of.wolf_breeding),
        };
        self.energy += meal;
        if self.energy < 0.0 {
            self.is_dead = true;
            land.living[self.kind as usize] -= 1;
            return;
        }
        let bears = land.rng.random::<f64>() < breeding;
        if bears {
            self.energy /= 2.0;
            let child = land.new_animal(self.kind, self.energy, self.at);
            land.born.push(child);
            if self.is_sheep() {
                land.sheep.set_object_location(child, &self.at);
            }
        }
        if self.is_sheep() {
            land.sheep.set_object_location(*self, &self.at);
        }
    }

    fn is_stopped(&mut self, _: &mut dyn State) -> bool {
        self.is_dead
    }
}

equal_by_id!(Animal);
