//! The index of bodies, compared with a linear scan.

use std::collections::BTreeMap;

use proptest::prelude::*;
use terrarium_space::geometry::{Aabb, DVec2, Polygon, lattice};
use terrarium_space::{Index, Mobility, Near, Slot};

/// All bodies by slot, in a list without any order.
#[derive(Default)]
struct Scan(BTreeMap<u32, (Aabb, Mobility)>);

impl Scan {
    fn found(&self, area: &Aabb, mobility: Option<Mobility>) -> Vec<(u32, Aabb)> {
        let is_found = |(_, (body, its)): &(&u32, &(Aabb, Mobility))| {
            mobility.is_none_or(|asked| asked == *its) && body.touches(area)
        };
        self.0.iter().filter(is_found).map(|(&slot, &(body, _))| (slot, body)).collect()
    }

    /// What is found otherwise than by the index, in words.
    fn difference(&self, index: &Index, area: &Aabb) -> Result<(), String> {
        let sorted = |mut found: Vec<(u32, Aabb)>| {
            found.sort_by_key(|&(slot, _)| slot);
            found
        };
        let (mut all, mut moving, mut stationary) = (Vec::new(), Vec::new(), Vec::new());
        index.visit(area, |slot, body| all.push((slot.0, *body)));
        index.visit_moving(area, |slot, body| moving.push((slot.0, *body)));
        index.visit_stationary(area, |slot, body| stationary.push((slot.0, *body)));
        let kinds = [None, Some(Mobility::Moving), Some(Mobility::Stationary)];
        for (found, kind) in [all, moving, stationary].into_iter().map(sorted).zip(kinds) {
            let expected = self.found(area, kind);
            if found != expected {
                return Err(format!("{kind:?} in {area:?}: {found:?} instead of {expected:?}"));
            }
        }
        let free = self.0.values().all(|(body, _)| !body.overlaps(area));
        let (mut near, mut found) = (Near::default(), Vec::new());
        for around in [area.inflated(DVec2::splat(50.0)), Aabb::square(area.min, 10.0)] {
            near.look_up(index, &around);
            found.clear();
            near.visit(index, area, |slot, body| found.push((slot.0, *body)));
            if sorted(found.clone()) != self.found(area, None) {
                return Err(format!("{found:?} in {area:?} after a look around {around:?}"));
            }
        }
        if index.is_free(area, None) != free {
            return Err(format!("{area:?} is free: {free}"));
        }
        if index.len() != self.0.len() {
            return Err(format!("{} instead of {} bodies", index.len(), self.0.len()));
        }
        Ok(())
    }
}

/// A change of one of a few slots.
#[derive(Debug, Clone)]
enum Change {
    Insert(u32, Aabb, bool),
    Relocate(u32, DVec2),
    Grow(u32, f64),
    Remove(u32),
    Reload,
    Settle,
}

/// A body of any size in a small world, on a coarse grid, so that sides often meet; seldom far away.
fn body() -> impl Strategy<Value = Aabb> {
    let radius = prop_oneof![Just(0.0), (1..48_i32).prop_map(f64::from), 100.0..2000.0_f64];
    let at = prop_oneof![
        9 => (0..300_i32).prop_map(f64::from),
        1 => -lattice::LIMIT / 2.0..lattice::LIMIT / 2.0,
    ];
    (at.clone(), at, radius)
        .prop_map(|(x, y, r)| Aabb::square(lattice::snap_point(DVec2::new(x, y)), lattice::snap(r)))
}

fn change(slots: u32) -> impl Strategy<Value = Change> {
    let step = || prop_oneof![9 => -40.0..40.0_f64, 1 => -4000.0..4000.0_f64];
    prop_oneof![
        8 => (0..slots, body(), any::<bool>()).prop_map(|(s, b, m)| Change::Insert(s, b, m)),
        8 => (0..slots, step(), step()).prop_map(|(s, x, y)| Change::Relocate(s, DVec2::new(x, y))),
        4 => (0..slots, 0.0..20.0_f64).prop_map(|(s, by)| Change::Grow(s, by)),
        3 => (0..slots).prop_map(Change::Remove),
        1 => Just(Change::Reload),
        1 => Just(Change::Settle),
    ]
}

fn apply(change: Change, index: &mut Index, scan: &mut Scan) {
    match change {
        Change::Insert(slot, body, moves) if !scan.0.contains_key(&slot) => {
            let mobility = if moves { Mobility::Moving } else { Mobility::Stationary };
            index.insert(Slot(slot), body, mobility);
            scan.0.insert(slot, (body, mobility));
        }
        Change::Insert(..) => {}
        Change::Relocate(slot, by) => {
            if let Some((body, _)) = scan.0.get_mut(&slot) {
                *body = body.translated(lattice::snap_point(by));
                index.relocate(Slot(slot), *body);
            }
        }
        Change::Grow(slot, by) => {
            if let Some((body, _)) = scan.0.get_mut(&slot) {
                *body = body.inflated(DVec2::splat(lattice::snap(by)));
                index.relocate(Slot(slot), *body);
            }
        }
        Change::Remove(slot) => {
            if scan.0.remove(&slot).is_some() {
                index.remove(Slot(slot));
            }
        }
        Change::Settle => index.settle(),
        Change::Reload => {
            let bodies = scan.0.iter().map(|(&slot, &(body, moves))| (Slot(slot), body, moves));
            index.replace_bodies(bodies);
        }
    }
}

