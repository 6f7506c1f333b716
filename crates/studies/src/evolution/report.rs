//! What a run shows beyond its neutral shadows.

use super::genotype::Grid;
use super::modes::persistent_share;
use super::{Comparison, Metric, Modes, ModesSeries, NeutralModel, Record, TraitChange, Windows};
use crate::phylogeny::Phylogeny;

/// The name of all species together in tables.
pub const ALL_SPECIES: &str = "all";

/// How a run is compared with its shadows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReportOptions {
    /// The number of neutral shadows.
    pub shadows: u64,
    /// The seed with which they are drawn.
    pub seed: u64,
    /// The windows of the MODES metrics.
    pub windows: Windows,
    /// The coarseness of genotypes, in points and per cent.
    pub grid: f64,
}

/// The evolution of a run, beside its shadows.
#[derive(Debug, Clone, PartialEq)]
pub struct EvolutionReport {
    /// By species, in the order of the trees.
    pub species: Vec<SpeciesReport>,
    /// The metrics of all species together.
    pub all: ModesReport,
    /// The MODES metrics in all windows of the run.
    pub run_modes: ModesSeries,
    /// Those of each shadow.
    pub shadow_modes: Vec<ModesSeries>,
}

/// The evolution of a species, beside its shadows.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeciesReport {
    /// The change of each trait in the run, and the comparison of the change.
    pub traits: Vec<(TraitChange, Comparison)>,
    /// The mean number of generations between the living and the founders, which shadows share.
    pub generations: Option<f64>,
    /// The metrics of open-ended dynamics.
    pub modes: ModesReport,
}

/// The metrics of a species or of all, beside those of shadows.
#[derive(Debug, Clone, PartialEq)]
pub struct ModesReport {
    /// The mean share of the living that persists, which shadows share.
    pub persistent: Option<f64>,
    /// The metrics, in the order of [`Metric::ALL`].
    pub metrics: Vec<(Metric, Comparison)>,
}

/// The figures of a run, or of a shadow, that depend on what is inherited.
struct Figures {
    changes: Vec<Vec<TraitChange>>,
    modes: ModesSeries,
}

impl EvolutionReport {
    /// Computes the report, one shadow after the other. Memory for one shadow is needed at a time.
    #[must_use]
    pub fn new(record: Record<'_>, options: &ReportOptions) -> Self {
        let grid = Grid::new(&record, options.grid);
        let figures = |tree: &Phylogeny| Figures::new(&record, tree, options.windows, &grid);
        let run = figures(record.organisms);
        let model = NeutralModel::new(record, options.seed);
        let shadows: Vec<Figures> =
            (1..=options.shadows).map(|number| figures(&model.shadow(number))).collect();
        let compared = |of: &dyn Fn(&Figures) -> Option<f64>| {
            Comparison::new(of(&run), &shadows.iter().map(of).collect::<Vec<_>>())
        };
        let modes = |of: &dyn Fn(&ModesSeries) -> &[Modes]| ModesReport {
            persistent: persistent_share(of(&run.modes)),
            metrics: Metric::ALL
                .map(|metric| (metric, compared(&|it| metric.mean(of(&it.modes)))))
                .to_vec(),
        };
        let generations = generations(&record);
        let species = generations.into_iter().enumerate().map(|(species, generations)| {
            let traits = run.changes[species].iter().enumerate();
            let traits = traits.map(|(index, it)| {
                (it.clone(), compared(&|figures| figures.changes[species][index].change()))
            });
            SpeciesReport {
                traits: traits.collect(),
                generations,
                modes: modes(&|it| &it.species[species]),
            }
        });
        let (species, all) = (species.collect(), modes(&|it| &it.all));
        let shadow_modes = shadows.into_iter().map(|it| it.modes).collect();
        Self { species, all, run_modes: run.modes, shadow_modes }
    }
}

impl Figures {
    fn new(record: &Record<'_>, tree: &Phylogeny, windows: Windows, grid: &Grid) -> Self {
        Self {
            changes: TraitChange::of(record, tree),
            modes: ModesSeries::new(record, tree, windows, grid),
        }
    }
}

/// The mean number of generations between the living of each species and the founders.
fn generations(record: &Record<'_>) -> Vec<Option<f64>> {
    let tree = record.organisms;
    let mut depths: Vec<u32> = Vec::with_capacity(tree.taxa().len());
    let mut sums = vec![(0_u64, 0_u64); tree.species().len()];
    for taxon in tree.taxa() {
        let parent = taxon.parent.filter(|_| !record.is_founder(taxon));
        let depth = parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        if taxon.is_living() {
            let (count, sum) = &mut sums[taxon.species];
            (*count, *sum) = (*count + 1, *sum + u64::from(depth));
        }
    }
    let mean = |(count, sum): (u64, u64)| (count > 0).then(|| sum as f64 / count as f64);
    sums.into_iter().map(mean).collect()
}
