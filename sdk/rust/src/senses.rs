//! What a creature knows, laid out as the terrarium writes it.

use crate::buffer::list;
use crate::memory::{Pack, Reader};

/// Who an organism is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Id(pub u64);

macro_rules! numbered {
    ($($(#[doc = $about:literal])+ $name:ident { $($variant:ident = $number:literal,)+ })+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(pub u8);

        #[allow(missing_docs)]
        impl $name {
            $(pub const $variant: Self = Self($number);)+
        }
    )+};
}

numbered! {
    /// What something in sight is.
    Seen { PLANT = 0, HERBIVORE = 1, CARNIVORE = 2, CARCASS = 3, }
    /// How well fed it is: up to half its reserve, its reserve, 4/5 of what it can hold, and above.
    EnergyState { DETERIORATING = 0, HUNGRY = 1, NORMAL = 2, FULL = 3, }
    /// What an organism did in the last tick: the first of these that applies.
    Activity { ATTACKING = 0, EATING = 1, BREEDING = 2, MOVING = 3, RESTING = 4, COURTING = 5, }
    /// For whom a creature fights.
    Colony { NONE = 0, BLUE = 1, RED = 2, }
    /// Whose something is.
    Allegiance { OWN = 0, NEUTRAL = 1, HOSTILE = 2, }
    /// A kind of ground. Bodies can stand on the first three.
    GroundKind { PLAIN = 0, ROAD = 1, SWAMP = 2, WATER = 3, TREES = 4, ROCK = 5, WALL = 6, }
    /// In which slot a wish stood.
    Slot { MOVE = 0, ATTACK = 1, DEFEND = 2, EAT = 3, REPRODUCE = 4, REMEMBER = 5, BREACH = 6, TELL = 7, }
    /// Why a wish was not granted.
    Refusal {
        NOT_A_NUMBER = 0, TOO_FAST = 1, TOO_SLOW = 2, OUT_OF_BOUNDS = 3, NOT_VISIBLE = 4,
        NOT_WITHIN_REACH = 5, ITSELF = 6, NOT_HUNGRY = 7, ALREADY_FULL = 8, IMPROPER_FOOD = 9,
        TOO_TALL = 10, NOT_DEAD = 11, ALREADY_DEAD = 12, NOT_MATURE = 13, CLOSED_IN = 14,
        NO_WAY = 15, NO_WAY_FOUND = 16, NO_ROUTE = 17, NOT_ENOUGH_ENERGY = 18,
        NOT_READY = 19, ALREADY_REPRODUCING = 20, TOO_LARGE = 21, NO_COLONY = 22,
        NO_SUCH_BASE = 23, NO_SUCH_WALL = 24, OWN_SENTRY = 25,
        MESSAGE_TOO_LONG = 26, NO_MESSAGES = 27, NO_PARTNER = 28, TOO_DISTANT = 29,
    }
}

/// Something in sight, as it was when the last tick ended.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Sighting {
    /// Who it is.
    pub id: Id,
    /// Of which species it is (or was).
    pub species: u16,
    /// What it is.
    pub seen: Seen,
    hostile: u8,
    _space: [u8; 4],
    /// The middle of its body.
    pub x: f64,
    /// The middle of its body.
    pub y: f64,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// How far it moved in the last tick.
    pub velocity_x: f64,
    /// How far it moved in the last tick.
    pub velocity_y: f64,
    /// How much there is to eat of it, in energy.
    pub food: f64,
    /// The gap between its side and one's own, in units; 0 when touching.
    pub gap: f64,
    /// What it signals.
    pub signal: u64,
}

impl Sighting {
    /// Whether it is of the colony that one's own fights.
    #[must_use]
    pub fn is_hostile(&self) -> bool {
        self.hostile != 0
    }
}

/// What happened, in an [`Event`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)]
pub enum EventKind {
    Born {
        parent: Id,
    },
    Arrived,
    BlockedByBorder,
    BlockedByTerrain,
    Blocked {
        by: Id,
    },
    Struck {
        whom: Id,
        damage: f64,
        killed: bool,
    },
    Attacked {
        by: Id,
        damage: f64,
    },
    Ate {
        food: Id,
        energy: f64,
    },
    Grew,
    Conceived,
    GaveBirth {
        child: Id,
    },
    NoRoomForBirth,
    Refused {
        slot: Slot,
        why: Refusal,
        whom: Option<Id>,
    },
    Neutralised {
        base: u32,
    },
    Captured {
        base: u32,
    },
    Stung {
        damage: f64,
    },
    StruckWall {
        x: u32,
        y: u32,
        damage: f64,
        breached: bool,
    },
    /// The last turn failed; the number says why.
    Failed {
        why: u8,
    },
    /// There was no turn in the last tick: the species had used up `species_budget`.
    NoTime,
    /// Something that this version does not know.
    Other(u8),
}

