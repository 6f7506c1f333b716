//! Saves a world as a scenario: its land as it is now, and its organisms as founders.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use terrarium_creatures::behaviour::Colony;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Catalogue, Species, SpeciesContext};
use terrarium_input::document::{Document, MAX_BYTES, quoted};
use terrarium_output::atomic_file;
use terrarium_sim::behaviours;
use terrarium_sim::world::{SavedNature, SavedOrganism, TimedCommand, World, WorldLink};
use terrarium_space::geometry::{Aabb, DVec2, Polygon, lattice};
use terrarium_space::terrain::{Alphabet, Cell, Terrain, Tile};
use thiserror::Error;

use super::Scenario;
use super::timetable::command_table;

/// Where the founders of a saved scenario are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Places {
    /// Where the organisms are now, as large as they are now.
    #[default]
    Same,
    /// At random, as many as there are now.
    Random,
}

/// A scenario made from a world.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedScenario {
    /// The text of the scenario file.
    pub text: String,
    /// The species that do not ship with the program, or differ from those that do.
    pub species: Vec<Species>,
}

/// The reason why a world cannot be saved as a scenario.
#[derive(Debug, Error)]
pub enum SaveScenarioError {
    /// The file would be larger than scenario files can be.
    #[error(
        "the scenario takes {bytes} bytes, but a scenario file has at most {most}; {}",
        if *.has_places { "save it with random places: `terrarium scenario FILE --random-places`" } else { "save a smaller world" }
    )]
    TooLarge {
        /// The number of bytes.
        bytes: usize,
        /// The maximum.
        most: u64,
        /// Whether it holds the places of organisms.
        has_places: bool,
    },
    /// No scenario can describe the world.
    #[error("no scenario can describe this world: {0}")]
    Impossible(String),
    /// A file cannot be written.
    #[error("{}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl SavedScenario {
    /// Describes a world as a scenario that is to be saved at `path`, and founds that scenario to make sure that
    /// it can be run.
    ///
    /// Its land is that of the world: tiles, breached walls as open ground, bases with their owners, and the walls that
    /// commands have built. Its founders are the living organisms. They have the traits, the energy and the age of
    /// founders; carcasses, calamities, memories and journeys are left out.
    ///
    /// # Errors
    /// When no scenario can describe the world, or it takes too many bytes.
    pub fn new(world: &World, places: Places, path: &Path) -> Result<Self, SaveScenarioError> {
        let species = own_species(world)?;
        let folder = (!species.is_empty()).then(|| creatures_folder(path));
        let parts = Parts::new(world, places);
        let text = parts.text(folder.as_deref());
        if text.len() as u64 > MAX_BYTES {
            let has_places = places == Places::Same && {
                let text = Parts::new(world, Places::Random).text(folder.as_deref());
                text.len() as u64 <= MAX_BYTES
            };
            return Err(SaveScenarioError::TooLarge {
                bytes: text.len(),
                most: MAX_BYTES,
                has_places,
            });
        }
        let impossible =
            |problem: &dyn std::fmt::Display| SaveScenarioError::Impossible(problem.to_string());
        let name = path.display().to_string();
        // The folder of its creatures is not there yet.
        let document =
            Document::parse(&name, &parts.text(None)).map_err(|error| impossible(&error))?;
        let scenario = Scenario::from_document("saved", Path::new(""), document, &[])
            .map_err(|error| impossible(&error))?;
        scenario.create(world.config().species.clone()).map_err(|error| impossible(&error))?;
        Ok(Self { text, species })
    }

    /// Writes the scenario to `path`, and species of its own to a folder beside it: those of `pond.toml` to
    /// `pond-creatures`.
    ///
    /// # Errors
    /// When a file cannot be written, or that folder already exists.
    pub fn save(&self, path: &Path) -> Result<(), SaveScenarioError> {
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |source| SaveScenarioError::Unwritable { path, source }
        };
        if !self.species.is_empty() {
            let folder = path.with_file_name(creatures_folder(path));
            fs::create_dir(&folder).map_err(unwritable(&folder))?;
            for species in &self.species {
                let home = folder.join(&species.name);
                fs::create_dir(&home).map_err(unwritable(&home))?;
                for (name, content) in species.files() {
                    let file = home.join(name);
                    fs::write(&file, content).map_err(unwritable(&file))?;
                }
            }
        }
        atomic_file::write(path, |file| file.write_all(self.text.as_bytes()))
            .map_err(unwritable(path))
    }
}

