//! Founds the world of a scenario: the first generation of its species.

use rand::RngExt;
use terrarium_creatures::behaviour::{CreatureRng, Event, EventKind, OrganismId};
use terrarium_creatures::species::{Species, SpeciesId};
use terrarium_input::{Diagnostic, Located};
use terrarium_navigation::strategic::StrategicProblem;
use terrarium_sim::world::chance::Purpose;
use terrarium_sim::world::{
    Account, Body, Founder, Identity, Lineage, Origin, World, WorldConfig, age_of,
};
use terrarium_space::geometry::{Aabb, DVec2, Polygon, lattice};
use terrarium_space::terrain::{Terrain, TerrainError};
use terrarium_space::{Index, Mobility, Slot};
use thiserror::Error;

use super::nesting::{self, ConquestProblem, Nests};
use super::{FounderPlace, Land, MAX_FOUNDERS, Population, Scenario};

/// The reason why the world of a scenario could not be founded.
#[derive(Debug, Error)]
pub enum FoundingError {
    /// The map cannot be read.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// The side of a tile or the bases are invalid for the map.
    #[error("{map}: {problem}")]
    Tile {
        /// The map.
        map: String,
        /// What is wrong with it.
        problem: terrarium_space::terrain::TerrainProblem,
    },
    /// The map or the world is invalid for the colonies.
    #[error("{map}: {problem}")]
    Conquest {
        /// The map.
        map: String,
        /// What is wrong with it.
        problem: ConquestProblem,
    },
    /// A link ends outside the world or in impassable terrain.
    #[error("{0}")]
    Link(Diagnostic),
    /// A wall lies beyond the world, or a founder has no room at its place.
    #[error("{0}")]
    Misplaced(Diagnostic),
    /// No free place was found for a founder.
    #[error(
        "the world of {width} × {height} units is too small for its population: \
         {placed} of {count} {species} found room; enlarge the world or lower the counts"
    )]
    TooSmall {
        /// The species that did not find enough room.
        species: String,
        /// The number of founders that were placed.
        placed: u64,
        /// The number of founders that it should have.
        count: u64,
        /// The world's width, in units.
        width: f64,
        /// The world's height, in units.
        height: f64,
    },
}

/// The number of random positions to try for a founder before the world counts as full.
const TRIES: u32 = 2_000;

/// The maximum age of a founder, as a share of its lifespan.
const MAX_AGE: f64 = 0.6;

impl Scenario {
    /// Founds the world of this scenario at tick 0. `species` are those of its populations, in their
    /// order, as [`Scenario::resolve_species`] returns them.
    ///
    /// Each founder has a random free position, half to 80 % of its maximum energy, and an age and
    /// size that match. The share of mature founders is that of the population.
    ///
    /// # Errors
    /// When the map cannot be read or is invalid, or a founder finds no free position.
    pub fn create(&self, species: Vec<Species>) -> Result<World, FoundingError> {
        self.found_with_observer(species, &mut |_| {})
    }

