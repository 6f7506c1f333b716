//! Replays of the recorded run beside the one that is shown: for what follows from all its ticks.
//!
//! Panels ask for a [`Subject`]. While it is not known, its replay continues in the background.

use std::ops::ControlFlow;

use terrarium_playback::{Founders, History, Pedigree, Playback, PlaybackError};
use terrarium_run::record::Recording;
use terrarium_sim::world::World;
use terrarium_studies::charts::CensusHistory;

use crate::background::{Background, Task, Work};

/// What follows from all ticks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The founder of each organism.
    Founders,
    /// All organisms, living and dead.
    Organisms,
    /// The census.
    Census,
}

/// What is asked for of the ticks of a branch, and what is known of them.
pub struct Replays<B: Background> {
    /// The index of the branch.
    branch: usize,
    /// What is asked for, the oldest first: this one is replayed.
    wanted: Vec<Subject>,
    underway: Option<(Subject, B::Task<Replay>)>,
    /// The census as far as it is counted.
    census: Option<CensusHistory>,
    /// What could not be replayed, and why.
    failed: Vec<(Subject, String)>,
}

impl<B: Background> Default for Replays<B> {
    fn default() -> Self {
        let (wanted, failed) = (Vec::new(), Vec::new());
        Self { branch: 0, wanted, underway: None, census: None, failed }
    }
}

/// The replay of what is not known of a subject.
pub enum Replay {
    /// A copy of the recording, which is not open yet.
    Closed(Box<Known>),
    /// An open one.
    Open(Box<Counting>),
}

/// What is known of a subject before it is replayed.
pub struct Known {
    recording: Recording,
    subject: Subject,
    counted: Option<Counted>,
}

/// A replay that counts.
pub struct Counting {
    playback: Playback,
    counted: Counted,
    /// The last tick that was recorded when it began.
    last: u64,
}

/// What a replay has counted.
pub enum Counted {
    /// The founder of each organism.
    Founders(Founders),
    /// All organisms.
    Organisms(Pedigree),
    /// The census.
    Census(CensusHistory),
}

impl<B: Background> Replays<B> {
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
    #[must_use]
    pub fn why_unknown(&self, subject: Subject) -> String {
        if let Some((_, problem)) = self.failed.iter().find(|(it, _)| *it == subject) {
            return problem.clone();
        }
        let underway = self.underway.as_ref().filter(|(it, _)| *it == subject);
        match underway.and_then(|(_, replay)| replay.progress()) {
            Some((tick, last)) => format!("replayed to tick {tick} of {last}"),
            None => match &self.census {
                Some(census) if subject == Subject::Census => {
                    format!("counted to tick {}", census.last_tick())
                }
                _ => "replaying …".to_owned(),
            },
        }
    }

    /// The census as far as it is counted.
    pub fn census(&mut self) -> Option<&CensusHistory> {
        if let Some((Subject::Census, replay)) = &self.underway
            && let Some(Counted::Census(census)) = replay.so_far()
        {
            self.census = Some(census);
        }
        self.census.as_ref()
    }

    /// Adds the tick that was just simulated to the census, if it is counted up to there.
    pub fn record(&mut self, playback: &Playback) {
        if self.branch == playback.present()
            && let Some(census) = &mut self.census
        {
            census.record(playback.simulation().world());
        }
    }

    /// Forgets what was asked for, but these subjects. A census is kept as far as it is counted.
    pub fn keep_only(&mut self, subjects: &[Subject]) {
        self.wanted.retain(|it| subjects.contains(it));
        self.failed.retain(|(it, _)| subjects.contains(it));
        let is_over = |(it, _): &(Subject, _)| !subjects.contains(it);
        if self.underway.as_ref().is_some_and(is_over) {
            self.census();
            self.underway = None;
        }
    }

    /// What is replayed, or will be next.
    #[must_use]
    pub fn next(&self) -> Option<Subject> {
        self.wanted.first().copied()
    }

    /// Whether a replay is under way.
    #[must_use]
    pub fn is_underway(&self) -> bool {
        self.underway.is_some()
    }

