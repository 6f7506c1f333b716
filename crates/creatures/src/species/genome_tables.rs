//! The parts of a creature file about genomes: `[mutation]`, `[brain]`, and heritable parameters.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use terrarium_input::document::{Entry, Item, Section, Value};
use terrarium_input::{Diagnostic, spelling};

use super::manifest::MATURE_SIZE;
use super::{BehaviourChoice, Code, Kind, MATURE_RADIUS, NEURAL};
use crate::genome::brain::{Input, MAX_CONNECTIONS, MAX_NEURONS, MAX_WEIGHT, NoSuchNeuron, Output};
use crate::genome::{Brain, Mutation, ParameterRange, SIZE, to_f32};

/// The keys of `[mutation]`.
const MUTATION_KEYS: [&str; 9] = [
    "points",
    "size",
    "plant",
    "mature_size",
    "colour",
    "pattern",
    "parameters",
    "rate",
    "rate_change",
];

/// The keys of `[mutation.brain]`.
const BRAIN_KEYS: [&str; 6] = ["weight", "weights", "connection", "neuron", "removal", "neurons"];

/// The range of shares and probabilities.
const SHARE: RangeInclusive<f64> = 0.0..=1.0;

/// Reads the table `[mutation]`.
pub(super) fn read_mutation(root: &Section<'_>) -> Result<Option<Mutation>, Diagnostic> {
    let Some(section) = root.section("mutation")? else { return Ok(None) };
    let mut keys = MUTATION_KEYS.to_vec();
    keys.push("brain");
    section.only(&keys)?;
    let mut mutation = Mutation::usual(&MATURE_RADIUS);
    let size = |key, unit| section.get(key).map(|item| item.number_in(SIZE, unit)).transpose();
    mutation.points = size("points", "points")?;
    mutation.size = size("size", "percent")?;
    mutation.plant = size("plant", "percent")?;
    for (key, slot) in [
        ("colour", &mut mutation.colour),
        ("parameters", &mut mutation.parameters),
        ("rate_change", &mut mutation.rate_change),
    ] {
        *slot = size(key, "percent")?.unwrap_or(*slot);
    }
    for (key, slot) in [("pattern", &mut mutation.pattern), ("rate", &mut mutation.rate)] {
        read_into(&section, key, SHARE, slot)?;
    }
    if let Some(item) = section.get("mature_size") {
        mutation.mature_radius = read_bounds(item, root)?;
    }
    if let Some(section) = section.section("brain")? {
        section.only(&BRAIN_KEYS)?;
        let brain = &mut mutation.brain;
        read_into(&section, "weight", 0.0..=f64::from(MAX_WEIGHT), &mut brain.weight)?;
        for (key, slot) in [
            ("weights", &mut brain.weights),
            ("connection", &mut brain.connection),
            ("neuron", &mut brain.neuron),
            ("removal", &mut brain.removal),
        ] {
            read_into(&section, key, SHARE, slot)?;
        }
        if let Some(item) = section.get("neurons") {
            let most = item.whole_in(0..=MAX_NEURONS as u64, "neurons")?;
            brain.neurons = u16::try_from(most).unwrap_or_default();
        }
    }
    Ok(Some(mutation))
}

fn read_into(
    section: &Section<'_>,
    key: &str,
    range: RangeInclusive<f64>,
    slot: &mut f64,
) -> Result<(), Diagnostic> {
    if let Some(item) = section.get(key) {
        *slot = item.number_in(range, "")?;
    }
    Ok(())
}

/// Reads the bounds of the mature size, within which that of founders is, and returns those of the radius.
fn read_bounds(item: &Item, root: &Section<'_>) -> Result<[f32; 2], Diagnostic> {
    let wrong = || item.invalid_value("give the smallest and the largest size, such as [24, 40]");
    let Value::List(items) = &item.value else { return Err(wrong()) };
    let [least, most] = &items[..] else { return Err(wrong()) };
    let bounds = [least, most].map(|item| item.number_in(MATURE_SIZE, "units"));
    let [least, most] = bounds;
    let (least, most) = (least?, most?);
    let own = root.get("mature_size").map(|item| item.number_in(MATURE_SIZE, "units"));
    let own = own.transpose()?.unwrap_or(least);
    if !(least..=most).contains(&own) {
        return Err(item.invalid_value(format!("include {own}, the `mature_size` of founders")));
    }
    Ok([least, most].map(|size| to_f32(size / 2.0)))
}

/// Parameters by name, and the ranges of those that are heritable.
type Parameters = (BTreeMap<String, f64>, BTreeMap<String, ParameterRange>);

