//! Handling of requests.

use std::path::Path;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::clock;
use terrarium_picture::Overlay;
use terrarium_picture::actions::UiAction;
use terrarium_playback::{FrameSource, Playback, Undone};
use terrarium_run::Saved;
use terrarium_run::record::snapshot;
use terrarium_run::scenario::{Places, SavedScenario};
use terrarium_sim::tick::{Command, Simulation, TraceTarget};

use super::ending::Record;
use super::rate::Rate;
use super::{CHECK_INTERVAL, Worker};
use crate::session::request::{Request, SceneSequence};
use crate::session::view_state::{Notice, PlanView};

impl Worker {
    pub(super) fn apply(&mut self, request: Request) {
        let cancels_capture = matches!(
            request,
            Request::Seek(_)
                | Request::Step(_)
                | Request::Branch
                | Request::NextBranch
                | Request::Switch(_)
                | Request::Command(_)
                | Request::Undo
        );
        if cancels_capture {
            self.cancel_capture();
        }
        let may_change_species = matches!(
            request,
            Request::NextBranch | Request::Switch(_) | Request::Command(_) | Request::Undo
        );
        match request {
            Request::Play(is_playing) => {
                (self.is_playing, self.due) = (is_playing, clock::now());
                self.rate = Rate::default();
            }
            Request::Pace(pace) => {
                (self.pace, self.due) = (pace, clock::now());
                self.rate = Rate::default();
            }
            Request::Step(by) => self.step(by),
            Request::Seek(tick) => self.seek(tick),
            Request::Branch => self.branch(),
            Request::NextBranch => self.next_branch(),
            Request::Switch(index) => self.switch(|_| index),
            Request::Command(command) => self.command(command),
            Request::Undo => self.undo(),
            Request::Plan(command) => self.planned = command,
            Request::Select(organism) => self.select(organism),
            Request::Site(place) => self.site = place,
            Request::Follow(organism) => {
                if let Ok(playback) = self.frame_source.run() {
                    playback.follow(organism);
                }
            }
            Request::Favourite(organism, species) => self.toggle_favourite(organism, species),
            Request::Rename(organism, species, name) => self.rename(organism, species, &name),
            Request::Keep(moment) => self.frame_source.keep_moment(moment),
            Request::Overlays(overlays) => {
                self.overlays = overlays;
                self.trace();
            }
            Request::Marked(species) => {
                self.marked = species;
                self.trace();
            }
            Request::Steps(are_shown) => {
                self.shows_steps = are_shown;
                self.trace();
            }
            Request::Colours(by) => self.wanted.colours = by,
            Request::Lineages(are_shown) => self.wanted.lineages = are_shown,
            Request::Life(organism) => self.show_life(organism),
            Request::Kin(organism) => self.wanted.kin = organism,
            Request::Chart(needs) => self.wanted.chart = needs,
            Request::Beside(is_on) => self.set_beside(is_on),
            Request::Find(search) => self.find(search),
            Request::CancelSearch => self.cancel_search(),
            Request::Snapshot(path) => self.snapshot(&path),
            Request::SaveScenario(path) => self.save_scenario(&path),
            Request::Share(path) => self.share(&path),
            Request::Record(path) => self.record(path),
            Request::Recent(reply) => {
                let scenes: SceneSequence = self.recent.iter().cloned().collect();
                // The receiver may be gone.
                let _ = reply.send(scenes);
            }
            Request::Film(ticks, most, reply) => self.capture_scenes(ticks, most, reply),
            Request::Notice(text) => self.note(text, false),
            Request::Problem(text) => self.note(text, true),
            Request::End => self.is_over = true,
        }
        if may_change_species {
            self.update_colour_choices();
        }
    }

    fn step(&mut self, by: i64) {
        self.is_playing = false;
        if by == 1 {
            self.advance_tick();
        } else {
            self.seek(self.frame_source.tick().saturating_add_signed(by));
        }
    }

    fn branch(&mut self) {
        self.seek_target = None;
        let tick = self.frame_source.tick();
        let started = self.frame_source.run().and_then(|playback| {
            let index = playback.branch().map_err(|error| error.to_string())?;
            Ok(playback.timelines()[index].name().to_owned())
        });
        match started {
            Ok(name) => {
                self.note(format!("{name} begins at tick {tick}; the other branch is kept"), false)
            }
            Err(problem) => self.note(problem, true),
        }
    }

    fn next_branch(&mut self) {
        self.switch(|playback| (playback.present() + 1) % playback.timelines().len());
    }

    /// Switches to another branch.
    fn switch(&mut self, to: impl Fn(&Playback) -> usize) {
        let switched = self.frame_source.run().and_then(|playback| {
            let index = to(playback);
            if playback.timelines().len() == 1 {
                return Err("there is only one branch; press B to start another".to_owned());
            }
            if index >= playback.timelines().len() {
                return Err(format!("there is no branch {index}"));
            }
            playback.switch(index).map_err(|error| error.to_string())?;
            Ok((playback.target(), playback.timeline().name().to_owned()))
        });
        match switched {
            Ok((target, name)) => {
                self.seek_target = target;
                self.note(format!("switched to {name}"), false);
            }
            Err(problem) => self.note(problem, true),
        }
    }

    fn command(&mut self, command: Command) {
        self.seek_target = None;
        let tick = self.frame_source.tick();
        let description =
            self.frame_source.run().map(|playback| description_of(&command, playback.simulation()));
        match self.frame_source.command(command) {
            Ok(started) => {
                let description = description.unwrap_or_default();
                let branch = started.map(|name| format!("; {name} begins at tick {tick}"));
                self.note(format!("{description}{}", branch.unwrap_or_default()), false);
            }
            Err(problem) => self.note(problem, true),
        }
    }

