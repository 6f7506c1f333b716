//! Keys and mouse do what they should, on a desk without a window.

use std::fs;
use std::thread;
use std::time::Duration;

use super::*;
use crate::document::Override;
use crate::playback::Playback;
use crate::record::recording::Place;
use crate::run::Start;
use crate::view::Framebuffer;
use crate::view::actions::{Key, Stroke, UiAction};
use crate::view::panel::{Panel, Target};
use crate::watching::input::Button;
use crate::watching::session::{Options, Pace};

struct Room {
    viewer: Viewer,
    framebuffer: Framebuffer,
    _folder: tempfile::TempDir,
}

fn room(size: (usize, usize), settings: &[&str]) -> Room {
    let folder = tempfile::tempdir().unwrap();
    let small = ["world.size=[900, 700]", "population.clover=40", "population.wolf=2"];
    let settings = small.iter().chain(settings).map(|text| Override::parse(text).unwrap());
    let (name, settings) = ("meadow".to_owned(), settings.collect());
    let start = Start::Scenario { name, settings, creature_folders: Vec::new() };
    let playback = Playback::live(start.ready().unwrap(), &Place::Passing).unwrap();
    let options = Options { plays: false, threads: Some(1), ..Options::default() };
    let keeping = SaveLocation { folder: folder.path().to_owned(), name: "pond".to_owned() };
    let furnishing = ViewerOptions { size, scale: 1.0, keeping, follow: None };
    let viewer = Viewer::new(Session::begin(playback, options).unwrap(), furnishing);
    let mut room = Room { viewer, framebuffer: Framebuffer::new(1, 1, [0; 4]), _folder: folder };
    room.paint();
    room
}

const FEW: [&str; 4] =
    ["population.oak=2", "population.hare=12", "population.deer=3", "population.lynx=1"];

impl Room {
    fn paint(&mut self) {
        self.viewer.look();
        let (width, height) = self.viewer.size;
        if (self.framebuffer.width(), self.framebuffer.height()) != (width, height) {
            self.framebuffer = Framebuffer::new(width, height, [0; 4]);
        }
        self.viewer.paint(&mut self.framebuffer);
    }

