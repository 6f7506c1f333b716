//! Calamities: flames and scorched ground, dried ground and pale plants, and the sick.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::SightingKind;
use terrarium_sim::world::{CalamityKind, Disc, OngoingCalamity};
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::Tile;
use xxhash_rust::xxh3::xxh3_64;

use super::ground::GroundPicture;
use super::palette::solid;
use super::stage::Stage;
use super::{View, speck};
use crate::Framebuffer;

const CHAR: [u8; 3] = [58, 48, 42];
const STRAW: [u8; 3] = [214, 178, 96];
const PALE: [u8; 3] = [226, 208, 150];
const SICK: [u8; 3] = [170, 206, 40];
const SICK_RIM: [u8; 3] = [92, 116, 10];
const SMOKE: [u8; 3] = [96, 92, 88];
const FLAMES: [[u8; 3]; 3] = [[206, 60, 24], [248, 140, 36], [255, 226, 110]];

/// The colours that are not those of organisms or of the ground.
pub(super) const COLOURS: [[u8; 3]; 9] =
    [CHAR, STRAW, PALE, SICK, SICK_RIM, SMOKE, FLAMES[0], FLAMES[1], FLAMES[2]];

/// The number of rings in which scorched ground is painted.
const RINGS: u8 = 16;

/// The width of the burning strip, as a share of the radius of a fire.
const BURNING: f64 = 0.10;

/// The least width of the glow along the front, in pixels.
const LEAST_GLOW: f32 = 4.0;

/// The distance between two flames along the front, in pixels.
const BETWEEN: f64 = 6.0;

/// The greatest number of flames of a fire.
const MOST_FLAMES: f64 = 400.0;

/// Paints what lies below organisms: dried and scorched ground, but no water.
pub(super) fn below(framebuffer: &mut Framebuffer, view: &View<'_>, ground: &GroundPicture) {
    let scene = view.scene;
    let world = view.camera.rect(&scene.bounds).within(&framebuffer.clip());
    let outside = framebuffer.set_clip(Some(world));
    let droughts = || scene.calamities.iter().filter(|it| it.is_drought(scene.tick));
    let is_everywhere = scene.drought && droughts().next().is_none();
    if is_everywhere || droughts().any(|drought| drought.area().is_none()) {
        framebuffer.fill(world, solid(STRAW, 70));
        ground.uncover_water(framebuffer);
    }
    for area in droughts().filter_map(OngoingCalamity::area) {
        // The middle of the edge is where the drought ends.
        for (share, cover) in [(1.06, 40), (1.0, 50), (0.94, 40)] {
            let outline = ragged(view, &area, share, 0.05);
            framebuffer.polygon(&outline, solid(STRAW, cover));
        }
        uncover_water(framebuffer, view, &area, ground);
    }
    for fire in &scene.calamities {
        if let Some(burned) = scorched(framebuffer, view, fire) {
            uncover_water(framebuffer, view, &burned, ground);
        }
    }
    framebuffer.set_clip(Some(outside));
}

/// Shows the water again in a disc and what is ragged around it.
fn uncover_water(
    framebuffer: &mut Framebuffer,
    view: &View<'_>,
    area: &Disc,
    ground: &GroundPicture,
) {
    let reach = DVec2::splat(area.radius * 1.2);
    let around = view.camera.rect(&Aabb { min: area.at - reach, max: area.at + reach });
    let clip = framebuffer.clip();
    framebuffer.set_clip(Some(around.within(&clip)));
    ground.uncover_water(framebuffer);
    framebuffer.set_clip(Some(clip));
}

/// Paints the ground that a fire has burned, darker where it was burned later, and returns where it is.
fn scorched(
    framebuffer: &mut Framebuffer,
    view: &View<'_>,
    fire: &OngoingCalamity,
) -> Option<Disc> {
    let CalamityKind::Fire { area, .. } = fire.kind else { return None };
    let (front, tick) = (fire.front(view.scene.tick), view.scene.tick);
    if front <= 0.0 {
        return None;
    }
    let middle = view.camera.pixel(area.at);
    let width = front / f64::from(RINGS);
    for ring in 0..RINGS {
        let outer = width * f64::from(ring + 1);
        let scorch = fire.scorch(area.at + DVec2::new(outer - 0.5 * width, 0.0), tick);
        let colour = solid(CHAR, byte(scorch * 150.0));
        framebuffer.ring(middle, view.camera.pixels(outer), view.camera.pixels(width), colour);
    }
    // Tongues of scorched ground beyond the front.
    let outermost = fire.scorch(area.at + DVec2::new(front - 0.5 * width, 0.0), tick);
    let tongue = Disc { at: area.at, radius: front };
    let outline = ragged(view, &tongue, 1.0, 0.045);
    framebuffer.polygon(&outline, solid(CHAR, byte(outermost * 90.0)));
    Some(tongue)
}

