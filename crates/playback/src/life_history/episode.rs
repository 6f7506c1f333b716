//! Events of one organism, merged into runs of equal ones.

use serde::Serialize;
use terrarium_creatures::behaviour::{Blocker, Event, EventKind, Note, OrganismId, Refusal};
use terrarium_output::table::Cell;
use terrarium_run::record::events::cells;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;

use super::names::{Individual, Names};
use crate::inspection::{because, describe_event};

/// The longest pause between two equal events of one episode, in ticks.
pub const LONGEST_PAUSE: u64 = 50;

/// Equal events with pauses of at most [`LONGEST_PAUSE`] ticks. Its names are those of
/// `events.parquet`, and `grazed` (an animal ate from the plant) and `noted` (a line that the
/// behaviour logged).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Episode {
    /// The tick of the first event.
    pub first_tick: u64,
    /// The tick of the last event.
    pub last_tick: u64,
    /// The kind of the events.
    pub what: String,
    /// The number of events.
    pub count: u64,
    /// The slot of a refused action.
    pub slot: Option<String>,
    /// The cause of death, the obstacle, or the reason of a refusal or fault.
    pub cause: Option<String>,
    /// The species that was eaten, or that ate.
    pub species: Option<String>,
    /// The other organism; of several, that of the first event.
    pub other: Option<Individual>,
    /// The sum of damage or energy.
    pub amount: Option<f64>,
    /// The first event as text: the fault, the logged line, or a sentence without its subject.
    pub detail: String,
    /// The logged line of the last event, if it is another one.
    pub last_detail: Option<String>,
}

/// The episodes of one organism, in the order in which they began.
#[derive(Debug, Clone, Default)]
pub(super) struct Episodes {
    all: Vec<Episode>,
}

impl Episodes {
    /// Adds an event of the organism.
    pub fn event(&mut self, simulation: &Simulation, event: &Event, names: &Names) {
        let world = simulation.world();
        let [_, _, _, what, _, cause, slot, amount] = cells(world.tick(), event, "");
        let (what, cause, slot) = (text(&what), text(&cause), text(&slot));
        let name = |id| names.individual(world, id).to_string();
        let other = other(&event.what);
        let eaten = matches!(event.what, EventKind::Ate { .. });
        let of_species = other.filter(|_| eaten).and_then(|id| names.individual(world, id).species);
        self.add(Episode {
            first_tick: world.tick(),
            last_tick: world.tick(),
            what: what.unwrap_or_default(),
            count: 1,
            slot,
            cause,
            species: of_species,
            other: other.map(|id| names.individual(world, id)),
            amount: if let Cell::Number(amount) = amount { Some(amount) } else { None },
            detail: match &event.what {
                EventKind::Failed { fault } => fault.text(simulation.fault_place(event.to)),
                what => describe_event(what, &name),
            },
            last_detail: None,
        });
    }

    /// Adds a bite that an animal took from the plant.
    pub fn bite(&mut self, world: &World, eater: Individual, energy: f64) {
        self.add(Episode {
            what: "grazed".to_owned(),
            species: eater.species.clone(),
            detail: format!("{eater} ate from it ({energy:.1} energy)"),
            amount: Some(energy),
            other: Some(eater),
            ..Episode::begin(world)
        });
    }

    /// Adds a line that the behaviour logged; marks on the ground are left out.
    pub fn note(&mut self, world: &World, note: &Note) {
        if let Note::Log(line) = note {
            let what = "noted".to_owned();
            self.add(Episode { what, detail: line.clone(), ..Episode::begin(world) });
        }
    }

    /// All episodes. Other organisms may act on it in the tick of its death, which comes last.
    pub fn finish(mut self) -> Vec<Episode> {
        self.all.sort_by_key(|episode| (episode.first_tick, episode.what == "died"));
        self.all
    }

    fn add(&mut self, new: Episode) {
        let open = self.all.iter_mut().rev();
        let Some(episode) = open.into_iter().find(|it| it.continues_with(&new)) else {
            self.all.push(new);
            return;
        };
        episode.last_tick = new.last_tick;
        episode.count += new.count;
        episode.amount = episode.amount.zip(new.amount).map(|(a, b)| a + b);
        episode.last_detail = Some(new.detail).filter(|detail| *detail != episode.detail);
    }
}