    /// Founds the world like [`create`](Self::create), and calls `observer` with the progress before the
    /// first founder and after each one.
    ///
    /// # Errors
    /// Those of [`create`](Self::create).
    pub fn found_with_observer(
        &self,
        species: Vec<Species>,
        observer: &mut FoundingObserver<'_>,
    ) -> Result<World, FoundingError> {
        let terrain = self.terrain(&self.land)?;
        let bounds = match (&self.land, &terrain) {
            (Land::Open(size), _) => Aabb::new(DVec2::ZERO, size.value),
            (_, Some(terrain)) => terrain.area(),
            (_, None) => unreachable!("all land but open ground has a terrain"),
        };
        let scale = self.scale(terrain.as_ref())?;
        let colonies = self.colonies.as_ref().map(|colonies| colonies.of(&species));
        let config = WorldConfig {
            seed: self.seed,
            bounds,
            rules: self.rules.clone(),
            terrain,
            species,
            colonies: colonies.unwrap_or_default(),
            links: self.links.iter().map(|it| it.link.clone()).collect(),
            timetable: self.timetable.iter().map(|it| it.timed.clone()).collect(),
        };
        let walls = self.walls_within(&config)?;
        let polygons = self.polygons_within(&config)?;
        self.check_links(&config, &walls, &polygons)?;
        self.check_timetable(&config)?;
        if let Some(problem) = nesting::problem(&config) {
            return Err(FoundingError::Conquest { map: self.map_name(), problem });
        }
        let mut founding = Founding::new(config, walls, polygons).map_err(|problem| {
            FoundingError::Conquest { map: self.map_name(), problem: problem.into() }
        })?;
        let counts = self.populations.iter().map(|population| scale.of_population(population));
        let counts: Vec<u64> = counts.collect();
        let mut progress = FoundingProgress { placed: 0, founders: counts.iter().sum() };
        observer(progress);
        // Those with a place come first, so that no other stands there. Places are meant for the land of the file.
        let of_file = self.original_land.is_none();
        let placed: Vec<&[Located<FounderPlace>]> = self
            .populations
            .iter()
            .map(|population| if of_file { &population.places[..] } else { &[] })
            .collect();
        for (species, places) in (0..).map(SpeciesId).zip(&placed) {
            for place in *places {
                founding.settle_at(species, place)?;
                progress.placed += 1;
                observer(progress);
            }
        }
        let populations = (0..).map(SpeciesId).zip(&self.populations);
        for (((species, population), count), places) in populations.zip(counts).zip(&placed) {
            let count = count - places.len() as u64;
            founding.settle(species, population, count, &mut || {
                progress.placed += 1;
                observer(progress);
            })?;
        }
        Ok(founding.world)
    }

    /// The number of founders of each population, in their order. The counts of the file are for its own land: another
    /// one has as many for its open ground.
    ///
    /// # Errors
    /// When a map cannot be read or is invalid.
    pub fn founder_counts(&self) -> Result<Vec<u64>, FoundingError> {
        let scale = match self.original_land {
            None => Scale(1.0),
            Some(_) => self.scale(self.terrain(&self.land)?.as_ref())?,
        };
        Ok(self.populations.iter().map(|population| scale.of_population(population)).collect())
    }

    /// The ratio of the open area of this land to that of the land that the counts are for.
    fn scale(&self, terrain: Option<&Terrain>) -> Result<Scale, FoundingError> {
        let Some(original_land) = &self.original_land else { return Ok(Scale(1.0)) };
        let original = self.terrain(original_land)?;
        Ok(Scale(open_ground(&self.land, terrain) / open_ground(original_land, original.as_ref())))
    }

    fn terrain(&self, land: &Land) -> Result<Option<Terrain>, FoundingError> {
        let wrong = |problem| FoundingError::Tile { map: self.map_name(), problem };
        let (terrain, tile) = match land {
            Land::Open(_) => return Ok(None),
            Land::Map { path, tile } => (Terrain::read(&path.value)?, *tile),
            Land::Rows { rows, tile, bases } => {
                let rows = rows.iter().map(|row| row.value.as_str());
                let terrain = Terrain::from_rows(&self.name, rows)?;
                (terrain.with_control_points(bases.clone()).map_err(wrong)?, *tile)
            }
        };
        terrain.with_tile_side(tile).map(Some).map_err(wrong)
    }

    /// The name of the map in messages.
    fn map_name(&self) -> String {
        match &self.land {
            Land::Map { path, .. } => path.value.display().to_string(),
            Land::Open(_) | Land::Rows { .. } => self.name.clone(),
        }
    }
}

/// The progress of founding a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundingProgress {
    /// The number of founders that have their place.
    pub placed: u64,
    /// The number of founders in all.
    pub founders: u64,
}

/// Observes the founding of a world. The world does not depend on it.
pub type FoundingObserver<'a> = dyn FnMut(FoundingProgress) + 'a;

