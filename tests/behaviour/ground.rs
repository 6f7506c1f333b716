//! Behaviours of every kind know the ground under the creature and at any place.

use std::sync::Arc;

use terrarium::behaviour::Notes;
use terrarium::prelude::*;
use terrarium::space::terrain::Terrain;
use terrarium_testing::neighbourhood::turn;

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
