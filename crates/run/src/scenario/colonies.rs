//! The colonies of a scenario, and the bases on its rows of tiles.

use terrarium_creatures::behaviour::Colony;
use terrarium_creatures::species::{Kind, Species};
use terrarium_input::document::{Item, Section};
use terrarium_input::spelling;
use terrarium_input::{Diagnostic, Located, quoted};
use terrarium_space::terrain::{Cell, ControlPoint};

use super::{Land, Population, Scenario};

/// The species of each colony.
#[derive(Debug, Clone, PartialEq)]
pub struct Colonies {
    /// The names of the species of each colony, blue first.
    pub members: [Vec<Located<String>>; 2],
}

impl Colonies {
    /// Returns the colony of each species of a list, in its order.
    #[must_use]
    pub fn of(&self, species: &[Species]) -> Vec<Option<Colony>> {
        let is_member = |species: &Species, colony: Colony| {
            self.members[colony.index()].iter().any(|name| name.value == species.name)
        };
        let colony_of =
            |species: &Species| Colony::ALL.into_iter().find(|&colony| is_member(species, colony));
        species.iter().map(colony_of).collect()
    }

    /// Returns all names with their colonies.
    fn names(&self) -> impl Iterator<Item = (Colony, &Located<String>)> {
        let of = |colony: Colony| self.members[colony.index()].iter().map(move |n| (colony, n));
        Colony::ALL.into_iter().flat_map(of)
    }
}

/// Reads the table `[colonies]`, if there is one.
pub(super) fn read_colonies(
    root: &Section<'_>,
    land: &Land,
) -> Result<Option<Colonies>, Diagnostic> {
    let Some(section) = root.section("colonies")? else { return Ok(None) };
    section.only(&Colony::ALL.map(Colony::name))?;
    if matches!(land, Land::Open(_)) {
        return Err(section.location().error(
            "the world is open ground, so there are no bases for colonies to fight for",
            "give it a [terrain] with bases, or leave out [colonies]",
        ));
    }
    let [blue, red] = Colony::ALL.map(|colony| read_members(&section, colony));
    let colonies = Colonies { members: [blue?, red?] };
    let mut seen: Vec<&Located<String>> = Vec::new();
    for (_, name) in colonies.names() {
        if let Some(first) = seen.iter().find(|other| other.value == name.value) {
            let problem =
                format!("{} is already listed at {}", quoted(&name.value), first.location);
            return Err(name.location.error(problem, "leave out one of the two"));
        }
        seen.push(name);
    }
    Ok(Some(colonies))
}

fn read_members(section: &Section<'_>, colony: Colony) -> Result<Vec<Located<String>>, Diagnostic> {
    const MEMBERS: &str = "names of species, such as [\"ant\"]";
    let item = section.need(colony.name(), &format!("{colony} = [\"ant\"]"))?;
    let list = item.list(MEMBERS)?;
    if list.is_empty() {
        return Err(item.invalid_value(format!("give a list of {MEMBERS}")));
    }
    let read = |name: &Item| {
        Ok(Located { value: name.text()?.to_owned(), location: name.location.clone() })
    };
    list.iter().map(read).collect()
}

/// Reads the list `[[terrain.base]]` beside rows of tiles.
pub(super) fn read_bases(
    terrain: &Section<'_>,
    rows: &[Located<String>],
) -> Result<Vec<ControlPoint>, Diagnostic> {
    let Some(list) = terrain.get("base") else { return Ok(Vec::new()) };
    let bases = list.list("tables: write `[[terrain.base]]`, with two brackets")?;
    bases.iter().map(|base| read_base(&base.section()?, rows)).collect()
}

fn read_base(base: &Section<'_>, rows: &[Located<String>]) -> Result<ControlPoint, Diagnostic> {
    const CORNERS: &str =
        "tiles, the corners of the base's area, such as [[2, 2], [9, 2], [9, 6], [2, 6]]";
    base.only(&["name", "capture", "polygon"])?;
    let name = base.need("name", "name = \"Courtyard\"")?;
    let capture = base.need("capture", "capture = [5, 4]")?;
    let polygon = base.need("polygon", "polygon = [[2, 2], [9, 2], [9, 6], [2, 6]]")?;
    let corners = polygon.list(CORNERS)?;
    if corners.is_empty() {
        return Err(polygon.invalid_value(format!("give a list of {CORNERS}")));
    }
    Ok(ControlPoint {
        name: name.line(40)?.to_owned(),
        capture: read_cell(capture, rows)?,
        polygon: corners.iter().map(|corner| read_cell(corner, rows)).collect::<Result<_, _>>()?,
    })
}

fn read_cell(item: &Item, rows: &[Located<String>]) -> Result<Cell, Diagnostic> {
    let (width, height) = (rows[0].value.chars().count() as u64, rows.len() as u64);
    let (last_x, last_y) = (width.saturating_sub(1), height.saturating_sub(1));
    let remedy = || {
        item.invalid_value(format!(
            "give a tile, its column from 0 to {last_x} and its row from 0 to {last_y}"
        ))
    };
    let [x, y] = item.list("two whole numbers, the column and the row of a tile")? else {
        return Err(remedy());
    };
    let coordinate = |item: &Item, last: u64| {
        let number = item.whole_in(0..=last, "").map_err(|_| remedy())?;
        u32::try_from(number).map_err(|_| remedy())
    };
    Ok(Cell::new(coordinate(x, last_x)?, coordinate(y, last_y)?))
}

impl Scenario {
    /// Rejects colonies whose species have no population or are plants.
    pub(super) fn check_colonies(&self, all: &[Species]) -> Result<(), Diagnostic> {
        let Some(colonies) = &self.colonies else { return Ok(()) };
        for (colony, name) in colonies.names() {
            let names = || self.populations.iter().map(|Population { species, .. }| &species.value);
            let Some(species) = all.iter().find(|species| species.name == name.value) else {
                let nearest = spelling::nearest(&name.value, names().map(String::as_str));
                let hint = spelling::hint(nearest);
                return Err(name.location.error(
                    format!(
                        "the colony {colony} names {}, which has no population{hint}",
                        quoted(&name.value)
                    ),
                    "name a species that has a [[population]], or add one",
                ));
            };
            if species.kind == Kind::Plant {
                return Err(name.location.error(
                    format!("{} is a plant, and cannot fight for a colony", quoted(&name.value)),
                    "name animals only",
                ));
            }
        }
        Ok(())
    }
}
