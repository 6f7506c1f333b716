//! Who hears which of the messages of the last tick.

use terrarium_creatures::behaviour::Message;
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::DVec2;

use super::sense::Actor;
use crate::world::World;

/// A square as wide as messages are heard, by the species of the senders in it.
type Square = (SpeciesId, i64, i64);

/// The messages of a tick by species and square.
#[derive(Default)]
pub(super) struct Hearing {
    /// With the index of the message in the list of the world.
    squares: Vec<(Square, usize)>,
}

impl Hearing {
    /// The messages of the last tick of a world.
    pub fn new(world: &World) -> Self {
        let radius = world.config.rules.message_radius;
        let square = |message: &Message| {
            let [x, y] = square_at(message.place, radius);
            (message.species, x, y)
        };
        let mut squares: Vec<_> =
            world.messages.iter().enumerate().map(|(index, it)| (square(it), index)).collect();
        squares.sort_unstable();
        Self { squares }
    }

    /// The messages that a creature hears: those of others of its species within the rule
    /// `message_radius`, the nearest first, of equally near ones by the identity of the sender. They are no
    /// more than the rule `messages_heard` allows.
    pub fn by(&self, hearer: &Actor, centre: DVec2, world: &World) -> Vec<Message> {
        let rules = &world.config.rules;
        let radius = rules.message_radius;
        let [x, y] = square_at(centre, radius);
        let mut near = Vec::new();
        // The squares of tiny radii have huge numbers.
        for column in x.saturating_sub(1)..=x.saturating_add(1) {
            let square = |row| (hearer.species, column, row);
            let (first, last) = (square(y.saturating_sub(1)), square(y.saturating_add(1)));
            let start = self.squares.partition_point(|(square, _)| *square < first);
            let squares = self.squares[start..].iter().take_while(|(square, _)| *square <= last);
            near.extend(squares.map(|&(_, index)| {
                let message = &world.messages[index];
                (message.place.distance(centre), message)
            }));
        }
        near.retain(|&(distance, message)| distance <= radius && message.from != hearer.id);
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.from.cmp(&b.1.from)));
        let heard = near.iter().take(rules.messages_heard as usize);
        heard.map(|&(_, message)| message.clone()).collect()
    }
}

/// The column and row of the square around a place.
#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
fn square_at(place: DVec2, side: f64) -> [i64; 2] {
    (place / side).floor().to_array().map(|number| number as i64)
}
