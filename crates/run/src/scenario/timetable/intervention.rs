//! What a command of a timetable does, read from its key.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::document::{Item, Section};
use terrarium_input::{Diagnostic, quoted, spelling};
use terrarium_sim::tick::{LONGEST_DROUGHT, MAX_PAINTED, MAX_SCATTERED, PAINTED_TILES};
use terrarium_sim::world::{Disc, Intervention, Share, tiles_between};
use terrarium_space::geometry::{Aabb, DVec2, lattice};
use terrarium_space::terrain::{Cell, Tile};

use super::Surroundings;
use crate::scenario::polygons::read_polygon;

/// The radius of an area without one, in units.
const USUAL_RADIUS: f64 = 600.0;

/// The radius of a fire without one, in units.
const USUAL_FIRE: f64 = 150.0;

/// The greatest radius of an area in which organisms are added, in units.
const WIDEST: f64 = 2000.0;

/// Reads the value of the key `kind`.
pub(super) fn read(
    kind: &str,
    item: &Item,
    surroundings: &Surroundings<'_>,
) -> Result<Intervention, Diagnostic> {
    Ok(match kind {
        "drought" => {
            let section = table(item, &["light", "ticks", "at", "radius"])?;
            let area = read_area(&section, USUAL_RADIUS, lattice::LIMIT)?;
            let light = share(&section, "light", 0.5)?;
            Intervention::Drought { area, light, ticks: ticks(&section, 300)? }
        }
        "plague" => {
            let section = table(item, &["species", "mortality", "ticks", "at", "radius"])?;
            Intervention::Plague {
                species: species(&section, surroundings)?,
                area: read_area(&section, USUAL_RADIUS, lattice::LIMIT)?,
                mortality: share(&section, "mortality", 0.3)?,
                ticks: ticks(&section, 200)?,
            }
        }
        "fire" => {
            let section = table(item, &["mortality", "ticks", "at", "radius"])?;
            section.need("at", "at = [800, 600]")?;
            let area = read_area(&section, USUAL_FIRE, lattice::LIMIT)?.expect("it has a place");
            let mortality = share(&section, "mortality", 0.5)?;
            Intervention::Fire { area, mortality, ticks: ticks(&section, 60)? }
        }
        "add" => {
            let section = table(item, &["species", "count", "at", "radius"])?;
            let species = species(&section, surroundings)?;
            let area = read_area(&section, USUAL_RADIUS, WIDEST)?;
            let count = section.need("count", "count = 100")?;
            let count = count.whole_in(1..=u64::from(MAX_SCATTERED), "organisms")?;
            let count = u32::try_from(count).expect("it is in range");
            Intervention::Add { species, area, count }
        }
        "remove" => Intervention::Remove(read_share(item, surroundings)?),
        "feed" => Intervention::Feed(read_share(item, surroundings)?),
        "rules" => Intervention::Rules(read_rules(item)?),
        "open_link" => Intervention::OpenLink(link(item, surroundings)?),
        "close_link" => Intervention::CloseLink(link(item, surroundings)?),
        "wall" => Intervention::Wall(rectangle(item)?),
        "polygon" => Intervention::Polygon(read_polygon(item)?.value),
        "remove_walls" => Intervention::RemoveWalls(rectangle(item)?),
        "paint" => read_paint(item)?,
        "reseed" => Intervention::Reseed(item.whole_in(0..=u64::MAX, "")?),
        other => unreachable!("`{other}` is not in the list of keys"),
    })
}

fn table<'a>(item: &'a Item, keys: &[&str]) -> Result<Section<'a>, Diagnostic> {
    let section = item.section().map_err(|_| {
        let keys = spelling::listed(keys.iter().copied());
        item.invalid_value(format!("write a table in braces, with keys among {keys}"))
    })?;
    section.only(keys)?;
    Ok(section)
}

fn species(
    section: &Section<'_>,
    surroundings: &Surroundings<'_>,
) -> Result<SpeciesId, Diagnostic> {
    let item = section.need("species", "species = \"hare\"")?;
    let names = || surroundings.species.iter().copied();
    let index = index_of(item, "species", names)?;
    Ok(SpeciesId(u16::try_from(index).expect("a world has few species")))
}

fn link(item: &Item, surroundings: &Surroundings<'_>) -> Result<String, Diagnostic> {
    index_of(item, "link", || surroundings.links.iter().copied())?;
    Ok(item.text()?.to_owned())
}

/// The position of the name in an item among those that the scenario has.
fn index_of<'a, N: Iterator<Item = &'a str>>(
    item: &Item,
    what: &str,
    names: impl Fn() -> N,
) -> Result<usize, Diagnostic> {
    let name = item.text()?;
    names().position(|known| known == name).ok_or_else(|| {
        let problem = format!("the scenario has no {what} {}", quoted(name));
        let remedy = match (spelling::nearest(name, names()), names().next()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(_)) => format!("give one of {}", spelling::listed(names())),
            (None, None) => format!("add a {what} to the scenario, or leave out the command"),
        };
        item.location.error(problem, remedy)
    })
}

