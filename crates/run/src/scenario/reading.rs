//! Reads and validates the document of a [`Scenario`].

use std::path::{Path, PathBuf};

use terrarium_creatures::rules::{MIN_GROUND_COST, RuleError, Rules};
use terrarium_input::document::{DESCRIPTION_LENGTH, Document, Entry, Item, Override, Section};
use terrarium_input::{Diagnostic, Located, quoted};
use terrarium_space::geometry::{DVec2, lattice};

use super::colonies::{read_bases, read_colonies};
use super::links::read_links;
use super::placing::{read_places, read_walls};
use super::polygons::read_polygons;
use super::timetable::{Surroundings, read_commands};
use super::{
    DEFAULT_GROWN, DEFAULT_SEED, DEFAULT_TILE, Land, MAX_FOUNDERS, Population, Scenario,
    ScenarioError, overrides,
};

/// The keys of a scenario.
pub(super) const KEYS: [&str; 13] = [
    "description",
    "seed",
    "world",
    "terrain",
    "rules",
    "population",
    "colonies",
    "links",
    "walls",
    "polygons",
    "outlines",
    "command",
    "creatures",
];

impl Scenario {
    /// Reads the scenario from `document` after applying `overrides`. Paths in the document are relative
    /// to `folder`, those in overrides to the working directory.
    ///
    /// # Errors
    /// When the document or an override is invalid.
    pub fn from_document(
        name: &str,
        folder: &Path,
        mut document: Document,
        overrides: &[Override],
    ) -> Result<Self, ScenarioError> {
        let text = document.text().to_owned();
        let original_land = overrides::replace_map(overrides)
            .then(|| document.root().and_then(|root| read_land(&root, folder)))
            .transpose()?;
        overrides::apply(overrides, &mut document)?;
        let root = document.root()?;
        root.only(&KEYS)?;
        let land = read_land(&root, folder)?;
        let seed = root.get("seed").map(|item| item.whole_in(0..=u64::MAX, "")).transpose()?;
        let (rules, populations, links) =
            (read_rules(&root)?, read_populations(&root)?, read_links(&root)?);
        let surroundings = Surroundings {
            species: populations.iter().map(|it| it.species.value.as_str()).collect(),
            links: links.iter().map(|it| it.link.name.as_str()).collect(),
            rules: &rules,
        };
        let timetable = read_commands(&root, &surroundings)?;
        let mut notes = Vec::new();
        let polygons = read_polygons(&root, folder, &mut notes)?;
        Ok(Self {
            name: name.to_owned(),
            description: root
                .need("description", "description = \"A clearing\"")?
                .line(DESCRIPTION_LENGTH)?
                .to_owned(),
            seed: seed.unwrap_or(DEFAULT_SEED),
            colonies: read_colonies(&root, &land)?,
            land,
            original_land,
            rules,
            populations,
            links,
            timetable,
            walls: read_walls(&root)?,
            polygons,
            notes,
            creature_folders: read_creature_folders(&root, folder)?,
            content_hash: blake3::hash(text.as_bytes()).to_hex().to_string(),
            text,
        })
    }
}

fn read_land(root: &Section<'_>, folder: &Path) -> Result<Land, Diagnostic> {
    let Some(terrain) = root.section("terrain")? else {
        let world = root.need("world", "[world]")?.section()?;
        world.only(&["size"])?;
        return read_size(world.need("size", "size = [1600, 1200]")?).map(Land::Open);
    };
    if let Some(world) = root.get("world") {
        // Report the override that causes the contradiction rather than the table of the file.
        let location =
            if terrain.location().is_override() { terrain.location() } else { &world.location };
        return Err(location.error(
            "the terrain already defines the size of the world",
            "leave out either [world] or [terrain]",
        ));
    }
    terrain.only(&["map", "rows", "tile", "base"])?;
    let tile = terrain.get("tile").map(read_tile).transpose()?.unwrap_or(DEFAULT_TILE);
    match (terrain.get("map"), terrain.get("rows")) {
        (Some(map), None) => match terrain.get("base") {
            None => Ok(Land::Map { path: read_path(map, folder)?, tile }),
            Some(base) => Err(base.location.error(
                "the map file already defines its bases",
                "leave out [[terrain.base]], or write the terrain as rows",
            )),
        },
        (None, Some(rows)) => {
            let rows = read_rows(rows)?;
            let bases = read_bases(&terrain, &rows)?;
            Ok(Land::Rows { rows, tile, bases })
        }
        (Some(map), Some(_)) => {
            Err(map.location.error("the terrain has both a map and rows", "leave out one of them"))
        }
        (None, None) => Err(terrain.location().error(
            "the terrain has neither a map nor rows",
            "add `map = \"FILE\"`, or `rows = [...]` with a string for each row of tiles",
        )),
    }
}

fn read_size(item: &Item) -> Result<Located<DVec2>, Diagnostic> {
    const MEMBERS: &str = "two numbers, width and height, such as [1600, 1200]";
    let [width, height] = item.list(MEMBERS)? else {
        return Err(item.invalid_value(format!("give a list of {MEMBERS}")));
    };
    let side = |item: &Item| item.number_in(1.0..=lattice::LIMIT, "units").map(lattice::snap);
    Ok(Located { value: DVec2::new(side(width)?, side(height)?), location: item.location.clone() })
}

fn read_tile(item: &Item) -> Result<f64, Diagnostic> {
    let tile = item.number_in(1.0..=lattice::LIMIT, "units")?;
    if lattice::snap(tile) == tile {
        Ok(tile)
    } else {
        Err(item.invalid_value(format!("give a multiple of 1/{}, such as 32", 1.0 / lattice::STEP)))
    }
}

