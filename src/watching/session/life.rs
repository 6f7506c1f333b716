//! The thread in which a world lives while it is watched.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::super::clock;
use super::picture::{Note, Past, Picture, Slot, Time};
use super::rate::Rate;
use super::reel::{self, Reel};
use super::request::{Film, Request};
use super::{Farewell, Options, Pace};
use crate::batch::{Reloader, Saved};
use crate::behaviour::OrganismId;
use crate::playback::{Inspection, PlaybackError, Progress};
use crate::record::{Scene, snapshot};
use crate::tick::{Command, Listening};
use crate::view::{OverlayData, Overlays};

/// The time between two pictures, at least: more than screens show.
const BETWEEN: Duration = Duration::from_millis(12);

/// How long requests wait while a tick is sought.
const SLICE: Duration = Duration::from_millis(15);

/// The time between two looks at the folders of creatures.
const PAUSE: Duration = Duration::from_millis(100);

/// How many scenes are kept for moving pictures, and how many figures there may be on all of them.
const MOST_SCENES: usize = 300;
const MOST_FIGURES: usize = 1_000_000;

/// A world that lives while it is watched.
pub(super) struct Life {
    reel: Reel,
    requests: Receiver<Request>,
    slot: Slot,
    plays: bool,
    pace: Pace,
    /// When the next tick is due.
    due: Instant,
    /// The tick that is being sought.
    sought: Option<u64>,
    /// What was asked while nobody listened.
    waiting: VecDeque<Request>,
    selected: Option<OrganismId>,
    overlays: Overlays,
    reloader: Option<Reloader>,
    looked: Instant,
    record: Option<Record>,
    notes: Vec<Note>,
    tells_difference: bool,
    rate: Rate,
    recent: VecDeque<Arc<Scene>>,
    shown: Arc<Scene>,
    number: u64,
    published: Instant,
    /// How long the last picture took to make.
    cost: Duration,
    pasts: Vec<Kept>,
    is_over: bool,
}

/// A chronicle as it was handed out last.
struct Kept {
    past: Past,
    copied: Instant,
    cost: Duration,
}

impl Life {
    pub fn new(
        reel: Reel,
        options: Options,
        requests: Receiver<Request>,
    ) -> Result<(Self, Slot), PlaybackError> {
        let now = clock::now();
        let shown = Arc::new(reel.scene(None)?);
        let time = Time {
            plays: options.plays,
            pace: options.pace,
            rate: 0.0,
            tick: reel.tick(),
            first: reel.first_tick(),
            frontier: reel.frontier(),
            sought: None,
        };
        let pasts = pasts_of(&reel, now);
        let first = Picture {
            number: 0,
            before: Arc::clone(&shown),
            now: Arc::clone(&shown),
            since: now,
            span: Duration::ZERO,
            time,
            futures: pasts.iter().map(|kept| kept.past.clone()).collect(),
            present: 0,
            selected: None,
            inspection: None,
            overlay: None,
            notes: Arc::default(),
            recording: None,
            is_over: false,
        };
        let slot = Slot::new(first);
        let life = Self {
            reel,
            requests,
            slot: slot.clone(),
            plays: options.plays,
            pace: options.pace,
            due: now,
            sought: None,
            waiting: VecDeque::new(),
            selected: None,
            overlays: Overlays::NONE,
            reloader: options.reloader,
            looked: now,
            record: options.recorded.map(|path| Record { path, future: 0, is_written: true }),
            notes: Vec::new(),
            tells_difference: true,
            rate: Rate::default(),
            recent: VecDeque::new(),
            shown,
            number: 0,
            published: now,
            cost: Duration::ZERO,
            pasts,
            is_over: false,
        };
        Ok((life, slot))
    }

