//! Actions, as triggered by keys and buttons.

use std::collections::BTreeSet;

use terrarium_picture::actions::{Key, Stroke, UiAction};
use terrarium_picture::{Overlay, Overlays};
use terrarium_playback::run_link;
use terrarium_session::tool::{Adjustment, Spray, Tool, kind_of, link_switch};
use terrarium_sim::tick::{Calamity, Command};
use terrarium_space::geometry::DVec2;

use super::Viewer;
use crate::panel::Hint;
use crate::session::{Pace, Request};

/// How far an arrow key pans, as a share of the view.
const PAN: f64 = 0.08;

/// The zoom factor of a key press.
const ZOOM: f64 = 1.25;

/// The factor by which a key press scales text.
const LARGER: f32 = 1.2;

const OVERLAYS: [(UiAction, Overlay); 10] = [
    (UiAction::Paths, Overlay::Paths),
    (UiAction::Obstacles, Overlay::Inflated),
    (UiAction::Sight, Overlay::Sight),
    (UiAction::Danger, Overlay::Danger),
    (UiAction::Light, Overlay::Light),
    (UiAction::Density, Overlay::Density),
    (UiAction::Boxes, Overlay::Tree),
    (UiAction::Energy, Overlay::Energy),
    (UiAction::Marks, Overlay::Marks),
    (UiAction::Grid, Overlay::Grid),
];

/// Returns the actions that are on, other than those of the panels.
pub(super) fn active_actions(viewer: &Viewer) -> BTreeSet<UiAction> {
    let overlays = OVERLAYS.into_iter().filter(|&(_, overlay)| viewer.overlays.has(overlay));
    let mut on: BTreeSet<UiAction> = overlays.map(|(action, _)| action).collect();
    let mut is = |action, holds: bool| holds.then(|| on.insert(action));
    is(UiAction::Record, viewer.view_state.recording.is_some());
    is(UiAction::Colour, viewer.colour_by.is_some());
    is(UiAction::Tour, viewer.tour.is_some());
    is(UiAction::Beside, viewer.view_state.beside.is_some());
    is(UiAction::FullSpeed, viewer.view_state.time.pace == Pace::UNBOUNDED);
    is(UiAction::Wall, viewer.tool == Some(Tool::Wall));
    is(UiAction::Polygon, viewer.tool == Some(Tool::Polygon));
    is(UiAction::RemoveWalls, viewer.tool == Some(Tool::RemoveWalls));
    is(UiAction::Paint, matches!(viewer.tool, Some(Tool::Paint(_))));
    is(UiAction::Add, matches!(viewer.tool, Some(Tool::Add(_))));
    if let Some(Tool::Calamity(calamity)) = viewer.tool {
        is(
            match kind_of(&calamity) {
                "drought" => UiAction::Drought,
                "plague" => UiAction::Plague,
                _ => UiAction::Fire,
            },
            true,
        );
    }
    on
}

impl Viewer {
    /// Applies the action of a key.
    pub(super) fn key_pressed(&mut self, stroke: Stroke, text: Option<char>, again: bool) {
        self.dismiss(Hint::Keys);
        if self.naming_key(stroke, text)
            || self.find_key(stroke, text)
            || self.opening_key(stroke, text)
            || self.panels.help_key(stroke)
        {
            return;
        }
        if self.tool_key(stroke) {
            return;
        }
        let Some(action) = UiAction::from_stroke(stroke) else { return };
        if !again || repeats(action) {
            self.apply(action);
        }
    }

