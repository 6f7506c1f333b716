//! Paths over ground that counts.

use std::iter::once;

use proptest::prelude::*;
use terrarium_navigation::ground::{Ground, WeightedRegions};
use terrarium_navigation::regions::Regions;
use terrarium_sim::tick::PHASES;
use terrarium_sim::world::{Motion, SavedNature};
use terrarium_space::geometry::{DVec2, lattice};
use terrarium_space::terrain::Tile;
use terrarium_testing::by_hand::{CELL, Scene};

/// The width and height of a picture, in cells. Special ground is in the middle, with room around it.
const SIDE: usize = 32;
const MARGIN: usize = 8;

/// Open ground with some areas of road and swamp.
fn picture() -> impl Strategy<Value = String> {
    let area =
        (0..12_usize, 0..12_usize, 1..6_usize, 1..6_usize, prop::sample::select(&['#', ',']));
    prop::collection::vec(area, 0..6).prop_map(|areas| {
        let mut rows = vec![['.'; SIDE]; SIDE];
        for (x, y, width, height, letter) in areas {
            for row in &mut rows[MARGIN + y..][..height] {
                row[MARGIN + x..][..width].fill(letter);
            }
        }
        rows.iter().flat_map(|row| row.iter().copied().chain(once('\n'))).collect()
    })
}

fn place() -> impl Strategy<Value = DVec2> {
    let along =
        || (0..64_u32).prop_map(|quarters| CELL * (MARGIN as f64 + f64::from(quarters) * 0.25));
    (along(), along()).prop_map(|(x, y)| DVec2::new(x, y))
}

proptest! {
    #[test]
    fn no_path_is_cheaper_than_a_cheapest_segment(
        picture in picture(),
        [road, swamp] in prop::array::uniform2(prop::sample::select(&[0.25, 0.8, 3.0])),
        from in place(),
        to in place(),
    ) {
        prop_assume!(from != to);
        let mut scene = Scene::new(&picture).rule("road_cost", road).rule("swamp_cost", swamp);
        let cost = scene.config.terrain.as_ref().map_or_else(|| Ground::new([]), |terrain| {
            Ground::of_terrain(terrain, |tile| match tile {
                Tile::Road => road,
                Tile::Swamp => swamp,
                _ => 1.0,
            })
        });
        let (cost, room) = (cost.unwrap(), scene.config.bounds.inflated(DVec2::splat(-12.0)));
        let regions = WeightedRegions::new(Regions::new(room, []), &cost);
        let best = cost.path_cost(from, &regions.cheapest_path(from, to).unwrap());

        let id = scene.add('h', from);
        let mut simulation = scene.go(move |turn| turn.intent.go_to(to, 2.0)).0;
        let planning = PHASES.iter().take_while(|phase| phase.name != "move");
        planning.for_each(|phase| phase.run(&mut simulation));
        let nature = simulation.world().organism(id).unwrap().nature;
        let SavedNature::Animal(.., Motion { journey: Some(journey), .. }) = nature else {
            panic!("{nature:?}");
        };
        let path = journey.waypoints();
        let is_straight = path == [to];
        // Bends are on the lattice, and the cheapest ones are not.
        let rounding = if is_straight { 0.0 } else { 8.0 * lattice::STEP * path.len() as f64 };
        let taken = cost.path_cost(from, path);
        prop_assert!(taken <= best * (1.0 + 1e-9) + rounding, "{taken} for {best}: {path:?}");
        prop_assert!(is_straight || !cost.is_plain());
    }
}
