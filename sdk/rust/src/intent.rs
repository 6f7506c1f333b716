//! What a creature wants.

use crate::buffer::Outbox;
use crate::memory::{Pack, Writer};
use crate::senses::{Id, Senses};

#[repr(C)]
pub(crate) struct RawIntent {
    movement: u32,
    wishes: u32,
    x: f64,
    y: f64,
    speed: f64,
    target: u64,
    attack: u64,
    defend: u64,
    eat: u64,
    signal: u64,
    wall: [u32; 2],
    dna: [u32; 2],
    memory: [u32; 2],
}

const _: () = assert!(size_of::<RawIntent>() == 96);

/// One creature's turn: what it knows, and what it wants. Each wish replaces an earlier one of its
/// kind.
pub struct Turn {
    intent: &'static mut RawIntent,
    senses: &'static Senses,
    outbox: &'static mut Outbox,
}

impl Turn {
    pub(crate) fn new(
        intent: &'static mut RawIntent,
        senses: &'static Senses,
        outbox: &'static mut Outbox,
    ) -> Self {
        Self { intent, senses, outbox }
    }

    /// What it knows.
    #[must_use]
    pub fn senses(&self) -> &'static Senses {
        self.senses
    }

    fn go(&mut self, movement: u32, speed: f64) {
        self.intent.movement = movement;
        self.intent.speed = speed;
    }

    /// Moves so that its middle comes to lie on a point, at a speed in units a tick.
    pub fn go_to(&mut self, x: f64, y: f64, speed: f64) {
        (self.intent.x, self.intent.y) = (x, y);
        self.go(2, speed);
    }

    /// Moves to a point or, where terrain keeps it away, to the place nearest to it that it can
    /// reach.
    pub fn go_near(&mut self, x: f64, y: f64, speed: f64) {
        (self.intent.x, self.intent.y) = (x, y);
        self.go(5, speed);
    }

    /// Moves next to an organism in sight.
    pub fn go_beside(&mut self, whom: Id, speed: f64) {
        self.intent.target = whom.0;
        self.go(3, speed);
    }

    /// Moves to a base.
    pub fn go_to_base(&mut self, base: u32, speed: f64) {
        self.intent.target = base.into();
        self.go(4, speed);
    }

    /// Gives up the journey under way.
    pub fn halt(&mut self) {
        self.intent.movement = 1;
    }

    /// Strikes at somebody within reach.
    pub fn attack(&mut self, whom: Id) {
        self.intent.wishes |= 1;
        self.intent.attack = whom.0;
    }

    /// Wards off the blows of somebody.
    pub fn defend(&mut self, against: Id) {
        self.intent.wishes |= 2;
        self.intent.defend = against.0;
    }

    /// Bites off something within reach.
    pub fn eat(&mut self, what: Id) {
        self.intent.wishes |= 4;
        self.intent.eat = what.0;
    }

    /// Conceives a child that gets nothing handed down.
    pub fn reproduce(&mut self) {
        self.reproduce_with(&[]);
    }

    /// Conceives a child that gets `dna` handed down.
    pub fn reproduce_with(&mut self, dna: &[u8]) {
        self.intent.wishes |= 8;
        self.intent.dna = put(dna, &mut self.outbox.dna);
    }

    /// Strikes at the wall on a tile.
    pub fn breach(&mut self, x: u32, y: u32) {
        self.intent.wishes |= 16;
        self.intent.wall = [x, y];
    }

    /// Shows a signal to all that see it, until another.
    pub fn signal(&mut self, value: u64) {
        self.intent.wishes |= 32;
        self.intent.signal = value;
    }

    /// Tells its kin a message of at most 32 bytes, which they hear in the next tick.
    pub fn tell(&mut self, message: &[u8]) {
        crate::knowledge::tell(message);
    }

    /// Remembers these bytes in place of all that was remembered.
    pub fn remember(&mut self, memory: &[u8]) {
        self.intent.wishes |= 64;
        self.intent.memory = put(memory, &mut self.outbox.memory);
    }

    /// Remembers a struct in place of all that was remembered.
    ///
    /// # Panics
    /// When it takes more than 2,048 bytes.
    pub fn store(&mut self, memory: &impl Pack) {
        let mut writer: Writer<2048> = Writer::new();
        memory.pack(&mut writer);
        assert!(writer.has_room(), "a memory of more than 2048 bytes");
        self.remember(writer.bytes());
    }

    /// Moves until its middle is within a distance of a point, in units: where somebody may stand on the point.
    pub fn go_within(&mut self, x: f64, y: f64, distance: f64, speed: f64) {
        (self.intent.x, self.intent.y) = (x, y);
        self.intent.target = distance.to_bits();
        self.go(6, speed);
    }
}

/// Copies bytes to where the host finds them when the turn is over. What is longer than any rule
/// allows is left for the host to refuse.
fn put(bytes: &[u8], room: &mut [u8]) -> [u32; 2] {
    if let Some(room) = room.get_mut(..bytes.len()) {
        room.copy_from_slice(bytes);
    }
    [room.as_ptr().addr() as u32, bytes.len() as u32]
}
