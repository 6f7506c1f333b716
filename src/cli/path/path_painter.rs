//! Where the one picture is painted that was asked for.

use std::path::PathBuf;

use super::answer::Answer;
use super::seeker::{Seeker, Sight};
use crate::cli::Failure;
use crate::geometry::DVec2;
use crate::navigation_benchmark::Scene;
use crate::view::{Canvas, PathDrawing};

/// A picture to be painted, if one was asked for.
pub(super) struct PathPainter {
    file: Option<PathBuf>,
    canvas: Option<Canvas>,
}

impl PathPainter {
    /// An easel for a picture that goes into this file.
    pub fn new(file: Option<PathBuf>) -> Self {
        Self { file, canvas: None }
    }

    /// Whether a picture has been painted.
    pub fn is_taken(&self) -> bool {
        self.canvas.is_some()
    }

    /// Paints an answer, and looks for it again to see how it was found.
    pub fn paint(
        &mut self,
        seeker: &Seeker,
        scene: &Scene,
        sight: &Sight,
        (start, goal): (DVec2, DVec2),
        answer: &Answer,
    ) {
        if self.file.is_none() {
            return;
        }
        let walk = seeker.walk(sight, start, goal);
        let Scene { boxes, polygons, bounds, half } = scene;
        let way = PathDrawing {
            boxes,
            polygons,
            bounds: *bounds,
            half: *half,
            start,
            goal,
            walk: &walk,
            path: &answer.path,
        };
        self.canvas = Some(way.paint());
    }

    /// Writes the picture down.
    pub fn finish(self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        let Some(canvas) = self.canvas else {
            return Err(Failure::input("--picture: there is no way to draw; ask for one"));
        };
        canvas.save(&file).map_err(|error| {
            let name = file.display();
            Failure::failed(format!(
                "{name}: cannot be written: {error}; make room or see to the rights there, or \
                 choose another place"
            ))
        })
    }
}
