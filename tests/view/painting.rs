//! Tests of pictures of worlds. The pictures in `tests/pictures` are updated with
//! `UPDATE_PICTURES=1 cargo test --test view`; check them before you commit them.

use std::sync::Arc;

use proptest::prelude::*;
use terrarium::behaviour::{Colony, Note, OrganismId, SightingKind};
use terrarium::geometry::{Aabb, DVec2, Polygon, Solid};
use terrarium::palette::{APART, Lab};
use terrarium::record::Scene;
use terrarium::record::scene::{Action, BaseFigure, Figure, Ground, WallFigure};
use terrarium::space::terrain::{Team, Tile};
use terrarium::tick::TraceEntry;
use terrarium::view::{
    Camera, Caption, Font, Framebuffer, Overlay, OverlayData, Overlays, Painter, PathFigure, Rect,
    View,
};
use terrarium_testing::assert_picture;

use crate::stage::{camera, crowd, figure, painted, scene};

/// All kinds with all actions, in rows of decreasing size.
fn bestiary() -> Scene {
    let mut figures = Vec::new();
    let mut y = 50.0;
    for radius in [34.0, 20.0, 11.0, 6.0, 3.0] {
        let mut x = 50.0;
        for species in [0, 1] {
            figures.push(figure(species, x, y, radius));
            x += 90.0;
        }
        let actions = [
            (2, Action::Walking),
            (2, Action::Eating),
            (3, Action::Fleeing),
            (3, Action::Resting),
            (2, Action::Expecting),
            (3, Action::Defending),
            (4, Action::Walking),
            (4, Action::Attacking),
            (5, Action::Eating),
            (5, Action::Thinking),
        ];
        for (index, (species, action)) in actions.into_iter().enumerate() {
            let facing = index as f32 * 0.7 - 3.0;
            let damage = if action == Action::Defending { 0.7 } else { 0.0 };
            figures.push(Figure { action, facing, damage, ..figure(species, x, y, radius) });
            x += 90.0;
        }
        figures.push(Figure { kind: SightingKind::Carcass, ..figure(3, x, y, radius) });
        y += radius * 2.2 + 30.0;
    }
    scene(1180.0, 340.0, figures)
}

/// A map with every kind of tile, three bases and a damaged wall.
fn battlefield() -> Scene {
    let rows = [
        "................",
        ".^^.www.TTT.ss..",
        ".^^.www.TTT.ss..",
        ".^..ww...T......",
        "....=...........",
        "##b#=##r##n#....",
        "#...=.....#.....",
        "#.1.=..2..#..0..",
        "#...=.....#.....",
        "####=####.##....",
        "....=....oooo...",
        "................",
    ];
    let tile = |letter| match letter {
        '^' => Tile::Rock,
        'w' => Tile::Water,
        'T' => Tile::Trees,
        's' => Tile::Swamp,
        '=' => Tile::Road,
        '#' => Tile::Wall,
        'b' => Tile::Turret(Team::Blue),
        'r' => Tile::Turret(Team::Red),
        'n' => Tile::Turret(Team::Neutral),
        '1' => Tile::Spawn(Team::Blue),
        '2' => Tile::Spawn(Team::Red),
        '0' => Tile::Spawn(Team::Neutral),
        _ => Tile::Ground,
    };
    let mut ground = Ground::default();
    (ground.columns, ground.rows, ground.tile_side) = (16, 12, 48.0);
    ground.tiles = rows.concat().chars().map(tile).collect();
    ground.walls = vec![Aabb::new(DVec2::new(560.0, 60.0), DVec2::new(690.0, 110.0))];
    let rock = [(585.0, 170.0), (690.0, 150.0), (740.0, 260.0), (660.0, 210.0), (610.0, 280.0)];
    ground.polygons = vec![Polygon::new(&rock.map(DVec2::from)).unwrap()];
    let base = |name: &str, x: f64, y: f64, owner, lean| BaseFigure {
        name: name.to_owned(),
        middle: DVec2::new(x, y),
        grounds: Aabb::square(DVec2::new(x, y), 90.0),
        owner,
        lean,
    };
    let figures = vec![
        Figure { facing: 0.0, ..figure(4, 130.0, 330.0, 14.0) },
        Figure { facing: 3.0, action: Action::Attacking, ..figure(5, 420.0, 390.0, 16.0) },
        figure(2, 640.0, 420.0, 12.0),
    ];
    Scene {
        ground: Arc::new(ground),
        bases: vec![
            base("West fort", 120.0, 500.0, Some(Colony::Blue), -1.0),
            base("East fort", 390.0, 480.0, Some(Colony::Red), 0.4),
            base("Field", 640.0, 500.0, None, -0.6),
        ],
        walls: vec![WallFigure {
            area: Aabb::new(DVec2::new(48.0, 240.0), DVec2::new(96.0, 288.0)),
            health: 0.3,
        }],
        ..scene(768.0, 576.0, figures)
    }
}

