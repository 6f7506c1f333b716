//! News, while a world lives, of species that were suspended.

use crate::behaviour::EventKind;
use crate::species::SpeciesId;
use crate::world::World;

/// Sees which species are suspended, and has news of each once.
pub(super) struct Suspensions {
    known: Vec<bool>,
}

impl Suspensions {
    /// Those that are suspended now are old news.
    pub fn new(world: &World) -> Self {
        Self { known: all(world).collect() }
    }

    /// Which species the tick that `world` has just lived has brought down, and why the last of
    /// their turns failed: a line each.
    pub fn news(&mut self, world: &World) -> Vec<String> {
        let fresh = |(place, (known, is_suspended)): (usize, (&mut bool, bool))| {
            let is_news = is_suspended && !std::mem::replace(known, is_suspended);
            is_news.then(|| line(place, world))
        };
        self.known.iter_mut().zip(all(world)).enumerate().filter_map(fresh).collect()
    }
}

fn all(world: &World) -> impl Iterator<Item = bool> {
    (0..).map(SpeciesId).take(world.faults.len()).map(|species| world.is_suspended(species))
}

fn line(place: usize, world: &World) -> String {
    let fault = world.events.iter().rev().find_map(|event| match &event.what {
        EventKind::Failed { fault } if event.species.index() == place => Some((event.to, fault)),
        _ => None,
    });
    let last = fault.map(|(who, fault)| format!(" (the last: {who}, {fault})"));
    let (name, tick) = (&world.config.species[place].name, world.tick);
    let (count, last) = (world.faults[place], last.unwrap_or_default());
    format!("note: `{name}` is suspended in tick {tick}: {count} of its turns have failed{last}")
}