/// The name of the folder for the species of a scenario at `path`.
fn creatures_folder(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{stem}-creatures")
}

/// The species of a world that do not ship with the program as they are.
fn own_species(world: &World) -> Result<Vec<Species>, SaveScenarioError> {
    let config = world.config();
    let context =
        SpeciesContext { rules: &config.rules, overrides: &[], behaviours: &behaviours::check };
    let shipped = Catalogue::load::<&Path>(&[], &context)
        .map_err(|error| SaveScenarioError::Impossible(error.to_string()))?;
    let is_own = |species: &&Species| shipped.get(&species.name) != Some(*species);
    Ok(config.species.iter().filter(is_own).cloned().collect())
}

/// The text of a scenario file, without the folder of its creatures.
struct Parts {
    head: String,
    body: String,
}

impl Parts {
    fn new(world: &World, places: Places) -> Self {
        let config = world.config();
        let tick = world.tick();
        let seed = config.seed;
        let head = format!("description = \"A world saved at tick {tick}\"\nseed = {seed}\n");
        let mut body = String::new();
        write_walls(&mut body, &world.command_effects().walls);
        write_polygons(&mut body, &world.command_effects().polygons);
        match land(world) {
            Some(terrain) => write_terrain(&mut body, &terrain),
            None => {
                let DVec2 { x, y } = config.bounds.size();
                let _ = write!(body, "\n[world]\nsize = [{x}, {y}]\n");
            }
        }
        write_rules(&mut body, &config.rules);
        for (index, link) in (0..).zip(&config.links) {
            write_link(&mut body, link, world.is_link_open(index));
        }
        write_timetable(&mut body, world);
        write_colonies(&mut body, world);
        write_populations(&mut body, world, places);
        Self { head, body }
    }

    fn text(&self, creatures: Option<&str>) -> String {
        let Self { head, body } = self;
        let creatures = creatures.map(|folder| format!("creatures = [{}]\n", quoted(folder)));
        format!("{head}{}{body}", creatures.unwrap_or_default())
    }
}

/// The terrain with breached walls as open ground, and the owners of bases at their capture tiles.
fn land(world: &World) -> Option<Terrain> {
    let mut terrain = world.config().terrain.clone()?;
    let Some(conquest) = &world.conquest() else { return Some(terrain) };
    let rules = &world.config().rules;
    let breached = conquest.damage.keys().filter(|&&wall| conquest.is_breached(wall, rules));
    let breached: Vec<Cell> = breached.copied().collect();
    for wall in breached {
        terrain.set_tile(wall, Tile::Ground);
    }
    let captures: Vec<Cell> = terrain.control_points().iter().map(|point| point.capture).collect();
    for (capture, base) in captures.into_iter().zip(&conquest.bases) {
        let is_marked = matches!(terrain.tile(capture), Some(Tile::Capture(_)));
        let is_free = terrain.tile(capture).is_some_and(|tile| tile.mark().is_none());
        if is_marked || (is_free && base.owner.is_some()) {
            terrain.set_tile(capture, Tile::Capture(Colony::team(base.owner)));
        }
    }
    Some(terrain)
}

fn write_walls(text: &mut String, walls: &[Aabb]) {
    if walls.is_empty() {
        return;
    }
    text.push_str("walls = [\n");
    for Aabb { min, max } in walls {
        let edges = [min.x, min.y, max.x, max.y].map(short);
        let _ = writeln!(text, "    [{}],", edges.join(", "));
    }
    text.push_str("]\n");
}

fn write_polygons(text: &mut String, polygons: &[Polygon]) {
    if polygons.is_empty() {
        return;
    }
    text.push_str("polygons = [\n");
    for polygon in polygons {
        let _ = writeln!(text, "    {},", corners(polygon));
    }
    text.push_str("]\n");
}

fn write_terrain(text: &mut String, terrain: &Terrain) {
    let _ = write!(text, "\n[terrain]\ntile = {}\nrows = [\n", terrain.tile_side());
    let mut row = String::new();
    for (cell, tile) in terrain.tiles() {
        row.push(Alphabet::PICTURE.letter(tile).expect("a picture can show every tile"));
        if cell.x + 1 == terrain.width() {
            let _ = writeln!(text, "    \"{row}\",");
            row.clear();
        }
    }
    text.push_str("]\n");
    for base in terrain.control_points() {
        let corners: Vec<String> = base.polygon.iter().map(Cell::to_string).collect();
        let _ = write!(
            text,
            "\n[[terrain.base]]\nname = {}\ncapture = {}\npolygon = [{}]\n",
            quoted(&base.name),
            base.capture,
            corners.join(", ")
        );
    }
}