#[test]
fn every_kind_matches_its_picture() {
    let scene = Arc::new(bestiary());
    let camera = camera(&scene, 1180, 340);
    assert_picture!("bestiary", painted(&View { scale_bar: false, ..View::new(&camera, &scene) }));
}

#[test]
fn the_ground_matches_its_picture() {
    let scene = Arc::new(battlefield());
    let camera = camera(&scene, 640, 480);
    assert_picture!("battlefield", painted(&View::new(&camera, &scene)));
}

#[test]
fn a_meadow_matches_its_pictures_from_near_and_far() {
    let scene = Arc::new(crowd(900));
    let fit = camera(&scene, 300, 300);
    let mut framebuffer = painted(&View::new(&fit, &scene));
    let caption = Caption { name: "meadow", scene: &scene, is_recoloured: false };
    caption.paint(&mut framebuffer, &mut Font::new(1.0));
    assert_picture!("meadow", framebuffer);
    let mut near = fit;
    near.zoom(5.0, DVec2::new(100.0, 110.0));
    let selected = scene.figure_at(near.to_world(DVec2::new(170.0, 120.0)), 200.0).map(|it| it.id);
    let hovered = scene.figure_at(near.to_world(DVec2::new(90.0, 220.0)), 200.0).map(|it| it.id);
    let view = View { selected, hovered, ..View::new(&near, &scene) };
    assert_picture!("meadow_near", painted(&view));
}

#[test]
fn a_wide_world_matches_its_picture() {
    let scene = Arc::new(crowd(60_000));
    let camera = camera(&scene, 160, 160);
    assert_picture!("wide", painted(&View { scale_bar: false, ..View::new(&camera, &scene) }));
}

/// Marks near an animal, and some that are endless or nowhere.
fn marks_of(animal: &Figure) -> Vec<TraceEntry> {
    let at = |x: f64, y: f64| animal.centre + DVec2::new(x, y);
    let notes = [
        Note::Log("not painted".to_owned()),
        Note::Point(at(-40.0, 30.0)),
        Note::Line(at(0.0, 0.0), at(70.0, 60.0)),
        Note::Line(DVec2::new(-1e300, 20.0), DVec2::new(1e300, 20.0)),
        Note::Text(at(70.0, 60.0), "water".to_owned()),
        Note::Point(DVec2::NAN),
        Note::Text(DVec2::splat(1e200), "far away".to_owned()),
    ];
    let entry = |note| TraceEntry { by: animal.id, species: animal.species, note };
    notes.map(entry).into()
}

#[test]
fn overlays_match_their_pictures() {
    let scene = Arc::new(crowd(70));
    let camera = camera(&scene, 200, 200);
    let animal =
        scene.figures.iter().find(|figure| figure.kind == SightingKind::Herbivore).unwrap();
    let boxes = |by: f64| scene.figures.iter().map(move |it| it.body().inflated(DVec2::splat(by)));
    let data = OverlayData {
        paths: vec![PathFigure {
            id: animal.id,
            corners: vec![animal.centre, animal.centre + DVec2::new(120.0, 40.0)],
            route: vec![animal.centre + DVec2::new(90.0, 120.0)],
            goal: DVec2::splat(300.0),
        }],
        inflated: boxes(15.0).map(Solid::Box).collect(),
        sights: vec![(animal.id, 100.0)],
        marks: marks_of(animal),
        tree: boxes(30.0).step_by(9).zip([0, 1, 2, 3].into_iter().cycle()).collect(),
    };
    for overlay in Overlay::ALL {
        let view = View {
            selected: Some(animal.id),
            overlays: Overlays::NONE.with(overlay),
            data: Some(&data),
            scale_bar: false,
            ..View::new(&camera, &scene)
        };
        assert_picture!(&format!("overlay_{}", overlay.name()), painted(&view));
    }
}

