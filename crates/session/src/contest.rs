//! A conquest as displays show it: what each colony has, the state of each base, who leads, and how it ended.

use serde::Serialize;
use terrarium_creatures::behaviour::{Colony, SightingKind};
use terrarium_input::wording::capitalised;
use terrarium_picture::theme;
use terrarium_playback::Chronicle;
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{BaseFigure, SpeciesLook};
use terrarium_sim::world::Verdict;

use crate::reports::hexadecimal;
use crate::session::Session;

/// The ticks of a second at normal speed.
const TICKS_A_SECOND: u64 = 30;

/// The multiple of the normal speed at which a conquest is shown at first: it is over soon.
const CONQUEST_SPEED: f64 = 0.5;

/// A conquest at a tick.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Contest {
    /// Both colonies.
    pub colonies: [ColonyScore; 2],
    /// The tickets that a colony has at the first tick, at most.
    pub most: u32,
    /// Who leads, and by how many tickets.
    pub lead: String,
    /// The colony that leads.
    pub leader: Option<String>,
    /// The bases.
    pub bases: Vec<BaseScore>,
    /// How it ended, from the tick of the verdict on.
    pub outcome: Option<Outcome>,
}

/// What a colony has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColonyScore {
    /// The colony: `blue` or `red`.
    pub colony: &'static str,
    /// What it is called, after its species.
    pub name: String,
    /// Its colour, as in style sheets.
    pub colour: String,
    /// The tickets that it has left.
    pub tickets: u32,
    /// Its living creatures and its bases, in words.
    pub summary: String,
}

/// The state of a base.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BaseScore {
    /// Its name and who has it, in words.
    pub text: String,
    /// The colour of its owner.
    pub colour: String,
    /// The colour of who is taking it.
    pub taker: String,
    /// How far it is taken, from 0 to 1.
    pub share: f32,
    /// Where it is, in units.
    pub place: [f64; 2],
}

/// How a conquest ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The tick of the verdict.
    pub tick: u64,
    /// Who has won.
    pub title: String,
    /// The colour of the winner.
    pub colour: String,
    /// What else is said of it.
    pub lines: Vec<String>,
    /// The colony that has won.
    #[serde(skip)]
    pub winner: Option<Colony>,
}

impl ColonyScore {
    /// What a colony has in a scene of a run with this chronicle.
    #[must_use]
    pub fn new(colony: Colony, scene: &Scene, chronicle: &Chronicle) -> Self {
        let is_own =
            |look: Option<&SpeciesLook>| look.is_some_and(|look| look.colony == Some(colony));
        let living = scene.figures.iter().filter(|it| it.kind != SightingKind::Carcass);
        let alive = living.filter(|figure| is_own(scene.look(figure.species))).count();
        let bases = scene.bases.iter().filter(|base| base.owner == Some(colony)).count();
        let plural = if bases == 1 { "" } else { "s" };
        Self {
            colony: colony.name(),
            name: chronicle.colony_name(colony),
            colour: colour_of(Some(colony)),
            tickets: scene.tickets.map_or(0, |tickets| tickets[colony.index()]),
            summary: format!("{alive} alive · {bases} base{plural}"),
        }
    }
}

impl BaseScore {
    fn new(base: &BaseFigure, chronicle: &Chronicle) -> Self {
        Self {
            text: describe_base(base, chronicle),
            colour: colour_of(base.owner),
            taker: colour_of(Some(taker(base))),
            share: base.lean.abs().min(1.0),
            place: base.middle.to_array(),
        }
    }
}

impl Outcome {
    /// How a conquest ended, if it was decided up to a tick.
    #[must_use]
    pub fn new(chronicle: &Chronicle, tick: u64) -> Option<Self> {
        let (tick, verdict) = chronicle.verdict(tick)?;
        let winner = verdict.winner();
        let title = match verdict {
            Verdict::Won(colony) => {
                format!("{} win", capitalised(&chronicle.colony_name(colony)))
            }
            Verdict::Draw => "A draw".to_owned(),
        };
        let lines = lines(chronicle, tick);
        Some(Self { tick, title, colour: colour_of(winner), lines, winner })
    }
}

