//! Checks what a link holds, before anything of it is used.

use terrarium_creatures::species::manifest;
use terrarium_run::PreparedScenario;
use terrarium_run::scenario::Scenario;

use super::encoding::check_version;
use super::limits::{
    MAX_COMMANDS, MAX_CREATURES, MAX_FAVOURITES, MAX_MEMORY, MAX_NAME, MAX_ORGANISMS,
    MAX_OVERRIDES, MAX_TICKS,
};
use super::{LinkError, LinkScenario, LinkedCommand, RunLink};
use crate::album::Favourite;

/// Checks the version, the numbers of things, and the order of commands.
pub(super) fn check(link: &RunLink) -> Result<(), LinkError> {
    check_version(link)?;
    let count = |length: usize| length as u64;
    at_most("overrides", count(link.overrides.len()), count(MAX_OVERRIDES))?;
    at_most("creatures", count(link.creatures.len()), count(MAX_CREATURES))?;
    at_most("commands", count(link.commands.len()), count(MAX_COMMANDS))?;
    at_most("favourites", count(link.favourites.len()), count(MAX_FAVOURITES))?;
    at_most("ticks", link.tick, MAX_TICKS)?;
    check_scenario(&link.scenario)?;
    let changed = link.commands.iter().filter_map(|command| match &command.content {
        LinkedCommand::Change(creature) => Some(creature),
        LinkedCommand::Command(_) => None,
    });
    if link.creatures.iter().chain(changed).any(|creature| !manifest::is_name(&creature.name)) {
        return Err(LinkError::Damaged("the name of a creature is invalid".to_owned()));
    }
    let mut names = link.favourites.values().filter_map(|it| it.name.as_deref());
    if !names.all(|name| Favourite::checked(name) == Ok(Some(name.to_owned()))) {
        return Err(LinkError::Damaged("the name of a favourite is invalid".to_owned()));
    }
    let damaged = |what: &str| Err(LinkError::Damaged(what.to_owned()));
    if !link.commands.is_sorted_by_key(|command| command.tick) {
        return damaged("its commands are not in order");
    }
    if link.commands.last().is_some_and(|command| command.tick > link.tick) {
        return damaged("it has commands after its last tick");
    }
    Ok(())
}

/// Checks the founders of a scenario, and the memory that they take.
pub(super) fn check_founders(prepared: &PreparedScenario) -> Result<(), LinkError> {
    let founders = prepared.scenario().populations.iter().map(|it| it.count).sum();
    at_most("founders", founders, MAX_ORGANISMS)?;
    const MEBIBYTE: u64 = 1 << 20;
    let memory = prepared.least_memory().div_ceil(MEBIBYTE);
    at_most("MiB of founders", memory, MAX_MEMORY / MEBIBYTE)
}

/// Refuses more of something than a link may hold.
pub(super) fn at_most(what: &'static str, found: u64, most: u64) -> Result<(), LinkError> {
    if found <= most { Ok(()) } else { Err(LinkError::Limit { what, found, most }) }
}

fn check_scenario(scenario: &LinkScenario) -> Result<(), LinkError> {
    let name = scenario.name();
    if !is_name(name) {
        return Err(LinkError::Damaged("the name of its scenario is invalid".to_owned()));
    }
    let LinkScenario::Shipped { content_hash, .. } = scenario else { return Ok(()) };
    let name = name.to_owned();
    match Scenario::shipped_text(&name) {
        None => Err(LinkError::UnknownScenario { name }),
        Some(text) if blake3::hash(text.as_bytes()).to_hex().as_str() != content_hash => {
            Err(LinkError::ChangedScenario { name })
        }
        Some(_) => Ok(()),
    }
}

/// Whether a scenario can have this name: it becomes part of titles and file names.
pub(super) fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    let is_odd = |it: char| it.is_control() || "/\\:".contains(it);
    (1..=MAX_NAME).contains(&length) && !name.starts_with('.') && !name.contains(is_odd)
}
