//! Progress bars on a terminal.

use std::fmt::Write;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::{Failure, memory, output};
use crate::run::{PreparedScenario, Ready, Start};
use crate::scenario::FoundingProgress;
use crate::species::Kind;
use crate::world::World;

/// The number of ticks between two updates of the populations.
const UPDATE_INTERVAL: u64 = 16;

/// Returns a bar on standard error that counts `length` units, hidden if that is no terminal.
pub(super) fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:16}} {{pos}}/{{len}} {unit}, {{rate}}  {{wide_msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0}/s", state.per_sec());
    }));
    bar
}

/// The number of founders from which a progress bar is worth it: fewer take a moment.
const MANY_FOUNDERS: u64 = 20_000;

/// The number of founders between two updates of their bar.
const FOUNDERS_INTERVAL: u64 = 256;

/// Founds or restores the world of a start, and shows the progress of founding a large one. When all founders
/// have their places, the simulation is prepared, which takes a while as well.
///
/// # Errors
/// Those of [`Start::ready`], and when its founders take more memory than there is.
pub(super) fn ready_with_progress(start: &Start) -> Result<Ready, Failure> {
    ready_with_observer(start, &|_| {})
}

/// Like [`ready_with_progress`], and reports the progress to an observer as well.
///
/// # Errors
/// Those of [`ready_with_progress`].
pub(super) fn ready_with_observer(
    start: &Start,
    observer: &dyn Fn(FoundingProgress),
) -> Result<Ready, Failure> {
    let Start::Scenario { name, overrides, creature_folders } = start else {
        return Ok(start.ready()?);
    };
    let scenario = PreparedScenario::read(name, overrides, creature_folders)?;
    scenario.scenario().notes.iter().for_each(output::note);
    found_with_observer(&scenario, observer)
}

/// Founds the world of a scenario, with the same progress.
///
/// # Errors
/// When it cannot be founded, or its founders take more memory than there is.
pub(super) fn found_with_observer(
    scenario: &PreparedScenario,
    observer: &dyn Fn(FoundingProgress),
) -> Result<Ready, Failure> {
    memory::check(scenario.least_memory())?;
    let mut shown: Option<ProgressBar> = None;
    let ready = scenario.found_with_observer(&mut |progress| {
        observer(progress);
        let FoundingProgress { placed, founders } = progress;
        let is_shown = placed.is_multiple_of(FOUNDERS_INTERVAL) || placed == founders;
        if founders < MANY_FOUNDERS || !is_shown {
            return;
        }
        let bar = shown.get_or_insert_with(|| bar(founders, "founders placed"));
        bar.set_position(placed);
        if placed == founders {
            bar.set_message("preparing the first tick");
            bar.force_draw();
        }
    });
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    Ok(ready?)
}

/// The progress bar of a run, hidden if standard error is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    first_tick: u64,
}

impl Progress {
    /// Returns a bar for a run of `ticks` that starts with `world`.
    pub fn new(ticks: u64, world: &World) -> Self {
        let progress = Self { bar: bar(ticks, "ticks"), first_tick: world.tick() };
        progress.show(world);
        progress
    }

    /// Updates the bar after a tick.
    pub fn tick(&self, world: &World) {
        self.bar.set_position(world.tick() - self.first_tick);
        if world.tick().is_multiple_of(UPDATE_INTERVAL) && !self.bar.is_hidden() {
            self.show(world);
        }
    }

    /// Prints a line above the bar.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn show(&self, world: &World) {
        let alive = |kind| -> u64 {
            let species = world.config().species.iter().zip(world.populations());
            species.filter(|(species, _)| species.kind == kind).map(|(_, count)| count).sum()
        };
        let [plants, herbivores, carnivores] =
            [Kind::Plant, Kind::Herbivore, Kind::Carnivore].map(alive);
        self.bar.set_message(format!(
            "{plants} plants, {herbivores} herbivores, {carnivores} carnivores"
        ));
    }
}
