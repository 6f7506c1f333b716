//! An inspection in words: sections of lines that panels, terminals and reports can show.

use serde::Serialize;

use super::chance::{Chance, Prospect};
use super::why::blocker;
use super::{
    Animal, Answer, Being, Breeding, Growing, Headway, Inspection, Living, Trip, Want, Wish,
    because, happened,
};
use crate::behaviour::{
    Allegiance, Destination, EnergyState, Happening, Note, OrganismId, Seen, Slotted,
};
use crate::species::{Characteristic, PlantTraits};
use crate::tick::Light;

/// Some lines under a title.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// What it is about; may be empty.
    pub label: String,
    /// What there is to tell.
    pub value: String,
    /// How good or bad that is.
    pub severity: Severity,
    /// A share that belongs to it, 0 to 1, to be drawn as a bar.
    pub share: Option<f64>,
    /// Somebody whom it is about, to be jumped to.
    pub whom: Option<OrganismId>,
}

/// How good or bad something is for the organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Neither.
    Plain,
    /// Of little weight: to be shown pale.
    Faint,
    /// Good.
    Good,
    /// Worth a look.
    Warning,
    /// Bad.
    Bad,
}

/// How many of those in sight are listed.
const LISTED: usize = 12;

impl Line {
    fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        let (label, value) = (label.into(), value.into());
        Self { label, value, severity: Severity::Plain, share: None, whom: None }
    }

    fn of(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    fn bar(self, share: f64) -> Self {
        Self { share: Some(share.clamp(0.0, 1.0)), ..self }
    }

    fn about(self, whom: impl Into<Option<OrganismId>>) -> Self {
        Self { whom: whom.into(), ..self }
    }
}

impl Inspection {
    /// What somebody is called here: `hare #5`, or `#5` if nothing is known of it any more.
    #[must_use]
    pub fn called(&self, whom: OrganismId) -> String {
        match self.names.get(&whom) {
            Some(name) => format!("{name} {whom}"),
            None => whom.to_string(),
        }
    }