#[test]
fn every_organism_is_visible() {
    let scene = Arc::new(crowd(400));
    let empty = Arc::new(Scene { figures: Vec::new(), ..(*scene).clone() });
    for (width, height) in [(200, 200), (400, 300), (1600, 1600)] {
        let camera = camera(&scene, width, height);
        let plain = |scene| View { scale_bar: false, ..View::new(&camera, scene) };
        let (full, ground) = (painted(&plain(&scene)), painted(&plain(&empty)));
        for figure in &scene.figures {
            let at = camera.pixel(figure.centre).floor();
            let (x, y) = (at.x as u32, at.y as u32);
            assert_ne!(full.at(x, y), ground.at(x, y), "{figure:?} on {width} × {height}");
        }
    }
}

#[test]
fn species_are_distinct_as_dots() {
    for radius in [1.6, 2.0, 2.8] {
        let figures = [0, 2, 4]
            .map(|species| figure(species, 20.5 + 20.0 * f64::from(species), 20.5, radius));
        let scene = Arc::new(scene(120.0, 41.0, figures.to_vec()));
        let mut camera = camera(&scene, 120, 41);
        camera.show(&scene.bounds);
        camera.magnify(1.0 / camera.fit_scale());
        let framebuffer = painted(&View { scale_bar: false, ..View::new(&camera, &scene) });
        let middle = |figure: &Figure| {
            let at = camera.pixel(figure.centre);
            let colour = framebuffer.at(at.x as u32, at.y as u32).expect("it is visible");
            Lab::from_rgb(colour)
        };
        let [plant, herbivore, carnivore] = [0, 1, 2].map(|index| middle(&scene.figures[index]));
        for (a, b) in [(plant, herbivore), (herbivore, carnivore), (plant, carnivore)] {
            assert!(a.distance(b) > APART, "{radius}: {a:?} {b:?}");
        }
    }
}

#[test]
fn worlds_seen_from_afar_show_density() {
    // Fifty times as many hares at the left as at the right, and a wolf there.
    let hares =
        (0..100).map(|i| figure(2, 20.0 + f64::from(i % 10), 20.0 + f64::from(i / 10), 1.0));
    let right =
        [figure(2, 224.0, 24.0, 1.0), figure(2, 226.0, 24.0, 1.0), figure(5, 225.0, 26.0, 1.0)];
    let scene = Arc::new(scene(300.0, 50.0, hares.chain(right).collect()));
    let camera = camera(&scene, 300, 50);
    let view = View { scale_bar: false, density_cell: 40.0, ..View::new(&camera, &scene) };
    let framebuffer = painted(&view);
    let [hare, wolf] = [2, 5].map(|index| scene.species[index].colour);
    let count = |(colour, most): ([u8; 3], f32), columns: std::ops::Range<u32>| {
        let all = columns.flat_map(|x| (0..50).map(move |y| (x, y)));
        let is_near = |shown: [u8; 3]| Lab::from_rgb(shown).distance(Lab::from_rgb(colour)) < most;
        all.filter(|&(x, y)| framebuffer.at(x, y).is_some_and(is_near)).count()
    };
    let (hare, wolf) = ((hare, 0.04), (wolf, 0.1));
    let hares = [count(hare, 0..80), count(hare, 100..300)];
    let wolves = [count(wolf, 0..180), count(wolf, 190..260)];
    assert!(hares[0] > 100 && hares[0] > 15 * hares[1].max(1), "{hares:?}");
    assert!(wolves[0] == 0 && wolves[1] > 20, "{wolves:?}");
}

#[test]
fn moving_organisms_are_interpolated() {
    let at = |x: f64| Arc::new(scene(400.0, 100.0, vec![figure(4, x, 50.0, 12.0)]));
    let (before, after) = (at(100.0), at(200.0));
    let camera = camera(&after, 400, 100);
    let view = View { before: Some(&before), share: 0.25, ..View::new(&camera, &after) };
    let (place, radius) = Painter::place(&view, OrganismId(1)).unwrap();
    assert_eq!((place, radius), (DVec2::new(125.0, 50.0), 12.0));
    let mut painter = Painter::new(1.0);
    assert_eq!(painter.pick(&view, camera.to_screen(place)), Some(OrganismId(1)));
    assert_eq!(painter.pick(&view, camera.to_screen(DVec2::new(200.0, 50.0))), None);
    let standing = at(125.0);
    let expected = painted(&View::new(&camera, &standing));
    assert_eq!(painted(&view), expected, "an interpolated organism looks like a standing one");
    let far = Arc::new(scene(4000.0, 100.0, vec![figure(4, 100.0, 50.0, 12.0)]));
    let leapt = Arc::new(scene(4000.0, 100.0, vec![figure(4, 3000.0, 50.0, 12.0)]));
    let view = View { before: Some(&far), share: 0.5, ..View::new(&camera, &leapt) };
    assert_eq!(
        Painter::place(&view, OrganismId(1)).unwrap().0.x,
        3000.0,
        "leaps are not interpolated"
    );
}

