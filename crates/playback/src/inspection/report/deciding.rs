//! The lines about requested actions, available actions and the journey.

use terrarium_creatures::behaviour::{ActionKind, Destination, OrganismId};

use super::{Line, Severity};
use crate::inspection::event_text::blocker;
use crate::inspection::feasibility::{Feasibility, Possibility};
use crate::inspection::{
    Animal, Answer, Inspection, RequestedAction, Trip, TripProgress, WantedAction, because,
};

impl Inspection {
    pub(super) fn decided(&self, animal: &Animal) -> Vec<Line> {
        let mut lines = Vec::new();
        if animal.is_suspended {
            let value = "too many turns of its species failed; it does nothing";
            lines.push(Line::new("Suspended", value).of(Severity::Bad));
        }
        if let Some(fault) = &animal.fault {
            lines.push(
                Line::new("Failed", fault.text(animal.fault_place.as_ref())).of(Severity::Bad),
            );
        }
        // Animals that show no signal ask for signal 0.
        let is_told = |request: &&RequestedAction| request.want != WantedAction::Signal(0);
        lines.extend(animal.requests.iter().filter(is_told).map(|request| self.request(request)));
        if !animal.has_all_requests {
            let value = "requests without an event are missing: follow it for a tick to see all";
            lines.push(Line::new("", value).of(Severity::Faint));
        }
        lines
    }

    fn request(&self, request: &RequestedAction) -> Line {
        let target = request.want.target().filter(|&target| target != OrganismId::NONE);
        let name = target.map_or_else(|| "an unknown target".to_owned(), |id| self.called(id));
        let what = match request.want {
            WantedAction::Continue => "continue".to_owned(),
            WantedAction::Halt => "stand still".to_owned(),
            WantedAction::Go { to: Destination::Point(at), speed } => {
                format!("go to {:.0}, {:.0} at {speed:.1}", at.x, at.y)
            }
            WantedAction::Go { to: Destination::Near(at), speed } => {
                format!("go as near as possible to {:.0}, {:.0} at {speed:.1}", at.x, at.y)
            }
            WantedAction::Go { to: Destination::Within { point, distance }, speed } => {
                format!("go within {distance:.0} of {:.0}, {:.0} at {speed:.1}", point.x, point.y)
            }
            WantedAction::Go { to: Destination::Beside(_), speed } => {
                format!("go to {name} at {speed:.1}")
            }
            WantedAction::Go { to: Destination::Formation { ahead, right, .. }, speed } => {
                format!("keep {ahead:.0} ahead and {right:.0} to the right of {name} at {speed:.1}")
            }
            WantedAction::Go { to: Destination::Base(base), speed } => {
                format!("go to {} at {speed:.1}", self.base(base.index()))
            }
            WantedAction::GoToUnknown => "go to an unknown destination".to_owned(),
            WantedAction::Attack(_) => format!("attack {name}"),
            WantedAction::Defend(_) => format!("defend against {name}"),
            WantedAction::Eat(_) => format!("eat from {name}"),
            WantedAction::Reproduce => "conceive".to_owned(),
            WantedAction::Breach(Some(wall)) => {
                format!("attack the wall at tile {}, {}", wall.x, wall.y)
            }
            WantedAction::Breach(None) => "attack a wall".to_owned(),
            WantedAction::Remember => "store memory".to_owned(),
            WantedAction::Tell(Some(length)) => format!("send its kin {length} bytes"),
            WantedAction::Tell(None) => "send its kin a message".to_owned(),
            WantedAction::Signal(signal) => format!("show signal {signal}"),
        };
        let label = request.want.slot().map_or("signal", ActionKind::name);
        match request.outcome {
            Answer::Accepted => Line::new(label, what).about(target),
            Answer::Refused(why) => {
                let value = format!("{what}: refused because {}", because(why));
                Line::new(label, value).of(Severity::Warning).about(target)
            }
        }
    }

    fn base(&self, index: usize) -> String {
        match self.base_names.get(index) {
            Some(name) => format!("base {name}"),
            None => format!("base {index}"),
        }
    }

    pub(super) fn available(&self, animal: &Animal) -> Vec<Line> {
        let line = |action: &Possibility| {
            let label = action.slot.name();
            match action.feasibility {
                Feasibility::Possible(target) => {
                    let with =
                        target.map(|target| format!(": {} is within reach", self.called(target)));
                    let value = format!("yes{}", with.unwrap_or_default());
                    Line::new(label, value).of(Severity::Good).about(target)
                }
                Feasibility::Refused(why) => Line::new(label, format!("no: {}", because(why))),
                Feasibility::NoTarget => Line::new(label, "no: no target is visible"),
                Feasibility::TooFar(target, gap) => {
                    let value = format!("no: {} is {gap:.1} away", self.called(target));
                    Line::new(label, value).about(target)
                }
            }
        };
        animal.available.iter().map(line).collect()
    }

    pub(super) fn trip(&self, trip: &Trip) -> Vec<Line> {
        let goal = match (&trip.base, trip.destination) {
            (Some(base), _) => format!("base {base}"),
            (None, Destination::Beside(target)) => self.called(target),
            (None, Destination::Near(at)) if at != trip.position => format!(
                "{:.0}, {:.0}, the nearest reachable place to {:.0}, {:.0}",
                trip.position.x, trip.position.y, at.x, at.y
            ),
            (None, Destination::Within { point, distance }) => {
                format!("within {distance:.0} of {:.0}, {:.0}", point.x, point.y)
            }
            (None, Destination::Formation { leader, .. }) => {
                format!("a place in formation with {}", self.called(leader))
            }
            (None, _) => format!("{:.0}, {:.0}", trip.position.x, trip.position.y),
        };
        let progress = match trip.progress {
            TripProgress::FollowingPath => "following its path".to_owned(),
            TripProgress::FollowingField => "following a shared flow field".to_owned(),
            TripProgress::Searching => "standing, path search under way".to_owned(),
            TripProgress::Routing => "standing, route search under way".to_owned(),
            TripProgress::AtNode if trip.links.is_empty() => {
                "at a waypoint of its route".to_owned()
            }
            TripProgress::AtNode => "as near to the link as it can get".to_owned(),
            TripProgress::Crossing { until } if until > self.tick => {
                format!("crossing for {} ticks more", until - self.tick)
            }
            TripProgress::Crossing { .. } => "waiting for room at the far end".to_owned(),
            TripProgress::SteppingAside { until } => {
                let ticks = until.saturating_sub(self.tick);
                format!("making room for another traveller for {ticks} ticks")
            }
        };
        let mut lines = vec![
            Line::new("To", goal).about(trip.target()),
            Line::new("Now", progress),
            Line::new("Speed", format!("{:.1} per tick", trip.speed)),
        ];
        if !trip.links.is_empty() {
            lines.push(Line::new("By", trip.links.join(", ")));
        }
        if let Some(by) = trip.blocker {
            let value = format!("by {}", blocker(by, &|id| self.called(id)));
            lines.push(Line::new("Blocked", value).of(Severity::Warning).about(trip.met()));
        }
        if trip.stopped > 0 {
            let value = format!("{} ticks without getting nearer", trip.stopped);
            lines.push(Line::new("Lost", value).of(Severity::Warning));
        }
        if !trip.waypoints.is_empty() {
            lines.push(Line::new("Waypoints", trip.waypoints.len().to_string()));
        }
        if !trip.route_nodes.is_empty() {
            lines.push(Line::new("Route nodes", trip.route_nodes.len().to_string()));
        }
        lines
    }
}
