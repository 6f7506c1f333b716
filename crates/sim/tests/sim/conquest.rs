//! One tick of a conquest: how bases move, what they cost in tickets, and when a colony has lost.

use terrarium_creatures::behaviour::{Colony, OrganismId};
use terrarium_sim::world::{Account, Base, Conquest, Verdict, World};
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::{Cell, ControlPoint, Terrain};
use terrarium_testing::by_hand::{CELL, Scene, simulation_of};

const BLUE: Option<Colony> = Some(Colony::Blue);
const RED: Option<Colony> = Some(Colony::Red);

/// The side of a tile: creatures count that are within two of the capture tile of a base.
const TILE: f64 = 128.0;

/// Open ground with so many bases, one above the other, for which herbivores fight with carnivores.
fn front(bases: u32) -> Scene {
    let base = |row| {
        let capture = Cell::new(2, 2 + 5 * row);
        ControlPoint { name: format!("base {row}"), capture, polygon: vec![capture] }
    };
    let terrain = Terrain::plain(5, 5 * bases).unwrap().with_tile_side(TILE).unwrap();
    let terrain = terrain.with_control_points((0..bases).map(base).collect()).unwrap();
    let mut scene = Scene::new(".");
    scene.config.bounds = terrain.area();
    scene.config.terrain = Some(terrain);
    scene.config.colonies = vec![None, None, BLUE, RED];
    scene
}

/// The conquest after a tick in which nobody does anything, from a state that `change` leads to.
fn after_a_tick(scene: Scene, change: impl FnOnce(&mut Conquest)) -> Conquest {
    let mut world = World::new(scene.config).unwrap();
    let mut last = OrganismId::NONE;
    for organism in scene.organisms {
        let id = world.new_id();
        world.admit(organism, last).unwrap();
        last = id;
    }
    let stock = world.stock();
    world.insides().ledger.book(Account::Founding, stock);
    change(world.insides().conquest.as_mut().expect("there are colonies"));
    let mut stage = simulation_of(world, |_| {});
    stage.tick();
    stage.0.world().conquest().expect("it goes on").clone()
}

#[test]
fn a_base_moves_towards_the_colony_with_more_creatures() {
    // The base before, the creatures, the base after, with the default rules.
    let cases = [
        ("one creature pulls by the rate", (None, 250), [1, 0], (None, 245)),
        ("more creatures pull faster", (None, 250), [0, 3], (None, 265)),
        ("only the lead counts", (None, 250), [4, 3], (None, 245)),
        ("the lead is limited to four", (None, 250), [90, 0], (None, 230)),
        ("a tie changes nothing", (None, 240), [2, 2], (None, 240)),
        ("an empty neutral base drifts back", (None, 240), [0, 0], (None, 245)),
        ("it drifts back from either side", (None, 300), [0, 0], (None, 295)),
        ("it does not drift past the middle", (None, 252), [0, 0], (None, 250)),
        ("an empty held base stays", (BLUE, 100), [0, 0], (BLUE, 100)),
        ("the owner regains what it lost", (BLUE, 3), [1, 0], (BLUE, 0)),
        ("a base in the middle is neutral", (BLUE, 248), [0, 1], (None, 250)),
        ("it stops in the middle", (RED, 255), [4, 0], (None, 250)),
        ("it leaves the middle in the next tick", (None, 250), [4, 0], (None, 230)),
        ("blue captures it at the end", (None, 3), [1, 0], (BLUE, 0)),
        ("red captures it at the end", (None, 480), [0, 4], (RED, 500)),
        ("the previous owner can recapture it", (None, 495), [1, 2], (RED, 500)),
        ("a fully held base does not change", (RED, 500), [0, 4], (RED, 500)),
    ];
    for (what, (owner, life), [blue, red], after) in cases {
        let mut scene = front(1);
        let letters = std::iter::repeat_n('h', blue).chain(std::iter::repeat_n('v', red));
        for (index, letter) in (0_u32..).zip(letters) {
            let cell = DVec2::new((index % 20).into(), (index / 20).into());
            scene.add(letter, (cell + 1.0) * CELL);
        }
        let conquest = after_a_tick(scene, |it| it.bases[0] = Base { owner, life });
        let base = conquest.bases[0];
        assert_eq!((base.owner, base.life), after, "{what}");
    }
}

#[test]
fn holding_fewer_bases_costs_half_the_difference_rounded_up() {
    let cases =
        [([2, 2], [0, 0]), ([3, 2], [0, 1]), ([2, 4], [1, 0]), ([5, 0], [0, 3]), ([0, 0], [0, 0])];
    for (held, price) in cases {
        let scene = front(6).rule("tickets_ticks", 1.0);
        let rules = scene.config.rules.clone();
        let conquest = after_a_tick(scene, |conquest| {
            let [blue, red] = held.map(|count| count as usize);
            let owners = std::iter::repeat_n(BLUE, blue).chain(std::iter::repeat_n(RED, red));
            let bases = owners.chain(std::iter::repeat(None));
            conquest.bases = bases.map(|owner| Base::held_by(owner, &rules)).take(6).collect();
        });
        assert_eq!(Colony::ALL.map(|colony| conquest.held(colony)), held);
        assert_eq!(conquest.tickets.map(|left| 50 - left), price, "{held:?}");
    }
}

#[test]
fn a_colony_without_tickets_has_lost() {
    let cases = [
        ([50, 50], vec![BLUE], None),
        ([1, 1], vec![RED, RED], None),
        ([0, 1], vec![BLUE, BLUE], Some(Verdict::Won(Colony::Red))),
        ([7, 0], vec![RED], Some(Verdict::Won(Colony::Blue))),
        ([0, 0], vec![BLUE, None], Some(Verdict::Won(Colony::Blue))),
        ([0, 0], vec![BLUE, RED, RED], Some(Verdict::Won(Colony::Red))),
        ([0, 0], vec![BLUE, RED], Some(Verdict::Draw)),
    ];
    for (tickets, owners, expected) in cases {
        let scene = front(u32::try_from(owners.len()).unwrap());
        let rules = scene.config.rules.clone();
        let conquest = after_a_tick(scene, |conquest| {
            conquest.bases = owners.iter().map(|&owner| Base::held_by(owner, &rules)).collect();
            conquest.tickets = tickets;
        });
        assert_eq!(conquest.verdict, expected, "{tickets:?} {owners:?}");
    }
}
