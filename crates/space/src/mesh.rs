//! Polygons from Wavefront OBJ files, as Recast writes its navigation meshes.
//!
//! Each face becomes one convex polygon in the ground plane; heights are ignored. Recast's ground
//! plane is x and z, with y upward ([`Plane::Xz`]); files drawn flat, such as those of
//! `Regions::write_obj` of the navigation, use x and y ([`Plane::Xy`]).
//!
//! ```
//! use terrarium_space::mesh::{Plane, parse};
//!
//! let text = "v 0 1.5 0\nv 4 1.5 0\nv 4 1.7 3\nf 1 2 3\n";
//! let polygons = parse("mesh.obj", text, Plane::Xz)?;
//! assert_eq!(polygons[0].area(), 6.0);
//! # Ok::<(), terrarium_input::Diagnostic>(())
//! ```

use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use terrarium_input::{Diagnostic, Located, Location, quoted, regular_file};

use crate::geometry::{Convex, DVec2, NotConvex};

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

/// The largest coordinate, 2⁴⁰.
const MAX: f64 = 1_099_511_627_776.0;

/// The smallest nonzero coordinate, 2⁻¹⁰⁰: no product of differences underflows.
const MIN_NONZERO: f64 = 1.0 / 1_267_650_600_228_229_401_496_703_205_376.0;

/// Statements that say nothing about faces: normals, textures, groups, materials, lines, points.
const IGNORED: [&str; 10] = ["vt", "vn", "vp", "g", "o", "s", "l", "p", "usemtl", "mtllib"];

/// The coordinates of a file that span the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// x and z, as in Recast; y is the height.
    Xz,
    /// x and y; z is the height.
    Xy,
}

/// Reads the faces of a file.
///
/// # Errors
/// When the file cannot be read, is longer than [`MAX_BYTES`] or not UTF-8, and those of [`parse`].
pub fn read(path: &Path, plane: Plane) -> Result<Vec<Convex>, Diagnostic> {
    let (name, text) = read_text(path)?;
    parse(&name, &text, plane)
}

/// Reads the corners of the faces of a file, in order, with the places of the faces. Faces need not be convex.
///
/// # Errors
/// As [`read`], but for the shape of the faces.
pub fn read_faces(path: &Path, plane: Plane) -> Result<Vec<Located<Vec<DVec2>>>, Diagnostic> {
    let (name, text) = read_text(path)?;
    let file = Location::in_file(&*name, &*text);
    let locate = |error: MeshError| file.at(error.span).error(error.what, error.remedy);
    let mesh = Mesh::parsed(&name, &text, plane)?;
    let corners = |face: &Face| {
        let value = mesh.corners(face).map_err(locate)?;
        Ok(Located { value, location: file.at(face.keyword.clone()) })
    };
    mesh.faces.iter().map(corners).collect()
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
    let text = String::from_utf8(bytes).map_err(|error| {
        let end = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let location = Location::in_file(name.clone(), text).at(end..end + '\u{FFFD}'.len_utf8());
        location.error("this is not UTF-8 text", "save the file as plain text")
    })?;
    Ok((name, text))
}

/// Parses the faces of a text, in order; `name`, usually its path, is its name in messages.
///
/// Faces are `f a b c …`, also in the forms `a/b`, `a//c` and `a/b/c`, with vertices counted from 1,
/// or backward from -1 for the last one before the face. Coordinates are used exactly as the file
/// gives them. Normals, textures, groups, materials, lines and points are ignored.
///
/// # Errors
/// When a statement is unknown or malformed, a coordinate is out of range (nonzero magnitudes from
/// 2⁻¹⁰⁰ to 2⁴⁰), a vertex does not exist, a face is not convex or has no area in the plane, or there
/// is no face. The error includes line and column.
pub fn parse(name: &str, text: &str, plane: Plane) -> Result<Vec<Convex>, Diagnostic> {
    let mesh = Mesh::parsed(name, text, plane)?;
    let locate = |error: MeshError| {
        Location::in_file(name, text).at(error.span).error(error.what, error.remedy)
    };
    mesh.faces.iter().map(|face| mesh.polygon(face)).collect::<Result<_, _>>().map_err(locate)
}

/// What is wrong with a range of the text, in bytes.
struct MeshError {
    span: Range<usize>,
    what: String,
    remedy: &'static str,
}

/// A word and where it is in the text.
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
}

struct Mesh<'a> {
    vertices: Vec<DVec2>,
    faces: Vec<Face<'a>>,
    plane: Plane,
}

