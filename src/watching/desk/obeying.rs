//! Orders, as keys and buttons give them.

use std::collections::BTreeSet;

use super::Desk;
use super::tool::Tool;
use crate::geometry::DVec2;
use crate::tick::{Calamity, Command};
use crate::view::orders::{Order, Stroke};
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

const OVERLAYS: [(Order, Overlay); 8] = [
    (Order::Paths, Overlay::Paths),
    (Order::Obstacles, Overlay::Inflated),
    (Order::Sight, Overlay::Sight),
    (Order::Danger, Overlay::Danger),
    (Order::Light, Overlay::Light),
    (Order::Density, Overlay::Density),
    (Order::Boxes, Overlay::Tree),
    (Order::Energy, Overlay::Energy),
];

/// The orders that are on, but for those on panels.
pub(super) fn orders_on(desk: &Desk) -> BTreeSet<Order> {
    let overlays = OVERLAYS.into_iter().filter(|&(_, overlay)| desk.overlays.has(overlay));
    let mut on: BTreeSet<Order> = overlays.map(|(order, _)| order).collect();
    let mut is = |order, holds: bool| holds.then(|| on.insert(order));
    is(Order::Record, desk.picture.recording.is_some());
    is(Order::FullSpeed, desk.picture.time.pace == Pace::UNBOUNDED);
    is(Order::Wall, desk.tool == Some(Tool::Wall));
    is(Order::Fire, desk.tool == Some(Tool::Fire));
    is(Order::Add, matches!(desk.tool, Some(Tool::Add(_))));
    is(Order::Drought, desk.picture.now.drought);
    on
}

impl Desk {
    /// Does what a key stands for.
    pub(super) fn struck(&mut self, stroke: Stroke, again: bool) {
        let Some(order) = Order::of(stroke) else { return };
        if !again || repeats(order) {
            self.obey(order);
        }
    }

    /// Does what is ordered.
    pub fn obey(&mut self, order: Order) {
        self.is_stale = true;
        if self.panels.obey(order) {
            self.arrange();
            return;
        }
        match order {
            Order::PlayPause
            | Order::Step
            | Order::StepBack
            | Order::Slower
            | Order::Faster
            | Order::UsualSpeed
            | Order::FullSpeed
            | Order::ToBeginning
            | Order::ToNow
            | Order::Branch
            | Order::NextFuture => self.obey_of_time(order),
            Order::Fit => {
                self.follow(None);
                self.camera.fit();
            }
            Order::ZoomIn => self.zoom(ZOOM, None),
            Order::ZoomOut => self.zoom(1.0 / ZOOM, None),
            Order::Left => self.nudge(DVec2::X),
            Order::Right => self.nudge(DVec2::NEG_X),
            Order::Up => self.nudge(DVec2::Y),
            Order::Down => self.nudge(DVec2::NEG_Y),
            Order::Follow => self.follow_or_let_go(),
            Order::FollowNext => self.follow_another(),
            Order::Unselect => self.let_go(),
            Order::Larger => self.set_scale(self.scale * LARGER),
            Order::Smaller => self.set_scale(self.scale / LARGER),
            Order::Feed | Order::Remove | Order::Drought | Order::Wall | Order::Fire => {
                self.obey_of_doing(order);
            }
            Order::Screenshot => self.wants_screenshot = true,
            Order::Gif => self.film_recent(),
            Order::Snapshot => {
                let path = self.free_name("snapshot");
                self.session.ask(Request::Snapshot(path));
            }
            Order::Record => {
                let path = self.free_name("recording");
                self.session.ask(Request::Record(path));
            }
            Order::Quit => self.is_closing = true,
            order => self.toggle_overlay(order),
        }
    }

    fn obey_of_time(&mut self, order: Order) {
        let time = self.picture.time;
        self.session.ask(match order {
            Order::PlayPause => Request::Play(!time.plays),
            Order::Step => Request::Step(1),
            Order::StepBack => Request::Step(-1),
            Order::Slower => Request::Pace(time.pace.slower()),
            Order::Faster => Request::Pace(time.pace.faster()),
            Order::UsualSpeed => Request::Pace(Pace::USUAL),
            Order::FullSpeed => Request::Pace(Pace::UNBOUNDED),
            Order::ToBeginning => Request::Seek(time.first),
            Order::ToNow => Request::Seek(time.frontier),
            Order::NextFuture => Request::NextFuture,
            _ => Request::Branch,
        });
    }

    fn obey_of_doing(&mut self, order: Order) {
        let command = match (order, self.selected) {
            (Order::Wall, _) => return self.take_up(Tool::Wall),
            (Order::Fire, _) => return self.take_up(Tool::Fire),
            (Order::Drought, _) => Command::Calamity(Calamity::Drought { ticks: DROUGHT }),
            (Order::Feed, Some(whom)) => Command::Feed { whom },
            (_, Some(whom)) => Command::Remove { whom },
            (_, None) => return self.tell("nobody is selected: click on a creature first"),
        };
        self.session.ask(Request::Command(command));
    }

    fn take_up(&mut self, tool: Tool) {
        self.tool = (self.tool != Some(tool)).then_some(tool);
    }

    fn toggle_overlay(&mut self, order: Order) {
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
fn repeats(order: Order) -> bool {
    matches!(
        order,
        Order::Step
            | Order::StepBack
            | Order::Slower
            | Order::Faster
            | Order::ZoomIn
            | Order::ZoomOut
            | Order::Left
            | Order::Right
            | Order::Up
            | Order::Down
            | Order::Larger
            | Order::Smaller
    )
}
