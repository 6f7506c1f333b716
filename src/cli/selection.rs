//! `terrarium selection`: which traits had more children in a recorded run.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::individuals::{in_order, is_same_file, species_named, table_of};
use super::output::cell;
use super::{Failure, Format, output};
use crate::phylogeny::Phylogeny;
use crate::record::table::{Cell, Column, save_csv};
use crate::selection::{Heritability, OverCohorts, Selection};
use crate::wording::figure;

/// The number of cohorts by default.
const COHORTS: u64 = 10;

/// Measure the selection on the traits of a recorded run, against drift
///
/// Needs the table of individuals, which `terrarium run --out DIR --individuals` writes. The organisms of each
/// species are divided into cohorts by their tick of birth. docs/evolution.md defines all figures.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium selection runs/first
  terrarium selection runs/first --species hare --every 2000
  terrarium selection runs/first --out selection.csv")]
pub(super) struct SelectionCommand {
    /// The directory that `terrarium run --out DIR --individuals` wrote; for example runs/first
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Include only this species; for example hare
    #[arg(long, value_name = "SPECIES")]
    species: Option<String>,
    /// Count the births of so many ticks as a cohort; the default is a tenth of the run; for example 2000
    #[arg(long, value_name = "N")]
    every: Option<NonZeroU64>,
    /// Write a row for each cohort and trait to this CSV file; for example selection.csv
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The z beyond which selection is distinguished from drift.
const CLEAR: f64 = 3.0;

/// Selection in a species.
struct OfSpecies<'a> {
    name: &'a str,
    selection: Selection,
    traits: Vec<OverCohorts>,
}

impl SelectionCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let table = table_of(&self.run, "the figures of selection")?;
        if let Some(out) = &self.out {
            check_out(out, &table)?;
        }
        let organisms = Phylogeny::read(&table).map_err(Failure::Input)?;
        let only = self.species.as_deref();
        let only = only.map(|name| species_named(name, &self.run, &organisms)).transpose()?;
        let last = organisms.taxa().last().map_or(0, |taxon| taxon.origin);
        let every = self.every.map_or((last / COHORTS).max(1), NonZeroU64::get);
        let species = in_order(&organisms, only).into_iter().map(|index| {
            let selection = Selection::new(&organisms, index, every);
            let traits = OverCohorts::of(&selection);
            OfSpecies { name: &organisms.species()[index].name, selection, traits }
        });
        let species: Vec<OfSpecies<'_>> = species.collect();
        if let Some(out) = &self.out {
            let rows = species.iter().flat_map(rows);
            save_csv(out, &columns(), rows).map_err(Failure::failed)?;
            output::note(format_args!("wrote {}", out.display()));
        }
        output::print(&match self.format {
            Format::Human => as_text(&species, every),
            Format::Json => format!("{}\n", as_json(&species, every)),
        })
    }
}

fn check_out(out: &Path, table: &Path) -> Result<(), Failure> {
    let shown = out.display();
    let problem = match out.extension().and_then(|ending| ending.to_str()) {
        _ if out.is_dir() => "this is a directory; give the path of a file",
        Some("csv") if is_same_file(out, table) => {
            "this is the table of individuals of the run; give the path of another file"
        }
        Some("csv") => return Ok(()),
        _ => "the table is written as CSV; end the name with .csv",
    };
    Err(Failure::input(format!("--out {shown}: {problem}")))
}

fn columns() -> Vec<Column> {
    vec![
        Column::word("species", "name of the species"),
        Column::whole("from", "first tick of birth of the cohort"),
        Column::whole("to", "tick after the last"),
        Column::whole("organisms", "number of organisms of the cohort"),
        Column::whole("children", "number of their children"),
        Column::word("trait", "column of the trait in the table of individuals"),
        Column::number("mean", "mean of the cohort"),
        Column::number("sd", "standard deviation of the cohort"),
        Column::number("differential", "selection differential"),
        Column::number("intensity", "the differential in standard deviations"),
        Column::number("transmission", "mean difference of a child from its parent"),
        Column::number("response", "mean of the children less mean of the cohort"),
        Column::number("z", "distance from drift, in standard deviations"),
    ]
}

fn rows<'a>(species: &'a OfSpecies<'_>) -> impl Iterator<Item = Vec<Cell<'a>>> {
    species.selection.cohorts.iter().flat_map(move |cohort| {
        cohort.traits.iter().map(move |it| {
            vec![
                Cell::Word(species.name),
                Cell::Whole(cohort.from),
                Cell::Whole(cohort.to),
                Cell::Whole(cohort.organisms),
                Cell::Whole(cohort.children),
                Cell::Word(&it.column),
                Cell::Number(it.mean),
                Cell::Number(it.sd),
                it.differential.into(),
                it.intensity().into(),
                it.transmission.into(),
                it.response().into(),
                it.z.into(),
            ]
        })
    })
}

fn as_text(species: &[OfSpecies<'_>], every: u64) -> String {
    let head =
        ["species", "trait", "first", "last", "intensity", "differential", "response", "h²", "z"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    let mut unfinished = 0;
    for OfSpecies { name, selection, traits } in species {
        unfinished += selection.unfinished;
        for it in traits {
            table.push(vec![
                (*name).to_owned(),
                it.column.clone(),
                figure(it.first),
                figure(it.last),
                it.intensity.map_or_else(|| "-".to_owned(), figure),
                figure(it.differential),
                figure(it.response),
                it.heritability.map_or_else(|| "-".to_owned(), heritability),
                cell(it.z, 1),
            ]);
        }
    }
    let cohorts: u64 = species.iter().map(|it| it.selection.cohorts.len() as u64).sum();
    format!(
        "{cohorts} cohorts of {every} ticks, without {unfinished} of which some organisms are alive at the end\n\n{}\n\
         first, last: mean of the first and the last cohort; z: distance from drift in standard\n\
         deviations, beyond {CLEAR} hardly by chance; h²: heritability, the regression of children on\n\
         parents, with its 95 % interval\n",
        output::columns(&table, |column| column > 1)
    )
}

/// The slope with half of its interval.
fn heritability(found: Heritability) -> String {
    let Heritability { slope, interval, .. } = found;
    match interval {
        Some((_, high)) => format!("{} ± {}", figure(slope), figure(high - slope)),
        None => figure(slope),
    }
}

fn as_json(species: &[OfSpecies<'_>], every: u64) -> Value {
    let species = species.iter().map(|OfSpecies { name, selection, traits }| {
        let traits = traits.iter().map(|it| {
            json!({
                "trait": it.column, "first": it.first, "last": it.last, "intensity": it.intensity,
                "differential": it.differential, "response": it.response,
                "response_ratio": it.response_ratio(), "z": it.z,
                "heritability": it.heritability.map(|found| {
                    json!({
                        "slope": found.slope, "interval": found.interval.map(|(low, high)| [low, high]),
                        "families": found.families,
                    })
                }),
            })
        });
        json!({
            "species": name, "cohorts": selection.cohorts.len(), "unfinished": selection.unfinished,
            "traits": traits.collect::<Vec<_>>(),
        })
    });
    json!({ "every": every, "species": species.collect::<Vec<_>>() })
}