    /// Applies an action.
    pub fn apply(&mut self, action: UiAction) {
        self.is_stale = true;
        if self.panels.apply(action) {
            self.arrange();
            return;
        }
        match action {
            UiAction::PlayPause
            | UiAction::Step
            | UiAction::StepBack
            | UiAction::Slower
            | UiAction::Faster
            | UiAction::NormalSpeed
            | UiAction::FullSpeed
            | UiAction::ToStart
            | UiAction::ToEnd
            | UiAction::Branch
            | UiAction::NextBranch => self.apply_time_action(action),
            UiAction::Find => self.open_find(),
            UiAction::Beside => {
                let is_on = self.view_state.beside.is_some();
                self.session.send(Request::Beside(!is_on));
            }
            UiAction::Fit => {
                self.follow(None);
                self.camera.fit();
            }
            UiAction::ZoomIn => self.zoom(ZOOM, None),
            UiAction::ZoomOut => self.zoom(1.0 / ZOOM, None),
            UiAction::Left => self.pan(DVec2::X),
            UiAction::Right => self.pan(DVec2::NEG_X),
            UiAction::Up => self.pan(DVec2::Y),
            UiAction::Down => self.pan(DVec2::NEG_Y),
            UiAction::Follow => self.toggle_follow(),
            UiAction::FollowNext => self.follow_another(),
            UiAction::Favourite => self.toggle_favourite(),
            UiAction::Rename => self.open_naming(),
            UiAction::Tour => self.toggle_tour(),
            UiAction::Deselect => self.cancel(),
            UiAction::Larger => self.set_scale(self.scale * LARGER),
            UiAction::Smaller => self.set_scale(self.scale / LARGER),
            UiAction::Feed
            | UiAction::Remove
            | UiAction::Drought
            | UiAction::Wall
            | UiAction::Polygon
            | UiAction::RemoveWalls
            | UiAction::Paint
            | UiAction::SwitchLink
            | UiAction::Fire => {
                self.apply_edit_action(action);
            }
            UiAction::Undo => self.session.send(Request::Undo),
            UiAction::Screenshot => self.wants_screenshot = true,
            UiAction::SaveChart => self.save_chart(),
            UiAction::Gif => self.save_recent_gif(),
            UiAction::Snapshot => {
                let path = self.free_name("snapshot");
                self.session.send(Request::Snapshot(path));
            }
            UiAction::SaveScenario => {
                let path = self.free_name("toml");
                self.session.send(Request::SaveScenario(path));
            }
            UiAction::Share => {
                let path = self.free_name(run_link::EXTENSION);
                self.session.send(Request::Share(path));
            }
            UiAction::Record => {
                let path = self.free_name("recording");
                self.session.send(Request::Record(path));
            }
            UiAction::Open => self.open_opening(),
            UiAction::Quit => self.is_closing = true,
            action => self.toggle_overlay(action),
        }
    }

    fn apply_time_action(&mut self, action: UiAction) {
        let time = self.view_state.time;
        self.session.send(match action {
            UiAction::PlayPause => Request::Play(!time.is_playing),
            UiAction::Step => Request::Step(1),
            UiAction::StepBack => Request::Step(-1),
            UiAction::Slower => Request::Pace(time.pace.slower()),
            UiAction::Faster => Request::Pace(time.pace.faster()),
            UiAction::NormalSpeed => Request::Pace(Pace::NORMAL),
            UiAction::FullSpeed => Request::Pace(Pace::UNBOUNDED),
            UiAction::ToStart => Request::Seek(time.first),
            UiAction::ToEnd => Request::Seek(time.frontier),
            UiAction::NextBranch => Request::NextBranch,
            _ => Request::Branch,
        });
    }

    fn apply_edit_action(&mut self, action: UiAction) {
        let command = match (action, self.selected) {
            (UiAction::Wall, _) => return self.toggle_tool(Tool::Wall),
            (UiAction::Polygon, _) => return self.toggle_tool(Tool::Polygon),
            (UiAction::RemoveWalls, _) => return self.toggle_tool(Tool::RemoveWalls),
            (UiAction::Paint, _) => return self.toggle_brush(),
            (UiAction::Fire, _) => return self.choose(Calamity::usual_fire(DVec2::ZERO)),
            (UiAction::Drought, _) => return self.choose(Calamity::usual_drought(DVec2::ZERO)),
            (UiAction::SwitchLink, _) => match link_switch(self.scene(), self.camera.centre()) {
                Some(command) => command,
                None => return self.notify("this world has no links"),
            },
            (UiAction::Feed, Some(organism)) => Command::Feed { organism },
            (_, Some(organism)) => Command::Remove { organism },
            (_, None) => return self.notify("no organism is selected; click on one first"),
        };
        self.session.send(Request::Command(command));
    }

