use std::path::Path;
use std::sync::Arc;

use glam::Vec2;
use terrarium_creatures::species::{Characteristic, Kind};
use terrarium_output::colour::{Lab, Rgb, Vision};
use terrarium_run::SimulationBuilder;
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{Build, SpeciesLook};

use super::*;
use crate::painter::palette::GROUND;
use crate::painter::sprite::Sprite;
use crate::{Framebuffer, Rect};

/// All species that ship.
fn shipped() -> Arc<[SpeciesLook]> {
    let others = ["ant", "termite", "lemming", "stoat"].map(|name| format!("population.{name}=1"));
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let simulation = SimulationBuilder::new("meadow").overrides(&others).build().unwrap();
    Scene::new(&simulation, None).species
}

/// A species with a body of a radius in pixels, facing right in the middle of a picture.
fn drawn(look: &SpeciesLook, radius: f32, build: Build, is_dead: bool) -> Framebuffer {
    let side = radius * 3.8 + 6.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
    let mut framebuffer = Framebuffer::new(side as u32, side as u32, GROUND);
    let kind = if is_dead { SightingKind::Carcass } else { look.kind.into() };
    let mood = if is_dead { Mood::Fresh } else { Mood::Awake };
    let pigment = &Pigment::new(look.colour, kind);
    let pose = Pose::of_size(radius, 0.0, (mood, build));
    let look = Look { kind, silhouette: look.silhouette, build, pigment, mood };
    let sprite =
        Sprite::new(&pose, Vec2::ZERO, |canvas, middle| draw(canvas, middle, &look, &pose));
    let middle = (side * 0.5).floor();
    #[expect(clippy::cast_possible_truncation, reason = "small")]
    sprite.put(&mut framebuffer, middle as i32, middle as i32);
    framebuffer
}

/// Whether each pixel differs from the ground.
fn outline(framebuffer: &Framebuffer) -> Vec<bool> {
    let ground = [GROUND[0], GROUND[1], GROUND[2]];
    let of = |pixel: Rgb| Lab::from_rgb(pixel).distance(Lab::from_rgb(ground)) > 0.2;
    framebuffer.rgb().chunks_exact(3).map(|it| of([it[0], it[1], it[2]])).collect()
}

/// The share of the pixels of either outline that are in both.
fn alike(a: &[bool], b: &[bool]) -> f32 {
    let count = |both: fn(bool, bool) -> bool| {
        let pixels = a.iter().zip(b).filter(|&(&a, &b)| both(a, b)).count();
        f32::from(u16::try_from(pixels).unwrap())
    };
    count(|a, b| a && b) / count(|a, b| a || b).max(1.0)
}

#[test]
fn every_species_is_known_by_its_outline_at_24_pixels() {
    let species = shipped();
    let outlines: Vec<_> =
        species.iter().map(|it| outline(&drawn(it, 12.0, Build::default(), false))).collect();
    for (index, one) in species.iter().enumerate() {
        for other in 0..index {
            let share = alike(&outlines[index], &outlines[other]);
            assert!(share < 0.80, "{} and {}: {share}", one.name, species[other].name);
        }
    }
}

/// How different two pictures are for an eye: the mean distance of their pixels, where either shows a body.
fn difference(a: &Framebuffer, b: &Framebuffer, seen: impl Fn(Rgb) -> Lab) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    let ground = [GROUND[0], GROUND[1], GROUND[2]];
    for (a, b) in a.rgb().chunks_exact(3).zip(b.rgb().chunks_exact(3)) {
        let (a, b) = ([a[0], a[1], a[2]], [b[0], b[1], b[2]]);
        if a != ground || b != ground {
            sum += seen(a).distance(seen(b));
            count += 1.0;
        }
    }
    sum / f32::max(count, 1.0)
}

#[test]
fn every_species_is_known_at_8_pixels_for_all_eyes_and_in_grey() {
    let species = shipped();
    let pictures: Vec<_> =
        species.iter().map(|it| drawn(it, 4.0, Build::default(), false)).collect();
    let grey = |colour: Rgb| Lab { red: 0.0, yellow: 0.0, ..Lab::from_rgb(colour) };
    for (index, one) in species.iter().enumerate() {
        for other in 0..index {
            let (a, b) = (&pictures[index], &pictures[other]);
            let name = format!("{} and {}", one.name, species[other].name);
            let least = Vision::ALL.map(|eye| difference(a, b, |it| Lab::seen(it, eye)));
            assert!(least.into_iter().all(|it| it > 0.07), "{name}: {least:?}");
            let share = difference(a, b, grey);
            assert!(share > 0.055, "{name} in grey: {share}");
        }
    }
}

#[test]
fn every_trait_that_shows_changes_the_body() {
    use Characteristic::{Attack, Camouflage, Defence, Sight, Speed};
    for look in shipped().iter().filter(|look| look.kind != Kind::Plant) {
        let without = drawn(look, 16.0, Build::default(), false);
        for what in [Speed, Sight, Attack, Defence, Camouflage] {
            let more = drawn(look, 16.0, Build::with(what, 4), false);
            let changed = without.pixels().iter().zip(more.pixels()).filter(|(a, b)| a != b);
            assert!(changed.count() > 12, "{}: {what:?}", look.name);
        }
    }
}

#[test]
fn bodies_stay_inside_their_sprites() {
    use Characteristic::{Attack, Defence, Speed};
    for look in shipped().iter() {
        for what in [Speed, Attack, Defence] {
            let picture = drawn(look, 20.0, Build::with(what, Build::MOST), false);
            let rows = picture.rgb();
            let side = picture.width() as usize;
            let ground = [GROUND[0], GROUND[1], GROUND[2]];
            // The sprite ends before the edge of this picture: nothing may be cut off there.
            let end = (20.0_f32 * 1.7 + 2.0).ceil();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
            let (first, last) = (side / 2 - end as usize, side / 2 + end as usize);
            for across in first..=last {
                for (x, y) in [(across, first), (across, last), (first, across), (last, across)] {
                    let at = (y * side + x) * 3;
                    assert_eq!(rows[at..at + 3], ground, "{} {what:?} at {x}, {y}", look.name);
                }
            }
        }
    }
}

/// Writes all species at several sizes and with several builds, to look at.
#[test]
fn pictures_can_be_looked_at() {
    use Characteristic::{Attack, Camouflage, Defence, Sight, Speed};
    let species = shipped();
    let mut sheet = Framebuffer::new(1400, 1260, GROUND);
    let mut top = 0;
    for look in species.iter() {
        let mut left = 0;
        let plain = [4.0, 6.0, 12.0, 34.0].map(|radius| (radius, Build::default(), false));
        let shaped = [Speed, Sight, Attack, Defence, Camouflage];
        let shaped = shaped.map(|what| (34.0, Build::with(what, 4), false));
        let dead = [(12.0, Build::default(), true), (34.0, Build::default(), true)];
        for (radius, build, is_dead) in plain.into_iter().chain(shaped).chain(dead) {
            let picture = drawn(look, radius, build, is_dead);
            sheet.set_clip(Some(Rect::new(0.0, 0.0, 1400.0, 1260.0)));
            sheet.copy(&picture, left, top);
            left += i32::try_from(picture.width()).unwrap() + 4;
        }
        top += 122;
    }
    assert!(sheet.pixels().iter().any(|&pixel| pixel >> 16 < 200));
    if let Some(folder) = std::env::var_os("TERRARIUM_PICTURES") {
        sheet.save(&Path::new(&folder).join("creatures.png")).unwrap();
    }
}
