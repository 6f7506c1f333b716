//! `terrarium path --picture`: draws one path into a PNG file.

use std::path::PathBuf;

use super::answer::Answer;
use super::planner::{PathPlanner, SearchSpace};
use crate::cli::Failure;
use crate::geometry::DVec2;
use crate::navigation::ground::Ground;
use crate::navigation::links::walked_parts;
use crate::navigation_benchmark::Scene;
use crate::view::{Canvas, PathDrawing};

/// The picture to draw, if one was requested.
pub(super) struct PathPainter {
    file: Option<PathBuf>,
    canvas: Option<Canvas>,
}

impl PathPainter {
    /// A painter that writes to `file`; without `file` it draws nothing.
    pub fn new(file: Option<PathBuf>) -> Self {
        Self { file, canvas: None }
    }

    /// Whether a picture was requested.
    pub fn is_requested(&self) -> bool {
        self.file.is_some()
    }

    /// Whether a picture has been painted.
    pub fn has_painted(&self) -> bool {
        self.canvas.is_some()
    }

    /// Paints an answer. Repeats the search to draw its path before shortening.
    pub fn paint(
        &mut self,
        planner: &PathPlanner,
        scene: &Scene,
        space: &SearchSpace<'_>,
        (start, goal): (DVec2, DVec2),
        answer: &Answer,
    ) {
        if self.file.is_none() {
            return;
        }
        let raw_path = match walked_parts(&answer.path, &answer.crossings)[..] {
            [_] => planner.raw_path(space, start, goal),
            ref parts => {
                let ends = parts.iter().filter_map(|part| Some((*part.first()?, *part.last()?)));
                ends.flat_map(|(from, to)| planner.raw_path(space, from, to)).collect()
            }
        };
        let Scene { boxes, polygons, bounds, half, ground, links } = scene;
        let ground: Vec<_> = ground.iter().flat_map(Ground::areas).collect();
        let drawing = PathDrawing {
            boxes,
            polygons,
            ground: &ground,
            bounds: *bounds,
            half: *half,
            start,
            goal,
            walk: &raw_path,
            path: &answer.path,
            links,
            crossings: &answer.crossings,
        };
        self.canvas = Some(drawing.paint());
    }

    /// Writes the picture.
    pub fn finish(self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        let Some(canvas) = self.canvas else {
            return Err(Failure::input(
                "--picture: there is no problem to draw; give a file with at least one",
            ));
        };
        canvas.save(&file).map_err(|error| {
            let name = file.display();
            Failure::failed(format!(
                "{name}: cannot be written: {error}; free some disk space, check the permissions, \
                 or choose another path"
            ))
        })
    }
}
