use std::sync::Arc;

use glam::DVec2;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_run::record::Scene;
use terrarium_run::record::scene;
use terrarium_sim::world::{CalamityKind, Disc, OngoingCalamity};
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::Tile;
use terrarium_testing::{simulation_of, small_world};

use crate::painter::{GroundPicture, View};
use crate::{Camera, Framebuffer, Overlay, Overlays, Painter, Rect};

const SIZE: [u32; 2] = [320, 240];

fn scene() -> Scene {
    Scene::new(&simulation_of(small_world()), None)
}

fn camera(scene: &Scene) -> Camera {
    Camera::new(&scene.bounds, Rect::new(0.0, 0.0, 320.0, 240.0))
}

fn painted(picture: &mut GroundPicture, camera: &Camera, scene: &Arc<Scene>) -> Framebuffer {
    let mut framebuffer = Framebuffer::new(SIZE[0], SIZE[1], [0; 4]);
    let overlays = Overlays::NONE.with(Overlay::Grid);
    picture.paint(&mut framebuffer, &View { overlays, daylight: true, ..View::new(camera, scene) });
    framebuffer
}

/// Asserts that a picture which painted other views before is that of one which did not.
fn assert_as_new(picture: &mut GroundPicture, camera: &Camera, scene: &Arc<Scene>, what: &str) {
    let kept = painted(picture, camera, scene);
    let new = painted(&mut GroundPicture::default(), camera, scene);
    let differs = |(a, b): (&u32, &u32)| {
        let parts = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
        parts.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0) > 2
    };
    let count = kept.pixels().iter().zip(new.pixels()).filter(|&pair| differs(pair)).count();
    assert_eq!(count, 0, "{what}: so many pixels differ");
}

/// A scene of 20 × 15 tiles of 40 units, with a lake, a road, trees and a rock.
fn with_tiles() -> Scene {
    let map = [
        "....................",
        "....~~~~~...........",
        "...~~~~~~~..TTT.....",
        "...~~~~~~~~.TTTT....",
        "====~~~~~===========",
        "....~~~~............",
        ".....~~.....##......",
        "............##......",
    ];
    let tile = |letter: char| match letter {
        '~' => Tile::Water,
        '=' => Tile::Road,
        'T' => Tile::Trees,
        '#' => Tile::Rock,
        _ => Tile::Ground,
    };
    let tiles = map.iter().flat_map(|row| row.chars().map(tile)).collect();
    let mut scene = scene();
    scene.bounds = Aabb::new(DVec2::ZERO, DVec2::new(800.0, 320.0));
    scene.figures.retain(|figure| scene.bounds.contains_inside(figure.centre));
    let mut ground = scene::Ground::default();
    (ground.columns, ground.rows, ground.tile_side, ground.tiles) = (20, 8, 40.0, tiles);
    scene.ground = Arc::new(ground);
    scene
}

#[test]
fn ground_that_moved_with_the_camera_is_as_if_painted_anew() {
    for scene in [scene(), with_tiles()].map(Arc::new) {
        let mut picture = GroundPicture::default();
        let mut camera = camera(&scene);
        camera.magnify(3.0);
        let moves =
            [(3.3, 0.0), (0.0, -7.8), (-40.2, 21.0), (500.0, 2.0), (-9.0, -300.0), (0.2, 0.1)];
        for (x, y) in moves {
            camera.pan(DVec2::new(x, y));
            assert_as_new(&mut picture, &camera, &scene, &format!("moved by {x}, {y}"));
        }
        camera.magnify(1.7);
        assert_as_new(&mut picture, &camera, &scene, "zoomed");
    }
}

#[test]
fn ground_whose_cover_changed_is_as_if_painted_anew() {
    let mut scene = scene();
    let mut picture = GroundPicture::default();
    let camera = camera(&scene);
    for step in 0..12 {
        let shown = Arc::new(scene.clone());
        assert_as_new(&mut picture, &camera, &shown, &format!("step {step}"));
        let plants = scene.figures.iter_mut().filter(|it| it.kind == SightingKind::Plant);
        for (index, plant) in plants.enumerate() {
            if index % 3 == step % 3 {
                plant.radius += 2.0;
            }
        }
        scene.tick += 40;
    }
}

