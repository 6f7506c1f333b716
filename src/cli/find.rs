//! `terrarium find`: the tick in which a condition about one organism holds.

use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use serde_json::json;

use super::organism::organism;
use super::recorded::{open_recorded, replayed};
use super::threads::with_threads;
use super::{Failure, Format, output};
use crate::behaviour::OrganismId;
use crate::input::{Diagnostic, Location};
use crate::playback::Playback;
use crate::shell::terrarium;
use crate::watchpoint::{Direction, Hit, NAMES, Search, SearchError, Watchpoint};

/// Find the tick of a run in which a condition about one organism holds
///
/// The condition is an expression in Rhai, the language of behaviours, and is evaluated after each
/// tick from the birth of the organism to its death. `changed(X)` is true when X differs from its
/// value in the tick before. To find further ticks, search again with --from.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(super) struct Find {
    /// The directory or the recording that `terrarium run --out` or `--record` wrote; for example
    /// runs/first
    #[arg(value_name = "RUN|RECORDING")]
    run: String,
    /// Watch the organism with this number; for example 17
    #[arg(long, value_name = "N", value_parser = organism)]
    creature: OrganismId,
    /// Find the first tick in which this condition holds; for example "me.energy < 5"
    #[arg(long, value_name = "CONDITION")]
    when: String,
    /// Search from the last tick back, for the last tick in which the condition holds
    #[arg(long)]
    backward: bool,
    /// Begin the search with this tick [default: the first; with --backward the last]; for example 90
    #[arg(long, value_name = "TICK")]
    from: Option<u64>,
    /// Use T threads instead of one per core; affects only the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Print the answer in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

fn after_help() -> String {
    let width = NAMES.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let name = |(name, meaning): &(&str, &str)| format!("  {name:<width$}  {meaning}\n");
    let names: String = NAMES.iter().map(name).collect();
    format!(
        "Examples:
  terrarium find runs/first --creature 17 --when \"me.energy < 5\"
  terrarium find runs/first --creature 17 --when \"changed(memory.state)\" --backward
  terrarium find runs/meadow.recording --creature 17 --when \"refused\" --backward --from 900

Names in conditions:
{names}
Exit codes: 0 found, 1 the condition never holds, 2 invalid input."
    )
}

impl Find {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.search())?
    }

    fn search(&self) -> Result<(), Failure> {
        let mut watchpoint = Watchpoint::parse(&self.when).map_err(|error| {
            let location = Location::in_file("--when", &*self.when).at(error.span);
            Failure::Input(Diagnostic::new(error.problem).at(location).remedy(error.remedy))
        })?;
        let mut playback = open_recorded(Path::new(&self.run))?;
        let direction = if self.backward { Direction::Backward } else { Direction::Forward };
        let (creature, from) = (self.creature, self.from);
        let search = replayed(&mut playback, |playback, observer| {
            watchpoint.search(playback, creature, direction, from, observer)
        });
        let search = search.map_err(|error| match error {
            SearchError::Playback(error) => error.into(),
            other => Failure::input(format!("--from: {other}")),
        })?;
        match &search.hit {
            Some(hit) => self.report(hit),
            None => Err(self.never(&search, &playback)),
        }
    }

    fn report(&self, hit: &Hit) -> Result<(), Failure> {
        let (run, creature, tick) = (&self.run, self.creature.0, hit.tick);
        if self.format == Format::Json {
            let object = json!({
                "id": creature,
                "when": self.when,
                "tick": tick,
                "values": hit.values,
            });
            return output::print(&format!("{object}\n"));
        }
        let mut rows = vec![["name", "before", "after"].map(str::to_owned).to_vec()];
        rows.extend(hit.values.iter().map(|value| {
            let before = value.before.clone().unwrap_or_else(|| "unknown".to_owned());
            vec![value.name.clone(), before, value.after.clone()]
        }));
        let table = if hit.values.is_empty() {
            String::new()
        } else {
            format!("{}\n", output::columns(&rows, |_| false))
        };
        let inspect = terrarium(&[&"inspect", run, &"--id", &creature, &"--tick", &tick]);
        let watch =
            terrarium(&[&"watch", run, &"--tick", &tick, &"--follow", &creature, &"--paused"]);
        output::print(&format!(
            "tick {tick}\n\n{table}Inspect it there: {inspect}\nWatch it there:   {watch}\n"
        ))
    }

    /// The failure for a condition that never holds.
    fn never(&self, search: &Search, playback: &Playback) -> Failure {
        let (run, when, creature) = (&self.run, &self.when, self.creature);
        let Some((first, last)) = search.ticks else {
            let (begin, end) = (playback.first_tick(), playback.frontier());
            let next = playback.simulation().world().next_id().0;
            let problem = if creature.0 < next || !playback.is_at_frontier() {
                format!(
                    "{run}: {creature} is not alive in the ticks that were searched; `terrarium why \
                     {run} {}` reports when it died",
                    creature.0
                )
            } else {
                format!(
                    "{run}: there is no organism {creature} in ticks {begin} to {end}; its organisms \
                     are #1 to #{}",
                    next - 1
                )
            };
            return Failure::input(problem);
        };
        if let Some((count, why)) = &search.failures {
            let ticks = if *count == 1 { "1 tick".to_owned() } else { format!("{count} ticks") };
            return Failure::input(format!(
                "--when {when}: it could not be evaluated in {ticks} and never held in the others: {why}"
            ));
        }
        let missing = match &search.missing[..] {
            [] => String::new(),
            names => format!("; {} had no value in any of them", names.join(", ")),
        };
        Failure::failed(format!(
            "{run}: `{when}` never holds for {creature} in ticks {first} to {last}{missing}"
        ))
    }
}
