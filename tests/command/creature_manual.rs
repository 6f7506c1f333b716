//! Follows docs/creatures.md: its commands are run in their order, and its scripts in turns, and each does what the text
//! says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use terrarium::behaviour::{
    Destination, EventKind, Intent, Message, Movement, OrganismId, SightingKind, Turn,
};
use terrarium::geometry::DVec2;
use terrarium_testing::Workdir;
use terrarium_testing::turns::{self, OWN, event, script, sighting, turn};

use crate::manual::{Followed, Written, block_with, commands, manual, run, shell};
use crate::workdir;

/// The first script that contains a text.
fn script_with(manual: &str, text: &str) -> String {
    block_with(manual, "rhai", text)
}

/// Runs a command that goes on until Ctrl+C: saves the script meanwhile, and waits for the note about it.
fn run_until_reloaded(workdir: &Workdir, command: &str) -> Written {
    let errors = workdir.path("errors");
    let mut shell = shell(workdir, command);
    shell.stdout(Stdio::null()).stderr(fs::File::create(&errors).unwrap());
    let mut child = shell.spawn().unwrap();
    let [slow, fast] = ["roam(pace(0.3))", "roam(pace(0.9))"];
    let script = workdir.read("creatures/dhole/behaviour.rhai");
    // The world is founded meanwhile, and what was saved before is no change.
    let saved = [fast, slow].into_iter().cycle().take(60);
    let is_reloaded = saved.map(|pace| {
        workdir.write("creatures/dhole/behaviour.rhai", script.replace(slow, pace));
        sleep(Duration::from_secs(1));
        fs::read_to_string(&errors).unwrap().contains(" was reloaded")
    });
    let waited = is_reloaded.into_iter().find(|&it| it);
    let ended = child.try_wait().unwrap();
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    let code = child.wait().unwrap().code();
    workdir.write("creatures/dhole/behaviour.rhai", script);
    let err = fs::read_to_string(&errors).unwrap();
    assert!(waited.is_some() && ended.is_none() && code == Some(130), "{code:?}: {err}");
    Written { code, out: String::new(), err }
}

/// Runs all commands of the manual in order.
fn followed(manual: &str, workdir: &Workdir) -> Followed {
    workdir
        .write("creatures/hare/creature.toml", include_str!("../../creatures/hare/creature.toml"));
    let mut done = Followed::default();
    for command in commands(manual) {
        if command.starts_with("terrarium run") && command.contains("rules.message_radius") {
            workdir.write("creatures/dhole/behaviour.rhai", script_with(manual, "shared_prey"));
        }
        let written = if command.contains("--watch-creatures") {
            run_until_reloaded(workdir, command)
        } else {
            run(workdir, command)
        };
        done.add(command, written);
    }
    done
}

/// The hunters that joined the hunt for each prey, of the lines that they logged.
fn hunts(log: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut hunts: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in log.lines() {
        let Some((hunter, prey)) = line.split_once(": joins the hunt for ") else { continue };
        let hunter = hunter.rsplit('#').next().expect("it has a number");
        hunts.entry(prey).or_default().insert(hunter);
    }
    hunts
}

#[test]
fn the_commands_do_what_the_text_says() {
    let manual = manual("creatures.md");
    let workdir = workdir();
    let done = followed(&manual, &workdir);
    let written = |part: &str| done.written(part);
    assert!(written("species rabbit").out.contains("rabbit"));
    let alone = &written("population.wolf=0 --ticks 200").out;
    assert!(alone.contains("dhole    carnivore"), "{alone}");

    // Dozens of joins, and prey with three hunters or more.
    let log = &written("verify runs/dhole.recording").err;
    let joins = log.matches(": joins the hunt for ").count();
    assert!(joins >= 24, "{joins} joins");
    let hunts = hunts(log);
    assert!(hunts.values().any(|hunters| hunters.len() >= 3), "{hunts:?}");
    let verified = &written("verify runs/dhole.recording").out;
    assert!(verified.contains("repeat to the bit"), "{verified}");

    let reloaded = &written("--watch-creatures").err;
    assert!(reloaded.contains("note: `dhole` was reloaded, effective from tick "), "{reloaded}");
    let cost = &written("creature bench").out;
    assert!(["0", "8", "64"].iter().all(|seen| cost.contains(seen)), "{cost}");
    assert!(fs::metadata(workdir.path("runs/plan.gif")).unwrap().len() > 10_000);

    the_answers_are_about_a_dhole(&done);
    let beside = &written("--beside").out;
    assert!(beside.contains("dhole") && beside.contains("original"), "{beside}");
}

