//! Tests of keys and mouse, without a window.

use std::fs;
use std::thread;
use std::time::Duration;

use terrarium_creatures::behaviour::SightingKind;
use terrarium_picture::Framebuffer;
use terrarium_picture::actions::{Key, Stroke, UiAction};
use terrarium_playback::Playback;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::recording::Place;
use terrarium_sim::tick::Command;
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::Tile;
use terrarium_studies::charts::ChartKind;

use super::*;
use crate::input::Button;
use crate::panel::{Hint, Panel, Target};
use crate::session::{Options, Pace};

struct Fixture {
    viewer: Viewer,
    framebuffer: Framebuffer,
    _folder: tempfile::TempDir,
}

fn fixture(size: (usize, usize), overrides: &[&str]) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let small = ["world.size=[900, 700]", "population.clover=40", "population.wolf=2"];
    let overrides = [&small, overrides].concat();
    let playback = Playback::live(
        SimulationBuilder::new("meadow").overrides(&overrides).ready().unwrap(),
        &Place::Temporary,
    )
    .unwrap();
    let options = Options { is_playing: false, threads: Some(1), ..Options::default() };
    let save_location = SaveLocation { folder: folder.path().to_owned(), name: "pond".to_owned() };
    let viewer_options = ViewerOptions {
        size,
        scale: 1.0,
        save_location,
        first_look: FirstLook::default(),
        can_reseed: true,
        has_hints: true,
    };
    let viewer = Viewer::new(Session::start(playback, options).unwrap(), viewer_options);
    let mut fixture =
        Fixture { viewer, framebuffer: Framebuffer::new(1, 1, [0; 4]), _folder: folder };
    fixture.paint();
    fixture
}

const FEW: [&str; 4] =
    ["population.oak=2", "population.hare=12", "population.deer=3", "population.lynx=1"];

impl Fixture {
    fn paint(&mut self) {
        self.viewer.update();
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
        let ViewState { time, notes, .. } = &*self.viewer.view_state;
        panic!("timed out waiting for {what}: {time:?}, {notes:?}");
    }

    fn press(&mut self, stroke: Stroke) {
        self.viewer.handle(Input::Key { stroke, text: stroke.text(), again: false });
        self.paint();
    }

    fn click(&mut self, at: DVec2) {
        self.viewer.handle(Input::Moved(at));
        self.viewer.handle(Input::Pressed(Button::Left, at, false));
        self.viewer.handle(Input::Released(Button::Left, at));
        self.paint();
    }

    fn drag(&mut self, from: DVec2, to: DVec2) {
        self.viewer.handle(Input::Pressed(Button::Left, from, false));
        for share in [0.25, 0.5, 1.0] {
            self.viewer.handle(Input::Moved(from.lerp(to, share)));
        }
        self.viewer.handle(Input::Released(Button::Left, to));
        self.paint();
    }

    fn middle_of(&self, what: impl Fn(&Target) -> bool) -> DVec2 {
        let hit = self.viewer.hits.all().iter().rev().find(|hit| what(&hit.what));
        hit.expect("it is on the screen").area.centre().as_dvec2()
    }

    /// A pixel that shows the world and no organism.
    fn empty_place(&mut self) -> DVec2 {
        let port = self.viewer.camera.port();
        let places = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
        let size = port.size().as_dvec2() / 40.0;
        let corner = port.corner().as_dvec2();
        let mut places = places.map(|(x, y)| corner + DVec2::new(x.into(), y.into()) * size);
        places
            .find(|&at| {
                self.viewer.hits.at(at.as_vec2()).is_none() && self.viewer.organism_at(at).is_none()
            })
            .expect("there is room")
    }
}

#[test]
fn an_animal_is_followed_at_first_until_a_drag() {
    let mut fixture = fixture((1280, 720), &FEW);
    assert!(
        fixture.viewer.followed().is_some()
            && fixture.viewer.selected() == fixture.viewer.followed()
    );
    fixture.wait("the inspection", |viewer| viewer.view_state.inspection.is_some());
    let at = fixture.empty_place();
    let centre = fixture.viewer.camera().centre();
    fixture.drag(at, at + DVec2::new(60.0, 20.0));
    assert_eq!(fixture.viewer.followed(), None);
    assert!(fixture.viewer.selected().is_some(), "it stays selected");
    assert!(fixture.viewer.camera().centre().x < centre.x, "the world moves with the pointer");
}

#[test]
fn keys_control_time() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 1);
    fixture.press(Stroke::plain(Key::Char(']')));
    fixture.wait("a faster pace", |viewer| viewer.view_state.time.pace == Pace::NORMAL.faster());
    fixture.press(Stroke::plain(Key::Space));
    fixture.wait("time", |viewer| viewer.view_state.time.tick > 5);
    fixture.press(Stroke::plain(Key::Space));
    fixture.wait("a pause", |viewer| !viewer.view_state.time.is_playing);
    fixture.press(Stroke::plain(Key::Home));
    fixture.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    fixture.press(Stroke::plain(Key::Char('B')));
    fixture.wait("another branch", |viewer| viewer.view_state.timelines.len() == 2);
    fixture.press(Stroke::plain(Key::Char('Q')));
    assert!(fixture.viewer.is_closing());
}

#[test]
fn the_wheel_zooms_at_the_cursor() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    let at = fixture.empty_place();
    let below = fixture.viewer.camera().to_world(at);
    fixture.viewer.handle(Input::Wheel(2.0, at));
    assert!((fixture.viewer.camera().to_world(at) - below).length() < 1e-6);
    assert!(fixture.viewer.camera().magnification() > 1.2);
}

