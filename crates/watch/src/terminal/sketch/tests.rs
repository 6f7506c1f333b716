use std::sync::Arc;

use terrarium_creatures::species::{Kind, Silhouette, SpeciesId};
use terrarium_picture::Rect;
use terrarium_run::record::scene::{Action, Build, Ground, SpeciesLook, WallFigure};
use terrarium_sim::world::{Disc, OngoingCalamity, Sickness};
use terrarium_space::terrain::Tile;

use super::*;

/// The side of a cell's width, in units: cameras here show one unit as one pixel.
const WORLD: DVec2 = DVec2::new(40.0, 20.0);

/// A scene of 40 × 20 units, with organisms of a kind at places.
fn scene(of: &[(SightingKind, u16, DVec2, f64)]) -> Scene {
    let look = |(name, kind): (&str, Kind)| SpeciesLook {
        name: name.to_owned(),
        kind,
        colour: [0; 3],
        wish: [0; 3],
        silhouette: Silhouette::usual(kind, 12.0),
        colony: None,
    };
    let species = [("clover", Kind::Plant), ("hare", Kind::Herbivore), ("lynx", Kind::Carnivore)];
    let figure =
        |(id, &(kind, species, centre, radius)): (u64, &(SightingKind, u16, DVec2, f64))| Figure {
            id: OrganismId(id),
            species: SpeciesId(species),
            kind,
            centre,
            radius,
            velocity: DVec2::ZERO,
            facing: 0.0,
            energy: 1.0,
            damage: 0.0,
            action: Action::Resting,
            light: None,
            build: Build::default(),
        };
    Scene {
        tick: 100,
        seed: 1,
        bounds: Aabb::new(DVec2::ZERO, WORLD),
        species: species.map(look).into_iter().collect(),
        ground: Arc::new(Ground::default()),
        figures: (1..).zip(of).map(figure).collect(),
        bases: Vec::new(),
        walls: Vec::<WallFigure>::new(),
        tickets: None,
        drought: false,
        links: Vec::new(),
        calamities: Vec::new(),
    }
}

const HARE: (SightingKind, u16) = (SightingKind::Herbivore, 1);
const LYNX: (SightingKind, u16) = (SightingKind::Carnivore, 2);
const CLOVER: (SightingKind, u16) = (SightingKind::Plant, 0);

fn at(of: (SightingKind, u16), x: f64, y: f64, radius: f64) -> (SightingKind, u16, DVec2, f64) {
    (of.0, of.1, DVec2::new(x, y), radius)
}

/// A camera of 44 columns and 12 rows at a scale of one pixel per unit: cells are one unit wide and two high.
fn camera() -> Camera {
    let mut camera = Camera::new(&Aabb::new(DVec2::ZERO, WORLD), Rect::new(0.0, 0.0, 44.0, 24.0));
    camera.magnify(1.0 / camera.fit_scale());
    camera
}

fn drawn(scene: &Scene, selected: Option<u64>) -> String {
    let mut sketch = Sketch::new(44, 12);
    sketch.draw(scene, &camera(), selected.map(OrganismId));
    text(&sketch)
}

