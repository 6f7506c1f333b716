//! Polygons from Wavefront OBJ files, such as solids from a modelling program and the navigation meshes of Recast.
//!
//! Each face becomes one polygon in the ground plane; heights are ignored. Recast's ground plane is x and z, with y
//! upward ([`Plane::Xz`]); files drawn flat, such as those of `Regions::write_obj` of the navigation, use x and y
//! ([`Plane::Xy`]).
//!
//! Vertical faces fall on lines. Where they are the sides of other faces, they add nothing; what they bound
//! alone, such as a house without floor and roof, becomes a polygon; the others are left out, and named.
//!
//! ```
//! use terrarium_space::mesh::{Plane, parse};
//!
//! let text = "v 0 1.5 0\nv 4 1.5 0\nv 4 1.7 3\nf 1 2 3\n";
//! let mesh = parse("mesh.obj", text, Plane::Xz)?;
//! assert_eq!(mesh.shapes[0].value.area(), 6.0);
//! # Ok::<(), terrarium_input::Diagnostic>(())
//! ```

mod statements;
#[cfg(test)]
mod tests;
mod walls;

use std::io::{self, Read};
use std::path::Path;

use terrarium_input::wording::counted;
use terrarium_input::{Diagnostic, Located, Location, encoding, regular_file};

use crate::geometry::{Convex, DVec2, NotConvex, Polygon};
use statements::{Face, MeshError, Statements};
use walls::{Bounded, Wall, Walls};

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

/// The coordinates of a file that span the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// x and z, as in Recast; y is the height.
    Xz,
    /// x and y; z is the height.
    Xy,
}

/// The shapes of a file in the ground plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Mesh<T> {
    /// Those of the faces with an area, in order; then what vertical faces bound.
    pub shapes: Vec<Located<T>>,
    /// What is no part of them.
    pub left_out: Vec<LeftOut>,
}

/// What of a file is no part of its shapes.
#[derive(Debug, Clone, PartialEq)]
pub enum LeftOut {
    /// A vertical face whose line bounds no area.
    Wall(Location),
    /// A free-form surface.
    Surface(Location),
}

impl<T> Mesh<T> {
    /// What is left out, in words; `None` if nothing is.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let mut walls = Vec::new();
        let mut surfaces = Vec::new();
        for left_out in &self.left_out {
            match left_out {
                LeftOut::Wall(location) => walls.push(location),
                LeftOut::Surface(location) => surfaces.push(location),
            }
        }
        let walls = listed("face", " on a line that bounds no area", &walls);
        let surfaces = listed("free-form surface", "", &surfaces);
        let all: Vec<String> = [walls, surfaces].into_iter().flatten().collect();
        (!all.is_empty()).then(|| format!("left out {}", all.join(" and ")))
    }
}

/// A number of things, and where the first of them are.
fn listed(what: &str, which: &str, locations: &[&Location]) -> Option<String> {
    const SHOWN: usize = 3;
    if locations.is_empty() {
        return None;
    }
    let shown: Vec<String> = locations.iter().take(SHOWN).map(|it| it.to_string()).collect();
    let more = if locations.len() > SHOWN { ", …" } else { "" };
    let count = counted(locations.len() as u64, what);
    Some(format!("{count}{which} ({}{more})", shown.join(", ")))
}

/// Reads the faces of a file, which are convex.
///
/// # Errors
/// When the file cannot be read, is longer than [`MAX_BYTES`] or not UTF-8, and those of [`parse`].
pub fn read(path: &Path, plane: Plane) -> Result<Mesh<Convex>, Diagnostic> {
    let (name, text) = read_text(path)?;
    parse(&name, &text, plane)
}

/// Reads the corners of the faces of a file. Faces need not be convex.
///
/// # Errors
/// As [`read`], but for the shape of the faces.
pub fn read_faces(path: &Path, plane: Plane) -> Result<Mesh<Vec<DVec2>>, Diagnostic> {
    let (name, text) = read_text(path)?;
    let outlines = Outlines::parse(&name, &text, plane)?;
    let rings = outlines
        .rings
        .into_iter()
        .map(|ring| Located { value: ring.value.corners().to_vec(), location: ring.location });
    let faces = outlines.faces.into_iter().map(|(_, face)| face);
    Ok(Mesh { shapes: faces.chain(rings).collect(), left_out: outlines.left_out })
}

