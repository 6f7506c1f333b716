//! Genotypes: traits on a grid, so that those of relatives are equal as long as they differ little.

use terrarium_creatures::species::MATURE_RADIUS;

use super::Record;
use super::trait_change::{Means, means};
use crate::phylogeny::{Phylogeny, TRAIT_COLUMNS, Taxon, TraitValues};

/// The grid on which traits are rounded.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// The distance of two values of each trait, by species.
    steps: Means,
}

/// Traits on the grid, with the species. It is what the MODES toolbox calls a skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Genotype {
    pub species: usize,
    /// The multiple of the step that is nearest to each trait, in the order of [`TRAIT_COLUMNS`]; 0 for traits that the
    /// kind does not have.
    multiples: [i64; TRAIT_COLUMNS.len()],
}

impl Grid {
    /// The grid on which `coarseness` is the step of points, in per cent of their range that of mature radii, and in per
    /// cent of the mean of the founders that of the traits of plants. The rule `mutation` has the same units.
    pub fn new(record: &Record<'_>, coarseness: f64) -> Self {
        let species = record.organisms.species();
        let mut steps = means(record.organisms, species.len(), |it| record.is_founder(it));
        let roots = means(record.organisms, species.len(), |taxon| taxon.parent.is_none());
        for (steps, roots) in steps.iter_mut().zip(&roots) {
            for (column, name) in TRAIT_COLUMNS.into_iter().enumerate() {
                let range = || f64::from(MATURE_RADIUS.end() - MATURE_RADIUS.start());
                steps[column] = match name {
                    "mature_radius" => Some(range() * coarseness / 100.0),
                    _ if is_points(name) => Some(coarseness),
                    _ => steps[column].or(roots[column]).map(|mean| mean * coarseness / 100.0),
                }
                .filter(|&step| step > 0.0);
            }
        }
        Self { steps }
    }

    /// The genotype of an organism; `None` if its traits are unknown.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "traits are far below the limit, and it saturates"
    )]
    pub fn genotype(&self, tree: &Phylogeny, taxon: &Taxon) -> Option<Genotype> {
        let traits = taxon.traits?;
        let kind = tree.species()[taxon.species].kind;
        let mut multiples = [0; TRAIT_COLUMNS.len()];
        for &column in TraitValues::columns(kind) {
            if let Some((value, step)) =
                traits.at(kind, column).zip(self.steps[taxon.species][column])
            {
                multiples[column] = (value / step).round() as i64;
            }
        }
        Some(Genotype { species: taxon.species, multiples })
    }
}

impl Genotype {
    /// The effective number of characteristics on which an animal spends its points: how many it would be with the same
    /// concentration if all had equally many (the inverse of Simpson's index). `None` without points.
    pub fn complexity(&self) -> Option<f64> {
        let all = TRAIT_COLUMNS.into_iter().zip(self.multiples);
        let points = all.filter(|(name, _)| is_points(name)).map(|(_, multiple)| multiple as f64);
        let (sum, squares) =
            points.fold((0.0, 0.0), |(sum, squares), it| (sum + it, squares + it * it));
        (squares > 0.0).then(|| sum * sum / squares)
    }
}

fn is_points(column: &str) -> bool {
    column.starts_with("points_")
}
