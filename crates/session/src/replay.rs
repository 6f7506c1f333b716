//! Replays of the recorded run beside the one that is shown, in pieces: for what follows from all its ticks.
//!
//! Panels ask for a [`Subject`]. While it is not known, the worker continues its replay between the ticks that it simulates.

use terrarium_playback::{Founders, FrameSource, History, Pedigree, Playback, PlaybackError};
use terrarium_sim::world::World;
use terrarium_studies::charts::CensusHistory;

use crate::session::Session;

/// What follows from all ticks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The founder of each organism.
    Founders,
    /// All organisms, living and dead.
    Organisms,
    /// The census.
    Census,
}

/// What is asked for of the ticks of a branch, and what is known of them.
#[derive(Default)]
pub(crate) struct Replays {
    /// The index of the branch.
    branch: usize,
    /// What is asked for, the oldest first: this one is replayed.
    wanted: Vec<Subject>,
    underway: Option<Replay>,
    /// The census as far as it is counted, unless a replay continues it.
    census: Option<CensusHistory>,
    /// What could not be replayed, and why.
    failed: Vec<(Subject, String)>,
}

/// A replay under way.
struct Replay {
    playback: Playback,
    counted: Counted,
    /// The last tick that was recorded when it began.
    last: u64,
}

/// What a replay has counted.
enum Counted {
    Founders(Founders),
    Organisms(Pedigree),
    Census(CensusHistory),
}

impl Replays {
    /// Asks for a replay, unless the subject is known up to the tick that is shown. Returns why it is not.
    pub fn want(&mut self, subject: Subject, playback: &Playback) -> Option<String> {
        self.keep_to(playback.present());
        if self.knows(subject, playback) {
            return None;
        }
        let has_failed = self.failed.iter().any(|(it, _)| *it == subject);
        if !has_failed && !self.wanted.contains(&subject) {
            self.wanted.push(subject);
        }
        Some(self.why_unknown(subject))
    }

    /// The progress of the replay of a subject, or why there is none.
    pub fn why_unknown(&self, subject: Subject) -> String {
        if let Some((_, problem)) = self.failed.iter().find(|(it, _)| *it == subject) {
            return problem.clone();
        }
        let replay = self.underway.as_ref().filter(|it| it.counted.subject() == subject);
        replay.map_or_else(|| "replaying …".to_owned(), Replay::progress)
    }

    /// The census as far as it is counted.
    pub fn census(&self) -> Option<&CensusHistory> {
        match self.underway.as_ref().map(|replay| &replay.counted) {
            Some(Counted::Census(census)) => Some(census),
            _ => self.census.as_ref(),
        }
    }

    /// Adds the tick that was just simulated to the census, if it is counted up to there.
    pub fn record(&mut self, playback: &Playback) {
        if self.branch == playback.present()
            && let Some(census) = &mut self.census
        {
            census.record(playback.simulation().world());
        }
    }

    /// The tick that is replayed, and the last one of the replay under way.
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.underway.as_ref().map(|replay| (replay.playback.tick(), replay.last))
    }

    /// Replays at most `most` ticks. Returns whether more is known, or known to fail.
    fn advance(&mut self, playback: &mut Playback, most: u64) -> bool {
        self.keep_to(playback.present());
        let Some(&subject) = self.wanted.first() else { return false };
        if self.knows(subject, playback) {
            self.wanted.remove(0);
            self.stop();
            return true;
        }
        match self.replay(subject, playback, most) {
            Ok(None) => false,
            Ok(Some(counted)) => {
                self.learn(counted, playback);
                true
            }
            Err(problem) => {
                self.wanted.remove(0);
                self.underway = None;
                self.failed.push((subject, problem));
                true
            }
        }
    }

    /// Begins or continues the replay of a subject. Returns what it has counted at its end.
    fn replay(
        &mut self,
        subject: Subject,
        playback: &mut Playback,
        most: u64,
    ) -> Result<Option<Counted>, String> {
        let mut replay = match self.underway.take() {
            Some(replay) => replay,
            None => Replay::begin(subject, playback, &mut self.census)?,
        };
        if replay.advance(most).map_err(|error| error.to_string())? {
            return Ok(Some(replay.counted));
        }
        self.underway = Some(replay);
        Ok(None)
    }

    /// Takes over what was counted.
    fn learn(&mut self, counted: Counted, playback: &mut Playback) {
        match counted {
            Counted::Founders(founders) => playback.learn_founders(founders),
            Counted::Organisms(pedigree) => playback.learn_pedigree(pedigree),
            Counted::Census(census) => self.census = Some(census),
        }
    }

    /// Ends the replay under way.
    fn stop(&mut self) {
        if let Some(Replay { counted: Counted::Census(census), .. }) = self.underway.take() {
            self.census = Some(census);
        }
    }

    /// Whether a subject is known up to the last tick of the branch.
    pub fn knows(&self, subject: Subject, playback: &Playback) -> bool {
        match subject {
            Subject::Founders => playback.founders().is_some(),
            Subject::Organisms => playback.pedigree().is_some(),
            Subject::Census => {
                let counted = self.census.as_ref().map(CensusHistory::last_tick);
                counted.is_some_and(|last| last >= playback.frontier())
            }
        }
    }

    /// Drops everything about another branch.
    fn keep_to(&mut self, branch: usize) {
        if self.branch != branch {
            *self = Self { branch, ..Self::default() };
        }
    }
}

