//! The host functions of scripts, and the handlers that are called.

use terrarium::behaviour::{
    ActionKind, Destination, EventKind, FaultKind, Intent, Memory, Movement, OrganismId, Refusal,
    SightingKind,
};
use terrarium::geometry::DVec2;
use terrarium::rules::Rules;
use terrarium_testing::turns::{event, logged, run, script, script_with, sighting, turn};

/// The log of a body of `on_tick`.
fn tick(body: &str) -> String {
    logged(&format!("fn on_tick() {{ {body} }}"))
}

/// The error of compiling a script, and the source text it points at.
fn error_of(source: &str) -> String {
    let Err(refusal) = script(source) else { panic!("{source} was compiled") };
    let text = refusal.span.clone().map_or("", |span| &source[span]);
    format!("{text:?}: {refusal}")
}

#[test]
fn senses_are_read_as_properties() {
    assert_eq!(tick("log(me.energy); log(me.hungry); log(world.max_x)"), "300.0\ntrue\n1000.0");
    assert_eq!(
        tick("let p = nearest(\"plant\"); log(p.id); log(p.gap); log(p.kind)"),
        "11\n10.0\nplant"
    );
    assert_eq!(tick("for s in all(\"any\") { log(s.id) }"), "11\n12");
    assert_eq!(tick("log(nearest(\"carcass\") == ()); log(count(\"any\", 15))"), "true\n1");
    assert_eq!(tick("log(find(12).kind); log(find(99) == ())"), "carnivore\ntrue");
    assert_eq!(tick("log(best_food().id); log(best_food([11]) == ())"), "11\ntrue");
}

#[test]
fn actions_fill_the_intent() {
    let intent = |body: &str| {
        let behaviour = script(&format!("fn on_tick() {{ {body} }}")).unwrap();
        let sight =
            [sighting(11, SightingKind::Plant, 10.0), sighting(12, SightingKind::Carnivore, 30.0)];
        let done = run(&*behaviour, turn(&sight, &[]));
        assert_eq!(done.fault, None);
        done.intent
    };
    let simulation_of = |to, speed| Movement::Go { to, speed };
    let point = simulation_of(Destination::Point(DVec2::new(1.0, 2.5)), 20.0);
    assert_eq!(intent("go_to(1, 2.5)").movement, point);
    let near = simulation_of(Destination::Near(DVec2::new(1.0, 2.5)), 3.0);
    assert_eq!(intent("go_near(1, 2.5, 3)").movement, near);
    let within = Destination::Within { point: DVec2::new(1.0, 2.5), distance: 7.5 };
    assert_eq!(intent("go_within(1, 2.5, 7.5)").movement, simulation_of(within, 20.0));
    assert_eq!(intent("go_within(1, 2.5, 7.5, 3)").movement, simulation_of(within, 3.0));
    let beside = simulation_of(Destination::Beside(OrganismId(11)), 3.0);
    assert_eq!(intent("go_beside(nearest(\"plant\"), 3)").movement, beside);
    let formation = Destination::Formation { leader: OrganismId(12), ahead: -40.0, right: 2.5 };
    assert_eq!(intent("go_in_formation(12, -40, 2.5)").movement, simulation_of(formation, 20.0));
    let slow = "go_in_formation(find(12), -40, 2.5, 3)";
    assert_eq!(intent(slow).movement, simulation_of(formation, 3.0));
    assert_eq!(intent("go_beside(11, 3); halt()").movement, Movement::Halt);
    let all = intent("attack(12); defend(12); eat(11); reproduce([1]); signal(-1)");
    let expected = Intent {
        attack: Some(OrganismId(12)),
        defend: Some(OrganismId(12)),
        eat: Some(OrganismId(11)),
        reproduce: all.reproduce.clone(),
        signal: Some(u64::MAX),
        ..Intent::default()
    };
    assert_eq!(all, expected);
    assert!(!all.reproduce.unwrap().is_empty());
    assert_eq!(intent("reproduce()").reproduce, Some(Vec::new()));
}

