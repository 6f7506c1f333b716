//! The camera of a tour: it approaches what is shown.

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::tour::Subject;

use super::Camera;

/// The time in which the camera covers half of its path to the next stop, in seconds.
const HALF_TIME: f64 = 0.4;

/// The side of the area that is shown around an organism, in units, and in its radii.
const AROUND: f64 = 420.0;
const AROUND_RADII: f64 = 16.0;

impl Camera {
    /// Moves towards the subject of a stop by the part of the path that follows from the time that has passed, in
    /// seconds: all of it, if this is infinite. `place` finds the centre and the radius of an organism. Returns
    /// whether the view has changed visibly; nothing where the organism has no place.
    pub fn approach_subject(
        &mut self,
        subject: Subject,
        passed: f64,
        place: impl FnOnce(OrganismId) -> Option<(DVec2, f64)>,
    ) -> Option<bool> {
        let before = *self;
        let (place, scale) = self.target(subject, place)?;
        self.approach(place, scale, 1.0 - (-passed / HALF_TIME).exp2());
        let moved = (self.centre() - before.centre()) * before.scale();
        let zoomed = (self.scale() / before.scale() - 1.0).abs();
        Some(moved.length_squared() > 0.01 || zoomed > 1e-4)
    }

    /// The centre and the scale that show a subject.
    fn target(
        &self,
        subject: Subject,
        place: impl FnOnce(OrganismId) -> Option<(DVec2, f64)>,
    ) -> Option<(DVec2, f64)> {
        let port = self.port().size().as_dvec2();
        Some(match subject {
            Subject::World => (self.bounds().centre(), self.fit_scale()),
            Subject::Area(area) => {
                (area.centre(), (port / area.size()).min_element().max(self.fit_scale()))
            }
            Subject::Organism(organism) => {
                let (centre, radius) = place(organism)?;
                let side = AROUND.max(radius * AROUND_RADII);
                (centre, (port.min_element() / side).max(self.fit_scale()))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use terrarium_space::geometry::Aabb;

    use super::*;
    use crate::Rect;

    fn camera() -> Camera {
        let world = Aabb::new(DVec2::ZERO, DVec2::new(3600.0, 2700.0));
        Camera::new(&world, Rect::new(0.0, 0.0, 1280.0, 720.0))
    }

    #[test]
    fn the_camera_arrives_at_an_organism_and_returns_to_the_world() {
        let (mut camera, whole) = (camera(), camera());
        let at = DVec2::new(700.0, 900.0);
        let organism = Subject::Organism(OrganismId(1));
        while camera.approach_subject(organism, 0.05, |_| Some((at, 3.0))) == Some(true) {}
        assert!((camera.centre() - at).length() < 1.0, "{camera:?}");
        assert!((camera.scale() - 720.0 / AROUND).abs() < 0.01, "{camera:?}");
        let has_moved = camera.approach_subject(Subject::World, f64::INFINITY, |_| None);
        assert_eq!(has_moved, Some(true));
        assert!((camera.centre() - whole.centre()).length() < 1e-9, "{camera:?}");
        assert!((camera.scale() - whole.scale()).abs() < 1e-9, "{camera:?}");
    }

    #[test]
    fn the_camera_stays_where_the_organism_has_no_place() {
        let mut camera = camera();
        let before = camera;
        assert_eq!(camera.approach_subject(Subject::Organism(OrganismId(1)), 1.0, |_| None), None);
        assert_eq!(camera, before);
    }
}
