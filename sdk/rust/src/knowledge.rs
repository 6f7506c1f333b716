//! What a creature asks about others and itself, and what it hears of its kin.

use crate::senses::{Activity, EnergyState, Id, Senses, Sighting};

#[link(wasm_import_module = "terrarium")]
unsafe extern "C" {
    #[link_name = "condition"]
    fn raw_condition(index: u32, into: *mut Condition) -> i32;
    #[link_name = "heard"]
    fn raw_heard(index: u32, into: *mut Message) -> i32;
    #[link_name = "link"]
    fn raw_link(index: u32, into: *mut Link) -> i32;
    #[link_name = "step_cost"]
    safe fn raw_step_cost(speed: f64) -> f64;
    #[link_name = "path_length"]
    safe fn raw_path_length(x: f64, y: f64) -> f64;
    #[link_name = "tell"]
    fn raw_tell(address: *const u8, length: usize);
}

/// How something in sight was when the last tick ended.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Condition {
    /// How well fed it is.
    pub state: EnergyState,
    mature: u8,
    /// What it did in the last tick.
    pub doing: Activity,
    _space: [u8; 5],
    /// The damage it has not healed, as a share of what kills it; 1 for a carcass.
    pub damage: f64,
    /// The fastest it can move, in units a tick; 0 for plants and carcasses.
    pub max_speed: f64,
    /// The most damage of one of its blows; 0 for plants and carcasses.
    pub attack: f64,
    /// The most damage of a blow that it can ward off; 0 for plants and carcasses.
    pub defence: f64,
}

impl Condition {
    /// Whether it is grown up.
    #[must_use]
    pub fn is_mature(&self) -> bool {
        self.mature != 0
    }
}

/// A message of the last tick from another of its species.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Message {
    /// Who told it.
    pub from: Id,
    /// The middle of the sender's body when it told it.
    pub x: f64,
    /// The middle of the sender's body when it told it.
    pub y: f64,
    length: u8,
    _space: [u8; 7],
    bytes: [u8; 32],
}

impl Message {
    /// What was told.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length.into()).unwrap_or_default()
    }
}

/// A link that begins in sight: a ferry, a tunnel or a jump.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Link {
    /// Its number in the world.
    pub id: u32,
    /// How long a crossing takes, in ticks.
    pub ticks: u32,
    /// The end at which the creature would embark.
    pub x: f64,
    /// The end at which the creature would embark.
    pub y: f64,
    /// The end to which it leads.
    pub to_x: f64,
    /// The end to which it leads.
    pub to_y: f64,
    /// The gap between its near end and the creature, in units; 0 when they touch.
    pub gap: f64,
    open: u8,
    _space: [u8; 7],
}

impl Link {
    /// Whether it is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open != 0
    }
}

const _: () = assert!(size_of::<Condition>() == 40 && size_of::<Message>() == 64);
const _: () = assert!(size_of::<Link>() == 56);

impl Senses {
    /// The condition of something in sight.
    #[must_use]
    pub fn condition(&'static self, of: &Sighting) -> Option<Condition> {
        let index = self.sightings().iter().position(|s| s.id == of.id)?;
        let mut condition = Condition {
            state: EnergyState::NORMAL,
            mature: 0,
            doing: Activity::RESTING,
            _space: [0; 5],
            damage: 0.0,
            max_speed: 0.0,
            attack: 0.0,
            defence: 0.0,
        };
        // SAFETY: the host writes a record of this size.
        let is_there = unsafe { raw_condition(index as u32, &raw mut condition) };
        (is_there != 0).then_some(condition)
    }

    /// The messages that the creature hears, nearest first.
    pub fn messages(&'static self) -> impl Iterator<Item = Message> {
        (0..).map_while(|index| {
            let mut message =
                Message { from: Id(0), x: 0.0, y: 0.0, length: 0, _space: [0; 7], bytes: [0; 32] };
            // SAFETY: the host writes a record of this size.
            let is_there = unsafe { raw_heard(index, &raw mut message) };
            (is_there != 0).then_some(message)
        })
    }

    /// The links that begin in sight, nearest first. One that leads in both directions is seen from each of its ends.
    pub fn links(&'static self) -> impl Iterator<Item = Link> {
        (0..).map_while(|index| {
            let mut link = Link {
                id: 0,
                ticks: 0,
                x: 0.0,
                y: 0.0,
                to_x: 0.0,
                to_y: 0.0,
                gap: 0.0,
                open: 0,
                _space: [0; 7],
            };
            // SAFETY: the host writes a record of this size.
            let is_there = unsafe { raw_link(index, &raw mut link) };
            (is_there != 0).then_some(link)
        })
    }
}

/// The energy of a tick of moving at a speed on plain ground.
pub fn step_cost(speed: f64) -> f64 {
    raw_step_cost(speed)
}

/// The length of the shortest path around impassable ground to a point, in units; `None` if there is none.
/// Other bodies, links and the costs of the ground are ignored.
pub fn path_length(x: f64, y: f64) -> Option<f64> {
    Some(raw_path_length(x, y)).filter(|length| length.is_finite())
}

pub(crate) fn tell(message: &[u8]) {
    // SAFETY: the host reads the bytes, and keeps a copy.
    unsafe { raw_tell(message.as_ptr(), message.len()) }
}

#[link(wasm_import_module = "terrarium")]
unsafe extern "C" {
    #[link_name = "needs_partner"]
    safe fn raw_needs_partner() -> i32;
    #[link_name = "second_dna"]
    fn raw_second_dna(into: *mut u8, most: u32) -> i32;
    #[link_name = "mutated"]
    safe fn raw_mutated(number: f64, share: f64) -> f64;
    #[link_name = "crossed"]
    safe fn raw_crossed(a: f64, b: f64) -> f64;
}

/// Whether the creature conceives only beside another of its species that requests a child, too.
pub fn needs_partner() -> bool {
    raw_needs_partner() != 0
}

/// Reads the dna that the creature's second parent passed on. Returns its length, which may be more than there is room
/// for; 0 if there is none.
pub fn second_dna(into: &mut [u8]) -> usize {
    // SAFETY: the host writes no more bytes than there is room for.
    unsafe { raw_second_dna(into.as_mut_ptr(), into.len() as u32) as usize }
}

/// A number for a child, changed by at most a share (0 to 1) of it, or of 1 if it is smaller.
pub fn mutated(number: f64, share: f64) -> f64 {
    raw_mutated(number, share)
}

/// A number for a child of two parents: one of both, with the same probability.
pub fn crossed(a: f64, b: f64) -> f64 {
    raw_crossed(a, b)
}
