//! Polygons in a scenario: those of the list `polygons`, and those of files, in tables `[[outlines]]`.

use std::path::{Path, PathBuf};

use terrarium_input::document::{Item, Section};
use terrarium_input::wording::counted;
use terrarium_input::{Diagnostic, Located, quoted};
use terrarium_sim::world::{MAX_POLYGON_CORNERS, MAX_POLYGONS, WorldConfig, has_room_for};
use terrarium_space::geometry::{DVec2, NotSimple, Polygon, lattice};
use terrarium_space::mesh::{self, Plane};

use super::placing::{read_place, read_point};
use super::reading::read_path;
#[cfg(not(target_family = "wasm"))]
use super::svg;
use super::{FoundingError, Scenario};

/// The range of the scale of a file.
const SCALES: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// Reads the polygons of a scenario, first those of the list, and notes what of files is left out.
pub(super) fn read_polygons(
    root: &Section<'_>,
    folder: &Path,
    notes: &mut Vec<Diagnostic>,
) -> Result<Vec<Located<Polygon>>, Diagnostic> {
    let mut polygons = Vec::new();
    if let Some(list) = root.get("polygons") {
        const MEMBERS: &str = "polygons, such as [[[100, 100], [220, 140], [160, 240]]]";
        for item in list.list(MEMBERS)? {
            polygons.push(read_polygon(item)?);
        }
    }
    if let Some(list) = root.get("outlines") {
        for table in list.list("tables: write `[[outlines]]`, with two brackets")? {
            polygons.extend(Outlines::read(&table.section()?, folder)?.polygons(notes)?);
        }
    }
    Ok(polygons)
}

/// Reads a polygon: the list of its corners.
pub(super) fn read_polygon(item: &Item) -> Result<Located<Polygon>, Diagnostic> {
    const CORNERS: &str = "corners, such as [[100, 100], [220, 140], [160, 240]]";
    let corners = item.list(CORNERS)?.iter().map(read_place).collect::<Result<Vec<_>, _>>()?;
    let value = Polygon::new(&corners)
        .map_err(|error| item.location.error(error.to_string(), remedy_of(&error)))?;
    Ok(Located { value, location: item.location.clone() })
}

fn remedy_of(error: &NotSimple) -> &'static str {
    match error {
        NotSimple::Flat => "give at least three corners of an area",
        NotSimple::TooManyCorners(_) => {
            "draw it with fewer corners or at a smaller scale, or divide it"
        }
        NotSimple::Crossing { .. } => {
            "give the corners in order around a polygon whose edges do not cross"
        }
    }
}

/// A table `[[outlines]]`.
struct Outlines {
    file: Located<PathBuf>,
    /// Where the origin of the file is in the world.
    at: DVec2,
    /// The number of units of a unit of the file.
    scale: f64,
    /// The coordinates of an OBJ file that span the ground.
    plane: Plane,
}

impl Outlines {
    fn read(section: &Section<'_>, folder: &Path) -> Result<Self, Diagnostic> {
        section.only(&["file", "at", "scale", "plane"])?;
        let file = read_path(section.need("file", "file = \"rocks.svg\"")?, folder)?;
        if let Some(plane) = section.get("plane").filter(|_| ending(&file.value) == "svg") {
            let problem = "a drawing has no plane";
            return Err(plane.location.error(problem, "leave out `plane`, which is for OBJ files"));
        }
        let plane = match section.get("plane") {
            None => Plane::Xz,
            Some(item) => match item.text()? {
                "xz" => Plane::Xz,
                "xy" => Plane::Xy,
                _ => return Err(item.invalid_value("give \"xz\" or \"xy\"")),
            },
        };
        let read_origin = |item: &Item| read_point(item, -lattice::LIMIT..=lattice::LIMIT);
        let scale = section.get("scale").map(|item| item.number_in(SCALES, "")).transpose()?;
        Ok(Self {
            file,
            at: section.get("at").map(read_origin).transpose()?.unwrap_or(DVec2::ZERO),
            scale: scale.unwrap_or(1.0),
            plane,
        })
    }

    /// The polygons of the file, in the world.
    fn polygons(&self, notes: &mut Vec<Diagnostic>) -> Result<Vec<Located<Polygon>>, Diagnostic> {
        let Self { file: Located { value: path, location }, .. } = self;
        let shapes = match ending(path).as_str() {
            "obj" => {
                let mesh = mesh::read_faces(path, self.plane)?;
                notes.extend(mesh.note().map(|note| Diagnostic::new(note).at(location.clone())));
                mesh.shapes
            }
            #[cfg(not(target_family = "wasm"))]
            "svg" => svg::read_shapes(path, self.scale)?,
            #[cfg(target_family = "wasm")]
            "svg" => {
                let remedy = "write the corners of the polygons into the scenario";
                return Err(location.error("no SVG file can be read here", remedy));
            }
            _ => {
                let problem =
                    format!("{} is no file of outlines", quoted(&path.display().to_string()));
                return Err(location.error(problem, "give a file that ends in .svg or .obj"));
            }
        };
        let placed = |it: &DVec2| lattice::snap_point(self.at + *it * self.scale);
        let mut polygons = Vec::new();
        let mut thin = 0_u64;
        for (number, shape) in (1..).zip(&shapes) {
            let corners: Vec<DVec2> = shape.value.iter().map(placed).collect();
            match Polygon::new(&corners) {
                Ok(value) => polygons.push(Located { value, location: shape.location.clone() }),
                // It is thinner than the lattice.
                Err(NotSimple::Flat) => thin += 1,
                Err(error) => {
                    let problem = format!("shape {number}, in units of the world: {error}");
                    return Err(shape.location.error(problem, remedy_of(&error)));
                }
            }
        }
        if polygons.is_empty() {
            let problem = "no shape has an area";
            let remedy = "draw the shapes in the plane, or give another `scale` or `plane`";
            return Err(location.error(problem, remedy));
        }
        if thin > 0 {
            let note = format!(
                "left out {} without an area in units of the world",
                counted(thin, "shape")
            );
            notes.push(Diagnostic::new(note).at(location.clone()));
        }
        Ok(polygons)
    }
}

/// The ending of a file in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ending.to_ascii_lowercase()
}

impl Scenario {
    /// The polygons in a world with these bounds, which they must not leave. A scenario on another map has none of
    /// its polygons.
    pub(super) fn polygons_within(
        &self,
        config: &WorldConfig,
    ) -> Result<Vec<Polygon>, FoundingError> {
        if self.original_land.is_some() {
            return Ok(Vec::new());
        }
        let DVec2 { x, y } = config.bounds.max;
        let is_outside =
            |polygon: &&Located<Polygon>| !config.bounds.contains_box(&polygon.value.bounds());
        if let Some(polygon) = self.polygons.iter().find(is_outside) {
            let remedy = format!("give corners from [0, 0] to [{x}, {y}]");
            let problem = "the polygon extends beyond the world";
            return Err(FoundingError::Misplaced(polygon.location.error(problem, remedy)));
        }
        let polygons: Vec<Polygon> = self.polygons.iter().map(|it| it.value.clone()).collect();
        match self.polygons.last() {
            Some(last) if !has_room_for(&polygons) => {
                let problem = format!("there are {} polygons", polygons.len());
                let remedy = format!(
                    "give at most {MAX_POLYGONS}, with {MAX_POLYGON_CORNERS} corners in all"
                );
                Err(FoundingError::Misplaced(last.location.error(problem, remedy)))
            }
            _ => Ok(polygons),
        }
    }
}
