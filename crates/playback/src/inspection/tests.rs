use terrarium_creatures::behaviour::{Behaviour, Blocker, Note, Turn};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{BehaviourChoice, Code};
use terrarium_sim::tick::TraceTarget;
use terrarium_sim::world::{Account, Growth, Motion, World, WorldConfig};
use terrarium_testing::{simulated, simulation_of, small_world};

use super::*;

const CLOVER: OrganismId = OrganismId(1);
const HARE: OrganismId = OrganismId(37);
const FOX: OrganismId = OrganismId(43);

/// Requests only actions that are refused, and a signal.
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
    let greedy = || Some(Box::new(Greedy) as Box<dyn Behaviour>);
    Simulation::new(world, vec![None, greedy(), greedy()])
}

/// The lines of one section.
fn section(simulation: &Simulation, organism: OrganismId, title: &str) -> String {
    text_of(&Inspection::new(simulation, organism).expect("it is there"), title)
}

fn text_of(inspection: &Inspection, title: &str) -> String {
    let sections = inspection.sections();
    let section = sections.iter().find(|section| section.title == title);
    let lines = section.map_or(&[][..], |section| &section.lines);
    let line = |line: &Line| format!("{}: {} ({:?})", line.label, line.value, line.severity);
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn refused_actions_are_listed_with_the_reason() {
    let mut sim = greedy(small_world());
    sim.trace(vec![TraceTarget::Organism(HARE)]);
    sim.tick();
    insta::assert_snapshot!(section(&sim, HARE, "Requested actions"), @"
    move: go to -5, -5 at 6.0: refused because the destination lies outside the world (Warning)
    attack: attack clover #1: refused because the target is not visible (Warning)
    defend: defend against #9999: refused because the target is not visible (Warning)
    eat: eat from hare #37: refused because the target is the creature itself (Warning)
    signal: show signal 7 (Plain)
    ");
    let animal = Inspection::new(&sim, HARE).unwrap();
    let animal = animal.animal().unwrap();
    assert!(animal.has_all_requests && animal.signal == 7);
    assert_eq!(animal.notes, [Note::Log("nothing is enough".to_owned())]);
    // Of a creature that is not traced, only requests with an event are listed.
    insta::assert_snapshot!(section(&sim, OrganismId(38), "Requested actions"), @"
    move: go to an unknown destination: refused because the destination lies outside the world (Warning)
    attack: attack clover #1: refused because the target is not visible (Warning)
    defend: defend against #9999: refused because the target is not visible (Warning)
    eat: eat from hare #38: refused because the target is the creature itself (Warning)
    : requests without an event are missing: follow it for a tick to see all (Faint)
    ");
}

#[test]
fn messages_are_listed_as_text_or_bytes() {
    struct Talker;
    impl Behaviour for Talker {
        fn decide(&self, turns: &mut [Turn<'_>]) {
            for turn in turns {
                match turn.senses.me.id {
                    HARE => turn.intent.tell("food → here"),
                    OrganismId(38) => turn.intent.tell([1, 2, 200]),
                    _ => {}
                }
            }
        }
    }
    let mut world = small_world();
    let far = |config: &mut WorldConfig| config.rules.set("message_radius", 10_000.0).unwrap();
    world.insides().configure(far);
    let talker = || Some(Box::new(Talker) as Box<dyn Behaviour>);
    let mut sim = Simulation::new(world, vec![None, talker(), talker()]);
    sim.trace(vec![TraceTarget::Organism(HARE)]);
    sim.tick();
    insta::assert_snapshot!(section(&sim, HARE, "Messages"), @r#"
    sent: "food → here" (Plain)
    from hare #38: [1, 2, 200] (Plain)
    "#);
    assert!(section(&sim, HARE, "Requested actions").contains("send its kin 13 bytes"));
    assert_eq!(section(&sim, FOX, "Messages"), "", "other species do not hear it");
}

#[test]
fn a_journey_to_the_nearest_reachable_place_names_it_and_the_point() {
    struct Afar;
    impl Behaviour for Afar {
        fn decide(&self, turns: &mut [Turn<'_>]) {
            turns.iter_mut().for_each(|turn| turn.intent.go_near(glam::DVec2::splat(-5.0), 6.0));
        }
    }
    let afar = || Some(Box::new(Afar) as Box<dyn Behaviour>);
    let mut sim = Simulation::new(small_world(), vec![None, afar(), afar()]);
    sim.trace(vec![TraceTarget::Organism(HARE)]);
    sim.tick();
    insta::assert_snapshot!(section(&sim, HARE, "Requested actions"), @"move: go as near as possible to -5, -5 at 6.0 (Plain)");
    insta::assert_snapshot!(section(&sim, HARE, "Journey"), @"
    To: 12, 12, the nearest reachable place to -5, -5 (Plain)
    Now: following its path (Plain)
    Speed: 6.0 per tick (Plain)
    Waypoints: 2 (Plain)
    ");
    let mut met = Inspection::new(&sim, HARE).unwrap();
    let OrganismState::Animal(animal) = &mut met.state else { panic!("a hare") };
    let trip = animal.trip.as_mut().unwrap();
    (trip.blocker, trip.stopped) = (Some(Blocker::Organism(OrganismId(9999))), 7);
    insta::assert_snapshot!(text_of(&met, "Journey"), @"
    To: 12, 12, the nearest reachable place to -5, -5 (Plain)
    Now: following its path (Plain)
    Speed: 6.0 per tick (Plain)
    Blocked: by #9999 (Warning)
    Lost: 7 ticks without getting nearer (Warning)
    Waypoints: 2 (Plain)
    ");
}

#[test]
fn the_report_of_an_animal_has_all_sections() {
    let mut sim = simulation_of(small_world());
    sim.trace(vec![TraceTarget::Organism(HARE)]);
    (0..4).for_each(|_| sim.tick());
    insta::assert_snapshot!(Inspection::new(&sim, HARE).unwrap().text(), @"
    hare #37, herbivore

    Body
      Energy         2829 of 4229, normal
      Age            4 of 96 ticks
      Size           12.0 of 12.0
      Growth         mature
      Breeding       expecting, 6 ticks left, 192 energy invested
      Position       116, 64

    Requested actions
      move           go to clover #2 at 25.0
      eat            eat from clover #2
      signal         show signal 3

    Available actions
      eat            yes: clover #2 is within reach
      attack         no: no target is visible
      reproduce      no: it is already expecting

    Events
                     reached its destination
                     ate from clover #2 (42.0 energy)

    Sightings
      clover #2      0.0 away, 21 energy to eat
      dead hare #38  24.0 away

    Traits
      energy         30 points, holds 4229
      eating         20 points, bites 42 energy
      attack         10 points, up to 840 damage
      defence        0 points, absorbs up to 600 damage
      speed          20 points, up to 25.0 per tick
      camouflage     10 points, unnoticed 9 % of the time
      sight          10 points, sensor range 48

    Family
      Parent         none (founder or from a nest)
      Generation     0
      Children       0 alive

    Author
      Behaviour      native: eager
      Budget used    0
      Memory         01 02 (2 bytes)
      Signal         3
    ");
}

#[test]
fn the_report_of_a_plant_includes_its_light() {
    insta::assert_snapshot!(Inspection::new(&simulated(12), CLOVER).unwrap().text(), @"
    clover #1, plant

    Body
      Energy         293 of 600, normal
      Age            12 of 1800 ticks
      Size           12.0 of 12.0
      Growth         mature
      Breeding       can conceive in 118 ticks
      Position       40, 40

    Light
      Receives       62 % of full light, prefers 70 %
      Yield          88 %

    Traits
      Height         1.00 per unit of radius
      Seed spread    up to 200 units

    Family
      Parent         none (founder or from a nest)
      Generation     0
      Children       1 alive
                     clover #56
    ");
}

#[test]
fn the_report_of_a_carcass_includes_its_energy() {
    let sim = simulated(12);
    let mut query = sim.world().query::<&Identity>().with::<&Carcass>();
    let dead = query.iter().map(|who| who.id).min().expect("some have died");
    drop(query);
    insta::assert_snapshot!(Inspection::new(&sim, dead).unwrap().text(), @"
    hare #38, carcass

    Body
      Carcass        324.0 energy left
      Rots away      in 50 ticks
      Position       164, 64

    Family
      Parent         none (founder or from a nest)
      Generation     0
      Children       0 alive
    ");
    assert_eq!(Inspection::new(&sim, OrganismId(123_456)), None);
    assert_eq!(Inspection::new(&sim, OrganismId::NONE), None);
}

/// The lines on growth and breeding of the hare after a change to its body.
fn growth(change: impl Fn(&mut Life, &mut Body)) -> String {
    let mut world = small_world();
    for (who, life, body) in
        world.insides().organisms.query_mut::<(&Identity, &mut Life, &mut Body)>()
    {
        if who.id == HARE {
            change(life, body);
        }
    }
    let sim = simulation_of(world);
    let body = section(&sim, HARE, "Body");
    let lines = body.lines().filter(|it| it.starts_with("Growth") || it.starts_with("Breeding"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_report_names_every_reason_not_to_grow() {
    let young = |life: &mut Life, body: &mut Body, growth| {
        (body.radius, life.growth) = (8.0, growth);
    };
    let reports = [
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
    insta::assert_snapshot!(reports.join("\n\n"), @"
    Growth: mature (Good)
    Breeding: can conceive (Good)

    Growth: grows in 30 ticks (Plain)
    Breeding: not mature yet (Plain)

    Growth: grows in the next tick (Good)
    Breeding: not mature yet (Plain)

    Growth: too hungry: needs more than 640 energy (Warning)
    Breeding: not mature yet (Plain)

    Growth: was too hungry; grows in the next tick (Plain)
    Breeding: not mature yet (Plain)

    Growth: no room: nothing is in the way now; tries again in 5 ticks (Warning)
    Breeding: not mature yet (Plain)

    Growth: no room: clover #1 is too near; tries again in 0 ticks (Warning)
    Breeding: not mature yet (Plain)

    Growth: no room: the border of the world is too near; tries again in 0 ticks (Warning)
    Breeding: not mature yet (Plain)
    ");
}

#[test]
fn the_report_names_every_reason_not_to_breed() {
    let reports = [
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
    let breeding = reports.iter().filter_map(|it| it.lines().find(|it| it.starts_with("Breeding")));
    insta::assert_snapshot!(breeding.collect::<Vec<_>>().join("\n"), @"
    Breeding: can conceive in 12 ticks (Plain)
    Breeding: too hungry: needs more than 960 energy (Warning)
    Breeding: expecting, 4 ticks left, 30 energy invested (Good)
    Breeding: expecting, paused while hungry; 4 ticks left (Warning)
    Breeding: due, waits for room (Good)
    ");
}

#[test]
fn inspecting_and_tracing_do_not_change_the_world() {
    let mut plain = simulation_of(small_world());
    let mut traced = simulation_of(small_world());
    let ids = (1..60).map(OrganismId);
    traced.trace(ids.clone().map(TraceTarget::Organism).collect());
    for tick in 0..60 {
        plain.tick();
        traced.tick();
        let inspections = ids.clone().filter_map(|id| Inspection::new(&traced, id));
        assert!(inspections.map(|it| it.sections().len()).sum::<usize>() > 0);
        assert_eq!(traced.world().state_hash(), plain.world().state_hash(), "tick {tick}");
    }
}

#[test]
fn current_sightings_are_those_of_the_next_turn() {
    let mut sim = simulation_of(small_world());
    sim.trace(vec![TraceTarget::Organism(FOX)]);
    for _ in 0..30 {
        let expected = sim.sensed(FOX, |senses| senses.sight.to_vec());
        let Some(expected) = expected else { break };
        sim.tick();
        let trace = sim.turn_trace(FOX).expect("it decided");
        assert_eq!(trace.sight, expected);
        assert_eq!(trace.tick + 1, sim.world().tick());
    }
    assert!(sim.world().tick() > 10, "the fox lives for more than 10 ticks");
    assert!(sim.turn_trace(HARE).is_none(), "the hare is not traced");
    sim.trace(Vec::new());
    sim.tick();
    assert!(sim.turn_trace(FOX).is_none());
}

#[test]
fn inspections_show_journeys_and_relatives() {
    let mut sim = simulation_of(small_world());
    let mut found = (false, false);
    for _ in 0..80 {
        sim.tick();
        let ids: Vec<OrganismId> =
            sim.world().query::<&Identity>().iter().map(|who| who.id).collect();
        for id in ids {
            let inspection = Inspection::new(&sim, id).unwrap();
            if inspection.living().is_none() {
                continue;
            }
            for child in &inspection.family.children {
                let child = Inspection::new(&sim, *child).unwrap();
                let parent = child.family.parent.expect("it has one");
                assert_eq!((parent.id, parent.is_alive), (id, true));
                found.0 = true;
            }
            let trip = inspection.animal().and_then(|animal| animal.trip.as_ref());
            let query = sim.world().query::<(&Identity, &Motion)>();
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
fn memory_is_decoded_where_the_format_is_known() {
    let of = |code: Code, bytes: &[u8]| {
        let choice = BehaviourChoice { code, ..BehaviourChoice::native("") };
        MemoryView::memory(Some(&choice), bytes).text()
    };
    let avoided = postcard::to_stdvec(&vec![(OrganismId(5), 90_u64)]).unwrap();
    assert_eq!(of(Code::Native("grazer".to_owned()), &avoided), "shuns #5 until tick 90");
    assert_eq!(of(Code::Native("eager".to_owned()), &[1, 0xAB]), "01 ab (2 bytes)");
    assert_eq!(of(Code::module([0]), &[0; 60]).len(), 48 * 3 - 1 + " … (60 bytes)".len());
    assert_eq!(of(Code::Native("grazer".to_owned()), &[]), "nothing");
    {
        // The list [1, true], as scripts store it.
        let list = [7, 2, 3, 2, 2];
        assert_eq!(of(Code::script(""), &list), "[1, true]");
        assert_eq!(of(Code::script(""), &[99]), "63 (1 bytes)");
    }
}

#[test]
fn an_empty_world_has_no_organism_to_inspect() {
    let mut world = small_world();
    world.insides().organisms.clear();
    world.insides().ledger.book(Account::Founding, Energy::ZERO);
    let sim = simulation_of(world);
    assert_eq!(Inspection::new(&sim, HARE), None);
    assert!(sim.growth_obstacles(HARE).is_empty() && sim.light_of(CLOVER).is_none());
}
