//! The events of a conquest, one row each: `conquest.csv`.

use terrarium_creatures::behaviour::{BaseId, Colony};
use terrarium_output::table::{Cell, Column, CsvTable};
use terrarium_sim::world::{Conquest, ConquestEvent, Verdict, World};
use terrarium_space::terrain::{self, Terrain};

use super::{NewFile, RecordError};

/// The name of the file.
pub const CONQUEST: &str = "conquest.csv";

/// The columns of the table.
#[must_use]
pub fn columns() -> [Column; 10] {
    [
        Column::whole("tick", "tick in which it happened"),
        Column::word(
            "what",
            "neutralised, captured: a base; silenced: a sentry; breached: a wall; tickets_lost; \
             won, draw: the result",
        ),
        Column::word("colony", "blue or red: the acting colony; tickets_lost: the losing colony"),
        Column::word("base", "name of the base"),
        Column::whole("x", "column of the capture tile of the base, or of the wall"),
        Column::whole("y", "row of that tile"),
        Column::whole("lost", "tickets lost in this tick"),
        Column::whole("blue_tickets", "tickets of blue after the tick"),
        Column::whole("red_tickets", "tickets of red after the tick"),
        Column::whole("bases", "bases held by the colony after the tick"),
    ]
}

/// The row of an event of a conquest.
#[must_use]
pub fn cells<'a>(
    tick: u64,
    event: &ConquestEvent,
    conquest: &Conquest,
    terrain: &'a Terrain,
) -> [Cell<'a>; 10] {
    let place = |cell: terrain::Cell| [Cell::Whole(cell.x.into()), Cell::Whole(cell.y.into())];
    let of_base = |base: BaseId| {
        let point = terrain.control_points().get(base.index());
        point.map_or((Cell::Empty, [Cell::Empty; 2]), |point| {
            (Cell::Word(&point.name), place(point.capture))
        })
    };
    let (mut base, mut tile, mut lost) = (Cell::Empty, [Cell::Empty; 2], Cell::Empty);
    let (what, colony) = match *event {
        ConquestEvent::Neutralised { base: id, by } => {
            (base, tile) = of_base(id);
            ("neutralised", Some(by))
        }
        ConquestEvent::Captured { base: id, by } => {
            (base, tile) = of_base(id);
            ("captured", Some(by))
        }
        ConquestEvent::Silenced { wall, by } => {
            tile = place(wall);
            ("silenced", Some(by))
        }
        ConquestEvent::Breached { wall, by } => {
            tile = place(wall);
            ("breached", Some(by))
        }
        ConquestEvent::TicketsLost { colony, count } => {
            lost = Cell::Whole(count.into());
            ("tickets_lost", Some(colony))
        }
        ConquestEvent::Decided(Verdict::Won(colony)) => ("won", Some(colony)),
        ConquestEvent::Decided(Verdict::Draw) => ("draw", None),
    };
    let name = colony.map_or(Cell::Empty, |colony| Cell::Word(colony.name()));
    let held = colony.map_or(Cell::Empty, |colony| Cell::Whole(conquest.held(colony).into()));
    let [blue, red] = Colony::ALL.map(|it| Cell::Whole(conquest.tickets[it.index()].into()));
    let [x, y] = tile;
    [Cell::Whole(tick), Cell::Word(what), name, base, x, y, lost, blue, red, held]
}

/// Writes the table.
pub struct ConquestTable {
    table: CsvTable,
}

impl ConquestTable {
    /// Creates the table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(file: NewFile) -> Result<Self, RecordError> {
        Ok(Self { table: CsvTable::new(file, &columns())? })
    }

    /// Writes the events of the last tick of `world`, in order.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn record(&mut self, world: &World) -> Result<(), RecordError> {
        let (Some(conquest), Some(terrain)) = (&world.conquest(), &world.config().terrain) else {
            return Ok(());
        };
        for event in &conquest.events {
            self.table.row(&cells(world.tick(), event, conquest, terrain))?;
        }
        Ok(())
    }

    /// Writes all rows so far to the disk, and returns the length of the file.
    pub(super) fn sync(&mut self) -> Result<u64, RecordError> {
        self.table.sync()
    }
}