#[test]
fn ground_is_greener_where_plants_are() {
    let mut scene = scene();
    let at = scene.bounds.centre();
    let plant = *scene.figures.iter().find(|it| it.kind == SightingKind::Plant).unwrap();
    let redness = |scene: &Scene| {
        let scene = Arc::new(scene.clone());
        let framebuffer = painted(&mut GroundPicture::default(), &camera(&scene), &scene);
        let [red, green, _] = framebuffer.at(SIZE[0] / 2, SIZE[1] / 2).unwrap();
        i32::from(red) - i32::from(green)
    };
    scene.figures.clear();
    let bare = redness(&scene);
    scene.figures = vec![scene::Figure { centre: at, radius: 20.0, ..plant }; 30];
    let covered = redness(&scene);
    assert!(bare > 0 && covered < -4, "{bare} and {covered}");
    // Animals change nothing.
    let kind = SightingKind::Herbivore;
    scene.figures = vec![scene::Figure { centre: at, radius: 20.0, kind, ..plant }; 30];
    assert_eq!(redness(&scene), bare);
}

#[test]
fn every_tile_has_its_ground_in_its_middle_and_shores_are_round() {
    let scene = Arc::new(with_tiles());
    let mut framebuffer = Framebuffer::new(1600, 640, [0; 4]);
    let camera = {
        let mut camera = Camera::new(&scene.bounds, Rect::new(0.0, 0.0, 1600.0, 640.0));
        camera.show(&scene.bounds);
        camera
    };
    let view = View { is_flat: true, ..View::new(&camera, &scene) };
    GroundPicture::default().paint(&mut framebuffer, &view);
    let at = |x: f64, y: f64| {
        let pixel = camera.pixel(DVec2::new(x, y)).round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside")]
        framebuffer.at(pixel.x as u32, pixel.y as u32).unwrap()
    };
    let is_blue = |[red, _, blue]: [u8; 3]| blue > red.saturating_add(20);
    for row in 0..8_u32 {
        for column in 0..20_u32 {
            let (x, y) = (f64::from(column) * 40.0 + 20.0, f64::from(row) * 40.0 + 20.0);
            let is_water = scene.ground.tile(column, row) == Some(Tile::Water);
            // Waves are lighter, but blue.
            assert_eq!(is_blue(at(x, y)), is_water, "{column}, {row}: {:?}", at(x, y));
        }
    }
    // The lake begins in column 4 of row 1: its corner is land, the middles of its sides are water.
    assert!(!is_blue(at(163.0, 43.0)), "{:?}", at(163.0, 43.0));
    assert!(is_blue(at(220.0, 46.0)), "{:?}", at(220.0, 46.0));
    // The rock has the corners of its tiles.
    let rock = at(483.0, 243.0);
    assert!(rock.iter().all(|&part| part < 160), "{rock:?}");
}

#[test]
fn droughts_and_burned_ground_leave_water_as_it_is() {
    let mut scene = with_tiles();
    scene.figures.clear();
    scene.tick = 12;
    let camera = Camera::new(&scene.bounds, Rect::new(0.0, 0.0, 1600.0, 640.0));
    let painted = |scene: &Scene| {
        let scene = Arc::new(scene.clone());
        let mut framebuffer = Framebuffer::new(1600, 640, [0; 4]);
        let view = View { scale_bar: false, ..View::new(&camera, &scene) };
        Painter::new(1.0).paint(&mut framebuffer, &view);
        framebuffer
    };
    let is_blue = |pixel: u32| {
        let [_, red, _, blue] = pixel.to_be_bytes();
        blue > red.saturating_add(20)
    };
    let before = painted(&scene);
    let water = before.pixels().iter().filter(|&&pixel| is_blue(pixel)).count();
    assert!(water > 50_000, "{water} pixels of water");
    // It covers the lake and as much land.
    let area = Disc { at: DVec2::new(260.0, 130.0), radius: 150.0 };
    let calamities = [
        CalamityKind::Drought { area: Some(area), light: 0.5 },
        CalamityKind::Drought { area: None, light: 0.5 },
        CalamityKind::Fire { area, mortality: 0.5 },
    ];
    for kind in calamities {
        // Fires have ended, so that there are no flames.
        let ticks = if matches!(kind, CalamityKind::Fire { .. }) { 10 } else { 100 };
        let calamity = OngoingCalamity {
            kind,
            began: 0,
            order: 0,
            ticks,
            animals_died: 0,
            plants_died: 0,
            recovered: 0,
        };
        let after = painted(&Scene { calamities: vec![calamity.clone()], ..scene.clone() });
        let pairs = before.pixels().iter().zip(after.pixels());
        let changed: Vec<u32> =
            pairs.filter(|(old, new)| old != new).map(|(old, _)| *old).collect();
        assert!(changed.len() > 50_000, "{} pixels changed by {calamity:?}", changed.len());
        let wet = changed.into_iter().filter(|&pixel| is_blue(pixel)).count();
        // The ends of a few waves lie on the shore.
        assert!(wet < 50, "{wet} pixels of water changed by {calamity:?}");
    }
}
