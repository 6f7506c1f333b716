//! Conquest: capture, the neutral phase, sentries, nests, walls, tickets and the verdict.

use terrarium::behaviour::{Allegiance, BaseId, Colony, EventKind, SightingKind, Turn};
use terrarium::geometry::DVec2;
use terrarium::space::terrain::Cell;
use terrarium::tick::Simulation;
use terrarium::world::{ConquestEvent, StateHash, Verdict};
use terrarium_testing::with_threads;

use crate::arena::{Game, OUTPOST};
use crate::restored::restored;
use crate::shipped::simulation;

const OUTPOST_BASE: BaseId = BaseId(0);

fn go_to_the_outpost(turn: &mut Turn<'_>) {
    let speed = turn.senses.me.max_speed;
    turn.intent.go_to_base(OUTPOST_BASE, speed);
}

fn is_stung(game: &Game) -> bool {
    game.events_of().iter().any(|(_, what)| matches!(what, EventKind::Stung { .. }))
}

#[test]
fn a_base_is_captured_through_a_neutral_phase_in_which_its_sentry_is_inactive() {
    let mut game = Game::new(OUTPOST, &[], go_to_the_outpost);
    game.until(100, is_stung);
    game.until(100, |game| game.conquest().bases[0].life < 500);
    let left = u64::from(game.conquest().bases[0].life) - 250;
    let to_neutral = game.until(100, |game| game.conquest().bases[0].owner.is_none());
    assert_eq!(to_neutral, left / 5, "5 per tick");
    let by = Colony::Blue;
    assert_eq!(game.conquest().events, [ConquestEvent::Neutralised { base: OUTPOST_BASE, by }]);
    let neutralised = EventKind::Neutralised { base: OUTPOST_BASE };
    assert!(game.events_of().iter().any(|(_, what)| *what == neutralised));
    for _ in 0..49 {
        game.tick();
        assert!(!is_stung(&game) && game.conquest().bases[0].owner.is_none());
    }
    game.tick();
    assert_eq!(game.conquest().bases[0].owner, Some(by));
    assert_eq!(game.conquest().events, [ConquestEvent::Captured { base: OUTPOST_BASE, by }]);
    (0..20).for_each(|_| {
        game.tick();
        assert!(!is_stung(&game), "the sentry belongs to its colony now");
    });
}

#[test]
fn more_creatures_capture_a_base_faster_and_an_empty_held_base_stays() {
    let alone = Game::new(OUTPOST, &[], go_to_the_outpost).until(300, is_blue);
    let three = Game::new(OUTPOST, &["population.ant=3"], go_to_the_outpost).until(300, is_blue);
    assert!(three + 50 < alone, "{three} ticks, and {alone} alone");

    let mut left = Game::new(OUTPOST, &[], |turn| {
        if turn.senses.bases[0].hold > -0.9 {
            turn.intent.go_to(DVec2::new(100.0, 200.0), turn.senses.me.max_speed);
        } else {
            go_to_the_outpost(turn);
        }
    });
    (0..150).for_each(|_| left.tick());
    let base = left.conquest().bases[0];
    assert!(base.owner == Some(Colony::Red) && (400..500).contains(&base.life), "{base:?}");
}

fn is_blue(game: &Game) -> bool {
    game.conquest().bases[0].owner == Some(Colony::Blue)
}

#[test]
fn a_creature_of_a_colony_perceives_all_bases_and_the_visible_walls() {
    let game = |overrides: &[&str]| {
        let mut game = Game::new(OUTPOST, overrides, |turn| {
            let me = &turn.senses.me;
            let base = turn.senses.bases[0];
            assert_eq!((base.id, base.name), (OUTPOST_BASE, "Outpost"));
            assert_eq!(base.place, DVec2::new(9.5, 4.5) * 48.0);
            assert_eq!(base.distance, base.place.distance(me.centre));
            let (allegiance, hold) = match me.colony.unwrap() {
                Colony::Blue => (Allegiance::Hostile, -1.0),
                Colony::Red => (Allegiance::Own, 1.0),
            };
            assert_eq!((base.allegiance, base.hold), (allegiance, hold));
            let sentry = turn.senses.walls.iter().find(|wall| wall.cell == Cell::new(7, 2));
            if turn.senses.me.centre.y < 300.0 {
                assert_eq!(sentry.expect("the wall is visible").sentry, Some(allegiance));
            }
            let foes = turn.senses.sight.iter().filter(|s| s.kind == SightingKind::Carnivore);
            assert!(foes.into_iter().all(|foe| foe.hostile));
        });
        game.tick();
    };
    game(&["rules.sight_base=1000"]);
    game(&["rules.sight_base=1000", "population.termite=1"]);
}

