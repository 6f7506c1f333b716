//! The costs of paths through and around danger.

use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::{
    Danger, Goal, Navigator, ObstacleField, ObstacleKey, Perimeter, Request, WithObstacles,
    path_cost,
};

#[test]
fn a_path_costs_its_length_and_its_danger() {
    let area = Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(5.0, 1.0));
    let dangers = [Danger { area, weight: 2.0 }];
    let straight = path_cost(DVec2::ZERO, &[DVec2::new(10.0, 0.0)], &dangers);
    assert!((straight - 16.0).abs() < 1e-12, "{straight}");
    let along_its_edge = path_cost(DVec2::new(0.0, 1.0), &[DVec2::new(10.0, 1.0)], &dangers);
    assert!((along_its_edge - 10.0).abs() < 1e-12, "{along_its_edge}");
}

#[test]
fn the_weight_of_a_danger_decides_between_through_and_around() {
    let field = ObstacleField::new(Aabb::square(DVec2::ZERO, 20.0), Vec::new());
    let area = Aabb::square(DVec2::ZERO, 4.0);
    let (start, goal) = (DVec2::new(-10.0, 0.0), Goal::Point(DVec2::new(10.0, 0.0)));
    let request = Request::new(start, goal, DVec2::ZERO);
    let avoided = [(ObstacleKey(u64::MAX), area)];
    let around = WithObstacles { obstacles: &field, more: &avoided };
    let through = Perimeter.find(request.clone(), &field);
    let around = Perimeter.find(request, &around);
    for (weight, goes_around) in [(0.1, false), (1.0, true)] {
        let dangers = [Danger { area, weight }];
        let cost = |path: &[DVec2]| path_cost(start, path, &dangers);
        let costlier = cost(through.path().unwrap()) > cost(around.path().unwrap());
        assert_eq!(costlier, goes_around, "with weight {weight}");
    }
}
