//! Another branch, shown at the right of the current one: the same tick through the same camera.

use std::cell::RefCell;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{Camera, Framebuffer, Painter, Rect, View};

use crate::refusal::{Answer, refused};
use crate::session::Session;
use crate::side_branch::SideBranch;

/// The gap between both branches, in pixels.
const GAP: f32 = 4.0;

/// The branch at the side, and its painter.
pub(crate) struct Beside {
    branch: SideBranch,
    painter: RefCell<Painter>,
}

impl Beside {
    /// Paints it in the right half of the framebuffer, through the camera of the left one.
    pub fn paint(
        &self,
        framebuffer: &mut Framebuffer,
        camera: &Camera,
        selected: Option<OrganismId>,
    ) {
        let Some(scene) = self.branch.scene() else { return };
        let mut camera = *camera;
        camera.set_port(halves(framebuffer.area()).1);
        let view = View { selected, ..View::new(&camera, scene) };
        self.painter.borrow_mut().paint(framebuffer, &view);
    }
}

/// The left half for the current branch, and the right one for the branch beside it.
fn halves(all: Rect) -> (Rect, Rect) {
    let width = ((all.width - GAP) * 0.5).max(1.0).round();
    let left = Rect { width, ..all };
    (left, Rect { left: left.right() + GAP, ..left })
}

impl Session {
    /// Shows the branch with this index at the right, or none.
    ///
    /// # Errors
    /// When there is no such branch, or it cannot be replayed.
    pub fn beside_of(&mut self, branch: Option<usize>) -> Answer<()> {
        self.beside = None;
        if let Some(branch) = branch {
            let branch = SideBranch::new(self.run()?, branch).map_err(refused)?;
            self.beside = Some(Beside { branch, painter: RefCell::default() });
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
        if let Some(beside) = &mut self.beside {
            beside.branch.advance(tick, u64::MAX).map_err(refused)?;
        }
        Ok(())
    }

    /// Adapts the camera to its part of the picture.
    pub(crate) fn set_port(&mut self) {
        let all = self.picture.framebuffer().area();
        let port = if self.beside.is_some() { halves(all).0 } else { all };
        self.picture.camera.set_port(port);
    }
}
