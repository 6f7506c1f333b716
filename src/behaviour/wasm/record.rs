//! The records that cross the boundary: each field's offset, type and meaning, in one table.

/// One field of a [`Record`].
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type: `u8` to `u64`, or `f64`; little-endian.
    pub kind: &'static str,
    /// Where it begins, in bytes from the beginning of the record.
    pub offset: usize,
    /// What it holds.
    pub meaning: &'static str,
}

/// The layout of one record.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// Its name.
    pub name: &'static str,
    /// Its length, in bytes.
    pub size: usize,
    /// What it is.
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
    /// What the creature wants. All zero when the turn begins, which wants nothing: filled in by the module, at the beginning of the buffer.
    intent, 96 {
        MOVEMENT: u32 @ 0, "What to do with one's legs: 0 go on, 1 halt, 2 go to `x`, `y`, 3 go beside the organism `target`, 4 go to the base `target`.";
        WISHES: u32 @ 4, "Which of the fields below are meant, as a sum: 1 `attack`, 2 `defend`, 4 `eat`, 8 reproduce (`dna`), 16 breach (`wall`), 32 `signal`, 64 remember (`memory`).";
        X: f64 @ 8, "Where to go.";
        Y: f64 @ 16, "Where to go.";
        SPEED: f64 @ 24, "How fast, in units a tick.";
        TARGET: u64 @ 32, "Whom to go beside, or to which base.";
        ATTACK: u64 @ 40, "Whom to strike.";
        DEFEND: u64 @ 48, "Whose blows to ward off.";
        EAT: u64 @ 56, "Whom to bite.";
        SIGNAL: u64 @ 64, "What to show to others.";
        WALL_X: u32 @ 72, "The column of the wall to strike.";
        WALL_Y: u32 @ 76, "The row of the wall to strike.";
        DNA: u32 @ 80, "The address of what the child gets handed.";
        DNA_LENGTH: u32 @ 84, "Its length, in bytes.";
        MEMORY: u32 @ 88, "The address of what to remember in place of all that was remembered.";
        MEMORY_LENGTH: u32 @ 92, "Its length, in bytes.";
    }
    /// What the creature knows, after the intent in the buffer. Offsets are in bytes from the beginning of the buffer, and counts in records, or bytes for `dna` and `memory`.
    senses, 232 {
        TICK: u64 @ 96, "How many ticks the world has lived.";
        MIN_X: f64 @ 104, "The least x of the world.";
        MIN_Y: f64 @ 112, "The least y of the world.";
        MAX_X: f64 @ 120, "The greatest x of the world.";
        MAX_Y: f64 @ 128, "The greatest y of the world.";
        ID: u64 @ 136, "Who the creature is.";
        SPECIES: u16 @ 144, "Of which species it is.";
        STATE: u8 @ 146, "How well fed it is: 0 deteriorating, 1 hungry, 2 normal, 3 full.";
        COLONY: u8 @ 147, "The colony for which it fights: 0 none, 1 blue, 2 red.";
        TRAVELLING: u8 @ 148, "1 when a journey is under way.";
        MATURE: u8 @ 149, "1 when it is grown up.";
        CAN_REPRODUCE: u8 @ 150, "1 when conceiving would be granted now.";
        LEFT_OUT: u32 @ 152, "How many records of the lists below did not fit into the buffer: the last of each.";
        X: f64 @ 160, "The middle of its body.";
        Y: f64 @ 168, "The middle of its body.";
        RADIUS: f64 @ 176, "Half the side of its body, in units.";
        VELOCITY_X: f64 @ 184, "How far it moved in the last tick.";
        VELOCITY_Y: f64 @ 192, "How far it moved in the last tick.";
        ENERGY: f64 @ 200, "The energy it holds.";
        MAX_ENERGY: f64 @ 208, "The energy it can hold.";
        DAMAGE: f64 @ 216, "The damage it has not healed, as a share of what kills it.";
        AGE: u64 @ 224, "Its age, in ticks.";
        LIFESPAN: u64 @ 232, "The age at which it dies, in ticks.";
        MAX_SPEED: f64 @ 240, "The fastest it can move, in units a tick.";
        SIGHT: f64 @ 248, "How far it sees, in units.";
        BITE: f64 @ 256, "What it can bite off at once, in energy.";
        REACH: f64 @ 264, "The gap at which it can bite and strike, in units.";
        SIGHTINGS: u32 @ 272, "The offset of the sightings, nearest first.";
        SIGHTING_COUNT: u32 @ 276, "How many there are.";
        EVENTS: u32 @ 280, "The offset of the events of the last tick, in the order in which they happened.";
        EVENT_COUNT: u32 @ 284, "How many there are.";
        BASES: u32 @ 288, "The offset of the bases, nearest first; none for who has no colony.";
        BASE_COUNT: u32 @ 292, "How many there are.";
        WALLS: u32 @ 296, "The offset of the walls in sight that can be breached, nearest first.";
        WALL_COUNT: u32 @ 300, "How many there are.";
        PARAMETERS: u32 @ 304, "The offset of the parameters, an f64 each, in the order in which the module declares them.";
        PARAMETER_COUNT: u32 @ 308, "How many there are.";
        DNA: u32 @ 312, "The offset of what its parent handed to it.";
        DNA_LENGTH: u32 @ 316, "Its length, in bytes.";
        MEMORY: u32 @ 320, "The offset of what it remembers.";
        MEMORY_LENGTH: u32 @ 324, "Its length, in bytes.";
    }
    /// Something in sight, as it was when the last tick ended.
    sighting, 80 {
        ID: u64 @ 0, "Who it is.";
        SPECIES: u16 @ 8, "Of which species it is (or was).";
        SEEN: u8 @ 10, "What it is: 0 plant, 1 herbivore, 2 carnivore, 3 carcass.";
        HOSTILE: u8 @ 11, "1 when it is of the colony that one's own fights.";
        X: f64 @ 16, "The middle of its body.";
        Y: f64 @ 24, "The middle of its body.";
        RADIUS: f64 @ 32, "Half the side of its body, in units.";
        VELOCITY_X: f64 @ 40, "How far it moved in the last tick.";
        VELOCITY_Y: f64 @ 48, "How far it moved in the last tick.";
        FOOD: f64 @ 56, "How much there is to eat of it, in energy.";
        GAP: f64 @ 64, "The gap between its side and one's own, in units; 0 when touching.";
        SIGNAL: u64 @ 72, "What it signals.";
    }
    /// Something that befell the creature in the last tick.
    event, 32 {
        WHAT: u8 @ 0, "What happened: see below.";
        SLOT: u8 @ 1, "Of a refusal: in which slot the wish stood.";
        WHY: u8 @ 2, "Of a refusal or a failure: why. Of being blocked: by 0 the border, 1 terrain, 2 the organism `whom`.";
        END: u8 @ 3, "1 when that was the end of whom it struck, or of the wall.";
        WALL_X: u32 @ 4, "The column of the wall it struck.";
        WALL_Y: u32 @ 8, "The row of the wall it struck.";
        BASE: u32 @ 12, "Which base.";
        WHOM: u64 @ 16, "Who else has to do with it; 0 for nobody.";
        AMOUNT: f64 @ 24, "How much damage, or energy.";
    }
    /// A base, however far away.
    base, 48 {
        ID: u32 @ 0, "Which it is.";
        ALLEGIANCE: u8 @ 4, "Whose it is: 0 one's own colony's, 1 nobody's, 2 the other's.";
        WITHIN: u8 @ 5, "1 when one is near enough to count for it.";
        NAME: u32 @ 8, "The offset of its name, in UTF-8.";
        NAME_LENGTH: u32 @ 12, "The length of its name, in bytes.";
        X: f64 @ 16, "The middle of the tile from which it is taken.";
        Y: f64 @ 24, "The middle of the tile from which it is taken.";
        HOLD: f64 @ 32, "How far it leans to one's own colony: 1 wholly, 0 neutral, −1 wholly to the other.";
        DISTANCE: f64 @ 40, "How far away that place is, in units.";
    }
    /// A wall within sight that still stands.
    wall, 64 {
        CELL_X: u32 @ 0, "The column of its tile.";
        CELL_Y: u32 @ 4, "The row of its tile.";
        SENTRY: u8 @ 8, "Whose sentry stands on it: 0 none, 1 one's own, 2 nobody's, 3 the other's.";
        MIN_X: f64 @ 16, "The least x of its body.";
        MIN_Y: f64 @ 24, "The least y of its body.";
        MAX_X: f64 @ 32, "The greatest x of its body.";
        MAX_Y: f64 @ 40, "The greatest y of its body.";
        GAP: f64 @ 48, "The gap between it and one's own side, in units; 0 when touching.";
        HEALTH: f64 @ 56, "What is left of it, 0 to 1.";
    }
}

/// The version of the interface, which a module's export `terrarium_abi` answers.
pub const ABI: i32 = 1;

/// The length of the buffer that a module provides, in bytes.
pub const BUFFER_BYTES: usize = 256 << 10;

/// Where the lists begin in the buffer: behind the intent and the senses.
pub const LISTS: usize = intent::SIZE + senses::SIZE;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_aligned_and_do_not_overlap() {
        for record in RECORDS {
            // The senses are told from the beginning of the buffer.
            let start = if record.name == "senses" { intent::SIZE } else { 0 };
            let mut end = start;
            for field in record.fields {
                let size = match field.kind {
                    "u8" => 1,
                    "u16" => 2,
                    "u32" => 4,
                    "u64" | "f64" => 8,
                    other => panic!("{other} is no type of a field"),
                };
                assert_eq!(field.offset % size, 0, "{}.{}", record.name, field.name);
                assert!(field.offset >= end, "{}.{}", record.name, field.name);
                end = field.offset + size;
            }
            assert!(end <= start + record.size && record.size % 8 == 0, "{}", record.name);
        }
    }
}
