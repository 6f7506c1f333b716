//! The inputs and outputs of all brains.

/// Declares an enumeration of neurons with their names and meanings.
macro_rules! neurons {
    ($(#[$about:meta])* $kind:ident, $count:ident: $($neuron:ident, $name:literal, $meaning:literal;)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = $meaning] $neuron,)*
        }

        impl $kind {
            /// All of them, in their order.
            pub const ALL: [Self; $count] = [$(Self::$neuron),*];

            /// Its name in creature files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$neuron => $name),* }
            }

            /// That of this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.name() == name)
            }

            /// What it is.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$neuron => $meaning),* }
            }
        }
    };
}

/// The number of inputs.
pub const INPUTS: usize = 27;

/// The number of outputs.
pub const OUTPUTS: usize = 8;

neurons! {
    /// An input: what an animal senses, each from −1 to 1.
    Input, INPUTS:
    Bias, "bias", "always 1";
    Energy, "energy", "its energy, as a share of what it can hold";
    Damage, "damage", "its damage, as a share of what kills it";
    Crowding, "crowding", "its kin in sight: n / (n + 4)";
    FoodX, "food_x", "the direction of its food, eastward: for herbivores the best plant, for carnivores the nearest herbivore";
    FoodY, "food_y", "the same, southward";
    FoodNear, "food_near", "how near it is: 1 when it touches, 0 at the end of sight or when there is none";
    ThreatX, "threat_x", "the direction of the nearest carnivore of another species, eastward";
    ThreatY, "threat_y", "the same, southward";
    ThreatNear, "threat_near", "how near it is";
    KinX, "kin_x", "the direction of the nearest animal of its species, eastward";
    KinY, "kin_y", "the same, southward";
    KinNear, "kin_near", "how near it is";
    CarcassX, "carcass_x", "the direction of the nearest carcass, eastward";
    CarcassY, "carcass_y", "the same, southward";
    CarcassNear, "carcass_near", "how near it is";
    WallNorth, "wall_north", "1 if it would meet impassable terrain or the border within half its sight, northward";
    WallEast, "wall_east", "the same, eastward";
    WallSouth, "wall_south", "the same, southward";
    WallWest, "wall_west", "the same, westward";
    SpeedX, "speed_x", "its last step, as a share of its maximum speed, eastward";
    SpeedY, "speed_y", "the same, southward";
    Clock, "clock", "rises from −1 to 1 and falls again within 64 ticks";
    Ready, "ready", "1 if it can conceive";
    Blocked, "blocked", "1 if its last movement was refused or blocked";
    Hurt, "hurt", "1 if it was attacked in the last tick";
    KinSignal, "kin_signal", "what the nearest animal of its species signals";
}

neurons! {
    /// An output: a drive of an animal, each from −1 to 1.
    Output, OUTPUTS:
    WalkX, "walk_x", "walk eastward, as strongly as both directions together";
    WalkY, "walk_y", "walk southward";
    Speed, "speed", "the speed of its steps: −1 for the slowest, 1 for its maximum";
    Feed, "feed", "above 0: eat what is within reach, and go to it: herbivores to the best plant, carnivores to the nearest carcass";
    Strike, "strike", "above 0: attack what is within reach, and pursue it: carnivores the nearest herbivore, herbivores the nearest threat";
    Flee, "flee", "above 0: run from the threats in sight";
    Breed, "breed", "above 0: conceive when it can";
    Signal, "signal", "what it signals to its kin";
}
