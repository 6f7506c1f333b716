//! The scenes that were shown last, for GIFs.

use std::collections::VecDeque;
use std::sync::Arc;

use terrarium_picture::Colouring;
use terrarium_run::record::Scene;

/// The greatest number of scenes that are kept, and of figures in all of them: about 40 MB.
const MOST_SCENES: usize = 300;
const MOST_FIGURES: usize = 400_000;

/// A scene, and the colours of its organisms if they are not those of their species.
#[derive(Debug, Clone)]
pub struct ColouredScene {
    /// The scene.
    pub scene: Arc<Scene>,
    /// The colours.
    pub colouring: Option<Arc<Colouring>>,
}

/// The scenes that were shown last, the oldest first.
#[derive(Debug, Clone, Default)]
pub struct RecentScenes(VecDeque<ColouredScene>);

impl RecentScenes {
    /// Adds the scene that is shown now. Of large worlds fewer scenes are kept.
    pub fn add(&mut self, scene: ColouredScene) {
        let most = (MOST_FIGURES / scene.scene.figures.len().max(1)).clamp(2, MOST_SCENES);
        self.0.push_back(scene);
        while self.0.len() > most {
            self.0.pop_front();
        }
    }

    /// Keeps the colours in which the last scene is shown.
    pub fn colour(&mut self, colouring: Option<&Arc<Colouring>>) {
        if let Some(last) = self.0.back_mut() {
            last.colouring = colouring.cloned();
        }
    }

    /// The scenes, the oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &ColouredScene> {
        self.0.iter()
    }
}
