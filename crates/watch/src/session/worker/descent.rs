//! The descent of organisms: colours, lineages, clusters and kin. All are computed only while a viewer shows them.
//!
//! Founders are counted tick by tick, and all organisms are kept as soon as they are needed. What was not seen is replayed in
//! the background.

use std::sync::Arc;
use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::clustering;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::clock;
use terrarium_picture::{ColourBy, Colouring, Descent as Known};
use terrarium_playback::{FounderLineage, Founders, FrameSource, History, Pedigree, Playback};
use terrarium_sim::tick::Simulation;
use terrarium_studies::charts::descent::{LineageTree, SpeciesDescent};
use terrarium_studies::phylogeny::{ClusterIndex, Clusters, Phylogeny};

use super::Worker;
use super::catch_up::CatchUp;
use crate::session::request::ColourRequest;
use crate::session::view_state::{ColoursView, KinView, LineagesView};

/// What follows from all organisms is computed at most for this part of the time while a world grows.
const SHARE: u32 = 12;

/// What is wanted of the descent of organisms, and what is known of it.
#[derive(Default)]
pub(super) struct Descent {
    colours: Option<ColourRequest>,
    shows_lineages: bool,
    /// The species whose descent a chart shows.
    charted: Option<SpeciesId>,
    /// The organism whose kin is shown.
    kin: Option<OrganismId>,
    /// What the organisms of the world can be coloured by.
    choices: Arc<[ColourBy]>,
    births: CatchUp<Founders>,
    organisms: CatchUp<Pedigree>,
    clusters: Computed<(), ClusterIndex>,
    chart: Computed<SpeciesId, Arc<SpeciesDescent>>,
}

/// What was computed from all organisms of a timeline up to its last tick.
struct Computed<K, T> {
    known: Option<Snapshot<K, T>>,
}

/// What was computed, of what and when.
struct Snapshot<K, T> {
    of: (usize, K),
    last_tick: u64,
    value: T,
    computed: Instant,
    cost: Duration,
}

impl<K, T> Default for Computed<K, T> {
    fn default() -> Self {
        Self { known: None }
    }
}

impl<K: PartialEq, T> Computed<K, T> {
    /// The value for a timeline, if it is known up to some tick.
    fn value(&self, timeline: usize, key: K) -> Option<&T> {
        self.known.as_ref().filter(|it| it.of == (timeline, key)).map(|it| &it.value)
    }

    /// Computes the value anew if organisms were born since, and it is time. Returns whether it has.
    fn update(
        &mut self,
        of: (usize, K),
        pedigree: &Pedigree,
        compute: impl FnOnce(&Pedigree) -> T,
    ) -> bool {
        let last_tick = pedigree.last_tick();
        if let Some(known) = self.known.as_ref().filter(|it| it.of == of) {
            let is_rested = known.computed.elapsed() >= known.cost * SHARE;
            if known.last_tick == last_tick || !is_rested {
                return false;
            }
        }
        let begun = clock::now();
        let value = compute(pedigree);
        let computed = clock::now();
        let cost = computed.saturating_duration_since(begun);
        self.known = Some(Snapshot { of, last_tick, value, computed, cost });
        true
    }

    /// Whether it will have to be computed anew.
    fn is_behind(&self, last_tick: u64) -> bool {
        self.known.as_ref().is_none_or(|known| known.last_tick != last_tick)
    }
}

impl Descent {
    /// Colours organisms by this, or by species.
    pub fn colour(&mut self, by: Option<ColourRequest>) {
        self.colours = by;
    }

    /// Shows the lineages, or no more.
    pub fn show_lineages(&mut self, are_shown: bool) {
        self.shows_lineages = are_shown;
    }

    /// Sets the species whose descent a chart shows.
    pub fn chart(&mut self, species: Option<SpeciesId>) {
        self.charted = species;
    }

    /// Shows the kin of an organism, or of none.
    pub fn show_kin(&mut self, of: Option<OrganismId>) {
        self.kin = of;
    }

