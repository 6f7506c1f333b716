//! What is drawn on the ground: details of tiles that are near, walls, and polygons.

use glam::{DVec2, Vec2};
use terrarium_run::record::scene::Ground;
use terrarium_space::terrain::Tile;

use super::lens::Lens;
use crate::painter::palette::{self, shade, solid};
use crate::{Framebuffer, Rect};

/// The side from which tiles are drawn in detail, in pixels.
const DRAWN: f32 = 9.0;

/// Draws what touches a rectangle of pixels.
pub(super) fn paint(framebuffer: &mut Framebuffer, lens: &Lens, ground: &Ground, part: Rect) {
    if ground.columns > 0 && ground.tile_side > 0.0 {
        let side = lens.pixels(ground.tile_side);
        if side >= DRAWN {
            drawn(framebuffer, lens, ground, part);
        }
    }
    for area in &ground.walls {
        wall(framebuffer, lens.rect(area));
    }
    for it in &ground.polygons {
        polygon(framebuffer, &lens.corners(it.corners()));
    }
}

/// Draws the details of each visible tile.
fn drawn(framebuffer: &mut Framebuffer, lens: &Lens, ground: &Ground, part: Rect) {
    let side = lens.pixels(ground.tile_side);
    // Crowns reach beyond their tiles.
    let seen = lens.area(part.inset(-side));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
    let cells = |from: f64, to: f64, count: u32| {
        let [from, to] = [from, to].map(|place| (place / ground.tile_side).floor().max(0.0) as u32);
        from..to.saturating_add(1).min(count)
    };
    for row in cells(seen.min.y, seen.max.y, ground.rows) {
        for column in cells(seen.min.x, seen.max.x, ground.columns) {
            let Some(tile) = ground.tile(column, row) else { continue };
            let corner = DVec2::new(column.into(), row.into()) * ground.tile_side;
            let at = lens.pixel(corner);
            let area = Rect::new(at.x, at.y, side, side);
            let spot = Spot { ground, column, row, area };
            spot.draw(framebuffer, tile);
        }
    }
}

struct Spot<'a> {
    ground: &'a Ground,
    column: u32,
    row: u32,
    area: Rect,
}

