//! A flock over plain arrays, without agents, bodies or any guarantee: the yardstick of a machine.
//!
//! Boids see 15 units far, so that one that is placed at random has nine neighbours. The rule is that of
//! krABMaga's model `flockers`, with its weights. The boids are sorted by cell before every step.

use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::DVec2;

/// The number of boids.
pub const BOIDS: usize = 10_000;

/// How far a boid sees, in units.
pub const SIGHT: f64 = 15.0;

/// The mean number of others that a boid sees when all are spread evenly.
pub const NEIGHBOURS: f64 = 9.0;

/// The length of a step, in units.
const JUMP: f64 = 0.7;

/// The number of steps of a flock before those that are timed, and of those. Later it draws together, and
/// each boid sees more.
const STEPS: [u32; 2] = [5, 10];

/// The number of flocks that are timed.
const FLOCKS: u64 = 10;

/// The agent-steps per second of flocks on one thread.
pub fn agent_steps_per_second() -> f64 {
    let mut seconds = 0.0;
    for seed in 0..FLOCKS {
        let mut flock = Flock::new(seed);
        (0..STEPS[0]).for_each(|_| flock.step());
        flock.assert_sights();
        let start = Instant::now();
        (0..STEPS[1]).for_each(|_| flock.step());
        seconds += start.elapsed().as_secs_f64();
        std::hint::black_box(flock);
    }
    BOIDS as f64 * f64::from(STEPS[1]) * FLOCKS as f64 / seconds
}

#[derive(Clone, Copy)]
struct Boid {
    at: DVec2,
    velocity: DVec2,
}

/// Boids on a torus of square cells that are as wide as they see, or a little wider.
struct Flock {
    side: f64,
    across: usize,
    boids: Vec<Boid>,
    /// The same in the order of their cells, and where those of each cell begin.
    sorted: Vec<Boid>,
    begins: Vec<usize>,
    random: Pcg64,
}

impl Flock {
    fn new(seed: u64) -> Self {
        let side = (BOIDS as f64 * std::f64::consts::PI * SIGHT * SIGHT / NEIGHBOURS).sqrt();
        let mut random = Pcg64::seed_from_u64(seed);
        let mut place = || DVec2::new(random.random(), random.random()) * side;
        let boids: Vec<Boid> =
            (0..BOIDS).map(|_| Boid { at: place(), velocity: DVec2::ZERO }).collect();
        let across = (side / SIGHT) as usize;
        Self { side, across, sorted: boids.clone(), boids, begins: Vec::new(), random }
    }

    fn step(&mut self) {
        self.sort();
        for place in 0..BOIDS {
            let boid = self.sorted[place];
            let noise = DVec2::new(self.random.random(), self.random.random()) * 2.0 - 1.0;
            let velocity = self.company(place).step(boid.velocity, noise);
            let at = self.wrapped(boid.at + velocity);
            self.boids[place] = Boid { at, velocity };
        }
    }

    /// Sorts the boids by counting those of each cell.
    fn sort(&mut self) {
        let Self { side, across, boids, sorted, begins, .. } = self;
        let cell_of = |boid: &Boid| {
            let cell = (boid.at * (*across as f64 / *side)).as_usizevec2();
            cell.y.min(*across - 1) * *across + cell.x.min(*across - 1)
        };
        begins.clear();
        begins.resize(*across * *across + 1, 0);
        for boid in &*boids {
            begins[cell_of(boid)] += 1;
        }
        let mut sum = 0;
        for begin in &mut *begins {
            sum += *begin;
            *begin = sum;
        }
        // Each cell is filled from its end, so that the ends become beginnings.
        for boid in boids.iter().rev() {
            let begin = &mut begins[cell_of(boid)];
            *begin -= 1;
            sorted[*begin] = *boid;
        }
    }

    /// What the boid at a place of the sorted list sees.
    #[inline]
    fn company(&self, own: usize) -> Company {
        let Self { side, across, sorted, begins, .. } = self;
        let (me, mut company) = (sorted[own].at, Company::default());
        let cell = (me * (*across as f64 / *side)).as_usizevec2();
        let around = |it: usize| {
            let it = it.min(across - 1);
            [(it + across - 1) % across, it, (it + 1) % across]
        };
        for row in around(cell.y) {
            for column in around(cell.x) {
                let cell = row * across + column;
                let places = begins[cell]..begins[cell + 1];
                for (place, other) in places.clone().zip(&sorted[places]) {
                    let offset = shortest(me - other.at, *side);
                    if place != own && offset.length_squared() <= SIGHT * SIGHT {
                        company.add(offset, other.velocity);
                    }
                }
            }
        }
        company
    }

    /// Compares what some boids see with a linear scan.
    fn assert_sights(&mut self) {
        self.sort();
        for own in (0..BOIDS).step_by(BOIDS / 20) {
            let offset = |boid: &Boid| shortest(self.sorted[own].at - boid.at, self.side);
            let is_near = |boid: &&Boid| offset(boid).length_squared() <= SIGHT * SIGHT;
            let near = self.sorted.iter().filter(is_near).count();
            assert_eq!(self.company(own).count as usize + 1, near, "boids see all within sight");
        }
    }

    /// A position that may be a step beyond the border.
    fn wrapped(&self, at: DVec2) -> DVec2 {
        let side = DVec2::splat(self.side);
        let at = DVec2::select(at.cmplt(DVec2::ZERO), at + side, at);
        DVec2::select(at.cmpge(side), at - side, at)
    }
}

/// The shorter of the offsets around a torus.
#[inline]
fn shortest(offset: DVec2, side: f64) -> DVec2 {
    let half = DVec2::splat(side * 0.5);
    let offset = DVec2::select(offset.cmpgt(half), offset - side, offset);
    DVec2::select(offset.cmplt(-half), offset + side, offset)
}

/// What a boid sees, summed up.
#[derive(Clone, Copy, Default)]
struct Company {
    count: f64,
    avoidance: DVec2,
    offset: DVec2,
    velocity: DVec2,
}

impl Company {
    /// Adds a neighbour, given the offset from it to the boid, and its last step.
    #[inline]
    fn add(&mut self, offset: DVec2, velocity: DVec2) {
        let square = offset.length_squared();
        self.count += 1.0;
        self.avoidance += offset / (square * square + 1.0);
        self.offset += offset;
        self.velocity += velocity;
    }

    /// The next step of a boid, given its last one and a random point in a square.
    fn step(&self, last: DVec2, noise: DVec2) -> DVec2 {
        let count = self.count.max(1.0);
        let next = self.avoidance * (400.0 / count) - self.offset * (0.08 / count)
            + self.velocity * (0.7 / (count * count))
            + noise * (0.055 / noise.length().max(1e-6))
            + last;
        next.normalize_or_zero() * JUMP
    }
}