    /// Lives until it is asked to end.
    pub fn live(mut self) -> Farewell {
        if let Reel::Pictures { why, .. } = &self.reel {
            let text = format!("only the pictures of this recording can be shown: {why}");
            self.note(text, true);
        }
        self.publish(Duration::ZERO);
        while !self.is_over {
            self.listen();
            if self.is_over {
                break;
            }
            if self.sought.is_some() {
                self.seek_on();
            } else if self.plays {
                self.play();
            }
        }
        self.end()
    }

    /// Does what was asked. Waits for somebody to ask something if there is nothing else to do, and
    /// otherwise until the next tick is due.
    fn listen(&mut self) {
        let now = clock::now();
        let patience = if self.sought.is_some() {
            Duration::ZERO
        } else if self.plays {
            self.due.saturating_duration_since(now)
        } else if self.reloader.is_some() {
            PAUSE
        } else {
            Duration::MAX
        };
        let first = match patience {
            Duration::MAX => self.requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Duration::ZERO => self.requests.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            patience => self.requests.recv_timeout(patience),
        };
        match first {
            Ok(request) => self.waiting.push_back(request),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.is_over = true,
        }
        self.waiting.extend(self.requests.try_iter());
        self.look_after_creatures();
        if self.waiting.is_empty() {
            return;
        }
        while let Some(request) = self.waiting.pop_front() {
            // Of a row of ticks that are sought only the last is gone to.
            let is_overtaken = matches!(request, Request::Seek(_))
                && matches!(self.waiting.front(), Some(Request::Seek(_)));
            if !is_overtaken {
                self.obey(request);
            }
        }
        if self.sought.is_none() {
            self.publish(Duration::ZERO);
        }
    }

    fn obey(&mut self, request: Request) {
        match request {
            Request::Play(plays) => {
                (self.plays, self.due) = (plays, clock::now());
                self.rate = Rate::default();
            }
            Request::Pace(pace) => {
                (self.pace, self.due) = (pace, clock::now());
                self.rate = Rate::default();
            }
            Request::Step(by) => self.step(by),
            Request::Seek(tick) => self.seek(tick),
            Request::Branch => self.branch(),
            Request::NextFuture => self.next_future(),
            Request::Command(command) => self.command(command),
            Request::Select(whom) => self.select(whom),
            Request::Follow(whom) => {
                if let Ok(playback) = self.reel.run() {
                    playback.follow(whom);
                }
            }
            Request::Overlays(overlays) => self.overlays = overlays,
            Request::Snapshot(path) => self.snapshot(&path),
            Request::Record(path) => self.record(path),
            Request::Recent(reply) => {
                let film: Film = self.recent.iter().cloned().collect();
                // Whoever asked may have gone.
                let _ = reply.send(film);
            }
            Request::Film(ticks, most, reply) => match self.film(ticks, most) {
                Ok(film) => drop(reply.send(film)),
                Err(error) => self.note(error.to_string(), true),
            },
            Request::Note(text) => self.note(text, false),
            Request::End => self.is_over = true,
        }
    }

    fn step(&mut self, by: i64) {
        self.plays = false;
        if by == 1 {
            let stepped = self.reel.step();
            self.check(stepped);
        } else {
            self.seek(self.reel.tick().saturating_add_signed(by));
        }
    }

    fn seek(&mut self, tick: u64) {
        let tick = tick.clamp(self.reel.first_tick(), self.reel.frontier());
        let begun = self.reel.begin_seek(tick);
        if self.check(begun) {
            self.sought = Some(tick);
            self.seek_on();
        }
    }

    /// A part of the way to the tick that is sought.
    fn seek_on(&mut self) {
        let begun = clock::now();
        let progress = loop {
            match self.reel.advance(1) {
                Ok(Progress::Underway { .. }) if begun.elapsed() < SLICE => {}
                other => break other,
            }
        };
        match progress {
            Ok(Progress::Underway { .. }) => {}
            Ok(Progress::Arrived) => self.arrive(),
            Err(error) => {
                self.note(error.to_string(), true);
                self.arrive();
            }
        }
        self.publish(Duration::ZERO);
    }

