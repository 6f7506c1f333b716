//! The statements of an OBJ file.

use std::ops::Range;

use terrarium_input::quoted;

use super::Plane;
use crate::geometry::DVec2;

/// The largest coordinate, 2⁴⁰.
const MAX: f64 = 1_099_511_627_776.0;

/// The smallest nonzero coordinate, 2⁻¹⁰⁰: no product of differences underflows.
const MIN_NONZERO: f64 = 1.0 / 1_267_650_600_228_229_401_496_703_205_376.0;

/// Statements that say nothing about faces: normals, textures, groups, materials, lines, points, how a renderer
/// shows them, and the details of free-form curves and surfaces.
const IGNORED: [&str; 39] = [
    "vt",
    "vn",
    "vp",
    "g",
    "o",
    "s",
    "mg",
    "l",
    "p",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "lod",
    "bevel",
    "c_interp",
    "d_interp",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "cstype",
    "deg",
    "bmat",
    "step",
    "curv",
    "curv2",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "bzp",
    "bsp",
    "cdc",
    "cdp",
    "res",
];

/// What is wrong with a range of the text, in bytes.
pub(super) struct MeshError {
    pub span: Range<usize>,
    pub what: String,
    pub remedy: &'static str,
}

/// A word and where it is in the text.
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
}

/// A vertex: its place in the ground plane, and its height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Vertex {
    pub ground: DVec2,
    pub height: f64,
}

/// What the statements of a file give.
pub(super) struct Statements<'a> {
    pub vertices: Vec<Vertex>,
    pub faces: Vec<Face<'a>>,
    /// Where the keywords of free-form surfaces are.
    pub surfaces: Vec<Range<usize>>,
    plane: Plane,
}

/// A face by its keyword and the indices of its vertices, not yet known to exist.
pub(super) struct Face<'a> {
    pub keyword: Range<usize>,
    corners: Vec<(usize, Word<'a>)>,
}

/// Adds the words of one line up to a comment, and returns whether the statement continues in the next line.
fn add_words<'a>(text: &'a str, line: Range<usize>, words: &mut Vec<Word<'a>>) -> bool {
    let start = line.start;
    let statement = text[line].split('#').next().unwrap_or_default().trim_ascii_end();
    let continued = statement.strip_suffix('\\');
    let statement = continued.unwrap_or(statement);
    // The marker of the byte order before the first line is no part of a word.
    let is_gap = |letter: char| letter.is_ascii_whitespace() || letter == '\u{FEFF}';
    let offset = |part: &str| start + (part.as_ptr() as usize - statement.as_ptr() as usize);
    let parts = statement.split(is_gap).filter(|part| !part.is_empty());
    words.extend(parts.map(|text| Word { text, span: offset(text)..offset(text) + text.len() }));
    continued.is_some()
}

impl<'a> Statements<'a> {
    /// Parses a text.
    pub fn parse(text: &'a str, plane: Plane) -> Result<Self, MeshError> {
        let mut statements =
            Self { vertices: Vec::new(), faces: Vec::new(), surfaces: Vec::new(), plane };
        let mut words = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let is_continued = add_words(text, start..start + line.len(), &mut words);
            start += line.len();
            if !is_continued {
                statements.read(&words)?;
                words.clear();
            }
        }
        statements.read(&words)?;
        Ok(statements)
    }

    fn read(&mut self, words: &[Word<'a>]) -> Result<(), MeshError> {
        let Some((keyword, rest)) = words.split_first() else { return Ok(()) };
        match keyword.text {
            "v" => self.read_vertex(keyword, rest),
            "f" | "fo" => self.read_face(keyword, rest),
            "surf" => {
                self.surfaces.push(keyword.span.clone());
                Ok(())
            }
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
        let (ground, height) = match self.plane {
            Plane::Xz => (DVec2::new(x, z), y),
            Plane::Xy => (DVec2::new(x, y), z),
        };
        // Adding zero turns -0 into +0.
        self.vertices.push(Vertex { ground: ground + DVec2::ZERO, height });
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
}

impl Face<'_> {
    /// The corners among these vertices.
    pub fn corners(&self, vertices: &[Vertex]) -> Result<Vec<Vertex>, MeshError> {
        let corner = |(index, word): &(usize, Word)| {
            vertices.get(*index).copied().ok_or_else(|| word.no_vertex(vertices.len()))
        };
        self.corners.iter().map(corner).collect()
    }

    /// The words of a corner, quoted.
    pub fn quoted(&self, corner: usize) -> String {
        quoted(self.corners[corner].1.text)
    }

    /// Where a corner is in the text.
    pub fn span_of(&self, corner: usize) -> Range<usize> {
        self.corners[corner].1.span.clone()
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