pub(super) fn read_path(item: &Item, folder: &Path) -> Result<Located<PathBuf>, Diagnostic> {
    let path = Path::new(item.text()?);
    let path = if item.location.is_override() { path.to_owned() } else { folder.join(path) };
    Ok(Located { value: path, location: item.location.clone() })
}

/// Reads the list `creatures`.
fn read_creature_folders(root: &Section<'_>, folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let Some(item) = root.get("creatures") else { return Ok(Vec::new()) };
    let folders = item.list("folders of creatures, such as [\"my-creatures\"]")?;
    let read = |item: &Item| {
        let path = read_path(item, folder)?.value;
        if path.is_dir() {
            return Ok(path);
        }
        let problem = format!("there is no folder {}", quoted(&path.display().to_string()));
        let remedy = "give the path of a folder of creatures, relative to that of the scenario";
        Err(item.location.error(problem, remedy))
    };
    folders.iter().map(read).collect()
}

fn read_rows(item: &Item) -> Result<Vec<Located<String>>, Diagnostic> {
    let rows = item.list("strings, one for each row of tiles")?;
    if rows.is_empty() {
        return Err(item.invalid_value("give at least one row of tiles"));
    }
    let read =
        |row: &Item| Ok(Located { value: row.text()?.to_owned(), location: row.location.clone() });
    rows.iter().map(read).collect()
}

fn read_rules(root: &Section<'_>) -> Result<Rules, Diagnostic> {
    let mut rules = Rules::default();
    let Some(section) = root.section("rules")? else { return Ok(rules) };
    for (name, entry) in section.entries() {
        let set = rules.set(name, entry.item.number()?);
        set.map_err(|error| rule_diagnostic(error, entry))?;
    }
    if let Err(error) = rules.check()
        && let Some(entry) = overridden_entry(&error, section)
    {
        return Err(rule_diagnostic(error, entry));
    }
    Ok(rules)
}

/// Returns the entry that an error is reported at: one of the rules that it names, preferably an
/// override. Default values do not contradict each other, so an error has such an entry.
fn overridden_entry<'a>(error: &RuleError, rules: Section<'a>) -> Option<&'a Entry> {
    let concerned = error.rules();
    let priority =
        |name: &str, entry: &Entry| (concerned.contains(&name), entry.item.location.is_override());
    rules.entries().max_by_key(|(name, entry)| priority(name, entry)).map(|(_, entry)| entry)
}

pub(super) fn rule_diagnostic(error: RuleError, entry: &Entry) -> Diagnostic {
    match error {
        RuleError::Unknown { name, nearest } => {
            let list = "`terrarium rules` lists them all";
            let remedy = nearest.map(|near| format!("did you mean `{near}`? {list}"));
            let problem = format!("there is no rule {}", quoted(&name));
            entry.key.error(problem, remedy.unwrap_or_else(|| list.to_owned()))
        }
        RuleError::OutOfRange { min, max, unit, .. } => {
            entry.item.invalid_value(format!("give a number from {min} to {max} ({unit})"))
        }
        RuleError::NotWhole { .. } => entry.item.invalid_value("give a whole number"),
        RuleError::GroundCost { .. } => {
            let remedy = format!("give 0, or at least {MIN_GROUND_COST}");
            entry.item.invalid_value(remedy)
        }
        RuleError::UnpaidBirth { name, paid, body } => entry.item.location.error(
            format!(
                "a parent of radius 12 would pay {paid} for a newborn that takes {body} energy"
            ),
            format!("raise `{name}` or `incubation_ticks`, or lower `growing` or `birth_radius`"),
        ),
    }
}

fn read_populations(root: &Section<'_>) -> Result<Vec<Population>, Diagnostic> {
    let Some(list) = root.get("population") else { return Ok(Vec::new()) };
    let tables = list.list("tables: write `[[population]]`, with two brackets")?;
    let mut populations: Vec<Population> = Vec::new();
    let mut founders = 0;
    for table in tables {
        let population = read_population(&table.section()?)?;
        reject_duplicate(&population.species, &populations)?;
        founders += population.count;
        if founders > MAX_FOUNDERS {
            let problem = format!("this population raises the number of founders to {founders}");
            let remedy = format!("the maximum is {MAX_FOUNDERS} over all species");
            return Err(table.location.error(problem, remedy));
        }
        populations.push(population);
    }
    Ok(populations)
}

fn read_population(section: &Section<'_>) -> Result<Population, Diagnostic> {
    section.only(&["species", "count", "grown", "at"])?;
    let species = section.need("species", "species = \"clover\"")?;
    let item = section.need("count", "count = 100")?;
    let count = item.whole_in(0..=MAX_FOUNDERS, "founders")?;
    let is_overridden = item.location.is_override();
    let mut places = read_places(section)?;
    if is_overridden {
        places.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    } else if places.len() as u64 > count {
        let problem = format!("there are {} places for {count} founders", places.len());
        return Err(item.location.error(problem, "raise `count`, or remove places from `at`"));
    }
    let grown = section.get("grown").map(|item| item.number_in(0.0..=1.0, "")).transpose()?;
    Ok(Population {
        species: Located { value: species.text()?.to_owned(), location: species.location.clone() },
        count,
        is_overridden,
        grown: grown.unwrap_or(DEFAULT_GROWN),
        places,
    })
}

fn reject_duplicate(species: &Located<String>, before: &[Population]) -> Result<(), Diagnostic> {
    let Some(first) = before.iter().find(|other| other.species.value == species.value) else {
        return Ok(());
    };
    Err(species.location.error(
        format!(
            "the species {} is already listed at {}",
            quoted(&species.value),
            first.species.location
        ),
        "leave out one of the two",
    ))
}