/// Something that befell the creature in the last tick.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Event {
    what: u8,
    slot: u8,
    why: u8,
    end: u8,
    wall: [u32; 2],
    base: u32,
    whom: Id,
    amount: f64,
}

impl Event {
    /// What happened.
    #[must_use]
    pub fn what(&self) -> EventKind {
        let (whom, damage) = (self.whom, self.amount);
        let base = self.base;
        match (self.what, self.why) {
            (1, _) => EventKind::Born { parent: whom },
            (2, _) => EventKind::Arrived,
            (3, 0) => EventKind::BlockedByBorder,
            (3, 1) => EventKind::BlockedByTerrain,
            (3, _) => EventKind::Blocked { by: whom },
            (4, _) => EventKind::Struck { whom, damage, killed: self.end != 0 },
            (5, _) => EventKind::Attacked { by: whom, damage },
            (6, _) => EventKind::Ate { food: whom, energy: self.amount },
            (7, _) => EventKind::Grew,
            (8, _) => EventKind::Conceived,
            (9, _) => EventKind::GaveBirth { child: whom },
            (10, _) => EventKind::NoRoomForBirth,
            (11, why) => EventKind::Refused {
                slot: Slot(self.slot),
                why: Refusal(why),
                whom: (whom.0 != 0).then_some(whom),
            },
            (13, _) => EventKind::Neutralised { base },
            (14, _) => EventKind::Captured { base },
            (15, _) => EventKind::Stung { damage },
            (16, _) => {
                let [x, y] = self.wall;
                EventKind::StruckWall { x, y, damage, breached: self.end != 0 }
            }
            (17, why) => EventKind::Failed { why },
            (18, _) => EventKind::NoTime,
            (other, _) => EventKind::Other(other),
        }
    }
}

/// A base, however far away.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Base {
    /// Which it is.
    pub id: u32,
    /// Whose it is.
    pub allegiance: Allegiance,
    within: u8,
    _space: [u8; 2],
    name: [u32; 2],
    /// The middle of the tile from which it is taken.
    pub x: f64,
    /// The middle of the tile from which it is taken.
    pub y: f64,
    /// How far it leans to one's own colony: 1 wholly, 0 neutral, −1 wholly to the other.
    pub hold: f64,
    /// How far away that place is, in units.
    pub distance: f64,
}

impl Base {
    /// Whether one is near enough to count for it.
    #[must_use]
    pub fn is_within(&self) -> bool {
        self.within != 0
    }
}

/// A wall within sight that still stands.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Wall {
    /// The column of its tile.
    pub cell_x: u32,
    /// The row of its tile.
    pub cell_y: u32,
    sentry: u8,
    _space: [u8; 7],
    /// The least corner of its body.
    pub min: [f64; 2],
    /// The greatest corner of its body.
    pub max: [f64; 2],
    /// The gap between it and one's own side, in units; 0 when touching.
    pub gap: f64,
    /// What is left of it, 0 to 1.
    pub health: f64,
}

impl Wall {
    /// Whose sentry stands on it, if one does.
    #[must_use]
    pub fn sentry(&self) -> Option<Allegiance> {
        self.sentry.checked_sub(1).map(Allegiance)
    }
}

