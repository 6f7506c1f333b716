use super::*;
use crate::behaviour::{Behaviour, Note, Turn};
use crate::record::fixture::{going, lived, small_world};
use crate::rules::Energy;
use crate::species::{BehaviourChoice, Code};
use crate::tick::TraceTarget;
use crate::world::{Account, Growth, Motion, World};

const CLOVER: OrganismId = OrganismId(1);
const HARE: OrganismId = OrganismId(37);
const FOX: OrganismId = OrganismId(43);

/// Wants everything that it cannot have.
struct Greedy;

impl Behaviour for Greedy {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            turn.intent.go_to(glam::DVec2::splat(-5.0), 6.0);
            turn.intent.attack(CLOVER);
            turn.intent.defend(OrganismId(9999));
            turn.intent.eat(turn.senses.me.id);
            turn.intent.signal(7);
            turn.notes.take(Note::Log("nothing is enough".to_owned()));
        }
    }
}

fn greedy(world: World) -> Simulation {
    let mine = || Some(Box::new(Greedy) as Box<dyn Behaviour>);
    Simulation::new(world, vec![None, mine(), mine()])
}

/// The lines of a section, and no others.
fn section(simulation: &Simulation, whom: OrganismId, title: &str) -> String {
    let inspection = Inspection::of(simulation, whom).expect("it is there");
    let sections = inspection.sections();
    let section = sections.iter().find(|section| section.title == title);
    let lines = section.map_or(&[][..], |section| &section.lines);
    let line = |line: &Line| format!("{}: {} ({:?})", line.label, line.value, line.severity);
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_was_refused_is_told_with_the_reason() {
    let mut sim = greedy(small_world());
    sim.listen(vec![TraceTarget::Organism(HARE)]);
    sim.tick();
    insta::assert_snapshot!(section(&sim, HARE, "Decided last tick"), @"
    move: go to -5, -5 at 6.0: refused, that lies outside the world (Warning)
    attack: strike clover #1: refused, it cannot see that one (Warning)
    defend: ward off #9999: refused, it cannot see that one (Warning)
    eat: eat of hare #37: refused, it meant itself (Warning)
    signal: signal 7 (Plain)
    ");
    let animal = Inspection::of(&sim, HARE).unwrap();
    let animal = animal.animal().unwrap();
    assert!(animal.knows_all_wishes && animal.signal == 7);
    assert_eq!(animal.notes, [Note::Log("nothing is enough".to_owned())]);
    // Of whom nobody listens to, what came of its wishes is known.
    insta::assert_snapshot!(section(&sim, OrganismId(38), "Decided last tick"), @"
    move: go somewhere: refused, that lies outside the world (Warning)
    attack: strike clover #1: refused, it cannot see that one (Warning)
    defend: ward off #9999: refused, it cannot see that one (Warning)
    eat: eat of hare #38: refused, it meant itself (Warning)
    : only what came of it is known: follow it for a tick to see all (Faint)
    ");
}

#[test]
fn an_animal_is_told_of_in_full() {
    let mut sim = going(small_world());
    sim.listen(vec![TraceTarget::Organism(HARE)]);
    (0..4).for_each(|_| sim.tick());
    insta::assert_snapshot!(Inspection::of(&sim, HARE).unwrap().text(), @"
    hare #37, herbivore

    Body
      Energy         2788 of 4229, normal
      Age            4 of 96 ticks
      Size           12.0 of 12.0
      Growth         grown up
      Breeding       expecting, 6 ticks to go, 192 put in
      Place          116, 64

    Decided last tick
      move           go to clover #2 at 25.0
      eat            eat of clover #2
      signal         signal 3

    What it could do now
      eat            no: nobody for it in sight
      attack         no: nobody for it in sight
      reproduce      no: it is expecting already

    Last tick
                     arrived where it wanted to go
                     ate of clover #2 (0.0 energy)

    Sees
      clover #2      0.0 away
      dead hare #38  24.0 away, 348 to eat

    Mind
      Behaviour      native: eager
      Budget taken   0
      Memory         01 02 (2 bytes)
      Signal         3

    Traits
      energy         30 points, holds 4229
      eating         20 points, bites off 252
      attack         10 points, strikes up to 840
      defence        0 points, wards off up to 600
      speed          20 points, up to 25.0 a tick
      camouflage     10 points, overlooked 9 times in 100
      sight          10 points, sees 48 far

    Family
      Parent         none: a founder, or out of a nest
      Generation     0
      Children       0 live
    ");
}

#[test]
fn a_plant_is_told_of_with_its_light() {
    insta::assert_snapshot!(Inspection::of(&lived(12), CLOVER).unwrap().text(), @"
    clover #1, plant

    Body
      Energy         370 of 600, normal
      Age            12 of 1800 ticks
      Size           12.0 of 12.0
      Growth         grown up
      Breeding       rests for 118 ticks after the last
      Place          40, 40

    Light
      Gets           63 % of full light, likes 70 %
      Thrives        90 %

    Traits
      Height         1.00 for each unit of radius
      Seeds fly      up to 200 units

    Family
      Parent         none: a founder, or out of a nest
      Generation     0
      Children       0 live
    ");
}

#[test]
fn a_carcass_is_told_of_with_what_is_left() {
    let sim = lived(12);
    let mut query = sim.world().organisms.query::<&Identity>().with::<&Carcass>();
    let dead = query.iter().map(|who| who.id).min().expect("some have died");
    drop(query);
    insta::assert_snapshot!(Inspection::of(&sim, dead).unwrap().text(), @"
    hare #39, carcass

    Body
      Carcass        348.0 to eat
      Rots away      in 58 ticks
      Place          250, 64

    Family
      Parent         none: a founder, or out of a nest
      Generation     0
      Children       0 live
    ");
    assert_eq!(Inspection::of(&sim, OrganismId(123_456)), None);
    assert_eq!(Inspection::of(&sim, OrganismId::NOBODY), None);
}

/// How growth and breeding of the hare are told, of a world in which its body was changed.
fn growth(change: impl Fn(&mut Life, &mut Body)) -> String {
    let mut world = small_world();
    for (who, life, body) in world.organisms.query_mut::<(&Identity, &mut Life, &mut Body)>() {
        if who.id == HARE {
            change(life, body);
        }
    }
    let sim = going(world);
    let told = section(&sim, HARE, "Body");
    let kept = told.lines().filter(|it| it.starts_with("Growth") || it.starts_with("Breeding"));
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_reason_not_to_grow_is_told() {
    let young = |life: &mut Life, body: &mut Body, growth| {
        (body.radius, life.growth) = (8.0, growth);
    };
    let told = [
        growth(|_, _| {}),
        growth(|life, body| {
            young(life, body, Growth::Growing);
            life.grows_at = 30;
        }),
        growth(|life, body| young(life, body, Growth::Growing)),
        growth(|life, body| {
            young(life, body, Growth::Hungry);
            life.energy = Energy::from_units(10.0);
        }),
        growth(|life, body| young(life, body, Growth::Hungry)),
        growth(|life, body| {
            young(life, body, Growth::NoRoom);
            life.grows_at = 5;
        }),
        growth(|life, body| {
            young(life, body, Growth::NoRoom);
            // Beside the first clover, which reaches from 28 to 52.
            body.centre = glam::DVec2::new(60.5, 40.0);
        }),
        growth(|life, body| {
            young(life, body, Growth::NoRoom);
            body.centre = glam::DVec2::new(90.0, 8.5);
        }),
    ];
    insta::assert_snapshot!(told.join("\n\n"), @"
    Growth: grown up (Good)
    Breeding: could conceive (Good)

    Growth: grows in 30 ticks (Plain)
    Breeding: not grown up yet (Plain)

    Growth: grows in the next tick (Good)
    Breeding: not grown up yet (Plain)

    Growth: too hungry: needs more than 1128 (Warning)
    Breeding: not grown up yet (Plain)

    Growth: was too hungry; grows in the next tick (Plain)
    Breeding: not grown up yet (Plain)

    Growth: no room: the place is free now; tries again in 5 ticks (Warning)
    Breeding: not grown up yet (Plain)

    Growth: no room: clover #1 too near; tries again in 0 ticks (Warning)
    Breeding: not grown up yet (Plain)

    Growth: no room: the end of the world too near; tries again in 0 ticks (Warning)
    Breeding: not grown up yet (Plain)
    ");
}

#[test]
fn every_reason_not_to_breed_is_told() {
    let told = [
        growth(|life, _| life.breeds_at = 12),
        growth(|life, _| life.energy = Energy::from_units(10.0)),
        growth(|life, _| {
            life.incubation = 4;
            life.embryo = Energy::from_units(30.0);
        }),
        growth(|life, _| {
            life.incubation = 4;
            life.energy = Energy::from_units(10.0);
        }),
        growth(|life, _| life.embryo = Energy::from_units(30.0)),
    ];
    let breeding = told.iter().filter_map(|it| it.lines().find(|it| it.starts_with("Breeding")));
    insta::assert_snapshot!(breeding.collect::<Vec<_>>().join("\n"), @"
    Breeding: rests for 12 ticks after the last (Plain)
    Breeding: too hungry: needs more than 1692 (Warning)
    Breeding: expecting, 4 ticks to go, 30 put in (Good)
    Breeding: expecting, but too hungry to go on; 4 ticks to go (Warning)
    Breeding: due, as soon as there is room (Good)
    ");
}

#[test]
fn looking_and_listening_change_nothing() {
    let mut alone = going(small_world());
    let mut watched = going(small_world());
    let everybody = (1..60).map(OrganismId);
    watched.listen(everybody.clone().map(TraceTarget::Organism).collect());
    for tick in 0..60 {
        alone.tick();
        watched.tick();
        let there = everybody.clone().filter_map(|id| Inspection::of(&watched, id));
        assert!(there.map(|it| it.sections().len()).sum::<usize>() > 0);
        assert_eq!(watched.world().state_hash(), alone.world().state_hash(), "tick {tick}");
    }
}

#[test]
fn what_it_sees_now_is_what_it_decides_on_next() {
    let mut sim = going(small_world());
    sim.listen(vec![TraceTarget::Organism(FOX)]);
    for _ in 0..30 {
        let foreseen = sim.sensed(FOX, |senses| senses.sight.to_vec());
        let Some(foreseen) = foreseen else { break };
        sim.tick();
        let heard = sim.heard(FOX).expect("it decided");
        assert_eq!(heard.sight, foreseen);
        assert_eq!(heard.tick + 1, sim.world().tick);
    }
    assert!(sim.world().tick > 10, "the fox lived for a while");
    assert!(sim.heard(HARE).is_none(), "nobody listens to the hare");
    sim.listen(Vec::new());
    sim.tick();
    assert!(sim.heard(FOX).is_none());
}

#[test]
fn journeys_and_relatives_are_told() {
    let mut sim = going(small_world());
    let mut found = (false, false);
    for _ in 0..80 {
        sim.tick();
        let ids: Vec<OrganismId> =
            sim.world().organisms.query::<&Identity>().iter().map(|who| who.id).collect();
        for id in ids {
            let inspection = Inspection::of(&sim, id).unwrap();
            if inspection.living().is_none() {
                continue;
            }
            for child in &inspection.family.children {
                let child = Inspection::of(&sim, *child).unwrap();
                let parent = child.family.parent.expect("it has one");
                assert_eq!((parent.id, parent.lives), (id, true));
                found.0 = true;
            }
            let trip = inspection.animal().and_then(|animal| animal.trip.as_ref());
            let query = sim.world().organisms.query::<(&Identity, &Motion)>();
            let mut query = query;
            let motion = query.iter().find(|(who, _)| who.id == id);
            let journey = motion.and_then(|(_, motion)| motion.journey.as_ref());
            assert_eq!(trip.is_some(), journey.is_some());
            if let (Some(trip), Some(journey)) = (trip, journey) {
                assert_eq!(trip.waypoints, journey.waypoints());
                found.1 = true;
            }
        }
    }
    assert_eq!(found, (true, true));
}

#[test]
fn memories_are_put_into_words_where_that_is_possible() {
    let of = |code: Code, bytes: &[u8]| {
        let choice = BehaviourChoice { code, parameters: Default::default() };
        MemoryView::memory(Some(&choice), bytes).text()
    };
    let shunned = postcard::to_stdvec(&vec![(OrganismId(5), 90_u64)]).unwrap();
    assert_eq!(of(Code::Native("grazer".to_owned()), &shunned), "shuns #5 until tick 90");
    assert_eq!(of(Code::Native("eager".to_owned()), &[1, 0xAB]), "01 ab (2 bytes)");
    assert_eq!(of(Code::module([0]), &[0; 60]).len(), 48 * 3 - 1 + " … (60 bytes)".len());
    assert_eq!(of(Code::Native("grazer".to_owned()), &[]), "nothing");
    #[cfg(feature = "scripts")]
    {
        // The list [1, true], as scripts remember it.
        let list = [7, 2, 3, 2, 2];
        assert_eq!(of(Code::script(""), &list), "[1, true]");
        assert_eq!(of(Code::script(""), &[99]), "63 (1 bytes)");
    }
}

#[test]
fn a_world_of_nobody_has_nobody_to_inspect() {
    let mut world = small_world();
    world.organisms.clear();
    world.ledger.book(Account::Founding, Energy::ZERO);
    let sim = going(world);
    assert_eq!(Inspection::of(&sim, HARE), None);
    assert!(sim.in_the_way_of_growth(HARE).is_empty() && sim.light_of(CLOVER).is_none());
}