/// A face by its keyword and the indices of its vertices, not yet known to exist.
struct Face<'a> {
    keyword: Range<usize>,
    corners: Vec<(usize, Word<'a>)>,
}

/// The words of one line up to a comment.
fn words(text: &str, line: Range<usize>) -> Vec<Word<'_>> {
    let start = line.start;
    let statement = text[line].split('#').next().unwrap_or_default();
    // The marker of the byte order before the first line is no part of a word.
    let is_gap = |letter: char| letter.is_ascii_whitespace() || letter == '\u{FEFF}';
    let offset = |part: &str| start + (part.as_ptr() as usize - statement.as_ptr() as usize);
    let parts = statement.split(is_gap).filter(|part| !part.is_empty());
    parts.map(|part| Word { text: part, span: offset(part)..offset(part) + part.len() }).collect()
}

impl<'a> Mesh<'a> {
    fn parsed(name: &str, text: &'a str, plane: Plane) -> Result<Self, Diagnostic> {
        let mut mesh = Self { vertices: Vec::new(), faces: Vec::new(), plane };
        let locate = |error: MeshError| {
            Location::in_file(name, text).at(error.span).error(error.what, error.remedy)
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            mesh.read_line(&words(text, start..start + line.len())).map_err(locate)?;
            start += line.len();
        }
        if mesh.faces.is_empty() {
            let remedy = "give a file with faces, such as `f 1 2 3`";
            return Err(Location::file(name).error("the file has no faces", remedy));
        }
        Ok(mesh)
    }

