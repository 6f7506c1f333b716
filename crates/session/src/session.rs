//! A session: a run with its branches, at one of its ticks, and what is selected in it.

use std::sync::Arc;

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{ColourBy, Overlay, Overlays};
use terrarium_playback::run_link::{LinkReplay, LinkVerdict};
use terrarium_playback::{
    Chronicle, FrameSource, History, Pedigree, Playback, Progress, history_of,
};
use terrarium_run::record::Scene;
use terrarium_sim::tick::{Simulation, TraceTarget};
use terrarium_sim::world::Verdict;
use terrarium_space::geometry::DVec2;

use crate::album::FavouriteNews;
use crate::background::Slices;
use crate::beside::Beside;
use crate::chart_picture::ChartCanvas;
use crate::contest::Contest;
use crate::derived::{Computation, Derived};
use crate::editing::Planned;
use crate::founding::LinkState;
use crate::moment_pictures::MomentPictures;
use crate::mourning::{Following, Mourning};
use crate::picture::{ColourKey, Picture};
use crate::recent::{ColouredScene, RecentScenes};
use crate::refusal::{Answer, refused};
use crate::replay::Subject;
use crate::tour::{Caption, Tour};

/// The state of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The name of the run.
    pub name: String,
    /// The seed of the world; empty if only keyframes can be shown.
    pub seed: String,
    /// The tick that is shown.
    pub tick: u64,
    /// The first tick of the run.
    pub first: u64,
    /// Its last tick.
    pub frontier: u64,
    /// The target of a seek.
    pub seeking: Option<u64>,
    /// The branches.
    pub timelines: Vec<Timeline>,
    /// The index of the branch that is shown.
    pub present: usize,
    /// The number of organisms.
    pub organisms: usize,
    /// The organism that is selected.
    pub selected: Option<u64>,
    /// The name of the base, nest or sentry that is selected.
    pub site: Option<String>,
    /// The organism that the camera follows.
    pub followed: Option<u64>,
    /// The first tick in which a replay differed from the recording.
    pub difference: Option<u64>,
    /// False if only keyframes can be shown.
    pub can_simulate: bool,
    /// Who has won a conquest.
    pub decided: Option<String>,
    /// The conquest, if it is one.
    pub contest: Option<Contest>,
    /// The link that the run came from.
    pub link: Option<LinkState>,
    /// The tick that is replayed for panels, and the last one to replay.
    pub replayed: Option<(u64, u64)>,
    /// What the colours of organisms mean, unless they are those of species.
    pub colours: Option<ColourKey>,
    /// What the tour shows.
    pub tour: Option<Caption>,
    /// What the session has said last by itself.
    pub said: Option<Saying>,
}

/// What a session says by itself, such as what the followed organism has died of.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Saying {
    /// Counts them.
    pub number: u32,
    /// The text.
    pub text: String,
}

/// A branch of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// Its name.
    pub name: String,
    /// The branch that it began from, and the tick.
    pub parent: Option<(usize, u64)>,
    /// Its last tick.
    pub frontier: u64,
}

/// A run with its branches, at one of its ticks.
pub struct Session {
    pub(crate) name: String,
    pub(crate) source: FrameSource,
    /// The history of a recording of which only keyframes can be shown.
    history: Option<Chronicle>,
    pub(crate) before: Arc<Scene>,
    pub(crate) scene: Arc<Scene>,
    /// The last scenes that were shown, for GIFs.
    pub(crate) recent: RecentScenes,
    pub(crate) selected: Option<OrganismId>,
    /// A place of the base, nest or sentry that is reported on.
    pub(crate) site: Option<DVec2>,
    pub(crate) following: Option<Following>,
    pub(crate) mourning: Option<Mourning>,
    pub(crate) overlays: Overlays,
    pub(crate) colour_by: Option<ColourBy>,
    pub(crate) shows_steps: bool,
    pub(crate) planned: Option<Planned>,
    pub(crate) picture: Picture,
    /// The run of a link, until its last tick is reached.
    pub(crate) replay: Option<LinkReplay>,
    pub(crate) beside: Option<Beside>,
    pub(crate) derived: Derived<Slices>,
    pub(crate) chart_canvas: ChartCanvas,
    pub(crate) tour: Option<Tour>,
    pub(crate) news: FavouriteNews,
    pub(crate) moment_pictures: MomentPictures,
    said: Option<Saying>,
}

