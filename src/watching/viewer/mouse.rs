//! The mouse: clicks, drags and the wheel.

use std::time::Duration;

use super::Viewer;
use super::tool::Tool;
use crate::clock;
use crate::geometry::{Aabb, DVec2};
use crate::species::SpeciesId;
use crate::tick::{Calamity, Command};
use crate::view::panel::{Hit, MapScale, Target, TimeScale};
use crate::watching::input::{Button, Input};
use crate::watching::session::Request;

/// What is being dragged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Drag {
    /// The world, since the button went down at `from`; only once it has moved is it no click.
    World {
        /// Where the button went down.
        from: DVec2,
        /// Where the mouse was last.
        last: DVec2,
        /// Whether it has moved.
        moved: bool,
    },
    /// The wall that begins at this place of the world.
    Wall(DVec2),
    /// The tick that is looked at; and whether time is to pass again afterwards.
    Time(TimeScale, bool),
    /// Ticks that are to become moving pictures, from this one on.
    Range(TimeScale, u64),
    /// What is looked at, on the small map.
    Map(MapScale),
}

/// How far the mouse may move in a click, in pixels of a usual screen.
const STILL: f64 = 4.0;

/// How long a double click may take.
const DOUBLE: Duration = Duration::from_millis(400);

/// How much larger everything becomes by a notch of the wheel, in doublings.
const NOTCH: f64 = 0.25;

/// How far from its middle a fire burns, in units.
const FIRE: f64 = 150.0;

impl Viewer {
    /// Takes in what somebody did.
    pub fn take(&mut self, input: Input) {
        self.is_stale = true;
        match input {
            Input::Key { stroke, again } => self.struck(stroke, again),
            Input::Moved(at) => self.moved(at),
            Input::Pressed(button, at, shift) => {
                self.pointer = Some(at);
                self.pressed(button, at, shift);
            }
            Input::Released(button, at) => {
                self.pointer = Some(at);
                self.released(button, at);
            }
            Input::Wheel(turned, at) => self.wheel(turned, at),
            Input::Resized(width, height) => self.resize((width, height)),
            Input::Closing => self.is_closing = true,
        }
    }

    fn pressed(&mut self, button: Button, at: DVec2, shift: bool) {
        let hit = self.hits.at(at.as_vec2()).copied();
        self.drag = match (button, hit) {
            (Button::Left, Some(Hit { what: Target::Timeline(scale), .. })) if shift => {
                Some(Drag::Range(scale, scale.tick_at(at.as_vec2().x)))
            }
            (Button::Left, Some(Hit { what: Target::Timeline(scale), .. })) => {
                let plays = self.view_state.time.plays;
                self.session.ask(Request::Play(false));
                self.session.ask(Request::Seek(scale.tick_at(at.as_vec2().x)));
                Some(Drag::Time(scale, plays))
            }
            (Button::Left, Some(Hit { what: Target::Map(scale), .. })) => {
                self.look_at_map(&scale, at);
                Some(Drag::Map(scale))
            }
            (Button::Left, Some(hit)) => {
                self.click(hit.what);
                None
            }
            (_, Some(_)) => None,
            (Button::Left, None) if self.tool == Some(Tool::Wall) => {
                Some(Drag::Wall(self.camera.to_world(at)))
            }
            (_, None) => Some(Drag::World { from: at, last: at, moved: button != Button::Left }),
        };
    }

    fn moved(&mut self, at: DVec2) {
        self.pointer = Some(at);
        let still = STILL * f64::from(self.scale);
        match &mut self.drag {
            Some(Drag::World { from, last, moved }) => {
                *moved |= (at - *from).length() > still;
                if *moved {
                    self.camera.pan(at - *last);
                    *last = at;
                    // Whoever drags looks elsewhere.
                    if self.followed.is_some() {
                        self.follow(None);
                    }
                }
            }
            Some(Drag::Time(scale, _)) => {
                let tick = scale.tick_at(at.as_vec2().x);
                self.session.ask(Request::Seek(tick));
            }
            Some(Drag::Map(scale)) => {
                let scale = *scale;
                self.look_at_map(&scale, at);
            }
            Some(Drag::Wall(_) | Drag::Range(..)) | None => {}
        }
    }

