//! What is worth a look: when, where, and whom it befell.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::Named;
use crate::behaviour::{BaseId, Colony, Death, OrganismId};
use crate::species::SpeciesId;
use crate::tick::{Calamity, Change, Command};
use crate::world::{Body, Identity, Verdict, World};

/// Something worth a look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Remark {
    /// How many ticks the world had lived when it had happened.
    pub tick: u64,
    /// Where in the world, if it has a place.
    pub at: Option<DVec2>,
    /// Whom it befell, if anybody.
    pub whom: Option<OrganismId>,
    /// Which species it is about, if any.
    pub species: Option<SpeciesId>,
    /// Whether it befell whom somebody followed then, or by its doing.
    pub is_close: bool,
    /// What happened.
    pub what: Notable,
}

/// What can be worth a look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Notable {
    /// The first of its species was born.
    FirstBorn {
        /// Whose child it is.
        parent: OrganismId,
    },
    /// An animal was born.
    Born {
        /// Whose child it is.
        parent: OrganismId,
    },
    /// An animal died: of a blow, or of anything if somebody followed it.
    Died {
        /// Of what.
        of: Death,
        /// By whose doing, if anybody's.
        by: Option<OrganismId>,
        /// Of which species that is.
        by_species: Option<SpeciesId>,
    },
    /// Only one of the species is left.
    LastOne,
    /// Nobody of the species is left.
    Extinct,
    /// There are some of the species again.
    Returned,
    /// There are half as many as there have been.
    Halved {
        /// How many there were.
        from: u32,
        /// How many there are.
        to: u32,
    },
    /// There are twice as many as there have been.
    Doubled {
        /// How many there were.
        from: u32,
        /// How many there are.
        to: u32,
    },
    /// A base was taken.
    Captured {
        /// Which.
        base: BaseId,
        /// By whom.
        by: Colony,
    },
    /// A base fell to nobody.
    Neutralised {
        /// Which.
        base: BaseId,
        /// By whose doing.
        by: Colony,
    },
    /// The conquest was decided.
    Decided(Verdict),
    /// So many turns of the species have failed that it does nothing any more.
    Suspended,
    /// The species changed, and decides again.
    Restored,
    /// A command was obeyed.
    Command(String),
    /// A calamity came over the world.
    Calamity(String),
}

/// The sorts of remarks, to be told apart by colour and chosen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Births and kills, as they happen every day.
    Daily,
    /// What befell whom somebody followed.
    Close,
    /// How many there are of a species.
    Population,
    /// A species begins or ends.
    Species,
    /// Bases and tickets.
    Conquest,
    /// Turns that fail.
    Fault,
    /// What somebody who looks on did.
    Command,
}

impl Sort {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Daily,
        Self::Close,
        Self::Population,
        Self::Species,
        Self::Conquest,
        Self::Fault,
        Self::Command,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Daily => "births and kills",
            Self::Close => "of whom you follow",
            Self::Population => "halved and doubled",
            Self::Species => "first, last, extinct",
            Self::Conquest => "bases",
            Self::Fault => "faults",
            Self::Command => "commands, calamities",
        }
    }
}

impl Remark {
    /// A remark on a command that `world` has just obeyed.
    #[must_use]
    pub fn on(command: &Command, world: &World) -> Self {
        let text = command.describe(world);
        let (what, at, whom, species) = match *command {
            Command::Change(Change { species, .. }) => {
                (Notable::Command(text), None, None, Some(species))
            }
            Command::Add { species, at } => (Notable::Command(text), Some(at), None, Some(species)),
            Command::Remove { whom } | Command::Feed { whom } => {
                (Notable::Command(text), place_of(world, whom), Some(whom), None)
            }
            Command::Wall { area } => (Notable::Command(text), Some(area.centre()), None, None),
            Command::Calamity(Calamity::Drought { .. }) => {
                (Notable::Calamity(text), None, None, None)
            }
            Command::Calamity(Calamity::Plague { species }) => {
                (Notable::Calamity(text), None, None, Some(species))
            }
            Command::Calamity(Calamity::Fire { at, .. }) => {
                (Notable::Calamity(text), Some(at), None, None)
            }
        };
        Self { tick: world.tick, at, whom, species, is_close: false, what }
    }

    /// Of which sort it is.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self.what {
            _ if self.is_close => Sort::Close,
            Notable::Born { .. } | Notable::Died { .. } => Sort::Daily,
            Notable::Halved { .. } | Notable::Doubled { .. } => Sort::Population,
            Notable::FirstBorn { .. } | Notable::LastOne | Notable::Extinct | Notable::Returned => {
                Sort::Species
            }
            Notable::Captured { .. } | Notable::Neutralised { .. } | Notable::Decided(_) => {
                Sort::Conquest
            }
            Notable::Suspended | Notable::Restored => Sort::Fault,
            Notable::Command(_) | Notable::Calamity(_) => Sort::Command,
        }
    }

    /// The remark as a sentence, among these species and bases.
    pub(super) fn sentence(&self, species: &[Named], bases: &[String]) -> String {
        let name = |id: Option<SpeciesId>| {
            let named = id.and_then(|id| species.get(id.index()));
            named.map_or("something", |named| &named.name).to_owned()
        };
        let own = || name(self.species);
        let who = || match self.whom {
            Some(id) => format!("{} {id}", own()),
            None => own(),
        };
        let base = |base: BaseId| {
            bases.get(base.index()).map_or_else(|| base.to_string(), |name| format!("base {name}"))
        };
        let child = |parent| match parent {
            OrganismId::NOBODY => format!("{} has come into the world", who()),
            parent => format!("{} is born to {parent}", who()),
        };
        match &self.what {
            Notable::FirstBorn { parent } => format!("{}, the first {}", child(*parent), own()),
            Notable::Born { parent } => child(*parent),
            Notable::Died { of: Death::Killed, by: Some(by), by_species } => {
                format!("{} {by} kills {}", name(*by_species), who())
            }
            Notable::Died { of, .. } => format!("{} {}", who(), died(*of)),
            Notable::LastOne => format!("{} is the last of its species", who()),
            Notable::Extinct => format!("{}: extinct, {} was the last", own(), who()),
            Notable::Returned => format!("{}: not extinct any more", own()),
            Notable::Halved { from, to } => format!("{}: halved, from {from} to {to}", own()),
            Notable::Doubled { from, to } => format!("{}: doubled, from {from} to {to}", own()),
            Notable::Captured { base: id, by } => format!("{by} takes {}", base(*id)),
            Notable::Neutralised { base: id, by } => {
                format!("{} is nobody's any more, thanks to {by}", base(*id))
            }
            Notable::Decided(Verdict::Won(colony)) => format!("{colony} has won"),
            Notable::Decided(Verdict::Draw) => "a draw: both have lost all tickets".to_owned(),
            Notable::Suspended => format!("{}: suspended, too many turns failed", own()),
            Notable::Restored => format!("{}: decides again", own()),
            Notable::Command(text) | Notable::Calamity(text) => text.clone(),
        }
    }
}

fn place_of(world: &World, whom: OrganismId) -> Option<DVec2> {
    let mut query = world.organisms.query::<(&Identity, &Body)>();
    query.iter().find(|(who, _)| who.id == whom).map(|(_, body)| body.centre)
}

fn died(of: Death) -> &'static str {
    match of {
        Death::Starved => "starves",
        Death::OldAge => "dies of old age",
        Death::Killed => "is killed",
        Death::Eaten => "is eaten up",
        Death::Sick => "dies of sickness",
        Death::Burned => "burns",
        Death::Removed => "is removed",
    }
}
