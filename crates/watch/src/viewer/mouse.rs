//! The mouse: clicks, drags and the wheel.

use std::time::Duration;

use terrarium_drawing::chart::TimeScale;
use terrarium_input::clock;
use terrarium_picture::actions::UiAction;
use terrarium_session::tool::{Adjustment, Spray, Tool};
use terrarium_sim::tick::{Calamity, Command};
use terrarium_space::geometry::DVec2;

use super::{Viewer, Wish};
use crate::input::{Button, Input};
use crate::panel::{Hint, Hit, MapScale, Panel, Target};
use crate::session::Request;

/// A drag in progress.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Drag {
    /// Pans the world. It counts as a click until the pointer has moved.
    World {
        /// Where the button went down.
        from: DVec2,
        /// The last position of the pointer.
        last: DVec2,
        /// Whether the pointer has moved.
        moved: bool,
    },
    /// Spans the area of a tool, from this place in the world.
    Area(DVec2),
    /// Moves a brush.
    Stroke,
    /// Seeks along the timeline. If the flag is set, playing resumes afterwards.
    Time(TimeScale, bool),
    /// Selects a range of ticks for a GIF, from this tick.
    Range(TimeScale, u64),
    /// Moves the view on the overview map.
    Map(MapScale),
}

/// The greatest pointer movement during a click, in pixels at scale 1.
pub(super) const STILL: f64 = 4.0;

/// The longest time between the clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(400);

/// The zoom of a wheel notch, as a power of two.
const NOTCH: f64 = 0.25;

impl Viewer {
    /// Handles an input event.
    pub fn handle(&mut self, input: Input) {
        self.is_stale = true;
        if self.end_tour_by(&input) {
            return;
        }
        match input {
            Input::Key { stroke, text, again } => self.key_pressed(stroke, text, again),
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
            Input::Pasted(text) => self.pasted(&text),
            Input::Resized(width, height) => self.resize((width, height)),
            Input::Closing => self.is_closing = true,
        }
    }

    fn pressed(&mut self, button: Button, at: DVec2, shift: bool) {
        let hit = self.hits.at(at.as_vec2()).copied();
        self.drag = match (button, hit) {
            (
                Button::Left,
                Some(Hit { what: Target::Timeline(scale) | Target::ChartTime(scale), .. }),
            ) if shift => Some(Drag::Range(scale, scale.tick_at(at.as_vec2().x))),
            (
                Button::Left,
                Some(Hit { what: Target::Timeline(scale) | Target::ChartTime(scale), .. }),
            ) => {
                let is_playing = self.view_state.time.is_playing;
                self.dismiss(Hint::Time);
                self.session.send(Request::Play(false));
                self.session.send(Request::Seek(scale.tick_at(at.as_vec2().x)));
                Some(Drag::Time(scale, is_playing))
            }
            (Button::Left, Some(Hit { what: Target::Map(scale), .. })) => {
                self.move_to_map_place(&scale, at);
                Some(Drag::Map(scale))
            }
            (Button::Left, Some(hit)) => {
                self.click(hit.what);
                None
            }
            (_, Some(_)) => None,
            (Button::Left, None) => match self.tool {
                Some(Tool::Wall | Tool::RemoveWalls) => Some(Drag::Area(self.camera.to_world(at))),
                Some(Tool::Paint(_)) => self.stroke_from(at),
                Some(Tool::Add(spray)) if spray.radius > 0.0 => self.stroke_from(at),
                _ => Some(Drag::World { from: at, last: at, moved: false }),
            },
            (_, None) => Some(Drag::World { from: at, last: at, moved: true }),
        };
        self.plan_tool();
    }