    fn arrive(&mut self) {
        (self.sought, self.due) = (None, clock::now());
        self.rate = Rate::default();
        self.tell_difference();
    }

    fn play(&mut self) {
        let now = clock::now();
        if now < self.due {
            return;
        }
        if self.reel.is_at_end() {
            self.plays = false;
            self.publish(Duration::ZERO);
            return;
        }
        let stepped = self.reel.step();
        if !self.check(stepped) {
            self.plays = false;
        }
        self.tell_difference();
        let lived = clock::now();
        self.rate.count(lived);
        // Who is late does not hurry afterwards.
        self.due = (self.due + self.pace.tick()).max(now);
        // Making pictures takes a fifth of the time at most.
        let between = BETWEEN.max(self.cost * 4);
        if lived.saturating_duration_since(self.published) >= between || !self.plays {
            let span = self.due.saturating_duration_since(lived).max(self.pace.tick());
            self.publish(span);
        }
    }

    fn branch(&mut self) {
        self.sought = None;
        let tick = self.reel.tick();
        let begun = self.reel.run().and_then(|playback| {
            let place = playback.branch().map_err(|error| error.to_string())?;
            Ok(playback.futures()[place].name().to_owned())
        });
        match begun {
            Ok(name) => self.note(format!("{name} begins at tick {tick}; the other is kept"), false),
            Err(problem) => self.note(problem, true),
        }
    }

    fn next_future(&mut self) {
        let switched = self.reel.run().and_then(|playback| {
            let next = (playback.present() + 1) % playback.futures().len();
            if next == playback.present() {
                return Err("there is one future only; branch to begin another".to_owned());
            }
            playback.switch(next).map_err(|error| error.to_string())?;
            Ok((playback.target(), playback.future().name().to_owned()))
        });
        match switched {
            Ok((target, name)) => {
                self.sought = target;
                self.note(format!("this is {name}"), false);
            }
            Err(problem) => self.note(problem, true),
        }
    }

    fn command(&mut self, command: Command) {
        self.sought = None;
        let tick = self.reel.tick();
        let told = self.reel.run().map(|playback| command.describe(playback.simulation().world()));
        match self.reel.command(command) {
            Ok(begun) => {
                let told = told.unwrap_or_default();
                let elsewhere = begun.map(|name| {
                    format!("; this was the past, so {name} begins at tick {tick}")
                });
                self.note(format!("{told}{}", elsewhere.unwrap_or_default()), false);
            }
            Err(problem) => self.note(problem, true),
        }
    }

    fn select(&mut self, whom: Option<OrganismId>) {
        self.selected = whom;
        if let Ok(playback) = self.reel.run() {
            playback.listen(whom.map(Listening::Organism).into_iter().collect());
        }
    }

    fn snapshot(&mut self, path: &PathBuf) {
        let saved = self.reel.run().and_then(|playback| {
            let world = playback.simulation().world();
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            folder.map_err(|error| error.to_string())?;
            snapshot::save(path, world).map(drop).map_err(|error| error.to_string())
        });
        self.tell_saved(path, saved);
    }

    fn record(&mut self, path: PathBuf) {
        let saved = self.reel.save_recording(&path);
        let is_saved = saved.is_ok();
        self.tell_saved(&path, saved);
        if is_saved {
            let future = self.reel.run().map_or(0, |playback| playback.present());
            self.record = Some(Record { path, future, is_written: false });
        }
    }

    fn tell_saved(&mut self, path: &std::path::Path, saved: Result<(), String>) {
        match saved {
            Ok(()) => self.note(format!("saved {}", path.display()), false),
            Err(problem) => self.note(format!("{} is not saved: {problem}", path.display()), true),
        }
    }