#[test]
fn a_click_selects_and_a_double_click_follows() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.selected(), None);
    let scene = Arc::clone(fixture.viewer.scene());
    let camera = *fixture.viewer.camera();
    let free =
        |at: DVec2| fixture.viewer.hits.at(at.as_vec2()).is_none() && camera.port().holds(at);
    let seen = scene.figures.iter().filter(|figure| free(camera.to_screen(figure.centre)));
    let target = seen.max_by_key(|figure| figure.id).unwrap();
    let at = camera.to_screen(target.centre);
    fixture.click(at);
    assert_eq!(fixture.viewer.selected(), Some(target.id));
    assert_eq!(fixture.viewer.followed(), None);
    fixture.click(at);
    assert_eq!(fixture.viewer.followed(), Some(target.id));
    let at = fixture.empty_place();
    fixture.click(at);
    assert_eq!((fixture.viewer.selected(), fixture.viewer.followed()), (None, None));
}

#[test]
fn clicks_on_timeline_and_map_go_there() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.viewer.send(Request::Pace(Pace::UNBOUNDED));
    fixture.viewer.send(Request::Play(true));
    fixture.wait("some time", |viewer| viewer.view_state.time.tick >= 40);
    fixture.viewer.send(Request::Play(false));
    fixture.wait("a pause", |viewer| {
        !viewer.view_state.time.is_playing
            && viewer.view_state.chronicle().last_tick() == viewer.view_state.time.frontier
    });
    let last = fixture.viewer.view_state.time.frontier;
    let at = fixture.middle_of(|what| matches!(what, Target::Timeline(_)));
    fixture.click(at);
    fixture.wait("the middle", |viewer| {
        viewer.view_state.time.seek_target.is_none()
            && viewer.view_state.time.tick.abs_diff(last / 2) <= 1
    });
    let at = fixture.middle_of(|what| matches!(what, Target::Map(_)));
    fixture.click(at + DVec2::new(30.0, 20.0));
    let bounds = fixture.viewer.scene().bounds;
    let off = fixture.viewer.camera().centre() - bounds.centre();
    assert!(off.x > 0.0 && off.y > 0.0, "{off}");
    assert_eq!(fixture.viewer.followed(), None);
}

#[test]
fn tools_change_the_world() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('A')));
    let at = fixture.middle_of(|what| matches!(what, Target::Add(species) if species.0 == 2));
    fixture.click(at);
    assert!(matches!(fixture.viewer.tool, Some(Tool::Add(spray)) if spray.species.0 == 2));
    let before = fixture.viewer.scene().populations()[2];
    let at = fixture.empty_place();
    fixture.click(at);
    fixture.wait("one more", |viewer| viewer.scene().populations()[2] == before + 1);
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.tool, None);
    fixture.press(Stroke::plain(Key::Char('N')));
    let target = fixture.viewer.selected().unwrap();
    fixture.press(Stroke::plain(Key::Delete));
    fixture.wait("one less", |viewer| viewer.scene().figure(target).is_none());
    fixture.wait("the end of following", |viewer| viewer.followed().is_none());
    fixture.press(Stroke::shift(Key::Char('D')));
    assert!(!fixture.viewer.view_state.now.drought, "it starts with a click");
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("a drought", |viewer| viewer.view_state.now.drought);
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("no drought", |viewer| !viewer.view_state.now.drought);
}

#[test]
fn a_calamity_is_previewed_adjusted_and_started_with_a_click() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::shift(Key::Char('F')));
    let at = fixture.empty_place();
    fixture.viewer.handle(Input::Moved(at));
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("fire, radius 150, 50 % die within 60 ticks: "), "{text}");
    let speed = fixture.viewer.view_state.time.pace;
    for key in [']', '=', '.'] {
        fixture.press(Stroke::plain(Key::Char(key)));
    }
    fixture.viewer.handle(Input::Wheel(1.0, at));
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("fire, radius 300, 60 % die within 100 ticks: "), "{text}");
    assert_eq!(fixture.viewer.view_state.time.pace, speed);
    fixture.click(at);
    fixture.wait("a fire", |viewer| !viewer.view_state.now.calamities.is_empty());
    let place = fixture.viewer.camera().to_world(at);
    let area = fixture.viewer.view_state.now.calamities[0].area().unwrap();
    assert_eq!((area.at, area.radius), (place, 300.0));
    // The next fire has the same strength.
    fixture.press(Stroke::shift(Key::Char('F')));
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("fire, radius 300, 60 %"), "{text}");
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.preview_text(), None);
}

#[test]
fn a_wall_is_planned_while_it_is_dragged() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::plain(Key::Char('W')));
    let port = fixture.viewer.camera().port();
    let middle = port.centre().as_dvec2();
    let (from, to) = (middle - DVec2::new(150.0, 8.0), middle + DVec2::new(150.0, 8.0));
    fixture.viewer.handle(Input::Pressed(Button::Left, from, false));
    fixture.viewer.handle(Input::Moved(to));
    fixture.wait("a plan", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("wall of "), "{text}");
    fixture.viewer.handle(Input::Released(Button::Left, to));
    fixture.wait("a wall", |viewer| !viewer.view_state.now.ground.walls.is_empty());
    assert!(fixture.viewer.view_state.notes.iter().any(|note| note.text.starts_with(&text)));
    fixture.wait("no plan", |viewer| viewer.view_state.plan.is_none());
    // Nothing can be built there again.
    fixture.viewer.handle(Input::Pressed(Button::Left, from + 2.0, false));
    fixture.viewer.handle(Input::Moved(to - 2.0));
    fixture.wait("a refusal", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert_eq!(text, "the area is already impassable; choose open ground");
}

