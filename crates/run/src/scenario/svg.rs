//! The outlines of the shapes of an SVG file.

use std::io::{self, Read};
use std::path::Path;

use glam::DVec2;
use kurbo::{PathEl, Point};
use terrarium_input::{Diagnostic, Located, Location, quoted, regular_file};
use usvg::tiny_skia_path::{PathSegment, Point as PathPoint};
use usvg::{Group, ImageHrefResolver, Node, Options, Tree};

/// The largest distance of an outline from the curve that it stands for, in units of the world.
const TOLERANCE: f64 = 0.25;

/// The largest size of a file, in bytes.
const MAX_BYTES: u64 = 1 << 26;

/// A filled or closed part of a path: its corners.
type Outline = Vec<DVec2>;

/// Reads the outlines of all visible shapes of a file, in units of the file: rectangles, circles, polygons, and
/// paths that are filled or closed. Curves become edges, which deviate from them by at most a quarter of a unit of
/// the world, where `scale` such units are one of the file.
///
/// # Errors
/// When the file cannot be read, is no SVG, has no shape, or one with a hole.
pub(super) fn read_shapes(path: &Path, scale: f64) -> Result<Vec<Located<Outline>>, Diagnostic> {
    let file = Location::file(path.display().to_string());
    let bytes = read_bytes(path, &file)?;
    let options = Options {
        // Images have no outlines, and no other file is opened.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_data(&bytes, &options).map_err(|error| match error {
        usvg::Error::NotAnUtf8Str => file.error("the text is not UTF-8", "save it as UTF-8"),
        usvg::Error::SvgzFeatureNotEnabled => {
            file.error("the drawing is compressed", "save it as plain SVG")
        }
        error => {
            file.error(format!("this is no SVG file: {error}"), "export the drawing as plain SVG")
        }
    })?;
    let mut paths = Vec::new();
    add_paths(tree.root(), &mut paths);
    let mut shapes = Vec::new();
    for path in paths {
        let outlines = outlines(path, TOLERANCE / scale);
        if has_hole(&outlines) {
            let name = if path.id().is_empty() { "a path" } else { &quoted(path.id()) };
            let problem = format!("{name} has a hole");
            return Err(file.error(problem, "divide it into shapes without holes"));
        }
        let located = |value| Located { value, location: file.clone() };
        shapes.extend(outlines.into_iter().map(located));
    }
    if shapes.is_empty() {
        return Err(file.error(
            "the file has no shapes that can be read",
            "draw filled shapes, and turn text into paths",
        ));
    }
    Ok(shapes)
}

fn read_bytes(path: &Path, file: &Location) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    let read = regular_file::open(path)
        .and_then(|opened| opened.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| {
        let what = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => format!("the file cannot be read: {error}"),
        };
        file.error(what, "check the path")
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(file.error(format!("the file is longer than {MAX_BYTES} bytes"), "split it"));
    }
    Ok(bytes)
}

/// Adds all visible paths of a group. The reader has turned other shapes into paths.
fn add_paths<'a>(group: &'a Group, paths: &mut Vec<&'a usvg::Path>) {
    for node in group.children() {
        match node {
            Node::Group(group) => add_paths(group, paths),
            Node::Path(path) if path.is_visible() => paths.push(path),
            Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
        }
    }
}

/// The filled or closed parts of a path.
fn outlines(path: &usvg::Path, tolerance: f64) -> Vec<Outline> {
    let Some(data) = path.data().clone().transform(path.abs_transform()) else { return Vec::new() };
    let point = |at: PathPoint| Point::new(at.x.into(), at.y.into());
    let curves = data.segments().map(|segment| match segment {
        PathSegment::MoveTo(to) => PathEl::MoveTo(point(to)),
        PathSegment::LineTo(to) => PathEl::LineTo(point(to)),
        PathSegment::QuadTo(by, to) => PathEl::QuadTo(point(by), point(to)),
        PathSegment::CubicTo(a, b, to) => PathEl::CurveTo(point(a), point(b), point(to)),
        PathSegment::Close => PathEl::ClosePath,
    });
    let mut outlines: Vec<(Outline, bool)> = Vec::new();
    kurbo::flatten(curves, tolerance, |element| match (element, outlines.last_mut()) {
        (PathEl::MoveTo(to), _) => outlines.push((vec![DVec2::new(to.x, to.y)], false)),
        (PathEl::ClosePath, Some((_, is_closed))) => *is_closed = true,
        (PathEl::LineTo(to), Some((outline, _))) => outline.push(DVec2::new(to.x, to.y)),
        _ => {}
    });
    let is_filled = path.fill().is_some();
    let is_shape =
        |(outline, is_closed): &(Outline, bool)| outline.len() > 2 && (is_filled || *is_closed);
    outlines.into_iter().filter(is_shape).map(|(outline, _)| outline).collect()
}

/// Whether one of the parts of a path lies in another.
fn has_hole(outlines: &[Outline]) -> bool {
    outlines.iter().enumerate().any(|(index, inner)| {
        let others = outlines.iter().enumerate().filter(|&(other, _)| other != index);
        others.into_iter().any(|(_, outer)| inner.iter().all(|&at| is_inside(at, outer)))
    })
}

/// Whether a ray from a point to the right crosses an outline an odd number of times.
fn is_inside(at: DVec2, outline: &[DVec2]) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crosses = |(from, to): &(&DVec2, &DVec2)| {
        (from.y > at.y) != (to.y > at.y)
            && at.x < from.x + (to.x - from.x) * ((at.y - from.y) / (to.y - from.y))
    };
    edges.filter(crosses).count() % 2 == 1
}
