//! Behaviours of every kind know the ground under the creature and at any place.

use std::sync::Arc;

use terrarium::behaviour::{LinkSighting, Note, Notes};
use terrarium::geometry::Polygon;
use terrarium::prelude::*;
use terrarium::space::terrain::Terrain;
use terrarium_testing::neighbourhood::turn;
use terrarium_testing::turns;

/// Columns of 100 units: every kind of ground, then plain ground.
const COLUMNS: &str = " #,~T@- ";

/// The centre of the creature, and the ground under it and 100 units to the east.
fn places() -> Vec<(DVec2, GroundKind, Option<GroundKind>)> {
    let standing = [GroundKind::Plain, GroundKind::Road, GroundKind::Swamp];
    let mut places: Vec<_> = (0..standing.len())
        .map(|column| (standing[column], Some(GroundKind::ALL[column + 1]), column))
        .collect();
    places.push((GroundKind::Plain, None, 7));
    let centre = |column: usize| DVec2::new(100.0 * column as f64 + 50.0, 50.0);
    places.into_iter().map(|(here, east, column)| (centre(column), here, east)).collect()
}

fn map() -> Arc<GroundMap> {
    let terrain = Terrain::from_rows("columns", [COLUMNS]).unwrap().with_tile_side(100.0).unwrap();
    Arc::new(GroundMap::new(terrain.area(), Some(terrain), Vec::new(), Vec::new()))
}

/// Runs the turn of a creature at each of the places.
fn run(behaviour: &dyn Behaviour, check: impl Fn(Turn<'_>, GroundKind, Option<GroundKind>)) {
    let map = map();
    for (centre, here, east) in places() {
        let mut turns = [Turn { notes: Notes::wanted(), ..turn(&[]) }];
        let senses = &mut turns[0].senses;
        (senses.me.centre, senses.me.ground, senses.ground) =
            (centre, map.at(centre).unwrap(), &map);
        behaviour.decide(&mut turns);
        let [done] = turns;
        assert_eq!(done.fault, None);
        check(done, here, east);
    }
}

/// The signal of the surveyors.
fn signal(here: GroundKind, east: Option<GroundKind>) -> u64 {
    here as u64 * 100 + east.map_or(99, |kind| kind as u64)
}

#[test]
fn native_behaviours_know_the_ground() {
    struct Surveyor;

    impl Behaviour for Surveyor {
        fn decide(&self, turns: &mut [Turn<'_>]) {
            for turn in turns {
                let Senses { me, ground, .. } = &turn.senses;
                let east = ground.at(me.centre + DVec2::new(100.0, 0.0));
                turn.intent.signal(signal(me.ground, east));
            }
        }
    }

    run(&Surveyor, |done, here, east| {
        assert_eq!(done.intent.signal, Some(signal(here, east)));
    });
}

#[test]
fn scripts_know_the_ground() {
    let source = "fn on_tick() { log(me.ground); log(ground_at(me.x + 100, me.y) ?? `nothing`); }";
    let behaviour = terrarium_testing::turns::script(source).unwrap();
    run(&*behaviour, |done, here, east| {
        let logged = |kind: Option<GroundKind>| {
            terrarium::behaviour::Note::Log(kind.map_or("nothing", GroundKind::name).to_owned())
        };
        assert_eq!(done.notes.into_list(), [logged(Some(here)), logged(east)]);
    });
}

#[test]
fn modules_of_all_kits_know_the_ground() {
    let kits: [&[u8]; 3] = [
        include_bytes!("../creatures/surveyor-rust.wasm"),
        include_bytes!("../creatures/surveyor-c.wasm"),
        include_bytes!("../creatures/surveyor-assemblyscript.wasm"),
    ];
    for module in kits {
        let behaviour = crate::modules::load(module).unwrap_or_else(|refusal| panic!("{refusal}"));
        run(&behaviour, |done, here, east| {
            assert_eq!(done.intent.signal, Some(signal(here, east)));
        });
    }
}

/// What a script logs in the middle of an open world with a slope at its right, and a link.
fn logged(source: &str) -> Vec<String> {
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(1000.0));
    let slope = [(520.0, 600.0), (700.0, 300.0), (700.0, 600.0)].map(DVec2::from);
    let polygons = vec![Polygon::new(&slope).unwrap()];
    let map = Arc::new(GroundMap::new(bounds, None, Vec::new(), polygons));
    let link = LinkSighting {
        link: 3,
        near: DVec2::new(400.0, 500.0),
        far: DVec2::new(900.0, 100.0),
        ticks: 30,
        is_open: true,
        gap: 88.0,
    };
    let links = [link, LinkSighting { is_open: false, gap: 90.0, ..link }];
    let mut given = Turn { notes: Notes::wanted(), ..turn(&[]) };
    (given.senses.ground, given.senses.links) = (&map, &links);
    let behaviour = turns::script(&format!("fn on_tick() {{ {source} }}")).unwrap();
    let done = turns::run(&*behaviour, given);
    assert_eq!(done.fault, None);
    let text = |note| match note {
        Note::Log(text) => text,
        mark => format!("{mark:?}"),
    };
    done.notes.into_list().into_iter().map(text).collect()
}

#[test]
fn scripts_know_polygons() {
    let source = "log(`${ground_at(650, 500)} ${ground_at(560, 400)}`);
        log(`${is_free(530, 560)} ${is_free(500, 560)} ${is_free(560, 420)}`);";
    assert_eq!(logged(source), ["wall plain", "false true true"]);
}

#[test]
fn scripts_see_links() {
    let source = "for link in links() {
            log(`${link.id} ${link.x} ${link.y} ${link.to_x} ${link.to_y} ${link.ticks} ${link.open} ${link.gap}`);
        }
        log(`${filter(links(), \"open\").len()} ${max_by(links(), \"gap\").gap}`);";
    let first = "3 400.0 500.0 900.0 100.0 30";
    assert_eq!(
        logged(source),
        [format!("{first} true 88.0"), format!("{first} false 90.0"), "1 90.0".to_owned()]
    );
}
