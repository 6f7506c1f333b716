//! Orders, as keys and buttons give them.

use std::collections::BTreeSet;

use super::Viewer;
use super::tool::Tool;
use crate::geometry::DVec2;
use crate::tick::{Calamity, Command};
use crate::view::actions::{Stroke, UiAction};
use crate::view::{Overlay, Overlays};
use crate::watching::session::{Pace, Request};

/// How far an arrow key moves what is seen, as a share of it.
const NUDGE: f64 = 0.08;

/// How much larger everything becomes by a key.
const ZOOM: f64 = 1.25;

/// How much larger letters become by a key.
const LARGER: f32 = 1.2;

/// How long a drought lasts, in ticks.
const DROUGHT: u64 = 600;

const OVERLAYS: [(UiAction, Overlay); 8] = [
    (UiAction::Paths, Overlay::Paths),
    (UiAction::Obstacles, Overlay::Inflated),
    (UiAction::Sight, Overlay::Sight),
    (UiAction::Danger, Overlay::Danger),
    (UiAction::Light, Overlay::Light),
    (UiAction::Density, Overlay::Density),
    (UiAction::Boxes, Overlay::Tree),
    (UiAction::Energy, Overlay::Energy),
];

/// The orders that are on, but for those on panels.
pub(super) fn orders_on(viewer: &Viewer) -> BTreeSet<UiAction> {
    let overlays = OVERLAYS.into_iter().filter(|&(_, overlay)| viewer.overlays.has(overlay));
    let mut on: BTreeSet<UiAction> = overlays.map(|(order, _)| order).collect();
    let mut is = |order, holds: bool| holds.then(|| on.insert(order));
    is(UiAction::Record, viewer.view_state.recording.is_some());
    is(UiAction::FullSpeed, viewer.view_state.time.pace == Pace::UNBOUNDED);
    is(UiAction::Wall, viewer.tool == Some(Tool::Wall));
    is(UiAction::Fire, viewer.tool == Some(Tool::Fire));
    is(UiAction::Add, matches!(viewer.tool, Some(Tool::Add(_))));
    is(UiAction::Drought, viewer.view_state.now.drought);
    on
}

impl Viewer {
    /// Does what a key stands for.
    pub(super) fn struck(&mut self, stroke: Stroke, again: bool) {
        let Some(order) = UiAction::of(stroke) else { return };
        if !again || repeats(order) {
            self.apply(order);
        }
    }

    /// Does what is ordered.
    pub fn apply(&mut self, order: UiAction) {
        self.is_stale = true;
        if self.panels.apply(order) {
            self.arrange();
            return;
        }
        match order {
            UiAction::PlayPause
            | UiAction::Step
            | UiAction::StepBack
            | UiAction::Slower
            | UiAction::Faster
            | UiAction::UsualSpeed
            | UiAction::FullSpeed
            | UiAction::ToBeginning
            | UiAction::ToNow
            | UiAction::Branch
            | UiAction::NextFuture => self.obey_of_time(order),
            UiAction::Fit => {
                self.follow(None);
                self.camera.fit();
            }
            UiAction::ZoomIn => self.zoom(ZOOM, None),
            UiAction::ZoomOut => self.zoom(1.0 / ZOOM, None),
            UiAction::Left => self.nudge(DVec2::X),
            UiAction::Right => self.nudge(DVec2::NEG_X),
            UiAction::Up => self.nudge(DVec2::Y),
            UiAction::Down => self.nudge(DVec2::NEG_Y),
            UiAction::Follow => self.follow_or_let_go(),
            UiAction::FollowNext => self.follow_another(),
            UiAction::Unselect => self.let_go(),
            UiAction::Larger => self.set_scale(self.scale * LARGER),
            UiAction::Smaller => self.set_scale(self.scale / LARGER),
            UiAction::Feed
            | UiAction::Remove
            | UiAction::Drought
            | UiAction::Wall
            | UiAction::Fire => {
                self.obey_of_doing(order);
            }
            UiAction::Screenshot => self.wants_screenshot = true,
            UiAction::Gif => self.film_recent(),
            UiAction::Snapshot => {
                let path = self.free_name("snapshot");
                self.session.ask(Request::Snapshot(path));
            }
            UiAction::Record => {
                let path = self.free_name("recording");
                self.session.ask(Request::Record(path));
            }
            UiAction::Quit => self.is_closing = true,
            order => self.toggle_overlay(order),
        }
    }