    /// Begins a stroke of the brush at a pixel of the world.
    fn stroke_from(&mut self, at: DVec2) -> Option<Drag> {
        let is_here = self.camera.port().holds(at);
        is_here.then(|| {
            self.begin_stroke();
            Drag::Stroke
        })
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
                    // Dragging ends following.
                    if self.followed().is_some() {
                        self.follow(None);
                    }
                }
            }
            Some(Drag::Time(scale, _)) => {
                let tick = scale.tick_at(at.as_vec2().x);
                self.session.send(Request::Seek(tick));
            }
            Some(Drag::Map(scale)) => {
                let scale = *scale;
                self.move_to_map_place(&scale, at);
            }
            Some(Drag::Stroke) => self.extend_stroke(),
            Some(Drag::Area(_) | Drag::Range(..)) | None => {}
        }
        self.plan_tool();
    }

    fn released(&mut self, button: Button, at: DVec2) {
        if let Some(Drag::Area(_) | Drag::Stroke) = self.drag {
            self.use_tool();
            self.drag = None;
            self.plan_tool();
            return;
        }
        match self.drag.take() {
            Some(Drag::World { from, moved: false, .. }) if button == Button::Left => {
                self.world_clicked(from);
            }
            Some(Drag::Time(_, true)) => self.session.send(Request::Play(true)),
            Some(Drag::Range(scale, from)) => {
                let to = scale.tick_at(at.as_vec2().x);
                self.save_range_gif(from.min(to)..=from.max(to));
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
            if panel == Panel::Open {
                self.turn_opening(if down > 0.0 { 1 } else { -1 });
            }
            self.panels.scroll(panel, down);
            return;
        }
        if self.hits.at(place).is_some() {
            return;
        }
        let by = Adjustment::of_wheel(notches);
        match self.tool.zip(by).and_then(|(tool, by)| tool.adjusted(by)) {
            Some(tool) => {
                self.tool = Some(tool);
                self.plan_tool();
            }
            None => self.zoom((NOTCH * notches).exp2(), Some(at)),
        }
    }

    /// Zooms by a factor at a pixel, or at the centre. While following, always zooms at the centre.
    pub(super) fn zoom(&mut self, factor: f64, at: Option<DVec2>) {
        let port = self.camera.port();
        let middle = port.centre().as_dvec2();
        let at = if self.followed().is_some() { middle } else { at.unwrap_or(middle) };
        self.camera.zoom(factor, at);
        self.is_stale = true;
    }

    fn move_to_map_place(&mut self, scale: &MapScale, at: DVec2) {
        self.follow(None);
        self.camera.centre_on(scale.place_at(at.as_vec2()));
    }

    /// Applies a click on a target.
    pub(crate) fn click(&mut self, what: Target) {
        self.is_stale = true;
        if what == Target::Outside {
            self.opening = None;
        }
        let (target, species) = (self.panels.click(what), self.panels.species);
        if let Target::Species(_) = what {
            self.session.send(Request::Marked(species));
        }
        self.arrange();
        match target {
            Some(Target::Action(action)) => self.apply(action),
            Some(Target::Add(species)) => self.tool = Some(Tool::Add(Spray::one(species))),
            Some(Target::Colour(number)) => self.colour_by_choice(number.into()),
            Some(Target::Plague(species)) => {
                self.panels.menu = None;
                self.choose(Calamity::usual_plague(species, DVec2::ZERO));
            }
            Some(Target::Place(place)) => {
                self.follow(None);
                self.camera.centre_on(place);
                self.show_site(place);
            }
            Some(Target::Dismiss(hint)) => self.dismiss(hint),
            Some(Target::Branch(index)) => self.session.send(Request::Switch(index)),
            Some(Target::WatchAgain) => {
                self.session.send(Request::Seek(self.view_state.time.first));
                self.session.send(Request::Play(true));
            }
            Some(Target::AnotherSeed) => self.close_for(Wish::AnotherSeed),
            Some(Target::OpenRow(index)) => self.open_row(index),
            Some(Target::Organism(organism)) => {
                self.select(Some(organism));
                if let Some(place) = self.scene().figure(organism).map(|figure| figure.centre) {
                    self.follow(None);
                    self.camera.centre_on(place);
                }
            }
            Some(Target::Jump { tick, at, organism }) => {
                if self.view_state.time.is_playing {
                    let play = UiAction::PlayPause.entry().strokes[0].name();
                    self.notify(format!("paused at tick {tick} · {play} to continue from there"));
                }
                self.session.send(Request::Play(false));
                self.session.send(Request::Seek(tick));
                // A line of a life is about the organism that is selected already.
                if at.is_some() || organism.is_some() {
                    self.follow(None);
                    self.select(organism);
                }
                match at {
                    Some(place) => self.camera.centre_on(place),
                    None => self.follow_in = Some(tick),
                }
            }
            _ => {}
        }
    }

    fn world_clicked(&mut self, at: DVec2) {
        if !self.camera.port().holds(at) {
            // The branch beside the current one is only shown.
            return;
        }
        self.dismiss(Hint::World);
        let place = self.camera.to_world(at);
        match self.tool {
            Some(Tool::Add(Spray { species, .. })) => {
                self.session.send(Request::Command(Command::Add { species, at: place }));
            }
            Some(Tool::Calamity(_)) => self.start_calamity(),
            Some(Tool::Polygon) => self.add_corner(),
            Some(Tool::Wall | Tool::RemoveWalls | Tool::Paint(_)) => {}
            None => self.select_at(at),
        }
    }

    /// Selects the organism at a pixel. A double click follows it.
    fn select_at(&mut self, at: DVec2) {
        let now = clock::now();
        let still = 2.0 * STILL * f64::from(self.scale);
        let is_second = self.clicked.is_some_and(|(then, there)| {
            now.saturating_duration_since(then) < DOUBLE && (at - there).length() < still
        });
        self.clicked = (!is_second).then_some((now, at));
        if is_second && self.selected.is_some() {
            // The first click selected it; it may have moved away from the pointer since.
            self.follow(self.selected);
            return;
        }
        let found = self.organism_at(at);
        if self.followed().is_some() && found != self.followed() {
            self.follow(None);
        }
        self.select(found);
        if found.is_none() {
            self.show_site(self.camera.to_world(at));
        }
    }

    /// Shows the details of the base, nest or sentry at a place, if there is one.
    fn show_site(&mut self, place: DVec2) {
        if !self.scene().bases.is_empty() {
            self.select(None);
            self.panels.show_details();
            self.session.send(Request::Site(Some(place)));
        }
    }
}
