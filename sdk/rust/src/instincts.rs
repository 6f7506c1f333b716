//! Movements that most animals need: fleeing, grazing, pursuing, roaming. They request what the
//! functions of these names in scripts request, and draw the same random numbers.

use crate::host::{math::sqrt, random};
use crate::intent::Turn;
use crate::senses::{EventKind, Refusal, Senses, Sighting};

type Vector = [f64; 2];

impl Turn {
    /// Moves away from all threats, mostly from the nearest. Returns false when there is none.
    pub fn flee<'a>(
        &mut self,
        threats: impl IntoIterator<Item = &'a Sighting>,
        speed: f64,
    ) -> bool {
        let me = self.senses();
        let mut sum = [0.0, 0.0];
        for threat in threats {
            let apart = [me.x - threat.x, me.y - threat.y];
            let weight = squared(apart).max(1.0);
            sum = [sum[0] + apart[0] / weight, sum[1] + apart[1] / weight];
        }
        let away = normalised(sum);
        let flees = squared(away) != 0.0;
        if flees {
            let [x, y] = flight(me, away);
            self.go_to(x, y, speed);
        }
        flees
    }

    /// Moves next to food and eats of it when it is near enough.
    pub fn graze(&mut self, food: &Sighting, speed: f64) {
        let reach = self.senses().reach;
        if food.gap <= reach {
            self.halt();
        } else {
            self.go_beside(food.id, speed);
        }
        // Eating comes after moving, so the last step and the first bite fit into one tick.
        if food.gap <= reach + speed {
            self.eat(food.id);
        }
    }

    /// Moves next to prey, and attacks it when it is within reach.
    pub fn pursue(&mut self, prey: &Sighting, speed: f64) {
        if prey.gap <= self.senses().reach {
            self.attack(prey.id);
        }
        self.go_beside(prey.id, speed);
    }

    /// Moves to a random point nearby, unless the creature is on a journey.
    pub fn roam(&mut self, speed: f64) {
        let me = self.senses();
        if me.is_travelling() {
            return;
        }
        let [x, y] = random_vector();
        let [x, y] = nearest_point(me, ahead(me, [x, y], me.sight * 3.0));
        self.go_to(x, y, speed);
    }
}

/// The destination of a flight in a direction, or along the border when the border is ahead.
fn flight(me: &'static Senses, direction: Vector) -> Vector {
    let direction = if was_unreachable(me) {
        // The last movement was refused: try a random direction.
        let [x, y] = random_vector();
        normalised([direction[0] + x * 2.0, direction[1] + y * 2.0])
    } else {
        direction
    };
    let wanted = ahead(me, direction, me.sight);
    let destination = nearest_point(me, wanted);
    if sqrt(squared([destination[0] - me.x, destination[1] - me.y])) >= me.sight * 0.25 {
        return destination;
    }
    // At the border: along it, toward the side with more room.
    let middle = |axis: usize| ((me.min[axis] + me.radius) + (me.max[axis] - me.radius)) * 0.5;
    let side = |at: f64, middle: f64| if at < middle { 1.0 } else { -1.0 };
    let [off_x, off_y] = [0, 1].map(|axis| (wanted[axis] - destination[axis]).abs());
    let along =
        if off_x > off_y { [0.0, side(me.y, middle(1))] } else { [side(me.x, middle(0)), 0.0] };
    nearest_point(me, ahead(me, along, me.sight))
}

/// Whether a movement was refused in the last tick because no path leads there.
fn was_unreachable(me: &'static Senses) -> bool {
    me.events().iter().any(|event| match event.what() {
        EventKind::Refused { why, .. } => matches!(
            why,
            Refusal::NO_WAY | Refusal::NO_WAY_FOUND | Refusal::NO_ROUTE | Refusal::CLOSED_IN
        ),
        _ => false,
    })
}

fn ahead(me: &Senses, direction: Vector, distance: f64) -> Vector {
    [me.x + direction[0] * distance, me.y + direction[1] * distance]
}

/// The point nearest to another at which the creature's centre can be.
fn nearest_point(me: &Senses, [x, y]: Vector) -> Vector {
    let within =
        |at: f64, axis: usize| at.max(me.min[axis] + me.radius).min(me.max[axis] - me.radius);
    [within(x, 0), within(y, 1)]
}

/// A random vector, −1 to 1 along each axis.
fn random_vector() -> Vector {
    [random(), random()].map(|component| component * 2.0 - 1.0)
}

fn squared([x, y]: Vector) -> f64 {
    x * x + y * y
}

/// A vector of length 1, or zero.
fn normalised([x, y]: Vector) -> Vector {
    let reciprocal = 1.0 / sqrt(squared([x, y]));
    if reciprocal.is_finite() && reciprocal > 0.0 {
        [x * reciprocal, y * reciprocal]
    } else {
        [0.0, 0.0]
    }
}