#[test]
fn walls_are_removed_by_a_rectangle_or_a_click() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::plain(Key::Char('W')));
    let middle = fixture.viewer.camera().port().centre().as_dvec2();
    let side = DVec2::new(150.0, 8.0);
    fixture.drag(middle - side, middle + side);
    let walls = |viewer: &Viewer| viewer.scene().ground.walls.clone();
    fixture.wait("a wall", |viewer| !walls(viewer).is_empty());
    let before = walls(&fixture.viewer);
    fixture.press(Stroke::shift(Key::Char('W')));
    // A rectangle removes what lies in it.
    fixture.drag(middle - DVec2::new(200.0, 30.0), middle + DVec2::new(0.0, 30.0));
    fixture.wait("half a wall", |viewer| walls(viewer) != before);
    let area = |walls: &[Aabb]| walls.iter().map(Aabb::area).sum::<f64>();
    let half = walls(&fixture.viewer);
    assert!((0.4..0.6).contains(&(area(&half) / area(&before))));
    // A click removes the wall at the pointer, which is previewed.
    let at = middle + DVec2::new(100.0, 0.0);
    fixture.viewer.handle(Input::Moved(at));
    fixture.wait("a plan", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert_eq!(text, "removes 1 part of a built wall");
    fixture.click(at);
    fixture.wait("a smaller wall", |viewer| area(&walls(viewer)) < area(&half));
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("the wall again", |viewer| walls(viewer) == half);
}

#[test]
fn a_polygon_has_the_corners_that_are_clicked() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::shift(Key::Char('G')));
    let middle = fixture.viewer.camera().port().centre().as_dvec2();
    let corners =
        [(-120.0, -20.0), (120.0, -30.0), (20.0, 110.0)].map(|it| middle + DVec2::from(it));
    corners.iter().for_each(|&corner| fixture.click(corner));
    let says = |beginning: &'static str| {
        move |viewer: &Viewer| viewer.preview_text().is_some_and(|it| it.starts_with(beginning))
    };
    fixture.wait("a plan", says("polygon with 3 corners"));
    let polygons = |viewer: &Viewer| viewer.scene().ground.polygons.clone();
    assert!(polygons(&fixture.viewer).is_empty());
    fixture.click(corners[0]);
    fixture.wait("a polygon", |viewer| polygons(viewer).len() == 1);
    let camera = *fixture.viewer.camera();
    let places = corners.map(|corner| camera.to_world(corner));
    let built = polygons(&fixture.viewer).remove(0);
    let is_corner = |at: &DVec2| built.corners().iter().any(|it| it.distance(*at) < 1e-5);
    assert!(places.iter().all(is_corner), "{built:?}");
    // A click removes it.
    fixture.press(Stroke::shift(Key::Char('W')));
    fixture.viewer.handle(Input::Moved(middle));
    fixture.wait("a plan", says("removes 1 polygon"));
    fixture.click(middle);
    fixture.wait("open ground", |viewer| polygons(viewer).is_empty());
    // Edges that cross are refused; Delete takes a corner back, and Enter adds the one at the pointer.
    fixture.press(Stroke::shift(Key::Char('G')));
    for at in [corners[0], corners[1], middle + DVec2::new(0.0, -150.0)] {
        fixture.click(at);
    }
    fixture.viewer.handle(Input::Moved(corners[2]));
    fixture.wait("a refusal", says("the edge that begins at"));
    fixture.press(Stroke::plain(Key::Delete));
    fixture.wait("a plan", says("polygon with 3 corners"));
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("the polygon again", |viewer| polygons(viewer) == [built.clone()]);
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("open ground again", |viewer| polygons(viewer).is_empty());
}

#[test]
fn a_stroke_of_the_brush_is_one_command() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::shift(Key::Char('E')));
    let pace = fixture.viewer.view_state.time.pace;
    for key in ['3', ']'] {
        fixture.press(Stroke::plain(Key::Char(key)));
    }
    assert_eq!(fixture.viewer.view_state.time.pace, pace, "the keys change the brush");
    let middle = fixture.viewer.camera().port().centre().as_dvec2();
    fixture.viewer.handle(Input::Pressed(Button::Left, middle, false));
    for x in [20.0, 90.0, 160.0] {
        fixture.viewer.handle(Input::Moved(middle + DVec2::new(x, 0.0)));
    }
    fixture.wait("a plan", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.ends_with(" tiles become swamp"), "{text}");
    fixture.viewer.handle(Input::Released(Button::Left, middle + DVec2::new(160.0, 0.0)));
    let swamps = |viewer: &Viewer| {
        let tiles = &viewer.scene().ground.tiles;
        tiles.iter().filter(|&&tile| tile == Tile::Swamp).count()
    };
    fixture.wait("a swamp", |viewer| swamps(viewer) > 0);
    assert_eq!(text, format!("{} tiles become swamp", swamps(&fixture.viewer)));
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("open ground", |viewer| viewer.scene().ground.columns == 0);
}