/// Writes the rules that differ from the defaults.
fn write_rules(text: &mut String, rules: &Rules) {
    let defaults = Rules::default();
    let values = Rules::ALL.iter().filter_map(|rule| Some((rule.name, rules.get(rule.name)?)));
    let changed: Vec<(&str, f64)> =
        values.filter(|(name, value)| defaults.get(name) != Some(*value)).collect();
    if !changed.is_empty() {
        text.push_str("\n[rules]\n");
        for (name, value) in changed {
            let _ = writeln!(text, "{name} = {value}");
        }
    }
}

fn write_link(text: &mut String, link: &WorldLink, is_open: bool) {
    let point = |at: DVec2| format!("[{}, {}]", short(at.x), short(at.y));
    let _ = write!(
        text,
        "\n[[links]]\nname = {}\nfrom = {}\nto = {}\nticks = {}\none_way = {}\nopen = {is_open}\n",
        quoted(&link.name),
        point(link.from),
        point(link.to),
        link.ticks,
        !link.both_ways,
    );
    if let Some(cost) = link.cost {
        let _ = writeln!(text, "cost = {cost}");
    }
}

/// Writes the commands that are still to come, counted from the first tick of the scenario.
fn write_timetable(text: &mut String, world: &World) {
    let names: Vec<&str> = world.config().species.iter().map(|it| it.name.as_str()).collect();
    for timed in &world.config().timetable {
        let Some(next) = timed.next(world.tick()) else { continue };
        let until = timed.until.map(|until| until - world.tick());
        let timed = TimedCommand { tick: next - world.tick(), until, ..timed.clone() };
        text.push_str(&command_table(&timed, &names));
    }
}

fn write_colonies(text: &mut String, world: &World) {
    let config = world.config();
    if !config.is_conquest() {
        return;
    }
    text.push_str("\n[colonies]\n");
    for colony in Colony::ALL {
        let members = config.species.iter().zip(&config.colonies);
        let members = members.filter(|(_, of)| **of == Some(colony));
        let names: Vec<String> = members.map(|(species, _)| quoted(&species.name)).collect();
        let _ = writeln!(text, "{colony} = [{}]", names.join(", "));
    }
}

fn write_populations(text: &mut String, world: &World, places: Places) {
    let mut living: BTreeMap<usize, Vec<SavedOrganism>> = BTreeMap::new();
    for organism in world.organisms() {
        if !matches!(organism.nature, SavedNature::Carcass(_)) {
            living.entry(organism.who.species.index()).or_default().push(organism);
        }
    }
    for (index, species) in world.config().species.iter().enumerate() {
        let organisms = living.remove(&index).unwrap_or_default();
        let (name, count) = (quoted(&species.name), organisms.len());
        let _ = write!(text, "\n[[population]]\nspecies = {name}\ncount = {count}\n");
        let mature = lattice::snap(f64::from(species.nature.mature_radius()));
        match places {
            Places::Same if count > 0 => {
                text.push_str("at = [\n");
                organisms.iter().for_each(|it| write_place(text, it, mature));
                text.push_str("]\n");
            }
            Places::Same => {}
            Places::Random => {
                let grown = organisms.iter().filter(|it| it.body.radius >= mature).count();
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "there are fewer than 2⁵³ organisms"
                )]
                let share = grown as f64 / count.max(1) as f64;
                let _ = writeln!(text, "grown = {}", short(share));
            }
        }
    }
}

fn write_place(text: &mut String, organism: &SavedOrganism, mature: f64) {
    let (at, radius) = (organism.body.centre, organism.body.radius);
    let _ = match radius >= mature {
        true => writeln!(text, "    [{}, {}],", short(at.x), short(at.y)),
        false => writeln!(text, "    [{}, {}, {}],", short(at.x), short(at.y), short(radius)),
    };
}

/// The corners of a polygon as a list.
pub(super) fn corners(polygon: &Polygon) -> String {
    let corner = |at: &DVec2| format!("[{}, {}]", short(at.x), short(at.y));
    let corners: Vec<String> = polygon.corners().iter().map(corner).collect();
    format!("[{}]", corners.join(", "))
}

/// A number with seven decimals at most, which determine a value of the lattice.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.7}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