    /// Scenes of some ticks, after which everything is as it was.
    fn film(
        &mut self,
        ticks: std::ops::RangeInclusive<u64>,
        most: usize,
    ) -> Result<Film, PlaybackError> {
        let here = self.reel.tick();
        let (first, last) = (*ticks.start(), (*ticks.end()).min(self.reel.frontier()));
        let every = (last.saturating_sub(first) / most.max(1) as u64).max(1);
        let mut film = Film::new();
        let mut tick = first.max(self.reel.first_tick());
        while tick <= last && film.len() < most {
            self.reel.begin_seek(tick)?;
            while self.reel.advance(u64::MAX)? != Progress::Arrived {}
            let scene = self.reel.scene(film.last().map(|scene: &Arc<Scene>| &**scene))?;
            film.push(Arc::new(scene));
            tick += every;
        }
        self.reel.begin_seek(here)?;
        while self.reel.advance(u64::MAX)? != Progress::Arrived {}
        Ok(film)
    }

    /// Has the living take over what the authors of creatures have saved.
    fn look_after_creatures(&mut self) {
        let Some(reloader) = &mut self.reloader else { return };
        if self.looked.elapsed() < PAUSE {
            return;
        }
        self.looked = clock::now();
        let Reel::Run(playback) = &self.reel else { return };
        let world = playback.simulation().world();
        for saved in reloader.saved(world) {
            match saved {
                Saved::Sound(change) => {
                    self.waiting.push_back(Request::Command(Command::Change(change)));
                }
                Saved::Broken(species, report) => {
                    let name = &world.setting.species(species).name;
                    let text = format!("{name} stays as it is, what was saved is wrong: {report}");
                    self.notes.push(Note { at: clock::now(), text, is_bad: true });
                }
            }
        }
    }

    fn tell_difference(&mut self) {
        let Reel::Run(playback) = &self.reel else { return };
        let Some(difference) = playback.difference().filter(|_| self.tells_difference) else {
            return;
        };
        self.tells_difference = false;
        let tick = difference.tick;
        self.note(format!("this is not the run that was recorded: it differs from tick {tick} on"), true);
    }

    /// Tells what went wrong, if anything did.
    fn check(&mut self, done: Result<(), PlaybackError>) -> bool {
        let problem = done.err();
        if let Some(problem) = &problem {
            self.note(problem.to_string(), true);
        }
        problem.is_none()
    }

    fn note(&mut self, text: String, is_bad: bool) {
        const KEPT: usize = 8;
        self.notes.push(Note { at: clock::now(), text, is_bad });
        let surplus = self.notes.len().saturating_sub(KEPT);
        self.notes.drain(..surplus);
    }

    /// Shows how everything is now.
    fn publish(&mut self, span: Duration) {
        let begun = clock::now();
        let tick = self.reel.tick();
        let is_same = self.shown.tick == tick && self.number > 0;
        let scene = match self.reel.scene(Some(&self.shown)) {
            Ok(scene) => Arc::new(scene),
            Err(error) => {
                self.note(error.to_string(), true);
                Arc::clone(&self.shown)
            }
        };
        let is_on = tick > self.shown.tick;
        let before = if is_on { Arc::clone(&self.shown) } else { Arc::clone(&scene) };
        let span = if is_on { span } else { Duration::ZERO };
        if !is_same {
            self.keep(&scene);
        }
        self.shown = Arc::clone(&scene);
        self.number += 1;
        self.freshen(begun);
        let time = Time {
            plays: self.plays,
            pace: self.pace,
            rate: if self.plays { self.rate.of(begun) } else { 0.0 },
            tick,
            first: self.reel.first_tick(),
            frontier: self.reel.frontier(),
            sought: self.sought,
        };
        let (inspection, overlay, present) = self.closer();
        self.slot.hang(Picture {
            number: self.number,
            before,
            now: scene,
            since: begun,
            span,
            time,
            futures: self.pasts.iter().map(|kept| kept.past.clone()).collect(),
            present,
            selected: self.selected,
            inspection: inspection.map(Arc::new),
            overlay: overlay.map(Arc::new),
            notes: self.notes.iter().cloned().collect(),
            recording: self.record.as_ref().map(|record| record.path.clone()),
            is_over: self.is_over,
        });
        self.published = clock::now();
        self.cost = self.published.saturating_duration_since(begun);
    }