impl Spot<'_> {
    fn draw(&self, framebuffer: &mut Framebuffer, tile: Tile) {
        let colour = palette::tile(tile);
        match tile {
            Tile::Ground | Tile::Capture(_) => {}
            Tile::Road => self.speckle(framebuffer, shade(colour, 0.92), 0.05),
            Tile::Swamp => self.tufts(framebuffer, shade(colour, 0.72)),
            Tile::Water => self.waves(framebuffer, shade(colour, 1.14)),
            Tile::Trees => self.tree(framebuffer, colour),
            Tile::Rock => {
                self.facet(framebuffer, colour);
                self.edges(framebuffer, shade(colour, 0.66), |other| other == Tile::Rock);
            }
            Tile::Wall | Tile::Turret(_) => {
                self.bricks(framebuffer, colour);
                self.edges(framebuffer, shade(colour, 0.5), |other| {
                    matches!(other, Tile::Wall | Tile::Turret(_))
                });
                if let Tile::Turret(team) = tile {
                    self.turret(framebuffer, palette::team(team));
                }
            }
            Tile::Spawn(team) => self.nest(framebuffer, palette::team(team)),
        }
    }

    /// Returns a point of the tile, given in units of its side.
    fn point(&self, x: f32, y: f32) -> Vec2 {
        self.area.corner() + Vec2::new(x, y) * self.area.width
    }

    /// Returns a pseudo-random number from 0 to 1 for each tile and purpose.
    fn chance(&self, purpose: u32) -> f32 {
        let mixed = self.column.wrapping_mul(0x9E37_79B1) ^ self.row.wrapping_mul(0x85EB_CA77);
        let mixed = (mixed ^ purpose.wrapping_mul(0xC2B2_AE3D)).wrapping_mul(0x27D4_EB2F);
        f32::from(u16::try_from(mixed >> 16).unwrap_or(0)) / 65536.0
    }

    /// Draws the edges towards tiles of other kinds.
    fn edges(
        &self,
        framebuffer: &mut Framebuffer,
        colour: [u8; 3],
        is_same: impl Fn(Tile) -> bool,
    ) {
        let width = (self.area.width * 0.07).clamp(1.0, 4.0);
        let Rect { left, top, width: side, .. } = self.area;
        let (right, bottom) = (self.area.right(), self.area.bottom());
        let sides = [
            (0, -1, Rect::new(left, top, side, width)),
            (0, 1, Rect::new(left, bottom - width, side, width)),
            (-1, 0, Rect::new(left, top, width, side)),
            (1, 0, Rect::new(right - width, top, width, side)),
        ];
        for (across, down, edge) in sides {
            let column = self.column.checked_add_signed(across);
            let row = self.row.checked_add_signed(down);
            let other = column.zip(row).and_then(|(column, row)| self.ground.tile(column, row));
            if other.is_some_and(|other| !is_same(other)) {
                framebuffer.fill(edge, solid(colour, 255));
            }
        }
    }

    fn speckle(&self, framebuffer: &mut Framebuffer, colour: [u8; 3], size: f32) {
        for purpose in 0..3 {
            let at = self.point(self.chance(purpose), self.chance(purpose + 7));
            framebuffer.disc(at, (size * self.area.width).max(0.7), solid(colour, 200));
        }
    }

    fn tufts(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        for purpose in 0..2 {
            let (x, y) = (0.2 + 0.6 * self.chance(purpose), 0.3 + 0.5 * self.chance(purpose + 7));
            for lean in [-0.10, 0.0, 0.10] {
                let (foot, tip) = (self.point(x, y), self.point(x + lean, y - 0.2));
                framebuffer.line(foot, tip, (self.area.width * 0.04).max(0.8), solid(colour, 200));
            }
        }
    }

    fn waves(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        let (x, y) = (0.1 + 0.4 * self.chance(1), 0.2 + 0.6 * self.chance(2));
        let points = [(0.0, 0.0), (0.1, -0.05), (0.2, 0.0), (0.3, 0.05), (0.4, 0.0)];
        let points = points.map(|(along, up)| self.point(x + along, y + up));
        framebuffer.polyline(&points, (self.area.width * 0.04).max(0.8), solid(colour, 200));
    }

    fn tree(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        let side = self.area.width;
        let middle = self.point(0.44 + 0.12 * self.chance(1), 0.44 + 0.12 * self.chance(2));
        framebuffer.disc(middle + Vec2::splat(side * 0.05), side * 0.46, [30, 40, 24, 60]);
        framebuffer.disc(middle, side * 0.44, solid(shade(colour, 0.62), 255));
        framebuffer.disc(middle, side * 0.39, solid(shade(colour, 0.80), 255));
        framebuffer.disc(
            middle - Vec2::splat(side * 0.10),
            side * 0.22,
            solid(shade(colour, 0.96), 255),
        );
    }

    fn facet(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        let (x, y) = (0.3 + 0.4 * self.chance(1), 0.3 + 0.4 * self.chance(2));
        let corners = [self.point(0.08, 0.9), self.point(x, y - 0.2), self.point(0.92, 0.86)];
        framebuffer.polygon(&corners, solid(shade(colour, 0.90), 255));
        let light = [self.point(0.08, 0.9), self.point(x, y - 0.2), self.point(x - 0.05, 0.86)];
        framebuffer.polygon(&light, solid(shade(colour, 1.10), 255));
    }

    fn bricks(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        let side = self.area.width;
        let width = (side * 0.04).max(0.8);
        let joint = solid(shade(colour, 1.25), 130);
        for (row, shift) in [(0.0, 0.25), (0.34, 0.7), (0.67, 0.4)] {
            framebuffer
                .fill(Rect::new(self.area.left, self.area.top + row * side, side, width), joint);
            let at = self.point(shift, row);
            framebuffer.fill(Rect::new(at.x, at.y, width, side * 0.33), joint);
        }
    }

    /// Draws a turret: a star in the colour of its team.
    fn turret(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        let (middle, side) = (self.area.centre(), self.area.width);
        framebuffer.disc(middle, side * 0.36, [24, 26, 30, 255]);
        for spike in 0..8_u8 {
            let angle = f32::from(spike) * std::f32::consts::FRAC_PI_4;
            let tip = middle + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * (side * 0.48);
            framebuffer.line(middle, tip, (side * 0.08).max(1.0), [24, 26, 30, 255]);
        }
        framebuffer.disc(middle, side * 0.28, solid(colour, 255));
        framebuffer.disc(middle, side * 0.10, [255, 255, 255, 220]);
    }

    /// Draws a nest: a ring around a hollow.
    fn nest(&self, framebuffer: &mut Framebuffer, colour: [u8; 3]) {
        let (middle, side) = (self.area.centre(), self.area.width);
        framebuffer.disc(middle, side * 0.42, solid(shade(colour, 0.55), 255));
        framebuffer.disc(middle, side * 0.36, solid(colour, 255));
        framebuffer.disc(middle, side * 0.22, [44, 38, 34, 255]);
    }
}

/// Paints a wall that is not a tile.
fn wall(framebuffer: &mut Framebuffer, area: Rect) {
    let colour = palette::tile(Tile::Wall);
    framebuffer.fill(area, solid(colour, 255));
    let width = (area.width.min(area.height) * 0.12).clamp(1.0, 4.0);
    framebuffer.outline(area, 0.0, width, solid(shade(colour, 0.5), 255));
}

/// Paints a polygon.
fn polygon(framebuffer: &mut Framebuffer, corners: &[Vec2]) {
    let colour = palette::tile(Tile::Rock);
    framebuffer.polygon(corners, solid(colour, 255));
    let size = corners.iter().copied().reduce(Vec2::max).unwrap_or_default()
        - corners.iter().copied().reduce(Vec2::min).unwrap_or_default();
    let width = (size.min_element() * 0.06).clamp(1.0, 4.0);
    framebuffer.edges(corners, width, solid(shade(colour, 0.66), 255));
}
