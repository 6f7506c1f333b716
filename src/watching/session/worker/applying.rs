//! What is done when something is asked for.

use std::path::Path;

use super::ending::Record;
use super::rate::Rate;
use super::{PAUSE, Worker};
use crate::behaviour::OrganismId;
use crate::clock;
use crate::record::snapshot;
use crate::run::Saved;
use crate::tick::{Command, TraceTarget};
use crate::watching::session::frame_source::FrameSource;
use crate::watching::session::request::{Request, SceneSequence};
use crate::watching::session::view_state::Notice;

impl Worker {
    pub(super) fn apply(&mut self, request: Request) {
        let goes_elsewhere = matches!(
            request,
            Request::Seek(_)
                | Request::Step(_)
                | Request::Branch
                | Request::NextFuture
                | Request::Command(_)
        );
        if goes_elsewhere {
            self.stop_filming();
        }
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
                if let Ok(playback) = self.frame_source.run() {
                    playback.follow(whom);
                }
            }
            Request::Overlays(overlays) => self.overlays = overlays,
            Request::Snapshot(path) => self.snapshot(&path),
            Request::Record(path) => self.record(path),
            Request::Recent(reply) => {
                let film: SceneSequence = self.recent.iter().cloned().collect();
                // Whoever asked may have gone.
                let _ = reply.send(film);
            }
            Request::SceneSequence(ticks, most, reply) => self.film(ticks, most, reply),
            Request::Notice(text) => self.note(text, false),
            Request::End => self.is_over = true,
        }
    }

    fn step(&mut self, by: i64) {
        self.plays = false;
        if by == 1 {
            let stepped = self.frame_source.step();
            self.check(stepped);
        } else {
            self.seek(self.frame_source.tick().saturating_add_signed(by));
        }
    }

    fn branch(&mut self) {
        self.sought = None;
        let tick = self.frame_source.tick();
        let begun = self.frame_source.run().and_then(|playback| {
            let place = playback.branch().map_err(|error| error.to_string())?;
            Ok(playback.timelines()[place].name().to_owned())
        });
        match begun {
            Ok(name) => {
                self.note(format!("{name} begins at tick {tick}; the other is kept"), false)
            }
            Err(problem) => self.note(problem, true),
        }
    }

    fn next_future(&mut self) {
        let switched = self.frame_source.run().and_then(|playback| {
            let next = (playback.present() + 1) % playback.timelines().len();
            if next == playback.present() {
                return Err("there is one future only; branch to begin another".to_owned());
            }
            playback.switch(next).map_err(|error| error.to_string())?;
            Ok((playback.target(), playback.timeline().name().to_owned()))
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
        let tick = self.frame_source.tick();
        let told =
            self.frame_source.run().map(|playback| command.describe(playback.simulation().world()));
        match self.frame_source.command(command) {
            Ok(begun) => {
                let told = told.unwrap_or_default();
                let elsewhere = begun
                    .map(|name| format!("; this was the past, so {name} begins at tick {tick}"));
                self.note(format!("{told}{}", elsewhere.unwrap_or_default()), false);
            }
            Err(problem) => self.note(problem, true),
        }
    }

    fn select(&mut self, whom: Option<OrganismId>) {
        self.selected = whom;
        if let Ok(playback) = self.frame_source.run() {
            playback.listen(whom.map(TraceTarget::Organism).into_iter().collect());
        }
    }

    fn snapshot(&mut self, path: &Path) {
        let saved = self.frame_source.run().and_then(|playback| {
            let world = playback.simulation().world();
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            folder.map_err(|error| error.to_string())?;
            snapshot::save(world, path).map(drop).map_err(|error| error.to_string())
        });
        self.tell_saved(path, saved);
    }

    fn record(&mut self, path: std::path::PathBuf) {
        let saved = self.frame_source.save_recording(&path);
        let is_saved = saved.is_ok();
        self.tell_saved(&path, saved);
        if is_saved {
            let timeline = self.frame_source.run().map_or(0, |playback| playback.present());
            self.record = Some(Record { path, timeline, is_written: false });
        }
    }

    fn tell_saved(&mut self, path: &Path, saved: Result<(), String>) {
        match saved {
            Ok(()) => self.note(format!("saved {}", path.display()), false),
            Err(problem) => self.note(format!("{} is not saved: {problem}", path.display()), true),
        }
    }

    /// Has the living take over what the authors of creatures have saved.
    pub(super) fn look_after_creatures(&mut self) {
        let Some(reloader) = &mut self.reloader else { return };
        if self.looked.elapsed() < PAUSE {
            return;
        }
        self.looked = clock::now();
        let FrameSource::Run(playback) = &self.frame_source else { return };
        let world = playback.simulation().world();
        for saved in reloader.saved(world) {
            match saved {
                Saved::Sound(change) => {
                    self.waiting.push_back(Request::Command(Command::Change(change)));
                }
                Saved::Broken(species, report) => {
                    let name = &world.config.species(species).name;
                    let text = format!("{name} stays as it is, what was saved is wrong: {report}");
                    self.notes.push(Notice { at: clock::now(), text, is_bad: true });
                }
            }
        }
    }
}
