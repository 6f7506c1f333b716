//! The tiles that open ground is divided into.

use proptest::prelude::*;
use terrarium_sim::world::blank_terrain;
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Terrain, Tile};

fn blank(width: f64, height: f64) -> Option<Terrain> {
    blank_terrain(&Aabb::spanning(DVec2::ZERO, DVec2::new(width, height)))
}

#[test]
fn tiles_are_about_as_large_as_usual() {
    let side = |width, height| blank(width, height).map(|terrain| terrain.tile_side());
    assert_eq!(side(3200.0, 1600.0), Some(32.0));
    assert_eq!(side(1600.0, 1200.0), Some(25.0));
    assert_eq!(side(1150.0, 860.0), Some(10.0));
    assert_eq!(side(1009.0, 1013.0), None, "only sides of 1 unit and less divide both");
    assert_eq!(side(16_000_000.0, 16_000_000.0), None, "too many tiles");
}

proptest! {
    #[test]
    fn plain_tiles_fill_the_bounds_exactly(
        width in 1_u32..200_000, height in 1_u32..200_000, scale in 0..4_i32,
    ) {
        let [width, height] = [width, height].map(|side| f64::from(side) * 0.5_f64.powi(scale));
        if let Some(terrain) = blank(width, height) {
            prop_assert_eq!(terrain.area().max, DVec2::new(width, height));
            prop_assert!((8.0..=128.0).contains(&terrain.tile_side()));
            let first = terrain.tiles().take(64).all(|(_, tile)| tile == Tile::Ground);
            prop_assert!(first);
        }
    }
}