#[test]
fn many_organisms_are_added_within_a_radius() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('A')));
    let at = fixture.middle_of(|what| matches!(what, Target::Add(species) if species.0 == 2));
    fixture.click(at);
    for key in [']', ']', ']', '-'] {
        fixture.press(Stroke::plain(Key::Char(key)));
    }
    let text = fixture.viewer.preview_text().unwrap();
    assert_eq!(text, "5 hare, radius 60");
    let before = fixture.viewer.scene().populations()[2];
    let at = fixture.empty_place();
    fixture.viewer.handle(Input::Pressed(Button::Left, at, false));
    let presses = |fixture: &mut Fixture, key| {
        (0..3).for_each(|_| fixture.press(Stroke::plain(Key::Char(key))));
    };
    presses(&mut fixture, '[');
    assert_eq!(fixture.viewer.preview_text(), None, "a stroke without a radius adds nothing");
    fixture.viewer.handle(Input::Released(Button::Left, at));
    assert_eq!(fixture.viewer.scene().populations()[2], before);
    presses(&mut fixture, ']');
    fixture.click(at);
    fixture.wait("more", |viewer| viewer.scene().populations()[2] > before);
    let added = fixture.viewer.scene().populations()[2] - before;
    assert!((1..=5).contains(&added), "{added}");
}

#[test]
fn files_are_saved_under_free_names() {
    let mut fixture = fixture((640, 480), &FEW);
    for _ in 0..2 {
        fixture.press(Stroke::plain(Key::F(12)));
    }
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 1);
    fixture.press(Stroke::plain(Key::Char('G')));
    fixture.press(Stroke::ctrl(Key::Char('S')));
    fixture.press(Stroke::ctrl(Key::Char('E')));
    for ending in [".snapshot", ".toml"] {
        fixture.wait(ending, |viewer| {
            viewer.view_state.notes.iter().any(|note| note.text.contains(ending))
        });
    }
    let folder = fixture.viewer.save_location.folder.clone();
    let (session, saved) = fixture.viewer.finish();
    assert_eq!(session.end().problem, None);
    assert_eq!(saved.len(), 3, "{saved:?}");
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let first = [
        "pond-tick-0-2.png",
        "pond-tick-0.png",
        "pond-tick-1.gif",
        "pond-tick-1.snapshot",
        "pond-tick-1.toml",
    ];
    assert_eq!(names, first);
}

#[test]
fn windows_of_any_size_work() {
    let mut fixture = fixture((1, 1), &FEW);
    for size in [(1, 1), (3, 900), (900, 3), (80, 60), (4000, 2500)] {
        fixture.viewer.handle(Input::Resized(size.0, size.1));
        fixture.paint();
        for at in [DVec2::ZERO, DVec2::splat(2.0), DVec2::splat(1e9), DVec2::splat(-5.0)] {
            fixture.click(at);
            fixture.viewer.handle(Input::Wheel(1.0, at));
        }
        for action in [
            UiAction::Help,
            UiAction::Help,
            UiAction::Larger,
            UiAction::AllPanels,
            UiAction::AllPanels,
        ] {
            fixture.viewer.apply(action);
            fixture.paint();
        }
    }
}

#[test]
fn an_empty_world_is_shown() {
    let empty = [
        "population.clover=0",
        "population.oak=0",
        "population.hare=0",
        "population.deer=0",
        "population.lynx=0",
        "population.wolf=0",
    ];
    let mut fixture = fixture((800, 600), &empty);
    assert_eq!(fixture.viewer.followed(), None);
    for action in
        [UiAction::FollowNext, UiAction::Follow, UiAction::Feed, UiAction::Remove, UiAction::Step]
    {
        fixture.viewer.apply(action);
        fixture.paint();
    }
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 1);
}

#[test]
fn every_action_can_be_applied() {
    let mut fixture = fixture((1000, 700), &FEW);
    for entry in
        terrarium_picture::actions::ACTIONS.iter().filter(|entry| entry.action != UiAction::Quit)
    {
        fixture.viewer.apply(entry.action);
        fixture.paint();
    }
    assert!(!fixture.viewer.is_closing());
    fixture.viewer.panels.open.remove(&Panel::Help);
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a note", |viewer| !viewer.view_state.notes.is_empty());
}

impl Fixture {
    /// Simulates some ticks at full speed, and pauses.
    fn simulate(&mut self, ticks: u64) {
        self.viewer.send(Request::Pace(Pace::UNBOUNDED));
        self.viewer.send(Request::Play(true));
        self.wait("some time", |viewer| viewer.view_state.time.tick >= ticks);
        self.viewer.send(Request::Play(false));
        self.wait("a pause", |viewer| !viewer.view_state.time.is_playing);
    }

    /// Adds ticks at the end. Returns the one that was the last.
    fn grow(&mut self) -> u64 {
        self.press(Stroke::plain(Key::End));
        let is_at_end =
            |viewer: &Viewer| viewer.view_state.time.tick == viewer.view_state.time.frontier;
        self.wait("the end", is_at_end);
        let last = self.viewer.view_state.time.frontier;
        self.simulate(last + 20);
        last
    }

    /// A living animal of a species.
    fn living(&self, species: u16) -> OrganismId {
        let mut figures = self.viewer.scene().figures.iter();
        let is_living = |kind| matches!(kind, SightingKind::Herbivore | SightingKind::Carnivore);
        let found = figures.find(|figure| figure.species.0 == species && is_living(figure.kind));
        found.expect("a living animal").id
    }

    fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key =
                if letter == ' ' { Key::Space } else { Key::Char(letter.to_ascii_uppercase()) };
            self.press(Stroke::plain(key));
        }
    }
}

