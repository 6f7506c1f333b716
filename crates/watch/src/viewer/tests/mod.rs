//! Tests of keys and mouse, without a window.

mod album;
mod charts;
mod files;
mod hints;
mod opening;
mod organisms;
mod time_and_view;
mod tools;
mod tours;
mod windows;

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