impl Session {
    /// The conquest at this tick, if there is one.
    pub(crate) fn contest(&self) -> Option<Contest> {
        let scene = &self.scene;
        scene.tickets?;
        let history = self.history();
        let lead = history.lead(scene.tick);
        Some(Contest {
            colonies: Colony::ALL.map(|colony| ColonyScore::new(colony, scene, history)),
            most: most_tickets(history),
            lead: lead_text(history, scene.tick),
            leader: lead.map(|(colony, _)| colony.name().to_owned()),
            bases: scene.bases.iter().map(|base| BaseScore::new(base, history)).collect(),
            outcome: Outcome::new(history, scene.tick),
        })
    }

    /// The multiple of the normal speed at which this world is shown unless another one is chosen.
    #[must_use]
    pub fn usual_speed(&self) -> f64 {
        usual_speed(&self.scene)
    }

    /// Whether the world is a conquest that is decided: it rests then.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let conquest = self.simulation().and_then(|it| it.world().conquest());
        conquest.is_some_and(|conquest| conquest.verdict.is_some())
    }
}

/// The multiple of the normal speed at which the world of a scene is shown unless another one is chosen.
#[must_use]
pub fn usual_speed(scene: &Scene) -> f64 {
    if scene.tickets.is_some() { CONQUEST_SPEED } else { 1.0 }
}

/// The tickets that a colony has at the first tick, at most.
#[must_use]
pub fn most_tickets(chronicle: &Chronicle) -> u32 {
    let first = chronicle.tickets(chronicle.first_tick());
    first.map_or(1, |tickets| tickets[0].max(tickets[1])).max(1)
}

/// Says who leads at a tick, and by how many tickets: `ants +3`.
#[must_use]
pub fn lead_text(chronicle: &Chronicle, tick: u64) -> String {
    let lead = chronicle.lead(tick);
    let text = |(colony, by)| format!("{} +{by}", chronicle.colony_name(colony));
    lead.map_or_else(|| "equal".to_owned(), text)
}

/// Describes a base in a line: `West fort, held by ants` or `North field, neutral; termites have 40 % of it`.
#[must_use]
pub fn describe_base(base: &BaseFigure, chronicle: &Chronicle) -> String {
    let name = |colony| chronicle.colony_name(colony);
    let owner = base.owner.map_or("neutral".to_owned(), |it| format!("held by {}", name(it)));
    let share = base.lean.abs().min(1.0) * 100.0;
    if !(0.5..99.5).contains(&share) {
        format!("{}, {owner}", base.name)
    } else {
        format!("{}, {owner}; {} have {share:.0} % of it", base.name, name(taker(base)))
    }
}

/// The colony that has a part of a base.
fn taker(base: &BaseFigure) -> Colony {
    if base.lean < 0.0 { Colony::Blue } else { Colony::Red }
}

fn colour_of(colony: Option<Colony>) -> String {
    let [red, green, blue, _] = theme::of_colony(colony);
    hexadecimal([red, green, blue])
}

/// What is said of a conquest that was decided in a tick.
fn lines(chronicle: &Chronicle, tick: u64) -> Vec<String> {
    let ticks = tick.saturating_sub(chronicle.first_tick());
    let seconds = ticks / TICKS_A_SECOND;
    let mut lines = vec![format!("After {ticks} ticks: {seconds} s at normal speed.")];
    if let Some(tickets) = chronicle.tickets(tick) {
        let left = Colony::ALL
            .map(|colony| format!("{} {}", chronicle.colony_name(colony), tickets[colony.index()]));
        lines.push(format!("Tickets left: {}.", left.join(", ")));
    }
    if let Some(point) = chronicle.turning_point() {
        if let Some(capture) = point.capture {
            let text = chronicle.describe(capture);
            lines.push(format!("Turning point: {text} in tick {}.", capture.tick));
        }
        lines.push(format!("Ahead to the end from tick {} on.", point.tick));
    }
    lines
}
