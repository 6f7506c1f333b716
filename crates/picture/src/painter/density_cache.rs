//! What was counted of the last scene, so that it is counted once and not in each frame.

use std::sync::Arc;

use terrarium_run::record::Scene;

use super::density::{Density, SMALLEST};

/// The most densities of one scene that are kept: cells of different sizes.
const KEPT: usize = 2;

/// The densities of the last scene that was painted.
#[derive(Debug, Default)]
pub struct DensityCache {
    scene: Option<Arc<Scene>>,
    /// The mean diameter of the organisms, in units; `None` if there are none.
    diameter: Option<f64>,
    /// Each with the least side of its cells, in units.
    densities: Vec<(f64, Density)>,
}

impl DensityCache {
    /// Whether the organisms of a scene are too small at a scale, in pixels per unit, to be shown one by one.
    pub fn are_too_small(&mut self, scene: &Arc<Scene>, scale: f64) -> bool {
        self.set(scene);
        self.diameter.is_some_and(|diameter| diameter * scale < SMALLEST)
    }

    /// The density of a scene in cells that are at least this wide, in units.
    pub fn of(&mut self, scene: &Arc<Scene>, least_side: f64) -> &Density {
        self.set(scene);
        let known = self.densities.iter().position(|(side, _)| *side == least_side);
        let index = known.unwrap_or_else(|| {
            self.densities.truncate(KEPT - 1);
            self.densities.insert(0, (least_side, Density::new(scene, least_side)));
            0
        });
        &self.densities[index].1
    }

    fn set(&mut self, scene: &Arc<Scene>) {
        if self.scene.as_ref().is_some_and(|known| Arc::ptr_eq(known, scene)) {
            return;
        }
        self.densities.clear();
        self.diameter = mean_diameter(scene);
        self.scene = Some(Arc::clone(scene));
    }
}

fn mean_diameter(scene: &Scene) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for figure in &scene.figures {
        sum += 2.0 * figure.radius;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use terrarium_testing::{simulation_of, small_world};

    use super::*;

    #[test]
    fn organisms_are_too_small_below_three_pixels() {
        let mut scene = Scene::new(&simulation_of(small_world()), None);
        scene.figures.iter_mut().for_each(|figure| figure.radius = 10.0);
        let mut cache = DensityCache::default();
        let shown = Arc::new(scene.clone());
        assert!(cache.are_too_small(&shown, 0.149) && !cache.are_too_small(&shown, 0.151));
        scene.figures.clear();
        assert!(!cache.are_too_small(&Arc::new(scene), 0.001));
    }

    #[test]
    fn another_scene_and_other_cells_are_counted_anew() {
        let mut scene = Scene::new(&simulation_of(small_world()), None);
        let mut cache = DensityCache::default();
        let text = |density: &Density| density.scale_text();
        for count in [scene.figures.len(), 5] {
            scene.figures.truncate(count);
            let shown = Arc::new(scene.clone());
            // More sides than are kept, and each again.
            for side in [100.0, 200.0, 400.0, 100.0, 200.0, 400.0] {
                assert_eq!(text(cache.of(&shown, side)), text(&Density::new(&scene, side)));
            }
        }
    }
}
