//! The encoder of the senses of a turn, for the buffer of a module.

use terrarium_creatures::behaviour::{
    ActionKind, Allegiance, BaseSighting, Blocker, EnergyState, Event, EventKind, FaultKind,
    Senses, Sighting, WallSighting,
};
use terrarium_creatures::species::Kind;
use terrarium_space::geometry::DVec2;

use super::record::{BUFFER_BYTES, LISTS, base, event, senses, sighting, wall};

/// The contents of the buffer of a module. The allocation is reused for each turn.
#[derive(Default)]
pub(super) struct TurnEncoder {
    bytes: Vec<u8>,
    left_out: usize,
}

impl TurnEncoder {
    /// Encodes the senses and memory of a creature, its parameters, and an empty intent.
    pub fn write(
        &mut self,
        kind: Kind,
        senses: &Senses<'_>,
        memory: &[u8],
        parameters: &[f64],
    ) -> &[u8] {
        self.bytes.clear();
        self.bytes.resize(LISTS, 0);
        self.left_out = 0;
        self.head(senses);
        self.bytes[senses::KIND] = match kind {
            Kind::Plant => 0,
            Kind::Herbivore => 1,
            Kind::Carnivore => 2,
        };
        self.numbers(parameters);
        self.text(senses::DNA, senses.me.dna);
        self.text(senses::MEMORY, memory);
        self.bases(senses.bases);
        self.list(senses::WALLS, senses.walls, wall_record);
        let known: Vec<&Event> = senses.events.iter().filter(|it| is_known(&it.what)).collect();
        self.list(senses::EVENTS, &known, |event| event_record(event));
        self.list(senses::SIGHTINGS, senses.sight, sighting_record);
        put(&mut self.bytes, senses::LEFT_OUT, small(self.left_out).to_le_bytes());
        &self.bytes
    }

    fn head(&mut self, senses: &Senses<'_>) {
        let head = &mut self.bytes;
        let (me, bounds) = (&senses.me, &senses.bounds);
        put(head, senses::TICK, senses.tick.to_le_bytes());
        put_point(head, senses::MIN_X, bounds.min);
        put_point(head, senses::MAX_X, bounds.max);
        put(head, senses::ID, me.id.0.to_le_bytes());
        put(head, senses::SPECIES, me.species.0.to_le_bytes());
        head[senses::STATE] = match me.state {
            EnergyState::Deteriorating => 0,
            EnergyState::Hungry => 1,
            EnergyState::Normal => 2,
            EnergyState::Full => 3,
        };
        head[senses::COLONY] = me.colony.map_or(0, |colony| 1 + colony as u8);
        head[senses::TRAVELLING] = me.travelling.into();
        head[senses::MATURE] = me.mature.into();
        head[senses::CAN_REPRODUCE] = me.can_reproduce.into();
        head[senses::GROUND] = me.ground as u8;
        put_point(head, senses::X, me.centre);
        put(head, senses::RADIUS, me.radius.to_le_bytes());
        put_point(head, senses::VELOCITY_X, me.velocity);
        put(head, senses::ENERGY, me.energy.to_le_bytes());
        put(head, senses::MAX_ENERGY, me.max_energy.to_le_bytes());
        put(head, senses::DAMAGE, me.damage.to_le_bytes());
        put(head, senses::AGE, me.age.to_le_bytes());
        put(head, senses::LIFESPAN, me.lifespan.to_le_bytes());
        put(head, senses::MAX_SPEED, me.max_speed.to_le_bytes());
        put(head, senses::SIGHT, me.sight.to_le_bytes());
        put(head, senses::BITE, me.bite.to_le_bytes());
        put(head, senses::REACH, me.reach.to_le_bytes());
    }

