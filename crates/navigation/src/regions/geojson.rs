//! Regions and portals as GeoJSON.

use std::io::{self, Write};

use terrarium_space::geometry::{Aabb, DVec2};

use super::Regions;

impl Regions {
    /// Writes the regions and portals as a GeoJSON feature collection (RFC 7946), one feature a line.
    /// Coordinates are plain units of the world, exact; there is no reference system.
    ///
    /// Regions are polygons with the properties `region`, their number, and `component`, that of the
    /// first region they are connected to. Portals are line strings, or points where two regions meet
    /// in a point only, with the properties `portal`, their number, and `regions`, those to the left and
    /// to the right. Regions without width or height have no polygon, but their portals are written.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_geojson(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")?;
        let mut separator = "\n";
        for ((region, area), component) in self.areas().enumerate().zip(self.components()) {
            if has_interior(&area) {
                let ring = ring(&area);
                write!(
                    out,
                    "{separator}{{\"type\":\"Feature\",\"properties\":{{\"region\":{region},\
                     \"component\":{component}}},\"geometry\":{{\"type\":\"Polygon\",\
                     \"coordinates\":[{ring}]}}}}"
                )?;
                separator = ",\n";
            }
        }
        for (number, portal) in self.portals().enumerate() {
            let [low, high] = [portal.segment().from, portal.segment().to].map(position);
            let (kind, coordinates) = if portal.low == portal.high {
                ("Point", low)
            } else {
                ("LineString", format!("[{low},{high}]"))
            };
            let (left, right) = (portal.left, portal.right);
            write!(
                out,
                "{separator}{{\"type\":\"Feature\",\"properties\":{{\"portal\":{number},\
                 \"regions\":[{left},{right}]}},\"geometry\":{{\"type\":\"{kind}\",\
                 \"coordinates\":{coordinates}}}}}"
            )?;
            separator = ",\n";
        }
        out.write_all(b"\n]}\n")
    }
}

/// Whether an area is a face: it has width and height.
pub(super) fn has_interior(area: &Aabb) -> bool {
    area.min.cmplt(area.max).all()
}

/// A closed ring around an area.
fn ring(area: &Aabb) -> String {
    let corners = area.corners().map(position);
    format!("[{},{}]", corners.join(","), corners[0])
}

fn position(point: DVec2) -> String {
    // Adding zero turns -0 into +0.
    let DVec2 { x, y } = point + DVec2::ZERO;
    format!("[{x},{y}]")
}
