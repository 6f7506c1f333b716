//! The records of the interface: the offset, type and meaning of each field.

/// One field of a [`Record`].
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type: `u8` to `u64`, or `f64`; little-endian.
    pub kind: &'static str,
    /// Its offset, in bytes from the beginning of the record; in `senses`, of the buffer.
    pub offset: usize,
    /// Its meaning.
    pub meaning: &'static str,
}

/// The layout of one record.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// Its name.
    pub name: &'static str,
    /// Its length, in bytes.
    pub size: usize,
    /// Its description.
    pub about: &'static str,
    /// Its fields, in order; the bytes between them are zero.
    pub fields: &'static [Field],
}

macro_rules! records {
    ($($(#[doc = $about:literal])+ $record:ident, $size:literal { $($name:ident: $kind:ident @ $offset:literal, $meaning:literal;)+ })+) => {
        $(
            $(#[doc = $about])+
            pub mod $record {
                /// The length of the record, in bytes.
                pub const SIZE: usize = $size;
                $(#[doc = $meaning] pub const $name: usize = $offset;)+
            }
        )+

        /// Every record of the interface.
        pub const RECORDS: &[Record] = &[$(Record {
            name: stringify!($record),
            size: $size,
            about: concat!($($about),+),
            fields: &[$(Field {
                name: stringify!($name),
                kind: stringify!($kind),
                offset: $offset,
                meaning: $meaning,
            }),+],
        }),+];
    };
}

records! {
    /// The actions that the creature requests, at the beginning of the buffer. All fields are zero
    /// when the turn begins, which requests nothing.
    intent, 96 {
        MOVEMENT: u32 @ 0, "The movement: 0 continue the current journey, 1 halt, 2 move to `x`, `y`, 3 move next to the organism `target`, 4 move to the base `target`, 5 move to the reachable place nearest to `x`, `y`, 6 move until the distance to `x`, `y` is at most the one in `target`.";
        WISHES: u32 @ 4, "The requested actions, as a sum: 1 `attack`, 2 `defend`, 4 `eat`, 8 reproduce (`dna`), 16 breach (`wall_x`, `wall_y`), 32 `signal`, 64 remember (`memory`).";
        X: f64 @ 8, "The x of the destination.";
        Y: f64 @ 16, "The y of the destination.";
        SPEED: f64 @ 24, "The speed, in units a tick.";
        TARGET: u64 @ 32, "The id of the organism or base to move to; for the movement 6 the bits of an f64, the distance in units.";
        ATTACK: u64 @ 40, "The id of the organism to attack.";
        DEFEND: u64 @ 48, "The id of the attacker to defend against.";
        EAT: u64 @ 56, "The id of the plant or carcass to eat of.";
        SIGNAL: u64 @ 64, "The signal to show to other creatures.";
        WALL_X: u32 @ 72, "The column of the wall to strike.";
        WALL_Y: u32 @ 76, "The row of the wall to strike.";
        DNA: u32 @ 80, "The address of the child's dna.";
        DNA_LENGTH: u32 @ 84, "Its length, in bytes.";
        MEMORY: u32 @ 88, "The address of the new memory, which replaces the old one.";
        MEMORY_LENGTH: u32 @ 92, "Its length, in bytes.";
    }
    /// The input of the turn, after the intent in the buffer. Offsets are in bytes from the beginning
    /// of the buffer. Counts are in records, lengths in bytes.
    senses, 232 {
        TICK: u64 @ 96, "The number of ticks simulated so far.";
        MIN_X: f64 @ 104, "The minimum x of the world.";
        MIN_Y: f64 @ 112, "The minimum y of the world.";
        MAX_X: f64 @ 120, "The maximum x of the world.";
        MAX_Y: f64 @ 128, "The maximum y of the world.";
        ID: u64 @ 136, "The id of the creature.";
        SPECIES: u16 @ 144, "The number of its species.";
        STATE: u8 @ 146, "How well fed it is: 0 deteriorating, 1 hungry, 2 normal, 3 full.";
        COLONY: u8 @ 147, "Its colony: 0 none, 1 blue, 2 red.";
        TRAVELLING: u8 @ 148, "1 if it is on a journey.";
        MATURE: u8 @ 149, "1 if it is mature.";
        CAN_REPRODUCE: u8 @ 150, "1 if it can conceive now.";
        GROUND: u8 @ 151, "The ground under its centre: 0 plain, 1 road, 2 swamp.";
        LEFT_OUT: u32 @ 152, "The number of records, from the ends of the lists below, that did not fit into the buffer.";
        KIND: u8 @ 156, "Its kind: 1 herbivore, 2 carnivore.";
        X: f64 @ 160, "The x of its centre.";
        Y: f64 @ 168, "The y of its centre.";
        RADIUS: f64 @ 176, "Half the side of its body, in units.";
        VELOCITY_X: f64 @ 184, "Its movement along x in the last tick, in units.";
        VELOCITY_Y: f64 @ 192, "Its movement along y in the last tick, in units.";
        ENERGY: f64 @ 200, "Its energy.";
        MAX_ENERGY: f64 @ 208, "Its maximum energy.";
        DAMAGE: f64 @ 216, "Its damage, as a share of the damage that kills it.";
        AGE: u64 @ 224, "Its age, in ticks.";
        LIFESPAN: u64 @ 232, "The age at which it dies, in ticks.";
        MAX_SPEED: f64 @ 240, "Its maximum speed, in units a tick.";
        SIGHT: f64 @ 248, "Its sensor range, in units.";
        BITE: f64 @ 256, "The maximum energy of one bite.";
        REACH: f64 @ 264, "The maximum gap at which it can bite and strike, in units.";
        SIGHTINGS: u32 @ 272, "The offset of the sightings, nearest first.";
        SIGHTING_COUNT: u32 @ 276, "The number of sightings.";
        EVENTS: u32 @ 280, "The offset of the events of the last tick, in the order in which they happened.";
        EVENT_COUNT: u32 @ 284, "The number of events.";
        BASES: u32 @ 288, "The offset of the bases, nearest first. A creature without a colony has none.";
        BASE_COUNT: u32 @ 292, "The number of bases.";
        WALLS: u32 @ 296, "The offset of the visible walls that can be breached, nearest first.";
        WALL_COUNT: u32 @ 300, "The number of walls.";
        PARAMETERS: u32 @ 304, "The offset of the parameters, an f64 each, in the order in which the module declares them.";
        PARAMETER_COUNT: u32 @ 308, "The number of parameters.";
        DNA: u32 @ 312, "The offset of the dna that its parent passed on.";
        DNA_LENGTH: u32 @ 316, "Its length, in bytes.";
        MEMORY: u32 @ 320, "The offset of its memory.";
        MEMORY_LENGTH: u32 @ 324, "Its length, in bytes.";
    }
    /// A visible organism, as it was at the end of the last tick.
    sighting, 80 {
        ID: u64 @ 0, "Its id.";
        SPECIES: u16 @ 8, "The number of its species, for a carcass that of the dead animal.";
        SEEN: u8 @ 10, "Its kind: 0 plant, 1 herbivore, 2 carnivore, 3 carcass.";
        HOSTILE: u8 @ 11, "1 if it belongs to the opposing colony.";
        X: f64 @ 16, "The x of its centre.";
        Y: f64 @ 24, "The y of its centre.";
        RADIUS: f64 @ 32, "Half the side of its body, in units.";
        VELOCITY_X: f64 @ 40, "Its movement along x in the last tick, in units.";
        VELOCITY_Y: f64 @ 48, "Its movement along y in the last tick, in units.";
        FOOD: f64 @ 56, "The energy that can be eaten from it.";
        GAP: f64 @ 64, "The gap between it and the creature, in units; 0 when they touch.";
        SIGNAL: u64 @ 72, "Its signal.";
    }
    /// The condition of a visible organism at the end of the last tick, which the import `condition` writes.
    condition, 40 {
        STATE: u8 @ 0, "How well fed it is: 0 deteriorating, 1 hungry, 2 normal, 3 full.";
        MATURE: u8 @ 1, "1 if it is mature.";
        DOING: u8 @ 2, "What it did in the last tick, the first that applies: 0 attacking, 1 eating, 2 breeding, 3 moving, 4 resting; 5 courting (it requested a child, but had no partner) comes before moving.";
        DAMAGE: f64 @ 8, "Its damage, as a share of the damage that kills it; 1 for a carcass.";
        MAX_SPEED: f64 @ 16, "Its maximum speed, in units a tick; 0 for plants and carcasses.";
        ATTACK: f64 @ 24, "The maximum damage of one of its blows; 0 for plants and carcasses.";
        DEFENCE: f64 @ 32, "The maximum damage of a blow that it can ward off; 0 for plants and carcasses.";
    }
    /// A message that the creature receives, which the import `heard` writes.
    message, 64 {
        FROM: u64 @ 0, "The id of the sender.";
        X: f64 @ 8, "The x of the sender's centre when it sent it.";
        Y: f64 @ 16, "The y of the sender's centre when it sent it.";
        LENGTH: u8 @ 24, "Its length, in bytes.";
        BYTES: u8 @ 32, "The first of its bytes, of which there are at most 32.";
    }
    /// A link that begins within sensor range, which the import `link` writes.
    link, 56 {
        ID: u32 @ 0, "Its number in the world.";
        TICKS: u32 @ 4, "The duration of a crossing, in ticks.";
        NEAR_X: f64 @ 8, "The x of the end at which the creature would embark.";
        NEAR_Y: f64 @ 16, "The y of that end.";
        FAR_X: f64 @ 24, "The x of the end to which it leads.";
        FAR_Y: f64 @ 32, "The y of that end.";
        GAP: f64 @ 40, "The gap between its near end and the creature, in units; 0 when they touch.";
        OPEN: u8 @ 48, "1 if it is open.";
    }
    /// An event of the creature in the last tick.
    event, 32 {
        WHAT: u8 @ 0, "The kind of event: see below.";
        SLOT: u8 @ 1, "Of `refused`: the slot of the action.";
        WHY: u8 @ 2, "Of `refused`, `failed` and `died`: the reason. Of `blocked`: 0 the border, 1 terrain, 2 the organism `whom`.";
        END: u8 @ 3, "1 if the blow killed the organism or breached the wall.";
        WALL_X: u32 @ 4, "The column of the wall it struck.";
        WALL_Y: u32 @ 8, "The row of the wall it struck.";
        BASE: u32 @ 12, "The id of the base.";
        WHOM: u64 @ 16, "The id of the other organism; 0 if there is none.";
        AMOUNT: f64 @ 24, "The damage or energy.";
    }
    /// A base, at any distance.
    base, 48 {
        ID: u32 @ 0, "Its id.";
        ALLEGIANCE: u8 @ 4, "Its owner: 0 the creature's colony, 1 neutral, 2 the opposing colony.";
        WITHIN: u8 @ 5, "1 if the creature is near enough to count toward its capture.";
        NAME: u32 @ 8, "The offset of its name, in UTF-8.";
        NAME_LENGTH: u32 @ 12, "The length of its name, in bytes.";
        X: f64 @ 16, "The x of the centre of its capture tile.";
        Y: f64 @ 24, "The y of the centre of its capture tile.";
        HOLD: f64 @ 32, "How far it is held: 1 by the creature's colony, 0 neutral, −1 by the opposing colony.";
        DISTANCE: f64 @ 40, "The distance to its capture tile, in units.";
    }
    /// A visible wall that still stands.
    wall, 64 {
        CELL_X: u32 @ 0, "The column of its tile.";
        CELL_Y: u32 @ 4, "The row of its tile.";
        SENTRY: u8 @ 8, "The owner of the sentry on it: 0 no sentry, 1 the creature's colony, 2 neutral, 3 the opposing colony.";
        MIN_X: f64 @ 16, "The minimum x of its bounding box.";
        MIN_Y: f64 @ 24, "The minimum y of its bounding box.";
        MAX_X: f64 @ 32, "The maximum x of its bounding box.";
        MAX_Y: f64 @ 40, "The maximum y of its bounding box.";
        GAP: f64 @ 48, "The gap between it and the creature, in units; 0 when they touch.";
        HEALTH: f64 @ 56, "Its remaining health, 0 to 1.";
    }
}

/// The version of the interface, which a module's export `terrarium_abi` returns.
pub const ABI: i32 = 1;

/// The size of the buffer that a module provides, in bytes.
pub const BUFFER_BYTES: usize = 256 << 10;

/// The offset of the lists in the buffer, after the intent and the senses.
pub const LISTS: usize = intent::SIZE + senses::SIZE;
