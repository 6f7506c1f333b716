//! Colours by descent or traits, and lineages: both are computed from the world that is shown, and only while a viewer shows them.
//!
//! Founders are counted tick by tick. Where ticks were skipped, all births before them are replayed in the background.

use std::sync::Arc;

use super::Worker;
use crate::life_history::ReplayProgress;
use crate::playback::{FounderLineage, Founders, Playback};
use crate::tick::Simulation;
use crate::view::{ColourBy, Colouring};
use crate::watching::session::background_replay::BackgroundReplay;
use crate::watching::session::frame_source::FrameSource;
use crate::watching::session::request::ColourRequest;
use crate::watching::session::view_state::{ColoursView, LineagesView};

/// What is wanted of the descent of organisms, and the replay of births that it needs.
#[derive(Default)]
pub(super) struct Descent {
    colours: Option<ColourRequest>,
    shows_lineages: bool,
    /// What the organisms of the world can be coloured by.
    choices: Arc<[ColourBy]>,
    replay: Option<BackgroundReplay<Founders>>,
    /// The timeline that the replay is of.
    timeline: usize,
    /// The progress of the replay, or why founders are not known.
    note: Option<String>,
    has_failed: bool,
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

    /// Whether a replay is under way.
    pub fn is_busy(&self) -> bool {
        self.replay.is_some()
    }

    /// Whether organisms are to have other colours than those of their species.
    pub fn wants_colours(&self) -> bool {
        self.colours.is_some()
    }

    fn needs_founders(&self) -> bool {
        let is_by_lineage = |it: &ColourRequest| it.by == ColourBy::Lineage;
        self.shows_lineages || self.colours.as_ref().is_some_and(is_by_lineage)
    }

    /// The colours of a world, as wanted.
    fn colouring(
        &self,
        simulation: &Simulation,
        founders: Option<&Founders>,
    ) -> Option<Arc<Colouring>> {
        let ColourRequest { by, species } = self.colours.as_ref()?;
        Colouring::of(simulation.world(), founders, by, *species).map(Arc::new)
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

    /// Replays the births of ticks that were skipped, if founders are wanted. Returns whether there is something new to show.
    pub(super) fn follow_descent(&mut self) -> bool {
        let descent = &mut self.descent;
        let FrameSource::Run(playback) = &mut self.frame_source else { return false };
        if !descent.needs_founders() || playback.founders().is_some() {
            (descent.replay, descent.has_failed) = (None, false);
            return descent.note.take().is_some();
        }
        if descent.timeline != playback.present() {
            (descent.replay, descent.has_failed) = (None, false);
            descent.timeline = playback.present();
        }
        let note = match &descent.replay {
            None if descent.has_failed => return false,
            None => match playback.recorded() {
                Ok(recording) => {
                    let founders = playback.timeline().founders().clone();
                    descent.replay =
                        Some(BackgroundReplay::begin(recording, move |playback, observer| {
                            count(founders, playback, |done, ticks| {
                                observer(ReplayProgress { done, ticks });
                            })
                        }));
                    "replaying all births …".to_owned()
                }
                Err(error) => {
                    descent.has_failed = true;
                    error.to_string()
                }
            },
            Some(replay) => match replay.answer() {
                None => {
                    let ReplayProgress { done, ticks } = replay.progress();
                    let percent = done * 100 / ticks.max(1);
                    format!("replaying all births: {percent} %")
                }
                Some(answer) => {
                    descent.replay = None;
                    match answer {
                        Ok(founders) => {
                            playback.learn_founders(founders);
                            descent.note = None;
                            return true;
                        }
                        Err(problem) => {
                            descent.has_failed = true;
                            problem
                        }
                    }
                }
            },
        };
        let has_changed = descent.note.as_ref() != Some(&note);
        descent.note = Some(note);
        has_changed
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
                let why = descent.note.as_deref().unwrap_or("replaying all births …");
                Some(format!("by species; {}: {why}", by.name()))
            }
        };
        view
    }

    /// The colours of the organisms at the current tick, if they are wanted and known.
    pub(super) fn colouring(&self) -> Option<Arc<Colouring>> {
        let FrameSource::Run(playback) = &self.frame_source else { return None };
        self.descent.colouring(playback.simulation(), playback.founders())
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
        self.descent.colouring(simulation, Some(founders).filter(|_| is_known))
    }

    /// The lineages of the world that is shown, if they are wanted.
    pub(super) fn lineages(&self) -> Option<Arc<LineagesView>> {
        if !self.descent.shows_lineages {
            return None;
        }
        let mut view = LineagesView::default();
        match &self.frame_source {
            FrameSource::Keyframes { .. } => {
                view.note = Some("only keyframes of this recording can be shown".to_owned());
            }
            FrameSource::Run(playback) => match playback.founders() {
                Some(founders) => {
                    view.first_tick = founders.first_tick();
                    view.all = FounderLineage::all(playback.simulation().world(), founders);
                }
                None => view.note = self.descent.note.clone(),
            },
        }
        Some(Arc::new(view))
    }
}

/// Counts the births up to the last recorded tick.
fn count(
    mut founders: Founders,
    playback: &mut Playback,
    progress: impl FnMut(u64, u64),
) -> Result<Founders, String> {
    let last = playback.frontier();
    founders.extend(playback, last, progress).map_err(|error| error.to_string())?;
    Ok(founders)
}
