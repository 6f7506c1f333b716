//! Regions and portals as a Wavefront OBJ file.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};

use terrarium_space::geometry::DVec2;

use super::Regions;
use super::geojson::has_interior;

/// The axes, for readers of the file.
const HEAD: &str = "\
# Free space of the centre of a mover: regions are faces, portals are lines.
# x and y are those of the world, in its units; z is 0.
";

/// The vertices of a file: places in the order of their first use.
#[derive(Default)]
struct Vertices {
    places: Vec<DVec2>,
    numbers: BTreeMap<[Coordinate; 2], usize>,
}

impl Vertices {
    /// The number of the vertex at a place, counted from 1.
    fn number(&mut self, place: DVec2) -> usize {
        let next = self.places.len() + 1;
        let number =
            *self.numbers.entry([Coordinate(place.x), Coordinate(place.y)]).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number
    }
}

impl Regions {
    /// Writes the regions and portals as a Wavefront OBJ file. Coordinates are exact; x and y are those
    /// of the world, and z is 0.
    ///
    /// Each region is a face, counter-clockwise if y grows upward, in the groups `region_R` and
    /// `component_C`, where C is the first region that it is connected to. Each portal is a line, or a
    /// point where two regions meet in a point only, in the groups `portal_P` and `between_A_B`. Regions
    /// without width or height have no face, but their portals are written. Faces and lines share
    /// vertices, which are numbered in the order of their first use. Where a region has several
    /// neighbours on one side, their corners lie on that side without being vertices of it.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_obj(&self, out: &mut impl Write) -> io::Result<()> {
        let mut vertices = Vertices::default();
        let mut elements = Vec::new();
        elements.extend_from_slice(b"o regions\n");
        for ((region, area), component) in self.areas().enumerate().zip(self.components()) {
            if has_interior(&area) {
                let [a, b, c, d] = area.corners().map(|corner| vertices.number(corner));
                let groups = format_args!("region_{region} component_{component}");
                writeln!(elements, "g {groups}\nf {a} {b} {c} {d}")?;
            }
        }
        elements.extend_from_slice(b"o portals\n");
        for (number, portal) in self.portals().enumerate() {
            let segment = portal.segment();
            let [low, high] = [segment.from, segment.to].map(|end| vertices.number(end));
            writeln!(elements, "g portal_{number} between_{}_{}", portal.left, portal.right)?;
            if low == high {
                writeln!(elements, "p {low}")?;
            } else {
                writeln!(elements, "l {low} {high}")?;
            }
        }
        out.write_all(HEAD.as_bytes())?;
        for place in vertices.places {
            // Adding zero turns -0 into +0.
            let DVec2 { x, y } = place + DVec2::ZERO;
            writeln!(out, "v {x} {y} 0")?;
        }
        out.write_all(&elements)
    }
}

/// A coordinate that sorts.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Coordinate(f64);

impl Eq for Coordinate {}

impl PartialOrd for Coordinate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Coordinate {
    fn cmp(&self, other: &Self) -> Ordering {
        // Adding zero makes both zeros equal.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}