#[test]
fn the_life_of_the_selection_is_shown_also_after_its_death() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(10);
    let organism = fixture.viewer.selected().unwrap();
    fixture.press(Stroke::plain(Key::Char('Y')));
    let life = |viewer: &Viewer| viewer.view_state.life.as_ref()?.known.clone();
    fixture.wait("its life", |viewer| life(viewer).is_some());
    let known = life(&fixture.viewer).unwrap();
    assert_eq!((known.life.id, known.life.died.is_none()), (organism, true));
    fixture.press(Stroke::plain(Key::Delete));
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("its death", |viewer| life(viewer).is_some_and(|it| it.life.died.is_some()));
    assert_eq!(fixture.viewer.selected(), Some(organism), "it stays selected");
    fixture.press(Stroke::plain(Key::Char('Y')));
    fixture.wait("no life", |viewer| viewer.view_state.life.is_none());
    // It can be looked up by its number again.
    fixture.press(Stroke::plain(Key::Escape));
    fixture.press(Stroke::plain(Key::Escape));
    fixture.press(Stroke::plain(Key::Char('/')));
    fixture.type_text(&organism.0.to_string());
    fixture.press(Stroke::plain(Key::Enter));
    assert_eq!(fixture.viewer.selected(), Some(organism));
    fixture.wait("its death", |viewer| life(viewer).is_some_and(|it| it.life.died.is_some()));
}

#[test]
fn a_condition_is_searched_in_both_directions() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(12);
    let says = |viewer: &Viewer, text: &str| {
        viewer.view_state.search.as_ref().is_some_and(|search| search.text.contains(text))
    };
    fixture.press(Stroke::plain(Key::Home));
    fixture.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    fixture.press(Stroke::plain(Key::Char('V')));
    assert!(fixture.viewer.followed().is_none() && fixture.viewer.selected().is_some());
    fixture.press(Stroke::plain(Key::Char('/')));
    fixture.type_text("tick == 7 ");
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("tick 7", |viewer| {
        viewer.view_state.time.tick == 7 && says(viewer, "found in tick 7: tick 6 → 7")
    });
    fixture.wait("the camera", |viewer| viewer.followed() == viewer.selected());
    fixture.press(Stroke::plain(Key::Up));
    fixture.wait("nothing", |viewer| says(viewer, "not found in ticks 0 to 6"));
    assert_eq!(fixture.viewer.view_state.time.tick, 7);
    fixture.type_text("&& x");
    fixture.press(Stroke::plain(Key::Enter));
    let show = fixture.viewer.find_show().unwrap();
    assert!(show.is_bad && show.error == Some((13, 14)), "{show:?}");
    fixture.press(Stroke::plain(Key::Escape));
    assert!(fixture.viewer.find_show().is_none());
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 8);
}

#[test]
fn marks_are_known_while_the_simulation_is_paused() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(5);
    let tick = fixture.viewer.view_state.time.tick;
    let hash = |viewer: &Viewer| viewer.view_state.now.figures.clone();
    let before = hash(&fixture.viewer);
    fixture.press(Stroke::shift(Key::Char('M')));
    let deer = fixture.living(3);
    fixture.viewer.select(Some(deer));
    // The turn is replayed, although no tick passes.
    fixture.wait("its turn", |viewer| {
        let inspection = viewer.view_state.inspection.as_ref();
        inspection.is_some_and(|it| it.id == deer && it.animal().unwrap().spent.is_some())
    });
    assert_eq!(fixture.viewer.view_state.time.tick, tick);
    assert_eq!(hash(&fixture.viewer), before);
}

#[test]
fn steps_are_known_while_the_simulation_is_paused() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(5);
    let tick = fixture.viewer.view_state.time.tick;
    let deer = fixture.living(3);
    fixture.viewer.select(Some(deer));
    fixture.press(Stroke::shift(Key::Char('Y')));
    let calls = |viewer: &Viewer| {
        let inspection = viewer.view_state.inspection.as_ref()?;
        let steps = inspection.animal().filter(|_| inspection.id == deer)?.steps.clone()?;
        Some(steps.steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>())
    };
    // The deer is a module, which ends each turn with its return.
    fixture.wait("its steps", |viewer| calls(viewer).is_some());
    assert_eq!(calls(&fixture.viewer).unwrap().last().unwrap(), "return");
    assert_eq!(fixture.viewer.view_state.time.tick, tick);
    fixture.press(Stroke::shift(Key::Char('Y')));
    assert!(!fixture.viewer.panels().are_steps_open());
}

#[test]
fn two_branches_are_shown_side_by_side() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('J')));
    fixture.wait("a note", |viewer| {
        viewer.view_state.notes.iter().any(|note| note.text.contains("only one branch"))
    });
    fixture.simulate(6);
    fixture.press(Stroke::plain(Key::Home));
    fixture.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    fixture.press(Stroke::plain(Key::Char('B')));
    fixture.wait("a branch", |viewer| viewer.view_state.timelines.len() == 2);
    fixture.press(Stroke::shift(Key::Char('D')));
    fixture.press(Stroke::plain(Key::Enter));
    fixture.press(Stroke::plain(Key::Char('J')));
    let other = |viewer: &Viewer| viewer.view_state.beside.as_ref()?.scene.clone();
    for tick in 0..3 {
        fixture.wait("the other branch", |viewer| {
            viewer.view_state.time.tick == tick
                && other(viewer).is_some_and(|scene| scene.tick == tick)
        });
        let drought =
            (fixture.viewer.view_state.now.drought, other(&fixture.viewer).unwrap().drought);
        assert_eq!(drought, (true, false), "tick {tick}");
        fixture.press(Stroke::plain(Key::Char('.')));
    }
    let port = fixture.viewer.camera().port();
    assert!(port.width < 0.5 * fixture.viewer.layout.world.width, "{port:?}");
    // Beyond the end of the other branch there is nothing to show of it.
    let end = fixture.viewer.view_state.timelines[0].chronicle.last_tick();
    fixture.simulate(end + 2);
    fixture.wait("the end of the other", |viewer| {
        viewer.view_state.beside.as_ref().is_some_and(|beside| beside.scene.is_none())
    });
    fixture.press(Stroke::plain(Key::Char('J')));
    fixture.wait("one branch", |viewer| viewer.view_state.beside.is_none());
    fixture.paint();
    assert_eq!(fixture.viewer.camera().port(), fixture.viewer.layout.world);
}

