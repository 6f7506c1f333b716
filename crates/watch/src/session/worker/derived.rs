//! What follows from all ticks of the run: colours, charts, lineages, relatives and a life. All are found out only while a
//! viewer shows them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::clock;
use terrarium_picture::{ColourBy, Colouring};
use terrarium_playback::{FounderLineage, FrameSource, History};
use terrarium_session::{Computation, Derived, ONLY_KEYFRAMES, Subject, subject_of};
use terrarium_sim::tick::Simulation;
use terrarium_studies::charts::{ChartDetails, ChartNeeds};

use super::{CHECK_INTERVAL, Worker};
use crate::session::request::ColourRequest;
use crate::session::thread_work::Threads;
use crate::session::view_state::{ColoursView, KinView, LifeView, LineagesView};

/// What changes with each tick is found out anew at most for this part of the time: what is computed, a life, and the census.
const COMPUTED: u32 = 12;
const LIFE: u32 = 10;
const CENSUS: u32 = 4;

/// The least times between two replays of a life that goes on, of new ticks for a census, and between two columns of it.
const LIFE_PAUSE: Duration = Duration::from_secs(2);
const CENSUS_PAUSE: Duration = Duration::from_secs(1);
const SERIES_PAUSE: Duration = Duration::from_millis(500);

/// What a viewer shows of it.
#[derive(Default)]
pub(super) struct Wanted {
    pub colours: Option<ColourRequest>,
    pub lineages: bool,
    pub chart: ChartNeeds,
    /// The organism whose kin is shown.
    pub kin: Option<OrganismId>,
    /// The organism whose life is shown.
    pub life: Option<OrganismId>,
}

/// What is known of it, and when it was found out.
#[derive(Default)]
pub(super) struct Findings {
    pub known: Derived<Threads>,
    /// What the organisms of the world can be coloured by.
    pub choices: Arc<[ColourBy]>,
    clusters: Rest,
    chart: Rest,
    census: Rest,
    life: Rest,
    /// The progress of replays when it was shown last, and when.
    progress: [Option<(u64, u64)>; 2],
    shown: Option<Instant>,
}

/// When something was found out last, and how long it took.
#[derive(Default)]
struct Rest {
    begun: Option<Instant>,
    finished: Option<(Instant, Duration)>,
}

impl Rest {
    fn begin(&mut self) {
        self.begun.get_or_insert_with(clock::now);
    }

    fn finish(&mut self) {
        let now = clock::now();
        let begun = self.begun.take().unwrap_or(now);
        self.finished = Some((now, now.saturating_duration_since(begun)));
    }

    /// Whether it took at most one of so many parts of the time, and is over for at least `pause`.
    fn is_over(&self, parts: u32, pause: Duration) -> bool {
        self.finished.is_none_or(|(since, took)| since.elapsed() >= pause.max(took * parts))
    }
}

impl Wanted {
    /// What has to be known of all ticks.
    fn subjects(&self) -> impl Iterator<Item = Subject> {
        let of_colours = self.colours.as_ref().and_then(|it| subject_of(&it.by));
        let of_lineages = self.lineages.then_some(Subject::Founders);
        let needs_organisms = self.kin.is_some() || self.chart.descent.is_some();
        let of_organisms = needs_organisms.then_some(Subject::Organisms);
        let of_census = self.chart.column.map(|_| Subject::Census);
        [of_colours, of_lineages, of_organisms, of_census].into_iter().flatten()
    }

    /// What has to be computed from it: for colours, and for the chart.
    fn computations(&self) -> [Option<Computation>; 2] {
        let is_cluster = |it: &ColourRequest| it.by == ColourBy::Cluster;
        let has_clusters = self.colours.as_ref().is_some_and(is_cluster);
        [has_clusters.then_some(Computation::Clusters), Computation::of_chart(self.chart)]
    }
}

impl Worker {
    /// Finds what the organisms of the world can be coloured by.
    pub(super) fn update_colour_choices(&mut self) {
        if let FrameSource::Run(playback) = &self.frame_source {
            let species = &playback.simulation().world().config().species;
            self.findings.choices = ColourBy::choices(species).into();
        }
    }

    /// Continues to find out what is shown. Returns whether there is something new to show.
    pub(super) fn follow_derived(&mut self) -> bool {
        let FrameSource::Run(playback) = &mut self.frame_source else { return false };
        let Findings { known, life, census, progress, shown, .. } = &mut self.findings;
        let subjects: Vec<Subject> = self.wanted.subjects().collect();
        known.replays.keep_only(&subjects);
        for &subject in &subjects {
            known.replays.want(subject, playback);
        }
        let is_of_census = known.replays.next() == Some(Subject::Census);
        // While a world grows, a census that is behind stays so: it is not replayed without a pause.
        let is_rested = !is_of_census || census.is_over(CENSUS, CENSUS_PAUSE);
        let mut has_news = false;
        if known.replays.is_underway() || is_rested {
            has_news = known.replays.advance(playback, 1);
            match (is_of_census, known.replays.is_underway()) {
                (true, true) => census.begin(),
                (true, false) => census.finish(),
                (false, _) => {}
            }
        }
        if let Some(organism) = self.wanted.life {
            known.lives.want(organism, playback);
            let is_due = known.lives.is_due(playback, life.is_over(LIFE, LIFE_PAUSE));
            if known.lives.is_busy() || is_due {
                life.begin();
                if known.lives.advance(playback, 1) {
                    life.finish();
                    has_news = true;
                }
            }
        }
        let now = [known.replays.progress(), known.lives.progress()];
        let is_time = shown.is_none_or(|shown| shown.elapsed() >= CHECK_INTERVAL);
        if is_time && *progress != now {
            (*progress, *shown, has_news) = (now, Some(clock::now()), true);
        }
        has_news | self.compute()
    }

