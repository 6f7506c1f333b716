//! The encoding of scenes: numbers are rounded to what is visible, and validated when they are
//! read.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_creatures::species::{Kind, MATURE_RADIUS, Silhouette, SpeciesId};
use terrarium_sim::world::OngoingCalamity;
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::{MAX_TILES, Tile};
use thiserror::Error;

use super::{
    Action, BaseFigure, Build, Figure, Ground, LinkFigure, Scene, SpeciesLook, WallFigure,
};

/// The format of scenes that this version writes. It reads this format and all earlier ones.
pub const FORMAT: u32 = 5;

const MAGIC: [u8; 4] = *b"scen";

/// An error of decoding a scene.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The bytes are not a scene.
    #[error("this is not a scene")]
    NotAScene,
    /// The scene was written by a later version.
    #[error("the scene is in format {0}, but this version reads formats up to {FORMAT}")]
    OtherFormat(u32),
    /// The scene is truncated or was modified.
    #[error("the scene is damaged: {0}")]
    Damaged(&'static str),
}

/// The stored form of a scene. Adding a field needs another format.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    tick: u64,
    seed: u64,
    bounds: [f64; 4],
    drought: bool,
    tickets: Option<[u32; 2]>,
    species: Vec<SpeciesLook>,
    ground: StoredGround,
    bases: Vec<BaseFigure>,
    walls: Vec<WallFigure>,
    figures: Columns,
    /// Since format 2.
    links: Vec<LinkFigure>,
    /// Since format 3.
    calamities: Vec<OngoingCalamity>,
    /// Since format 4.
    polygons: Vec<Polygon>,
    /// The outlines of the species, since format 5: none in scenes before.
    silhouettes: Vec<Silhouette>,
    /// The builds of the figures, likewise.
    builds: Vec<u16>,
}

#[derive(Serialize, Deserialize)]
struct StoredGround {
    columns: u32,
    rows: u32,
    tile_side: f64,
    /// Runs of equal tiles: the index in [`Tile::ALL`], and the length.
    runs: Vec<(u8, u32)>,
    walls: Vec<Aabb>,
}

/// The figures in columns, which compress well.
#[derive(Serialize, Deserialize, Default)]
struct Columns {
    /// The difference of each identity to the previous one.
    steps: Vec<u64>,
    species: Vec<u16>,
    seen: Vec<u8>,
    actions: Vec<u8>,
    x: Vec<i64>,
    y: Vec<i64>,
    radius: Vec<i64>,
    velocity_x: Vec<i64>,
    velocity_y: Vec<i64>,
    facing: Vec<u8>,
    energy: Vec<u8>,
    damage: Vec<u8>,
    /// The share of light, or [`NO_LIGHT`].
    light: Vec<u8>,
}

/// The number of steps in a unit of length.
const STEPS: f64 = 32.0;

/// The greatest length, in steps: 2⁴⁰ units.
const LONGEST: i64 = 1 << 45;

const NO_LIGHT: u8 = 255;

const SEEN: [SightingKind; 4] =
    [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Carnivore, SightingKind::Carcass];

pub(super) fn to_bytes(scene: &Scene) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    postcard::to_extend(scene, bytes).expect("plain data can be serialised")
}

pub(super) fn from_bytes(bytes: &[u8]) -> Result<Scene, SceneError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(SceneError::NotAScene)?;
    let (format, rest) = rest.split_first_chunk().ok_or(SceneError::NotAScene)?;
    let rest = match u32::from_le_bytes(*format) {
        // The lengths of the lists that were added since, which have no entries.
        format @ 1..FORMAT => Cow::Owned([rest, &[0; 5][format as usize - 1..]].concat()),
        FORMAT => Cow::Borrowed(rest),
        other => return Err(SceneError::OtherFormat(other)),
    };
    match postcard::take_from_bytes::<Stored>(&rest) {
        Ok((stored, [])) => stored.try_into(),
        Ok(_) => Err(SceneError::Damaged("there is data after its end")),
        Err(_) => Err(SceneError::Damaged("it is truncated or was modified")),
    }
}

impl From<Scene> for Stored {
    fn from(scene: Scene) -> Self {
        let Aabb { min, max } = scene.bounds;
        Self {
            tick: scene.tick,
            seed: scene.seed,
            bounds: [min.x, min.y, max.x, max.y],
            drought: scene.drought,
            tickets: scene.tickets,
            species: scene.species.to_vec(),
            ground: StoredGround::new(&scene.ground),
            bases: scene.bases,
            walls: scene.walls,
            figures: Columns::new(&scene.figures),
            links: scene.links,
            calamities: scene.calamities,
            polygons: scene.ground.polygons.clone(),
            silhouettes: scene.species.iter().map(|look| look.silhouette).collect(),
            builds: scene.figures.iter().map(|figure| figure.build.0).collect(),
        }
    }
}

