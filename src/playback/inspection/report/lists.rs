//! What an animal sees, knows, bears in mind and is able to, and a plant's light, in words.

use super::{LISTED, Line, Severity};
use crate::behaviour::{Allegiance, Note, SightingKind};
use crate::playback::inspection::Animal;
use crate::playback::inspection::animal::BaseGlimpse;
use crate::species::{Characteristic, PlantTraits};
use crate::tick::Light;

pub(super) fn sees(animal: &Animal) -> Vec<Line> {
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
            let dead = if glimpse.seen == SightingKind::Carcass { "dead " } else { "" };
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

pub(super) fn bases(animal: &Animal) -> Vec<Line> {
    let line = |base: &BaseGlimpse| {
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

pub(super) fn mind(animal: &Animal) -> Vec<Line> {
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

pub(super) fn traits(animal: &Animal) -> Vec<Line> {
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

pub(super) fn light_in_words(traits: &PlantTraits, light: &Light) -> Vec<Line> {
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

pub(super) fn plant_traits(traits: &PlantTraits) -> Vec<Line> {
    vec![
        Line::new("Height", format!("{:.2} for each unit of radius", traits.height)),
        Line::new("Seeds fly", format!("up to {:.0} units", traits.seed_spread)),
    ]
}