    /// What it is, in a line: `hare #5, herbivore`.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{} {}, {}", self.name, self.id, seen_in_words(self.seen))
    }

    /// All of it in words.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = vec![Section { title: "Body", lines: self.body() }];
        let mut add = |title, lines: Vec<Line>| {
            if !lines.is_empty() {
                sections.push(Section { title, lines });
            }
        };
        if let Some(animal) = self.animal() {
            add("Decided last tick", self.decided(animal));
            add("What it could do now", self.chances(animal));
            add("Journey", animal.trip.as_ref().map_or_else(Vec::new, |trip| self.trip(trip)));
            add("Last tick", self.befell());
            add("Sees", sees(animal));
            add("Bases", bases(animal));
            add("Mind", mind(animal));
            add("Traits", traits(animal));
        } else {
            add("Last tick", self.befell());
        }
        if let Being::Plant { traits, light, .. } = &self.being {
            add("Light", light_in_words(traits, light));
            add("Traits", plant_traits(traits));
        }
        add("Family", self.relatives());
        sections
    }

    /// All of it as text for a terminal, a line each.
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

    fn body(&self) -> Vec<Line> {
        let place = format!("{:.0}, {:.0}", self.centre.x, self.centre.y);
        let mut lines = match &self.being {
            Being::Carcass { energy, rots_in, died } => {
                let left = format!("{:.1} to eat", energy.units());
                let mut lines = vec![
                    Line::new("Carcass", left),
                    Line::new("Rots away", format!("in {rots_in} ticks")),
                ];
                let name = |id| self.called(id);
                lines.extend(
                    died.as_ref()
                        .map(|it| Line::new("Died", happened(it, &name)).about(killer(it))),
                );
                lines
            }
            Being::Plant { living, .. } => self.living_in_words(living),
            Being::Animal(animal) => {
                let mut lines = self.living_in_words(&animal.living);
                lines.extend(animal.colony.map(|it| Line::new("Colony", it.name())));
                lines
            }
        };
        lines.push(Line::new("Place", place).of(Severity::Faint));
        lines
    }

    fn living_in_words(&self, living: &Living) -> Vec<Line> {
        let energy = format!(
            "{:.0} of {:.0}, {}",
            living.energy.units(),
            living.max_energy.units(),
            state_in_words(living.state)
        );
        let hunger = match living.state {
            EnergyState::Deteriorating => Severity::Bad,
            EnergyState::Hungry => Severity::Warning,
            EnergyState::Normal => Severity::Plain,
            EnergyState::Full => Severity::Good,
        };
        #[expect(clippy::cast_precision_loss, reason = "a bar is not that fine")]
        let aged = living.age as f64 / living.lifespan.max(1) as f64;
        let size = format!("{:.1} of {:.1}", self.radius, living.mature_radius);
        let mut lines = vec![
            Line::new("Energy", energy).bar(living.share).of(hunger),
            Line::new("Age", format!("{} of {} ticks", living.age, living.lifespan)).bar(aged),
            Line::new("Size", size).bar(self.radius / living.mature_radius),
        ];
        if living.damage > 0.0 {
            let percent = format!("{:.0} % of what kills it", living.damage * 100.0);
            let severity = if living.damage > 0.5 { Severity::Bad } else { Severity::Warning };
            lines.push(Line::new("Damage", percent).bar(living.damage).of(severity));
        }
        lines.push(self.growing(&living.growing));
        lines.push(breeding(&living.breeding));
        lines
    }

    fn growing(&self, growing: &Growing) -> Line {
        let name = |id| self.called(id);
        match growing {
            Growing::Grown => Line::new("Growth", "grown up").of(Severity::Good),
            Growing::Waiting { ticks } => Line::new("Growth", format!("grows in {ticks} ticks")),
            Growing::Due => Line::new("Growth", "grows in the next tick").of(Severity::Good),
            Growing::Hungry { needs, has_it_now: false } => {
                let value = format!("too hungry: needs more than {:.0}", needs.units());
                Line::new("Growth", value).of(Severity::Warning)
            }
            Growing::Hungry { .. } => Line::new("Growth", "was too hungry; grows in the next tick"),
            Growing::NoRoom { tries_in, by } => {
                let whom = by.iter().find_map(|by| match by {
                    crate::behaviour::Blocker::Organism(id) => Some(*id),
                    _ => None,
                });
                let by: Vec<String> = by.iter().take(3).map(|&by| blocker(by, &name)).collect();
                let by = if by.is_empty() {
                    "the place is free now".to_owned()
                } else {
                    format!("{} too near", by.join(", "))
                };
                let value = format!("no room: {by}; tries again in {tries_in} ticks");
                Line::new("Growth", value).of(Severity::Warning).about(whom)
            }
        }
    }

    fn decided(&self, animal: &Animal) -> Vec<Line> {
        let mut lines = Vec::new();
        if animal.is_suspended {
            let value = "too many turns of its species failed: it does nothing";
            lines.push(Line::new("Suspended", value).of(Severity::Bad));
        }
        if let Some(fault) = &animal.fault {
            lines.push(Line::new("Failed", fault.to_string()).of(Severity::Bad));
        }
        lines.extend(animal.wishes.iter().map(|wish| self.wish(wish)));
        if !animal.knows_all_wishes {
            let value = "only what came of it is known: follow it for a tick to see all";
            lines.push(Line::new("", value).of(Severity::Faint));
        }
        lines
    }

    fn wish(&self, wish: &Wish) -> Line {
        let whom = wish.want.whom().filter(|&whom| whom != OrganismId::NOBODY);
        let aim = whom.map_or_else(|| "somebody".to_owned(), |whom| self.called(whom));
        let what = match wish.want {
            Want::GoOn => "go on as before".to_owned(),
            Want::Halt => "stand still".to_owned(),
            Want::Go { to: Destination::Point(at), speed } => {
                format!("go to {:.0}, {:.0} at {speed:.1}", at.x, at.y)
            }
            Want::Go { to: Destination::Beside(_), speed } => format!("go to {aim} at {speed:.1}"),
            Want::Go { to: Destination::Base(base), speed } => {
                format!("go to {} at {speed:.1}", self.base(base.index()))
            }
            Want::GoSomewhere => "go somewhere".to_owned(),
            Want::Attack(_) => format!("strike {aim}"),
            Want::Defend(_) => format!("ward off {aim}"),
            Want::Eat(_) => format!("eat of {aim}"),
            Want::Reproduce => "conceive".to_owned(),
            Want::Breach(Some(wall)) => format!("strike the wall at tile {}, {}", wall.x, wall.y),
            Want::Breach(None) => "strike a wall".to_owned(),
            Want::Remember => "remember something".to_owned(),
            Want::Signal(signal) => format!("signal {signal}"),
        };
        let label = wish.want.slot().map_or("signal", Slotted::name);
        match wish.answer {
            Answer::Granted => Line::new(label, what).about(whom),
            Answer::Refused(why) => {
                let value = format!("{what}: refused, {}", because(why));
                Line::new(label, value).of(Severity::Warning).about(whom)
            }
        }
    }

    fn base(&self, place: usize) -> String {
        match self.base_names.get(place) {
            Some(name) => format!("base {name}"),
            None => format!("base {place}"),
        }
    }

    fn chances(&self, animal: &Animal) -> Vec<Line> {
        let line = |chance: &Chance| {
            let label = chance.slot.name();
            match chance.prospect {
                Prospect::Could(whom) => {
                    let with = whom.map(|whom| format!(": {} is within reach", self.called(whom)));
                    let value = format!("yes{}", with.unwrap_or_default());
                    Line::new(label, value).of(Severity::Good).about(whom)
                }
                Prospect::Refused(why) => Line::new(label, format!("no: {}", because(why))),
                Prospect::Nobody => Line::new(label, "no: nobody for it in sight"),
                Prospect::TooFar(whom, gap) => {
                    let value = format!("no: {} is {gap:.1} away", self.called(whom));
                    Line::new(label, value).about(whom)
                }
            }
        };
        animal.chances.iter().map(line).collect()
    }

    fn trip(&self, trip: &Trip) -> Vec<Line> {
        let goal = match (&trip.base, trip.destination) {
            (Some(base), _) => format!("base {base}"),
            (None, Destination::Beside(whom)) => self.called(whom),
            (None, _) => format!("{:.0}, {:.0}", trip.place.x, trip.place.y),
        };
        let headway = match trip.headway {
            Headway::Walking => "walking".to_owned(),
            Headway::Thinking => "stands and looks for the way".to_owned(),
            Headway::Routing => "stands and looks for a route".to_owned(),
            Headway::Stopover => "at a stop of its route".to_owned(),
            Headway::Aside { until } => {
                let ticks = until.saturating_sub(self.tick);
                format!("gives way to somebody for {ticks} ticks")
            }
        };
        let mut lines = vec![
            Line::new("To", goal).about(trip.whom()),
            Line::new("Now", headway),
            Line::new("Speed", format!("{:.1} a tick", trip.speed)),
        ];
        if trip.stopped > 0 {
            let value = format!("for {} ticks running", trip.stopped);
            lines.push(Line::new("Stopped", value).of(Severity::Warning));
        }
        if !trip.waypoints.is_empty() {
            lines.push(Line::new("Corners", trip.waypoints.len().to_string()));
        }
        if !trip.stops.is_empty() {
            lines.push(Line::new("Stops ahead", trip.stops.len().to_string()));
        }
        lines
    }

    fn befell(&self) -> Vec<Line> {
        let name = |id| self.called(id);
        let told = |what: &&Happening| {
            !matches!(what, Happening::Refused { .. } | Happening::Failed { .. })
        };
        let line = |what: &Happening| {
            let severity = match what {
                Happening::Attacked { .. } | Happening::Stung { .. } => Severity::Bad,
                Happening::Blocked { .. } | Happening::NoRoomForBirth => Severity::Warning,
                _ => Severity::Plain,
            };
            Line::new("", happened(what, &name)).of(severity).about(other(what))
        };
        self.befell.iter().filter(told).map(line).collect()
    }

    fn relatives(&self) -> Vec<Line> {
        let parent = match self.family.parent {
            None => Line::new("Parent", "none: a founder, or out of a nest"),
            Some(parent) => {
                let fate = if parent.lives { "" } else { ", dead" };
                let lives = parent.lives.then_some(parent.id);
                Line::new("Parent", format!("{}{fate}", parent.id)).about(lives)
            }
        };
        let mut lines = vec![parent, Line::new("Generation", self.generation.to_string())];
        if self.family.siblings > 0 {
            lines.push(Line::new("Siblings", format!("{} live", self.family.siblings)));
        }
        let children = &self.family.children;
        lines.push(Line::new("Children", format!("{} live", children.len())));
        let listed = children.iter().take(LISTED);
        lines.extend(listed.map(|&child| Line::new("", self.called(child)).about(child)));
        lines
    }
}