    /// Writes the offset and length of a list to the senses record.
    fn refer(&mut self, field: usize, offset: usize, count: usize) {
        put(&mut self.bytes, field, small(offset).to_le_bytes());
        put(&mut self.bytes, field + 4, small(count).to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[f64]) {
        self.refer(senses::PARAMETERS, self.bytes.len(), numbers.len());
        self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn text(&mut self, field: usize, text: &[u8]) {
        self.refer(field, self.bytes.len(), text.len());
        self.bytes.extend_from_slice(text);
        self.align();
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
    }

    /// The number of `count` records of a size that still fit. The others are counted as left out.
    fn fitting(&mut self, count: usize, size: usize) -> usize {
        let fitting = count.min((BUFFER_BYTES - self.bytes.len()) / size);
        self.left_out += count - fitting;
        fitting
    }

    fn list<T, const SIZE: usize>(
        &mut self,
        field: usize,
        items: &[T],
        record: fn(&T) -> [u8; SIZE],
    ) {
        let fitting = self.fitting(items.len(), SIZE);
        self.refer(field, self.bytes.len(), fitting);
        for item in &items[..fitting] {
            self.bytes.extend_from_slice(&record(item));
        }
    }

    /// Writes the list of bases, and their names after it.
    fn bases(&mut self, bases: &[BaseSighting<'_>]) {
        let longest = bases.iter().map(|base| base.name.len()).max().unwrap_or(0);
        let fitting = self.fitting(bases.len(), base::SIZE + longest.next_multiple_of(8));
        let start = self.bytes.len();
        self.refer(senses::BASES, start, fitting);
        self.bytes.resize(start + fitting * base::SIZE, 0);
        for (index, base) in bases[..fitting].iter().enumerate() {
            let name = self.bytes.len();
            self.bytes.extend_from_slice(base.name.as_bytes());
            let record = base_record(base, name);
            put(&mut self.bytes, start + index * base::SIZE, record);
        }
        self.align();
    }
}

fn put<const SIZE: usize>(bytes: &mut [u8], at: usize, value: [u8; SIZE]) {
    bytes[at..at + SIZE].copy_from_slice(&value);
}

fn put_point(bytes: &mut [u8], at: usize, point: DVec2) {
    put(bytes, at, point.x.to_le_bytes());
    put(bytes, at + 8, point.y.to_le_bytes());
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn sighting_record(seen: &Sighting) -> [u8; sighting::SIZE] {
    let mut record = [0; sighting::SIZE];
    put(&mut record, sighting::ID, seen.id.0.to_le_bytes());
    put(&mut record, sighting::SPECIES, seen.species.0.to_le_bytes());
    record[sighting::SEEN] = seen.kind as u8;
    record[sighting::HOSTILE] = seen.hostile.into();
    put_point(&mut record, sighting::X, seen.centre);
    put(&mut record, sighting::RADIUS, seen.radius.to_le_bytes());
    put_point(&mut record, sighting::VELOCITY_X, seen.velocity);
    put(&mut record, sighting::FOOD, seen.food.to_le_bytes());
    put(&mut record, sighting::GAP, seen.gap.to_le_bytes());
    put(&mut record, sighting::SIGNAL, seen.signal.to_le_bytes());
    record
}

fn base_record(seen: &BaseSighting<'_>, name: usize) -> [u8; base::SIZE] {
    let mut record = [0; base::SIZE];
    put(&mut record, base::ID, seen.id.0.to_le_bytes());
    record[base::ALLEGIANCE] = allegiance(seen.allegiance);
    record[base::WITHIN] = seen.within.into();
    put(&mut record, base::NAME, small(name).to_le_bytes());
    put(&mut record, base::NAME_LENGTH, small(seen.name.len()).to_le_bytes());
    put_point(&mut record, base::X, seen.place);
    put(&mut record, base::HOLD, seen.hold.to_le_bytes());
    put(&mut record, base::DISTANCE, seen.distance.to_le_bytes());
    record
}

fn wall_record(seen: &WallSighting) -> [u8; wall::SIZE] {
    let mut record = [0; wall::SIZE];
    put(&mut record, wall::CELL_X, seen.cell.x.to_le_bytes());
    put(&mut record, wall::CELL_Y, seen.cell.y.to_le_bytes());
    record[wall::SENTRY] = seen.sentry.map_or(0, |owner| 1 + allegiance(owner));
    put_point(&mut record, wall::MIN_X, seen.area.min);
    put_point(&mut record, wall::MAX_X, seen.area.max);
    put(&mut record, wall::GAP, seen.gap.to_le_bytes());
    put(&mut record, wall::HEALTH, seen.health.to_le_bytes());
    record
}

fn allegiance(owner: Allegiance) -> u8 {
    match owner {
        Allegiance::Own => 0,
        Allegiance::Neutral => 1,
        Allegiance::Hostile => 2,
    }
}

/// Whether this version of the interface has the event.
fn is_known(what: &EventKind) -> bool {
    !matches!(what, EventKind::Embarked { .. } | EventKind::Crossed { .. })
}

fn event_record(event: &Event) -> [u8; event::SIZE] {
    let mut record = [0; event::SIZE];
    record[event::WHAT] = number_of(&event.what);
    let mut put_other = |id: terrarium_creatures::behaviour::OrganismId| {
        put(&mut record, event::WHOM, id.0.to_le_bytes());
    };
    match event.what {
        EventKind::Born { parent: id } | EventKind::GaveBirth { child: id } => put_other(id),
        EventKind::Blocked { by } => {
            if let Blocker::Organism(id) = by {
                put_other(id);
            }
            record[event::WHY] = match by {
                Blocker::Border => 0,
                Blocker::Terrain => 1,
                Blocker::Organism(_) => 2,
            };
        }
        EventKind::Struck { target: id, damage, killed } => {
            put_other(id);
            record[event::END] = killed.into();
            put(&mut record, event::AMOUNT, damage.to_le_bytes());
        }
        EventKind::Attacked { by: id, damage } => {
            put_other(id);
            put(&mut record, event::AMOUNT, damage.to_le_bytes());
        }
        EventKind::Ate { food: id, energy } => {
            put_other(id);
            put(&mut record, event::AMOUNT, energy.units().to_le_bytes());
        }
        EventKind::Refused { slot, why, target: id } => {
            put_other(id.unwrap_or_default());
            record[event::SLOT] = slot as u8;
            record[event::WHY] = why as u8;
        }
        EventKind::Died { of, by } => {
            put_other(by.unwrap_or_default());
            record[event::WHY] = of as u8;
        }
        EventKind::Neutralised { base } | EventKind::Captured { base } => {
            put(&mut record, event::BASE, base.0.to_le_bytes());
        }
        EventKind::Stung { damage } => put(&mut record, event::AMOUNT, damage.to_le_bytes()),
        EventKind::StruckWall { wall, damage, breached } => {
            record[event::END] = breached.into();
            put(&mut record, event::WALL_X, wall.x.to_le_bytes());
            put(&mut record, event::WALL_Y, wall.y.to_le_bytes());
            put(&mut record, event::AMOUNT, damage.to_le_bytes());
        }
        EventKind::Failed { ref fault } => record[event::WHY] = fault.kind as u8,
        EventKind::Arrived
        | EventKind::Grew
        | EventKind::Conceived
        | EventKind::NoRoomForBirth
        | EventKind::NoTime
        | EventKind::Embarked { .. }
        | EventKind::Crossed { .. } => {}
    }
    record
}

/// The names and meanings of the kinds of events. The index is the number in an event record.
pub const EVENT_KINDS: [(&str, &str); 19] = [
    ("", ""),
    ("born", "The creature was born to the parent `whom`, which is 0 for a founder."),
    ("arrived", "The creature reached its destination."),
    ("blocked", "The creature's movement was blocked by `why`."),
    ("struck", "The creature struck `whom` and dealt `amount` of damage."),
    ("attacked", "The organism `whom` struck the creature and dealt `amount` of damage."),
    ("ate", "The creature ate `amount` of energy of `whom`."),
    ("grew", "The creature grew by one unit of radius."),
    ("conceived", "The creature conceived."),
    ("gave_birth", "The creature gave birth to `whom`."),
    ("no_room_for_birth", "There was no room for the creature's child."),
    ("refused", "The action in `slot`, with the target `whom`, was refused because of `why`."),
    ("died", "The creature died of `why`, caused by `whom`. A module never receives it."),
    ("neutralised", "The creature helped to neutralise `base`."),
    ("captured", "The creature helped to capture `base`."),
    ("stung", "A sentry struck the creature and dealt `amount` of damage."),
    (
        "struck_wall",
        "The creature struck the wall at `wall_x`, `wall_y` and dealt `amount` of damage.",
    ),
    ("failed", "The creature's last turn failed because of `why`."),
    (
        "no_time",
        "The creature got no turn in the last tick: its species had used up `species_budget`.",
    ),
];

fn number_of(what: &EventKind) -> u8 {
    match what {
        EventKind::Born { .. } => 1,
        EventKind::Arrived => 2,
        EventKind::Blocked { .. } => 3,
        EventKind::Struck { .. } => 4,
        EventKind::Attacked { .. } => 5,
        EventKind::Ate { .. } => 6,
        EventKind::Grew => 7,
        EventKind::Conceived => 8,
        EventKind::GaveBirth { .. } => 9,
        EventKind::NoRoomForBirth => 10,
        EventKind::Refused { .. } => 11,
        EventKind::Died { .. } => 12,
        EventKind::Neutralised { .. } => 13,
        EventKind::Captured { .. } => 14,
        EventKind::Stung { .. } => 15,
        EventKind::StruckWall { .. } => 16,
        EventKind::Failed { .. } => 17,
        EventKind::NoTime => 18,
        // Left out of the list.
        EventKind::Embarked { .. } | EventKind::Crossed { .. } => 0,
    }
}

/// The names of slots, reasons of refusals and kinds of faults, in the order of their numbers in
/// event records.
pub fn numbered() -> [(&'static str, Vec<&'static str>); 3] {
    use terrarium_creatures::behaviour::Refusal;
    [
        ("slot", ActionKind::ALL.map(ActionKind::name).to_vec()),
        ("why, of a refusal", Refusal::ALL.map(|why| why.explanation().0).to_vec()),
        ("why, of a failure", FaultKind::ALL.map(|kind| kind.explanation().0).to_vec()),
    ]
}
