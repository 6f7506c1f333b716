//! Bodies that stand or move, in several mixtures.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::space::District;

/// How far animals see, in units.
pub const SIGHT: f64 = 160.0;

/// How bodies are spread, how large they are, and how many of them move.
#[derive(Clone, Copy)]
pub struct Situation {
    pub name: &'static str,
    /// The mean number of bodies that an animal finds where they are spread evenly.
    pub neighbours: f64,
    /// The least and the largest half-size, in units. Its logarithm is evenly distributed.
    radii: [f64; 2],
    /// The share of animals among the bodies.
    animals: f64,
    /// The share of the bodies that is in a corner of the world.
    in_corner: f64,
    /// The side of the world, in sides of that corner.
    world: f64,
    /// The largest speed, in units per tick. The least is a quarter of it.
    pub speed: f64,
}

/// Equal bodies that walk a tenth of their sensor range in a tick, as deer do.
const EQUAL: Situation = Situation {
    name: "equal bodies",
    neighbours: 40.0,
    radii: [8.0, 8.0],
    animals: 1.0,
    in_corner: 1.0,
    world: 1.0,
    speed: 16.0,
};

/// What is measured.
pub const SITUATIONS: [Situation; 8] = [
    Situation { neighbours: 4.0, ..EQUAL },
    EQUAL,
    Situation { neighbours: 200.0, ..EQUAL },
    Situation { name: "equal, slow: 1/100 of sight", speed: 1.6, ..EQUAL },
    Situation { name: "sizes 1 : 50", radii: [1.0, 50.0], ..EQUAL },
    Situation { name: "90 % in 1/400 of the world", in_corner: 0.9, world: 20.0, ..EQUAL },
    Situation { name: "90 % in 1/2,500 of the world", in_corner: 0.9, world: 50.0, ..EQUAL },
    Situation { name: "90 % plants", animals: 0.1, ..EQUAL },
];

/// The bodies of a world, by slot.
#[derive(Clone)]
pub struct Crowd {
    pub areas: Vec<Aabb>,
    velocities: Vec<DVec2>,
    /// The side of the world, in units.
    side: f64,
    /// The largest half-size of a body, in units.
    pub reach: f64,
    /// All slots, by district.
    pub slots: Vec<u32>,
    /// The slots of the animals, in the order in which they ask and move: by district, as in a tick.
    pub animals: Vec<u32>,
    /// The largest speed, in units per tick.
    pub speed: f64,
}

impl Crowd {
    pub fn new(situation: &Situation, bodies: u32) -> Self {
        let &Situation { neighbours, radii: [least, largest], in_corner, speed, .. } = situation;
        let mut random = Pcg64::seed_from_u64(1);
        let growth = libm::log(largest / least);
        let radii: Vec<f64> = (0..bodies)
            .map(|_| lattice::snap(least * libm::exp(growth * random.random::<f64>())))
            .collect();
        // The mean area of the squares in which the centre of a neighbour is.
        let squares = radii.iter().map(|radius| 4.0 * (SIGHT + radius) * (SIGHT + radius));
        let area = squares.sum::<f64>() / neighbours;
        let corner = (area * in_corner).sqrt();
        let side = corner * situation.world;
        let areas: Vec<Aabb> = radii
            .iter()
            .map(|&radius| {
                let room = if random.random_bool(in_corner) { corner } else { side };
                let at = DVec2::new(random.random::<f64>(), random.random::<f64>());
                let at = at * (room - 2.0 * radius) + radius;
                Aabb::square(lattice::snap_point(at), radius)
            })
            .collect();
        let mut slots: Vec<u32> = (0..bodies).collect();
        slots.sort_by_key(|&slot| District::containing(areas[slot as usize].centre()));
        let velocities: Vec<DVec2> = (0..bodies)
            .map(|_| match random.random_bool(situation.animals) {
                true => velocity(speed, &mut random),
                false => DVec2::ZERO,
            })
            .collect();
        let moves = |slot: &u32| velocities[*slot as usize] != DVec2::ZERO;
        let animals = slots.iter().copied().filter(moves).collect();
        Self { areas, velocities, side, reach: largest, slots, animals, speed }
    }

    /// Whether a body is that of an animal.
    pub fn moves(&self, slot: u32) -> bool {
        self.velocities[slot as usize] != DVec2::ZERO
    }

    /// The square in which an animal sees.
    #[inline]
    pub fn seen_by(&self, slot: u32) -> Aabb {
        Aabb::square(self.areas[slot as usize].centre(), SIGHT)
    }

    /// Moves an animal, which turns back at the border. Returns where it is.
    #[inline]
    pub fn step(&mut self, slot: u32) -> Aabb {
        let (area, velocity) =
            (&mut self.areas[slot as usize], &mut self.velocities[slot as usize]);
        let ahead = area.translated(*velocity);
        let is_out = ahead.min.cmplt(DVec2::ZERO) | ahead.max.cmpgt(DVec2::splat(self.side));
        *velocity = DVec2::select(is_out, -*velocity, *velocity);
        *area = area.translated(*velocity);
        *area
    }
}

/// A random direction, at a quarter of the speed or more.
fn velocity(speed: f64, random: &mut Pcg64) -> DVec2 {
    let angle = random.random_range(0.0..std::f64::consts::TAU);
    let (sin, cos) = libm::sincos(angle);
    let length = speed * random.random_range(0.25..1.0);
    lattice::snap_point(DVec2::new(cos, sin) * length)
}