fn text(sketch: &Sketch) -> String {
    let lines = sketch.rows().map(|row| row.iter().collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_cell_shows_the_rarest_kind_in_it() {
    let scene = scene(&[
        at(CLOVER, 5.5, 3.0, 0.4),
        at(CLOVER, 8.5, 3.0, 0.2),
        at(HARE, 8.6, 3.2, 0.2),
        at(CLOVER, 12.5, 3.0, 0.2),
        at(HARE, 12.6, 3.2, 0.2),
        at(LYNX, 12.4, 2.8, 0.2),
        at((SightingKind::Carcass, 1), 16.5, 3.0, 0.2),
        at(HARE, 20.5, 3.0, 0.2),
        // As large as several cells.
        at(CLOVER, 30.0, 10.0, 4.0),
        at(LYNX, 30.5, 11.0, 0.4),
    ]);
    insta::assert_snapshot!(drawn(&scene, Some(8)), @r#"
    +----------------------------------------+
    |                                        |
    |     c  h   L   %   @                   |
    |                                        |
    |                          cccccccc      |
    |                          cccccccc      |
    |                          ccccLccc      |
    |                          cccccccc      |
    |                                        |
    |                                        |
    |                                        |
    +----------------------------------------+
    "#);
}

#[test]
fn the_ground_has_signs_and_plain_ground_none() {
    let mut scene = scene(&[at(HARE, 9.0, 9.0, 0.2)]);
    let tile = |index: u32| match (index % 10, index / 10) {
        (0..=2, _) => Tile::Water,
        (6, 1..=3) => Tile::Trees,
        (8, _) => Tile::Road,
        (4, 2) => Tile::Wall,
        _ => Tile::Ground,
    };
    let mut ground = Ground::default();
    (ground.columns, ground.rows, ground.tile_side) = (10, 5, 4.0);
    ground.tiles = (0..50).map(tile).collect();
    ground.walls = vec![Aabb::new(DVec2::new(20.0, 16.0), DVec2::new(24.0, 20.0))];
    scene.ground = Arc::new(ground);
    insta::assert_snapshot!(drawn(&scene, None), @r#"
    +----------------------------------------+
    |~~~~~~~~~~~~                    ....    |
    |~~~~~~~~~~~~                    ....    |
    |~~~~~~~~~~~~            ^^^^    ....    |
    |~~~~~~~~~~~~            ^^^^    ....    |
    |~~~~~~~~~h~~    ####    ^^^^    ....    |
    |~~~~~~~~~~~~    ####    ^^^^    ....    |
    |~~~~~~~~~~~~            ^^^^    ....    |
    |~~~~~~~~~~~~            ^^^^    ....    |
    |~~~~~~~~~~~~        ####        ....    |
    |~~~~~~~~~~~~        ####        ....    |
    +----------------------------------------+
    "#);
}

#[test]
fn fires_scorch_the_ground_and_the_sick_have_a_sign() {
    let mut scene = scene(&[at(HARE, 2.5, 3.0, 0.2), at(HARE, 5.5, 3.0, 0.2)]);
    let ongoing = |kind| OngoingCalamity {
        kind,
        began: 0,
        order: 0,
        ticks: 200,
        animals_died: 0,
        plants_died: 0,
        recovered: 0,
    };
    let area = Disc { at: DVec2::new(24.0, 10.0), radius: 16.0 };
    let sick = vec![Sickness { organism: OrganismId(2), until: 300 }];
    scene.calamities = vec![
        ongoing(CalamityKind::Fire { area, mortality: 1.0 }),
        ongoing(CalamityKind::Plague { species: SpeciesId(1), area: None, mortality: 0.5, sick }),
    ];
    insta::assert_snapshot!(drawn(&scene, None), @r#"
    +----------------------------------------+
    |                                        |
    |  h  !              ********            |
    |                  ***,,,,,,***          |
    |                 **,,,,,,,,,,**         |
    |                **,,,,,,,,,,,,**        |
    |                **,,,,,,,,,,,,**        |
    |                 **,,,,,,,,,,**         |
    |                  ***,,,,,,***          |
    |                    ********            |
    |                                        |
    +----------------------------------------+
    "#);
}

#[test]
fn every_organism_in_view_is_seen_where_nothing_rarer_is() {
    let places = (0..40).flat_map(|x| (0..10).map(move |y| (f64::from(x), 2.0 * f64::from(y))));
    for (x, y) in places {
        // A tiny one anywhere in the cell, whose centre it does not cover.
        for (dx, dy) in [(0.05, 0.1), (0.95, 1.9)] {
            let scene = scene(&[at(HARE, x + dx, y + dy, 0.01)]);
            assert_eq!(drawn(&scene, None).matches('h').count(), 1, "{x} {y}");
        }
    }
}

#[test]
fn branches_side_by_side_are_drawn_in_their_parts() {
    let (left, right) = (scene(&[at(HARE, 20.0, 9.0, 0.4)]), scene(&[at(LYNX, 20.0, 9.0, 0.4)]));
    let mut sketch = Sketch::new(44, 6);
    for (scene, from) in [(left, 0.0), (right, 24.0)] {
        let port = Rect::new(from, 0.0, 20.0, 12.0);
        sketch.draw(&scene, &Camera::new(&scene.bounds, port), None);
    }
    insta::assert_snapshot!(text(&sketch), @r#"
    --------------------    --------------------

              h                       L


    --------------------    --------------------
    "#);
}

#[test]
fn sketches_of_no_size_are_empty() {
    for (columns, rows) in [(0, 0), (0, 5), (5, 0)] {
        let mut sketch = Sketch::new(columns, rows);
        sketch.draw(&scene(&[at(HARE, 9.0, 9.0, 0.2)]), &camera(), Some(OrganismId(1)));
        assert!(sketch.cells.is_empty());
    }
}
