//! The links of a scenario: tables `[[links]]`.

use terrarium_creatures::species::Kind;
use terrarium_input::document::{Item, Section};
use terrarium_input::{Diagnostic, Located, Location, quoted};
use terrarium_navigation::links::MAX_LINKS;
use terrarium_sim::world::{HIGHEST_LINK_COST, LONGEST_CROSSING, WorldConfig, WorldLink};
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::Terrain;

use super::placing::read_place;
use super::{FoundingError, Scenario};

/// A link, with the places of its ends in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioLink {
    /// The link.
    pub link: WorldLink,
    /// Where the file gives its ends, `from` first.
    pub locations: [Location; 2],
}

/// Reads the list `[[links]]`.
pub(super) fn read_links(root: &Section<'_>) -> Result<Vec<ScenarioLink>, Diagnostic> {
    let Some(list) = root.get("links") else { return Ok(Vec::new()) };
    let tables = list.list("tables: write `[[links]]`, with two brackets")?;
    if tables.len() > MAX_LINKS {
        let problem = format!("there are {} links", tables.len());
        return Err(list.location.error(problem, format!("give at most {MAX_LINKS}")));
    }
    let mut names: Vec<Located<String>> = Vec::new();
    let mut links = Vec::new();
    for table in tables {
        let (name, link) = read_link(&table.section()?)?;
        if let Some(first) = names.iter().find(|other| other.value == name.value) {
            let problem =
                format!("the link {} is already at {}", quoted(&name.value), first.location);
            return Err(name.location.error(problem, "give each link a name of its own"));
        }
        names.push(name);
        links.push(link);
    }
    Ok(links)
}

fn read_link(section: &Section<'_>) -> Result<(Located<String>, ScenarioLink), Diagnostic> {
    section.only(&["name", "from", "to", "ticks", "one_way", "cost", "open"])?;
    let name = section.need("name", "name = \"ferry\"")?;
    let from = section.need("from", "from = [120, 80]")?;
    let to = section.need("to", "to = [360, 80]")?;
    let ends = [read_place(from)?, read_place(to)?];
    let ticks = section.need("ticks", "ticks = 40")?;
    let ticks = ticks.whole_in(0..=u64::from(LONGEST_CROSSING), "ticks")?;
    let cost = section.get("cost");
    let cost = cost.map(|item| item.number_in(0.0..=HIGHEST_LINK_COST, "units of path"));
    let flag = |key: &str, default: bool| section.get(key).map_or(Ok(default), Item::truth);
    let link = WorldLink {
        name: name.line(40)?.to_owned(),
        from: ends[0],
        to: ends[1],
        ticks: u32::try_from(ticks).expect("it is in range"),
        cost: cost.transpose()?,
        both_ways: !flag("one_way", false)?,
        is_open: flag("open", true)?,
    };
    let name = Located { value: link.name.clone(), location: name.location.clone() };
    Ok((name, ScenarioLink { link, locations: [from.location.clone(), to.location.clone()] }))
}

impl Scenario {
    /// Rejects links that end outside the world, in impassable terrain, a wall or a polygon, or so near to them that no
    /// animal has room there: they would never be used.
    pub(super) fn check_links(
        &self,
        config: &WorldConfig,
        walls: &[Aabb],
        polygons: &[Polygon],
    ) -> Result<(), FoundingError> {
        let bounds = config.bounds;
        let mut blocks = config.terrain.as_ref().map(Terrain::obstacles).unwrap_or_default();
        blocks.extend(walls);
        let newborn = least_radius(config);
        let has_room = |place: DVec2| {
            let body = Aabb::square(place, newborn);
            bounds.contains_box(&body)
                && !blocks.iter().any(|block| block.overlaps(&body))
                && !polygons.iter().any(|polygon| polygon.overlaps(&body))
        };
        for ScenarioLink { link, locations } in &self.links {
            for (place, location) in link.ends(false).into_iter().zip(locations) {
                let name = quoted(&link.name);
                let problem = if bounds.nearest_point(place) != place {
                    format!("the link {name} ends outside the world")
                } else if blocks.iter().any(|block| block.contains_inside(place))
                    || polygons.iter().any(|polygon| polygon.contains_inside(place))
                {
                    format!("the link {name} ends in impassable terrain")
                } else if !has_room(place) {
                    let problem = format!(
                        "no animal has room at this end of the link {name}, not even a newborn of radius {newborn}"
                    );
                    let remedy =
                        format!("give a point at least {newborn} away from walls and the border");
                    return Err(FoundingError::Link(location.error(problem, remedy)));
                } else {
                    continue;
                };
                let DVec2 { x, y } = bounds.max;
                let remedy = format!("give a passable point from [0, 0] to [{x}, {y}]");
                return Err(FoundingError::Link(location.error(problem, remedy)));
            }
        }
        Ok(())
    }
}

/// The radius of the smallest animal that a world can have.
fn least_radius(config: &WorldConfig) -> f64 {
    let animals = config.species.iter().filter(|species| species.kind != Kind::Plant);
    let mature = animals.map(|species| f64::from(species.nature.mature_radius()));
    mature.fold(config.rules.birth_radius, f64::min)
}