/// The number in the examples is that of a dhole with a memory, of which the run knows the whole life.
fn the_answers_are_about_a_dhole(done: &Followed) {
    let written = |part: &str| done.written(part);
    let deaths = &written("why runs/dhole.recording").out;
    assert!(deaths.contains("cause") && deaths.contains("mean age"), "{deaths}");
    let life = &written("why runs/dhole.recording 2439").out;
    assert!(life.starts_with("dhole #2439, carnivore: "), "{life}");
    assert!(life.contains("Energy states") && life.contains("born"), "{life}");
    let turn = &written("turn runs/dhole.recording 2439").out;
    assert!(turn.contains("dhole #2439") && turn.contains("on_tick:"), "{turn}");
    assert!(turn.contains("let prey = shared_prey()") && !turn.contains("::"), "{turn}");
    let costs = &written("turn runs/dhole.recording dhole").out;
    assert!(costs.contains("of at most 10000") && costs.contains("dearest turn"), "{costs}");
    let starving = &written("me.energy < 5").out;
    assert!(starving.starts_with("tick ") && starving.contains("me.energy"), "{starving}");
    let prey = &written("changed(memory.prey)").out;
    assert!(prey.starts_with("tick ") && prey.contains("memory.prey"), "{prey}");
    assert!(written("moving && memory.prey").out.starts_with("tick "));
}

/// What a script of the manual requests.
fn intent(source: &str, turn: Turn<'_>) -> Intent {
    let behaviour = script(source).unwrap_or_else(|refusal| panic!("{refusal}"));
    let done = turns::run(&*behaviour, turn);
    assert_eq!(done.fault, None, "{source}");
    done.intent
}

#[test]
fn the_complete_example_defends_flees_and_grazes() {
    let manual = manual("creatures.md");
    let source = &script_with(&manual, "const WARY");
    let food = [sighting(11, SightingKind::Plant, 10.0)];
    let grazing = intent(source, turn(&food, &[])).movement;
    assert!(
        matches!(grazing, Movement::Go { to: Destination::Beside(OrganismId(11)), .. }),
        "{grazing:?}"
    );
    let mut near = [sighting(12, SightingKind::Carnivore, 10.0), food[0].clone()];
    near[0].velocity = DVec2::new(-5.0, 0.0);
    let attacked = [event(EventKind::Attacked { by: OrganismId(12), damage: 1.0 })];
    let fleeing = intent(source, turn(&near, &attacked));
    assert_eq!(fleeing.defend, Some(OrganismId(12)));
    // The carnivore is in the east.
    let Movement::Go { to: Destination::Point(point), .. } = fleeing.movement else {
        panic!("{fleeing:?}")
    };
    assert!(point.x < 500.0, "{point}");
}

#[test]
fn those_that_hear_of_food_come_near_it() {
    let manual = manual("creatures.md");
    let source = &script_with(&manual, "heard.text == \"food\"");
    let food = [sighting(11, SightingKind::Plant, 10.0)];
    let found = intent(source, turn(&food, &[]));
    assert_eq!(found.tell.as_deref(), Some(&b"food"[..]));
    let message = |text: &str, x: f64| Message {
        from: OrganismId(5),
        species: OWN,
        place: DVec2::new(x, 20.0),
        bytes: text.as_bytes().into(),
    };
    let messages = [message("danger", 1.0), message("food", 30.0)];
    let mut hearing = turn(&[], &[]);
    hearing.senses.messages = &messages;
    let coming = intent(source, hearing).movement;
    let place = Destination::Near(DVec2::new(30.0, 20.0));
    assert!(matches!(coming, Movement::Go { to, .. } if to == place), "{coming:?}");
}

#[test]
fn followers_stand_in_two_rows_behind_their_leader() {
    let manual = manual("creatures.md");
    let source = &script_with(&manual, "go_in_formation");
    let sight = [sighting(12, SightingKind::Herbivore, 30.0)];
    for (number, place) in
        [(0, (-40.0, -30.0)), (1, (-40.0, 30.0)), (2, (-80.0, -30.0)), (3, (-80.0, 30.0))]
    {
        let remembers =
            format!("fn on_arrived() {{ memory.leader = 12; memory.number = {number}; }}");
        let arrived = [event(EventKind::Arrived)];
        let movement = intent(&format!("{source}{remembers}"), turn(&sight, &arrived)).movement;
        let expected =
            Destination::Formation { leader: OrganismId(12), ahead: place.0, right: place.1 };
        assert!(matches!(movement, Movement::Go { to, .. } if to == expected), "{movement:?}");
    }
}
