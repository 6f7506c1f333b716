//! The files of a report: its tables, and that of the individuals of the first shadow.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::Shown;
use crate::atomic_file;
use crate::cli::{Failure, output};
use crate::evolution::{ALL_SPECIES, ModesSeries, NeutralModel};
use crate::phylogeny::INDIVIDUALS_CSV;
use crate::record::table::{Cell, Column, save_csv};

const TRAITS_CSV: &str = "traits.csv";
const MODES_CSV: &str = "modes.csv";

/// Refuses a directory that has something in it, and a report without the shadow whose table would be in it.
pub(super) fn check_directory(out: &Path, shadows: u64) -> Result<(), Failure> {
    let shown = out.display();
    let problem = if shadows == 0 {
        "there is no shadow whose individuals could be written; give --shadows 1 or more"
    } else if out.exists() && !out.is_dir() {
        "this is a file; give the path of a new directory"
    } else if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        "this directory is not empty; give the path of a new one"
    } else {
        return Ok(());
    };
    Err(Failure::input(format!("--out {shown}: {problem}")))
}

/// Writes all files of a report about the run with this table of individuals.
pub(super) fn write(shown: &Shown<'_>, table: &Path, out: &Path) -> Result<(), Failure> {
    let unwritable = |error| {
        Failure::failed(format!(
            "{}: cannot be written: {error}; free some disk space, check the permissions, or choose another path",
            out.display()
        ))
    };
    fs::create_dir_all(out).map_err(unwritable)?;
    save_csv(&out.join(TRAITS_CSV), &trait_columns(), trait_rows(shown))
        .map_err(Failure::failed)?;
    save_csv(&out.join(MODES_CSV), &modes_columns(), modes_rows(shown)).map_err(Failure::failed)?;
    let model = NeutralModel::new(shown.record, shown.options.seed);
    let shadow = model.shadow(1);
    let written = atomic_file::write(&out.join(INDIVIDUALS_CSV), |file| {
        let mut file = BufWriter::new(file);
        model.write_table(&shadow, table, &mut file)?;
        file.flush()
    });
    written.map_err(unwritable)?;
    output::note(format_args!(
        "wrote {TRAITS_CSV}, {MODES_CSV} and {INDIVIDUALS_CSV} of the first shadow into {}",
        out.display()
    ));
    Ok(())
}

fn trait_columns() -> Vec<Column> {
    vec![
        Column::word("species", "name of the species"),
        Column::word("trait", "column of the trait in the table of individuals"),
        Column::number("founders", "mean of the founders"),
        Column::number("living", "mean of those alive at the end"),
        Column::number("change", "the difference of the two"),
        Column::number("shadow_mean", "mean change of the shadows"),
        Column::number("shadow_sd", "standard deviation of the change of the shadows"),
        Column::number("z", "distance of the run from the shadows, in standard deviations"),
        Column::number("p", "share of run and shadows that changed as extremely"),
    ]
}

fn trait_rows<'a>(shown: &'a Shown<'_>) -> impl Iterator<Item = Vec<Cell<'a>>> {
    shown.order.iter().flat_map(move |&species| {
        shown.report.species[species].traits.iter().map(move |(it, compared)| {
            vec![
                Cell::Word(shown.name(species)),
                Cell::Word(&it.column),
                it.founders.into(),
                it.living.into(),
                compared.run.into(),
                compared.mean.into(),
                compared.sd.into(),
                compared.z.into(),
                compared.p.into(),
            ]
        })
    })
}

fn modes_columns() -> Vec<Column> {
    vec![
        Column::whole("shadow", "number of the shadow; 0 is the run"),
        Column::word("species", "name of the species, or all"),
        Column::whole("tick", "tick of the window"),
        Column::whole("living", "number of the living"),
        Column::whole("persistent", "number of those that persist"),
        Column::whole("change", "genotypes that were not in the window before"),
        Column::whole("novelty", "genotypes that were in no window before"),
        Column::number("complexity", "largest complexity"),
        Column::number("ecology", "Shannon entropy of genotypes, in bits"),
    ]
}

/// A row for each window of each species and of all, of the run and of each shadow.
fn modes_rows<'a>(shown: &'a Shown<'_>) -> impl Iterator<Item = Vec<Cell<'a>>> {
    let report = &shown.report;
    let numbered = (0..).zip(std::iter::once(&report.run_modes).chain(&report.shadow_modes));
    numbered.flat_map(move |(number, series)| rows_of(shown, number, series))
}

fn rows_of<'a>(shown: &'a Shown<'_>, number: u64, series: &'a ModesSeries) -> Vec<Vec<Cell<'a>>> {
    let whole = |value: Option<u64>| value.map_or(Cell::Empty, Cell::Whole);
    let species = shown.order.iter().map(|&it| (shown.name(it), &series.species[it]));
    let groups = species.chain([(ALL_SPECIES, &series.all)]);
    let rows = groups.flat_map(|(name, windows)| {
        windows.iter().map(move |it| {
            vec![
                Cell::Whole(number),
                Cell::Word(name),
                Cell::Whole(it.tick),
                Cell::Whole(it.living),
                Cell::Whole(it.persistent),
                whole(it.change),
                whole(it.novelty),
                it.complexity.into(),
                Cell::Number(it.ecology),
            ]
        })
    });
    rows.collect()
}
