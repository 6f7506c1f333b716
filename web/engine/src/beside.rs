//! Another branch, shown at the right of the current one: the same tick through the same camera.

use std::sync::Arc;

use terrarium::playback::Playback;
use terrarium::record::Scene;
use terrarium::view::{Framebuffer, Painter, Rect, View};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, failure};
use crate::session::Session;

/// The gap between both branches, in pixels.
const GAP: f32 = 4.0;

/// The branch at the side, replayed from a copy of its recording.
pub(crate) struct Beside {
    playback: Playback,
    painter: Painter,
    /// Its scene; `None` after its last tick.
    scene: Option<Arc<Scene>>,
}

impl Beside {
    /// Goes to a tick.
    fn go_to(&mut self, tick: u64) -> Answer<()> {
        if tick > self.playback.frontier() {
            self.scene = None;
        } else if self.scene.as_ref().is_none_or(|scene| scene.tick != tick) {
            self.playback.seek(tick).map_err(failure)?;
            let scene = Scene::of(self.playback.simulation(), self.scene.as_deref());
            self.scene = Some(Arc::new(scene));
        }
        Ok(())
    }
}

#[wasm_bindgen]
impl Session {
    /// Shows the branch with this index at the right, or none.
    ///
    /// # Errors
    /// When there is no such branch, or it cannot be replayed.
    #[wasm_bindgen(js_name = besideOf)]
    pub fn beside_of(&mut self, branch: Option<usize>) -> Answer<()> {
        self.beside = None;
        if let Some(branch) = branch {
            let recording = self.run()?.recorded_timeline(branch).map_err(failure)?;
            let playback = Playback::of_recorded(recording).map_err(failure)?;
            self.beside = Some(Beside { playback, painter: Painter::default(), scene: None });
            self.follow_beside()?;
        }
        self.set_port();
        Ok(())
    }
}

impl Session {
    /// Shows the tick of this session beside it.
    pub(crate) fn follow_beside(&mut self) -> Answer<()> {
        let tick = self.source.tick();
        self.beside.as_mut().map_or(Ok(()), |beside| beside.go_to(tick))
    }

    /// The parts of the picture: that of this branch, and that of the one beside it.
    fn ports(&self, all: Rect) -> (Rect, Option<Rect>) {
        if self.beside.is_none() {
            return (all, None);
        }
        let width = ((all.width - GAP) * 0.5).max(1.0).round();
        let left = Rect { width, ..all };
        (left, Some(Rect { left: left.right() + GAP, ..left }))
    }

    /// Adapts the camera to its part of the picture.
    pub(crate) fn set_port(&mut self) {
        let port = self.ports(self.picture.framebuffer().area()).0;
        self.picture.camera.set_port(port);
    }

    /// Paints the branch beside this one.
    pub(crate) fn paint_beside(&mut self, framebuffer: &mut Framebuffer) {
        let (_, Some(port)) = self.ports(framebuffer.area()) else { return };
        let mut camera = self.picture.camera;
        camera.set_port(port);
        let selected = self.selected;
        let Some(beside) = &mut self.beside else { return };
        if let Some(scene) = &beside.scene {
            let view = View { selected, ..View::new(&camera, scene) };
            beside.painter.paint(framebuffer, &view);
        }
    }
}