impl Session {
    pub(crate) fn new(name: String, source: FrameSource) -> Answer<Self> {
        let scene = Arc::new(source.scene(None).map_err(refused)?);
        let history = match &source {
            FrameSource::Run(_) => None,
            FrameSource::Keyframes { recording, .. } => Some(history_of(recording)),
        };
        let mut session = Self {
            name,
            source,
            history,
            before: Arc::clone(&scene),
            picture: Picture::new(&scene.bounds),
            recent: RecentScenes::default(),
            scene,
            selected: None,
            site: None,
            following: None,
            mourning: None,
            overlays: Overlays::NONE,
            colour_by: None,
            shows_steps: false,
            planned: None,
            replay: None,
            beside: None,
            derived: Derived::default(),
            chart_canvas: ChartCanvas::default(),
            tour: None,
            news: FavouriteNews::default(),
            moment_pictures: MomentPictures::default(),
            said: None,
        };
        session.news = FavouriteNews::new(session.history());
        let scene = Arc::clone(&session.scene);
        session.recent.add(ColouredScene { scene, colouring: None });
        if let FrameSource::Run(playback) = &mut session.source
            && playback.is_at_frontier()
        {
            let pedigree = Pedigree::begin(playback.simulation().world());
            playback.learn_pedigree(pedigree);
        }
        Ok(session)
    }

    /// The run, or why it cannot be simulated.
    pub(crate) fn run(&mut self) -> Answer<&mut Playback> {
        self.source.run().map_err(refused)
    }

    pub(crate) fn playback(&self) -> Option<&Playback> {
        match &self.source {
            FrameSource::Run(playback) => Some(playback),
            FrameSource::Keyframes { .. } => None,
        }
    }

    pub(crate) fn simulation(&self) -> Option<&Simulation> {
        self.playback().map(Playback::simulation)
    }

    pub(crate) fn history(&self) -> &Chronicle {
        match (&self.source, &self.history) {
            (FrameSource::Run(playback), _) => playback.chronicle(),
            (_, Some(history)) => history,
            (FrameSource::Keyframes { .. }, None) => unreachable!("it was read at the beginning"),
        }
    }

    /// Says something to whoever watches.
    pub(crate) fn say(&mut self, text: String) {
        let number = self.said.as_ref().map_or(1, |it| it.number.wrapping_add(1));
        self.said = Some(Saying { number, text });
    }

    /// Simulates so many ticks, fewer at the end of keyframes. The run of a link gets its commands.
    fn simulate(&mut self, ticks: u64) -> Answer<()> {
        let mut left = ticks;
        while left > 0 && !self.source.is_at_end() {
            left -= 1;
            match (&mut self.source, &mut self.replay) {
                (FrameSource::Run(playback), Some(replay))
                    if replay.verdict() == LinkVerdict::Pending && playback.is_at_frontier() =>
                {
                    replay.advance(playback, 1).map_err(refused)?;
                }
                (source, _) => source.step().map_err(refused)?,
            }
            if let FrameSource::Run(playback) = &self.source {
                self.derived.replays.record(playback);
            }
        }
        Ok(())
    }

    /// Asks for what follows from all ticks, unless it is known. Returns why it is not.
    pub(crate) fn want(&mut self, subject: Subject) -> Option<String> {
        self.derived.want(subject, &self.source)
    }

    /// Ends the run of a link before its last tick: from now on, this is another run.
    pub(crate) fn leave_link(&mut self) {
        self.replay.take_if(|replay| replay.verdict() == LinkVerdict::Pending);
    }