    /// What is asked beyond looks.
    fn closer(&self) -> (Option<Inspection>, Option<OverlayData>, usize) {
        let Reel::Run(playback) = &self.reel else { return (None, None, 0) };
        let inspection = self.selected.and_then(|whom| playback.inspect(whom));
        let is_wanted = self.overlays != Overlays::NONE;
        let overlay = is_wanted
            .then(|| OverlayData::of(playback.simulation(), self.overlays, self.selected));
        (inspection, overlay, playback.present())
    }

    fn keep(&mut self, scene: &Arc<Scene>) {
        self.recent.push_back(Arc::clone(scene));
        let most = (MOST_FIGURES / scene.figures.len().max(1)).clamp(2, MOST_SCENES);
        while self.recent.len() > most {
            self.recent.pop_front();
        }
    }

    /// Copies chronicles that have grown: long ones less often, so that it takes a twentieth of the time
    /// at most.
    fn freshen(&mut self, now: Instant) {
        let Reel::Run(playback) = &self.reel else { return };
        let futures = playback.futures();
        for (place, future) in futures.iter().enumerate() {
            let is_quiet = !self.plays || self.sought.is_some();
            let Some(kept) = self.pasts.get_mut(place) else {
                self.pasts.push(Kept { past: Past::of(future), copied: now, cost: Duration::ZERO });
                continue;
            };
            let chronicle = future.chronicle();
            let has_grown = chronicle.last_tick() != kept.past.chronicle.last_tick()
                || chronicle.remarks().len() != kept.past.chronicle.remarks().len();
            let pause = if is_quiet { Duration::ZERO } else { PAUSE.max(kept.cost * 20) };
            if has_grown && now.saturating_duration_since(kept.copied) >= pause {
                let past = Past::of(future);
                *kept = Kept { past, copied: now, cost: now.elapsed() };
            }
        }
    }

    /// Saves what was to be kept.
    fn end(mut self) -> Farewell {
        self.is_over = true;
        self.publish(Duration::ZERO);
        let mut farewell = Farewell { tick: self.reel.tick(), ..Farewell::default() };
        let Reel::Run(mut playback) = self.reel else { return farewell };
        let mut problems = Vec::new();
        if let Some(kept) = self.record {
            for place in 0..playback.futures().len() {
                let path = kept.path_of(place);
                let saved = if kept.is_written && place == 0 {
                    Ok(())
                } else {
                    let there = playback.switch(place).map_err(|error| error.to_string());
                    let save = || playback.save_recording(&path).map_err(|e| e.to_string());
                    there.and_then(|()| save())
                };
                match saved {
                    Ok(()) => farewell.saved.push(path),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        problems.extend(playback.finish().err().map(|error| error.to_string()));
        farewell.problem = (!problems.is_empty()).then(|| problems.join("; "));
        farewell
    }
}

/// Where the run is recorded.
#[derive(Debug, Clone)]
struct Record {
    path: PathBuf,
    /// Which future this is of.
    future: usize,
    /// Whether it is written all the while.
    is_written: bool,
}

impl Record {
    /// Where one of the futures goes.
    fn path_of(&self, place: usize) -> PathBuf {
        if place == self.future {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().map(|it| format!(".{}", it.to_string_lossy()));
        let name = format!("{stem}-future-{}{}", place + 1, ending.unwrap_or_default());
        self.path.with_file_name(name)
    }
}

fn pasts_of(reel: &Reel, now: Instant) -> Vec<Kept> {
    let kept = |past| Kept { past, copied: now, cost: Duration::ZERO };
    match reel {
        Reel::Run(playback) => playback.futures().iter().map(Past::of).map(kept).collect(),
        Reel::Pictures { recording, .. } => {
            let head = recording.head();
            let chronicle = Arc::new(reel::history_of(recording));
            vec![kept(Past { name: head.name(), parent: None, chronicle })]
        }
    }
}
