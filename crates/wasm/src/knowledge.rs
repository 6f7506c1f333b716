//! What a module asks the host about its creature and others, and what it tells its kin.
//!
//! These functions know more than the records in the buffer, so that modules which do not ask need not be
//! handed it.

use std::sync::Arc;

use terrarium_creatures::behaviour::{
    Condition, EnergyState, LinkSighting, MESSAGE_LENGTH, Message, Senses,
};
use terrarium_space::geometry::DVec2;
use wasmi::{Caller, Linker, TrapCode};

use super::guest::Host;
use super::imports::{Function, HostError, MODULE, bytes, canonical, spend, step};
use super::prices;
use super::record::{condition, link, message};
use super::tracking::CHUNK;

/// The name of the import with which a module reads the conditions of others.
pub(super) const CONDITION: &str = "condition";

/// The functions, for the list of imports.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: CONDITION,
        parameters: "i32 i32",
        result: "i32",
        meaning: "Writes the record `condition` of the sighting with an index to an address. Returns 1, or 0 if \
                  there is no such sighting.",
    },
    Function {
        name: "step_cost",
        parameters: "f64",
        result: "f64",
        meaning: "The energy of a tick of moving at a speed on plain ground.",
    },
    Function {
        name: "path_length",
        parameters: "f64 f64",
        result: "f64",
        meaning: "The length of the shortest path around impassable ground to the point (x, y), in units; infinity \
                  if there is none. Other bodies, links and the costs of the ground are ignored.",
    },
    Function {
        name: "tell",
        parameters: "i32 i32",
        result: "",
        meaning: "Sends a message of at most 32 bytes, given by address and length, to the animals of the \
                  creature's species within the rule `message_radius`, which receive it in the next tick. The last one \
                  of a turn counts.",
    },
    Function {
        name: "heard",
        parameters: "i32 i32",
        result: "i32",
        meaning: "Writes the record `message` of the message with an index, nearest first, to an address. Returns 1, \
                  or 0 if there is no such message.",
    },
    Function {
        name: "link",
        parameters: "i32 i32",
        result: "i32",
        meaning: "Writes the record `link` of the link with an index, nearest first, to an address. Returns 1, or 0 if \
                  there is no such link. At most 64 are seen; one that leads in both directions is seen from each of its \
                  ends.",
    },
];

/// What the functions above need of a turn, and what they leave.
#[derive(Default)]
pub(super) struct Knowledge {
    centre: DVec2,
    radius: f64,
    moving_cost: f64,
    /// The conditions of the sightings, for modules that read them.
    conditions: Vec<Condition>,
    are_conditions_charged: bool,
    messages: Vec<Message>,
    links: Vec<LinkSighting>,
    /// The message that the creature tells.
    pub told: Option<Vec<u8>>,
}

impl Knowledge {
    /// Loads a turn, which replaces everything of the previous one.
    pub fn load(&mut self, senses: &Senses<'_>, reads_conditions: bool) {
        (self.centre, self.radius) = (senses.me.centre, senses.me.radius);
        self.moving_cost = senses.me.moving_cost;
        self.conditions.clear();
        self.are_conditions_charged = false;
        if reads_conditions {
            self.conditions.extend(senses.conditions.iter());
        }
        self.messages.clear();
        self.messages.extend_from_slice(senses.messages);
        self.links.clear();
        self.links.extend_from_slice(senses.links);
        self.told = None;
    }
}

/// Defines the functions.
pub(super) fn define(linker: &mut Linker<Host>) -> Result<(), HostError> {
    linker.func_wrap(MODULE, CONDITION, read_condition)?;
    linker.func_wrap(
        MODULE,
        "step_cost",
        |mut caller: Caller<'_, Host>, speed: f64| -> Result<f64, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let cost = canonical(caller.data().knowledge.moving_cost * speed * speed);
            step(&mut caller, || format!("step_cost({speed:?})"), &cost);
            Ok(cost)
        },
    )?;
    linker.func_wrap(MODULE, "path_length", path_length)?;
    linker.func_wrap(
        MODULE,
        "tell",
        |mut caller: Caller<'_, Host>, address: u32, length: u32| -> Result<(), HostError> {
            let (told, host) = bytes(&mut caller, address, length)?;
            let told = told.to_vec();
            host.knowledge.told = Some(told.clone());
            step(&mut caller, || format!("tell({:?})", String::from_utf8_lossy(&told)), &());
            Ok(())
        },
    )?;
    linker.func_wrap(MODULE, "heard", hear)?;
    linker.func_wrap(MODULE, "link", see_link)?;
    Ok(())
}

fn read_condition(
    mut caller: Caller<'_, Host>,
    index: u32,
    address: u32,
) -> Result<i32, HostError> {
    let knowledge = &mut caller.data_mut().knowledge;
    let is_first = !std::mem::replace(&mut knowledge.are_conditions_charged, true);
    let count = if is_first { knowledge.conditions.len() as u64 } else { 0 };
    let record = knowledge.conditions.get(index as usize).map(condition_record);
    spend(&mut caller, prices::HOST_CALL + prices::WRITTEN_RECORD + count * prices::CONDITION)?;
    let is_there = write_record(&mut caller, address, record)?;
    step(&mut caller, || format!("condition({index})"), &is_there);
    Ok(is_there)
}

