//! Remarks: notable events with tick, position and organism.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{BaseId, Colony, Death, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_sim::tick::{Change, Command, TimedOutcome};
use terrarium_sim::world::{Body, Identity, Verdict, World};

use super::{Region, SpeciesInfo, Toll, colony_name};

/// A notable event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Remark {
    /// The number of completed ticks when it had happened.
    pub tick: u64,
    /// The position, if it has one.
    pub at: Option<DVec2>,
    /// The organism it is about, if any.
    #[serde(rename = "whom")]
    pub organism: Option<OrganismId>,
    /// The species it is about, if any.
    pub species: Option<SpeciesId>,
    /// Whether it involves the creature that was followed at that time, or a favourite.
    pub is_close: bool,
    /// What happened.
    pub what: Notable,
}

/// The kinds of notable events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Notable {
    /// The first child of the species was born.
    FirstBorn {
        /// The parent.
        parent: OrganismId,
    },
    /// An animal was born.
    Born {
        /// The parent.
        parent: OrganismId,
    },
    /// An animal was killed, or the followed creature or a favourite took part in the death of an organism.
    Died {
        /// The cause of death.
        of: Death,
        /// The organism that caused it, if any.
        by: Option<OrganismId>,
        /// The species of that organism.
        by_species: Option<SpeciesId>,
    },
    /// Only one organism of the species is left.
    LastOne,
    /// No organism of the species is left.
    Extinct,
    /// An extinct species exists again.
    Returned,
    /// The population has halved.
    Halved {
        /// The population before.
        from: u32,
        /// The population now.
        to: u32,
    },
    /// The population has doubled.
    Doubled {
        /// The population before.
        from: u32,
        /// The population now.
        to: u32,
    },
    /// A base was captured.
    Captured {
        /// The base.
        base: BaseId,
        /// The colony that captured it.
        by: Colony,
    },
    /// A base was neutralised.
    Neutralised {
        /// The base.
        base: BaseId,
        /// The colony that neutralised it.
        by: Colony,
    },
    /// The conquest was decided.
    Decided(Verdict),
    /// The species was suspended because too many of its turns failed.
    Suspended,
    /// The species was changed, which ended its suspension.
    Restored,
    /// A command was carried out.
    Command(String),
    /// A calamity struck.
    Calamity(String),
    /// A calamity is over: what it did.
    CalamityOver(String),
    /// An animal made a memorable number of kills.
    Kills {
        /// The number.
        count: u32,
    },
    /// The last animal of a rare species in a part of the world died.
    LastIn {
        /// The part.
        region: Region,
    },
    /// A day ended.
    DayEnded {
        /// The day, counted from 1.
        day: u64,
        /// The births and deaths of animals in it.
        toll: Toll,
    },
    /// A command of the timetable was carried out or refused.
    Timed(String),
}

/// Categories of remarks, for colours and filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkCategory {
    /// Births and kills.
    Daily,
    /// Memorable kills, and the last animals of parts of the world.
    Story,
    /// The births and deaths of each day.
    Days,
    /// Events that involve the followed creature or a favourite.
    Close,
    /// Halved and doubled populations.
    Population,
    /// First births, last organisms, extinctions and returns of species.
    Species,
    /// Bases and the verdict of a conquest.
    Conquest,
    /// Suspensions after failed turns.
    Fault,
    /// Commands and calamities.
    Command,
}

impl RemarkCategory {
    /// All categories.
    pub const ALL: [Self; 9] = [
        Self::Daily,
        Self::Story,
        Self::Days,
        Self::Close,
        Self::Population,
        Self::Species,
        Self::Conquest,
        Self::Fault,
        Self::Command,
    ];

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Daily => "births and kills",
            Self::Story => "stories",
            Self::Days => "days",
            Self::Close => "followed and favourites",
            Self::Population => "halved and doubled",
            Self::Species => "first, last, extinct",
            Self::Conquest => "bases",
            Self::Fault => "faults",
            Self::Command => "commands, calamities",
        }
    }
}

impl Remark {
    /// Creates a remark on a command that was just applied to `world`. `None` for what drives animals, which is new in each tick.
    #[must_use]
    pub fn on(command: &Command, world: &World) -> Option<Self> {
        let text = command.describe(world);
        let (what, at, organism, species) = match *command {
            Command::Change(Change { species, .. }) => {
                (Notable::Command(text), None, None, Some(species))
            }
            Command::Add { species, at } => (Notable::Command(text), Some(at), None, Some(species)),
            Command::Remove { organism } | Command::Feed { organism } => {
                (Notable::Command(text), place_of(world, organism), Some(organism), None)
            }
            Command::Wall { area }
            | Command::BuildWall { area }
            | Command::RemoveWalls { area } => {
                (Notable::Command(text), Some(area.centre()), None, None)
            }
            Command::BuildPolygon { ref corners } => {
                (Notable::Command(text), corners.first().copied(), None, None)
            }
            Command::Scatter { species, ref places, .. } => {
                (Notable::Command(text), places.first().copied(), None, Some(species))
            }
            Command::PaintTiles { ref cells, .. } => {
                let terrain = world.config().terrain.as_ref();
                let at = terrain.zip(cells.first()).map(|(it, &cell)| it.cell_box(cell).centre());
                (Notable::Command(text), at, None, None)
            }
            Command::RemoveShare(share) | Command::FeedShare(share) => {
                (Notable::Command(text), share.area.map(|area| area.at), None, Some(share.species))
            }
            Command::Reseed { .. } | Command::SetRules { .. } | Command::Schedule { .. } => {
                (Notable::Command(text), None, None, None)
            }
            Command::OpenLink { ref link } | Command::CloseLink { ref link } => {
                let found = world.config().links.iter().find(|it| it.name == *link);
                (Notable::Command(text), found.map(|it| it.from), None, None)
            }
            Command::Drive { .. } => return None,
            Command::Calamity(calamity) => {
                let at = calamity.area().map(|area| area.at);
                (Notable::Calamity(text), at, None, calamity.species())
            }
        };
        Some(Self { tick: world.tick(), at, organism, species, is_close: false, what })
    }