    /// Whether a replay is under way, or something is to be computed anew without a request.
    pub fn is_busy(&self, frontier: u64) -> bool {
        let is_late = self.needs_clusters() && self.clusters.is_behind(frontier)
            || self.charted.is_some() && self.chart.is_behind(frontier);
        self.births.is_busy() || self.organisms.is_busy() || is_late
    }

    /// Whether organisms are to have other colours than those of their species.
    pub fn wants_colours(&self) -> bool {
        self.colours.is_some()
    }

    fn is_coloured_by(&self, by: &ColourBy) -> bool {
        self.colours.as_ref().is_some_and(|it| it.by == *by)
    }

    fn needs_founders(&self) -> bool {
        self.shows_lineages || self.is_coloured_by(&ColourBy::Lineage)
    }

    fn needs_clusters(&self) -> bool {
        self.is_coloured_by(&ColourBy::Cluster)
    }

    fn needs_pedigree(&self) -> bool {
        self.needs_clusters() || self.charted.is_some() || self.kin.is_some()
    }

    /// The colours of a world of a timeline, as wanted.
    fn colouring(
        &self,
        timeline: usize,
        simulation: &Simulation,
        founders: Option<&Founders>,
    ) -> Option<Arc<Colouring>> {
        let ColourRequest { by, species } = self.colours.as_ref()?;
        let known = Known { founders, clusters: self.clusters.value(timeline, ()) };
        Colouring::new(simulation.world(), known, by, *species).map(Arc::new)
    }

    /// Replays the births of ticks that were skipped, if founders are wanted. Returns whether there is something new to show.
    fn follow_births(&mut self, playback: &mut Playback) -> bool {
        if !self.needs_founders() || playback.founders().is_some() {
            return self.births.stop();
        }
        let known = |playback: &Playback| Some(playback.timeline().founders().clone());
        let (founders, has_news) = self.births.follow(playback, known);
        if let Some(founders) = founders {
            playback.learn_founders(founders);
        }
        has_news
    }

    /// Replays the organisms of ticks that were not seen, if they are wanted. Returns whether there is something new to show.
    fn follow_organisms(&mut self, playback: &mut Playback) -> bool {
        if !self.needs_pedigree() || playback.pedigree().is_some() {
            return self.organisms.stop();
        }
        if !self.organisms.is_busy() {
            playback.keep_pedigree();
        }
        let known = |playback: &Playback| playback.timeline().pedigree().cloned();
        let (pedigree, has_news) = self.organisms.follow(playback, known);
        if let Some(pedigree) = pedigree {
            playback.learn_pedigree(pedigree);
        }
        has_news
    }

    /// Computes what is wanted of all organisms. Returns whether there is something new to show.
    fn compute(&mut self, playback: &Playback) -> bool {
        let Some(pedigree) = playback.pedigree() else { return false };
        let all = &playback.simulation().world().config().species;
        let timeline = playback.present();
        let mut has_news = false;
        if self.needs_clusters() {
            has_news |= self.clusters.update((timeline, ()), pedigree, |pedigree| {
                let organisms = Phylogeny::of_pedigree(pedigree, all);
                ClusterIndex::new(&organisms, &Clusters::new(&organisms, clustering::DISTANCE))
            });
        }
        if let Some(species) = self.charted {
            has_news |= self.chart.update((timeline, species), pedigree, |pedigree| {
                Arc::new(SpeciesDescent::new(pedigree, all, species, LineageTree::SCREEN_ROWS))
            });
        }
        has_news
    }
}

impl Worker {
    /// Finds what the organisms of the world can be coloured by.
    pub(super) fn update_colour_choices(&mut self) {
        if let FrameSource::Run(playback) = &self.frame_source {
            let species = &playback.simulation().world().config().species;
            self.descent.choices = ColourBy::choices(species).into();
        }
    }

    /// Continues to find out about the descent that is shown. Returns whether there is something new to show.
    pub(super) fn follow_descent(&mut self) -> bool {
        let FrameSource::Run(playback) = &mut self.frame_source else { return false };
        let descent = &mut self.descent;
        let has_births = descent.follow_births(playback);
        let has_organisms = descent.follow_organisms(playback);
        let has_computed = descent.compute(playback);
        has_births | has_organisms | has_computed
    }

