//! What is done when something is asked for.

use std::path::Path;

use super::ending::Record;
use super::rate::Rate;
use super::{Life, PAUSE};
use crate::batch::Saved;
use crate::behaviour::OrganismId;
use crate::clock;
use crate::record::snapshot;
use crate::tick::{Command, Listening};
use crate::watching::session::picture::Note;
use crate::watching::session::reel::Reel;
use crate::watching::session::request::{Film, Request};

impl Life {
    pub(super) fn obey(&mut self, request: Request) {
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
            Request::Film(ticks, most, reply) => self.film(ticks, most, reply),
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

    fn branch(&mut self) {
        self.sought = None;
        let tick = self.reel.tick();
        let begun = self.reel.run().and_then(|playback| {
            let place = playback.branch().map_err(|error| error.to_string())?;
            Ok(playback.futures()[place].name().to_owned())
        });
        match begun {
            Ok(name) => {
                self.note(format!("{name} begins at tick {tick}; the other is kept"), false)
            }
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
                let elsewhere = begun
                    .map(|name| format!("; this was the past, so {name} begins at tick {tick}"));
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

    fn snapshot(&mut self, path: &Path) {
        let saved = self.reel.run().and_then(|playback| {
            let world = playback.simulation().world();
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            folder.map_err(|error| error.to_string())?;
            snapshot::save(world, path).map(drop).map_err(|error| error.to_string())
        });
        self.tell_saved(path, saved);
    }

    fn record(&mut self, path: std::path::PathBuf) {
        let saved = self.reel.save_recording(&path);
        let is_saved = saved.is_ok();
        self.tell_saved(&path, saved);
        if is_saved {
            let future = self.reel.run().map_or(0, |playback| playback.present());
            self.record = Some(Record { path, future, is_written: false });
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
}
