//! Every field of every organism is part of the state hash.

use terrarium::behaviour::{Blocker, Destination, OrganismId};
use terrarium::geometry::{DVec2, Heading, lattice};
use terrarium::navigation::{Goal, Navigator, Perimeter, Request};
use terrarium::rules::Energy;
use terrarium::species::{PlantTraits, Traits};
use terrarium::tick::Simulation;
use terrarium::world::LinkStep;
use terrarium::world::{
    Body, Carcass, Course, Growth, Identity, Journey, JourneyState, Life, Mind, Motion,
    ObstacleFilter, World,
};

use crate::shipped::{SMALL_MEADOW, simulation};

fn small_meadow() -> Simulation {
    simulation("meadow", SMALL_MEADOW, 3)
}

/// The name of a field and a function that changes it.
type Change<T> = (&'static str, fn(&mut T));

const IDENTITY: &[Change<Identity>] = &[
    ("id", |who| who.id.0 += 1 << 40),
    ("parent", |who| who.parent.0 += 1),
    ("born", |who| who.born -= 1),
    ("generation", |who| who.generation += 1),
    ("species", |who| who.species.0 ^= 1),
    ("lineage", |who| who.lineage.0 ^= 1),
];

const BODY: &[Change<Body>] = &[
    ("centre", |body| body.centre.x += lattice::STEP),
    ("centre", |body| body.centre.y -= lattice::STEP),
    ("radius", |body| body.radius += lattice::STEP),
];

const LIFE: &[Change<Life>] = &[
    ("energy", |life| life.energy += Energy::from_units(1.0 / 65_536.0)),
    ("embryo", |life| life.embryo += Energy::from_units(1.0 / 65_536.0)),
    ("damage", |life| life.damage += 1e-9),
    ("grows at", |life| life.grows_at += 1),
    ("breeds at", |life| life.breeds_at += 1),
    ("incubation", |life| life.incubation += 1),
    ("mature radius", |life| life.mature_radius = life.mature_radius.next_up()),
    ("growth", |life| {
        life.growth = if life.growth == Growth::Hungry { Growth::NoRoom } else { Growth::Hungry };
    }),
];

const PLANT: &[Change<PlantTraits>] = &[
    ("height", |traits| traits.height = traits.height.next_up()),
    ("preferred light", |traits| traits.preferred_light = traits.preferred_light.next_down()),
    ("seed spread", |traits| traits.seed_spread = traits.seed_spread.next_up()),
];

const ANIMAL: &[Change<Traits>] = &[
    ("first characteristic", |traits| traits.points[0] = traits.points[0].next_up()),
    ("last characteristic", |traits| traits.points[6] = traits.points[6].next_up()),
];

const MIND: &[Change<Mind>] = &[
    ("memory", |mind| mind.memory.remember(&(mind.memory.bytes().to_vec(), 1_u8))),
    ("dna", |mind| mind.dna = [&*mind.dna, &[0]].concat().into()),
    ("dna_for_child", |mind| mind.dna_for_child = [&*mind.dna_for_child, &[0]].concat().into()),
    ("signal", |mind| mind.signal += 1),
];

fn travelling(motion: &mut Motion) -> &mut Journey {
    motion.journey.get_or_insert_with(|| {
        Box::new(Journey {
            destination: Destination::Point(DVec2::ONE),
            planned_for: DVec2::ONE,
            speed: 2.0,
            stopped: 0,
            blocker: None,
            underway: 0,
            itinerary: None,
            links: Vec::new(),
            state: JourneyState::Path(vec![DVec2::ONE], ObstacleFilter::Standing),
        })
    })
}

const MOTION: &[Change<Motion>] = &[
    ("velocity", |motion| motion.velocity.x += lattice::STEP),
    ("position a path was planned for", |motion| travelling(motion).planned_for.y += lattice::STEP),
    ("speed", |motion| travelling(motion).speed += 1.0),
    ("ticks it was stopped", |motion| travelling(motion).stopped += 1),
    ("what stopped it", |motion| travelling(motion).blocker = Some(Blocker::Border)),
    ("ticks it was under way", |motion| travelling(motion).underway += 1),
    ("destination", |motion| {
        travelling(motion).destination = Destination::Beside(OrganismId(7));
    }),
    ("destination near a point", |motion| {
        travelling(motion).destination = Destination::Near(DVec2::ONE);
    }),
    ("destination within a distance", |motion| {
        travelling(motion).destination = Destination::Within { point: DVec2::ONE, distance: 1.0 };
    }),
    ("destination in a formation", |motion| {
        travelling(motion).destination =
            Destination::Formation { leader: OrganismId(7), ahead: 1.0, right: 2.0 };
    }),
    ("path search", |motion| {
        let request = Request::new(DVec2::ZERO, Goal::Point(DVec2::ONE), DVec2::ONE);
        let search = Box::new(Perimeter.begin(request));
        travelling(motion).state = JourneyState::Searching(search, ObstacleFilter::Standing);
    }),
    ("heading", |motion| {
        motion.course = Some(Course { heading: Heading::default(), pace: 0.0 });
    }),
    ("links ahead", |motion| {
        travelling(motion).links.push(LinkStep { link: 0, is_backward: false });
    }),
    ("crossing", |motion| {
        travelling(motion).state = JourneyState::Crossing { until: 9 };
    }),
    ("path aside", |motion| {
        travelling(motion).state = JourneyState::SteppingAside { path: vec![], until: 9 };
    }),
    ("journey", |motion| {
        motion.journey = match motion.journey.take() {
            Some(_) => None,
            None => Some(Box::new(travelling(&mut Motion::default()).clone())),
        };
    }),
];

const CARCASS: &[Change<Carcass>] = &[
    ("energy of a carcass", |carcass| carcass.energy += Energy::from_units(1.0)),
    ("rots at", |carcass| carcass.rots_at += 1),
];

/// Applies each change to the first organism that has a `T`, and checks that the hash changes.
fn assert_hashed<T: hecs::Component + Clone>(world: &mut World, changes: &[Change<T>]) {
    let before = world.state_hash();
    let roster = world.roster();
    let has_one =
        |&&(_, entity): &&(OrganismId, hecs::Entity)| world.component::<&T>(entity).is_ok();
    let &(id, entity) = roster.iter().find(has_one).expect("one of each kind");
    for (name, change) in changes {
        let original = T::clone(&world.component::<&T>(entity).unwrap());
        change(&mut world.insides().organisms.get::<&mut T>(entity).unwrap());
        assert_ne!(world.state_hash(), before, "{name} of {id}");
        *world.insides().organisms.get::<&mut T>(entity).unwrap() = original;
        assert_eq!(world.state_hash(), before, "{name} of {id}, restored");
    }
}

#[test]
fn a_change_of_any_field_of_one_organism_changes_the_hash() {
    let mut simulation = small_meadow();
    while simulation.world().carcasses() == 0 {
        simulation.tick();
        assert!(simulation.world().tick() < 500, "no organism has died");
    }
    let mut world = simulation.into_world();
    assert_hashed(&mut world, IDENTITY);
    assert_hashed(&mut world, BODY);
    assert_hashed(&mut world, LIFE);
    assert_hashed(&mut world, PLANT);
    assert_hashed(&mut world, ANIMAL);
    assert_hashed(&mut world, MIND);
    assert_hashed(&mut world, MOTION);
    assert_hashed(&mut world, CARCASS);
}
