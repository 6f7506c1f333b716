//! What moves the walkers of a scene.

use terrarium::geometry::DVec2;

use super::scene::{SIDE, Scene};

/// The walkers of a scene, and a method that moves them.
pub trait Candidate {
    /// Simulates a tick.
    fn tick(&mut self);

    /// The number of walkers that arrived in the last tick.
    fn arrivals(&self) -> usize;

    /// Where the walkers are, in the order of the scene.
    fn centres(&self) -> Vec<DVec2>;

    /// How deep two bodies overlap whose centres are so far apart; not positive if they do not.
    fn overlap(&self, offset: DVec2) -> f64 {
        SIDE - offset.abs().max_element()
    }

    /// Panics if the candidate has broken a promise of its own.
    fn check(&self) {}
}

/// A candidate for a scene.
pub type Make = fn(&Scene) -> Box<dyn Candidate>;