impl Episode {
    fn begin(world: &World) -> Self {
        Self {
            first_tick: world.tick(),
            last_tick: world.tick(),
            what: String::new(),
            count: 1,
            slot: None,
            cause: None,
            species: None,
            other: None,
            amount: None,
            detail: String::new(),
            last_detail: None,
        }
    }

    fn continues_with(&self, next: &Self) -> bool {
        let is_same = self.what == next.what
            && self.slot == next.slot
            && self.cause == next.cause
            && self.species == next.species;
        // Blows are counted for each opponent.
        let is_combat = ["struck", "killed", "attacked"].contains(&&*self.what);
        is_same
            && next.first_tick - self.last_tick <= LONGEST_PAUSE
            && (!is_combat || self.other == next.other)
    }

    /// The episode as a sentence without its subject.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { count, detail, .. } = self;
        let amount = self.amount.unwrap_or(0.0);
        let species = self.species.as_deref().unwrap_or("something");
        let other = self.other.as_ref().map_or_else(String::new, ToString::to_string);
        let times = if *count == 1 { String::new() } else { format!(" {count} times") };
        match self.what.as_str() {
            "refused" => {
                let slot = self.slot.as_deref().unwrap_or_default();
                let name = self.cause.as_deref().unwrap_or_default();
                let times = if *count == 1 { " once".to_owned() } else { times };
                format!("`{slot}` was refused{times}: {}", explained(name))
            }
            "failed" => match count {
                1 => format!("its turn failed: {detail}"),
                _ => format!("{count} of its turns failed, the first with {detail}"),
            },
            "noted" => match (&self.last_detail, count) {
                (None, 1) => format!("logged: {detail}"),
                (None, _) => format!("logged{times}: {detail}"),
                (Some(last), _) => format!("logged{times}, first: {detail}; last: {last}"),
            },
            "ate" => format!("ate from {species}: {}, +{amount:.1} energy", bites(*count)),
            "grazed" => format!("{species} ate from it: {}, −{amount:.1} energy", bites(*count)),
            _ if *count == 1 => detail.clone(),
            "struck" => format!("struck {other}{times} ({amount:.1} damage)"),
            "attacked" => format!("was struck by {other}{times} ({amount:.1} damage)"),
            "blocked" => {
                let by = match self.cause.as_deref() {
                    Some("organism") => "organisms",
                    Some("border") => "the border of the world",
                    _ => "impassable terrain",
                };
                format!("was blocked by {by}{times}")
            }
            "gave_birth" => format!("gave birth{times}, first to {other}"),
            _ => format!("{detail}{times}"),
        }
    }
}

/// The other organism of an event, where it matters for a life.
fn other(what: &EventKind) -> Option<OrganismId> {
    match *what {
        EventKind::Born { parent } => Some(parent).filter(|&it| it != OrganismId::NONE),
        EventKind::Struck { target: id, .. }
        | EventKind::Attacked { by: id, .. }
        | EventKind::Ate { food: id, .. }
        | EventKind::Blocked { by: Blocker::Organism(id) }
        | EventKind::GaveBirth { child: id } => Some(id),
        EventKind::Died { by, .. } => by,
        EventKind::Refused { target, .. } => target.filter(|&it| it != OrganismId::NONE),
        _ => None,
    }
}

/// A reason of a refusal with its explanation: `it is full (already_full: eat only when not full)`.
pub(super) fn explained(name: &str) -> String {
    let named = Refusal::ALL.into_iter().find(|why| why.explanation().0 == name);
    named.map_or_else(
        || name.to_owned(),
        |why| format!("{} ({name}: {})", because(why), why.explanation().1),
    )
}

fn bites(count: u64) -> String {
    if count == 1 { "1 bite".to_owned() } else { format!("{count} bites") }
}

fn text(cell: &Cell<'_>) -> Option<String> {
    match cell {
        Cell::Word(word) => Some((*word).to_owned()),
        _ => None,
    }
}