#[test]
fn the_life_of_the_followed_is_shown_when_it_dies() {
    let mut fixture = fixture((1280, 720), &FEW);
    let followed = fixture.viewer.followed().expect("an animal is followed at first");
    fixture.viewer.send(Request::Command(Command::Remove { organism: followed }));
    fixture.viewer.send(Request::Step(1));
    fixture.wait("its life", |viewer| {
        let life = viewer.view_state.life.as_ref().and_then(|life| life.known.as_ref());
        life.is_some_and(|known| known.life.id == followed && known.life.died.is_some())
    });
    assert!(fixture.viewer.panels.is_life_open());
    assert_eq!(fixture.viewer.selected(), Some(followed));
    fixture.wait("another animal", |viewer| viewer.followed().is_some());
    assert_ne!(fixture.viewer.followed(), Some(followed));
    assert_eq!(fixture.viewer.selected(), Some(followed), "its life stays for a while");
    // Whoever looks at something else is left alone.
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.selected(), None);
    assert!(fixture.viewer.mourning.is_none());
}

#[test]
fn a_tour_shows_stops_with_captions_until_a_key_ends_it() {
    let mut it = fixture((900, 700), &FEW);
    it.press(Stroke::shift(Key::Char('N')));
    let first = it.viewer.tour_show().expect("the tour has begun");
    assert!(first.title.starts_with("Tick 0"), "{first:?}");
    for _ in 0..3 {
        let before = it.viewer.tour_show().unwrap();
        it.viewer.end_stop_at(clock::now());
        it.paint();
        assert_ne!(it.viewer.tour_show().unwrap().title, before.title);
    }
    let panels = it.viewer.panels.open.clone();
    it.press(Stroke::plain(Key::Char('C')));
    assert_eq!(it.viewer.tour_show(), None);
    assert_eq!(it.viewer.panels.open, panels, "the key only ends the tour");
}

#[test]
fn a_tour_begins_after_a_minute_without_input_and_gives_the_view_back() {
    let mut it = fixture((900, 700), &FEW);
    it.viewer.input_at = long_ago();
    it.paint();
    assert_eq!(it.viewer.tour_show(), None, "the simulation is paused");
    it.press(Stroke::plain(Key::Space));
    it.wait("the simulation", |viewer| viewer.view_state.time.is_playing);
    let (selected, scale) = (it.viewer.selected, it.viewer.camera.scale());
    it.viewer.input_at = long_ago();
    it.wait("the tour", |viewer| viewer.tour_show().is_some());
    it.viewer.handle(Input::Moved(DVec2::new(9.0, 9.0)));
    assert!(it.viewer.tour_show().is_some(), "the pointer may rest on the window");
    it.click(DVec2::new(450.0, 300.0));
    assert_eq!(it.viewer.tour_show(), None);
    assert_eq!((it.viewer.selected, it.viewer.camera.scale()), (selected, scale));
}

#[test]
fn no_tour_begins_while_an_organism_is_selected() {
    let mut it = fixture((900, 700), &FEW);
    it.press(Stroke::plain(Key::Space));
    it.wait("the simulation", |viewer| viewer.view_state.time.is_playing);
    let own = it.viewer.own_choice;
    let mut others = it.viewer.scene().figures.iter().map(|it| it.id);
    let other = others.find(|id| Some(*id) != own);
    it.viewer.select(other);
    it.viewer.input_at = long_ago();
    for _ in 0..10 {
        it.paint();
    }
    assert_eq!(it.viewer.tour_show(), None);
}

/// A moment more than a minute ago.
fn long_ago() -> std::time::Instant {
    clock::now().checked_sub(Duration::from_secs(61)).expect("the machine was not started just now")
}

#[test]
fn hints_go_away_with_what_they_are_about() {
    let mut it = fixture((900, 700), &FEW);
    assert_eq!(it.viewer.hints, Hint::ALL);
    let bubble = it.middle_of(|what| *what == Target::Dismiss(Hint::World));
    it.click(bubble);
    assert_eq!(it.viewer.hints, [Hint::Time, Hint::Keys]);
    it.press(Stroke::plain(Key::Char('P')));
    assert_eq!(it.viewer.hints, [Hint::Time]);
    it.viewer.hints_until = clock::now();
    it.paint();
    assert_eq!(it.viewer.hints, []);
}

#[test]
fn hints_cover_no_panel_even_if_the_followed_animal_is_out_of_view() {
    let mut it = fixture((1280, 720), &FEW);
    let scene = Arc::clone(it.viewer.scene());
    let figures = || scene.figures.iter();
    let upper = figures().min_by(|a, b| a.centre.y.total_cmp(&b.centre.y)).unwrap();
    let lower = figures().max_by(|a, b| a.centre.y.total_cmp(&b.centre.y)).unwrap();
    for (followed, looked_at) in [(upper, lower), (lower, upper)] {
        it.viewer.follow(Some(followed.id));
        it.viewer.camera.magnify(6.0);
        it.viewer.camera.centre_on(looked_at.centre);
        it.viewer.camera_moved = clock::now();
        it.paint();
        assert!(!it.viewer.camera.port().holds(it.viewer.camera.to_screen(followed.centre)));
        let world = it.viewer.layout.world;
        for hint in Hint::ALL {
            let bubbles = it.viewer.hits.all().iter();
            let bubble = bubbles.rev().find(|hit| hit.what == Target::Dismiss(hint)).unwrap().area;
            assert_eq!(bubble.within(&world), bubble, "{hint:?}");
        }
    }
}