    fn read_line(&mut self, words: &[Word<'a>]) -> Result<(), MeshError> {
        let Some((keyword, rest)) = words.split_first() else { return Ok(()) };
        match keyword.text {
            "v" => self.read_vertex(keyword, rest),
            "f" => self.read_face(keyword, rest),
            name if IGNORED.contains(&name) => Ok(()),
            name => Err(keyword.error(
                format!("{} is not a statement that is read here", quoted(name)),
                "faces are read from `v x y z` and `f a b c …`; export the mesh as plain polygons",
            )),
        }
    }

    fn read_vertex(&mut self, keyword: &Word, words: &[Word]) -> Result<(), MeshError> {
        let numbers = words.iter().map(Word::number).collect::<Result<Vec<_>, _>>()?;
        // A weight or a colour may follow.
        let &[x, y, z, ..] = &numbers[..] else {
            let what = format!("this vertex has {} coordinates", numbers.len());
            return Err(keyword.error(what, "write `v x y z`"));
        };
        let height = match self.plane {
            Plane::Xz => z,
            Plane::Xy => y,
        };
        self.vertices.push(DVec2::new(x, height));
        Ok(())
    }

    fn read_face(&mut self, keyword: &Word, words: &[Word<'a>]) -> Result<(), MeshError> {
        if words.len() < 3 {
            let what = format!("this face has {} vertices", words.len());
            return Err(keyword.error(what, "give at least three, as in `f 1 2 3`"));
        }
        let count = self.vertices.len();
        let corners = words.iter().map(|word| {
            let number = word.vertex_number()?;
            // Backward from the end, or forward, perhaps to a vertex that follows later.
            let index = if number < 0 {
                usize::try_from(number.unsigned_abs()).ok().and_then(|back| count.checked_sub(back))
            } else {
                usize::try_from(number).ok().and_then(|number| number.checked_sub(1))
            };
            let index = index.ok_or_else(|| word.no_vertex(count))?;
            Ok((index, Word { text: word.text, span: word.span.clone() }))
        });
        let corners = corners.collect::<Result<_, MeshError>>()?;
        self.faces.push(Face { keyword: keyword.span.clone(), corners });
        Ok(())
    }

    fn corners(&self, face: &Face) -> Result<Vec<DVec2>, MeshError> {
        let count = self.vertices.len();
        let place = |(index, word): &(usize, Word)| {
            self.vertices.get(*index).copied().ok_or_else(|| word.no_vertex(count))
        };
        face.corners.iter().map(place).collect()
    }

    fn polygon(&self, face: &Face) -> Result<Convex, MeshError> {
        Convex::through(&self.corners(face)?).map_err(|error| match error {
            NotConvex::Flat => {
                let (plane, remedy) = match self.plane {
                    Plane::Xz => ("x and z", "lay the ground in that plane, or read x and y"),
                    Plane::Xy => ("x and y", "lay the ground in that plane, or read x and z"),
                };
                let what = format!("this face has no area in the plane of {plane}");
                MeshError { span: face.keyword.clone(), what, remedy }
            }
            NotConvex::Dent { corner } => {
                let (_, word) = &face.corners[corner];
                let what = format!("this face is not convex at vertex {}", quoted(word.text));
                word.error(what, "give convex faces; split this one into several that share edges")
            }
        })
    }
}

impl Word<'_> {
    fn error(&self, what: impl Into<String>, remedy: &'static str) -> MeshError {
        MeshError { span: self.span.clone(), what: what.into(), remedy }
    }

    fn no_vertex(&self, count: usize) -> MeshError {
        let text = quoted(self.text);
        let what = format!("there is no vertex {text}; there are {count}");
        self.error(what, "count them from 1, or backward from -1")
    }

    /// The number of a coordinate that is in range.
    fn number(&self) -> Result<f64, MeshError> {
        let number = self.text.parse::<f64>().ok().filter(|number| !number.is_nan());
        let number = number.ok_or_else(|| {
            let what = format!("{} is not a number", quoted(self.text));
            self.error(what, "write a decimal number, such as 1.5")
        })?;
        let size = number.abs();
        if size > MAX {
            let what = format!("{} is outside the range ±{MAX} (2^40)", quoted(self.text));
            return Err(self.error(what, "use a larger unit"));
        }
        if size != 0.0 && size < MIN_NONZERO {
            let what =
                format!("{} is closer to 0 than {MIN_NONZERO:e} (2^-100)", quoted(self.text));
            return Err(self.error(what, "use a smaller unit, or write 0"));
        }
        Ok(number)
    }

    /// The vertex of `a`, `a/b`, `a//c` or `a/b/c`.
    fn vertex_number(&self) -> Result<i64, MeshError> {
        let mut parts = self.text.split('/');
        let vertex = parts.next().and_then(|part| part.parse().ok());
        let others: Vec<&str> = parts.collect();
        let is_valid = |part: &&str| part.is_empty() || part.parse::<i64>().is_ok();
        vertex.filter(|_| others.len() <= 2 && others.iter().all(is_valid)).ok_or_else(|| {
            let what = format!("{} is not a vertex of a face", quoted(self.text));
            self.error(what, "write whole numbers, as in `f 1 2 3` or `f 1/4/7 2/5/8 3/6/9`")
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    const SQUARE: &str = "v 0 9 0\nv 4 9 0\nv 4 9 2\nv 0 9 2\n";

    fn corners(text: &str, plane: Plane) -> Vec<Vec<[f64; 2]>> {
        let polygons = parse("a.obj", text, plane).unwrap_or_else(|error| panic!("{error}"));
        let corners = |it: &Convex| it.corners().iter().map(DVec2::to_array).collect();
        polygons.iter().map(corners).collect()
    }

    #[test]
    fn faces_are_polygons_in_the_plane_whatever_their_form() {
        let square = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]];
        for face in [
            "f 1 2 3 4",
            "f 4 3 2 1",
            "f -4 -3 -2 -1",
            "f 1/1 2/-2 3/3 4/4",
            "f 1//7 2//7 3//7 4//7",
            "f\t1/1/1  2/2/2 3/3/3 4/4/4 # a face",
            "vn 0 1 0\nvt 0 0\no it\ng a b\ns off\nusemtl m\nmtllib m.mtl\nl 1 2\np 1\nf 1 2 3 4",
        ] {
            assert_eq!(
                corners(&format!("{SQUARE}{face}"), Plane::Xz),
                vec![square.clone()],
                "{face}"
            );
        }
        // The file that Recast's demo writes has triangles; here with a mark and line ends of Windows.
        let recast = "\u{FEFF}# Recast Navmesh\r\no NavMesh\r\n\r\nv 1.5 0.2 -3\r\nv 2.5 0.2 -3\r\n\
                      v 2.5 0.2 -1.25\r\nv 1.5 0.2 -1.25\r\n\r\nf 1 3 2\r\nf 1 4 3\r\n";
        let expected = [
            vec![[1.5, -3.0], [2.5, -3.0], [2.5, -1.25]],
            vec![[1.5, -3.0], [2.5, -1.25], [1.5, -1.25]],
        ];
        assert_eq!(corners(recast, Plane::Xz), expected);
        // Negative numbers count from the face, others from the beginning of the file.
        let mixed =
            "f 4 5 6\nv 0 0 0\nv 1 0 0 1 0.5 0 0\nv 1 1 0\nf -3 -2 -1\nv 5 5 0\nv 6 5 0\nv 6 6 0";
        assert_eq!(
            corners(mixed, Plane::Xy),
            [[[5.0, 5.0], [6.0, 5.0], [6.0, 6.0]], [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]]
        );
    }

    #[test]
    fn errors_report_line_and_column() {
        for (statement, expected) in [
            ("v 0 nan 1", "a.obj:5:5: `nan` is not a number; write a decimal number"),
            ("v 0 inf 1", "a.obj:5:5: `inf` is outside the range"),
            ("v 0 1e999 1", "a.obj:5:5: `1e999` is outside the range"),
            ("v 0 1 1,5", "a.obj:5:7: `1,5` is not a number"),
            ("v 0 1", "a.obj:5:1: this vertex has 2 coordinates; write `v x y z`"),
            ("v", "a.obj:5:1: this vertex has 0 coordinates"),
            (
                "v 1099511627777 1 1",
                "a.obj:5:3: `1099511627777` is outside the range ±1099511627776",
            ),
            (
                "v 0 1 -1e-40",
                "a.obj:5:7: `-1e-40` is closer to 0 than 7.888609052210118e-31 (2^-100)",
            ),
            ("f 1 2", "a.obj:5:1: this face has 2 vertices; give at least three"),
            ("f 1 2 0", "a.obj:5:7: there is no vertex `0`; there are 4; count them from 1"),
            ("f 1 2 5", "a.obj:5:7: there is no vertex `5`; there are 4"),
            ("f 1 -5/1 2", "a.obj:5:5: there is no vertex `-5/1`; there are 4"),
            ("f 1 2 9223372036854775807", "a.obj:5:7: there is no vertex `9223372036854775807`"),
            ("f 1 -9223372036854775808 2", "a.obj:5:5: there is no vertex `-9223372036854775808`"),
            ("f 1 2 x", "a.obj:5:7: `x` is not a vertex of a face; write whole numbers"),
            ("f 1 2 3.0", "a.obj:5:7: `3.0` is not a vertex of a face"),
            ("f 1 2 3/a", "a.obj:5:7: `3/a` is not a vertex of a face"),
            ("f 1 2 3/1/1/1", "a.obj:5:7: `3/1/1/1` is not a vertex of a face"),
            ("f 1 2 \\", "a.obj:5:7: `\\` is not a vertex of a face"),
            (
                "v 3 0 1\nf 1 2 5 3 4",
                "a.obj:6:7: this face is not convex at vertex `5`; give convex",
            ),
            ("f 1 3 2 4", "a.obj:5:9: this face is not convex at vertex `4`"),
            ("f 1 2 1 2", "a.obj:5:1: this face has no area in the plane of x and z; lay the"),
            ("surf 0 1 0 1 1 2 3", "a.obj:5:1: `surf` is not a statement that is read here"),
            ("hello", "a.obj:5:1: `hello` is not a statement"),
            ("", "a.obj: the file has no faces; give a file with faces"),
        ] {
            let text = format!("{SQUARE}{statement}\n");
            let error = parse("a.obj", &text, Plane::Xz).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{statement}: {error}");
        }
        let upright = format!("{SQUARE}f 1 2 3 4");
        let error = parse("a.obj", &upright, Plane::Xy).unwrap_err().to_string();
        assert!(
            error.starts_with("a.obj:5:1: this face has no area in the plane of x and y"),
            "{error}"
        );
    }

    #[test]
    fn unreadable_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refusal =
            |name: &str| read(&folder.path().join(name), Plane::Xz).unwrap_err().to_string();
        fs::write(folder.path().join("latin.obj"), b"# a\n# \xE4\nf 1 2 3").unwrap();
        let file = fs::File::create(folder.path().join("endless.obj")).unwrap();
        file.set_len(MAX_BYTES + 1).unwrap();
        for (name, expected) in [
            ("none.obj", "none.obj: there is no such file; check the path"),
            ("", ": the file cannot be read: this is a directory"),
            ("latin.obj", "latin.obj:2:3: this is not UTF-8 text; save the file as plain text"),
            ("endless.obj", "endless.obj: the file is longer than 268435456 bytes; split it"),
        ] {
            assert!(refusal(name).contains(expected), "{}", refusal(name));
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(
            text in "([vf][-/ 0-9.eE#\\\\\\PC]{0,20}\n?){0,12}",
        ) {
            let _ = parse("random.obj", &text, Plane::Xz);
            let _ = parse("random.obj", &format!("{SQUARE}{text}"), Plane::Xy);
        }
    }
}
