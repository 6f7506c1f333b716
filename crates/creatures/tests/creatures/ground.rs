//! Ground: what creatures know of it, and how a species goes on it.

use terrarium_creatures::behaviour::{GroundKind, GroundMap};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{GroundFactor, GroundOverrides};
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::{Terrain, Tile};

#[test]
fn kinds_have_unique_names_in_the_order_of_their_numbers() {
    for (number, kind) in GroundKind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, number);
        assert_eq!(GroundKind::ALL.iter().filter(|it| it.name() == kind.name()).count(), 1);
    }
}

#[test]
fn a_kind_is_passable_where_its_tiles_are() {
    for tile in Tile::ALL {
        assert_eq!(GroundKind::from(tile) <= GroundKind::Swamp, tile.is_passable(), "{tile}");
    }
}

#[test]
fn walls_stand_on_the_tiles() {
    let terrain = Terrain::from_rows("ford", [" ,", "#~"]).unwrap();
    let wall = Aabb::new(DVec2::new(40.0, 4.0), DVec2::new(50.0, 20.0));
    let ground = GroundMap::new(terrain.area(), Some(terrain), vec![wall], Vec::new());
    let at = |x, y| ground.at(DVec2::new(x, y)).map_or("nothing", GroundKind::name);
    assert_eq!([at(1.0, 1.0), at(33.0, 1.0), at(45.0, 9.0)], ["plain", "swamp", "wall"]);
    assert_eq!([at(0.0, 32.0), at(40.0, 60.0)], ["road", "water"]);
    assert_eq!([at(64.0, 64.0), at(64.5, 1.0), at(f64::NAN, 1.0)], ["water", "nothing", "nothing"]);
    let open = GroundMap::new(Aabb::square(DVec2::ZERO, 9.0), None, Vec::new(), Vec::new());
    assert_eq!(open.at(DVec2::splat(-9.0)), Some(GroundKind::Plain));
    assert_eq!(GroundMap::nowhere().at(DVec2::ONE), None);
}

#[test]
fn polygons_are_walls_of_any_shape() {
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(200.0));
    // A slope from the lower edge of the world nearly to the upper one.
    let slope = [(60.0, 200.0), (100.0, 20.0), (140.0, 200.0)].map(DVec2::from);
    let polygon = Polygon::new(&slope).unwrap();
    let ground = GroundMap::new(bounds, None, Vec::new(), vec![polygon]);
    assert_eq!(ground.at(DVec2::new(100.0, 60.0)), Some(GroundKind::Wall));
    assert_eq!(ground.at(DVec2::new(80.0, 60.0)), Some(GroundKind::Plain));
    // A body that touches the slope, and one on the other side of it.
    let radius = 4.0;
    let beside = DVec2::new(100.0 - (160.0 - 20.0) * 40.0 / 180.0 - radius - 1.0, 160.0);
    let length = ground.path_length(beside, radius, DVec2::new(180.0, 160.0)).unwrap();
    let corners = [DVec2::new(96.0, 16.0), DVec2::new(104.0, 16.0), DVec2::new(180.0, 160.0)];
    let over = terrarium_navigation::path_length(beside, &corners);
    assert!((over..over + 16.0).contains(&length), "{length}, and over the tip {over}");
    assert_eq!(ground.path_length(DVec2::new(100.0, 100.0), radius, beside), None);
}

#[test]
fn a_value_of_the_species_replaces_that_of_the_rule() {
    let rules = Rules { swamp_speed: 0.5, road_cost: 0.25, ..Rules::default() };
    let of = |overrides: GroundOverrides| overrides.factors(&rules);
    let ruled = of(GroundOverrides::default());
    assert_eq!(ruled.swamp, GroundFactor { speed: 0.5, cost: 2.0 });
    assert_eq!(ruled.road, GroundFactor { speed: 1.0, cost: 0.25 });
    let own = GroundOverrides { swamp_speed: Some(2.0), road_cost: Some(0.0), ..<_>::default() };
    assert_eq!(of(own).swamp, GroundFactor { speed: 2.0, cost: 0.5 });
    assert_eq!(of(own).road, GroundFactor::PLAIN);
    assert!(!of(own).are_plain());
    let undone = GroundOverrides { swamp_speed: Some(1.0), ..own };
    assert!(of(undone).are_plain() && !undone.is_none());
}

#[test]
fn values_are_sound_in_the_ranges_of_their_rules() {
    let swamp = |speed, cost| GroundOverrides {
        swamp_speed: Some(speed),
        swamp_cost: Some(cost),
        ..GroundOverrides::default()
    };
    assert!(swamp(0.05, 0.0).is_sound() && swamp(4.0, 100.0).is_sound());
    for (speed, cost) in [(0.0, 1.0), (4.1, 1.0), (f64::NAN, 1.0), (1.0, 0.01), (1.0, -1.0)] {
        assert!(!swamp(speed, cost).is_sound(), "{speed} {cost}");
    }
}

#[test]
fn every_key_is_that_of_a_rule_and_has_a_value() {
    let all = GroundOverrides {
        road_speed: Some(1.0),
        swamp_speed: Some(1.0),
        road_cost: Some(1.0),
        swamp_cost: Some(1.0),
    };
    for key in GroundOverrides::KEYS {
        assert_eq!(all.get(key), Rules::default().get(key).and(Some(1.0)), "{key}");
    }
}