    /// Traces the selected organism, as far as the panels and overlays need it.
    pub(crate) fn trace(&mut self) {
        let shows_marks = self.overlays.has(Overlay::Marks);
        let target = if self.shows_steps { TraceTarget::Steps } else { TraceTarget::Organism };
        let targets = self.selected.map(target).into_iter().collect();
        let replays_turns = shows_marks || self.shows_steps;
        if let FrameSource::Run(playback) = &mut self.source {
            playback.trace(targets);
            playback.replay_turns(replays_turns);
        }
    }
}

impl Session {
    /// Goes one tick on: a recorded one is replayed, a new one simulated. What is shown stays until [`show`](Self::show).
    ///
    /// # Errors
    /// When the tick cannot be recorded.
    pub fn step(&mut self) -> Answer<()> {
        self.simulate(1)
    }

    /// Shows the current tick from now on.
    ///
    /// # Errors
    /// When a keyframe is damaged, or the branch beside this one cannot be replayed.
    pub fn show(&mut self) -> Answer<()> {
        let scene = Arc::new(self.source.scene(Some(&self.scene)).map_err(refused)?);
        let shown = std::mem::replace(&mut self.scene, Arc::clone(&scene));
        self.before = if scene.tick == shown.tick + 1 { shown } else { Arc::clone(&scene) };
        self.recent.add(ColouredScene { scene, colouring: None });
        self.picture.is_stale = true;
        self.say_news();
        self.see_moments();
        self.follow_beside()
    }

    /// Begins a seek to a tick. Ticks after the last one are simulated.
    ///
    /// # Errors
    /// When a keyframe is damaged.
    pub fn seek(&mut self, tick: u64) -> Answer<()> {
        let frontier = self.source.frontier();
        self.source.begin_seek(tick).map_err(refused)?;
        self.picture.beyond = Some(tick).filter(|&tick| tick > frontier);
        Ok(())
    }

    /// Continues a seek by at most `most` ticks. Returns whether it has arrived.
    ///
    /// # Errors
    /// When a recorded command is refused, or a tick cannot be recorded.
    pub fn advance(&mut self, most: u32) -> Answer<bool> {
        let mut has_arrived =
            self.source.advance(most.into()).map_err(refused)? == Progress::Arrived;
        if let Some(beyond) = self.picture.beyond.filter(|_| has_arrived) {
            let left = beyond.saturating_sub(self.source.tick());
            self.simulate(left.min(most.into()))?;
            has_arrived = self.source.tick() >= beyond || self.source.is_at_end();
            self.picture.beyond = Some(beyond).filter(|_| !has_arrived);
        }
        if has_arrived {
            self.show()?;
        }
        Ok(has_arrived)
    }

