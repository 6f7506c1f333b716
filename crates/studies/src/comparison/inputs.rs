//! What two branches differ in, apart from what follows from it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{KeyValue, Species};
use terrarium_playback::Playback;
use terrarium_sim::tick::Command;
use terrarium_sim::world::{World, WorldConfig};

/// A value that differs between two branches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What differs, such as `seed`, `rules.light`, `species.hare.code` or `command after tick 2500`.
    pub what: String,
    /// The value in the first branch, as text; `none` if it has none.
    pub a: String,
    /// The value in the second.
    pub b: String,
    /// The tick after which it differs, if it is a command.
    pub tick: Option<u64>,
}

/// What two branches differ in.
pub(super) struct Inputs {
    found: Vec<Difference>,
    commands: [BTreeMap<u64, Vec<Command>>; 2],
}

impl Difference {
    pub(super) fn new(what: impl Into<String>, a: String, b: String) -> Self {
        Self { what: what.into(), a, b, tick: None }
    }
}

impl Inputs {
    /// Compares the worlds at the present ticks of two branches, and notes the commands from then on.
    pub fn new(one: &Playback, other: &Playback) -> Self {
        let found =
            of_configs(one.simulation().world().config(), other.simulation().world().config());
        Self { found, commands: [one, other].map(commands) }
    }

    /// All differences up to a tick.
    pub fn until(self, last: u64, worlds: [&World; 2]) -> Vec<Difference> {
        let Self { mut found, commands: [one, other] } = self;
        let ticks: BTreeSet<u64> = one.keys().chain(other.keys()).copied().collect();
        for tick in ticks.into_iter().filter(|&tick| tick <= last) {
            let at = |commands: &BTreeMap<u64, Vec<Command>>| {
                commands.get(&tick).cloned().unwrap_or_default()
            };
            let (mut only_one, mut only_other) = (at(&one), at(&other));
            only_one.retain(|command| match only_other.iter().position(|it| it == command) {
                Some(index) => {
                    only_other.remove(index);
                    false
                }
                None => true,
            });
            let described = |commands: &[Command], world: &World| match commands {
                [] => "none".to_owned(),
                _ => commands.iter().map(|it| it.describe(world)).collect::<Vec<_>>().join(", "),
            };
            if !(only_one.is_empty() && only_other.is_empty()) {
                let what = format!("command after tick {tick}");
                let a = described(&only_one, worlds[0]);
                let b = described(&only_other, worlds[1]);
                found.push(Difference { tick: Some(tick), ..Difference::new(what, a, b) });
            }
        }
        // What commands have changed.
        for it in of_configs(worlds[0].config(), worlds[1].config()) {
            if !found.contains(&it) {
                found.push(Difference { what: format!("{} at the end", it.what), ..it });
            }
        }
        found
    }
}

/// The recorded commands from the present tick of a branch on.
fn commands(branch: &Playback) -> BTreeMap<u64, Vec<Command>> {
    let mut commands: BTreeMap<u64, Vec<Command>> = BTreeMap::new();
    let recorded = branch.timeline().recording().commands().iter();
    for (tick, command) in recorded.filter(|(tick, _)| *tick >= branch.tick()) {
        commands.entry(*tick).or_default().push(command.clone());
    }
    commands
}

fn of_configs(one: &WorldConfig, other: &WorldConfig) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut compare = |what: String, a: String, b: String| {
        if a != b {
            found.push(Difference::new(what, a, b));
        }
    };
    compare("seed".to_owned(), one.seed.to_string(), other.seed.to_string());
    let size = |config: &WorldConfig| {
        let size = config.bounds.size();
        format!("{} × {}", size.x, size.y)
    };
    compare("size".to_owned(), size(one), size(other));
    for rule in Rules::ALL {
        let value = |config: &WorldConfig| config.rules.get(rule.name).unwrap_or_default();
        let what = format!("rules.{}", rule.name);
        compare(what, value(one).to_string(), value(other).to_string());
    }
    let whole = [
        ("terrain", one.terrain != other.terrain),
        ("links", one.links != other.links),
        ("timetable", one.timetable != other.timetable),
    ];
    for (what, _) in whole.into_iter().filter(|&(_, differs)| differs) {
        compare(what.to_owned(), "one".to_owned(), "another".to_owned());
    }
    for (first, second) in one.species.iter().zip(&other.species) {
        found.extend(of_species(first, second));
    }
    found
}

fn of_species(one: &Species, other: &Species) -> Vec<Difference> {
    let mut found = Vec::new();
    for key in one.keys().union(&other.keys()) {
        let parts: Vec<&str> = key.split('.').collect();
        let [a, b] = [one, other].map(|species| text(species.value(&parts)));
        if a != b {
            found.push(Difference::new(format!("species.{}.{key}", one.name), a, b));
        }
    }
    let code = |species: &Species| {
        let choice = species.behaviour.as_ref().map(|choice| choice.code.to_string());
        let hash: String = species.content_hash.chars().take(8).collect();
        format!("{} ({hash})", choice.unwrap_or_else(|| "none".to_owned()))
    };
    let codes = [one, other].map(|it| it.behaviour.as_ref().map(|choice| &choice.code));
    if codes[0] != codes[1] {
        found.push(Difference::new(format!("species.{}.code", one.name), code(one), code(other)));
    }
    found
}

fn text(value: Option<KeyValue>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}