    /// Takes back the last command.
    fn undo(&mut self) {
        self.seek_target = None;
        let undone = self.frame_source.run().and_then(|playback| {
            let undone = playback.undo().map_err(|error| error.to_string())?;
            Ok(undone.map(|undone| {
                let what = undone.command.describe(playback.simulation().world());
                (undone, what)
            }))
        });
        match undone {
            Ok(Some((Undone { tick, branch, .. }, what))) => {
                let branch = branch.map(|name| {
                    let switch = UiAction::NextBranch.entry().strokes[0].name();
                    format!("; {name} begins at tick {tick}, the other is kept ({switch})")
                });
                self.note(format!("undone: {what}{}", branch.unwrap_or_default()), false);
                self.forget();
            }
            Ok(None) => self.note("nothing to undo: no command so far".to_owned(), false),
            Err(problem) => self.note(problem, true),
        }
        self.rate = Rate::default();
    }

    /// What the command that is planned would do to the current world.
    pub(super) fn plan_view(&self) -> Option<PlanView> {
        let (command, FrameSource::Run(playback)) = (self.planned.as_ref()?, &self.frame_source)
        else {
            return None;
        };
        let plan = playback.simulation().plan(command)?.map_err(|refusal| refusal.to_string());
        Some(PlanView { command: command.clone(), plan })
    }

    fn select(&mut self, organism: Option<OrganismId>) {
        self.selected = organism;
        self.trace();
    }

    /// Traces the selected organism and, for their marks, the animals of a species. If the marks or steps of
    /// the tick that is shown are not known, the turns that led to it are replayed.
    fn trace(&mut self) {
        let shows_marks = self.overlays.has(Overlay::Marks);
        let marked = self.marked.filter(|_| shows_marks).map(TraceTarget::Species);
        let of_selected = if self.shows_steps { TraceTarget::Steps } else { TraceTarget::Organism };
        let replays_turns = shows_marks || self.shows_steps;
        let targets = self.selected.map(of_selected).into_iter().chain(marked).collect();
        let is_at_rest =
            !self.is_playing && self.seek_target.is_none() && self.scene_capture.is_none();
        let Ok(playback) = self.frame_source.run() else { return };
        playback.trace(targets);
        playback.replay_turns(replays_turns);
        if replays_turns && is_at_rest && !playback.knows_turns() {
            let tick = playback.tick();
            self.seek(tick);
        }
    }

    fn snapshot(&mut self, path: &Path) {
        let saved = self.frame_source.run().and_then(|playback| {
            let world = playback.simulation().world();
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            folder.map_err(|error| error.to_string())?;
            snapshot::save(world, path).map(drop).map_err(|error| error.to_string())
        });
        self.report_saved(path, saved);
    }

    fn save_scenario(&mut self, path: &Path) {
        let saved = self.frame_source.run().and_then(|playback| {
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            folder.map_err(|error| error.to_string())?;
            let scenario = SavedScenario::new(playback.simulation().world(), Places::Same, path);
            scenario.and_then(|scenario| scenario.save(path)).map_err(|error| error.to_string())
        });
        self.report_saved(path, saved);
    }

    /// Saves the run, and once more when the session ends. There is one recording only.
    fn record(&mut self, path: std::path::PathBuf) {
        if let Some(Record { path, .. }) = &self.record {
            let text =
                format!("already recording to {}; it is completed at the end", path.display());
            return self.note(text, false);
        }
        match self.frame_source.save_recording(&path) {
            Ok(()) => {
                let text =
                    format!("recording to {}: saved so far, completed at the end", path.display());
                self.note(text, false);
                let timeline = self.frame_source.run().map_or(0, |playback| playback.present());
                self.record = Some(Record { path, timeline, is_written: false });
            }
            failed => self.report_saved(&path, failed),
        }
    }

    pub(super) fn report_saved(&mut self, path: &Path, saved: Result<(), String>) {
        match saved {
            Ok(()) => self.note(format!("saved {}", path.display()), false),
            Err(problem) => self.note(format!("{} was not saved: {problem}", path.display()), true),
        }
    }

    /// Reloads creatures whose files were saved.
    pub(super) fn reload_creatures(&mut self) {
        let Some(reloader) = &mut self.reloader else { return };
        if self.creatures_checked.elapsed() < CHECK_INTERVAL {
            return;
        }
        self.creatures_checked = clock::now();
        let FrameSource::Run(playback) = &self.frame_source else { return };
        let world = playback.simulation().world();
        for saved in reloader.saved(world) {
            match saved {
                Saved::Sound(change, effect) => {
                    if let Some(kept) = effect.kept() {
                        let text = format!("{}: {kept}", change.into.name);
                        self.notes.push(Notice { at: clock::now(), text, is_bad: false });
                    }
                    self.waiting.push_back(Request::Command(Command::Change(change)));
                }
                Saved::Broken(species, report) => {
                    let name = &world.config().species(species).name;
                    let text = format!("{name} was not reloaded: {report}");
                    self.notes.push(Notice { at: clock::now(), text, is_bad: true });
                }
            }
        }
    }
}

/// Describes a command that is about to be applied, with its effects if it has a plan.
fn description_of(command: &Command, simulation: &Simulation) -> String {
    let plan = simulation.plan(command).and_then(Result::ok);
    plan.map_or_else(|| command.describe(simulation.world()), |plan| plan.describe())
}
