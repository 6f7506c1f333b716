//! A command of a timetable as the keys and values of its table.

use std::fmt::Write as _;

use terrarium_creatures::species::{KeyValue, SpeciesId};
use terrarium_input::document::quoted;
use terrarium_sim::world::{Disc, Intervention, Share, TimedCommand};

use super::COMMON;
use crate::scenario::saving::{corners, short};

/// The table of a command in a scenario, with the names of the species of its world.
pub fn command_table(timed: &TimedCommand, species: &[&str]) -> String {
    let mut text = "\n[[command]]\n".to_owned();
    for (key, value) in command_keys(timed, species) {
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}

/// The keys of a command with their values as TOML, such as `drought.light` with `0.5`.
fn command_keys(timed: &TimedCommand, species: &[&str]) -> Vec<(String, String)> {
    let TimedCommand { name, tick, every, until, intervention } = timed;
    let mut keys = vec![("name", quoted(name)), ("tick", tick.to_string())];
    keys.extend(every.map(|every| ("every", every.to_string())));
    keys.extend(until.map(|until| ("until", until.to_string())));
    let mut keys: Vec<(String, String)> =
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let kind = intervention.key();
    keys.extend(values(intervention, species).into_iter().map(|(key, value)| {
        (if key.is_empty() { kind.to_owned() } else { format!("{kind}.{key}") }, value)
    }));
    keys
}

/// The keys of a command that are numbers or words, without the key that names what it does.
pub fn factor_keys(timed: &TimedCommand, species: &[&str]) -> Vec<(String, KeyValue)> {
    let kind = timed.intervention.key();
    let keys = command_keys(timed, species).into_iter().filter_map(|(key, value)| {
        let value = match value.parse::<f64>() {
            Ok(number) => KeyValue::Number(number),
            Err(_) => KeyValue::Text(serde_json::from_slice(value.as_bytes()).ok()?),
        };
        let of_kind = key.strip_prefix(kind).and_then(|rest| rest.strip_prefix('.'));
        Some((of_kind.unwrap_or(&key).to_owned(), value))
    });
    keys.filter(|(key, _)| key != COMMON[0]).collect()
}

/// The values of an intervention; one without a name is that of the intervention itself.
fn values(intervention: &Intervention, species: &[&str]) -> Vec<(String, String)> {
    let name = |id: SpeciesId| quoted(species.get(id.index()).copied().unwrap_or_default());
    let mut values: Vec<(&str, String)> = Vec::new();
    match intervention {
        Intervention::Drought { light, ticks, .. } => {
            values.extend([("light", light.to_string()), ("ticks", ticks.to_string())]);
        }
        Intervention::Plague { species, mortality, ticks, .. } => values.extend([
            ("species", name(*species)),
            ("mortality", mortality.to_string()),
            ("ticks", ticks.to_string()),
        ]),
        Intervention::Fire { mortality, ticks, .. } => {
            values.extend([("mortality", mortality.to_string()), ("ticks", ticks.to_string())]);
        }
        Intervention::Add { species, count, .. } => {
            values.extend([("species", name(*species)), ("count", count.to_string())]);
        }
        Intervention::Remove(Share { species, share, .. })
        | Intervention::Feed(Share { species, share, .. }) => {
            values.extend([("species", name(*species)), ("share", share.to_string())]);
        }
        Intervention::Rules(rules) => {
            values.extend(rules.iter().map(|(rule, value)| (&**rule, value.to_string())));
        }
        Intervention::OpenLink(link) | Intervention::CloseLink(link) => {
            values.push(("", quoted(link)));
        }
        Intervention::Wall(area) | Intervention::RemoveWalls(area) => {
            let edges = [area.min.x, area.min.y, area.max.x, area.max.y].map(short);
            values.push(("", format!("[{}]", edges.join(", "))));
        }
        Intervention::Polygon(polygon) => values.push(("", corners(polygon))),
        Intervention::Paint { tile, from, to } => values.extend([
            ("tile", quoted(&tile.to_string())),
            ("from", from.to_string()),
            ("to", to.to_string()),
        ]),
        Intervention::Reseed(seed) => values.push(("", seed.to_string())),
    }
    if let Some(Disc { at, radius }) = intervention.area() {
        values.extend([("at", format!("[{}, {}]", at.x, at.y)), ("radius", radius.to_string())]);
    }
    values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