    fn obey_of_time(&mut self, order: UiAction) {
        let time = self.view_state.time;
        self.session.ask(match order {
            UiAction::PlayPause => Request::Play(!time.plays),
            UiAction::Step => Request::Step(1),
            UiAction::StepBack => Request::Step(-1),
            UiAction::Slower => Request::Pace(time.pace.slower()),
            UiAction::Faster => Request::Pace(time.pace.faster()),
            UiAction::UsualSpeed => Request::Pace(Pace::USUAL),
            UiAction::FullSpeed => Request::Pace(Pace::UNBOUNDED),
            UiAction::ToBeginning => Request::Seek(time.first),
            UiAction::ToNow => Request::Seek(time.frontier),
            UiAction::NextFuture => Request::NextFuture,
            _ => Request::Branch,
        });
    }

    fn obey_of_doing(&mut self, order: UiAction) {
        let command = match (order, self.selected) {
            (UiAction::Wall, _) => return self.take_up(Tool::Wall),
            (UiAction::Fire, _) => return self.take_up(Tool::Fire),
            (UiAction::Drought, _) => Command::Calamity(Calamity::Drought { ticks: DROUGHT }),
            (UiAction::Feed, Some(whom)) => Command::Feed { whom },
            (_, Some(whom)) => Command::Remove { whom },
            (_, None) => return self.tell("nobody is selected: click on a creature first"),
        };
        self.session.ask(Request::Command(command));
    }

    fn take_up(&mut self, tool: Tool) {
        self.tool = (self.tool != Some(tool)).then_some(tool);
    }

    fn toggle_overlay(&mut self, order: UiAction) {
        let Some(&(_, overlay)) = OVERLAYS.iter().find(|(it, _)| *it == order) else { return };
        self.overlays.toggle(overlay);
        self.session.ask(Request::Overlays(self.overlays));
        if self.overlays.has(overlay) {
            let nobody = if overlay == Overlay::Inflated && self.selected.is_none() {
                " · click on a creature to see them"
            } else {
                ""
            };
            self.tell(format!("{}: {}{nobody}", overlay.name(), overlay.meaning()));
        }
    }

    /// Turns overlays on.
    pub fn overlay(&mut self, overlays: Overlays) {
        self.overlays = overlays;
        self.session.ask(Request::Overlays(overlays));
    }

    fn nudge(&mut self, towards: DVec2) {
        self.follow(None);
        let size = self.camera.port().size().as_dvec2();
        self.camera.pan(towards * size * NUDGE);
    }

    fn follow_or_let_go(&mut self) {
        if self.followed.is_some() {
            self.follow(None);
        } else if self.selected.is_some() {
            self.follow(self.selected);
        } else {
            self.follow_another();
        }
    }

    /// Lets go of the tool, or else of whoever is followed or selected.
    fn let_go(&mut self) {
        if self.tool.take().is_some() || self.drag.take().is_some() {
            return;
        }
        self.follow(None);
        self.select(None);
    }
}

/// Whether an order is meant again and again while its key is held down.
fn repeats(order: UiAction) -> bool {
    matches!(
        order,
        UiAction::Step
            | UiAction::StepBack
            | UiAction::Slower
            | UiAction::Faster
            | UiAction::ZoomIn
            | UiAction::ZoomOut
            | UiAction::Left
            | UiAction::Right
            | UiAction::Up
            | UiAction::Down
            | UiAction::Larger
            | UiAction::Smaller
    )
}
