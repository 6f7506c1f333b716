//! Reading of the choice of points, with the factors.

use terrarium_input::document::Section;
use terrarium_input::{Diagnostic, spelling};

use super::checking::Checked;
use super::factors::{check, factor_items, land_of, read_levels, reject_duplicate};
use super::{point_list, points};
use crate::base::BaseWorld;
use crate::{Base, Design, Factor};

const DESIGNS: [&str; 4] = ["grid", "list", "latin", "random"];

pub(super) fn read(
    root: &Section<'_>,
    base: &Base,
    world: &BaseWorld,
) -> Result<(Vec<Factor>, Design), Diagnostic> {
    let kind = read_kind(root)?;
    if kind == "list" {
        return match points::read(root, base, world)? {
            Some(of_file) => Ok(of_file),
            None => point_list::read(root, base, world),
        };
    }
    if let Some(points) = root.get("point") {
        let problem = format!("[[point]] is for designs of kind `list`, and this is a `{kind}`");
        return Err(points.location.error(problem, "leave out either [[point]] or `kind`"));
    }
    let items = root.section("factors")?.map(|section| factor_items(&section)).unwrap_or_default();
    let land = land_of(&items, base)?;
    let mut factors: Vec<Factor> = Vec::new();
    for factor in &items {
        reject_duplicate(factor, &factors)?;
        let levels = read_levels(factor, kind == "grid")?;
        check(factor, &levels, &Checked { base, world, land: &land })?;
        let base = world.own_value(&factor.name);
        factors.push(Factor { name: factor.name.clone(), levels, base });
    }
    let design = read_design(root, kind)?;
    Ok((factors, design))
}

fn read_kind(root: &Section<'_>) -> Result<&'static str, Diagnostic> {
    let design = root.section("design")?;
    let has_file = design.is_some_and(|design| design.get("file").is_some());
    let otherwise = if has_file || root.get("point").is_some() { "list" } else { "grid" };
    let Some(design) = design else { return Ok(otherwise) };
    design.only(&["kind", "points", "file", "round"])?;
    if let Some(round) = design.get("round").filter(|_| !has_file) {
        return Err(round.location.error(
            "`round` is for points from a file, and there is no `file`",
            "add `file = \"points.csv\"`, or use a range with `whole = true`",
        ));
    }
    let Some(item) = design.get("kind") else { return Ok(otherwise) };
    let given = item.text()?;
    let kind = DESIGNS.into_iter().find(|name| *name == given).ok_or_else(|| {
        let hint = spelling::hint(spelling::nearest(given, DESIGNS));
        item.invalid_value(format!("give one of {}{hint}", spelling::listed(DESIGNS)))
    })?;
    if has_file && kind != "list" {
        let problem = format!("points from a file are a `list`, and this is a `{kind}`");
        return Err(item.location.error(problem, "leave out either `file` or `kind`"));
    }
    Ok(kind)
}

fn read_design(root: &Section<'_>, kind: &str) -> Result<Design, Diagnostic> {
    let design = root.section("design")?;
    let points = design.and_then(|design| design.get("points"));
    if kind == "grid" {
        return match points {
            None => Ok(Design::Grid),
            Some(points) => Err(points.location.error(
                "the number of points of a grid follows from its factors",
                "leave out `points`, or sample this many points: `kind = \"latin\"`",
            )),
        };
    }
    let design = design.expect("a kind other than the grid is read from it");
    let points = design.need("points", "points = 100")?.whole_in(1..=1 << 53, "points")?;
    Ok(if kind == "latin" { Design::Latin { points } } else { Design::Random { points } })
}