    /// Begins a branch at this tick, and returns its name.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn branch(&mut self) -> Answer<String> {
        self.leave_link();
        let playback = self.run()?;
        let index = playback.branch().map_err(refused)?;
        let name = playback.timelines()[index].name().to_owned();
        playback.keep_pedigree();
        Ok(name)
    }

    /// Switches to another branch, and begins a seek to this tick of it.
    ///
    /// # Errors
    /// When there is no such branch.
    pub fn switch_to(&mut self, branch: usize) -> Answer<()> {
        self.picture.beyond = None;
        self.leave_link();
        self.run()?.switch(branch).map_err(refused)
    }

    /// Takes back the last command. Returns what it was.
    ///
    /// # Errors
    /// When only keyframes can be shown, or a keyframe is damaged.
    pub fn undo(&mut self) -> Answer<Option<String>> {
        self.leave_link();
        let playback = self.run()?;
        let undone = playback.undo().map_err(refused)?;
        if undone.is_some() {
            // A branch may have lost its last command, so that what was counted is of another run.
            self.derived = Derived::default();
        }
        let playback = self.run()?;
        let text = undone.map(|undone| {
            let what = undone.command.describe(playback.simulation().world());
            undone.branch.map_or_else(|| what.clone(), |name| format!("{what}; {name} begins here"))
        });
        self.show()?;
        Ok(text)
    }

    /// Whether a replay is to be continued.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.playback().is_some() && self.derived.replays.is_busy()
    }

    /// Continues the replay under way by at most `most` ticks. Returns whether more is known; panels say why a replay has failed.
    pub fn continue_replay(&mut self, most: u32) -> bool {
        let FrameSource::Run(playback) = &mut self.source else { return false };
        let has_news = self.derived.replays.advance(playback, most.into());
        self.picture.is_stale |= has_news;
        has_news
    }

    /// Whether the life that was asked for is to be replayed: for the first time, or also `anew` since the branch is longer now.
    #[must_use]
    pub fn is_life_due(&self, anew: bool) -> bool {
        self.playback().is_some_and(|playback| self.derived.lives.is_due(playback, anew))
    }

    /// Continues the replay of a life by at most `most` ticks. Returns whether it is done.
    pub fn continue_life(&mut self, most: u32) -> bool {
        let FrameSource::Run(playback) = &mut self.source else { return true };
        self.derived.lives.advance(playback, most.into())
    }

    /// Whether organisms are coloured by cluster, and were born since clusters were computed.
    #[must_use]
    pub fn are_clusters_due(&mut self) -> bool {
        let FrameSource::Run(playback) = &self.source else { return false };
        self.colour_by == Some(ColourBy::Cluster)
            && self.derived.is_due(Computation::Clusters, playback)
    }

    /// Computes the clusters of all organisms up to the last tick.
    pub fn compute_clusters(&mut self) {
        let FrameSource::Run(playback) = &self.source else { return };
        self.derived.compute(Computation::Clusters, playback);
        self.picture.is_stale = true;
    }

    /// This tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.source.tick()
    }

    /// The state hash of the world at this tick: none if only keyframes can be shown.
    #[must_use]
    pub fn hash(&self) -> Option<String> {
        Some(self.simulation()?.world().state_hash().to_string())
    }

    /// The state of the session.
    #[must_use]
    pub fn state(&self) -> State {
        let playback = self.playback();
        let world = playback.map(|it| it.simulation().world());
        let seeking = playback.and_then(|it| self.picture.beyond.or(it.target()));
        let decided =
            world.and_then(|world| world.conquest()?.verdict).map(|it| self.verdict_text(it));
        State {
            name: self.name.clone(),
            seed: world.map(|world| world.config().seed.to_string()).unwrap_or_default(),
            tick: self.source.tick(),
            first: self.source.first_tick(),
            frontier: self.source.frontier(),
            seeking,
            timelines: self.timelines(),
            present: playback.map_or(0, Playback::present),
            organisms: self.scene.figures.len(),
            selected: self.selected.map(|it| it.0),
            site: self.site_report().map(|it| it.title),
            followed: self.followed().map(|it| it.0),
            difference: playback.and_then(Playback::difference).map(|it| it.tick),
            can_simulate: playback.is_some(),
            decided,
            contest: self.contest(),
            link: self.replay.as_ref().map(LinkState::new),
            replayed: self.derived.replays.progress().or(self.derived.lives.progress()),
            colours: self.colour_key(),
            tour: self.caption(),
            said: self.said.clone(),
        }
    }

    fn timelines(&self) -> Vec<Timeline> {
        let Some(playback) = self.playback() else {
            let (name, frontier) = (self.name.clone(), self.source.frontier());
            return vec![Timeline { name, parent: None, frontier }];
        };
        let row = |it: &terrarium_playback::Timeline| Timeline {
            name: it.name().to_owned(),
            parent: it.parent(),
            frontier: it.frontier(),
        };
        playback.timelines().iter().map(row).collect()
    }

    fn verdict_text(&self, verdict: Verdict) -> String {
        let winner = verdict.winner().map(|colony| self.history().colony_name(colony));
        winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} win"))
    }
}