/// The number of founders for each one in the file.
#[derive(Clone, Copy)]
struct Scale(f64);

impl Scale {
    /// Returns the number of founders of a population.
    fn of_population(self, population: &Population) -> u64 {
        if population.is_overridden { population.count } else { self.of(population.count) }
    }

    /// Scales a count of the file. A positive count stays positive.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "counts are at most ten million, and saturate"
    )]
    fn of(self, count: u64) -> u64 {
        ((count as f64 * self.0).round() as u64).clamp(count.min(1), MAX_FOUNDERS)
    }
}

/// The passable area of a land, in square units.
fn open_ground(land: &Land, terrain: Option<&Terrain>) -> f64 {
    match (land, terrain) {
        (Land::Open(size), _) => size.value.x * size.value.y,
        (_, Some(terrain)) => {
            let blocked: f64 = terrain.obstacles().iter().map(Aabb::area).sum();
            terrain.area().area() - blocked
        }
        (_, None) => unreachable!("all land but open ground has a terrain"),
    }
}

/// A world to which founders are being added.
struct Founding {
    world: World,
    index: Index,
    nests: Nests,
    /// The number of founders of each species so far.
    founded: Vec<u64>,
}

/// A founder that is to be placed.
struct Newcomer {
    species: SpeciesId,
    lineage: Lineage,
    /// Its random numbers.
    rng: CreatureRng,
}

impl Founding {
    fn new(
        config: WorldConfig,
        walls: Vec<Aabb>,
        polygons: Vec<Polygon>,
    ) -> Result<Self, StrategicProblem> {
        let founded = vec![0; config.species.len()];
        let mut world = World::new(config)?;
        let mut blocks =
            world.config().terrain.as_ref().map(Terrain::obstacles).unwrap_or_default();
        blocks.extend(&walls);
        let parts = polygons.iter().flat_map(Polygon::parts).cloned().collect();
        world.build_walls(walls, polygons);
        let nests = Nests::new(&world);
        Ok(Self { world, index: Index::new(&blocks, parts, []), nests, founded })
    }

    fn settle(
        &mut self,
        species: SpeciesId,
        population: &Population,
        count: u64,
        on_placed: &mut dyn FnMut(),
    ) -> Result<(), FoundingError> {
        for placed in 0..count {
            let mut newcomer = self.newcomer(species);
            let is_grown = newcomer.rng.random::<f64>() < population.grown;
            if self.place(newcomer, is_grown).is_none() {
                let size = self.world.config().bounds.size();
                return Err(FoundingError::TooSmall {
                    species: population.species.value.clone(),
                    placed,
                    count,
                    width: size.x,
                    height: size.y,
                });
            }
            on_placed();
        }
        Ok(())
    }

    /// Adds a founder at its place.
    fn settle_at(
        &mut self,
        species: SpeciesId,
        place: &Located<FounderPlace>,
    ) -> Result<(), FoundingError> {
        let config = self.world.config().clone();
        let (birth, mature) = self.radii(species);
        let FounderPlace { centre, radius } = place.value;
        let radius = radius.unwrap_or(mature);
        let misplaced = |problem: String, remedy: &str| {
            Err(FoundingError::Misplaced(place.location.error(problem, remedy)))
        };
        let name = &config.species(species).name;
        if !(birth..=mature).contains(&radius) {
            let problem = format!("a {name} cannot have a radius of {radius}");
            return misplaced(problem, &format!("give {birth} to {mature} units"));
        }
        let body = Body { centre, radius };
        if !config.bounds.contains_box(&body.area()) {
            return misplaced(
                format!("a {name} of radius {radius} extends beyond the world"),
                "move it",
            );
        }
        if !self.index.is_free(&body.area(), None) {
            let problem = format!(
                "there is no room for a {name} of radius {radius}: another founder, a wall or impassable terrain \
                 is there"
            );
            return misplaced(problem, "move it, or leave it out");
        }
        let maturity = config.rules.maturity;
        let mut newcomer = self.newcomer(species);
        let age_share = match radius >= mature {
            true => newcomer.age_share(true, maturity),
            false => (radius - birth) / (mature - birth) * maturity,
        };
        self.spawn(newcomer, body, age_share);
        Ok(())
    }

