//! The lines about sightings, bases, memory and traits, and about the light of a plant.

use terrarium_creatures::behaviour::{Allegiance, Message, Note, SightingKind};
use terrarium_creatures::species::{Characteristic, PlantTraits};
use terrarium_sim::tick::Light;

use super::{LISTED, Line, Severity};
use crate::inspection::animal::BaseView;
use crate::inspection::{Animal, Inspection};

/// What an animal of a kind sees. Only of what it can eat, the energy is reported.
pub(super) fn sees(animal: &Animal, kind: SightingKind) -> Vec<Line> {
    let mut lines: Vec<Line> = animal
        .sees
        .iter()
        .take(LISTED)
        .map(|sighting| {
            let mut value = format!("{:.1} away", sighting.gap);
            if sighting.food > 0.0 && kind.eats(sighting.kind) {
                value.push_str(&format!(", {:.0} energy to eat", sighting.food));
            }
            if sighting.signal != 0 {
                value.push_str(&format!(", signal {}", sighting.signal));
            }
            if sighting.hostile {
                value.push_str(", hostile");
            }
            let dead = if sighting.kind == SightingKind::Carcass { "dead " } else { "" };
            let label = format!("{dead}{} {}", sighting.name, sighting.id);
            let severity = if sighting.hostile { Severity::Bad } else { Severity::Plain };
            Line::new(label, value).of(severity).about(sighting.id)
        })
        .collect();
    let more = animal.sees.len().saturating_sub(LISTED);
    if more > 0 {
        lines.push(Line::new("", format!("and {more} more")).of(Severity::Faint));
    }
    if lines.is_empty() {
        lines.push(Line::new("", "none").of(Severity::Faint));
    }
    lines
}

impl Inspection {
    /// What the animal told, and what it hears.
    pub(super) fn messages(&self, animal: &Animal) -> Vec<Line> {
        let told = animal.told.iter().map(|told| Line::new("sent", quoted(told)));
        let heard = animal.hears.iter().take(LISTED).map(|heard| {
            Line::new(format!("from {}", self.called(heard.from)), quoted(heard)).about(heard.from)
        });
        told.chain(heard).collect()
    }
}

/// A message as text in quotes if it is printable, else as bytes.
fn quoted(message: &Message) -> String {
    match std::str::from_utf8(&message.bytes) {
        Ok(text) if !text.chars().any(char::is_control) => format!("\"{text}\""),
        _ => format!("{:?}", message.bytes),
    }
}

pub(super) fn bases(animal: &Animal) -> Vec<Line> {
    let line = |base: &BaseView| {
        let (whose, severity) = match base.allegiance {
            Allegiance::Own => ("own", Severity::Good),
            Allegiance::Neutral => ("neutral", Severity::Plain),
            Allegiance::Hostile => ("hostile", Severity::Bad),
        };
        let here = if base.within { ", in its capture area" } else { "" };
        let value = format!("{whose}, hold {:.2}, {:.0} away{here}", base.hold, base.distance);
        Line::new(base.name.clone(), value).of(severity)
    };
    animal.bases.iter().map(line).collect()
}

pub(super) fn mind(animal: &Animal) -> Vec<Line> {
    let mut lines = vec![Line::new("Behaviour", animal.behaviour.clone())];
    lines.extend(animal.spent.map(|spent| Line::new("Budget used", spent.to_string())));
    lines.push(Line::new("Memory", animal.memory.text()));
    if !animal.dna.bytes.is_empty() {
        lines.push(Line::new("DNA", animal.dna.text()));
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
        Line::new("Note", text)
    }));
    lines
}

pub(super) fn traits(animal: &Animal) -> Vec<Line> {
    let abilities = &animal.abilities;
    let ability = |what: Characteristic| match what {
        Characteristic::Energy => format!("holds {:.0}", animal.living.max_energy.units()),
        Characteristic::Eating => format!("bites {:.0} energy", abilities.bite.units()),
        Characteristic::Attack => format!("up to {:.0} damage", abilities.attack),
        Characteristic::Defence => format!("absorbs up to {:.0} damage", abilities.defence),
        Characteristic::Speed => format!("up to {:.1} per tick", abilities.speed),
        Characteristic::Camouflage => {
            format!("unnoticed {:.0} % of the time", abilities.camouflage * 100.0)
        }
        Characteristic::Sight => format!("sensor range {:.0}", abilities.sight),
    };
    let line = |(what, points): (Characteristic, f32)| {
        let value = format!("{points:.0} points, {}", ability(what));
        Line::new(what.name(), value).bar(f64::from(points) / 100.0)
    };
    Characteristic::ALL.into_iter().zip(animal.traits.points).map(line).collect()
}

pub(super) fn light_lines(traits: &PlantTraits, light: &Light) -> Vec<Line> {
    let preferred = traits.preferred_light * 100.0;
    let severity = match light.thriving {
        0.7.. => Severity::Good,
        0.3.. => Severity::Plain,
        _ => Severity::Bad,
    };
    vec![
        Line::new(
            "Receives",
            format!("{:.0} % of full light, prefers {preferred:.0} %", light.share * 100.0),
        )
        .bar(light.share),
        Line::new("Yield", format!("{:.0} %", light.thriving * 100.0))
            .bar(light.thriving)
            .of(severity),
    ]
}

pub(super) fn plant_traits(traits: &PlantTraits) -> Vec<Line> {
    vec![
        Line::new("Height", format!("{:.2} per unit of radius", traits.height)),
        Line::new("Seed spread", format!("up to {:.0} units", traits.seed_spread)),
    ]
}
