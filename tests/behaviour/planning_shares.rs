//! A species pays for planning its journeys from the same operations as for its turns: it cannot use many more, and no
//! request is lost.

use terrarium::prelude::*;
use terrarium::world::{SavedNature, SavedOrganism};
use terrarium_testing::{Workdir, with_threads};

use crate::restored::restored;
use crate::script_worlds::hashes;

/// A maze with a swamp in it.
const ROWS: [&str; 13] = [
    "@@@@@@@@@@@@@@@",
    "@     @       @",
    "@ @@@ @ @@@@@ @",
    "@ @   @ @   @ @",
    "@ @ @@@ @ @ @ @",
    "@ @ ,,, @ @   @",
    "@ @@@@@ @ @@@@@",
    "@     @ @     @",
    "@@@@@ @ @@@@@ @",
    "@   @   @ ,,, @",
    "@ @ @@@@@ @@@ @",
    "@ @         @ @",
    "@@@@@@@@@@@@@@@",
];

/// Twelve creatures of a script in the maze, with a navigator and rules.
fn maze(script: &str, navigator: &str, rules: &[&str]) -> Simulation {
    let rows: String = ROWS.map(|row| format!("    \"{row}\",\n")).concat();
    let workdir = Workdir::new();
    workdir.write(
        "maze.toml",
        format!(
            "description = \"A maze\"\n[terrain]\ntile = 64\nrows = [\n{rows}]\n[rules]\nswamp_speed = 0.5\nliving_animal = 0\nmoving = 0
            strikes = 1000000\n[[population]]\nspecies = \"asker\"\ncount = 12\n"
        ),
    );
    workdir.write(
        "asker/creature.toml",
        format!(
            "name = \"asker\"\ndescription = \"Asks for journeys\"\nkind = \"herbivore\"\nmature_size = 24
            navigator = \"{navigator}\"\n[appearance]\ncolour = \"#808080\"\n[points]\nenergy = 40
            speed = 40\nsight = 20\n"
        ),
    );
    workdir.write("asker/behaviour.rhai", script);
    let path = workdir.folder().join("maze.toml").to_string_lossy().into_owned();
    let builder = SimulationBuilder::new(path).creatures(workdir.folder()).overrides(rules);
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

const RESTLESS: &str =
    "fn on_tick() { go_near(random(world.min_x, world.max_x), random(world.min_y, world.max_y)); }";

/// The steps of planning in each of so many ticks.
fn steps(simulation: &mut Simulation, ticks: usize) -> Vec<u64> {
    let mut tick = || {
        simulation.tick();
        simulation.check().unwrap();
        simulation.world().planning_effort()[0].steps
    };
    (0..ticks).map(|_| tick()).collect()
}

#[test]
fn a_species_plans_no_more_than_its_operations_allow() {
    // 10,000 operations, and 40,000 for the one that is planned in any case, by the price of a step.
    for (navigator, most) in [("grid-astar", 20), ("jump-point", 25), ("wave", 30)] {
        let with = |budget| steps(&mut maze(RESTLESS, navigator, &[budget]), 20);
        let (free, poor) = (with("rules.species_budget=0"), with("rules.species_budget=10"));
        let [of_free, of_poor] = [&free, &poor].map(|steps| *steps.iter().max().unwrap());
        assert!(of_poor <= most && of_free > 4 * most, "{navigator}: {poor:?} of {free:?}");
        // Some plan in nearly every tick, over costs without a step.
        let planned = poor.iter().filter(|steps| **steps > 0).count();
        assert!(planned > 10, "{navigator}: {poor:?}");
    }
}

#[test]
fn enough_operations_plan_as_if_there_were_no_limit() {
    for navigator in ["perimeter", "grid-astar", "right-hand"] {
        let with = |budget| {
            let mut simulation = maze(RESTLESS, navigator, &[budget]);
            steps(&mut simulation, 20);
            simulation.world().organisms().collect::<Vec<_>>()
        };
        // The first attempts of some are unfinished.
        assert!(
            with("rules.species_budget=0") == with("rules.species_budget=90000"),
            "{navigator}"
        );
    }
}

#[test]
fn plans_that_wait_are_the_same_on_any_number_of_threads_and_after_a_snapshot() {
    for navigator in ["perimeter", "wave", "wall-memory"] {
        let poor = || maze(RESTLESS, navigator, &["rules.species_budget=30"]);
        let on = |threads: usize| with_threads(threads, || hashes(&mut poor(), 30));
        let expected = on(1);
        assert_eq!(on(7), expected);
        let mut first = poor();
        assert_eq!(hashes(&mut first, 11), expected[..11]);
        assert_eq!(hashes(&mut restored(first.world()), 19), expected[11..]);
    }
}

/// The creatures that have signalled.
fn signalled(world: &World) -> usize {
    let has = |organism: &SavedOrganism| matches!(&organism.nature, SavedNature::Animal(_, _, mind, _) if mind.signal == 1);
    world.organisms().filter(has).count()
}

#[test]
fn whoever_asks_once_gets_there() {
    // Six free tiles in the corners of the maze and in dead ends.
    let script = "const TILES = [[1, 1], [7, 1], [13, 1], [1, 11], [13, 9], [3, 5]];
        fn on_tick() {
            let tile = TILES[me.id % 6];
            let x = 64.0 * tile[0] + 32.0;
            let y = 64.0 * tile[1] + 32.0;
            if memory.asked == () {
                memory.asked = true;
                go_to(x, y);
            } else if abs(me.x - x) + abs(me.y - y) < 80.0 {
                signal(1);
            }
        }";
    // Some are refused because others stand in a corridor.
    for navigator in ["perimeter", "grid-astar"] {
        let arrived = |budget| {
            let rules = ["rules.turn_budget=1000", "rules.lifespan_herbivore=10000", budget];
            let mut simulation = maze(script, navigator, &rules);
            (0..300).for_each(|_| simulation.tick());
            simulation.check().unwrap();
            signalled(simulation.world())
        };
        let [free, poor] = ["rules.species_budget=0", "rules.species_budget=1"].map(arrived);
        assert!(free >= 6 && poor + 1 >= free, "{navigator}: {poor} of {free}");
    }
}