    /// Adds one founder at random. Returns `None` when no free position was found.
    fn place(&mut self, mut newcomer: Newcomer, is_grown: bool) -> Option<()> {
        let maturity = self.world.config().rules.maturity;
        let age_share = newcomer.age_share(is_grown, maturity);
        let (birth, mature) = self.radii(newcomer.species);
        let grown = ((mature - birth) * age_share / maturity).floor();
        let radius = if is_grown { mature } else { (birth + grown).min(mature) };
        let body = self.free_place(&mut newcomer, radius)?;
        self.spawn(newcomer, body, age_share);
        Some(())
    }

    /// The radii of newborns and of mature founders of a species.
    fn radii(&self, species: SpeciesId) -> (f64, f64) {
        let config = &self.world.config();
        let mature = lattice::snap(f64::from(config.species(species).nature.mature_radius()));
        (lattice::snap(config.rules.birth_radius).min(mature), mature)
    }

    /// The next founder of a species.
    fn newcomer(&self, species: SpeciesId) -> Newcomer {
        let number = self.founded[species.index()];
        let lineage = Lineage::beginning(Origin::Founding, species, 0, number);
        let rng = self.world.config().chance(0, lineage, Purpose::Founding);
        Newcomer { species, lineage, rng }
    }

    /// Adds a founder with a body, at an age that is this share of its lifespan.
    fn spawn(&mut self, newcomer: Newcomer, body: Body, age_share: f64) {
        let Newcomer { species, lineage, mut rng } = newcomer;
        let id = self.world.new_id();
        let config = self.world.config();
        let span = config.lifespan(species, config.species(species).nature.mature_radius());
        let slot = Slot(u32::try_from(id.0).expect("founders are few"));
        self.index.insert(slot, body.area(), Mobility::Stationary);
        let born = -age_of(span, age_share);
        let who = Identity::without_parent(id, lineage, species, born);
        let mut founder = Founder::new(config, who, body, &mut rng);
        // Random, since otherwise all would grow and conceive in the same ticks.
        let soon = span / 16;
        founder.life.grows_at = rng.random_range(0..=soon);
        founder.life.breeds_at = rng.random_range(0..=soon);
        self.world.spawn_founder(founder, Account::Founding);
        self.founded[species.index()] += 1;
        let what = EventKind::Born { parent: OrganismId::NONE };
        self.world.push_event(Event { to: id, species, what });
    }

    fn free_place(&mut self, newcomer: &mut Newcomer, radius: f64) -> Option<Body> {
        let config = self.world.config();
        let Newcomer { species, rng, .. } = newcomer;
        let room = config.bounds.inflated(DVec2::splat(-radius));
        if !room.min.cmple(room.max).all() {
            return None;
        }
        let colony = config.colony(*species);
        (0..TRIES).find_map(|tries| {
            let position = match colony {
                Some(colony) => self.nests.place_near(colony, tries, rng)?,
                None => {
                    let shares = DVec2::new(rng.random(), rng.random());
                    room.min + (room.max - room.min) * shares
                }
            };
            let centre = lattice::snap_point(position);
            let body = Body { centre: room.nearest_point(centre), radius };
            self.index.is_free(&body.area(), None).then_some(body)
        })
    }
}

impl Newcomer {
    /// Draws its age, as a share of its lifespan.
    fn age_share(&mut self, is_grown: bool, maturity: f64) -> f64 {
        let share = self.rng.random::<f64>();
        if is_grown {
            maturity.min(MAX_AGE) + share * (MAX_AGE - maturity).max(0.0)
        } else {
            share * maturity
        }
    }
}
