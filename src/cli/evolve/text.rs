//! A report as text.

use super::Shown;
use crate::cli::output::{self, cell};
use crate::evolution::{ALL_SPECIES, Comparison, ModesReport, SpeciesReport};
use crate::wording::figure;

/// The share of lineages beyond which the filter hardly sorts any out.
const LARGE_SHARE: f64 = 0.5;

/// The two tables, with what they are about.
pub(super) fn as_text(shown: &Shown<'_>) -> String {
    let options = &shown.options;
    let windows = options.windows;
    let count = windows.count();
    format!(
        "ticks {} to {}, beside {} neutral shadows (seed {})\n\n{}\n\
         {count} windows, one every {} ticks; persistent: alive, or with living descendants, {} ticks later\n\n{}\n\
         z: distance from the shadows in their standard deviations; p: share of run and shadows that\n\
         are as extreme, at least {:.3}; generations and persistent are the same in all shadows\n{}",
        windows.first,
        windows.last,
        options.shadows,
        options.seed,
        traits(shown),
        windows.every,
        windows.persistence,
        metrics(shown),
        1.0 / (options.shadows as f64 + 1.0),
        weak_filter(shown),
    )
}

fn traits(shown: &Shown<'_>) -> String {
    let head = ["species", "trait", "founders", "living", "change", "in shadows", "sd", "z", "p"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for &species in &shown.order {
        for (it, compared) in &shown.report.species[species].traits {
            let mut row = vec![
                shown.name(species).to_owned(),
                it.column.clone(),
                text(it.founders),
                text(it.living),
            ];
            row.extend(cells(compared));
            table.push(row);
        }
    }
    output::columns(&table, |column| column > 1)
}

fn metrics(shown: &Shown<'_>) -> String {
    let head = ["species", "figure", "run", "in shadows", "sd", "z", "p"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    let mut row = |species: &str, figure: &str, compared: &Comparison| {
        let mut row = vec![species.to_owned(), figure.to_owned()];
        row.extend(cells(compared));
        table.push(row);
    };
    let mut rows = |species: &str, generations: Option<Option<f64>>, modes: &ModesReport| {
        let shared = generations.map(|it| ("generations", it));
        for (figure, run) in shared.into_iter().chain([("persistent", modes.persistent)]) {
            row(species, figure, &Comparison::new(run, &[]));
        }
        modes.metrics.iter().for_each(|(metric, compared)| row(species, metric.name(), compared));
    };
    for &species in &shown.order {
        let SpeciesReport { generations, modes, .. } = &shown.report.species[species];
        rows(shown.name(species), Some(*generations), modes);
    }
    if shown.order.len() > 1 {
        rows(ALL_SPECIES, None, &shown.report.all);
    }
    output::columns(&table, |column| column > 1)
}

/// What to say if most lineages persist, so that the filter sorts out few.
fn weak_filter(shown: &Shown<'_>) -> String {
    let is_weak = |&&species: &&usize| {
        let persistent = shown.report.species[species].modes.persistent;
        persistent.is_some_and(|share| share > LARGE_SHARE)
    };
    let names: Vec<&str> = shown.order.iter().filter(is_weak).map(|&it| shown.name(it)).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "\nmost lineages of {} persist, so their figures count mutations that do not last: give a longer\n\
         --persistence, or a longer run\n",
        names.join(", ")
    )
}

/// The run, the mean and the standard deviation of the shadows, z and p.
fn cells(compared: &Comparison) -> [String; 5] {
    [
        text(compared.run),
        text(compared.mean),
        text(compared.sd),
        cell(compared.z, 1),
        cell(compared.p, 3),
    ]
}

fn text(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), figure)
}