#[test]
fn deaths_cost_tickets_and_nests_spawn_replacements() {
    let overrides = ["rules.sentry_damage=1000000", "rules.nest_ticks=7", "rules.tickets=2"];
    let mut game = Game::new(OUTPOST, &overrides, go_to_the_outpost);
    let is_born =
        |game: &Game| game.organisms().iter().any(|it| it.who.id.0 > 1 && it.who.born > 0);
    game.until(100, |game| game.conquest().tickets[0] == 1);
    assert_eq!(
        game.conquest().events,
        [ConquestEvent::TicketsLost { colony: Colony::Blue, count: 1 }]
    );
    assert_eq!(game.conquest().spawn_queue.len(), 1);
    assert_eq!(game.until(20, is_born), 7, "seven ticks after it died");
    let newborn = game.organisms().pop().unwrap();
    let nest = DVec2::new(2.5, 4.5) * 48.0;
    assert!(newborn.body.centre.distance(nest) < 80.0, "{newborn:?}");
    game.until(100, |game| game.conquest().verdict.is_some());
    assert_eq!(game.conquest().verdict, Some(Verdict::Won(Colony::Red)));
    let end = game.conquest().clone();
    (0..200).for_each(|_| game.tick());
    let after = game.conquest();
    assert_eq!((&after.bases, &after.tickets), (&end.bases, &end.tickets), "the state is final");
    assert!(after.events.is_empty());
}

#[test]
fn a_colony_with_fewer_bases_loses_tickets_at_intervals() {
    let mut game = Game::new(OUTPOST, &["rules.tickets_ticks=10"], |turn| turn.intent.halt());
    let blue: Vec<u32> = (0..35)
        .map(|_| {
            game.tick();
            game.conquest().tickets[0]
        })
        .collect();
    assert_eq!([blue[8], blue[9], blue[18], blue[19], blue[34]], [50, 49, 49, 48, 47]);
    assert_eq!(game.conquest().tickets[1], 50);
}

/// A closed room with the base in it.
const ROOM: &str = r##"
    "@@@@@@@@@@@@@@@@",
    "@        -----|@",
    "@        |    |@",
    "@        |    |@",
    "@ 1      s o  |@",
    "@        |    |@",
    "@        ------@",
    "@@@@@@@@@@@@@@@@",
    "@2             @",
    "@@@@@@@@@@@@@@@@",
"##;

/// The outpost with its base in a closed room.
fn fortress() -> String {
    let (head, tail) = OUTPOST.split_once("rows = [").unwrap();
    let (_, tail) = tail.split_once(']').unwrap();
    let tail = tail
        .replace("[9, 4]", "[11, 4]")
        .replace("[[6, 1], [14, 1], [14, 6], [6, 6]]", "[[11, 4]]");
    format!("{head}rows = [{ROOM}]{tail}")
}

#[test]
fn a_breached_wall_is_open_ground_for_path_planning() {
    let wall = Cell::new(9, 3);
    let mut game = Game::new(&fortress(), &["rules.sight_base=1000"], move |turn| {
        let speed = turn.senses.me.max_speed;
        let standing = turn.senses.walls.iter().find(|it| it.cell == wall).copied();
        match standing {
            Some(it) if it.gap <= turn.senses.me.reach => turn.intent.breach(wall),
            Some(it) => turn.intent.go_to(it.area.centre(), speed),
            None => turn.intent.go_to_base(OUTPOST_BASE, speed),
        }
    });
    let breach = [ConquestEvent::Breached { wall, by: Colony::Blue }];
    game.until(100, |game| game.conquest().events == breach);
    let struck = |what: &EventKind| matches!(what, EventKind::StruckWall { breached: true, .. });
    assert!(game.events_of().iter().any(|(_, what)| struck(what)));
    game.until(300, is_blue);
}