fn hear(mut caller: Caller<'_, Host>, index: u32, address: u32) -> Result<i32, HostError> {
    let record = caller.data().knowledge.messages.get(index as usize).map(message_record);
    spend(&mut caller, prices::HOST_CALL + prices::WRITTEN_RECORD)?;
    let is_there = write_record(&mut caller, address, record)?;
    step(&mut caller, || format!("heard({index})"), &is_there);
    Ok(is_there)
}

fn see_link(mut caller: Caller<'_, Host>, index: u32, address: u32) -> Result<i32, HostError> {
    let record = caller.data().knowledge.links.get(index as usize).map(link_record);
    spend(&mut caller, prices::HOST_CALL + prices::WRITTEN_RECORD)?;
    let is_there = write_record(&mut caller, address, record)?;
    step(&mut caller, || format!("link({index})"), &is_there);
    Ok(is_there)
}

fn path_length(mut caller: Caller<'_, Host>, x: f64, y: f64) -> Result<f64, HostError> {
    spend(&mut caller, prices::PATH_SEARCH)?;
    let Host { ground, knowledge, .. } = caller.data();
    let (ground, radius) = (Arc::clone(ground), knowledge.radius);
    let ends = [knowledge.centre, DVec2::new(x, y)];
    let charge = |work| spend(&mut caller, work * prices::PATH_STEP);
    let length = ground.charged_path_length(ends, radius, charge)?;
    let length = length.unwrap_or(f64::INFINITY);
    step(&mut caller, || format!("path_length({x:?}, {y:?})"), &length);
    Ok(length)
}

/// Writes a record, if there is one, and returns 1 or 0.
fn write_record<const SIZE: usize>(
    caller: &mut Caller<'_, Host>,
    address: u32,
    record: Option<[u8; SIZE]>,
) -> Result<i32, HostError> {
    let Some(record) = record else { return Ok(0) };
    write(caller, address, &record)?;
    Ok(1)
}

/// Writes bytes, of which there is at least one, to the module's memory, and marks the chunks as its own stores do.
pub(super) fn write(
    caller: &mut Caller<'_, Host>,
    address: u32,
    bytes: &[u8],
) -> Result<(), HostError> {
    // There is none yet while the start function runs.
    let Host { memory, marks, .. } = caller.data();
    let (memory, marks) = memory.zip(*marks).ok_or(TrapCode::MemoryOutOfBounds)?;
    let start = address as usize;
    let place = memory.data_mut(&mut *caller).get_mut(start..start.saturating_add(bytes.len()));
    place.ok_or(TrapCode::MemoryOutOfBounds)?.copy_from_slice(bytes);
    marks.data_mut(caller)[start / CHUNK..=(start + bytes.len() - 1) / CHUNK].fill(1);
    Ok(())
}

fn condition_record(seen: &Condition) -> [u8; condition::SIZE] {
    let mut record = [0; condition::SIZE];
    record[condition::STATE] = match seen.state {
        EnergyState::Deteriorating => 0,
        EnergyState::Hungry => 1,
        EnergyState::Normal => 2,
        EnergyState::Full => 3,
    };
    record[condition::MATURE] = seen.mature.into();
    record[condition::DOING] = seen.doing as u8;
    let numbers = [
        (condition::DAMAGE, seen.damage),
        (condition::MAX_SPEED, seen.max_speed),
        (condition::ATTACK, seen.attack),
        (condition::DEFENCE, seen.defence),
    ];
    for (at, number) in numbers {
        record[at..at + 8].copy_from_slice(&number.to_le_bytes());
    }
    record
}

fn message_record(heard: &Message) -> [u8; message::SIZE] {
    let mut record = [0; message::SIZE];
    let length = heard.bytes.len().min(MESSAGE_LENGTH);
    record[message::FROM..][..8].copy_from_slice(&heard.from.0.to_le_bytes());
    record[message::X..][..8].copy_from_slice(&heard.place.x.to_le_bytes());
    record[message::Y..][..8].copy_from_slice(&heard.place.y.to_le_bytes());
    record[message::LENGTH] = u8::try_from(length).unwrap_or(u8::MAX);
    record[message::BYTES..][..length].copy_from_slice(&heard.bytes[..length]);
    record
}

fn link_record(seen: &LinkSighting) -> [u8; link::SIZE] {
    let mut record = [0; link::SIZE];
    record[link::ID..][..4].copy_from_slice(&u32::from(seen.link).to_le_bytes());
    record[link::TICKS..][..4].copy_from_slice(&seen.ticks.to_le_bytes());
    record[link::OPEN] = seen.is_open.into();
    let numbers = [
        (link::NEAR_X, seen.near.x),
        (link::NEAR_Y, seen.near.y),
        (link::FAR_X, seen.far.x),
        (link::FAR_Y, seen.far.y),
        (link::GAP, seen.gap),
    ];
    for (at, number) in numbers {
        record[at..at + 8].copy_from_slice(&number.to_le_bytes());
    }
    record
}
