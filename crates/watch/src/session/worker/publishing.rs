//! Publishing of view states.

use std::sync::Arc;
use std::time::{Duration, Instant};

use terrarium_input::clock;
use terrarium_picture::{OverlayData, Overlays};
use terrarium_playback::inspection::SiteReport;
use terrarium_playback::{FrameSource, Inspection, history_of};
use terrarium_session::ColouredScene;

use super::{CHECK_INTERVAL, CachedTimeline, FrameTransition, Worker};
use crate::session::view_state::{Time, TimelineView, ViewState};

impl Worker {
    /// Publishes the current state. `duration` is the duration of the transition to it.
    pub(super) fn publish(&mut self, duration: Duration) {
        let started = clock::now();
        let tick = self.frame_source.tick();
        let is_same = self.shown.tick == tick && self.number > 0;
        let scene = match self.frame_source.scene(Some(&self.shown)) {
            Ok(scene) => Arc::new(scene),
            Err(error) => {
                self.note(error.to_string(), true);
                Arc::clone(&self.shown)
            }
        };
        let colours = self.colours();
        if !is_same {
            let is_on = tick > self.shown.tick && !duration.is_zero();
            let before = if is_on { Arc::clone(&self.shown) } else { Arc::clone(&scene) };
            self.transition = FrameTransition { before, since: started, duration };
            self.recent.add(ColouredScene {
                scene: Arc::clone(&scene),
                colouring: colours.colouring.clone(),
            });
        }
        self.shown = Arc::clone(&scene);
        self.number += 1;
        self.update_timelines(started);
        let time = Time {
            is_playing: self.is_playing,
            pace: self.pace,
            rate: if self.is_playing { self.rate.of(started) } else { 0.0 },
            tick,
            first: self.frame_source.first_tick(),
            frontier: self.frame_source.frontier(),
            seek_target: self.seek_target,
        };
        let (inspection, overlay, present) = self.inspect_selected();
        let chart_details = self.chart_details();
        self.latest.publish(ViewState {
            number: self.number,
            before: Arc::clone(&self.transition.before),
            now: scene,
            since: self.transition.since,
            duration: self.transition.duration,
            time,
            timelines: self.timelines.iter().map(|cached| cached.view.clone()).collect(),
            present,
            selected: self.selected,
            inspection: inspection.map(Arc::new),
            site: self.site_report().map(Arc::new),
            overlay: overlay.map(Arc::new),
            colours,
            lineages: self.lineages(),
            kin: self.kin(),
            beside: self.beside_view(),
            plan: self.plan_view(),
            life: self.life(),
            search: self.searches.view(),
            chart_details,
            notes: self.notes.iter().cloned().collect(),
            recording: self.record.as_ref().map(|record| record.path.clone()),
            is_over: self.is_over,
        });
        self.published = clock::now();
        self.cost = self.published.saturating_duration_since(started);
    }

    /// Returns the inspection, the overlay data and the index of the current timeline.
    fn inspect_selected(&self) -> (Option<Inspection>, Option<OverlayData>, usize) {
        let FrameSource::Run(playback) = &self.frame_source else { return (None, None, 0) };
        let inspection = self.selected.and_then(|organism| playback.inspect(organism));
        let is_wanted = self.overlays != Overlays::NONE;
        let overlay = is_wanted
            .then(|| OverlayData::new(playback.simulation(), self.overlays, self.selected));
        (inspection, overlay, playback.present())
    }

    fn site_report(&self) -> Option<SiteReport> {
        let FrameSource::Run(playback) = &self.frame_source else { return None };
        SiteReport::at(playback.simulation().world(), playback.chronicle(), self.site?)
    }

    /// Copies chronicles that have grown, long ones less often, so that copying takes at most a
    /// twentieth of the time.
    fn update_timelines(&mut self, now: Instant) {
        let FrameSource::Run(playback) = &self.frame_source else { return };
        let timelines = playback.timelines();
        for (index, timeline) in timelines.iter().enumerate() {
            let is_quiet = !self.is_playing || self.seek_target.is_some();
            let Some(cached) = self.timelines.get_mut(index) else {
                self.timelines.push(CachedTimeline {
                    view: TimelineView::new(timeline),
                    copied: now,
                    cost: Duration::ZERO,
                });
                continue;
            };
            let chronicle = timeline.chronicle();
            let has_grown = chronicle.last_tick() != cached.view.chronicle.last_tick()
                || chronicle.remarks().len() != cached.view.chronicle.remarks().len()
                || chronicle.album() != cached.view.chronicle.album();
            let pause =
                if is_quiet { Duration::ZERO } else { CHECK_INTERVAL.max(cached.cost * 20) };
            if has_grown && now.saturating_duration_since(cached.copied) >= pause {
                let view = TimelineView::new(timeline);
                *cached = CachedTimeline { view, copied: now, cost: now.elapsed() };
            }
        }
    }
}

/// Returns the timelines of a frame source.
pub(super) fn timelines_of(frame_source: &FrameSource, now: Instant) -> Vec<CachedTimeline> {
    let cached = |view| CachedTimeline { view, copied: now, cost: Duration::ZERO };
    match frame_source {
        FrameSource::Run(playback) => {
            playback.timelines().iter().map(TimelineView::new).map(cached).collect()
        }
        FrameSource::Keyframes { recording, .. } => {
            let head = recording.head();
            let chronicle = Arc::new(history_of(recording));
            vec![cached(TimelineView { name: head.name(), parent: None, chronicle })]
        }
    }
}
