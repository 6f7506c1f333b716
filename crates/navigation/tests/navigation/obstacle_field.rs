//! The standard set of obstacles against a list.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::{ObstacleField, ObstacleKey, Obstacles, SweptBox};

#[derive(Debug, Clone)]
enum Change {
    Insert(Aabb),
    Remove(usize),
}

fn area() -> impl Strategy<Value = Aabb> {
    let point = (0.0..300.0, 0.0..300.0).prop_map(DVec2::from);
    let size = prop_oneof![Just(0.0), 0.0..40.0];
    (point, size.clone(), size).prop_map(|(at, w, h)| Aabb::new(at, at + DVec2::new(w, h)))
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![area().prop_map(Change::Insert), (0..300_usize).prop_map(Change::Remove)]
}

fn swept() -> impl Strategy<Value = SweptBox> {
    let point = || (0.0..300.0, 0.0..300.0).prop_map(DVec2::from);
    let half = prop_oneof![Just(DVec2::ZERO), Just(DVec2::new(3.0, 1.0))];
    (point(), point(), point(), half, 0..4).prop_map(|(a, b, c, half, kind)| match kind {
        0 => SweptBox::segment(a, b, half),
        1 => SweptBox::triangle([a, b, c], half),
        2 => SweptBox::area(&Aabb::square(a, f64::MAX), half),
        _ => SweptBox::area(&Aabb::spanning(a, b), half),
    })
}

proptest! {
    #[test]
    fn after_any_changes_it_visits_the_same_as_a_linear_scan(
        first in prop::collection::vec(area(), 0..400),
        changes in prop::collection::vec(change(), 0..200),
        swept in swept(),
    ) {
        let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(400.0));
        let mut list: Vec<(ObstacleKey, Aabb)> = (0..).map(ObstacleKey).zip(first).collect();
        let mut field = ObstacleField::new(bounds, list.clone());
        for (change, name) in changes.into_iter().zip(1000..) {
            match change {
                Change::Insert(aabb) => {
                    list.push((ObstacleKey(name), aabb));
                    field.insert(ObstacleKey(name), aabb);
                }
                Change::Remove(index) if index < list.len() => {
                    let (key, aabb) = list.swap_remove(index);
                    prop_assert!(field.remove(key, aabb));
                    prop_assert!(!field.remove(key, aabb));
                }
                Change::Remove(_) => {}
            }
        }
        prop_assert_eq!(field.len(), list.len());
        let mut shown = Vec::new();
        field.visit(&mut swept.clone(), &mut |_, key, aabb| shown.push((key, aabb)));
        list.retain(|(_, aabb)| swept.touches(aabb));
        for list in [&mut shown, &mut list] {
            list.sort_by_key(|&(key, _)| key);
        }
        prop_assert_eq!(shown, list);
    }
}