impl Replay {
    /// Begins to continue what is known of a subject. The ticks that follow meanwhile are those of another replay.
    fn begin(
        subject: Subject,
        playback: &mut Playback,
        census: &mut Option<CensusHistory>,
    ) -> Result<Self, String> {
        if subject == Subject::Organisms {
            playback.keep_pedigree();
        }
        let mut replayed = replayed(playback)?;
        let (known, first) = (playback.timeline(), replayed.simulation().world());
        let counted = match subject {
            Subject::Founders => Counted::Founders(known.founders().clone()),
            Subject::Organisms => Counted::Organisms(
                known.pedigree().cloned().unwrap_or_else(|| Pedigree::begin(first)),
            ),
            Subject::Census => {
                Counted::Census(census.take().unwrap_or_else(|| CensusHistory::new(first)))
            }
        };
        replayed.begin_seek(counted.last_tick()).map_err(|error| error.to_string())?;
        let last = replayed.frontier();
        Ok(Self { playback: replayed, counted, last })
    }

    /// Replays at most `most` ticks: first those to the last known one, then those that are counted. Returns whether it is done.
    fn advance(&mut self, most: u64) -> Result<bool, PlaybackError> {
        let begin = self.playback.tick();
        self.playback.advance(most)?;
        let left = most.saturating_sub(self.playback.tick() - begin);
        for _ in 0..left {
            if self.playback.target().is_some() || self.playback.tick() >= self.last {
                break;
            }
            self.playback.step()?;
            self.counted.record(self.playback.simulation().world());
        }
        Ok(self.counted.last_tick() >= self.last)
    }

    fn progress(&self) -> String {
        format!("replayed to tick {} of {}", self.playback.tick(), self.last)
    }
}

impl Counted {
    fn subject(&self) -> Subject {
        match self {
            Self::Founders(_) => Subject::Founders,
            Self::Organisms(_) => Subject::Organisms,
            Self::Census(_) => Subject::Census,
        }
    }

    fn last_tick(&self) -> u64 {
        match self {
            Self::Founders(founders) => founders.last_tick(),
            Self::Organisms(pedigree) => pedigree.last_tick(),
            Self::Census(census) => census.last_tick(),
        }
    }

    fn record(&mut self, world: &World) {
        match self {
            Self::Founders(founders) => founders.record(world),
            Self::Organisms(pedigree) => pedigree.record(world),
            Self::Census(census) => census.record(world),
        }
    }
}

impl Session {
    /// Whether a replay is to be continued.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.playback().is_some() && !self.replays.wanted.is_empty()
    }

    /// Continues the replay under way by at most `most` ticks. Returns whether more is known; panels say why a replay has failed.
    pub fn continue_replay(&mut self, most: u32) -> bool {
        let FrameSource::Run(playback) = &mut self.source else { return false };
        let has_news = self.replays.advance(playback, most.into());
        self.picture.is_stale |= has_news;
        has_news
    }
}

impl Session {
    /// Asks for what follows from all ticks, unless it is known. Returns why it is not.
    pub(crate) fn want(&mut self, subject: Subject) -> Option<String> {
        match &self.source {
            FrameSource::Run(playback) => self.replays.want(subject, playback),
            FrameSource::Keyframes { .. } => Some(ONLY_KEYFRAMES.to_owned()),
        }
    }
}

/// A playback of what is recorded so far, to be replayed beside the given one.
pub(crate) fn replayed(playback: &mut Playback) -> Result<Playback, String> {
    let recording = playback.recorded().map_err(|error| error.to_string())?;
    Playback::of_recorded(recording).map_err(|error| error.to_string())
}

/// Why nothing that follows from all ticks is known.
pub(crate) const ONLY_KEYFRAMES: &str = "only keyframes of this recording can be shown";