    /// Creates a remark on a command that the timetable gave before the last tick of `world`, unless [`on`](Self::on) creates
    /// none.
    #[must_use]
    pub fn on_timed(outcome: &TimedOutcome, world: &World) -> Option<Self> {
        let remark = Self::on(&outcome.command, world)?;
        Some(Self { what: Notable::Timed(outcome.describe()), ..remark })
    }

    /// Whether it is on a command that was carried out.
    #[must_use]
    pub fn is_command(&self) -> bool {
        matches!(self.what, Notable::Command(_) | Notable::Calamity(_))
    }

    /// The colony that the remark is about, if it is about one.
    #[must_use]
    pub fn colony(&self) -> Option<Colony> {
        match self.what {
            Notable::Captured { by, .. } | Notable::Neutralised { by, .. } => Some(by),
            Notable::Decided(verdict) => verdict.winner(),
            _ => None,
        }
    }

    /// The category of the remark.
    #[must_use]
    pub fn category(&self) -> RemarkCategory {
        match self.what {
            _ if self.is_close => RemarkCategory::Close,
            Notable::Born { .. } | Notable::Died { .. } => RemarkCategory::Daily,
            Notable::Kills { .. } | Notable::LastIn { .. } => RemarkCategory::Story,
            Notable::DayEnded { .. } => RemarkCategory::Days,
            Notable::Halved { .. } | Notable::Doubled { .. } => RemarkCategory::Population,
            Notable::FirstBorn { .. } | Notable::LastOne | Notable::Extinct | Notable::Returned => {
                RemarkCategory::Species
            }
            Notable::Captured { .. } | Notable::Neutralised { .. } | Notable::Decided(_) => {
                RemarkCategory::Conquest
            }
            Notable::Suspended | Notable::Restored => RemarkCategory::Fault,
            Notable::Command(_)
            | Notable::Calamity(_)
            | Notable::CalamityOver(_)
            | Notable::Timed(_) => RemarkCategory::Command,
        }
    }

    /// Formats the remark as a sentence, with the names of these species and bases.
    pub(super) fn sentence(&self, species: &[SpeciesInfo], bases: &[String]) -> String {
        let name = |id: Option<SpeciesId>| {
            let named = id.and_then(|id| species.get(id.index()));
            named.map_or("an unknown species", |named| &named.name).to_owned()
        };
        let own = || name(self.species);
        let who = || match self.organism {
            Some(id) => format!("{} {id}", own()),
            None => own(),
        };
        let base = |base: BaseId| {
            bases.get(base.index()).map_or_else(|| base.to_string(), |name| format!("base {name}"))
        };
        let colony = |colony: Colony| colony_name(colony, species);
        let child = |parent| match parent {
            OrganismId::NONE => format!("{} enters the world", who()),
            parent => format!("{} is born to {parent}", who()),
        };
        match &self.what {
            Notable::FirstBorn { parent } => {
                format!("{}, the first {} born in this world", child(*parent), own())
            }
            Notable::Born { parent } => child(*parent),
            Notable::Died { of: Death::Killed, by: Some(by), by_species } => {
                format!("{} {by} kills {}", name(*by_species), who())
            }
            Notable::Died { of, .. } => format!("{} {}", who(), verb_of(*of)),
            Notable::LastOne => format!("{} is the last of its species", who()),
            Notable::Extinct => format!("{}: extinct, {} was the last", own(), who()),
            Notable::Returned => format!("{}: no longer extinct", own()),
            Notable::Halved { from, to } => format!("{}: halved, from {from} to {to}", own()),
            Notable::Doubled { from, to } => format!("{}: doubled, from {from} to {to}", own()),
            Notable::Captured { base: id, by } => {
                format!("{} capture {}", colony(*by), base(*id))
            }
            Notable::Neutralised { base: id, by } => {
                format!("{} neutralise {}", colony(*by), base(*id))
            }
            Notable::Decided(Verdict::Won(winner)) => format!("{} win", colony(*winner)),
            Notable::Decided(Verdict::Draw) => "draw: both colonies are out of tickets".to_owned(),
            Notable::Suspended => format!("{}: suspended, too many turns failed", own()),
            Notable::Restored => format!("{}: suspension ended", own()),
            Notable::Command(text)
            | Notable::Calamity(text)
            | Notable::CalamityOver(text)
            | Notable::Timed(text) => text.clone(),
            Notable::Kills { count } => format!("{} makes its {count}th kill", who()),
            Notable::LastIn { region } => {
                format!("{}, the last {} of the {}, dies", who(), own(), region.name())
            }
            Notable::DayEnded { day, toll } => format!("day {day}: {}", toll.sentence()),
        }
    }
}

fn place_of(world: &World, organism: OrganismId) -> Option<DVec2> {
    let mut query = world.query::<(&Identity, &Body)>();
    query.iter().find(|(who, _)| who.id == organism).map(|(_, body)| body.centre)
}

/// The verb of a cause of death: `starves`, `is killed`.
pub fn verb_of(of: Death) -> &'static str {
    match of {
        Death::Starved => "starves",
        Death::OldAge => "dies of old age",
        Death::Killed => "is killed",
        Death::Eaten => "is eaten",
        Death::Sick => "dies of sickness",
        Death::Burned => "burns",
        Death::Removed => "is removed",
    }
}