#[test]
fn a_reused_painter_paints_the_same() {
    let scene = Arc::new(crowd(500));
    let mut painter = Painter::new(1.0);
    let mut camera = camera(&scene, 300, 300);
    let mut framebuffer = Framebuffer::new(300, 300, [0; 4]);
    for factor in [1.0, 3.0, 2.0, 0.25, 5.0] {
        camera.zoom(factor, DVec2::new(120.0, 200.0));
        let view = View::new(&camera, &scene);
        painter.paint(&mut framebuffer, &view);
        assert_eq!(framebuffer, painted(&view), "{camera:?}");
    }
}

#[test]
fn extreme_framebuffers_and_worlds_work() {
    let empty = Arc::new(scene(1000.0, 600.0, Vec::new()));
    let many = Arc::new(crowd(200));
    let point = Arc::new(scene(0.0, 0.0, vec![figure(2, 0.0, 0.0, 12.0)]));
    let mut strange = scene(100.0, 100.0, vec![figure(2, 50.0, 50.0, 12.0)]);
    strange.species = Vec::new().into();
    let strange = Arc::new(strange);
    for scene in [&empty, &many, &point, &strange] {
        for (width, height) in [(1, 1), (1, 900), (2000, 1500)] {
            let camera = camera(scene, width, height);
            let mut overlays = Overlays::NONE;
            Overlay::ALL.into_iter().for_each(|overlay| overlays.toggle(overlay));
            let selected = Some(OrganismId(1));
            let framebuffer = painted(&View { overlays, selected, ..View::new(&camera, scene) });
            assert_eq!((framebuffer.width(), framebuffer.height()), (width, height));
        }
    }
    let camera = camera(&many, 8000, 5000);
    assert_eq!(painted(&View::new(&camera, &many)).width(), 8000);
}

#[test]
fn a_million_organisms_are_painted() {
    let scene = Arc::new(crowd(1_000_000));
    let camera = camera(&scene, 640, 360);
    let framebuffer = painted(&View { scale_bar: false, ..View::new(&camera, &scene) });
    let mut colours: Vec<u32> = framebuffer.pixels().to_vec();
    colours.sort_unstable();
    colours.dedup();
    assert!(colours.len() > 300, "only {} colours", colours.len());
}

#[test]
fn nothing_is_painted_outside_the_port() {
    let scene = Arc::new(crowd(300));
    let mut camera = Camera::new(&scene.bounds, Rect::new(40.0, 30.0, 100.0, 80.0));
    camera.magnify(4.0);
    let mut framebuffer = Framebuffer::new(200, 150, [255, 0, 255, 255]);
    let selected = Painter::new(1.0).pick(&View::new(&camera, &scene), DVec2::new(45.0, 35.0));
    let view = View { selected, ..View::new(&camera, &scene) };
    Painter::new(1.0).paint(&mut framebuffer, &view);
    for y in 0..150 {
        for x in 0..200 {
            let is_inside = (40..140).contains(&x) && (30..110).contains(&y);
            assert_eq!(framebuffer.at(x, y) == Some([255, 0, 255]), !is_inside, "({x}, {y})");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn culling_changes_nothing(
        count in 1_u32..400,
        x in 0.0..200.0,
        y in 0.0..150.0,
        zoom in 0.5..40.0,
        share in 0.0_f32..1.0,
    ) {
        let scene = Arc::new(crowd(count));
        let mut before = (*scene).clone();
        for figure in &mut before.figures {
            figure.centre += DVec2::new(20.0, -15.0);
            figure.radius *= 0.8;
        }
        let before = Arc::new(before);
        let mut camera = camera(&scene, 200, 150);
        camera.zoom(zoom, DVec2::new(x, y));
        let view = View { before: Some(&before), share, ..View::new(&camera, &scene) };
        let mut all = Framebuffer::new(200, 150, [255, 0, 255, 255]);
        Painter::new(1.0).without_culling().paint(&mut all, &view);
        prop_assert!(painted(&view) == all);
    }
}
