//! Pictures of how everything is now.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{FrameTransition, Kept, PAUSE, Worker};
use crate::clock;
use crate::playback::Inspection;
use crate::record::Scene;
use crate::view::{OverlayData, Overlays};
use crate::watching::session::frame_source::{self, FrameSource};
use crate::watching::session::view_state::{Time, TimelineView, ViewState};

/// How many scenes are kept for moving pictures, and how many figures there may be on all of them.
const MOST_SCENES: usize = 300;
const MOST_FIGURES: usize = 1_000_000;

impl Worker {
    /// Shows how everything is now.
    pub(super) fn publish(&mut self, span: Duration) {
        let begun = clock::now();
        let tick = self.frame_source.tick();
        let is_same = self.shown.tick == tick && self.number > 0;
        let scene = match self.frame_source.scene(Some(&self.shown)) {
            Ok(scene) => Arc::new(scene),
            Err(error) => {
                self.note(error.to_string(), true);
                Arc::clone(&self.shown)
            }
        };
        if !is_same {
            let is_on = tick > self.shown.tick && !span.is_zero();
            let before = if is_on { Arc::clone(&self.shown) } else { Arc::clone(&scene) };
            self.way = FrameTransition { before, since: begun, span };
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
            first: self.frame_source.first_tick(),
            frontier: self.frame_source.frontier(),
            sought: self.sought,
        };
        let (inspection, overlay, present) = self.closer();
        self.slot.hang(ViewState {
            number: self.number,
            before: Arc::clone(&self.way.before),
            now: scene,
            since: self.way.since,
            span: self.way.span,
            time,
            timelines: self.pasts.iter().map(|kept| kept.past.clone()).collect(),
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
        let FrameSource::Run(playback) = &self.frame_source else { return (None, None, 0) };
        let inspection = self.selected.and_then(|whom| playback.inspect(whom));
        let is_wanted = self.overlays != Overlays::NONE;
        let overlay =
            is_wanted.then(|| OverlayData::of(playback.simulation(), self.overlays, self.selected));
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
        let FrameSource::Run(playback) = &self.frame_source else { return };
        let timelines = playback.timelines();
        for (place, timeline) in timelines.iter().enumerate() {
            let is_quiet = !self.plays || self.sought.is_some();
            let Some(kept) = self.pasts.get_mut(place) else {
                self.pasts.push(Kept {
                    past: TimelineView::of(timeline),
                    copied: now,
                    cost: Duration::ZERO,
                });
                continue;
            };
            let chronicle = timeline.chronicle();
            let has_grown = chronicle.last_tick() != kept.past.chronicle.last_tick()
                || chronicle.remarks().len() != kept.past.chronicle.remarks().len();
            let pause = if is_quiet { Duration::ZERO } else { PAUSE.max(kept.cost * 20) };
            if has_grown && now.saturating_duration_since(kept.copied) >= pause {
                let past = TimelineView::of(timeline);
                *kept = Kept { past, copied: now, cost: now.elapsed() };
            }
        }
    }
}

/// The history of everything that can be watched.
pub(super) fn pasts_of(frame_source: &FrameSource, now: Instant) -> Vec<Kept> {
    let kept = |past| Kept { past, copied: now, cost: Duration::ZERO };
    match frame_source {
        FrameSource::Run(playback) => {
            playback.timelines().iter().map(TimelineView::of).map(kept).collect()
        }
        FrameSource::Pictures { recording, .. } => {
            let head = recording.head();
            let chronicle = Arc::new(frame_source::history_of(recording));
            vec![kept(TimelineView { name: head.name(), parent: None, chronicle })]
        }
    }
}