/// The area around `at`; `None` if there is no `at`.
fn read_area(section: &Section<'_>, usual: f64, largest: f64) -> Result<Option<Disc>, Diagnostic> {
    let radius = section.get("radius");
    let Some(at) = section.get("at") else {
        return match radius {
            None => Ok(None),
            Some(radius) => Err(radius.location.error(
                "there is a radius, but no place",
                "add `at = [800, 600]`, or leave out `radius` for the whole world",
            )),
        };
    };
    const MEMBERS: &str = "two numbers, x and y, such as [800, 600]";
    let [x, y] = at.list(MEMBERS)? else {
        return Err(at.invalid_value(format!("give a list of {MEMBERS}")));
    };
    let coordinate = |item: &Item| item.number_in(0.0..=lattice::LIMIT, "units");
    let at = DVec2::new(coordinate(x)?, coordinate(y)?);
    let radius = radius.map(|item| item.number_in(1.0..=largest, "units")).transpose()?;
    Ok(Some(Disc { at, radius: radius.unwrap_or(usual) }))
}

fn share(section: &Section<'_>, key: &str, usual: f64) -> Result<f64, Diagnostic> {
    section.get(key).map_or(Ok(usual), |item| item.number_in(0.0..=1.0, ""))
}

fn ticks(section: &Section<'_>, usual: u64) -> Result<u64, Diagnostic> {
    section.get("ticks").map_or(Ok(usual), |item| item.whole_in(1..=LONGEST_DROUGHT, "ticks"))
}

fn read_share(item: &Item, surroundings: &Surroundings<'_>) -> Result<Share, Diagnostic> {
    let section = table(item, &["species", "share", "at", "radius"])?;
    Ok(Share {
        species: species(&section, surroundings)?,
        area: read_area(&section, USUAL_RADIUS, lattice::LIMIT)?,
        share: share(&section, "share", 1.0)?,
    })
}

fn read_rules(item: &Item) -> Result<Vec<(String, f64)>, Diagnostic> {
    let section = item.section()?;
    let mut changes = Vec::new();
    for (name, entry) in section.entries() {
        let value = entry.item.number()?;
        let checked = Rules::default().set(name, value);
        checked.map_err(|error| crate::scenario::reading::rule_diagnostic(error, entry))?;
        changes.push((name.to_owned(), value));
    }
    if changes.is_empty() {
        return Err(item.location.error("no rule is set", "write `rules = { light = 20 }`"));
    }
    Ok(changes)
}

fn rectangle(item: &Item) -> Result<Aabb, Diagnostic> {
    crate::scenario::placing::read_wall(item).map(|wall| wall.value)
}

fn read_paint(item: &Item) -> Result<Intervention, Diagnostic> {
    let section = table(item, &["tile", "from", "to"])?;
    let tile = read_tile(section.need("tile", "tile = \"swamp\"")?)?;
    let from = read_cell(section.need("from", "from = [10, 4]")?)?;
    let last = section.need("to", "to = [12, 6]")?;
    let to = read_cell(last)?;
    if to.x < from.x || to.y < from.y {
        let remedy = "give a column and a row that are not before those of `from`";
        return Err(last.invalid_value(remedy));
    }
    let count = tiles_between(from, to);
    if count > MAX_PAINTED as u64 {
        let problem = format!("{count} tiles cannot be painted at once");
        return Err(last.location.error(problem, format!("choose at most {MAX_PAINTED}")));
    }
    Ok(Intervention::Paint { tile, from, to })
}

fn read_tile(item: &Item) -> Result<Tile, Diagnostic> {
    let name = item.text()?;
    PAINTED_TILES.into_iter().find(|tile| tile.to_string() == name).ok_or_else(|| {
        let names = PAINTED_TILES.map(|tile| tile.to_string());
        let names = || names.iter().map(String::as_str);
        let hint = spelling::hint(spelling::nearest(name, names()));
        item.invalid_value(format!("give one of {}{hint}", spelling::listed(names())))
    })
}

fn read_cell(item: &Item) -> Result<Cell, Diagnostic> {
    const MEMBERS: &str = "two whole numbers from 0, the column and the row, such as [10, 4]";
    let [x, y] = item.list(MEMBERS)? else {
        return Err(item.invalid_value(format!("give a list of {MEMBERS}")));
    };
    let number = |item: &Item| {
        let number = item.whole_in(0..=(1 << 24), "")?;
        Ok(u32::try_from(number).expect("it is in range"))
    };
    Ok(Cell::new(number(x)?, number(y)?))
}