impl TryFrom<Stored> for Scene {
    type Error = SceneError;

    fn try_from(stored: Stored) -> Result<Self, SceneError> {
        let [left, top, right, bottom] = stored.bounds;
        let bounds = Aabb { min: DVec2::new(left, top), max: DVec2::new(right, bottom) };
        let are_boxes = stored.bases.iter().all(|base| is_box(&base.grounds))
            && stored.walls.iter().all(|wall| is_box(&wall.area));
        if !is_box(&bounds) || !are_boxes {
            return Err(SceneError::Damaged("a box is invalid"));
        }
        let is_finite = |base: &BaseFigure| base.middle.is_finite() && base.lean.is_finite();
        if !stored.bases.iter().all(is_finite)
            || !stored.walls.iter().all(|wall| wall.health.is_finite())
        {
            return Err(SceneError::Damaged("a number is not finite"));
        }
        let is_link = |link: &LinkFigure| link.from.is_finite() && link.to.is_finite();
        if !stored.links.iter().all(is_link) {
            return Err(SceneError::Damaged("an end of a link is invalid"));
        }
        let is_in_place = |it: &OngoingCalamity| it.area().is_none_or(|area| area.is_sound());
        if !stored.calamities.iter().all(is_in_place) {
            return Err(SceneError::Damaged("the area of a calamity is invalid"));
        }
        let ground = Ground { polygons: stored.polygons, ..stored.ground.ground()? };
        let mut figures = stored.figures.figures(stored.species.len())?;
        set_builds(&mut figures, &stored.builds)?;
        let species = with_silhouettes(stored.species, &stored.silhouettes)?;
        Ok(Self {
            tick: stored.tick,
            seed: stored.seed,
            bounds,
            figures,
            species: species.into(),
            ground: Arc::new(ground),
            bases: stored.bases,
            walls: stored.walls,
            tickets: stored.tickets,
            drought: stored.drought,
            links: stored.links,
            calamities: stored.calamities,
        })
    }
}

/// The outline of a species before it is read.
pub(super) fn unknown_silhouette() -> Silhouette {
    Silhouette::usual(Kind::Herbivore, *MATURE_RADIUS.start())
}

/// Sets the outlines of species: those that are usual for their kinds where a scene has none.
fn with_silhouettes(
    mut species: Vec<SpeciesLook>,
    silhouettes: &[Silhouette],
) -> Result<Vec<SpeciesLook>, SceneError> {
    if !silhouettes.is_empty() && silhouettes.len() != species.len() {
        return Err(SceneError::Damaged("the number of outlines is not that of species"));
    }
    let radius = f32::midpoint(*MATURE_RADIUS.start(), *MATURE_RADIUS.end());
    for (index, look) in species.iter_mut().enumerate() {
        let known = silhouettes.get(index).copied();
        look.silhouette = known.unwrap_or_else(|| Silhouette::usual(look.kind, radius));
    }
    Ok(species)
}

fn set_builds(figures: &mut [Figure], builds: &[u16]) -> Result<(), SceneError> {
    if !builds.is_empty() && builds.len() != figures.len() {
        return Err(SceneError::Damaged("the number of builds is not that of figures"));
    }
    for (figure, &bits) in figures.iter_mut().zip(builds) {
        figure.build = Build::from_bits(bits);
    }
    Ok(())
}

fn is_box(area: &Aabb) -> bool {
    area.min.is_finite() && area.max.is_finite() && area.min.cmple(area.max).all()
}

impl StoredGround {
    fn new(ground: &Ground) -> Self {
        let mut runs: Vec<(u8, u32)> = Vec::new();
        for &tile in &ground.tiles {
            let index = Tile::ALL.iter().position(|&known| known == tile).unwrap_or(0);
            let code = u8::try_from(index).unwrap_or(0);
            match runs.last_mut() {
                Some((last, count)) if *last == code => *count += 1,
                _ => runs.push((code, 1)),
            }
        }
        let Ground { columns, rows, tile_side, ref walls, .. } = *ground;
        Self { columns, rows, tile_side, runs, walls: walls.clone() }
    }

