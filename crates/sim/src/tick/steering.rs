//! Steering of travellers that do not turn or speed up at once.
//!
//! They stay on their paths, which are free for no other line: what bends the path slows them down.
//! Where the bend is too sharp they turn on the spot.

use terrarium_creatures::behaviour::Destination;
use terrarium_creatures::species::Steering;
use terrarium_space::geometry::{DVec2, Heading};

use crate::world::{Course, Journey, Motion};

/// The pace of a traveller in this tick, in units per tick. Turns it toward its next waypoint.
pub(super) fn pace(motion: &mut Motion, at: DVec2, steering: &Steering) -> f64 {
    let Motion { journey, course, .. } = motion;
    let Some(journey) = journey else { return 0.0 };
    if steering.is_immediate() {
        *course = None;
        return journey.speed;
    }
    let ahead = Heading::from_direction(journey.waypoints()[0] - at);
    let course = course.get_or_insert_with(|| Course {
        // At first it faces the way that it goes.
        heading: ahead.unwrap_or_default(),
        pace: 0.0,
    });
    let ahead = ahead.unwrap_or(course.heading);
    let bend = course.heading.turn_to(ahead);
    course.heading = steering.turned(course.heading, ahead);
    let in_bend = if course.pace > 0.0 { steering.through(bend) } else { f64::INFINITY };
    let sped_up = course.pace + steering.acceleration.unwrap_or(f64::INFINITY);
    let to_bends = before_bends(journey, at, ahead, steering);
    course.pace = steering.along(journey.speed, bend).min(in_bend).min(sped_up).min(to_bends);
    course.pace
}

/// The largest pace from which a traveller can slow down for all bends of its path, and stop at its
/// end. It need not stop for an organism, to which it runs, or whose place in a formation moves on.
fn before_bends(journey: &Journey, at: DVec2, ahead: Heading, steering: &Steering) -> f64 {
    let path = journey.waypoints();
    let end = match journey.destination {
        Destination::Beside(_) | Destination::Formation { .. } => f64::INFINITY,
        Destination::Point(_)
        | Destination::Base(_)
        | Destination::Near(_)
        | Destination::Within { .. } => 0.0,
    };
    let (mut from, mut ahead, mut distance, mut most) = (at, ahead, 0.0, f64::INFINITY);
    for (index, &waypoint) in (1..).zip(path) {
        distance += from.distance(waypoint);
        let then = path.get(index).map_or(end, |&next| {
            let after = Heading::from_direction(next - waypoint).unwrap_or(ahead);
            let bend = std::mem::replace(&mut ahead, after).turn_to(after);
            steering.along(journey.speed, bend).min(steering.through(bend))
        });
        most = most.min(steering.before(distance, then));
        if steering.before(distance, 0.0) >= most.min(journey.speed) {
            break;
        }
        from = waypoint;
    }
    most
}