/// The corners of an area with a ragged edge, which follows from its place alone: so many times as large, and ragged by
/// this share of its radius.
fn ragged(view: &View<'_>, area: &Disc, times: f64, by: f64) -> Vec<Vec2> {
    const CORNERS: u16 = 96;
    let place = area.at.x.to_bits() ^ area.at.y.to_bits().rotate_left(17);
    let corner = |index: u16| {
        // Broad bays with small notches.
        let bay = drawn(place, f64::from(index / 6), 1);
        let next = drawn(place, f64::from((index / 6 + 1) % (CORNERS / 6)), 1);
        let along = f64::from(index % 6) / 6.0;
        let notch = drawn(place, f64::from(index), 2);
        let rough = 0.7 * (bay + (next - bay) * along) + 0.3 * notch - 0.5;
        let angle = f64::from(index) / f64::from(CORNERS) * std::f64::consts::TAU;
        let distance = area.radius * (times + 2.0 * by * rough);
        let at = area.at + DVec2::new(libm::cos(angle), libm::sin(angle)) * distance;
        view.camera.pixel(at)
    };
    (0..CORNERS).map(corner).collect()
}

/// Paints what lies above organisms: flames, pale plants and the signs of the sick.
pub(super) fn above(
    framebuffer: &mut Framebuffer,
    view: &View<'_>,
    stage: &Stage,
    area: Option<&Aabb>,
) {
    let scene = view.scene;
    let share = view.share.clamp(0.0, 1.0);
    if scene.drought {
        let droughts: Vec<Option<Disc>> = scene
            .calamities
            .iter()
            .filter(|calamity| calamity.is_drought(scene.tick))
            .map(OngoingCalamity::area)
            .collect();
        let is_dry = |place: DVec2| {
            let holds = |area: &Option<Disc>| area.is_none_or(|area| area.contains(place));
            droughts.is_empty() || droughts.iter().any(holds)
        };
        stage.visit(SightingKind::Plant, area, |actor| {
            if is_dry(actor.centre) {
                let at = actor.at(view.camera, share);
                framebuffer.disc(at.pixel, (at.radius * 0.92).max(0.7), solid(PALE, 120));
            }
        });
    }
    from_afar(framebuffer, view, stage, area);
}

/// Paints what is visible also where organisms are too small to be painted: flames and the signs of the sick.
pub(super) fn from_afar(
    framebuffer: &mut Framebuffer,
    view: &View<'_>,
    stage: &Stage,
    area: Option<&Aabb>,
) {
    let (scene, share) = (view.scene, view.share.clamp(0.0, 1.0));
    for calamity in &scene.calamities {
        let CalamityKind::Plague { sick, .. } = &calamity.kind else { continue };
        for layer in [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Carnivore] {
            stage.visit(layer, area, |actor| {
                if sick.binary_search_by_key(&actor.id, |it| it.organism).is_ok() {
                    let at = actor.at(view.camera, share);
                    sickness(framebuffer, at.pixel, at.radius);
                }
            });
        }
    }
    for fire in scene.calamities.iter().filter(|it| it.is_active(scene.tick)) {
        flames(framebuffer, view, fire);
    }
}

/// Tints a sick organism, and marks it with spots if it is large enough.
fn sickness(framebuffer: &mut Framebuffer, middle: Vec2, radius: f32) {
    if radius < speck::LARGEST {
        return framebuffer.disc(middle, radius.max(1.2) + 0.6, solid(SICK, 255));
    }
    framebuffer.disc(middle, radius, solid(SICK, 110));
    framebuffer.ring(middle, radius + 2.5, 2.0, solid(SICK_RIM, 235));
    if radius >= 6.0 {
        for (across, down) in [(-0.35, -0.2), (0.3, -0.35), (0.05, 0.4)] {
            let spot = middle + Vec2::new(across, down) * radius;
            framebuffer.disc(spot, radius * 0.14, solid(SICK_RIM, 235));
        }
    }
}

