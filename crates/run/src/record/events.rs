//! The events of organisms, one row each: `events.parquet`.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Blocker, Event, EventKind, OrganismId};
use terrarium_output::table::{Cell, Column};
#[cfg(not(target_family = "wasm"))]
use terrarium_sim::world::World;

#[cfg(not(target_family = "wasm"))]
use super::{NewFile, RecordError, table::ParquetTable};

/// The name of the file.
pub const EVENTS: &str = "events.parquet";

/// Which events are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventChoice {
    /// No events, and no file.
    Nothing,
    /// The events of an organism's life: births, deaths, attacks, conceptions, births without room,
    /// events of a conquest, crossings of links, and faults. That is a few rows for each organism.
    ///
    /// The census sums up the rest. `gave_birth` is omitted because the child's row names its
    /// parent, `attacked` because the attacker's row names its victim.
    #[default]
    Lives,
    /// All events: several rows for each animal and tick.
    Everything,
}

impl EventChoice {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Lives, Self::Everything];

    /// Its name in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Lives => "lives",
            Self::Everything => "everything",
        }
    }

    /// The choice with this [name](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }

    /// Whether this choice includes an event.
    #[must_use]
    pub fn includes(self, what: &EventKind) -> bool {
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            Self::Lives => matches!(
                what,
                EventKind::Born { .. }
                    | EventKind::Died { .. }
                    | EventKind::Struck { .. }
                    | EventKind::Conceived
                    | EventKind::NoRoomForBirth
                    | EventKind::Neutralised { .. }
                    | EventKind::Captured { .. }
                    | EventKind::Stung { .. }
                    | EventKind::StruckWall { .. }
                    | EventKind::Failed { .. }
                    | EventKind::Embarked { .. }
                    | EventKind::Crossed { .. }
            ),
        }
    }
}

/// The columns of the table.
#[must_use]
pub fn columns() -> [Column; 8] {
    [
        Column::whole("tick", "tick in which it happened"),
        Column::whole("organism", "identity of the organism"),
        Column::word("species", "name of its species"),
        Column::word("what", "kind of the event"),
        Column::whole(
            "other",
            "born: the parent (empty for founders); died, attacked: the attacker; struck, killed: \
             the victim; ate: the food; gave_birth: the child; blocked: the obstructing organism; \
             neutralised, captured: the base, counted from 0; embarked, crossed: the link, counted from 0",
        ),
        Column::word(
            "cause",
            "died: the cause; blocked: the obstacle; refused, failed: the reason",
        ),
        Column::word("slot", "refused: the slot of the requested action"),
        Column::number(
            "amount",
            "struck, killed, attacked, stung, struck_wall, breached: damage; ate: energy",
        ),
    ]
}

/// The row of an event. An attack that killed its victim is `killed`, any other `struck`.
#[must_use]
pub fn cells<'a>(tick: u64, event: &Event, species: &'a str) -> [Cell<'a>; 8] {
    let organism = |id: OrganismId| match id {
        OrganismId::NONE => Cell::Empty,
        OrganismId(id) => Cell::Whole(id),
    };
    let (mut other, mut cause) = (Cell::Empty, Cell::Empty);
    let (mut slot_name, mut amount) = (Cell::Empty, Cell::Empty);
    let what = match event.what {
        EventKind::Born { parent } => {
            other = organism(parent);
            "born"
        }
        EventKind::Died { of, by } => {
            (other, cause) = (by.map_or(Cell::Empty, organism), Cell::Word(of.name()));
            "died"
        }
        EventKind::Struck { target: victim, damage, killed } => {
            (other, amount) = (organism(victim), Cell::Number(damage));
            if killed { "killed" } else { "struck" }
        }
        EventKind::Attacked { by, damage } => {
            (other, amount) = (organism(by), Cell::Number(damage));
            "attacked"
        }
        EventKind::Ate { food, energy } => {
            (other, amount) = (organism(food), Cell::Number(energy.units()));
            "ate"
        }
        EventKind::GaveBirth { child } => {
            other = organism(child);
            "gave_birth"
        }
        EventKind::Blocked { by } => {
            (other, cause) = match by {
                Blocker::Organism(id) => (organism(id), Cell::Word("organism")),
                Blocker::Terrain => (Cell::Empty, Cell::Word("terrain")),
                Blocker::Border => (Cell::Empty, Cell::Word("border")),
            };
            "blocked"
        }
        EventKind::Refused { slot, why, target } => {
            other = target.map_or(Cell::Empty, organism);
            (slot_name, cause) = (Cell::Word(slot.name()), Cell::Word(why.explanation().0));
            "refused"
        }
        EventKind::Neutralised { base } => {
            other = Cell::Whole(base.0.into());
            "neutralised"
        }
        EventKind::Captured { base } => {
            other = Cell::Whole(base.0.into());
            "captured"
        }
        EventKind::Stung { damage } => {
            amount = Cell::Number(damage);
            "stung"
        }
        EventKind::StruckWall { damage, breached, .. } => {
            amount = Cell::Number(damage);
            if breached { "breached" } else { "struck_wall" }
        }
        EventKind::Failed { ref fault } => {
            cause = Cell::Word(fault.kind.explanation().0);
            "failed"
        }
        EventKind::Embarked { link } => {
            other = Cell::Whole(link.into());
            "embarked"
        }
        EventKind::NoTime => "no_time",
        EventKind::Crossed { link } => {
            other = Cell::Whole(link.into());
            "crossed"
        }
        EventKind::Arrived => "arrived",
        EventKind::Grew => "grew",
        EventKind::Conceived => "conceived",
        EventKind::NoRoomForBirth => "no_room_for_birth",
    };
    let organism = Cell::Whole(event.to.0);
    let (what, species) = (Cell::Word(what), Cell::Word(species));
    [Cell::Whole(tick), organism, species, what, other, cause, slot_name, amount]
}

/// Writes the table of events.
#[cfg(not(target_family = "wasm"))]
pub struct EventTable {
    table: ParquetTable,
    choice: EventChoice,
}

#[cfg(not(target_family = "wasm"))]
impl EventTable {
    /// Creates the table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(file: NewFile, choice: EventChoice) -> Result<Self, RecordError> {
        Ok(Self { table: ParquetTable::new(file, &columns())?, choice })
    }

    /// Writes the events of the last tick of `world`, in order of identity.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn record(&mut self, world: &World) -> Result<(), RecordError> {
        for event in world.events().iter().filter(|event| self.choice.includes(&event.what)) {
            let species = &world.config().species(event.species).name;
            self.table.row(&cells(world.tick(), event, species))?;
        }
        Ok(())
    }

    /// Writes all rows so far to the disk; see [`ParquetTable::checkpoint`].
    pub(super) fn checkpoint(&mut self, folder: &Path) -> Result<(), RecordError> {
        self.table.checkpoint(folder, &[])
    }

    /// Finishes the table and syncs it to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<(), RecordError> {
        self.table.finish()
    }
}
