//! What follows from all ticks of a run: colours, charts, lineages, relatives and lives.

use std::sync::Arc;

use terrarium_creatures::clustering;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::{ColourBy, Colouring, Descent};
use terrarium_playback::{Founders, FrameSource, History, Playback};
use terrarium_sim::tick::Simulation;
use terrarium_studies::charts::descent::{LineageTree, SpeciesDescent};
use terrarium_studies::charts::{
    CensusColumn, CensusHistory, CensusSeries, ChartDetails, ChartNeeds, Individuals,
};
use terrarium_studies::phylogeny::{ClusterIndex, Clusters, Phylogeny};

use crate::background::Background;
use crate::computed::Computed;
use crate::lives::Lives;
use crate::replay::{ONLY_KEYFRAMES, Replays, Subject};

/// What follows from all ticks of the branch that is shown, as far as it was asked for and is known.
pub struct Derived<B: Background> {
    /// The replays of ticks that were not seen.
    pub replays: Replays<B>,
    /// The life of an organism.
    pub lives: Lives<B>,
    clusters: Computed<(), ClusterIndex>,
    descent: Computed<SpeciesId, Arc<SpeciesDescent>>,
    series: Computed<CensusColumn, Arc<CensusSeries>>,
}

/// What is computed from what was replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Computation {
    /// The clusters of all organisms.
    Clusters,
    /// The descent of a species, for its chart.
    Descent(SpeciesId),
    /// A column of the census, as far as it is counted.
    Series(CensusColumn),
}

impl Computation {
    /// What a chart needs of it.
    #[must_use]
    pub fn of_chart(needs: ChartNeeds) -> Option<Self> {
        needs.descent.map(Self::Descent).or(needs.column.map(Self::Series))
    }
}

impl<B: Background> Default for Derived<B> {
    fn default() -> Self {
        Self {
            replays: Replays::default(),
            lives: Lives::default(),
            clusters: Computed::default(),
            descent: Computed::default(),
            series: Computed::default(),
        }
    }
}

impl<B: Background> Derived<B> {
    /// Asks for what follows from all ticks, unless it is known. Returns why it is not.
    pub fn want(&mut self, subject: Subject, source: &FrameSource) -> Option<String> {
        match source {
            FrameSource::Run(playback) => self.replays.want(subject, playback),
            FrameSource::Keyframes { .. } => Some(ONLY_KEYFRAMES.to_owned()),
        }
    }

    /// Whether ticks were added since something was computed, or it never was. Without the organisms or the census that it is
    /// computed from, it is not due.
    pub fn is_due(&mut self, what: Computation, playback: &Playback) -> bool {
        let branch = playback.present();
        self.replays.keep_to(branch);
        let organisms = playback.pedigree().map(History::last_tick);
        match what {
            Computation::Clusters => {
                organisms.is_some_and(|last| self.clusters.is_due(branch, &(), last))
            }
            Computation::Descent(species) => {
                organisms.is_some_and(|last| self.descent.is_due(branch, &species, last))
            }
            Computation::Series(column) => {
                let last = self.replays.census().map(CensusHistory::last_tick);
                last.is_some_and(|last| self.series.is_due(branch, &column, last))
            }
        }
    }

    /// Whether something was computed for this branch, from however many ticks.
    #[must_use]
    pub fn has(&self, what: Computation, playback: &Playback) -> bool {
        let branch = playback.present();
        match what {
            Computation::Clusters => self.clusters.value(branch, &()).is_some(),
            Computation::Descent(species) => self.descent.value(branch, &species).is_some(),
            Computation::Series(column) => self.series.value(branch, &column).is_some(),
        }
    }

    /// Computes something from all that is known.
    pub fn compute(&mut self, what: Computation, playback: &Playback) {
        self.replays.keep_to(playback.present());
        let (branch, all) = (playback.present(), &playback.simulation().world().config().species);
        match (what, playback.pedigree()) {
            (Computation::Clusters, Some(pedigree)) => {
                let organisms = Phylogeny::of_pedigree(pedigree, all);
                let clusters = Clusters::new(&organisms, clustering::DISTANCE);
                let value = ClusterIndex::new(&organisms, &clusters);
                self.clusters.keep(branch, (), pedigree.last_tick(), value);
            }
            (Computation::Descent(species), Some(pedigree)) => {
                let rows = LineageTree::SCREEN_ROWS;
                let value = Arc::new(SpeciesDescent::new(pedigree, all, species, rows));
                self.descent.keep(branch, species, pedigree.last_tick(), value);
            }
            (Computation::Series(column), _) => {
                let Some(census) = self.replays.census() else { return };
                let value = Arc::new(census.series(column, all));
                self.series.keep(branch, column, census.last_tick(), value);
            }
            (Computation::Clusters | Computation::Descent(_), None) => {}
        }
    }

    /// What is known of what a chart needs. Asks for the replays of what is not.
    pub fn chart_details(&mut self, source: &FrameSource, needs: ChartNeeds) -> ChartDetails {
        let subject = match needs {
            ChartNeeds { descent: Some(_), .. } => Some(Subject::Organisms),
            ChartNeeds { column: Some(_), .. } => Some(Subject::Census),
            _ => None,
        };
        let why_unknown = subject.and_then(|subject| self.want(subject, source));
        let playback = match source {
            FrameSource::Run(playback) => playback,
            FrameSource::Keyframes { why, .. } => {
                let why = format!("{ONLY_KEYFRAMES}: {why}");
                return ChartDetails { why_unknown: Some(why), ..ChartDetails::default() };
            }
        };
        let branch = playback.present();
        let individuals =
            needs.individuals.map(|of| Individuals::new(playback.simulation().world(), of));
        let descent = needs.descent.and_then(|species| self.descent.value(branch, &species));
        let series = needs.column.and_then(|column| self.series.value(branch, &column));
        ChartDetails {
            individuals: individuals.map(Arc::new),
            census: series.cloned(),
            descent: descent.cloned(),
            why_unknown,
        }
    }

    /// The colours of the organisms of a world of a branch, whose founders are known.
    #[must_use]
    pub fn colouring(
        &self,
        branch: usize,
        simulation: &Simulation,
        founders: Option<&Founders>,
        by: &ColourBy,
        species: Option<SpeciesId>,
    ) -> Option<Arc<Colouring>> {
        let known = Descent { founders, clusters: self.clusters.value(branch, &()) };
        Colouring::new(simulation.world(), known, by, species).map(Arc::new)
    }

    /// Why organisms have the colours of their species instead.
    #[must_use]
    pub fn why_uncoloured(&self, by: &ColourBy, source: &FrameSource) -> String {
        let why = match (subject_of(by), source) {
            (_, FrameSource::Keyframes { .. }) => ONLY_KEYFRAMES.to_owned(),
            (Some(subject), FrameSource::Run(playback))
                if !self.replays.knows(subject, playback) =>
            {
                self.replays.why_unknown(subject)
            }
            _ => "computing …".to_owned(),
        };
        format!("by species; {}: {why}", by.name())
    }
}

/// What must be known of all ticks for these colours.
#[must_use]
pub fn subject_of(by: &ColourBy) -> Option<Subject> {
    match by {
        ColourBy::Lineage => Some(Subject::Founders),
        ColourBy::Cluster => Some(Subject::Organisms),
        _ => None,
    }
}