/// Reads the parameters of the behaviour, and the ranges of those that are heritable.
pub(super) fn read_parameters(
    section: Section<'_>,
    root: &Section<'_>,
) -> Result<Parameters, Diagnostic> {
    let (mut values, mut heritable) = (BTreeMap::new(), BTreeMap::new());
    for (name, entry) in section.entries() {
        if !matches!(entry.item.value, Value::Table(_)) {
            values.insert(name.to_owned(), entry.item.finite()?);
            continue;
        }
        let table = entry.item.section()?;
        table.only(&["value", "heritable", "min", "max"])?;
        let value = table.need("value", "value = 40")?.finite()?;
        values.insert(name.to_owned(), value);
        if table.get("heritable").map(Item::truth).transpose()?.unwrap_or(false) {
            let range = read_range(&table, value)?;
            heritable.insert(name.to_owned(), range);
            if root.get("mutation").is_none() {
                return Err(no_mutation(entry));
            }
        }
    }
    Ok((values, heritable))
}

fn read_range(table: &Section<'_>, value: f64) -> Result<ParameterRange, Diagnostic> {
    let min = table.need("min", "min = 0")?;
    let max = table.need("max", "max = 100")?;
    let range = ParameterRange { min: min.finite()?, max: max.finite()? };
    if range.min > value {
        return Err(min.invalid_value(format!("give at most {value}, the value of founders")));
    }
    if range.max < value {
        return Err(max.invalid_value(format!("give at least {value}, the value of founders")));
    }
    Ok(range)
}

fn no_mutation(entry: &Entry) -> Diagnostic {
    let problem = format!("`{}` is heritable, but the species has no mutation", entry.item.name);
    entry.key.error(problem, "add a table [mutation]")
}

/// Reads the table `[brain]`, which the behaviour `neural` needs, and only it has.
pub(super) fn read_brain(
    root: &Section<'_>,
    kind: Kind,
    behaviour: Option<&BehaviourChoice>,
) -> Result<Option<Brain>, Diagnostic> {
    let is_neural = behaviour.is_some_and(|it| it.code == Code::Native(NEURAL.to_owned()));
    let section = root.section("brain")?;
    let Some(section) = section else {
        if !is_neural {
            return Ok(None);
        }
        let native = root.section("behaviour")?.and_then(|section| section.get("native"));
        let location = native.map_or(root.location(), |native| &native.location);
        let problem = format!("the behaviour `{NEURAL}` needs a brain");
        return Err(location.error(problem, "add a table [brain] with `feed = { bias = 1 }`"));
    };
    if !is_neural {
        let has = if kind == Kind::Plant { "a plant has no" } else { "its behaviour has no" };
        let problem = format!("`brain`: {has} brain");
        let remedy = format!("give it the behaviour `native = \"{NEURAL}\"`, or leave it out");
        return Err(section.location().error(problem, remedy));
    }
    read_connections(&section).map(Some)
}

fn read_connections(section: &Section<'_>) -> Result<Brain, Diagnostic> {
    let outputs = || Output::ALL.iter().map(|it| it.name());
    let mut neurons = Vec::new();
    let mut connections = Vec::new();
    for (to, entry) in section.entries() {
        if Input::named(to).is_some() {
            let problem = format!("`{to}` is an input, at which no connection ends");
            return Err(entry.key.error(problem, "name the table after an output or a new neuron"));
        }
        if Output::named(to).is_none() {
            neurons.push(to);
        }
        for (from, entry) in entry.item.section()?.entries() {
            let most = f64::from(MAX_WEIGHT);
            let weight = to_f32(entry.item.number_in(-most..=most, "")?);
            connections.push((from, to, weight, entry));
        }
    }
    if neurons.len() > MAX_NEURONS || connections.len() > MAX_CONNECTIONS {
        let (given, links) = (neurons.len(), connections.len());
        let problem = format!("the brain has {given} neurons and {links} connections");
        let remedy = format!("give at most {MAX_NEURONS} and {MAX_CONNECTIONS}");
        return Err(section.location().error(problem, remedy));
    }
    let starts = |name: &str| connections.iter().any(|(from, to, ..)| *from == name && *to != name);
    if let Some(idle) = neurons.iter().find(|name| !starts(name)) {
        let key = section.entries().find(|(name, _)| name == idle).map(|(_, entry)| &entry.key);
        let hint = spelling::hint(spelling::nearest(idle, outputs()));
        return Err(key.unwrap_or(section.location()).error(
            format!("the neuron `{idle}` leads nowhere{hint}"),
            format!("connect it, or name one of {}", spelling::listed(outputs())),
        ));
    }
    let named = connections.iter().map(|&(from, to, weight, _)| (from, to, weight));
    Brain::of_named(&neurons, named).map_err(|NoSuchNeuron(name)| {
        let known = || {
            let inputs = Input::ALL.iter().map(|it| it.name());
            inputs.chain(outputs()).chain(neurons.iter().copied())
        };
        let hint = spelling::hint(spelling::nearest(&name, known()));
        let wrong = connections.iter().find(|(from, ..)| *from == name);
        let location = wrong.map_or(section.location(), |(.., entry)| &entry.key);
        location.error(
            format!("there is no neuron `{name}`{hint}"),
            "name an input, an output or a neuron",
        )
    })
}