    /// The colours of the world that is shown.
    pub(super) fn colours(&self) -> ColoursView {
        let descent = &self.descent;
        let mut view =
            ColoursView { choices: Arc::clone(&descent.choices), ..ColoursView::default() };
        let Some(ColourRequest { by, .. }) = &descent.colours else { return view };
        view.by = Some(by.clone());
        view.colouring = self.colouring();
        view.note = match &self.frame_source {
            FrameSource::Keyframes { .. } => {
                Some(format!("no {}: only keyframes of this recording can be shown", by.name()))
            }
            FrameSource::Run(_) if view.colouring.is_some() => None,
            FrameSource::Run(_) => {
                let notes = [descent.births.note(), descent.organisms.note()];
                let why = notes.into_iter().flatten().next().unwrap_or("replaying …");
                Some(format!("by species; {}: {why}", by.name()))
            }
        };
        view
    }

    /// The colours of the organisms at the current tick, if they are wanted and known.
    pub(super) fn colouring(&self) -> Option<Arc<Colouring>> {
        let FrameSource::Run(playback) = &self.frame_source else { return None };
        let (simulation, founders) = (playback.simulation(), playback.founders());
        self.descent.colouring(playback.present(), simulation, founders)
    }

    /// The colours of the organisms of another timeline, in a world at one of its ticks.
    pub(super) fn colouring_of(
        &self,
        timeline: usize,
        simulation: &Simulation,
    ) -> Option<Arc<Colouring>> {
        let FrameSource::Run(playback) = &self.frame_source else { return None };
        let founders = playback.timelines().get(timeline)?.founders();
        let is_known = simulation.world().tick() <= founders.last_tick();
        self.descent.colouring(timeline, simulation, Some(founders).filter(|_| is_known))
    }

    /// The lineages of the world that is shown, if they are wanted.
    pub(super) fn lineages(&self) -> Option<Arc<LineagesView>> {
        if !self.descent.shows_lineages {
            return None;
        }
        let mut view = LineagesView::default();
        match &self.frame_source {
            FrameSource::Keyframes { .. } => view.note = Some(ONLY_KEYFRAMES.to_owned()),
            FrameSource::Run(playback) => match playback.founders() {
                Some(founders) => {
                    view.first_tick = founders.first_tick();
                    view.all = FounderLineage::all(playback.simulation().world(), founders);
                }
                None => view.note = self.descent.births.note().map(str::to_owned),
            },
        }
        Some(Arc::new(view))
    }

    /// The descent of the species that a chart shows, and why it is not known.
    pub(super) fn charted_descent(&self) -> (Option<Arc<SpeciesDescent>>, Option<String>) {
        let FrameSource::Run(playback) = &self.frame_source else { return (None, None) };
        let value = |species| self.descent.chart.value(playback.present(), species).cloned();
        let note = self.descent.organisms.note().map(str::to_owned);
        (self.descent.charted.and_then(value), note)
    }

    /// The kin of the organism for which it is wanted.
    pub(super) fn kin(&self) -> Option<Arc<KinView>> {
        let organism = self.descent.kin?;
        let mut view = KinView { organism, ..KinView::default() };
        match &self.frame_source {
            FrameSource::Keyframes { .. } => view.note = Some(ONLY_KEYFRAMES.to_owned()),
            FrameSource::Run(playback) => match playback.pedigree() {
                None => view.note = self.descent.organisms.note().map(str::to_owned),
                Some(pedigree) => match pedigree.kinship(organism, playback.tick()) {
                    Some(kinship) => {
                        view.species = Some(kinship.species);
                        view.is_alive = kinship.organism.died.is_none();
                        view.fate = kinship.organism.fate();
                        view.sections = kinship.sections();
                    }
                    None => view.note = Some("it is not born yet in this tick".to_owned()),
                },
            },
        }
        Some(Arc::new(view))
    }
}

/// Why nothing that follows from all ticks is known.
const ONLY_KEYFRAMES: &str = "only keyframes of this recording can be shown";
