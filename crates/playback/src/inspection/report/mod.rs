//! An inspection as text: sections of lines for panels, terminals and reports.

mod body;
mod deciding;
mod lists;
mod steps;

use serde::Serialize;
use terrarium_creatures::behaviour::{Blocker, EnergyState, EventKind, OrganismId, SightingKind};

use lists::{bases, light_lines, mind, plant_traits, sees, traits};

use super::{GenomeView, Inspection, OrganismState, Relative, describe_event};

/// Lines under a title.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line with a label and a value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The label; may be empty.
    pub label: String,
    /// The value.
    pub value: String,
    /// How good or bad the value is for the organism.
    pub severity: Severity,
    /// A fraction from 0 to 1 to be drawn as a bar.
    pub share: Option<f64>,
    /// Another organism that the line is about, for links.
    #[serde(rename = "whom")]
    pub organism: Option<OrganismId>,
    /// A tick that the line is about, for links.
    #[serde(skip)]
    pub tick: Option<u64>,
}

/// How good or bad a value is for the organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Neither good nor bad.
    Plain,
    /// Of little importance; shown pale.
    Faint,
    /// Good.
    Good,
    /// A possible problem.
    Warning,
    /// Bad.
    Bad,
}

/// The title of the section that only authors of behaviours understand.
pub const AUTHOR: &str = "Author";

/// The title of the section of brains.
pub const BRAIN: &str = "Brain";

/// The maximum number of sightings and of children that are listed.
const LISTED: usize = 12;

impl Line {
    pub(crate) fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        let (label, value) = (label.into(), value.into());
        Self { label, value, severity: Severity::Plain, share: None, organism: None, tick: None }
    }

    pub(crate) fn of(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    pub(crate) fn bar(self, share: f64) -> Self {
        Self { share: Some(share.clamp(0.0, 1.0)), ..self }
    }

    pub(crate) fn in_tick(self, tick: u64) -> Self {
        Self { tick: Some(tick), ..self }
    }

    pub(crate) fn about(self, organism: impl Into<Option<OrganismId>>) -> Self {
        Self { organism: organism.into(), ..self }
    }
}

impl Inspection {
    /// The name of an organism: `hare #5`, or `#5` if it no longer exists.
    #[must_use]
    pub fn called(&self, organism: OrganismId) -> String {
        match self.names.get(&organism) {
            Some(name) => format!("{name} {organism}"),
            None => organism.to_string(),
        }
    }

    /// Name and kind in a line: `hare #5, herbivore`.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{} {}, {}", self.name, self.id, kind_text(self.kind))
    }

    /// The whole inspection as sections of lines.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = vec![Section { title: "Body", lines: self.body() }];
        let mut add = |title, lines: Vec<Line>| {
            if !lines.is_empty() {
                sections.push(Section { title, lines });
            }
        };
        if let Some(animal) = self.animal() {
            add("Requested actions", self.decided(animal));
            add("Available actions", self.available(animal));
            add("Journey", animal.trip.as_ref().map_or_else(Vec::new, |trip| self.trip(trip)));
            add("Events", self.events_of());
            add("Sightings", sees(animal, self.kind));
            add("Messages", self.messages(animal));
            add("Bases", bases(animal));
            add("Traits", traits(animal));
        } else {
            add("Events", self.events_of());
        }
        if let OrganismState::Plant { traits, light, .. } = &self.state {
            add("Light", light_lines(traits, light));
            add("Traits", plant_traits(traits));
        }
        add("Genome", self.genome.as_ref().map_or_else(Vec::new, GenomeView::lines));
        add(BRAIN, self.genome.as_ref().map_or_else(Vec::new, GenomeView::brain_lines));
        add("Family", self.relatives());
        if let Some(animal) = self.animal() {
            add(AUTHOR, mind(animal));
        }
        sections
    }

    /// The steps of the last turn of an animal, as sections of lines.
    #[must_use]
    pub fn step_sections(&self) -> Vec<Section> {
        let lines = match self.animal() {
            Some(animal) => steps::steps(animal.steps.as_ref(), &animal.behaviour),
            None => vec![Line::new("", "Only animals have turns.")],
        };
        vec![Section { title: "Steps of its last turn", lines }]
    }

    /// The whole inspection as text for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.heading());
        for section in self.sections() {
            text.push_str(&format!("\n{}\n", section.title));
            for Line { label, value, .. } in section.lines {
                text.push_str(format!("  {label:<14} {value}").trim_end());
                text.push('\n');
            }
        }
        text
    }

    fn events_of(&self) -> Vec<Line> {
        let name = |id| self.called(id);
        // Refusals and faults are listed with the requested actions.
        let is_listed = |what: &&EventKind| {
            !matches!(what, EventKind::Refused { .. } | EventKind::Failed { .. })
        };
        let line = |what: &EventKind| {
            let severity = match what {
                EventKind::Attacked { .. } | EventKind::Stung { .. } => Severity::Bad,
                EventKind::Blocked { .. } | EventKind::NoRoomForBirth => Severity::Warning,
                _ => Severity::Plain,
            };
            Line::new("", describe_event(what, &name)).of(severity).about(other(what))
        };
        self.events.iter().filter(is_listed).map(line).collect()
    }

    fn relatives(&self) -> Vec<Line> {
        let line = |name: &str, relative: Relative| {
            let fate = if relative.is_alive { "" } else { ", dead" };
            let is_alive = relative.is_alive.then_some(relative.id);
            Line::new(name, format!("{}{fate}", relative.id)).about(is_alive)
        };
        let none = || Line::new("Parent", "none (founder or from a nest)");
        let mut lines = vec![self.family.parent.map_or_else(none, |it| line("Parent", it))];
        lines.extend(self.family.second_parent.map(|it| line("Second parent", it)));
        lines.push(Line::new("Generation", self.generation.to_string()));
        if self.family.siblings > 0 {
            lines.push(Line::new("Siblings", format!("{} alive", self.family.siblings)));
        }
        let children = &self.family.children;
        lines.push(Line::new("Children", format!("{} alive", children.len())));
        let listed = children.iter().take(LISTED);
        lines.extend(listed.map(|&child| Line::new("", self.called(child)).about(child)));
        lines
    }
}

fn state_text(state: EnergyState) -> &'static str {
    match state {
        EnergyState::Deteriorating => "starving",
        EnergyState::Hungry => "hungry",
        EnergyState::Normal => "normal",
        EnergyState::Full => "full",
    }
}

fn kind_text(kind: SightingKind) -> &'static str {
    match kind {
        SightingKind::Plant => "plant",
        SightingKind::Herbivore => "herbivore",
        SightingKind::Carnivore => "carnivore",
        SightingKind::Carcass => "carcass",
    }
}

fn killer(what: &EventKind) -> Option<OrganismId> {
    match what {
        EventKind::Died { by, .. } => *by,
        _ => None,
    }
}

/// The other organism that takes part in an event.
pub(in crate::inspection) fn other(what: &EventKind) -> Option<OrganismId> {
    match *what {
        EventKind::Born { parent } => Some(parent).filter(|&it| it != OrganismId::NONE),
        EventKind::Blocked { by: Blocker::Organism(id) }
        | EventKind::Struck { target: id, .. }
        | EventKind::Attacked { by: id, .. }
        | EventKind::Ate { food: id, .. }
        | EventKind::GaveBirth { child: id } => Some(id),
        EventKind::Died { by, .. } => by,
        EventKind::Refused { target, .. } => target,
        _ => None,
    }
}