#[test]
fn a_click_on_a_base_shows_its_details_until_an_organism_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let playback =
        Playback::live(SimulationBuilder::new("conquest").ready().unwrap(), &Place::Temporary)
            .unwrap();
    let options = Options { is_playing: false, threads: Some(1), ..Options::default() };
    let viewer_options = ViewerOptions {
        size: (1200, 800),
        scale: 1.0,
        save_location: SaveLocation { folder: folder.path().to_owned(), name: "war".to_owned() },
        first_look: FirstLook::default(),
        can_reseed: false,
        has_hints: false,
    };
    let viewer = Viewer::new(Session::start(playback, options).unwrap(), viewer_options);
    let framebuffer = Framebuffer::new(1, 1, [0; 4]);
    let mut it = Fixture { viewer, framebuffer, _folder: folder };
    it.paint();
    let base = it.viewer.scene().bases[0].clone();
    let disc = it.middle_of(|what| *what == Target::Place(base.middle));
    it.click(disc);
    it.wait("the base", |viewer| viewer.view_state.site.is_some());
    let title = it.viewer.view_state.site.as_ref().unwrap().title.clone();
    assert_eq!((title, it.viewer.selected), (format!("base {}", base.name), None));
    it.press(Stroke::plain(Key::Char('N')));
    it.wait("the organism", |viewer| viewer.view_state.site.is_none());
    assert!(it.viewer.selected.is_some());
}

#[test]
fn a_chart_over_time_leads_to_its_ticks() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('.')));
    (0..20).for_each(|_| fixture.press(Stroke::plain(Key::Char('.'))));
    fixture.wait("steps", |viewer| viewer.view_state.time.tick == 21);
    let at = fixture.middle_of(|what| matches!(what, Target::ChartTime(_)));
    fixture.click(at);
    fixture.wait("the middle", |viewer| viewer.view_state.time.tick.abs_diff(10) <= 2);
}

#[test]
fn charts_of_organisms_and_of_the_census_get_their_data_while_they_are_shown() {
    let mut fixture = fixture((1280, 720), &FEW);
    for _ in 0..30 {
        fixture.press(Stroke::plain(Key::Char('.')));
    }
    fixture.wait("steps", |viewer| viewer.view_state.time.tick == 30);
    let details = |viewer: &Viewer| viewer.view_state.chart_details.clone();
    assert_eq!(details(&fixture.viewer), terrarium_studies::charts::ChartDetails::default());
    fixture.viewer.click(Target::Chart(ChartKind::Scatter));
    fixture.wait("organisms", |viewer| details(viewer).individuals.is_some());
    let individuals = details(&fixture.viewer).individuals.unwrap();
    let count = fixture.viewer.scene().populations()[individuals.species.index()];
    assert_eq!((individuals.tick, individuals.all.len() as u64), (30, count));
    fixture.viewer.click(Target::Chart(ChartKind::Census));
    let rows = |viewer: &Viewer| details(viewer).census.map(|census| census.rows.len());
    fixture.wait("the census", |viewer| rows(viewer) == Some(31));
    assert_eq!(details(&fixture.viewer).individuals, None, "only what is shown is computed");
    // New ticks are counted, too.
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("the new tick", |viewer| rows(viewer) == Some(32));
    fixture.press(Stroke::plain(Key::Char('C')));
    fixture.wait("no data", |viewer| {
        details(viewer).census.is_none() && viewer.chart_needs.column.is_none()
    });
}

#[test]
fn a_chart_is_saved_as_two_pictures_and_a_table() {
    let mut fixture = fixture((1280, 720), &FEW);
    for _ in 0..2 {
        fixture.press(Stroke::shift(Key::F(12)));
    }
    let message = |viewer: &Viewer| viewer.message().unwrap_or_default().to_owned();
    fixture.wait("a message", |viewer| message(viewer).ends_with(".png, .svg and .csv"));
    let Fixture { viewer, _folder: folder, .. } = fixture;
    let (session, saved) = viewer.finish();
    drop(session);
    let name = |ending: &str| folder.path().join(format!("pond-population-tick-0{ending}"));
    let mut expected: Vec<_> = ["", "-2"]
        .iter()
        .flat_map(|n| ["png", "svg", "csv"].map(|ending| name(&format!("{n}.{ending}"))))
        .collect();
    let mut saved = saved;
    saved.sort();
    expected.sort();
    assert_eq!(saved, expected);
    let table = fs::read_to_string(name(".csv")).unwrap();
    assert!(table.starts_with("tick,clover,oak,hare,deer,lynx,wolf\n0,40,2,12,3,1,2\n"), "{table}");
}

#[test]
fn organisms_are_coloured_by_what_is_chosen_in_the_menu() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.wait("the choices", |viewer| !viewer.view_state.colours.choices.is_empty());
    fixture.press(Stroke::shift(Key::Char('K')));
    let lineage = fixture.middle_of(|what| *what == Target::Colour(1));
    fixture.click(lineage);
    let is_by_lineage = |viewer: &Viewer| {
        let colouring = viewer.view_state.colours.colouring.as_ref();
        colouring.is_some_and(|it| it.by == ColourBy::Lineage && it.subject == "animals")
    };
    fixture.wait("lineages", is_by_lineage);
    let coloured = fixture.framebuffer.clone();
    // A species that is chosen in the legend has the colours alone.
    let hare = fixture
        .middle_of(|what| *what == Target::Species(terrarium_creatures::species::SpeciesId(2)));
    fixture.click(hare);
    fixture.wait("hares alone", |viewer| {
        let colouring = viewer.view_state.colours.colouring.as_ref();
        colouring.is_some_and(|it| it.subject == "hare")
    });
    fixture.click(hare);
    fixture.wait("all animals", is_by_lineage);
    fixture.press(Stroke::shift(Key::Char('K')));
    let species = fixture.middle_of(|what| *what == Target::Colour(0));
    fixture.click(species);
    fixture.wait("species", |viewer| viewer.view_state.colours.colouring.is_none());
    let differing = coloured.pixels().iter().zip(fixture.framebuffer.pixels());
    assert!(differing.filter(|(a, b)| a != b).count() > 500, "the colours differ");
}

