//! Herds that go far over large ground: they arrive, and their runs repeat.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::geometry::{Aabb, DVec2};
use terrarium::navigation::regions::Regions;
use terrarium::space::terrain::Terrain;
use terrarium_testing::with_threads;

use crate::shared_fields::{Herd, hashes};
use crate::walkers::{RADIUS, TILE};

/// Searches that last long are given up for paths over the ground.
const IMPATIENT: [(&str, f64); 1] = [("planning_steps", 8.0)];

/// A fifth of the tiles is impassable.
fn strewn() -> Terrain {
    let mut random = Pcg64::seed_from_u64(3);
    let mut tile = || if random.random_bool(0.2) { '@' } else { '.' };
    let rows: Vec<String> = (0..420).map(|_| (0..420).map(|_| tile()).collect()).collect();
    let map = ["type octile", "height 420", "width 420", "map"].map(str::to_owned);
    let text: Vec<String> = map.into_iter().chain(rows).collect();
    Terrain::from_octile("strewn", &text.join("\n")).unwrap()
}

/// Within 16,384 steps, a world finds no shortest path across this ground.
#[test]
fn the_ground_is_so_large_that_shortest_paths_across_it_take_long() {
    let terrain = strewn().with_tile_side(TILE).unwrap();
    let half = DVec2::splat(RADIUS);
    let blocks = terrain.obstacles().into_iter().map(|block| block.inflated(half));
    let room = terrain.area().inflated(-half);
    let regions = Regions::new(room, blocks);
    let ends = [room.min, room.max].map(|corner| regions.nearest_free(corner).unwrap());
    assert_eq!(regions.path_search(ends[0], ends[1]).advance(&regions, 16_384), None);
}

#[test]
fn a_herd_arrives_from_the_other_end_of_the_world() {
    let mut herd = Herd::on(strewn(), 8, &IMPATIENT);
    assert!(herd.walk(4500) > 0);
}

/// Walls rise, so that regions and hierarchy are refreshed in one run and computed anew in the other.
#[test]
fn a_run_with_far_paths_repeats_after_a_snapshot_and_on_any_number_of_threads() {
    let wall = |x: f64, y: f64| {
        let corner = DVec2::new(x, y) * TILE;
        Aabb::new(corner, corner + DVec2::new(3.0, 0.5) * TILE)
    };
    let walls = [(3, wall(400.0, 410.0)), (10, wall(210.0, 212.0)), (20, wall(410.0, 400.0))];
    let on = |threads, restored_at| {
        let herd = || Herd::on(strewn(), 12, &IMPATIENT);
        with_threads(threads, || hashes(herd(), 40, &walls, restored_at))
    };
    let whole = on(1, None);
    assert_eq!(on(3, None), whole);
    for restored_at in [2, 6, 12, 30] {
        assert_eq!(on(2, Some(restored_at)), whole, "restored at {restored_at}");
    }
}
