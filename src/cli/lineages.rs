//! `terrarium lineages`: the living descendants of each founder of a recorded run.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::recorded::{open_recorded, replayed};
use super::world_species::species_of_world;
use super::{Failure, Format, output};
use crate::life_history::ReplayProgress;
use crate::playback::chronicle::Trait;
use crate::playback::{FounderLineage, Founders, History};
use crate::species::{Kind, Species, SpeciesId};
use crate::wording::figure;

/// List the lineages of a recorded run: the living descendants of each founder
///
/// Replays the run from its first tick, since founders follow from all births. An organism without a parent is a
/// founder, and so is every organism of the first tick of a record. The means are those of the traits of the living.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium lineages runs/first
  terrarium lineages runs/first --tick 2000 --species hare --most 20
  terrarium lineages runs/meadow.recording --format json")]
pub(super) struct LineagesCommand {
    /// The directory or the recording of a run; for example runs/first
    #[arg(value_name = "RUN|RECORDING")]
    run: PathBuf,
    /// List the lineages after this tick instead of the last; for example 2000
    #[arg(long, value_name = "T")]
    tick: Option<u64>,
    /// List only lineages of this species; for example hare
    #[arg(long, value_name = "SPECIES")]
    species: Option<String>,
    /// List this many lineages of each species, those with the most living members; JSON has all
    #[arg(long, value_name = "N", default_value_t = 8)]
    most: usize,
    /// Print the lineages in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl LineagesCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let mut playback = open_recorded(&self.run)?;
        let (first, last) = (playback.first_tick(), playback.frontier());
        let tick = self.tick.unwrap_or(last);
        if !(first..=last).contains(&tick) {
            return Err(Failure::input(format!(
                "--tick {tick}: {} holds ticks {first} to {last}",
                self.run.display()
            )));
        }
        let all = &playback.simulation().world().config().species;
        let only = self.species.as_ref();
        let only = only.map(|name| species_of_world("--species", name, all)).transpose()?;
        let founders = replayed(&mut playback, |playback, observer| {
            Founders::replayed(playback, tick, |done, ticks| {
                observer(ReplayProgress { done, ticks });
            })
        })?;
        let world = playback.simulation().world();
        let mut lineages = FounderLineage::all(world, &founders);
        lineages.retain(|it| only.is_none_or(|only| it.species == only));
        let species = &world.config().species;
        output::print(&match self.format {
            Format::Human => self.as_text(tick, first, &lineages, species),
            Format::Json => format!("{}\n", as_json(tick, first, &lineages, species)),
        })
    }

    fn as_text(
        &self,
        tick: u64,
        first: u64,
        lineages: &[FounderLineage],
        species: &[Species],
    ) -> String {
        let mut text = format!("tick {tick}, founders of tick {first} and later\n");
        for of_species in lineages.chunk_by(|a, b| a.species == b.species) {
            let species = &species[of_species[0].species.index()];
            let living: u64 = of_species.iter().map(|it| it.living).sum();
            let lineages = if of_species.len() == 1 { "lineage" } else { "lineages" };
            text +=
                &format!("\n{}: {} {lineages}, {living} alive\n", species.name, of_species.len());
            text += &table(&of_species[..of_species.len().min(self.most)], species.kind);
            if of_species.len() > self.most {
                let others = &of_species[self.most..];
                let living: u64 = others.iter().map(|it| it.living).sum();
                text += &format!(
                    "and {} others with {living} alive; --most lists more\n",
                    others.len()
                );
            }
        }
        text
    }
}

/// A row for each lineage of a species of this kind.
fn table(lineages: &[FounderLineage], kind: Kind) -> String {
    let head = ["founder", "living", "share", "generation", "oldest"].map(str::to_owned);
    let traits = Trait::of(kind).iter().map(|what| what.name().to_owned());
    let mut rows = vec![head.into_iter().chain(traits).collect::<Vec<String>>()];
    rows.extend(lineages.iter().map(|it| {
        let own = [
            it.founder.to_string(),
            it.living.to_string(),
            format!("{:.1} %", it.share * 100.0),
            it.generation.to_string(),
            it.oldest.to_string(),
        ];
        own.into_iter().chain(it.means.iter().map(|&mean| figure(mean))).collect()
    }));
    output::columns(&rows, |column| column > 0)
}

fn as_json(tick: u64, first: u64, lineages: &[FounderLineage], species: &[Species]) -> Value {
    let name = |id: SpeciesId| &species[id.index()];
    let lineage = |it: &FounderLineage| {
        let species = name(it.species);
        let means = Trait::of(species.kind).iter().zip(&it.means);
        let means: serde_json::Map<String, Value> =
            means.map(|(what, mean)| (what.column().to_owned(), json!(mean))).collect();
        json!({
            "species": species.name, "founder": it.founder.0, "living": it.living, "share": it.share,
            "generation": it.generation, "oldest": it.oldest, "means": means,
        })
    };
    let lineages: Vec<Value> = lineages.iter().map(lineage).collect();
    json!({ "tick": tick, "first_tick": first, "lineages": lineages })
}