#[test]
fn lineages_are_listed_while_their_panel_is_open() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::shift(Key::Char('I')));
    fixture.wait("lineages", |viewer| viewer.view_state.lineages.is_some());
    let lineages = fixture.viewer.view_state.lineages.clone().unwrap();
    let populations = fixture.viewer.view_state.now.populations();
    for (species, living) in (0..).map(terrarium_creatures::species::SpeciesId).zip(populations) {
        let of_species = lineages.all.iter().filter(|it| it.species == species);
        assert_eq!(of_species.map(|it| it.living).sum::<u64>(), living);
    }
    fixture.press(Stroke::shift(Key::Char('I')));
    fixture.wait("no lineages", |viewer| viewer.view_state.lineages.is_none());
}

#[test]
fn a_tree_of_clusters_leads_to_splits_and_relatives_are_followed_up() {
    let mut fixture = fixture((1600, 1000), &[&FEW[..], &["rules.mutation=9"]].concat());
    fixture.simulate(400);
    fixture.viewer.click(Target::Chart(ChartKind::Tree));
    fixture.press(Stroke::plain(Key::Char('Z')));
    let tree = |viewer: &Viewer| viewer.view_state.chart_details.descent.clone();
    // The ticks before are replayed.
    fixture.wait("the tree", |viewer| tree(viewer).is_some());
    let rows = tree(&fixture.viewer).unwrap().tree.rows.clone();
    let split = rows.iter().find(|row| row.parent.is_some()).expect("clusters split").clone();
    let leads_there = |what: &Target| matches!(what, Target::Jump { organism, .. } if *organism == Some(split.first));
    let line = fixture.middle_of(leads_there);
    fixture.click(line);
    fixture.wait("the split", |viewer| viewer.view_state.time.tick == split.origin);
    assert_eq!(fixture.viewer.selected(), Some(split.first));
    fixture.press(Stroke::shift(Key::Char('R')));
    let kin = |viewer: &Viewer| viewer.view_state.kin.clone();
    fixture.wait("its relatives", |viewer| {
        kin(viewer).is_some_and(|kin| kin.organism == split.first && !kin.sections.is_empty())
    });
    assert!(kin(&fixture.viewer).unwrap().is_alive);
    // Colours need no other replay.
    let choices = fixture.viewer.view_state.colours.choices.clone();
    let cluster = choices.iter().position(|by| by.name() == "cluster").unwrap();
    fixture.viewer.colour_by_choice(cluster + 1);
    fixture.wait("colours", |viewer| viewer.view_state.colours.colouring.is_some());
    // New ticks are added.
    let last = fixture.grow();
    fixture.wait("the new ticks", |viewer| {
        let frontier = viewer.view_state.time.frontier;
        frontier > last && tree(viewer).is_some_and(|it| it.tree.ticks.1 == frontier)
    });
}

#[test]
fn a_history_of_traits_leads_to_its_ticks_and_grows() {
    let more = ["rules.mutation=9", "population.lemming=20"];
    let mut fixture = fixture((1600, 1000), &[&FEW[..], &more].concat());
    fixture.simulate(300);
    let history = |viewer: &Viewer| {
        let descent = viewer.view_state.chart_details.descent.clone();
        descent.map(|it| it.traits.clone())
    };
    assert!(history(&fixture.viewer).is_none(), "it is computed only while it is shown");
    fixture.viewer.click(Target::Chart(ChartKind::TraitHistory));
    fixture.press(Stroke::plain(Key::Char('Z')));
    let names = |viewer: &Viewer| -> Vec<String> {
        history(viewer).into_iter().flat_map(|it| it.panels).map(|it| it.name).collect()
    };
    fixture.wait("the traits of hares", |viewer| {
        names(viewer).last().is_some_and(|name| name == "points_sight")
    });
    // Lemmings have genomes and brains as well.
    let species = fixture.viewer.view_state.chronicle().species();
    let lemming = species.iter().position(|it| it.name == "lemming").unwrap();
    let lemming = terrarium_creatures::species::SpeciesId(u16::try_from(lemming).unwrap());
    fixture.viewer.click(Target::Species(lemming));
    fixture.wait("the traits of lemmings", |viewer| {
        ["points_sight", "hue", "connections"]
            .iter()
            .all(|it| names(viewer).iter().any(|of| of == it))
    });
    let middle = fixture.middle_of(|what| matches!(what, Target::ChartTime(_)));
    fixture.click(middle);
    let half = fixture.viewer.view_state.time.frontier / 2;
    fixture.wait("the middle", |viewer| viewer.view_state.time.tick.abs_diff(half) <= 2);
    let last = fixture.grow();
    fixture.wait("the new ticks", |viewer| {
        let frontier = viewer.view_state.time.frontier;
        let known = history(viewer).and_then(|it| it.ticks.last().copied());
        frontier > last && known == Some(frontier)
    });
}