    fn ground(self) -> Result<Ground, SceneError> {
        let Self { columns, rows, tile_side, runs, walls } = self;
        let count = u64::from(columns) * u64::from(rows);
        let found: u64 = runs.iter().map(|&(_, run)| u64::from(run)).sum();
        if count > MAX_TILES || count != found {
            return Err(SceneError::Damaged("the number of tiles does not match the size"));
        }
        if !tile_side.is_finite() || tile_side < 0.0 || (tile_side == 0.0 && count > 0) {
            return Err(SceneError::Damaged("the size of tiles is invalid"));
        }
        if !walls.iter().all(is_box) {
            return Err(SceneError::Damaged("the box of a wall is invalid"));
        }
        let mut tiles = Vec::new();
        for (code, run) in runs {
            let tile = Tile::ALL.get(usize::from(code));
            let tile = tile.ok_or(SceneError::Damaged("a tile is of an unknown kind"))?;
            tiles.extend(std::iter::repeat_n(*tile, run as usize));
        }
        // A stamp that no world has: the next scene of a simulation computes its own ground.
        let polygons = Vec::new();
        Ok(Ground { columns, rows, tile_side, tiles, walls, polygons, stamp: u64::MAX })
    }
}

impl Columns {
    fn new(figures: &[Figure]) -> Self {
        let mut columns = Self::default();
        let mut last = 0;
        for figure in figures {
            columns.steps.push(figure.id.0 - last);
            last = figure.id.0;
            columns.species.push(figure.species.0);
            columns.seen.push(code(&SEEN, figure.kind));
            columns.actions.push(code(&Action::ALL, figure.action));
            columns.x.push(steps(figure.centre.x));
            columns.y.push(steps(figure.centre.y));
            columns.radius.push(steps(figure.radius));
            columns.velocity_x.push(steps(figure.velocity.x));
            columns.velocity_y.push(steps(figure.velocity.y));
            columns.facing.push(byte(figure.facing / std::f32::consts::TAU + 0.5, 255.0));
            columns.energy.push(byte(figure.energy, 255.0));
            columns.damage.push(byte(figure.damage, 255.0));
            columns.light.push(figure.light.map_or(NO_LIGHT, |light| byte(light, 254.0)));
        }
        columns
    }

    fn figures(self, species: usize) -> Result<Vec<Figure>, SceneError> {
        let count = self.steps.len();
        let lengths = [
            self.species.len(),
            self.seen.len(),
            self.actions.len(),
            self.x.len(),
            self.y.len(),
            self.radius.len(),
            self.velocity_x.len(),
            self.velocity_y.len(),
            self.facing.len(),
            self.energy.len(),
            self.damage.len(),
            self.light.len(),
        ];
        if lengths.iter().any(|&length| length != count) {
            return Err(SceneError::Damaged("the columns of figures differ in length"));
        }
        let mut last = 0_u64;
        (0..count).map(|index| self.figure(index, species, &mut last)).collect()
    }

    fn figure(&self, index: usize, species: usize, last: &mut u64) -> Result<Figure, SceneError> {
        let damaged = SceneError::Damaged;
        let id = last.checked_add(self.steps[index]).filter(|id| id > last);
        *last = id.ok_or(damaged("the figures are out of order"))?;
        if usize::from(self.species[index]) >= species {
            return Err(damaged("the species of a figure is unknown"));
        }
        let unknown = damaged("the kind or the action of a figure is unknown");
        let seen = SEEN.get(usize::from(self.seen[index])).ok_or(unknown.clone())?;
        let action = Action::ALL.get(usize::from(self.actions[index])).ok_or(unknown)?;
        let lengths = [&self.x, &self.y, &self.radius, &self.velocity_x, &self.velocity_y];
        let lengths = lengths.map(|column| column[index]);
        if lengths.iter().any(|length| !(-LONGEST..=LONGEST).contains(length)) || lengths[2] < 0 {
            return Err(damaged("a length of a figure is out of range"));
        }
        let [x, y, radius, velocity_x, velocity_y] = lengths.map(units);
        let light = self.light[index];
        Ok(Figure {
            id: OrganismId(*last),
            species: SpeciesId(self.species[index]),
            kind: *seen,
            centre: DVec2::new(x, y),
            radius,
            velocity: DVec2::new(velocity_x, velocity_y),
            facing: (f32::from(self.facing[index]) / 255.0 - 0.5) * std::f32::consts::TAU,
            energy: f32::from(self.energy[index]) / 255.0,
            damage: f32::from(self.damage[index]) / 255.0,
            action: *action,
            build: Build::default(),
            light: (light != NO_LIGHT).then(|| f32::from(light) / 254.0),
        })
    }
}

fn code<T: PartialEq>(all: &[T], one: T) -> u8 {
    let index = all.iter().position(|known| *known == one).unwrap_or(0);
    u8::try_from(index).unwrap_or(0)
}

#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
fn steps(length: f64) -> i64 {
    ((length * STEPS).round() as i64).clamp(-LONGEST, LONGEST)
}

#[expect(clippy::cast_precision_loss, reason = "lengths are below 2⁵³")]
fn units(steps: i64) -> f64 {
    steps as f64 / STEPS
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn byte(share: f32, whole: f32) -> u8 {
    (share.clamp(0.0, 1.0) * whole).round() as u8
}
