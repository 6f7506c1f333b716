//! Walkers as discs that avoid each other by optimal reciprocal collision avoidance (ORCA), as the crate
//! `dodgy_2d` computes it.
//!
//! The diameter of a disc is the side of a body. So discs fit wherever bodies do: in the door, in the knot,
//! and on every goal. They cover 79 % of the area, which is in their favour.

use std::borrow::Cow;
use std::f32::consts::TAU;

use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use terrarium::geometry::{Aabb, DVec2};
use terrarium::navigation::regions::Regions;

use super::candidate::Candidate;
use super::near::Near;
use super::scene::{SIDE, SPEED, Scene, Walker};

const RADIUS: f64 = SIDE / 2.0;

/// How far ahead collisions count, in ticks. Of 2, 4, 8, 16 and 32 it is that with the most arrivals of 300
/// discs in the open field and of those on the ring. With 2 or 4 more of them get through the crossing, where
/// they overlap by up to 9 units.
const HORIZON: f32 = 8.0;

/// The largest number of others that a disc regards, the nearest first, and how far away they are at most:
/// as many as in the examples of RVO2, from which the crate was ported, and as many radii.
const OTHERS: (usize, f64) = (10, 10.0 * RADIUS);

/// How near to its goal a disc has arrived. Others keep it from the exact point.
const ARRIVED: f64 = 1.0;

/// The random part of a desired velocity, without which discs that face each other would stand for ever.
/// RVO2's examples have one, too.
const UNREST: f32 = 0.001;

/// By how much discs may be nearer to a wall than allowed and still find a path.
const SLACK: f64 = 1.0;

pub struct Discs {
    agents: Vec<Agent>,
    travellers: Vec<Traveller>,
    obstacles: Vec<Obstacle>,
    /// The free space, if there are walls to walk around.
    regions: Option<Regions>,
    near: Near,
    random: Pcg64Mcg,
    arrivals: usize,
}

struct Traveller {
    walker: Walker,
    journey: u32,
    goal: DVec2,
    /// The next point on the path to the goal.
    waypoint: DVec2,
}

impl Discs {
    pub fn new(scene: &Scene) -> Self {
        let agents = scene.walkers.iter().map(|walker| Agent {
            position: single(walker.start),
            velocity: Vec2::ZERO,
            radius: RADIUS as f32,
            avoidance_responsibility: 1.0,
        });
        let travellers = scene.walkers.iter().map(|walker| {
            let goal = walker.goal(0);
            Traveller { walker: walker.clone(), journey: 0, goal, waypoint: goal }
        });
        let keeps_in = std::iter::once(outline(&scene.bounds, true));
        let keep_out = scene.walls.iter().map(|wall| outline(wall, false));
        let room = DVec2::splat(RADIUS - SLACK);
        let regions = || {
            let walls = scene.walls.iter().map(|wall| wall.inflated(room));
            Regions::new(scene.bounds.inflated(-room), walls)
        };
        Self {
            agents: agents.collect(),
            travellers: travellers.collect(),
            obstacles: keeps_in.chain(keep_out).collect(),
            regions: (!scene.walls.is_empty()).then(regions),
            near: Near::new(scene.bounds, OTHERS.1),
            random: Pcg64Mcg::seed_from_u64(1),
            arrivals: 0,
        }
    }

    /// The velocity with which a disc avoids others.
    fn avoiding_velocity(&self, index: usize, desired: Vec2) -> Vec2 {
        let others = self.near.nearest(index, OTHERS.0);
        let others: Vec<Cow<'_, Agent>> =
            others.into_iter().map(|other| Cow::Borrowed(&self.agents[other])).collect();
        let obstacles: Vec<Cow<'_, Obstacle>> = self.obstacles.iter().map(Cow::Borrowed).collect();
        let options = AvoidanceOptions {
            obstacle_margin: RADIUS as f32,
            time_horizon: HORIZON,
            obstacle_time_horizon: HORIZON,
        };
        let agent = &self.agents[index];
        agent.compute_avoiding_velocity(&others, &obstacles, desired, SPEED as f32, 1.0, &options)
    }

    /// The velocity with which a disc would walk to its goal alone.
    fn desired_velocity(&mut self, index: usize) -> Vec2 {
        let (traveller, at) = (&mut self.travellers[index], centre(&self.agents[index]));
        traveller.waypoint = match &self.regions {
            None => traveller.goal,
            // One that is too near to a wall heads for where it was heading.
            Some(regions) => regions
                .shortest_path(at, traveller.goal)
                .ok()
                .and_then(|path| path.first().copied())
                .unwrap_or(traveller.waypoint),
        };
        let straight = (traveller.waypoint - at).clamp_length_max(SPEED);
        let angle = self.random.random::<f32>() * TAU;
        let unrest = UNREST * self.random.random::<f32>();
        let unrest = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * unrest;
        single(straight) + unrest
    }

    /// Gives those who have arrived their next goal.
    fn set_out_again(&mut self) {
        for (traveller, agent) in self.travellers.iter_mut().zip(&self.agents) {
            let near = traveller.walker.within.max(ARRIVED);
            if traveller.goal.distance(centre(agent)) <= near {
                traveller.journey += 1;
                traveller.goal = traveller.walker.goal(traveller.journey);
                self.arrivals += 1;
            }
        }
    }
}

impl Candidate for Discs {
    fn tick(&mut self) {
        self.arrivals = 0;
        self.near.sort(self.agents.iter().map(centre));
        let desired: Vec<Vec2> =
            (0..self.agents.len()).map(|index| self.desired_velocity(index)).collect();
        let velocities = desired.into_iter().enumerate();
        let velocities: Vec<Vec2> =
            velocities.map(|(index, desired)| self.avoiding_velocity(index, desired)).collect();
        for (agent, velocity) in self.agents.iter_mut().zip(velocities) {
            agent.velocity = velocity;
            agent.position += velocity;
        }
        self.set_out_again();
    }

    fn arrivals(&self) -> usize {
        self.arrivals
    }

    fn centres(&self) -> Vec<DVec2> {
        self.agents.iter().map(centre).collect()
    }

    fn overlap(&self, offset: DVec2) -> f64 {
        SIDE - offset.length()
    }
}

fn centre(agent: &Agent) -> DVec2 {
    DVec2::new(agent.position.x.into(), agent.position.y.into())
}

fn single(vector: DVec2) -> Vec2 {
    Vec2::new(vector.x as f32, vector.y as f32)
}

/// The border of an area that keeps discs inside, or else outside: the solid side is to the left of its
/// edges.
fn outline(area: &Aabb, keeps_in: bool) -> Obstacle {
    let Aabb { min, max } = *area;
    let mut corners = [[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]];
    if keeps_in {
        corners.reverse();
    }
    let vertices = corners.map(|corner| single(corner.into()));
    Obstacle::Closed { vertices: vertices.into() }
}