/// All that a creature knows.
#[derive(Debug)]
#[repr(C)]
pub struct Senses {
    /// How many ticks the world has lived.
    pub tick: u64,
    /// The least corner of the world.
    pub min: [f64; 2],
    /// The greatest corner of the world.
    pub max: [f64; 2],
    /// Who the creature is.
    pub id: Id,
    /// Of which species it is.
    pub species: u16,
    /// How well fed it is.
    pub state: EnergyState,
    /// The colony for which it fights.
    pub colony: Colony,
    travelling: u8,
    mature: u8,
    can_reproduce: u8,
    /// The ground under its middle.
    pub ground: GroundKind,
    left_out: u32,
    /// Its kind: [`Seen::HERBIVORE`] or [`Seen::CARNIVORE`].
    pub kind: Seen,
    _more_space: [u8; 3],
    /// The middle of its body.
    pub x: f64,
    /// The middle of its body.
    pub y: f64,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// How far it moved in the last tick.
    pub velocity_x: f64,
    /// How far it moved in the last tick.
    pub velocity_y: f64,
    /// The energy it holds.
    pub energy: f64,
    /// The energy it can hold.
    pub max_energy: f64,
    /// The damage it has not healed, as a share of what kills it.
    pub damage: f64,
    /// Its age, in ticks.
    pub age: u64,
    /// The age at which it dies, in ticks.
    pub lifespan: u64,
    /// The fastest it can move, in units a tick.
    pub max_speed: f64,
    /// How far it sees, in units.
    pub sight: f64,
    /// What it can bite off at once, in energy.
    pub bite: f64,
    /// The gap at which it can bite and strike, in units.
    pub reach: f64,
    sightings: [u32; 2],
    events: [u32; 2],
    bases: [u32; 2],
    walls: [u32; 2],
    parameters: [u32; 2],
    dna: [u32; 2],
    memory: [u32; 2],
}

const _: () = {
    assert!(size_of::<Senses>() == 232 && size_of::<Sighting>() == 80 && size_of::<Event>() == 32);
    assert!(size_of::<Base>() == 48 && size_of::<Wall>() == 64);
};

impl Senses {
    /// Whether a journey is under way.
    #[must_use]
    pub fn is_travelling(&self) -> bool {
        self.travelling != 0
    }

    /// Whether it is grown up.
    #[must_use]
    pub fn is_mature(&self) -> bool {
        self.mature != 0
    }

    /// Whether conceiving would be granted now.
    #[must_use]
    pub fn can_reproduce(&self) -> bool {
        self.can_reproduce != 0
    }

    /// How many sightings, events, bases and walls had no room: the last of each list.
    #[must_use]
    pub fn left_out(&self) -> u32 {
        self.left_out
    }

    // SAFETY, of all below: only the host makes senses, and it writes these lists behind them.

    /// What it sees, nearest first.
    #[must_use]
    pub fn sightings(&'static self) -> &'static [Sighting] {
        unsafe { list(self, self.sightings[0], self.sightings[1]) }
    }

    /// What befell it in the last tick, in the order in which it happened.
    #[must_use]
    pub fn events(&'static self) -> &'static [Event] {
        unsafe { list(self, self.events[0], self.events[1]) }
    }

    /// All bases, nearest first; none for who has no colony.
    #[must_use]
    pub fn bases(&'static self) -> &'static [Base] {
        unsafe { list(self, self.bases[0], self.bases[1]) }
    }

    /// What the map calls a base.
    #[must_use]
    pub fn name_of(&'static self, base: &Base) -> &'static str {
        let name = unsafe { list(self, base.name[0], base.name[1]) };
        core::str::from_utf8(name).unwrap_or_default()
    }

    /// The walls within its sight that can be breached, nearest first; none for who has no colony.
    #[must_use]
    pub fn walls(&'static self) -> &'static [Wall] {
        unsafe { list(self, self.walls[0], self.walls[1]) }
    }

    /// What its parent handed to it.
    #[must_use]
    pub fn dna(&'static self) -> &'static [u8] {
        unsafe { list(self, self.dna[0], self.dna[1]) }
    }

    /// What it remembers.
    #[must_use]
    pub fn memory(&'static self) -> &'static [u8] {
        unsafe { list(self, self.memory[0], self.memory[1]) }
    }

    /// What it remembers as a struct; the default value when there is nothing, or something else.
    #[must_use]
    pub fn recall<T: Pack + Default>(&'static self) -> T {
        T::unpack(&mut Reader::new(self.memory())).unwrap_or_default()
    }

    /// The value of a parameter, by its index among those that the creature declares.
    ///
    /// # Panics
    /// When it declares fewer.
    #[must_use]
    pub fn parameter(&'static self, index: usize) -> f64 {
        let parameters: &[f64] = unsafe { list(self, self.parameters[0], self.parameters[1]) };
        parameters[index]
    }
}