#[test]
fn dna_is_read_by_the_child() {
    let parent = script("fn on_tick() { reproduce(#{ shy: 0.5, home: [1, 2] }) }").unwrap();
    let dna = run(&*parent, turn(&[], &[])).intent.reproduce.unwrap();
    let child = script("fn on_tick() { log(me.dna.shy); log(me.dna.home[1]) }").unwrap();
    let mut of_child = turn(&[], &[]);
    of_child.senses.me.dna = &dna;
    let notes = run(&*child, of_child).notes.into_list();
    assert_eq!(format!("{notes:?}"), r#"[Log("0.5"), Log("2")]"#);
}

#[test]
fn handlers_are_called_in_order_and_only_for_their_events() {
    let source = r#"
        fn on_tick() { log("tick"); }
        fn on_idle() { log("idle"); }
        fn on_attacked(by, damage) { log(`attacked by ${by}: ${damage}`); defend(by); }
        fn on_refused(wish, why, whom) { log(`${wish} ${why} ${whom}`); }
        fn on_born(parent) { log(`born of ${parent}`); }
    "#;
    let behaviour = script(source).unwrap();
    let log = |events: &[EventKind], travelling: bool| {
        let events: Vec<_> = events.iter().cloned().map(event).collect();
        let mut of_one = turn(&[], &events);
        of_one.senses.me.travelling = travelling;
        let notes = run(&*behaviour, of_one).notes.into_list();
        format!("{notes:?}").replace("Log", "")
    };
    assert_eq!(log(&[], false), r#"[("tick"), ("idle")]"#);
    assert_eq!(log(&[], true), r#"[("tick")]"#);
    let events = [
        EventKind::Born { parent: OrganismId(3) },
        EventKind::Grew,
        EventKind::Refused { slot: ActionKind::Move, why: Refusal::Unreachable, target: None },
        EventKind::Attacked { by: OrganismId(5), damage: 1.5 },
    ];
    assert_eq!(
        log(&events, true),
        r#"[("born of 3"), ("move no_way 0"), ("attacked by 5: 1.5"), ("tick")]"#
    );
}

#[test]
fn on_idle_is_not_called_on_a_journey_and_then_costs_nothing() {
    let moving = script("fn on_tick() { go_to(1, 1) } fn on_idle() { log(1) }").unwrap();
    assert!(run(&*moving, turn(&[], &[])).notes.into_list().is_empty());
    let idle = script("fn on_idle() { roam() }").unwrap();
    let mut travelling = turn(&[], &[]);
    travelling.senses.me.travelling = true;
    assert_eq!(run(&*idle, travelling).spent, 0);
    assert!(run(&*idle, turn(&[], &[])).spent > 0);
}

#[test]
fn memory_holds_plain_data_from_turn_to_turn() {
    let source = r#"fn on_tick() {
        if memory.count == () { memory.count = 0; memory.list = []; memory.home = #{ x: 1 }; }
        memory.count += 1;
        memory.list.push(memory.count);
        memory.home.x += 0.5;
        log(`${memory.count} ${len(memory.list)} ${memory.home.x} ${"count" in memory}`);
        if memory.count == 3 { memory.clear(); }
    }"#;
    let behaviour = script(source).unwrap();
    let mut memory = Memory::default();
    let mut log = Vec::new();
    for _ in 0..4 {
        let done = run(&*behaviour, terrarium::behaviour::Turn { memory, ..turn(&[], &[]) });
        assert_eq!(done.fault, None);
        log.push(format!("{:?}", done.notes.into_list()[0]));
        memory = done.memory;
    }
    let expected = ["1 1 1.5 true", "2 2 2.0 true", "3 3 2.5 true", "1 1 1.5 true"];
    assert_eq!(log, expected.map(|line| format!("Log({line:?})")));
}

#[test]
fn nothing_but_memory_survives_a_turn() {
    // Each script tries to count its turns in a different place, and must log the same in every turn.
    let sources = [
        "const BOX = #{ n: 0 }; fn on_tick() { let b = BOX; b.n += 1; log(b.n); }",
        "const BOX = [0]; fn on_tick() { try { BOX[0] += 1; } catch { } log(BOX[0]); }",
        "const BOX = [0]; fn on_tick() { try { BOX.push(1); } catch { } log(BOX.len()); }",
        "fn on_tick() { let n = 0; n += 1; log(n); }",
        "fn on_tick() { try { this.n = 1; } catch { } log(0); }",
        "fn bump(a) { a += 1; a } fn on_tick() { let n = 0; bump(n); log(n); }",
        "fn on_tick() { let d = me.dna; log(d == ()); d = 5; }",
        "fn on_tick() { let m = memory; m.a = 1; log(m.a); memory.clear(); }",
    ];
    for source in sources {
        let behaviour = script(source).unwrap_or_else(|refusal| panic!("{source}: {refusal}"));
        let once = || format!("{:?}", run(&*behaviour, turn(&[], &[])).notes.into_list());
        let first = once();
        assert!(first.contains("Log"), "{source}");
        assert!((0..3).all(|_| once() == first), "{source}");
    }
}

#[test]
fn a_turn_that_fails_keeps_its_memory() {
    let behaviour = script("fn on_tick() { memory.a = 1; eat(1); throw \"no\"; }").unwrap();
    let memory = Memory::from_bytes(vec![1, 2, 3]);
    let done = run(&*behaviour, terrarium::behaviour::Turn { memory, ..turn(&[], &[]) });
    assert_eq!(done.memory.bytes(), [1, 2, 3]);
    let fault = done.fault.unwrap();
    assert_eq!((fault.kind, &*fault.reason), (FaultKind::Trapped, "no (line 1, column 38)"));
}

#[test]
fn numbers_compare_exactly() {
    let least = f64::EPSILON;
    for (a, b) in [(1.0, 1.0 + least), (1e300, 1e300 * (1.0 + least)), (-1.0 - least, -1.0)] {
        let compared = format!("let a = {a:e}; let b = {b:e};")
            + "log(`${a == b} ${a != b} ${a < b} ${a <= b} ${a > b} ${a >= b} ${a <= a}`)";
        assert_eq!(tick(&compared), "false true true true false false true", "{a} {b}");
    }
    assert_eq!(
        tick("log(`${1 == 1.0} ${1 < 1.0000000000000002} ${1.0000000000000002 <= 1}`)"),
        "true true false"
    );
    let nan = "let n = 0.0 / 0.0; log(`${n == n} ${n != n} ${n < 1} ${n >= 1}`)";
    assert_eq!(tick(nan), "false true false false");
}

#[test]
fn lists_of_sightings_are_filtered() {
    assert_eq!(tick("log(all(\"any\").only([12, 99]).first().id)"), "12");
    assert_eq!(tick("log(all(\"any\").without([12, 99]).len())"), "1");
    assert_eq!(
        tick("log(`${all(\"any\").no_smaller(12).len()} ${all(\"any\").no_larger(11.9).len()}`)"),
        "2 0"
    );
    assert_eq!(tick("log([].first() == ()); log(signals(\"any\"))"), "true\n[]");
    let mut sight =
        [sighting(11, SightingKind::Carnivore, 1.0), sighting(12, SightingKind::Carnivore, 2.0)];
    sight[1].signal = 5;
    let behaviour = script("fn on_tick() { log(signals(\"carnivore\")) }").unwrap();
    let notes = run(&*behaviour, turn(&sight, &[])).notes.into_list();
    assert_eq!(format!("{notes:?}"), r#"[Log("[5]")]"#);
    assert!(
        tick("[1].only([1])").contains("here must be a list of sightings, but it holds an integer")
    );
}

#[test]
fn the_latest_six_organisms_are_shunned_for_a_while() {
    let source = "fn on_refused(wish, why, whom) { shun(whom, 3) } fn on_tick() { log(shunned()) }";
    let behaviour = script(source).unwrap();
    let mut memory = Memory::default();
    let mut log = Vec::new();
    for tick in 0..7 {
        let refusal = |id| EventKind::Refused {
            slot: ActionKind::Move,
            why: Refusal::Unreachable,
            target: (id > 0).then_some(OrganismId(id)),
        };
        let target = match tick {
            0 => 0..3,
            2 => 5..10,
            _ => 0..0,
        };
        let events: Vec<_> = target.map(refusal).map(event).collect();
        let mut of_one = turn(&[], &events);
        of_one.senses.tick = tick;
        let done = run(&*behaviour, terrarium::behaviour::Turn { memory, ..of_one });
        assert_eq!(done.fault, None);
        log.push(format!("{:?}", done.notes.into_list()[0]));
        memory = done.memory;
    }
    let all = "[2, 5, 6, 7, 8, 9]";
    let expected = ["[1, 2]", "[1, 2]", all, "[5, 6, 7, 8, 9]", "[5, 6, 7, 8, 9]", "[]", "[]"];
    assert_eq!(log, expected.map(|list| format!("Log({list:?})")));
}

#[test]
fn parameters_are_constants() {
    let source =
        "const WARY = param(\"wary\", 60); fn on_tick() { signal(int(WARY + param(\"more\"))) }";
    let behaviour =
        script_with(source, &[("wary", 5.0), ("more", 2.0)], &Rules::default()).unwrap();
    assert_eq!(run(&*behaviour, turn(&[], &[])).intent.signal, Some(7));
    insta::assert_snapshot!(error_of("const A = param(\"a\"); fn on_tick() { }"), @r#""param": this constant cannot be evaluated: [behaviour.parameters] has no `a`; give it a value that does not depend on a turn"#);
}

#[test]
fn debug_output_changes_neither_the_turn_nor_what_it_spends() {
    let source =
        "fn on_tick() { log(all(\"any\")); mark(me.x, me.y, \"here\"); go_to(random(1, 900), 1); }";
    let behaviour = script(source).unwrap();
    let sight = [sighting(11, SightingKind::Plant, 10.0)];
    let kept = run(&*behaviour, turn(&sight, &[]));
    let mut dropped = turn(&sight, &[]);
    dropped.notes = terrarium::behaviour::Notes::default();
    let dropped = run(&*behaviour, dropped);
    assert_eq!((&kept.intent, kept.spent), (&dropped.intent, dropped.spent));
    assert_eq!((kept.notes.into_list().len(), dropped.notes.into_list().len()), (2, 0));
}

#[test]
fn errors_point_at_the_text_and_suggest_names() {
    let sources = [
        "fn on_tick() { let x = me.enrgy; }",
        "fn on_tick() { nearst(\"plant\"); }",
        "fn on_tick() { nearest(); }",
        "fn on_tick() { let p = 1; log(q); }",
        "fn on_tik() { }",
        "fn on_attacked(by) { }",
        "fn help() { }",
        "let n = 0; fn on_tick() { }",
        "halt(); fn on_tick() { }",
        "fn on_tick() { if }",
        "fn on_tick() { eval(\"1\") }",
        "import \"a\"; fn on_tick() { }",
        "fn on_tick() { memory.until = 1; }",
        "fn on_tick() { push(memory.visited, me.x); }",
        "fn on_tick() { let m = #{ a: [1] }; log(pop(m.a)); }",
        "fn on_tick() { let m = [[1], [2]]; clear(m[0]); }",
    ];
    insta::assert_snapshot!(sources.map(error_of).join("\n"), @r#"
    "enrgy": `me` has no `enrgy` (did you mean `energy`?); it has id, species, x, y, radius, vx, vy, travelling, energy, max_energy, starving, hungry, full, damage, age, lifespan, mature, can_reproduce, lacks, attack, defence, camouflage, step_cost, goal, max_speed, sight, bite, reach, dna, second_dna, needs_partner, ground, colony
    "nearst": there is no function `nearst` (did you mean `nearest`?); call a function that the script defines or that `terrarium creature docs` lists
    "nearest": `nearest` is called with 0 arguments; write it as `nearest(kind)`, `nearest(kind, gap)`
    "q": there is no variable or constant `q`; define it first with `let`; a function can use only its own variables, the constants of the script, and `me`, `memory` and `world`
    "on_tik": there is no handler `on_tik` (did you mean `on_tick`?); the handlers are on_born, on_arrived, on_blocked, on_struck, on_attacked, on_ate, on_grew, on_conceived, on_gave_birth, on_no_room, on_refused, on_stung, on_struck_wall, on_neutralised, on_captured, on_failed, on_no_time, on_tick, on_idle
    "on_attacked": the handler `on_attacked` has the wrong number of parameters; write `fn on_attacked(by, damage)`
    "": the script defines no handler; define one, such as `fn on_tick() { … }`
    "let": variables are not allowed outside of functions; use `const`, or keep the value in `memory`, as in `memory.count = 1`
    "halt": only constants and functions are allowed outside of functions; move this into a handler, such as `fn on_tick() { … }`
    "}": Unexpected '}'; correct the syntax here
    "eval": `eval` is not available; call functions by their names: a script makes no code
    "import": `import` is not understood here; a script is one file, and all functions of `terrarium creature docs` are there: copy into it what else it needs
    "until": `until` is a reserved word of the language; choose another name; in `memory`, `memory["until"]` is possible, too
    "push": `push` changes only a copy here; call it as a method, as in `memory.visited.push(…)`
    "pop": `pop` changes only a copy here; call it as a method, as in `m.a.pop()`
    "clear": `clear` changes only a copy here; call it as a method, as in `VALUE.clear()`
    "#);
}

/// Entries are changed by methods, and by functions that the script defines under such a name.
#[test]
fn entries_of_memory_and_of_maps_can_be_changed() {
    let source = "
        fn on_tick() {
            if memory.turn == () { memory.turn = 0; memory.seen = [3]; memory.map = #{ list: [] }; }
            memory.turn += 1;
            memory.seen.push(memory.turn);
            memory.seen.insert(0, 9);
            memory.map.list.push(memory.turn);
            memory.map[\"list\"].push(7);
            let last = memory.seen.pop();
            memory.seen.push(last + 10);
            if memory.turn == 2 { memory.map.list.remove(0); memory.seen.shift(); }
            let copy = memory.seen;
            push(copy, 100);
            log(`${memory.seen} ${memory.map.list} ${len(copy)}`);
            shift(memory.turn);
        }
        fn shift(number) { number + 1 }";
    let behaviour = script(source).unwrap();
    let mut memory = Memory::default();
    let mut logged = Vec::new();
    for _ in 0..2 {
        let done = run(&*behaviour, terrarium::behaviour::Turn { memory, ..turn(&[], &[]) });
        assert_eq!(done.fault, None);
        logged.extend(done.notes.into_list());
        memory = done.memory;
    }
    let expected = ["[9, 3, 11] [1, 7] 4", "[9, 3, 11, 12] [7, 2, 7] 5"];
    let expected = expected.map(|line| terrarium::behaviour::Note::Log(line.to_owned()));
    assert_eq!(logged, expected);
}