fn breeding(breeding: &Breeding) -> Line {
    let line = |value: String| Line::new("Breeding", value);
    match breeding {
        Breeding::Expecting { ticks, pauses: false, embryo } => {
            line(format!("expecting, {ticks} ticks to go, {:.0} put in", embryo.units()))
                .of(Severity::Good)
        }
        Breeding::Expecting { ticks, .. } => {
            line(format!("expecting, but too hungry to go on; {ticks} ticks to go"))
                .of(Severity::Warning)
        }
        Breeding::Due => line("due, as soon as there is room".to_owned()).of(Severity::Good),
        Breeding::NotMature => line("not grown up yet".to_owned()),
        Breeding::Waiting { ticks } => line(format!("rests for {ticks} ticks after the last")),
        Breeding::Hungry { needs } => {
            line(format!("too hungry: needs more than {:.0}", needs.units())).of(Severity::Warning)
        }
        Breeding::Ready => line("could conceive".to_owned()).of(Severity::Good),
    }
}

fn sees(animal: &Animal) -> Vec<Line> {
    let mut lines: Vec<Line> = animal
        .sees
        .iter()
        .take(LISTED)
        .map(|glimpse| {
            let mut value = format!("{:.1} away", glimpse.gap);
            if glimpse.food > 0.0 {
                value.push_str(&format!(", {:.0} to eat", glimpse.food));
            }
            if glimpse.signal != 0 {
                value.push_str(&format!(", signals {}", glimpse.signal));
            }
            if glimpse.hostile {
                value.push_str(", hostile");
            }
            let dead = if glimpse.seen == Seen::Carcass { "dead " } else { "" };
            let label = format!("{dead}{} {}", glimpse.name, glimpse.id);
            let severity = if glimpse.hostile { Severity::Bad } else { Severity::Plain };
            Line::new(label, value).of(severity).about(glimpse.id)
        })
        .collect();
    let more = animal.sees.len().saturating_sub(LISTED);
    if more > 0 {
        lines.push(Line::new("", format!("and {more} more")).of(Severity::Faint));
    }
    if lines.is_empty() {
        lines.push(Line::new("", "nobody").of(Severity::Faint));
    }
    lines
}

