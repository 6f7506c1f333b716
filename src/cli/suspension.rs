//! Notes about species that are suspended during a run.

use crate::behaviour::EventKind;
use crate::species::SpeciesId;
use crate::world::World;

/// Notices each suspension of a species once.
pub(super) struct Suspensions {
    /// Whether each species was suspended at the last look.
    known: Vec<bool>,
}

impl Suspensions {
    /// Starts with the species that are already suspended, which are not reported.
    pub fn new(world: &World) -> Self {
        Self { known: suspended(world).collect() }
    }

    /// Returns one line for each species that was suspended in the last tick, with the fault of its last
    /// failed turn.
    pub fn new_suspensions(&mut self, world: &World) -> Vec<String> {
        let new_line = |(index, (known, is_suspended)): (usize, (&mut bool, bool))| {
            let is_new = is_suspended && !std::mem::replace(known, is_suspended);
            is_new.then(|| line(index, world))
        };
        self.known.iter_mut().zip(suspended(world)).enumerate().filter_map(new_line).collect()
    }
}

/// Whether each species is suspended.
fn suspended(world: &World) -> impl Iterator<Item = bool> {
    (0..)
        .map(SpeciesId)
        .take(world.turn_accounts().len())
        .map(|species| world.is_suspended(species))
}

fn line(index: usize, world: &World) -> String {
    let fault = world.events().iter().rev().find_map(|event| match &event.what {
        EventKind::Failed { fault } if event.species.index() == index => Some((event.to, fault)),
        _ => None,
    });
    let last = fault.map(|(organism, fault)| format!("; last: {organism}, {fault}"));
    let (name, tick) = (&world.config().species[index].name, world.tick());
    let (count, last) = (world.turn_accounts()[index].faults, last.unwrap_or_default());
    format!("note: species `{name}` is suspended at tick {tick} after {count} failed turns{last}")
}
