//! The outline in which a species is drawn: a body plan, and a few parts to choose. A world does not depend on it.

use serde::{Deserialize, Serialize};
use terrarium_input::Diagnostic;
use terrarium_input::document::Section;
use terrarium_input::spelling;

use super::manifest::refuse;
use super::{Kind, MATURE_RADIUS};

/// Defines a list of choices by their names in creature files.
macro_rules! choices {
    ($(#[$about:meta])* $list:ident, $key:literal: $($(#[$what:meta])* $choice:ident = $name:literal),+ $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $list {
            $($(#[$what])* $choice),+
        }

        impl $list {
            /// All choices, in the order of files.
            pub const ALL: &[Self] = &[$(Self::$choice),+];

            /// Its key in the table `[appearance]`.
            pub const KEY: &str = $key;

            /// Its name in creature files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$choice => $name),+
                }
            }
        }
    };
}

choices! {
    /// The main form of a body.
    BodyPlan, "body":
    /// Leaves around a middle.
    Rosette = "rosette",
    /// Blades of grass.
    Tuft = "tuft",
    /// A crown with a trunk.
    Tree = "tree",
    /// Round, with a short head.
    Rodent = "rodent",
    /// Large haunches and a small head.
    Hopper = "hopper",
    /// A trunk on four legs, with a neck.
    Grazer = "grazer",
    /// Long and very slim.
    Weasel = "weasel",
    /// Slim, with a round head.
    Cat = "cat",
    /// A deep chest, with a long snout.
    Dog = "dog",
    /// Three segments and six legs.
    Insect = "insect",
    /// A broad back and six legs.
    Beetle = "beetle",
}

choices! {
    /// The ears of an animal.
    Ears, "ears":
    /// None.
    None = "none",
    /// Round ones.
    Round = "round",
    /// Pointed ones.
    Pointed = "pointed",
    /// Ones as long as the head.
    Long = "long",
}

choices! {
    /// The tail of an animal.
    Tail, "tail":
    /// None.
    None = "none",
    /// A short one.
    Short = "short",
    /// A long, thin one.
    Long = "long",
    /// A long, thick one.
    Bushy = "bushy",
}

choices! {
    /// What an animal bears on its head.
    Horns, "horns":
    /// Nothing.
    None = "none",
    /// Two horns.
    Horns = "horns",
    /// Two antlers.
    Antlers = "antlers",
    /// Two large jaws.
    Jaws = "jaws",
}

/// The outline of a species.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Silhouette {
    /// The main form.
    pub body: BodyPlan,
    /// The ears; [`Ears::None`] of a plant.
    pub ears: Ears,
    /// The tail; [`Tail::None`] of a plant.
    pub tail: Tail,
    /// The horns; [`Horns::None`] of a plant.
    pub horns: Horns,
}

impl BodyPlan {
    /// Whether it is one of plants.
    #[must_use]
    pub fn is_of_plants(self) -> bool {
        matches!(self, Self::Rosette | Self::Tuft | Self::Tree)
    }

    /// Returns the plan of a kind that a file without one gets: larger species have those of larger animals.
    #[must_use]
    pub fn usual(kind: Kind, mature_radius: f32) -> Self {
        let share =
            (mature_radius - MATURE_RADIUS.start()) / (MATURE_RADIUS.end() - MATURE_RADIUS.start());
        match (kind, share) {
            (Kind::Plant, ..0.5) => Self::Rosette,
            (Kind::Plant, _) => Self::Tree,
            (Kind::Herbivore, ..0.25) => Self::Rodent,
            (Kind::Herbivore, ..0.5) => Self::Hopper,
            (Kind::Herbivore, _) => Self::Grazer,
            (Kind::Carnivore, ..0.25) => Self::Weasel,
            (Kind::Carnivore, ..0.6) => Self::Cat,
            (Kind::Carnivore, _) => Self::Dog,
        }
    }
}

impl Silhouette {
    /// Returns a body plan with the parts that are usual for it.
    #[must_use]
    pub fn of(body: BodyPlan) -> Self {
        let (ears, tail) = match body {
            BodyPlan::Rosette | BodyPlan::Tuft | BodyPlan::Tree => (Ears::None, Tail::None),
            BodyPlan::Rodent => (Ears::Round, Tail::Short),
            BodyPlan::Hopper => (Ears::Long, Tail::Short),
            BodyPlan::Grazer => (Ears::Pointed, Tail::Short),
            BodyPlan::Weasel => (Ears::Round, Tail::Long),
            BodyPlan::Cat => (Ears::Pointed, Tail::Long),
            BodyPlan::Dog => (Ears::Pointed, Tail::Bushy),
            BodyPlan::Insect | BodyPlan::Beetle => (Ears::None, Tail::None),
        };
        Self { body, ears, tail, horns: Horns::None }
    }

    /// Returns the outline of a species whose file chooses none.
    ///
    /// ```
    /// use terrarium_creatures::species::{BodyPlan, Kind, Silhouette};
    ///
    /// assert_eq!(Silhouette::usual(Kind::Carnivore, 20.0).body, BodyPlan::Dog);
    /// ```
    #[must_use]
    pub fn usual(kind: Kind, mature_radius: f32) -> Self {
        Self::of(BodyPlan::usual(kind, mature_radius))
    }
}

/// Reads the choices of a table `[appearance]`; what is left out is usual for the rest.
pub(super) fn read(
    table: &Section<'_>,
    kind: Kind,
    mature_radius: f32,
) -> Result<Silhouette, Diagnostic> {
    let plans = BodyPlan::ALL.iter().copied();
    let plans: Vec<BodyPlan> =
        plans.filter(|plan| plan.is_of_plants() == (kind == Kind::Plant)).collect();
    let body = read_choice(table, BodyPlan::KEY, &plans, BodyPlan::name)?;
    let mut shape = body.map_or_else(|| Silhouette::usual(kind, mature_radius), Silhouette::of);
    if kind == Kind::Plant {
        for key in [Ears::KEY, Tail::KEY, Horns::KEY] {
            refuse(table, key, "a plant has none", "leave it out")?;
        }
        return Ok(shape);
    }
    if let Some(ears) = read_choice(table, Ears::KEY, Ears::ALL, Ears::name)? {
        shape.ears = ears;
    }
    if let Some(tail) = read_choice(table, Tail::KEY, Tail::ALL, Tail::name)? {
        shape.tail = tail;
    }
    if let Some(horns) = read_choice(table, Horns::KEY, Horns::ALL, Horns::name)? {
        shape.horns = horns;
    }
    Ok(shape)
}

/// Reads one of some choices by its name; `None` where the key is left out.
fn read_choice<C: Copy>(
    table: &Section<'_>,
    key: &str,
    choices: &[C],
    name: fn(C) -> &'static str,
) -> Result<Option<C>, Diagnostic> {
    let Some(item) = table.get(key) else { return Ok(None) };
    let given = item.text()?;
    let names = || choices.iter().map(|&choice| name(choice));
    let found = choices.iter().copied().find(|&choice| name(choice) == given);
    found.map(Some).ok_or_else(|| {
        let hint = spelling::hint(spelling::nearest(given, names()));
        item.invalid_value(format!("give one of {}{hint}", spelling::listed(names())))
    })
}
