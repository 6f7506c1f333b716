//! Measures how well the walkers of a candidate get along.

use cpu_time::ThreadTime;
use terrarium::geometry::DVec2;

use super::candidate::{Candidate, Make};
use super::scene::{SIDE, SPEED, Scene};

/// The number of ticks before those that are measured.
const SETTLING: u32 = 200;

/// The number of ticks after which a stand counts as long.
const LONG: u32 = 200;

/// How the walkers of a scene got along.
pub struct Flow {
    /// The arrivals in a tick of each walker.
    pub arrivals: f64,
    /// The ticks of the longest stand.
    pub longest_stand: u32,
    /// The number of walkers that stood for long.
    pub long_standers: usize,
    /// The processor time of a walker in a tick, in seconds.
    pub seconds: f64,
    /// How deep two bodies overlapped at most, in units.
    pub deepest_overlap: f64,
}

/// Measures a candidate in a scene for some ticks.
pub fn measure(make: Make, scene: &Scene, ticks: u32) -> Flow {
    let mut candidate = settled(make, scene);
    let mut stands: Vec<Stand> = candidate.centres().into_iter().map(Stand::at).collect();
    let (mut arrivals, mut seconds, mut deepest_overlap) = (0, 0.0, 0.0_f64);
    for _ in 0..ticks {
        let begin = ThreadTime::now();
        candidate.tick();
        seconds += begin.elapsed().as_secs_f64();
        arrivals += candidate.arrivals();
        let centres = candidate.centres();
        stands.iter_mut().zip(&centres).for_each(|(stand, &centre)| stand.observe(centre));
        deepest_overlap = deepest_overlap.max(overlap(candidate.as_ref(), centres));
    }
    candidate.check();
    let turns = f64::from(ticks) * stands.len() as f64;
    Flow {
        arrivals: arrivals as f64 / turns,
        longest_stand: stands.iter().map(|stand| stand.longest).max().unwrap_or(0),
        long_standers: stands.iter().filter(|stand| stand.longest > LONG).count(),
        seconds: seconds / turns,
        deepest_overlap,
    }
}

/// A candidate after its first ticks, which it has repeated to the bit.
fn settled(make: Make, scene: &Scene) -> Box<dyn Candidate> {
    let [first, second] = [(), ()].map(|()| {
        let mut candidate = make(scene);
        (0..SETTLING).for_each(|_| candidate.tick());
        candidate
    });
    assert_eq!(first.centres(), second.centres(), "{}: a run repeats", scene.name);
    first
}

/// A stand: the time in which a walker is less than a tick's walk away from a place.
struct Stand {
    place: DVec2,
    ticks: u32,
    /// The longest stand of the walker so far.
    longest: u32,
}

impl Stand {
    fn at(place: DVec2) -> Self {
        Self { place, ticks: 0, longest: 0 }
    }

    fn observe(&mut self, centre: DVec2) {
        if self.place.distance(centre) < SPEED {
            self.ticks += 1;
            self.longest = self.longest.max(self.ticks);
        } else {
            (self.place, self.ticks) = (centre, 0);
        }
    }
}

/// How deep two bodies overlap at most.
fn overlap(candidate: &dyn Candidate, mut centres: Vec<DVec2>) -> f64 {
    centres.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut deepest = 0.0_f64;
    for (index, centre) in centres.iter().enumerate() {
        let near = centres[index + 1..].iter().take_while(|other| other.x - centre.x < SIDE);
        deepest = near.map(|&other| candidate.overlap(other - *centre)).fold(deepest, f64::max);
    }
    deepest
}