    /// Whether something is to be replayed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// The tick that is replayed, and the last one of the replay under way.
    #[must_use]
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.underway.as_ref().and_then(|(_, replay)| replay.progress())
    }

    /// Continues the replay under way by at most `most` ticks, or begins one. Returns whether more is known, or known to fail.
    pub fn advance(&mut self, playback: &mut Playback, most: u64) -> bool {
        self.keep_to(playback.present());
        let mut has_news = false;
        while self.next().is_some_and(|subject| self.knows(subject, playback)) {
            self.wanted.remove(0);
            (self.underway, has_news) = (None, true);
        }
        let Some(subject) = self.next() else { return has_news };
        let answer = match &mut self.underway {
            Some((_, replay)) => replay.advance(most),
            None => match Replay::begin(subject, playback, self.census.as_ref()) {
                Ok(replay) => {
                    let task = self.underway.insert((subject, B::begin(replay)));
                    task.1.advance(most)
                }
                Err(problem) => Some(Err(problem)),
            },
        };
        let Some(answer) = answer else { return has_news };
        self.underway = None;
        match answer {
            Ok(counted) => self.learn(counted, playback),
            Err(problem) => {
                self.wanted.remove(0);
                self.failed.push((subject, problem));
            }
        }
        true
    }

    /// Takes over what was counted.
    fn learn(&mut self, counted: Counted, playback: &mut Playback) {
        match counted {
            Counted::Founders(founders) => playback.learn_founders(founders),
            Counted::Organisms(pedigree) => playback.learn_pedigree(pedigree),
            Counted::Census(census) => self.census = Some(census),
        }
    }

    /// Whether a subject is known up to the last tick of the branch.
    #[must_use]
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
    pub(crate) fn keep_to(&mut self, branch: usize) {
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
        census: Option<&CensusHistory>,
    ) -> Result<Self, String> {
        if subject == Subject::Organisms {
            playback.keep_pedigree();
        }
        let counted = match subject {
            Subject::Founders => Some(Counted::Founders(playback.timeline().founders().clone())),
            Subject::Organisms => playback.timeline().pedigree().cloned().map(Counted::Organisms),
            Subject::Census => census.cloned().map(Counted::Census),
        };
        let recording = playback.recorded().map_err(|error| error.to_string())?;
        Ok(Self::Closed(Box::new(Known { recording, subject, counted })))
    }
}

impl Work for Replay {
    type Answer = Counted;

    fn advance(self, most: u64) -> Result<ControlFlow<Counted, Self>, String> {
        let replayed = match self {
            Self::Closed(known) => Counting::begin(*known),
            Self::Open(counting) => Ok(counting),
        };
        let replayed = replayed.and_then(|mut it| it.replay(most).map(|()| it));
        let replayed = replayed.map_err(|error| error.to_string())?;
        let is_done = replayed.counted.last_tick() >= replayed.last;
        Ok(match is_done {
            true => ControlFlow::Break(replayed.counted),
            false => ControlFlow::Continue(Self::Open(replayed)),
        })
    }

    fn progress(&self) -> Option<(u64, u64)> {
        match self {
            Self::Closed(..) => None,
            Self::Open(it) => Some((it.playback.tick(), it.last)),
        }
    }

    fn so_far(&self) -> Option<Counted> {
        match self {
            Self::Closed(..) => None,
            Self::Open(it) => it.counted.copied(),
        }
    }
}

impl Counting {
    /// Opens a recording and begins to seek the last tick that is known.
    fn begin(known: Known) -> Result<Box<Self>, PlaybackError> {
        let mut playback = Playback::of_recorded(known.recording)?;
        let first = || Counted::begin(known.subject, playback.simulation().world());
        let counted = known.counted.unwrap_or_else(first);
        playback.begin_seek(counted.last_tick())?;
        let last = playback.frontier();
        Ok(Box::new(Self { playback, counted, last }))
    }

    /// Replays at most `most` ticks: first those to the last known one, then those that are counted.
    fn replay(&mut self, most: u64) -> Result<(), PlaybackError> {
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
        Ok(())
    }
}

impl Counted {
    /// Begins to count with the first world of a recording.
    fn begin(subject: Subject, world: &World) -> Self {
        match subject {
            Subject::Founders => Self::Founders(Founders::begin(world)),
            Subject::Organisms => Self::Organisms(Pedigree::begin(world)),
            Subject::Census => Self::Census(CensusHistory::new(world)),
        }
    }

    /// A copy, if a part of it can be shown.
    fn copied(&self) -> Option<Self> {
        match self {
            Self::Census(census) => Some(Self::Census(census.clone())),
            Self::Founders(_) | Self::Organisms(_) => None,
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

/// Why nothing that follows from all ticks is known.
pub const ONLY_KEYFRAMES: &str = "only keyframes of this recording can be shown";
