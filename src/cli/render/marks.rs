//! The animals whose marks are painted.

use super::Render;
use super::source::Source;
use crate::cli::Failure;
use crate::cli::trace_target::trace_target;
use crate::tick::TraceTarget;
use crate::view::{Overlay, Overlays};

impl Render {
    /// Traces the animals whose marks are painted. Returns the overlays to paint.
    pub(super) fn trace_marks(&self, source: &mut Source) -> Result<Overlays, Failure> {
        let is_followed = self.overlay.has(Overlay::Marks) && self.follow.is_some();
        if self.marks.is_empty() && !is_followed {
            return match self.overlay.has(Overlay::Marks) {
                false => Ok(self.overlay),
                true => Err(Failure::input(
                    "--overlay marks: name the animals whose marks to paint; for example \
                     --marks wolf",
                )),
            };
        }
        let Some(simulation) = source.simulation() else {
            return Err(Failure::input(format!(
                "{}: this recording cannot be replayed, so no marks are known; leave out the marks",
                self.target
            )));
        };
        let species = &simulation.world().config().species;
        let names = species.iter().map(|species| species.name.as_str());
        let named = self.marks.iter().map(|given| trace_target("--marks", given, names.clone()));
        let mut targets: Vec<TraceTarget> = named.collect::<Result<_, _>>()?;
        targets.extend(self.follow.filter(|_| is_followed).map(TraceTarget::Organism));
        source.trace(targets);
        Ok(self.overlay.with(Overlay::Marks))
    }
}
