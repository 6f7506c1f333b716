//! The pose of a painted organism: its size, direction and mood, as precisely as its size requires.

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_drawing::framebuffer::{index, whole};
use terrarium_run::record::scene::{Action, Build};

use super::stage::{Actor, At};

/// The size, direction and mood of a painted organism, as precisely as its size requires.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose {
    /// The radius, in steps.
    pub size: usize,
    /// The direction, as a multiple of a turn divided by `facings`.
    facing: u16,
    facings: u16,
    pub mood: Mood,
    /// What shows of the traits at this size.
    pub build: Build,
}

/// The expression of a face, or the state of a carcass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Awake,
    Asleep,
    Biting,
    Fresh,
    Rotten,
    Bare,
}

impl Mood {
    /// Its index among those of its kind, living or dead.
    fn index(self) -> u16 {
        match self {
            Self::Awake | Self::Fresh => 0,
            Self::Asleep | Self::Rotten => 1,
            Self::Biting | Self::Bare => 2,
        }
    }

    /// How much is left of a carcass, 0 to 1.
    pub fn freshness(self) -> f32 {
        match self {
            Self::Rotten => 0.5,
            Self::Bare => 0.1,
            _ => 1.0,
        }
    }
}

/// The radius from which bodies show all levels of their traits, in pixels; smaller ones show fewer.
const SHAPED: f32 = 14.0;

/// The radius from which faces are drawn, in pixels.
pub(super) const FACE: f32 = 6.0;

/// Up to this radius, in pixels, sizes differ by half a pixel; above it by a 24th.
const FINE: f32 = 16.0;

/// The largest radius, in pixels; cameras do not magnify organisms further.
const LARGEST: f32 = 480.0;

impl Pose {
    pub fn new(actor: &Actor, at: &At) -> Self {
        let facings = match at.radius {
            radius if radius < 3.0 => 8,
            radius if radius < 9.0 => 16,
            radius if radius < 24.0 => 32,
            _ => 64,
        };
        let facing = match actor.kind {
            // Plants and carcasses have a pseudo-random direction.
            SightingKind::Plant | SightingKind::Carcass => scatter(actor.id) % facings,
            _ => turn(at.facing, facings),
        };
        let mood = match actor.action {
            _ if actor.kind == SightingKind::Carcass => match actor.energy {
                ..0.3 => Mood::Bare,
                ..0.65 => Mood::Rotten,
                _ => Mood::Fresh,
            },
            _ if at.radius < FACE || actor.kind == SightingKind::Plant => Mood::Awake,
            Action::Resting | Action::Expecting => Mood::Asleep,
            Action::Eating | Action::Attacking => Mood::Biting,
            _ => Mood::Awake,
        };
        let facings_used = match actor.kind {
            SightingKind::Plant | SightingKind::Carcass => 8.min(facings),
            _ => facings,
        };
        Self {
            size: step_of(at.radius),
            facing: facing % facings_used,
            facings: facings_used,
            mood,
            build: match at.radius {
                radius if radius < FACE => Build::default(),
                radius if radius < SHAPED => actor.build.rough(),
                _ => actor.build,
            },
        }
    }

    /// Returns the pose of a given size and direction, in pixels and radians.
    pub fn of_size(radius: f32, angle: f32, (mood, build): (Mood, Build)) -> Self {
        const FACINGS: u16 = 32;
        let facing = turn(angle, FACINGS);
        Self { size: step_of(radius), facing, facings: FACINGS, mood, build }
    }

    /// Returns the radius, in pixels.
    pub fn radius(&self) -> f32 {
        radius_of(self.size)
    }

    /// Returns the direction, in radians.
    pub fn angle(&self) -> f32 {
        f32::from(self.facing) / f32::from(self.facings) * std::f32::consts::TAU
    }

    /// Returns the number of subpixel offsets per pixel, which is greater for smaller sprites.
    pub fn parts(&self) -> u16 {
        match self.radius() {
            radius if radius < 6.0 => 4,
            radius if radius < 20.0 => 2,
            _ => 1,
        }
    }

    /// Returns the index of a pose among all poses of its size, and their number.
    pub fn index_and_count(&self, [x, y]: [u16; 2]) -> (usize, usize) {
        let parts = self.parts();
        let index = ((self.mood.index() * self.facings + self.facing) * parts + y) * parts + x;
        (usize::from(index), usize::from(3 * self.facings * parts * parts))
    }
}

/// Returns a pseudo-random number for each organism.
fn scatter(id: OrganismId) -> u16 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    u16::try_from(id.0.wrapping_mul(GOLDEN) >> 48).unwrap_or(0)
}

/// Rounds an angle to one of `parts` equal parts of a turn.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 64")]
fn turn(angle: f32, parts: u16) -> u16 {
    let share = angle / std::f32::consts::TAU;
    ((share - share.floor()) * f32::from(parts)).round() as u16 % parts
}

fn step_of(radius: f32) -> usize {
    let radius = radius.min(LARGEST);
    if radius < FINE {
        index(whole((radius * 2.0).round()).max(2))
    } else {
        // Each step is larger by a 24th.
        index(32 + whole((libm::log2f(radius / FINE) * 17.0).round()).max(0))
    }
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn radius_of(step: usize) -> f32 {
    if step < 32 { step as f32 / 2.0 } else { FINE * libm::exp2f((step - 32) as f32 / 17.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_precise_to_a_24th() {
        let mut radius = 1.0_f32;
        while radius < 400.0 {
            let drawn = radius_of(step_of(radius));
            let slack = (radius * 0.022).max(0.2501);
            assert!((drawn - radius).abs() <= slack, "{radius} is drawn as {drawn}");
            radius *= 1.013;
        }
    }

    #[test]
    fn directions_wrap_around() {
        use std::f32::consts::PI;
        assert_eq!(turn(0.0, 16), 0);
        assert_eq!(turn(PI / 2.0, 16), 4);
        assert_eq!(turn(-PI / 2.0, 16), 12);
        assert_eq!(turn(PI, 16), turn(-PI, 16));
        assert_eq!(turn(-0.01, 16), 0);
    }
}
