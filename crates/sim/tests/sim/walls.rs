//! Walls of which parts are removed.

use terrarium_sim::tick::Command;
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_testing::by_hand::Scene;

#[test]
fn parts_and_holes_fill_the_area_without_overlaps() {
    let area = Aabb::spanning(DVec2::ZERO, DVec2::new(100.0, 60.0));
    let holes = [
        Aabb::square(DVec2::new(20.0, 20.0), 8.0),
        Aabb::square(DVec2::new(24.0, 30.0), 8.0),
        Aabb::square(DVec2::new(100.0, 60.0), 10.0),
    ];
    let mut stage = Scene::new("..... ..... .....").go(|_| {});
    stage.0.apply(Command::Wall { area }).unwrap();
    for hole in holes {
        stage.0.apply(Command::RemoveWalls { area: hole }).unwrap();
    }
    let parts = &stage.0.world().command_effects().walls;
    for (index, part) in parts.iter().enumerate() {
        assert!(area.contains_box(part) && holes.iter().all(|hole| !hole.overlaps(part)));
        assert!(parts[..index].iter().all(|other| !other.overlaps(part)));
    }
    let total: f64 = parts.iter().map(Aabb::area).sum();
    let overlap = 12.0 * 6.0;
    assert_eq!(total, 6000.0 - (2.0 * 256.0 - overlap) - 100.0);
    stage.0.apply(Command::RemoveWalls { area: area.inflated(DVec2::ONE) }).unwrap();
    assert_eq!(stage.0.world().command_effects().walls, []);
}