    fn wait(&mut self, what: &str, is_so: impl Fn(&Viewer) -> bool) {
        for _ in 0..2000 {
            self.paint();
            if is_so(&self.viewer) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("{what} does not come about: {:?}", self.viewer.view_state.notes);
    }

    fn strike(&mut self, stroke: Stroke) {
        self.viewer.take(Input::Key { stroke, again: false });
        self.paint();
    }

    fn click(&mut self, at: DVec2) {
        self.viewer.take(Input::Moved(at));
        self.viewer.take(Input::Pressed(Button::Left, at, false));
        self.viewer.take(Input::Released(Button::Left, at));
        self.paint();
    }

    fn drag(&mut self, from: DVec2, to: DVec2) {
        self.viewer.take(Input::Pressed(Button::Left, from, false));
        for share in [0.25, 0.5, 1.0] {
            self.viewer.take(Input::Moved(from.lerp(to, share)));
        }
        self.viewer.take(Input::Released(Button::Left, to));
        self.paint();
    }

    fn middle_of(&self, what: impl Fn(&Target) -> bool) -> DVec2 {
        let hit = self.viewer.hits.all().iter().rev().find(|hit| what(&hit.what));
        hit.expect("it is on the screen").area.centre().as_dvec2()
    }

    /// A place of the sheet where the world is seen and nobody is.
    fn empty_place(&mut self) -> DVec2 {
        let port = self.viewer.camera.port();
        let places = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
        let size = port.size().as_dvec2() / 40.0;
        let corner = port.corner().as_dvec2();
        let mut places = places.map(|(x, y)| corner + DVec2::new(x.into(), y.into()) * size);
        places
            .find(|&at| {
                self.viewer.hits.at(at.as_vec2()).is_none() && self.viewer.who_is_at(at).is_none()
            })
            .expect("there is room")
    }
}

#[test]
fn somebody_is_followed_from_the_beginning_until_one_drags() {
    let mut room = room((1280, 720), &FEW);
    assert!(room.viewer.followed().is_some() && room.viewer.selected() == room.viewer.followed());
    room.wait("what is known of it", |viewer| viewer.view_state.inspection.is_some());
    let at = room.empty_place();
    let centre = room.viewer.camera().centre();
    room.drag(at, at + DVec2::new(60.0, 20.0));
    assert_eq!(room.viewer.followed(), None);
    assert!(room.viewer.selected().is_some(), "one can go on reading");
    assert!(room.viewer.camera().centre().x < centre.x, "the world comes along");
}

#[test]
fn keys_rule_time() {
    let mut room = room((1280, 720), &FEW);
    room.strike(Stroke::plain(Key::Char('.')));
    room.wait("a step", |viewer| viewer.view_state.time.tick == 1);
    room.strike(Stroke::plain(Key::Char(']')));
    room.wait("a faster pace", |viewer| viewer.view_state.time.pace == Pace::USUAL.faster());
    room.strike(Stroke::plain(Key::Space));
    room.wait("time", |viewer| viewer.view_state.time.tick > 5);
    room.strike(Stroke::plain(Key::Space));
    room.wait("a pause", |viewer| !viewer.view_state.time.plays);
    room.strike(Stroke::plain(Key::Home));
    room.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    room.strike(Stroke::plain(Key::Char('B')));
    room.wait("another future", |viewer| viewer.view_state.timelines.len() == 2);
    room.strike(Stroke::plain(Key::Char('Q')));
    assert!(room.viewer.is_closing());
}

#[test]
fn the_wheel_zooms_at_the_cursor() {
    let mut room = room((1280, 720), &FEW);
    room.strike(Stroke::plain(Key::Char('F')));
    let at = room.empty_place();
    let below = room.viewer.camera().to_world(at);
    room.viewer.take(Input::Wheel(2.0, at));
    assert!((room.viewer.camera().to_world(at) - below).length() < 1e-6);
    assert!(room.viewer.camera().magnification() > 1.2);
}

#[test]
fn a_click_selects_and_a_second_follows() {
    let mut room = room((1280, 720), &FEW);
    room.strike(Stroke::plain(Key::Char('F')));
    room.strike(Stroke::plain(Key::Escape));
    assert_eq!(room.viewer.selected(), None);
    let scene = Arc::clone(room.viewer.scene());
    let camera = *room.viewer.camera();
    let free = |at: DVec2| room.viewer.hits.at(at.as_vec2()).is_none() && camera.port().holds(at);
    let seen = scene.figures.iter().filter(|figure| free(camera.to_screen(figure.centre)));
    let whom = seen.max_by_key(|figure| figure.id).unwrap();
    let at = camera.to_screen(whom.centre);
    room.click(at);
    assert_eq!(room.viewer.selected(), Some(whom.id));
    assert_eq!(room.viewer.followed(), None);
    room.click(at);
    assert_eq!(room.viewer.followed(), Some(whom.id));
    let at = room.empty_place();
    thread::sleep(Duration::from_millis(450));
    room.click(at);
    assert_eq!((room.viewer.selected(), room.viewer.followed()), (None, None));
}

#[test]
fn the_timeline_and_the_map_are_gone_to_by_click() {
    let mut room = room((1280, 720), &FEW);
    room.viewer.ask(Request::Pace(Pace::UNBOUNDED));
    room.viewer.ask(Request::Play(true));
    room.wait("some time", |viewer| viewer.view_state.time.tick >= 40);
    room.viewer.ask(Request::Play(false));
    room.wait("a pause", |viewer| {
        !viewer.view_state.time.plays
            && viewer.view_state.chronicle().last_tick() == viewer.view_state.time.frontier
    });
    let last = room.viewer.view_state.time.frontier;
    let at = room.middle_of(|what| matches!(what, Target::Timeline(_)));
    room.click(at);
    room.wait("the middle", |viewer| {
        viewer.view_state.time.sought.is_none()
            && viewer.view_state.time.tick.abs_diff(last / 2) <= 1
    });
    let at = room.middle_of(|what| matches!(what, Target::Map(_)));
    room.click(at + DVec2::new(30.0, 20.0));
    let bounds = room.viewer.scene().bounds;
    let off = room.viewer.camera().centre() - bounds.centre();
    assert!(off.x > 0.0 && off.y > 0.0, "{off}");
    assert_eq!(room.viewer.followed(), None);
}

#[test]
fn tools_meddle_with_the_world() {
    let mut room = room((1280, 720), &FEW);
    room.strike(Stroke::plain(Key::Char('A')));
    let at = room.middle_of(|what| matches!(what, Target::Add(species) if species.0 == 2));
    room.click(at);
    assert!(matches!(room.viewer.tool, Some(Tool::Add(species)) if species.0 == 2));
    let before = room.viewer.scene().populations()[2];
    let at = room.empty_place();
    room.click(at);
    room.wait("one more", |viewer| viewer.scene().populations()[2] == before + 1);
    room.strike(Stroke::plain(Key::Escape));
    assert_eq!(room.viewer.tool, None);
    room.strike(Stroke::plain(Key::Char('N')));
    let whom = room.viewer.selected().unwrap();
    room.strike(Stroke::plain(Key::Delete));
    room.wait("one less", |viewer| viewer.scene().figure(whom).is_none());
    room.wait("nobody followed", |viewer| viewer.followed().is_none());
    room.strike(Stroke::shift(Key::Char('D')));
    room.wait("a drought", |viewer| viewer.view_state.now.drought);
}

#[test]
fn pictures_are_saved_under_names_that_are_free() {
    let mut room = room((640, 480), &FEW);
    for _ in 0..2 {
        room.strike(Stroke::plain(Key::F(12)));
    }
    room.strike(Stroke::plain(Key::Char('.')));
    room.wait("a step", |viewer| viewer.view_state.time.tick == 1);
    room.strike(Stroke::plain(Key::Char('G')));
    room.strike(Stroke::ctrl(Key::Char('S')));
    room.wait("a snapshot", |viewer| {
        viewer.view_state.notes.iter().any(|note| note.text.contains(".snapshot"))
    });
    let folder = room.viewer.keeping.folder.clone();
    let (session, saved) = room.viewer.leave();
    assert_eq!(session.end().problem, None);
    assert_eq!(saved.len(), 3, "{saved:?}");
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let first = ["pond-tick-0-2.png", "pond-tick-0.png", "pond-tick-1.gif", "pond-tick-1.snapshot"];
    assert_eq!(names, first);
}

#[test]
fn windows_of_any_size_are_borne() {
    let mut room = room((1, 1), &FEW);
    for size in [(1, 1), (3, 900), (900, 3), (80, 60), (4000, 2500)] {
        room.viewer.take(Input::Resized(size.0, size.1));
        room.paint();
        for at in [DVec2::ZERO, DVec2::splat(2.0), DVec2::splat(1e9), DVec2::splat(-5.0)] {
            room.click(at);
            room.viewer.take(Input::Wheel(1.0, at));
        }
        for order in [
            UiAction::Help,
            UiAction::Help,
            UiAction::Larger,
            UiAction::AllPanels,
            UiAction::AllPanels,
        ] {
            room.viewer.apply(order);
            room.paint();
        }
    }
}

#[test]
fn a_world_of_nobody_is_shown() {
    let nobody = [
        "population.clover=0",
        "population.oak=0",
        "population.hare=0",
        "population.deer=0",
        "population.lynx=0",
        "population.wolf=0",
    ];
    let mut room = room((800, 600), &nobody);
    assert_eq!(room.viewer.followed(), None);
    for order in
        [UiAction::FollowNext, UiAction::Follow, UiAction::Feed, UiAction::Remove, UiAction::Step]
    {
        room.viewer.apply(order);
        room.paint();
    }
    room.wait("a step", |viewer| viewer.view_state.time.tick == 1);
}

#[test]
fn every_order_can_be_given() {
    let mut room = room((1000, 700), &FEW);
    for entry in crate::view::actions::ORDERS.iter().filter(|entry| entry.order != UiAction::Quit) {
        room.viewer.apply(entry.order);
        room.paint();
    }
    assert!(!room.viewer.is_closing());
    room.viewer.panels.open.remove(&Panel::Help);
    room.strike(Stroke::plain(Key::Char('.')));
    room.wait("a note", |viewer| !viewer.view_state.notes.is_empty());
}