    /// Computes what is shown of what was replayed. Returns whether there is something new to show.
    fn compute(&mut self) -> bool {
        let FrameSource::Run(playback) = &self.frame_source else { return false };
        let Findings { known, clusters, chart, .. } = &mut self.findings;
        let mut has_news = false;
        for (what, rest) in self.wanted.computations().into_iter().zip([clusters, chart]) {
            let Some(what) = what else { continue };
            let is_series = matches!(what, Computation::Series(_));
            let pause = if is_series { SERIES_PAUSE } else { Duration::ZERO };
            let is_rested = !known.has(what, playback) || rest.is_over(COMPUTED, pause);
            if is_rested && known.is_due(what, playback) {
                rest.begin();
                known.compute(what, playback);
                rest.finish();
                has_news = true;
            }
        }
        has_news
    }

    /// Whether a replay is under way, or something is to be found out anew without a request.
    pub(super) fn is_finding_out(&mut self) -> bool {
        let FrameSource::Run(playback) = &self.frame_source else { return false };
        let known = &mut self.findings.known;
        let mut computed = self.wanted.computations().into_iter().flatten();
        known.replays.is_busy()
            || known.lives.is_busy()
            || self.wanted.life.is_some() && known.lives.is_due(playback, true)
            || computed.any(|what| known.is_due(what, playback))
    }

    /// Forgets all, since a branch may have lost its last ticks.
    pub(super) fn forget(&mut self) {
        let choices = Arc::clone(&self.findings.choices);
        self.findings = Findings { choices, ..Findings::default() };
    }

    /// Shows the life of this organism, or of none.
    pub(super) fn show_life(&mut self, of: Option<OrganismId>) {
        if self.wanted.life != of {
            (self.wanted.life, self.findings.life) = (of, Rest::default());
            self.findings.known.lives = Default::default();
        }
    }

    /// The life that is shown, as far as it is known.
    pub(super) fn life(&self) -> Option<LifeView> {
        let organism = self.wanted.life?;
        let (known, note) = match (&self.frame_source, self.findings.known.lives.life()) {
            (FrameSource::Keyframes { .. }, _) => (None, Some(ONLY_KEYFRAMES.to_owned())),
            (FrameSource::Run(_), Ok(known)) => (Some(Arc::clone(known)), None),
            (FrameSource::Run(_), Err(why)) => (None, Some(why)),
        };
        Some(LifeView { organism, known, note })
    }

    /// The colours of the world that is shown.
    pub(super) fn colours(&self) -> ColoursView {
        let choices = Arc::clone(&self.findings.choices);
        let Some(ColourRequest { by, .. }) = &self.wanted.colours else {
            return ColoursView { choices, ..ColoursView::default() };
        };
        let colouring = self.colouring();
        let why = || self.findings.known.why_uncoloured(by, &self.frame_source);
        let note = colouring.is_none().then(why);
        ColoursView { choices, by: Some(by.clone()), colouring, note }
    }

    /// The colours of the organisms at the current tick, if they are shown and known.
    pub(super) fn colouring(&self) -> Option<Arc<Colouring>> {
        let FrameSource::Run(playback) = &self.frame_source else { return None };
        let ColourRequest { by, species } = self.wanted.colours.as_ref()?;
        let (branch, simulation) = (playback.present(), playback.simulation());
        self.findings.known.colouring(branch, simulation, playback.founders(), by, *species)
    }

    /// The colours of the organisms of another branch, in a world at one of its ticks.
    pub(super) fn colouring_of(
        &self,
        branch: usize,
        simulation: &Simulation,
    ) -> Option<Arc<Colouring>> {
        let FrameSource::Run(playback) = &self.frame_source else { return None };
        let ColourRequest { by, species } = self.wanted.colours.as_ref()?;
        let founders = playback.timelines().get(branch)?.founders();
        let founders = Some(founders).filter(|it| simulation.world().tick() <= it.last_tick());
        self.findings.known.colouring(branch, simulation, founders, by, *species)
    }

    /// The lineages of the world that is shown, if they are to be.
    pub(super) fn lineages(&self) -> Option<Arc<LineagesView>> {
        if !self.wanted.lineages {
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
                None => view.note = Some(self.why_unknown(Subject::Founders)),
            },
        }
        Some(Arc::new(view))
    }

    /// The kin of the organism for which it is shown.
    pub(super) fn kin(&self) -> Option<Arc<KinView>> {
        let organism = self.wanted.kin?;
        let mut view = KinView { organism, ..KinView::default() };
        match &self.frame_source {
            FrameSource::Keyframes { .. } => view.note = Some(ONLY_KEYFRAMES.to_owned()),
            FrameSource::Run(playback) => match playback.pedigree() {
                None => view.note = Some(self.why_unknown(Subject::Organisms)),
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

    /// What is known of what the chart that is shown needs.
    pub(super) fn chart_details(&mut self) -> ChartDetails {
        self.findings.known.chart_details(&self.frame_source, self.wanted.chart)
    }

    fn why_unknown(&self, subject: Subject) -> String {
        self.findings.known.replays.why_unknown(subject)
    }
}
