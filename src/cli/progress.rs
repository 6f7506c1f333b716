//! The progress of whatever takes long, on a terminal.

use std::fmt::Write;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::output;
use crate::species::Kind;
use crate::world::World;

/// How many ticks pass between two looks at the populations.
const EVERY: u64 = 16;

/// A bar on standard error for so many of something; nothing where that is no terminal.
pub(super) fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let form = format!("{{bar:16}} {{pos}}/{{len}} {unit}, {{rate}}  {{wide_msg}}");
    let style = ProgressStyle::with_template(&form).expect("the template is sound");
    bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0} a second", state.per_sec());
    }));
    bar
}

/// The progress of a run on a bar; nothing where that is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    first_tick: u64,
}

impl Progress {
    /// A bar for a run of `ticks` that begins with `world`.
    pub fn new(ticks: u64, world: &World) -> Self {
        let progress = Self { bar: bar(ticks, "ticks"), first_tick: world.tick };
        progress.show(world);
        progress
    }

    /// Shows how far the world has come.
    pub fn tick(&self, world: &World) {
        self.bar.set_position(world.tick - self.first_tick);
        if world.tick.is_multiple_of(EVERY) && !self.bar.is_hidden() {
            self.show(world);
        }
    }

    /// Tells the user something beside the bar.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }

    /// Clears the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn show(&self, world: &World) {
        let alive = |kind| -> u64 {
            let species = world.config.species.iter().zip(world.populations());
            species.filter(|(species, _)| species.kind == kind).map(|(_, count)| count).sum()
        };
        let [plants, herbivores, carnivores] =
            [Kind::Plant, Kind::Herbivore, Kind::Carnivore].map(alive);
        self.bar.set_message(format!(
            "{plants} plants, {herbivores} herbivores, {carnivores} carnivores"
        ));
    }
}