proptest! {
    #[test]
    fn after_any_changes_it_finds_the_same_as_a_linear_scan(
        changes in prop::collection::vec(change(400), 1..1200),
        areas in prop::collection::vec(body(), 4),
    ) {
        let (mut index, mut scan) = (Index::new(&[], Vec::new(), []), Scan::default());
        for (change, number) in changes.into_iter().zip(1..) {
            apply(change, &mut index, &mut scan);
            if number % 300 == 0 {
                prop_assert_eq!(scan.difference(&index, &areas[0]), Ok(()));
            }
        }
        for area in &areas {
            prop_assert_eq!(scan.difference(&index, area), Ok(()));
        }
        for (&slot, &(body, _)) in &scan.0 {
            prop_assert_eq!(index.body(Slot(slot)), Some(body));
        }
    }
}

/// A crowd that is mixed through: bodies of all sizes walk, are born and die.
#[test]
fn a_crowd_that_walks_through_itself_is_found_in_every_tick() {
    let mut seed = 1_u64;
    let mut random = move |below: f64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        lattice::snap((seed >> 33) as f64 / f64::from(1 << 31) * below)
    };
    let (mut index, mut scan) = (Index::new(&[], Vec::new(), []), Scan::default());
    for slot in 0..3000 {
        let at = DVec2::new(random(4000.0), random(4000.0));
        let body = Aabb::square(at, random(16.0));
        apply(Change::Insert(slot, body, slot % 3 != 0), &mut index, &mut scan);
    }
    for tick in 0..60_u32 {
        for slot in (0..3000).filter(|slot| slot % 3 != 0) {
            let by = DVec2::new(random(80.0) - 40.0, random(80.0) - 40.0);
            apply(Change::Relocate(slot, by), &mut index, &mut scan);
        }
        for slot in (tick % 7..3000).step_by(97) {
            apply(Change::Remove(slot), &mut index, &mut scan);
            let body = Aabb::square(DVec2::new(random(4000.0), random(4000.0)), random(200.0));
            apply(Change::Insert(slot, body, slot % 2 == 0), &mut index, &mut scan);
        }
        if tick % 3 == 0 {
            index.settle();
        }
        for _ in 0..5 {
            let area = Aabb::square(DVec2::new(random(4000.0), random(4000.0)), random(400.0));
            scan.difference(&index, &area).unwrap();
        }
        let everywhere = Aabb::square(DVec2::ZERO, f64::MAX);
        scan.difference(&index, &everywhere).unwrap();
    }
}

#[test]
fn terrain_is_found_and_is_not_free() {
    let wall = Aabb::new(DVec2::splat(100.0), DVec2::new(140.0, 110.0));
    let index = Index::new(&[Aabb::square(DVec2::ZERO, 4.0), wall], Vec::new(), []);
    let mut found = Vec::new();
    index.visit_terrain(&Aabb::square(DVec2::new(140.0, 110.0), 0.0), |number, block| {
        found.push((number, *block.bounds()));
    });
    assert_eq!(found, [(1, wall)]);
    assert!(!index.is_free(&Aabb::square(DVec2::new(140.0, 110.0), 1.0), None));
    assert!(index.is_free(&Aabb::square(DVec2::new(141.0, 111.0), 1.0), None));
}

#[test]
fn polygons_are_found_after_the_boxes_and_are_not_free() {
    let wall = Aabb::new(DVec2::splat(100.0), DVec2::new(140.0, 110.0));
    let slope = [(0.0, 0.0), (40.0, 0.0), (0.0, 40.0)].map(DVec2::from);
    let parts = Polygon::new(&slope).unwrap().parts().to_vec();
    let index = Index::new(&[wall], parts, []);
    let mut found = Vec::new();
    index.visit_terrain(&Aabb::square(DVec2::splat(30.0), 1.0), |number, block| {
        found.push((number, block.shape().map(|shape| shape.corners().to_vec())));
    });
    assert_eq!(found, [(1, Some(slope.to_vec()))]);
    assert!(!index.is_free(&Aabb::square(DVec2::splat(16.0), 5.0), None));
    assert!(index.is_free(&Aabb::square(DVec2::splat(25.0), 5.0), None));
}

#[test]
fn a_body_is_free_beside_itself() {
    let body = Aabb::square(DVec2::splat(50.0), 8.0);
    let index = Index::new(&[], Vec::new(), [(Slot(3), body, Mobility::Moving)]);
    assert!(index.is_free(&body, Some(Slot(3))));
    assert!(!index.is_free(&body, None));
    assert_eq!(index.bodies().collect::<Vec<_>>(), [(Slot(3), body)]);
}

/// Each box of a node lies in that of its parent, and each body in the box of a page.
#[test]
fn the_boxes_are_those_of_a_tree() {
    let body = |slot: u32| {
        Aabb::square(DVec2::new(f64::from(slot % 70), f64::from(slot / 70)) * 20.0, 8.0)
    };
    let index = Index::new(
        &[],
        Vec::new(),
        (0..4900).map(|slot| (Slot(slot), body(slot), Mobility::Moving)),
    );
    let boxes = index.boxes();
    let deepest = boxes.iter().map(|&(_, depth)| depth).max().unwrap();
    assert!(deepest > 0);
    let holds = |depth: u8, area: &Aabb| {
        boxes.iter().any(|(outer, its)| *its == depth && outer.contains_box(area))
    };
    for (area, depth) in boxes.iter().filter(|(_, depth)| *depth > 0) {
        assert!(holds(depth - 1, area), "{area:?}");
    }
    for (_, area) in index.bodies() {
        assert!(holds(deepest, &area), "{area:?}");
    }
}
