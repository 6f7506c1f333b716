//! The surface of the ground, pixel by pixel: cover, tiles with rounded edges, water with shores, and the bank around
//! the world.

use terrarium_drawing::framebuffer as pixels;
use terrarium_run::record::scene;

use super::cover::Cover;
use super::grain::{self, Grain, Grains};
use super::inks::{BARE, FULL, Ground, Inks};
use super::lens::Lens;
use crate::Framebuffer;
use crate::painter::between::Between;

/// What is painted.
pub(super) struct Surface<'a> {
    pub lens: &'a Lens,
    pub cover: &'a Cover,
    pub ground: &'a scene::Ground,
    pub inks: &'a Inks,
    pub grains: &'a Grains,
}

/// The parts of a cell that belongs to pixels, in 256ths.
const PARTS: i32 = 256;

/// The distance from the edge at which the bank is darkest, in pixels.
const BANK: i32 = 90;

/// Shares of water, in 65,536ths, at which ground is a shore and water is deep.
const IS_SHORE: i32 = 20_000;
const IS_DEEP: i32 = 50_000;

/// Where a column or row of pixels lies among tiles.
#[derive(Debug, Clone, Copy)]
struct AmongTiles {
    near: Between,
    /// The tile that it lies in.
    own: usize,
}

impl Surface<'_> {
    /// Paints the clip of a framebuffer.
    pub fn paint(&self, framebuffer: &mut Framebuffer) {
        let clip = framebuffer.clipping();
        let size = self.lens.bounds.size() * self.lens.scale;
        #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
        let ends = [size.x.round().max(1.0) as i32, size.y.round().max(1.0) as i32];
        let inside = |pixel: i32, axis: usize| {
            let from = pixel - self.lens.origin[axis];
            (-from).max(from - ends[axis] + 1).max(0)
        };
        let columns = clip.columns();
        let beyond: Vec<i32> = columns.clone().map(|x| inside(x, 0)).collect();
        let cells: Vec<Between> = columns.clone().map(|x| self.cell(x, 0)).collect();
        let tiles: Vec<AmongTiles> = columns.clone().map(|x| self.tile(x, 0)).collect();
        let across = grain::places(self.lens, columns, 0);
        let down = grain::places(self.lens, clip.rows(), 1);
        let has_tiles = self.has_tiles();
        let mut levels = Vec::new();
        for (y, texture) in clip.rows().zip(down) {
            let texture = self.grains.row(texture);
            let row_beyond = inside(y, 1);
            self.mix_levels(&self.cell(y, 1), &mut levels);
            let row = self.tile(y, 1);
            let pixels = framebuffer.row(y, clip.left, clip.right).iter_mut();
            for (index, pixel) in pixels.enumerate() {
                let grain = texture[across[index]];
                let beyond = beyond[index].max(row_beyond);
                *pixel = if beyond > 0 {
                    let level = 255 - beyond.min(BANK) * 200 / BANK;
                    self.inks.of(Ground::Bank, level, grain)
                } else {
                    let at = cells[index];
                    let level = at.mix(levels[at.first], levels[at.second]);
                    let kind = if has_tiles {
                        self.kind(&tiles[index], &row, grain)
                    } else {
                        Ground::Soil
                    };
                    let level = if kind == Ground::Soil { level } else { 128 };
                    self.inks.of(kind, level, grain)
                };
            }
        }
    }

    /// Copies the water in the clip of a framebuffer from a picture of this surface.
    pub fn copy_water(&self, from: &Framebuffer, into: &mut Framebuffer) {
        if !self.has_tiles() {
            return;
        }
        let clip = into.clipping();
        let columns = clip.columns();
        let tiles: Vec<AmongTiles> = columns.clone().map(|x| self.tile(x, 0)).collect();
        let across = grain::places(self.lens, columns, 0);
        let down = grain::places(self.lens, clip.rows(), 1);
        let start = |y| pixels::index(y) * from.width() as usize + pixels::index(clip.left);
        for (y, texture) in clip.rows().zip(down) {
            let texture = self.grains.row(texture);
            let row = self.tile(y, 1);
            let pixels = into.row(y, clip.left, clip.right).iter_mut();
            let clean = &from.pixels()[start(y)..];
            for (index, (pixel, &clean)) in pixels.zip(clean).enumerate() {
                let kind = self.kind(&tiles[index], &row, texture[across[index]]);
                if matches!(kind, Ground::Water | Ground::Shallow) {
                    *pixel = clean;
                }
            }
        }
    }

    fn has_tiles(&self) -> bool {
        self.ground.columns > 0 && self.ground.rows > 0 && self.ground.tile_side > 0.0
    }

    fn cell(&self, pixel: i32, axis: usize) -> Between {
        let count = [self.cover.columns, self.cover.rows][axis];
        Between::new(self.lens.offset(pixel, axis) / self.cover.side() - 0.5, count)
    }

    fn tile(&self, pixel: i32, axis: usize) -> AmongTiles {
        let count = [self.ground.columns, self.ground.rows][axis] as usize;
        // Tile (0, 0) has its least corner at the origin of the world's coordinates.
        let offset = self.lens.offset(pixel, axis) + self.lens.bounds.min.to_array()[axis];
        let at = offset / self.ground.tile_side.max(1e-3);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let own = (at.max(0.0) as usize).min(count.saturating_sub(1));
        AmongTiles { near: Between::new(at - 0.5, count), own }
    }

    /// Mixes the levels of two rows of cells.
    fn mix_levels(&self, row: &Between, levels: &mut Vec<i32>) {
        let columns = self.cover.columns;
        let of = |row: usize| self.cover.levels[row * columns..][..columns].iter();
        levels.clear();
        levels.extend(of(row.first).zip(of(row.second)).map(|(&above, &below)| {
            let level = row.mix(above.into(), below.into());
            BARE + level * (FULL - BARE) / 255
        }));
    }

    /// What the ground is at a pixel: that of its tile, but with rounded edges between soft ground.
    #[inline]
    fn kind(&self, column: &AmongTiles, row: &AmongTiles, grain: Grain) -> Ground {
        let at = |column: usize, row: usize| {
            Ground::of(self.ground.tiles[row * self.ground.columns as usize + column])
        };
        let four = [
            at(column.near.first, row.near.first),
            at(column.near.second, row.near.first),
            at(column.near.first, row.near.second),
            at(column.near.second, row.near.second),
        ];
        if four.iter().all(|&kind| kind == four[0]) {
            return four[0];
        }
        let own = at(column.own, row.own);
        if own.is_hard() {
            return own;
        }
        self.rounded(four, own, [column.near.part, row.near.part], grain)
    }

    /// Chooses among the ground of four tiles by how near their middles are, with ragged edges.
    fn rounded(&self, four: [Ground; 4], own: Ground, parts: [i32; 2], grain: Grain) -> Ground {
        let ragged = i32::from(grain.shift);
        let [x, y] = [parts[0] + ragged, parts[1] - ragged].map(|part| part.clamp(0, PARTS));
        let weights = [(PARTS - x) * (PARTS - y), x * (PARTS - y), (PARTS - x) * y, x * y];
        let four = four.map(|kind| if kind.is_hard() { own } else { kind });
        let share = |of: Ground| -> i32 {
            four.iter().zip(weights).filter(|&(&kind, _)| kind == of).map(|(_, share)| share).sum()
        };
        let most = four.into_iter().max_by_key(|&kind| (share(kind), kind)).unwrap_or(own);
        let water = share(Ground::Water);
        match most {
            Ground::Water if water < IS_DEEP => Ground::Shallow,
            Ground::Soil | Ground::Road | Ground::Swamp if water > IS_SHORE => Ground::Shore,
            other => other,
        }
    }
}