    /// Selects the tool for a calamity with the strength that was used last, or puts it away if it is
    /// selected.
    pub(super) fn choose(&mut self, usual: Calamity) {
        let is_same =
            |it: &Calamity| (kind_of(it), it.species()) == (kind_of(&usual), usual.species());
        if matches!(self.tool, Some(Tool::Calamity(selected)) if is_same(&selected)) {
            self.tool = None;
            return;
        }
        let last = self.last_calamities.iter().copied().find(is_same);
        self.tool = Some(Tool::Calamity(last.unwrap_or(usual)));
    }

    /// Starts the calamity of the tool at the pointer, and puts the tool away.
    pub(super) fn start_calamity(&mut self) {
        let Some(calamity) = self.calamity_at_pointer() else { return };
        self.session.send(Request::Command(Command::Calamity(calamity)));
        let kind = (kind_of(&calamity), calamity.species());
        self.last_calamities.retain(|it| (kind_of(it), it.species()) != kind);
        self.last_calamities.push(calamity);
        self.tool = None;
    }

    /// Applies a key to the tool. Returns whether it had a meaning there.
    fn tool_key(&mut self, stroke: Stroke) -> bool {
        let Some(tool) = self.tool else { return false };
        let adjusted = Adjustment::from_stroke(stroke).and_then(|by| tool.adjusted(by));
        let chosen = match tool {
            Tool::Paint(brush) => brush.choosing(stroke).map(Tool::Paint),
            _ => None,
        };
        if let Some(tool) = adjusted.or(chosen) {
            self.tool = Some(tool);
        } else if tool == Tool::Polygon && stroke.key == Key::Delete {
            self.stroke.pop();
        } else if stroke.key != Key::Enter {
            return false;
        } else if matches!(tool, Tool::Calamity(_)) {
            self.start_calamity();
        } else if let Tool::Add(Spray { species, radius: 0.0, .. }) = tool {
            self.add_one(species);
        } else {
            self.use_tool();
        }
        self.plan_tool();
        self.is_stale = true;
        true
    }

    fn toggle_tool(&mut self, tool: Tool) {
        self.tool = (self.tool != Some(tool)).then_some(tool);
        self.stroke.clear();
        self.plan_tool();
    }

    /// Selects the brush that was used last, or puts it away if it is selected.
    fn toggle_brush(&mut self) {
        self.tool = match self.tool {
            Some(Tool::Paint(brush)) => {
                self.last_brush = brush;
                None
            }
            _ => Some(Tool::Paint(self.last_brush)),
        };
        self.plan_tool();
    }

    fn toggle_overlay(&mut self, action: UiAction) {
        let Some(&(_, overlay)) = OVERLAYS.iter().find(|(it, _)| *it == action) else { return };
        self.overlays.toggle(overlay);
        self.session.send(Request::Overlays(self.overlays));
        if self.overlays.has(overlay) {
            let hint = match overlay {
                Overlay::Inflated if self.selected.is_none() => " · select an organism to see them",
                Overlay::Marks if self.selected.is_none() && self.panels.species.is_none() => {
                    " · select an organism, or click on a species in the list"
                }
                _ => "",
            };
            self.notify(format!("{}: {}{hint}", overlay.name(), overlay.meaning()));
        }
    }

    /// Shows these overlays and no others.
    pub fn overlay(&mut self, overlays: Overlays) {
        self.overlays = overlays;
        self.session.send(Request::Overlays(overlays));
    }

    fn pan(&mut self, towards: DVec2) {
        self.follow(None);
        let size = self.camera.port().size().as_dvec2();
        self.camera.pan(towards * size * PAN);
    }

    fn toggle_follow(&mut self) {
        if self.followed().is_some() {
            self.follow(None);
        } else if self.selected.is_some() {
            self.follow(self.selected);
        } else {
            self.follow_another();
        }
    }

    /// Puts the tool away, or else stops following and clears the selection.
    fn cancel(&mut self) {
        if self.tool.take().is_some() || self.drag.take().is_some() {
            self.drag = None;
            self.stroke.clear();
            self.plan_tool();
            return;
        }
        self.follow(None);
        self.select(None);
        self.session.send(Request::Site(None));
    }
}

/// Whether an action repeats while its key is held down.
fn repeats(action: UiAction) -> bool {
    matches!(
        action,
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