/// Paints flames along the front of a fire. Their places follow from its number and the tick alone.
fn flames(framebuffer: &mut Framebuffer, view: &View<'_>, fire: &OngoingCalamity) {
    let CalamityKind::Fire { area, .. } = fire.kind else { return };
    let tick = view.scene.tick;
    let strip = area.radius * BURNING;
    let front = fire.front(tick).max(strip * 0.5);
    let around = std::f64::consts::TAU * front * view.camera.scale();
    let count = (around / BETWEEN).clamp(6.0, MOST_FLAMES).round();
    let glow = view.camera.pixels(strip).max(LEAST_GLOW);
    let edge = view.camera.pixels(front) + glow * 0.5;
    framebuffer.ring(view.camera.pixel(area.at), edge, glow, solid(FLAMES[1], 90));
    // Flames are visible from afar, but smaller than the fire.
    let least = (front * view.camera.scale() * 0.25).clamp(1.2, 4.0);
    let size = (strip * view.camera.scale() * 0.4).clamp(least, 10.0);
    for number in (0..).map(f64::from).take_while(|&number| number < count) {
        let drawn = |of: u8| drawn(tick, number, of);
        let angle = (number + drawn(0)) / count * std::f64::consts::TAU;
        let distance = (front - strip * drawn(1).powi(2)).max(0.0);
        let place = area.at + DVec2::new(libm::cos(angle), libm::sin(angle)) * distance;
        if !view.scene.bounds.contains_inside(place) {
            continue;
        }
        let on_water = view.scene.ground.tile_at(place) == Some(Tile::Water);
        if on_water {
            continue;
        }
        let height = narrow(size * (0.6 + 0.8 * drawn(2)));
        flame(framebuffer, view.camera.pixel(place), height);
        // Every third flame smokes.
        if drawn(3) < 0.34 {
            smoke(framebuffer, view.camera.pixel(place), height, narrow(drawn(4)));
        }
    }
}

/// Paints a puff of smoke that the wind drives from a flame.
fn smoke(framebuffer: &mut Framebuffer, foot: Vec2, height: f32, age: f32) {
    for puff in [0.0, 0.5, 1.0_f32] {
        let risen = height * (1.2 + (puff + age) * 2.2);
        let at = foot + Vec2::new(risen * 0.55, -risen);
        let cover = byte(f64::from(70.0 * (1.0 - puff * 0.7)));
        framebuffer.disc(at, height * (0.45 + 0.5 * (puff + age * 0.4)), solid(SMOKE, cover));
    }
}

/// Paints a flame with its foot at a pixel.
fn flame(framebuffer: &mut Framebuffer, foot: Vec2, height: f32) {
    for (colour, (part, up)) in FLAMES.into_iter().zip([(1.0, 0.9), (0.7, 0.6), (0.4, 0.35)]) {
        let width = height * 0.55 * part;
        if height >= 3.0 {
            let tip = foot - Vec2::new(0.0, height * (up + 0.9 * part));
            let sides = [foot - Vec2::new(width, 0.0), foot + Vec2::new(width, 0.0)];
            framebuffer.polygon(&[tip, sides[1], sides[0]], solid(colour, 235));
        }
        framebuffer.disc(foot, width.max(0.8), solid(colour, 235));
    }
}

/// A number from 0 to 1 that follows from a tick, the number of a flame, and a purpose.
fn drawn(tick: u64, number: f64, purpose: u8) -> f64 {
    let mut bytes = [0; 17];
    bytes[..8].copy_from_slice(&tick.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_bits().to_le_bytes());
    bytes[16] = purpose;
    #[expect(clippy::cast_possible_truncation, reason = "32 bits are enough")]
    let part = xxh3_64(&bytes) as u32;
    f64::from(part) / f64::from(u32::MAX)
}

#[expect(clippy::cast_possible_truncation, reason = "painting needs no more precision")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn byte(number: f64) -> u8 {
    number as u8
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use terrarium_run::record::Scene;
    use terrarium_testing::{simulation_of, small_world};

    use super::*;
    use crate::{Camera, Painter, Rect};

    #[test]
    fn the_front_of_a_fire_is_seen_at_every_distance() {
        let mut scene = Scene::new(&simulation_of(small_world()), None);
        let at = scene.bounds.centre();
        let fire = OngoingCalamity {
            kind: CalamityKind::Fire { area: Disc { at, radius: 150.0 }, mortality: 0.5 },
            began: 0,
            order: 0,
            ticks: 10,
            animals_died: 0,
            plants_died: 0,
            recovered: 0,
        };
        let glowing = |scene: &Scene, side: f32| {
            let scene = Arc::new(scene.clone());
            let mut framebuffer = Framebuffer::new(400, 400, [0, 0, 0, 255]);
            let camera = Camera::new(&scene.bounds, Rect::new(0.0, 0.0, side, side));
            Painter::new(1.0).paint(&mut framebuffer, &View::new(&camera, &scene));
            framebuffer.pixels().iter().filter(|&&pixel| is_flame(pixel)).count()
        };
        scene.tick = 5;
        for side in [30.0, 90.0, 400.0] {
            let without = glowing(&scene, side);
            let mut burning = scene.clone();
            burning.calamities.push(fire.clone());
            assert!(glowing(&burning, side) > without + 20, "{side} pixels");
        }
    }

    fn is_flame(pixel: u32) -> bool {
        let [_, red, green, blue] = pixel.to_be_bytes();
        red > 190 && green < 200 && blue < 130 && red > green + 20
    }
}