fn bases(animal: &Animal) -> Vec<Line> {
    let line = |base: &super::animal::BaseGlimpse| {
        let (whose, severity) = match base.allegiance {
            Allegiance::Own => ("own", Severity::Good),
            Allegiance::Neutral => ("nobody's", Severity::Plain),
            Allegiance::Hostile => ("hostile", Severity::Bad),
        };
        let here = if base.within { ", it counts there" } else { "" };
        let value = format!("{whose}, hold {:.2}, {:.0} away{here}", base.hold, base.distance);
        Line::new(base.name.clone(), value).of(severity)
    };
    animal.bases.iter().map(line).collect()
}

fn mind(animal: &Animal) -> Vec<Line> {
    let mut lines = vec![Line::new("Behaviour", animal.behaviour.clone())];
    lines.extend(animal.spent.map(|spent| Line::new("Budget taken", spent.to_string())));
    lines.push(Line::new("Memory", animal.memory.text()));
    if !animal.dna.bytes.is_empty() {
        lines.push(Line::new("Handed down", animal.dna.text()));
    }
    if animal.signal != 0 {
        lines.push(Line::new("Signal", animal.signal.to_string()));
    }
    lines.extend(animal.notes.iter().map(|note| {
        let text = match note {
            Note::Log(text) => text.clone(),
            Note::Point(at) => format!("marks {:.0}, {:.0}", at.x, at.y),
            Note::Line(from, to) => {
                format!(
                    "marks a line from {:.0}, {:.0} to {:.0}, {:.0}",
                    from.x, from.y, to.x, to.y
                )
            }
            Note::Text(at, text) => format!("marks {:.0}, {:.0}: {text}", at.x, at.y),
        };
        Line::new("Says", text)
    }));
    lines
}

