//! Sprites of organisms, cached for each size, direction and subpixel offset.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::species::{BodyPlan, Kind, Silhouette};
use terrarium_output::colour::Rgb;
use terrarium_run::palette::scales::NO_VALUE;
use terrarium_run::record::scene::{Build, SpeciesLook};
use tiny_skia::Pixmap;

use super::creature::{self, Look};
use super::palette::{MUTED_PLANT, Pigment};
use super::pose::Pose;
use super::stage::Actor;
use crate::Framebuffer;
use terrarium_drawing::framebuffer::{cover_of, float, index, whole};

/// The sprite cache.
#[derive(Debug, Default)]
pub(super) struct Sprites {
    species: Option<Arc<[SpeciesLook]>>,
    /// The colours of a colouring, if there is one.
    tints: Vec<Rgb>,
    /// For each species, the colours of living organisms and of carcasses; then for each kind, those of a colouring.
    pigments: Vec<Pigment>,
    /// The index of a sprite plus 1, by shelf, size and pose; 0 if it is not cached.
    known: Vec<Vec<Vec<u32>>>,
    /// The shelves of bodies that show their traits, by pigment and build. Those of others have the indices of their
    /// pigments.
    shelves: BTreeMap<(usize, Build), usize>,
    drawn: Vec<Sprite>,
    /// The number of pixels of all sprites.
    pixels: usize,
}

/// The number of pixels at which the cache is cleared.
const MOST_PIXELS: usize = 24_000_000;

/// The picture of an organism in one pose.
#[derive(Debug)]
pub(super) struct Sprite {
    /// The offset of its upper left pixel from the pixel of its centre.
    left: i32,
    top: i32,
    width: i32,
    /// The pixels row by row as 0xAARRGGBB, with premultiplied alpha.
    pixels: Vec<u32>,
    /// The range of pixels of each row that are not transparent.
    rows: Vec<(u16, u16)>,
}

impl Sprites {
    /// Sets the species, and the colours of a colouring. If they differ, clears the cache.
    pub fn set_colours(&mut self, species: &Arc<[SpeciesLook]>, tints: &[Rgb]) {
        let are_known =
            self.species.as_ref().is_some_and(|old| Arc::ptr_eq(old, species) || old == species);
        if are_known && self.tints == tints {
            return;
        }
        let both = |look: &SpeciesLook| {
            [look.kind.into(), SightingKind::Carcass].map(|kind| Pigment::new(look.colour, kind))
        };
        self.pigments = species.iter().flat_map(both).collect();
        for kind in Kind::ALL {
            // Plants without a value stay green.
            let shown = |colour: Rgb| match (kind, colour) {
                (Kind::Plant, NO_VALUE) => MUTED_PLANT,
                _ => colour,
            };
            let pigment = |&colour: &Rgb| Pigment::new(shown(colour), kind.into());
            self.pigments.extend(tints.iter().map(pigment));
        }
        self.tints = tints.to_vec();
        self.species = Some(Arc::clone(species));
        self.clear();
    }

    fn clear(&mut self) {
        self.known = vec![Vec::new(); self.pigments.len()];
        self.shelves.clear();
        self.drawn.clear();
        self.pixels = 0;
    }

    /// Returns the index of the colours of an actor.
    fn bank(&self, actor: &Actor) -> usize {
        let kind = match actor.kind {
            SightingKind::Plant => Kind::Plant,
            SightingKind::Herbivore => Kind::Herbivore,
            SightingKind::Carnivore | SightingKind::Carcass => Kind::Carnivore,
        };
        let is_dead = actor.kind == SightingKind::Carcass;
        match actor.tint {
            Some(tint) if !is_dead => {
                let species = self.species.as_ref().map_or(0, |species| species.len());
                2 * species + kind as usize * self.tints.len() + usize::from(tint)
            }
            _ => actor.species.index() * 2 + usize::from(is_dead),
        }
    }

    /// Returns the colours of an actor.
    pub fn pigment(&self, actor: &Actor) -> &Pigment {
        const UNKNOWN: Pigment =
            Pigment { body: [128; 3], light: [190; 3], dark: [90; 3], rim: [40; 3] };
        self.pigments.get(self.bank(actor)).unwrap_or(&UNKNOWN)
    }

    /// Paints an actor with its centre at a pixel.
    pub fn put(&mut self, framebuffer: &mut Framebuffer, actor: &Actor, pose: &Pose, at: Vec2) {
        let reach = pose.radius() * 1.75 + 3.0;
        if framebuffer
            .clipping()
            .part([at.x - reach, at.y - reach, at.x + reach, at.y + reach])
            .is_none()
        {
            return;
        }
        let parts = f32::from(pose.parts());
        let steps = (at * parts).round();
        let pixel = (steps / parts).floor();
        let between = ((steps / parts - pixel) * parts).round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 3")]
        let between = [between.x as u16, between.y as u16];
        let drawn = self.sprite(actor, pose, between);
        self.drawn[drawn].put(framebuffer, whole(pixel.x), whole(pixel.y));
    }

    /// Returns the index of the sprites of an actor's colours and build.
    fn shelf(&mut self, actor: &Actor, pose: &Pose) -> usize {
        let bank = self.bank(actor);
        if pose.build == Build::default() {
            return bank;
        }
        let next = self.pigments.len() + self.shelves.len();
        *self.shelves.entry((bank, pose.build)).or_insert(next)
    }