/// Parses the faces of a text; `name`, usually its path, is its name in messages.
///
/// Faces are `f a b c …`, also in the forms `a/b`, `a//c` and `a/b/c`, with vertices counted from 1,
/// or backward from -1 for the last one before the face. Coordinates are used exactly as the file
/// gives them. Normals, textures, groups, materials, lines, points and what else is no face are ignored.
///
/// # Errors
/// When a statement is unknown or malformed, a coordinate is out of range (nonzero magnitudes from
/// 2⁻¹⁰⁰ to 2⁴⁰), a vertex does not exist, a face with an area in the plane is not convex, or there is no area. The
/// error includes line and column.
pub fn parse(name: &str, text: &str, plane: Plane) -> Result<Mesh<Convex>, Diagnostic> {
    let outlines = Outlines::parse(name, text, plane)?;
    let mut shapes = Vec::new();
    for (face, Located { value, location }) in &outlines.faces {
        let value = Convex::through(value).map_err(|error| {
            let corner = match error {
                NotConvex::Dent { corner } => corner,
                NotConvex::Flat => 0,
            };
            Location::in_file(name, text).at(face.span_of(corner)).error(
                format!("this face is not convex at vertex {}", face.quoted(corner)),
                "give convex faces; split this one into several that share edges",
            )
        })?;
        shapes.push(Located { value, location: location.clone() });
    }
    for Located { value, location } in outlines.rings {
        let parts = value.parts().iter().map(|part| part.shape().clone());
        shapes.extend(parts.map(|value| Located { value, location: location.clone() }));
    }
    Ok(Mesh { shapes, left_out: outlines.left_out })
}

/// The faces of a text with an area, the rings of vertical ones, and what is left out.
struct Outlines<'a> {
    faces: Vec<(Face<'a>, Located<Vec<DVec2>>)>,
    rings: Vec<Located<Polygon>>,
    left_out: Vec<LeftOut>,
}

impl<'a> Outlines<'a> {
    fn parse(name: &str, text: &'a str, plane: Plane) -> Result<Self, Diagnostic> {
        let file = Location::in_file(name, text);
        let locate = |error: MeshError| file.at(error.span).error(error.what, error.remedy);
        let statements = Statements::parse(text, plane).map_err(locate)?;
        let mut faces = Vec::new();
        let mut walls = Walls::default();
        for face in statements.faces {
            let corners = face.corners(&statements.vertices).map_err(locate)?;
            let location = file.at(face.keyword.clone());
            let line = walls::line_of(&corners);
            let value: Vec<DVec2> = corners.iter().map(|corner| corner.ground).collect();
            match line {
                Some(line) => walls.add(Wall { line, corners: value, location }),
                None => faces.push((face, Located { value, location })),
            }
        }
        let first_wall = walls.first().cloned();
        let Bounded { rings, left_out } =
            walls.bounded(faces.iter().map(|(_, face)| &face.value[..]));
        let surfaces = statements.surfaces.into_iter().map(|span| LeftOut::Surface(file.at(span)));
        let left_out: Vec<LeftOut> =
            left_out.into_iter().map(LeftOut::Wall).chain(surfaces).collect();
        if !faces.is_empty() || !rings.is_empty() {
            return Ok(Self { faces, rings, left_out });
        }
        Err(match (first_wall, left_out.first()) {
            (Some(wall), _) => no_area(&wall, plane),
            (None, Some(LeftOut::Surface(surface))) => surface.error(
                "the file has no faces but free-form surfaces, which are not read",
                "export the mesh as plain polygons",
            ),
            _ => Location::file(name)
                .error("the file has no faces", "give a file with faces, such as `f 1 2 3`"),
        })
    }
}

/// The error of a file whose faces all fall on lines that bound nothing.
fn no_area(first: &Location, plane: Plane) -> Diagnostic {
    let (plane, remedy) = match plane {
        Plane::Xz => ("x and z", "lay the ground in that plane, or read x and y"),
        Plane::Xy => ("x and y", "lay the ground in that plane, or read x and z"),
    };
    let what = format!("this face has no area in the plane of {plane}, and no other face has one");
    first.error(what, remedy)
}

/// The name and the content of a file.
fn read_text(path: &Path) -> Result<(String, String), Diagnostic> {
    let name = path.display().to_string();
    let whole = |what: String, remedy: &str| Location::file(name.clone()).error(what, remedy);
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => whole("there is no such file".to_owned(), "check the path"),
        _ => Diagnostic::new(format!("the file cannot be read: {error}"))
            .at(Location::file(name.clone())),
    };
    let mut bytes = Vec::new();
    let file = regular_file::open(path).map_err(unreadable)?;
    let length = file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if length as u64 > MAX_BYTES {
        let what = format!("the file is longer than {MAX_BYTES} bytes");
        return Err(whole(what, "split it"));
    }
    let text = encoding::decode(bytes).map_err(|error| {
        let end = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let location = Location::in_file(name.clone(), text).at(end..end + '\u{FFFD}'.len_utf8());
        location.error("this is not UTF-8 text", "save the file as plain text")
    })?;
    Ok((name, text))
}
