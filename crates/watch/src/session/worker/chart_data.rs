//! What charts need beyond scenes and chronicles: the organisms of a species, and the census.
//!
//! Both are computed only while a chart needs them. The census of recorded ticks is replayed in the
//! background, and kept in bounded memory.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use terrarium_input::clock;
use terrarium_playback::life_history::ReplayObserver;
use terrarium_playback::{FrameSource, Playback, PlaybackError};
use terrarium_studies::charts::{
    CensusHistory, CensusSeries, ChartDetails, ChartNeeds, Individuals,
};

use super::Worker;
use super::lives::replaying;
use crate::session::background_replay::BackgroundReplay;

/// The time after which a replay under way shows what it has counted.
const INTERVAL: Duration = Duration::from_millis(500);

/// The least time between two replays of ticks that are new, and how many times longer than a replay it
/// is.
const PAUSE: Duration = Duration::from_secs(1);
const REST: u32 = 4;

/// The data of the chart that is shown.
#[derive(Default)]
pub(super) struct ChartData {
    needs: ChartNeeds,
    history: Option<CensusHistory>,
    /// The timeline that the history is of.
    timeline: usize,
    replay: Option<BackgroundReplay<CensusHistory>>,
    /// What the replay under way has counted so far.
    counted: Arc<Mutex<Option<CensusHistory>>>,
    /// When the last replay ended, and how long it took.
    finished: Option<(Instant, Duration)>,
    series: Option<Arc<CensusSeries>>,
    /// The progress of the replay, or why there is no census.
    note: Option<String>,
    /// Whether a replay failed; there will be no other of this timeline.
    has_failed: bool,
    /// The last tick of the timeline.
    frontier: u64,
}

impl ChartData {
    /// Sets what the chart that is shown needs.
    pub fn need(&mut self, needs: ChartNeeds) {
        if self.needs.column != needs.column {
            self.series = None;
        }
        self.needs = needs;
        if needs.column.is_none() {
            // The history is kept for the next time.
            self.replay = None;
        }
    }

    /// Whether a replay is under way, or may be due without a request.
    pub fn is_busy(&self) -> bool {
        let counted = self.history.as_ref().map_or(0, CensusHistory::last_tick);
        let is_behind = self.history.is_none() || counted < self.frontier;
        self.needs.column.is_some() && (self.replay.is_some() || is_behind) && !self.has_failed
    }

    /// Takes what the replay has counted. Returns whether there is something new to show.
    fn advance(&mut self) -> bool {
        let Some(replay) = &self.replay else { return false };
        let Some(answer) = replay.answer() else {
            let note = Some(replaying(replay.progress()));
            let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner).take();
            let has_changed = counted.is_some() || (self.history.is_none() && self.note != note);
            if let Some(history) = counted {
                (self.history, self.series) = (Some(history), None);
                self.note = self.progress();
            } else if self.history.is_none() {
                self.note = note;
            }
            return has_changed;
        };
        self.finished = Some((clock::now(), replay.elapsed()));
        self.replay = None;
        match answer {
            Ok(history) => {
                (self.history, self.series, self.note) = (Some(history), None, None);
            }
            Err(problem) => (self.note, self.has_failed) = (Some(problem), true),
        }
        true
    }

    /// Up to which tick a replay under way has counted.
    fn progress(&self) -> Option<String> {
        let counted = self.history.as_ref()?.last_tick();
        Some(format!("counted to tick {counted} of {} so far", self.frontier))
    }

    /// Whether the census has to be replayed.
    fn is_due(&self) -> bool {
        if self.replay.is_some() || self.has_failed {
            return false;
        }
        let Some(history) = &self.history else { return true };
        let Some((finished, took)) = self.finished else { return true };
        let is_rested = finished.elapsed() >= PAUSE.max(took * REST);
        history.last_tick() < self.frontier && is_rested
    }
}

impl Worker {
    /// Continues to count for the chart that is shown. Returns whether there is something new to show.
    pub(super) fn follow_census(&mut self) -> bool {
        if self.chart_data.needs.column.is_none() {
            return false;
        }
        let FrameSource::Run(playback) = &mut self.frame_source else { return false };
        let data = &mut self.chart_data;
        data.frontier = playback.frontier();
        if data.timeline != playback.present() {
            let (needs, timeline, frontier) = (data.needs, playback.present(), data.frontier);
            *data = ChartData { needs, timeline, frontier, ..ChartData::default() };
        }
        let has_news = data.advance();
        if !data.is_due() {
            return has_news;
        }
        match playback.recorded() {
            Ok(recording) => {
                let history = data.history.clone();
                data.counted = Arc::default();
                let counted = Arc::clone(&data.counted);
                data.replay =
                    Some(BackgroundReplay::begin(recording, move |playback, observer| {
                        let history = count(playback, history, &counted, observer);
                        history.map_err(|error| error.to_string())
                    }));
            }
            Err(error) => {
                data.has_failed = true;
                self.note(error.to_string(), true);
            }
        }
        has_news
    }

    /// What is known of what the chart that is shown needs.
    pub(super) fn chart_details(&mut self) -> ChartDetails {
        let (descent, why_no_descent) = self.charted_descent();
        let data = &mut self.chart_data;
        let playback = match &self.frame_source {
            FrameSource::Run(playback) => playback,
            FrameSource::Keyframes { why, .. } => {
                let why = format!("only the keyframes of this recording can be shown: {why}");
                return ChartDetails { why_unknown: Some(why), ..ChartDetails::default() };
            }
        };
        let world = playback.simulation().world();
        let individuals = data.needs.individuals.map(|species| Individuals::new(world, species));
        if let (Some(column), Some(history), None) =
            (data.needs.column, &data.history, &data.series)
        {
            let series = history.series(column, &world.config().species);
            data.series = Some(Arc::new(CensusSeries { note: data.note.clone(), ..series }));
        }
        ChartDetails {
            individuals: individuals.map(Arc::new),
            census: data.series.clone(),
            descent,
            why_unknown: why_no_descent.or_else(|| data.note.clone()),
        }
    }
}

/// Continues a history up to the last recorded tick. Puts what is counted so far into `counted` at
/// intervals.
fn count(
    playback: &mut Playback,
    history: Option<CensusHistory>,
    counted: &Mutex<Option<CensusHistory>>,
    observer: &mut ReplayObserver<'_>,
) -> Result<CensusHistory, PlaybackError> {
    let begin = |playback: &Playback| CensusHistory::new(playback.simulation().world());
    let mut history = history.unwrap_or_else(|| begin(playback));
    loop {
        let begun = clock::now();
        history.extend(playback, |progress| {
            observer(progress);
            begun.elapsed() < INTERVAL
        })?;
        if history.last_tick() >= playback.frontier() {
            return Ok(history);
        }
        *counted.lock().unwrap_or_else(PoisonError::into_inner) = Some(history.clone());
    }
}