    /// Returns the outline of an actor's species.
    fn silhouette(&self, actor: &Actor) -> Silhouette {
        let look = self.species.as_ref().and_then(|species| species.get(actor.species.index()));
        look.map_or_else(|| Silhouette::of(BodyPlan::Rodent), |look| look.silhouette)
    }

    /// Returns the index of the sprite of a pose, drawing it if it is not cached.
    fn sprite(&mut self, actor: &Actor, pose: &Pose, between: [u16; 2]) -> usize {
        let (shelf, (index, count)) = (self.shelf(actor, pose), pose.index_and_count(between));
        let is_known = self.known.get(shelf).and_then(|sizes| sizes.get(pose.size));
        match is_known.and_then(|poses| poses.get(index)) {
            Some(&known) if known > 0 => return known as usize - 1,
            _ => {}
        }
        if self.pixels > MOST_PIXELS {
            self.clear();
        }
        let parts = f32::from(pose.parts());
        let offset = Vec2::new(f32::from(between[0]), f32::from(between[1])) / parts;
        let look = Look {
            kind: actor.kind,
            silhouette: self.silhouette(actor),
            build: pose.build,
            pigment: self.pigment(actor),
            mood: pose.mood,
        };
        let sprite = Sprite::new(pose, offset, |canvas, middle| {
            creature::draw(canvas, middle, &look, pose);
        });
        self.pixels += sprite.pixels.len();
        self.drawn.push(sprite);
        // The cache may have been cleared since.
        let shelf = self.shelf(actor, pose);
        if shelf >= self.known.len() {
            self.known.resize(shelf + 1, Vec::new());
        }
        let sizes = &mut self.known[shelf];
        if pose.size >= sizes.len() {
            sizes.resize(pose.size + 1, Vec::new());
        }
        let poses = &mut sizes[pose.size];
        poses.resize(count, 0);
        poses[index] = u32::try_from(self.drawn.len()).unwrap_or(0);
        self.drawn.len() - 1
    }
}

impl Sprite {
    /// Draws a sprite of a pose's size, with its centre at an offset from the corner of a pixel.
    pub fn new(pose: &Pose, offset: Vec2, draw: impl FnOnce(&mut Pixmap, Vec2)) -> Self {
        let reach = whole((pose.radius() * 1.7 + 2.0).ceil());
        let side = u32::try_from(reach * 2 + 1).unwrap_or(1);
        let mut canvas = Pixmap::new(side, side).expect("the size is not zero");
        draw(&mut canvas, Vec2::splat(float(reach)) + offset);
        let pixels = canvas.pixels().iter().map(|pixel| {
            u32::from_be_bytes([pixel.alpha(), pixel.red(), pixel.green(), pixel.blue()])
        });
        let pixels: Vec<u32> = pixels.collect();
        let row = |row: &[u32]| {
            let first = row.iter().position(|&pixel| pixel >> 24 != 0).unwrap_or(0);
            let past =
                row.iter().rposition(|&pixel| pixel >> 24 != 0).map_or(first, |last| last + 1);
            (u16::try_from(first).unwrap_or(0), u16::try_from(past).unwrap_or(0))
        };
        let rows = pixels.chunks_exact(side as usize).map(row).collect();
        Self { left: -reach, top: -reach, width: reach * 2 + 1, pixels, rows }
    }

    /// Paints the sprite with its centre in a pixel.
    pub fn put(&self, framebuffer: &mut Framebuffer, x: i32, y: i32) {
        let clip = framebuffer.clipping();
        let (left, top) = (x + self.left, y + self.top);
        let rows = self.pixels.chunks_exact(index(self.width)).zip(&self.rows);
        let skipped = index((clip.top - top).max(0));
        for ((row, &(first, past)), y) in rows.skip(skipped).zip(top.max(clip.top)..clip.bottom) {
            let first = (left + i32::from(first)).max(clip.left);
            let past = (left + i32::from(past)).min(clip.right);
            if first >= past {
                continue;
            }
            let from = &row[index(first - left)..index(past - left)];
            blend(framebuffer.row(y, first, past), from);
        }
    }
}

/// Blends pixels with premultiplied alpha over others. All take the same steps, so that processors do several at once.
fn blend(below: &mut [u32], above: &[u32]) {
    const RED_BLUE: u32 = 0x00FF_00FF;
    const GREEN: u32 = 0x0000_FF00;
    for (pixel, &over) in below.iter_mut().zip(above) {
        let kept = 256 - cover_of(over.to_be_bytes()[0]);
        let red_blue = ((((*pixel & RED_BLUE) * kept) >> 8) & RED_BLUE) + (over & RED_BLUE);
        let green = ((((*pixel & GREEN) * kept) >> 8) & GREEN) + (over & GREEN);
        *pixel = red_blue | green;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blending_never_overflows() {
        for alpha in 0..=255_u32 {
            for below in [0, 0x00FF_FFFF, 0x0080_4020] {
                let mut pixel = [below];
                blend(&mut pixel, &[alpha << 24 | alpha << 16 | alpha << 8 | alpha]);
                let parts = [pixel[0] >> 16, (pixel[0] >> 8) & 255, pixel[0] & 255];
                assert!(parts.iter().all(|&part| part <= 255), "{alpha} {below:x} {pixel:x?}");
                assert!(alpha < 255 || parts == [255; 3]);
            }
        }
    }
}