#[test]
fn invalid_requests_are_refused_with_a_reason() {
    let refusals = |request: fn(&mut Turn<'_>)| {
        let mut game = Game::new(&fortress(), &["rules.sight_base=1000"], request);
        game.tick();
        game.refusals()
    };
    assert_eq!(refusals(|turn| turn.intent.go_to_base(BaseId(7), 5.0)), ["no_such_base"]);
    assert_eq!(refusals(|turn| turn.intent.breach(Cell::new(0, 0))), ["no_such_wall"]);
    assert_eq!(refusals(|turn| turn.intent.breach(Cell::new(900, 0))), ["no_such_wall"]);
    assert_eq!(refusals(|turn| turn.intent.breach(Cell::new(9, 3))), ["not_within_reach"]);

    let mut game = Game::new(&fortress(), &["rules.reach=100"], |turn| {
        turn.intent.go_to(DVec2::new(8.0, 4.5) * 48.0, turn.senses.me.max_speed);
        turn.intent.breach(Cell::new(9, 4));
    });
    game.until(50, |game| game.refusals() == ["own_sentry"]);

    let text = OUTPOST.replace("blue = [\"ant\"]", "blue = [\"lynx\"]");
    let text = text.clone() + "[[population]]\nspecies = \"lynx\"\ncount = 1\n";
    let mut game = Game::new(&text, &[], |turn| {
        if turn.senses.me.colony.is_none() {
            assert!(turn.senses.bases.is_empty() && turn.senses.walls.is_empty());
            turn.intent.go_to_base(OUTPOST_BASE, 5.0);
            turn.intent.breach(Cell::new(7, 2));
        }
    });
    game.tick();
    assert_eq!(game.refusals(), ["no_colony", "no_colony"]);
}

// ---------------------------------------------------------------------------------------------
// A whole game

fn is_decided(simulation: &Simulation) -> bool {
    simulation.world().conquest().unwrap().verdict.is_some()
}

/// Runs the shipped conquest until it is decided; returns the hash of the state after every tick.
fn whole_game(seed: u64) -> (Vec<StateHash>, Simulation) {
    let mut simulation = simulation("conquest", &[], seed);
    let mut hashes = Vec::new();
    while !is_decided(&simulation) {
        assert!(hashes.len() < 5000, "seed {seed} is not decided");
        simulation.tick();
        if hashes.len().is_multiple_of(5) {
            simulation.check().unwrap();
        }
        hashes.push(simulation.world().state_hash());
    }
    (hashes, simulation)
}

#[test]
fn a_whole_game_is_reproducible_on_any_number_of_threads_and_passes_every_check() {
    let on_threads = |count| with_threads(count, || whole_game(5).0);
    let alone = on_threads(1);
    assert!(alone == on_threads(3));
}

#[test]
fn a_game_resumed_from_a_snapshot_develops_like_the_original() {
    let (hashes, _) = whole_game(6);
    let mut halfway = simulation("conquest", &[], 6);
    (0..hashes.len() / 2).for_each(|_| halfway.tick());
    let mut restored = restored(halfway.world());
    assert!(!restored.world().conquest().unwrap().damage.is_empty(), "no wall is damaged yet");
    for hash in &hashes[hashes.len() / 2..] {
        restored.tick();
        assert_eq!(restored.world().state_hash(), *hash);
    }
}

#[test]
fn nearly_every_seed_has_a_winner_and_both_colonies_win_some() {
    let mut won = [0, 0];
    for seed in 1..=8 {
        let mut simulation = simulation("conquest", &[], seed);
        while !is_decided(&simulation) {
            assert!(simulation.world().tick() < 5000, "seed {seed} is not decided");
            simulation.tick();
        }
        let verdict = simulation.world().conquest().unwrap().verdict.unwrap();
        if let Some(colony) = verdict.winner() {
            won[colony.index()] += 1;
        }
    }
    assert!(won[0] + won[1] >= 7 && won[0] > 0 && won[1] > 0, "{won:?}");
}

// ---------------------------------------------------------------------------------------------
// Worlds without colonies

/// The hashes of shipped worlds without colonies. Update them when a change to the rules or to a
/// shipped creature is meant to change these worlds.
#[test]
fn worlds_without_colonies_keep_their_hashes() {
    let meadow = "eed9e177e6bb1f7deb6eaf52e3d87de7";
    let archipelago = "9f8723d7f9eb2406fb178eec82be8ee5";
    for (name, expected) in [("meadow", meadow), ("archipelago", archipelago)] {
        let mut simulation = simulation(name, &[], 3);
        (0..40).for_each(|_| simulation.tick());
        assert_eq!(simulation.world().state_hash().to_string(), expected, "{name}");
    }
}

#[test]
fn rules_of_conquest_do_not_change_the_hash_of_worlds_without_colonies() {
    let hash = |overrides: &[&str]| simulation("archipelago", overrides, 3).world().state_hash();
    assert_eq!(hash(&[]), hash(&["rules.tickets=7", "rules.sentry_range=9"]));
    assert_ne!(hash(&[]), hash(&["rules.reach=3"]));
    let hash = |overrides: &[&str]| simulation("conquest", overrides, 3).world().state_hash();
    assert_ne!(hash(&[]), hash(&["rules.sentry_range=9"]));
}