    fn released(&mut self, button: Button, at: DVec2) {
        match self.drag.take() {
            Some(Drag::World { from, moved: false, .. }) if button == Button::Left => {
                self.clicked_world(from);
            }
            Some(Drag::Wall(from)) => {
                let to = self.camera.to_world(at);
                let area = Aabb::spanning(from, to);
                self.session.ask(Request::Command(Command::Wall { area }));
            }
            Some(Drag::Time(_, true)) => self.session.ask(Request::Play(true)),
            Some(Drag::Range(scale, from)) => {
                let to = scale.tick_at(at.as_vec2().x);
                self.film_range(from.min(to)..=from.max(to));
            }
            _ => {}
        }
    }

    fn wheel(&mut self, turned: f64, at: DVec2) {
        let notches = turned.clamp(-8.0, 8.0);
        let place = at.as_vec2();
        if let Some(panel) = self.hits.panel_at(place) {
            #[expect(clippy::cast_possible_truncation, reason = "a few notches")]
            let down = -notches as f32;
            self.panels.scroll(panel, down);
        } else if self.hits.at(place).is_none() {
            self.zoom((NOTCH * notches).exp2(), Some(at));
        }
    }

    /// Looks closer, or from farther away. Whoever is followed stays in the middle.
    pub(super) fn zoom(&mut self, factor: f64, at: Option<DVec2>) {
        let port = self.camera.port();
        let middle = port.centre().as_dvec2();
        let at = if self.followed.is_some() { middle } else { at.unwrap_or(middle) };
        self.camera.zoom(factor, at);
        self.is_stale = true;
    }

    fn look_at_map(&mut self, scale: &MapScale, at: DVec2) {
        self.follow(None);
        self.camera.centre_on(scale.place_at(at.as_vec2()));
    }

    /// Does what a click on a part of the screen means.
    pub(crate) fn click(&mut self, what: Target) {
        self.is_stale = true;
        let left = self.panels.click(what);
        self.arrange();
        match left {
            Some(Target::UiAction(order)) => self.apply(order),
            Some(Target::Add(species)) => self.tool = Some(Tool::Add(species)),
            Some(Target::Plague(species)) => {
                let plague = Calamity::Plague { species };
                self.session.ask(Request::Command(Command::Calamity(plague)));
            }
            Some(Target::Organism(whom)) => {
                self.select(Some(whom));
                if let Some(place) = self.scene().figure(whom).map(|figure| figure.centre) {
                    self.follow(None);
                    self.camera.centre_on(place);
                }
            }
            Some(Target::Jump { tick, at, whom }) => {
                self.session.ask(Request::Play(false));
                self.session.ask(Request::Seek(tick));
                self.follow(None);
                self.select(whom);
                if let Some(place) = at {
                    self.camera.centre_on(place);
                }
            }
            _ => {}
        }
    }

    /// Puts a creature into the middle of what is seen.
    pub(crate) fn add_in_the_middle(&mut self, species: SpeciesId) {
        self.panels.menu = None;
        let at = self.camera.centre();
        self.session.ask(Request::Command(Command::Add { species, at }));
    }

    fn clicked_world(&mut self, at: DVec2) {
        let place = self.camera.to_world(at);
        match self.tool {
            Some(Tool::Add(species)) => {
                self.session.ask(Request::Command(Command::Add { species, at: place }));
            }
            Some(Tool::Fire) => {
                let fire = Calamity::Fire { at: place, radius: FIRE };
                self.session.ask(Request::Command(Command::Calamity(fire)));
                self.tool = None;
            }
            Some(Tool::Wall) => {}
            None => self.choose(at),
        }
    }

    /// Selects who is at a place of the sheet; with a second click, follows it.
    fn choose(&mut self, at: DVec2) {
        let now = clock::now();
        let still = 2.0 * STILL * f64::from(self.scale);
        let is_second = self.clicked.is_some_and(|(then, there)| {
            now.saturating_duration_since(then) < DOUBLE && (at - there).length() < still
        });
        self.clicked = (!is_second).then_some((now, at));
        if is_second && self.selected.is_some() {
            // The first click has found it; meanwhile it may have run on.
            self.follow(self.selected);
            return;
        }
        let found = self.who_is_at(at);
        if self.followed.is_some() && found != self.followed {
            self.follow(None);
        }
        self.select(found);
    }
}