fn traits(animal: &Animal) -> Vec<Line> {
    let abilities = &animal.abilities;
    let able = |what: Characteristic| match what {
        Characteristic::Energy => format!("holds {:.0}", animal.living.max_energy.units()),
        Characteristic::Eating => format!("bites off {:.0}", abilities.bite.units()),
        Characteristic::Attack => format!("strikes up to {:.0}", abilities.attack),
        Characteristic::Defence => format!("wards off up to {:.0}", abilities.defence),
        Characteristic::Speed => format!("up to {:.1} a tick", abilities.speed),
        Characteristic::Camouflage => {
            format!("overlooked {:.0} times in 100", abilities.camouflage * 100.0)
        }
        Characteristic::Sight => format!("sees {:.0} far", abilities.sight),
    };
    let line = |(what, points): (Characteristic, f32)| {
        let value = format!("{points:.0} points, {}", able(what));
        Line::new(what.name(), value).bar(f64::from(points) / 100.0)
    };
    Characteristic::ALL.into_iter().zip(animal.traits.points).map(line).collect()
}

fn light_in_words(traits: &PlantTraits, light: &Light) -> Vec<Line> {
    let likes = traits.preferred_light * 100.0;
    let severity = match light.thriving {
        0.7.. => Severity::Good,
        0.3.. => Severity::Plain,
        _ => Severity::Bad,
    };
    vec![
        Line::new(
            "Gets",
            format!("{:.0} % of full light, likes {likes:.0} %", light.share * 100.0),
        )
        .bar(light.share),
        Line::new("Thrives", format!("{:.0} %", light.thriving * 100.0))
            .bar(light.thriving)
            .of(severity),
    ]
}

fn plant_traits(traits: &PlantTraits) -> Vec<Line> {
    vec![
        Line::new("Height", format!("{:.2} for each unit of radius", traits.height)),
        Line::new("Seeds fly", format!("up to {:.0} units", traits.seed_spread)),
    ]
}

fn state_in_words(state: EnergyState) -> &'static str {
    match state {
        EnergyState::Deteriorating => "starving",
        EnergyState::Hungry => "hungry",
        EnergyState::Normal => "normal",
        EnergyState::Full => "full",
    }
}

fn seen_in_words(seen: Seen) -> &'static str {
    match seen {
        Seen::Plant => "plant",
        Seen::Herbivore => "herbivore",
        Seen::Carnivore => "carnivore",
        Seen::Carcass => "carcass",
    }
}

fn killer(what: &Happening) -> Option<OrganismId> {
    match what {
        Happening::Died { by, .. } => *by,
        _ => None,
    }
}

/// The other one whom something is about.
pub(super) fn other(what: &Happening) -> Option<OrganismId> {
    match *what {
        Happening::Born { parent } => Some(parent).filter(|&it| it != OrganismId::NOBODY),
        Happening::Blocked { by: crate::behaviour::Blocker::Organism(id) }
        | Happening::Struck { whom: id, .. }
        | Happening::Attacked { by: id, .. }
        | Happening::Ate { food: id, .. }
        | Happening::GaveBirth { child: id } => Some(id),
        Happening::Died { by, .. } => by,
        Happening::Refused { whom, .. } => whom,
        _ => None,
    }
}
