//! Tests of links: round trips, damage, limits, and the worlds that they give.

mod messages;

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::document::Override;
use terrarium_run::record::recording::Place;
use terrarium_run::record::snapshot;
use terrarium_run::{PreparedScenario, run_ticks};
use terrarium_sim::tick::{Calamity, Change, Command};
use terrarium_sim::world::Share;
use terrarium_space::geometry::DVec2;

use super::encoding::seal;
use super::limits::{MAX_COMMANDS, MAX_PLAIN, MAX_TICKS};
use super::*;
use crate::Playback;

const POND: &str = "description = \"A pond\"
[world]
size = [300, 200]
[[population]]
species = \"clover\"
count = 9
[[population]]
species = \"hare\"
count = 3
";

fn pond() -> RunLink {
    RunLink {
        program: terrarium_output::VERSION.to_owned(),
        snapshot_format: snapshot::FORMAT,
        scenario: LinkScenario::Own { name: "pond".to_owned(), text: POND.to_owned() },
        overrides: vec!["seed=7".to_owned()],
        creatures: Vec::new(),
        commands: Vec::new(),
        favourites: BTreeMap::new(),
        tick: 0,
        hash: StateHash(0),
    }
}

fn overrides(texts: &[&str]) -> Vec<Override> {
    texts.iter().map(|text| Override::parse(text).unwrap()).collect()
}

#[test]
fn names_of_favourites_come_from_strangers() {
    let mut link = pond();
    let favourite = |name: &str| Favourite { species: SpeciesId(1), name: Some(name.to_owned()) };
    link.favourites.insert(OrganismId(3), favourite("Bo"));
    let read = RunLink::parse(&link.to_fragment().unwrap()).unwrap();
    assert_eq!(read.favourites, link.favourites);
    for odd in ["a\u{202e}b", "<b>", " Bo", "", &"x".repeat(25)] {
        link.favourites.insert(OrganismId(3), favourite(odd));
        let forged = forged(&serde_json::to_string(&link).unwrap());
        assert!(refusal(&forged).contains("the name of a favourite is invalid"), "{odd:?}");
    }
    link.favourites = (0..101).map(|id| (OrganismId(id), favourite("Bo"))).collect();
    let forged = forged(&serde_json::to_string(&link).unwrap());
    assert!(refusal(&forged).contains("favourites"), "{}", refusal(&forged));
}

/// A link with this JSON, as an attacker would make it.
fn forged(json: &str) -> String {
    seal(FORMAT, terrarium_output::VERSION, json.as_bytes())
}

fn refusal(link: &str) -> String {
    RunLink::parse(link).and_then(|link| link.prepare().map(drop)).unwrap_err().to_string()
}

fn any_command() -> impl Strategy<Value = LinkedCommand> {
    let files = prop::collection::btree_map("[a-z.]{1,9}", any::<Vec<u8>>(), 0..3);
    let creature = ("[a-z]{1,9}", files, prop::option::of("[0-9a-f]{64}"));
    prop_oneof![
        creature.prop_map(|(name, files, content_hash)| {
            LinkedCommand::Change(CreatureFiles { name, files, content_hash })
        }),
        any::<u64>().prop_map(|seed| LinkedCommand::Command(Command::Reseed { seed })),
        any::<u64>().prop_map(|organism| {
            LinkedCommand::Command(Command::Feed { organism: OrganismId(organism) })
        }),
        (any::<u16>(), -1e6..1e6_f64, -1e6..1e6_f64).prop_map(|(species, x, y)| {
            let (species, at) = (SpeciesId(species), DVec2::new(x, y));
            LinkedCommand::Command(Command::Add { species, at })
        }),
    ]
}

fn any_link() -> impl Strategy<Value = RunLink> {
    let name = "[a-z][a-z 0-9_-]{0,20}";
    let commands = prop::collection::vec((0..1000_u64, any_command()), 0..8);
    let overrides = prop::collection::vec(any::<String>(), 0..5);
    (name, any::<String>(), overrides, commands, 0..1000_u64, any::<u128>()).prop_map(
        |(name, text, overrides, mut commands, more, hash)| {
            commands.sort_by_key(|(tick, _)| *tick);
            let tick = commands.last().map_or(0, |(tick, _)| *tick) + more;
            let commands = commands.into_iter();
            RunLink {
                scenario: LinkScenario::Own { name, text },
                overrides,
                commands: commands.map(|(tick, content)| LinkCommand { tick, content }).collect(),
                tick,
                hash: StateHash(hash),
                ..pond()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_link_reads_back(link in any_link()) {
        let fragment = link.to_fragment().unwrap();
        let given = [
            fragment.clone(),
            fragment.trim_start_matches('#').to_owned(),
            fragment.trim_start_matches(MARK).to_owned(),
            format!(" \n{fragment}\n\t"),
            link.to_url("https://example.org/a?b=c#old").unwrap(),
        ];
        for text in given {
            prop_assert_eq!(&RunLink::parse(&text).unwrap(), &link);
        }
    }

    #[test]
    fn an_altered_or_cut_link_is_refused(
        link in any_link(),
        index in any::<prop::sample::Index>(),
        byte in 33..127_u8,
    ) {
        let text = link.to_fragment().unwrap().split_off(MARK.len());
        let index = index.index(text.len());
        prop_assert!(RunLink::parse(&text[..index]).is_err());
        prop_assert!(index == 0 || RunLink::parse(&text[index..]).is_err());
        let mut altered = text.clone().into_bytes();
        altered[index] = byte;
        let altered = String::from_utf8(altered).unwrap();
        prop_assert!(altered == text || RunLink::parse(&altered).is_err());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text: String, json: String) {
        let _ = RunLink::parse(&text);
        let _ = RunLink::parse(&format!("1.{text}"));
        let _ = RunLink::parse(&forged(&json));
    }
}

#[test]
fn every_cut_and_every_altered_character_is_refused() {
    let text = pond().to_fragment().unwrap().split_off(MARK.len());
    for index in 0..text.len() {
        assert!(RunLink::parse(&text[..index]).is_err(), "cut at {index}");
        for other in ['A', 'b', '0', '-', '_', '.', ' ', '='] {
            let mut altered: Vec<char> = text.chars().collect();
            altered[index] = other;
            let altered: String = altered.into_iter().collect();
            assert!(altered == text || RunLink::parse(&altered).is_err(), "{other} at {index}");
        }
    }
}

#[test]
fn links_of_other_versions_say_which_version_made_them() {
    let json = serde_json::to_string(&pond()).unwrap();
    let shipped = |name: &str, content_hash: &str| {
        let (name, content_hash) = (name.to_owned(), content_hash.to_owned());
        let scenario = LinkScenario::Shipped { name, content_hash };
        forged(&serde_json::to_string(&RunLink { scenario, ..pond() }).unwrap())
    };
    let own = format!("\"snapshot_format\":{}", snapshot::FORMAT);
    assert!(json.contains(&own));
    let refusals = [
        refusal(&seal(2, "7.3.1", b"anything")),
        refusal("2.anything"),
        refusal(&seal(FORMAT, "0.0.9", json.as_bytes())),
        refusal(&forged(&json.replace(&own, "\"snapshot_format\":3"))),
        refusal(&shipped("moor", "00")),
        refusal(&shipped("meadow", "00")),
    ];
    let text = refusals.join("\n").replace(&format!("format {}:", snapshot::FORMAT), "format N:");
    insta::assert_snapshot!(text, @"
    the link is in format 2, of terrarium 7.3.1, but this is terrarium 0.1.0, which reads format 1; open it with the version that made it
    the link is in format 2, but this is terrarium 0.1.0, which reads format 1; open it with the version that made it
    the link was made by terrarium 0.0.9, and this is terrarium 0.1.0: runs repeat only in the same version; open it with terrarium 0.0.9
    the link was made by terrarium 0.1.0 with snapshots in format 3, and this is terrarium 0.1.0 with snapshots in format N: runs repeat only in the same version; open it with terrarium 0.1.0
    the link is about the scenario `moor`, which this version does not have; open it with the version that made it
    the scenario `meadow` has changed since the link was made; open the link with the version that made it
    ");
}

#[test]
fn what_a_link_holds_is_limited() {
    let json = |link: &RunLink| forged(&serde_json::to_string(link).unwrap());
    let add = LinkedCommand::Command(Command::Reseed { seed: 1 });
    let command = LinkCommand { tick: 0, content: add };
    let with = |text: &str| {
        let wide = "world.size=[100000, 100000]".to_owned();
        RunLink { overrides: vec![wide, text.to_owned()], ..pond() }
    };
    let late = LinkCommand { tick: 5, ..command.clone() };
    let unnamed = LinkScenario::Own { name: "../a".to_owned(), text: POND.to_owned() };
    let many = vec![command; MAX_COMMANDS + 1];
    let refusals = [
        refusal(""),
        refusal("https://example.org/#run="),
        refusal(&"a".repeat(40_000)),
        refusal(&forged(&" ".repeat(usize::try_from(MAX_PLAIN).unwrap() + 1))),
        refusal(&forged(&"0".repeat(64 << 20))),
        refusal(&forged("[]")),
        refusal(&forged("{\"\\u001b[31m\":1}")),
        refusal(&json(&RunLink { commands: many, ..pond() })),
        refusal(&json(&RunLink { overrides: vec!["seed=1".to_owned(); 1_001], ..pond() })),
        refusal(&json(&RunLink { creatures: vec![CreatureFiles::default(); 65], ..pond() })),
        refusal(&json(&RunLink { tick: MAX_TICKS + 1, ..pond() })),
        refusal(&json(&RunLink { commands: vec![late], ..pond() })),
        refusal(&json(&RunLink { scenario: unnamed, ..pond() })),
        refusal(&json(&with("population.clover=1000001"))),
        refusal(&json(&with("population.hare=900000"))),
        refusal(&json(&RunLink { creatures: vec![CreatureFiles::default()], ..pond() })),
        refusal(&json(&with("terrain.map=/etc/passwd"))),
        refusal(&json(&with("creatures=[\"/etc\"]"))),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @"
    the link has no run: there is nothing after `#run=`; copy all of it
    the link has no run: there is nothing after `#run=`; copy all of it
    the link has 40005 bytes, but a link has at most 32768; ask for the recording of the run instead
    the link is damaged (its run cannot be decompressed to at most 1048576 bytes: it is too long); copy all of it, from `#run=` to its end
    the link is damaged (its run cannot be decompressed to at most 1048576 bytes: it is too long); copy all of it, from `#run=` to its end
    the link is damaged (invalid length 0, expected struct RunLink with 8 elements at line 1 column 2); copy all of it, from `#run=` to its end
    the link is damaged (unknown field ` [31m`, expected one of `snapshot_format`, `scenario`, `overrides`, `creatures`, `commands`, `favourites`); copy all of it, from `#run=` to its end
    the link has 10001 commands, but a link has at most 10000; ask for the recording of the run instead
    the link has 1001 overrides, but a link has at most 1000; ask for the recording of the run instead
    the link has 65 creatures, but a link has at most 64; ask for the recording of the run instead
    the link has 10000001 ticks, but a link has at most 10000000; ask for the recording of the run instead
    the link is damaged (it has commands after its last tick); copy all of it, from `#run=` to its end
    the link is damaged (the name of its scenario is invalid); copy all of it, from `#run=` to its end
    the link has 1000004 founders, but a link has at most 1000000; ask for the recording of the run instead
    the link has 859 MiB of founders, but a link has at most 512; ask for the recording of the run instead
    the link is damaged (the name of a creature is invalid); copy all of it, from `#run=` to its end
    override `terrain.map=/etc/passwd`: the map is a file, but the scenario is given without files; write the terrain as rows: `rows = [...]` with a string for each row of tiles
    override `creatures=[\"/etc\"]`: the creatures are in folders, but the scenario is given without files; give the files of the creatures, and leave out `creatures`
    ");
}

#[test]
fn a_link_that_would_be_too_long_names_what_is_long() {
    // Hexadecimal digits of hashes, which cannot be compressed to much less than half.
    let noise: String = (0..1200_u32).map(|n| blake3::hash(&n.to_le_bytes()).to_string()).collect();
    let files = BTreeMap::from([("creature.toml".to_owned(), noise.clone().into_bytes())]);
    let creature = CreatureFiles { name: "fox".to_owned(), files, content_hash: None };
    let link = RunLink { creatures: vec![creature], ..pond() };
    let error = link.to_fragment().unwrap_err();
    let LinkError::TooLarge { bytes, .. } = error else { panic!("{error}") };
    assert!(bytes > MAX_TEXT);
    let text = error.to_string();
    assert!(text.contains("recording of the run as a file"), "{text}");
    assert!(text.ends_with("most of it is the code of the creature `fox`"), "{text}");
}

/// Simulates the run of a link, and returns the replay at its end.
fn replayed(link: &RunLink) -> (LinkReplay, StateHash) {
    let mut simulation = link.create().unwrap().simulation;
    let mut replay = LinkReplay::new(link.clone());
    replay.begin(simulation.world());
    let _ = run_ticks(&mut simulation, link.tick, &mut [&mut replay]);
    replay.finish(&mut simulation).unwrap();
    (replay, simulation.world().state_hash())
}

#[test]
fn a_shared_playback_is_repeated_with_all_commands() {
    let small = ["population.hare=20", "population.wolf=2", "seed=5"];
    let prepared = PreparedScenario::read("meadow", &overrides(&small), &[]).unwrap();
    let ready = prepared.create().unwrap();
    let first = RunLink::of_start(&ready).unwrap();
    assert!(matches!(&first.scenario, LinkScenario::Shipped { name, .. } if name == "meadow"));
    let mut playback = Playback::live(ready, &Place::Temporary).unwrap();
    let species = SpeciesId(2);
    let add = |x| Command::Add { species, at: DVec2::new(x, 600.0) };
    playback.command(add(100.0)).unwrap();
    (0..8).for_each(|_| playback.step().unwrap());
    let mut into = playback.simulation().world().config().species(species).clone();
    into.description = "A changed one".to_owned();
    into.content_hash = "0".repeat(64);
    playback.command(Command::Change(Change { species, into: Box::new(into) })).unwrap();
    (0..4).for_each(|_| playback.step().unwrap());
    playback.command(add(900.0)).unwrap();

    let link = RunLink::of_playback(&playback).unwrap();
    assert_eq!((link.tick, link.commands.len()), (12, 3));
    let again = RunLink::parse(&link.to_url("http://127.0.0.1:1/").unwrap()).unwrap();
    assert_eq!(again, link);
    let (replay, hash) = replayed(&again);
    assert_eq!(hash, playback.simulation().world().state_hash());
    assert_eq!(replay.verdict(), LinkVerdict::Same);

    // At an earlier tick, the later commands are left out.
    playback.seek(8).unwrap();
    let earlier = RunLink::of_playback(&playback).unwrap();
    assert_eq!((earlier.tick, earlier.commands.len()), (8, 1));
    assert_eq!(replayed(&earlier).0.verdict(), LinkVerdict::Same);

    // A playback of the link goes on where it ended.
    let ready = link.create().unwrap();
    let mut followed = Playback::live(ready, &Place::Temporary).unwrap();
    let mut replay = LinkReplay::new(link.clone());
    assert!(!replay.advance(&mut followed, 5).unwrap());
    assert_eq!((followed.tick(), replay.verdict()), (5, LinkVerdict::Pending));
    assert!(replay.advance(&mut followed, 100).unwrap());
    assert_eq!(replay.verdict(), LinkVerdict::Same);
    let of_followed = RunLink::of_playback(&followed).unwrap();
    assert_eq!(of_followed, link);
}

#[test]
fn another_world_at_the_end_is_noticed() {
    let ready = pond().create().unwrap();
    let link = RunLink { tick: 3, ..RunLink::of_start(&ready).unwrap() };
    let (replay, found) = replayed(&link);
    assert_eq!(replay.verdict(), LinkVerdict::Different { found });
    assert_eq!(replayed(&RunLink { hash: found, ..link }).0.verdict(), LinkVerdict::Same);
}

/// Links that were made before have commands in this form.
#[test]
fn commands_of_links_keep_their_form() {
    let cases = [
        (Command::Reseed { seed: 1 }, r#"{"command":"reseed","seed":1}"#),
        (
            Command::Calamity(Calamity::Plague { species: SpeciesId(2) }),
            r#"{"command":"calamity","calamity":{"Plague":{"species":2}}}"#,
        ),
        (
            Command::FeedShare(Share { species: SpeciesId(2), area: None, share: 0.5 }),
            r#"{"command":"feed_share","of":{"species":2,"area":null,"share":0.5}}"#,
        ),
    ];
    for (command, json) in cases {
        let linked = LinkCommand { tick: 7, content: LinkedCommand::Command(command) };
        let json = format!(r#"{{"tick":7,"command":{json}}}"#);
        assert_eq!(serde_json::to_string(&linked).unwrap(), json);
        assert_eq!(serde_json::from_str::<LinkCommand>(&json).unwrap(), linked);
    }
    let creature = CreatureFiles { name: "fox".to_owned(), ..CreatureFiles::default() };
    let change = LinkCommand { tick: 7, content: LinkedCommand::Change(creature) };
    let json = serde_json::to_string(&change).unwrap();
    assert!(json.starts_with(r#"{"tick":7,"change":{"name":"fox""#), "{json}");
    assert_eq!(serde_json::from_str::<LinkCommand>(&json).unwrap(), change);
}

#[test]
fn a_refused_command_is_an_error() {
    let feed = Command::Feed { organism: OrganismId(999) };
    let of = |content| {
        let commands = vec![LinkCommand { tick: 1, content }];
        let link = RunLink { commands, tick: 2, ..pond() };
        let mut playback = Playback::live(link.create().unwrap(), &Place::Temporary).unwrap();
        LinkReplay::new(link).advance(&mut playback, 9).unwrap_err().to_string()
    };
    let wolf = CreatureFiles::shipped().into_iter().find(|it| it.name == "wolf").unwrap();
    let into = Box::new(pond().create().unwrap().simulation.world().config().species[0].clone());
    let change = Command::Change(Change { species: SpeciesId(0), into });
    let errors = [
        of(LinkedCommand::Command(feed)),
        of(LinkedCommand::Command(change)),
        of(LinkedCommand::Change(wolf)),
        of(LinkedCommand::Change(CreatureFiles::default())),
    ];
    insta::assert_snapshot!(errors.join("\n"), @"
    a command of tick 1 in the link is refused: there is no organism #999; choose one that exists; the link was not made from a run
    a command of tick 1 in the link is refused: a change of a species needs the files of it; the link was not made from a run
    a command of tick 1 in the link is refused: the world has no species `wolf`; the link was not made from a run
    a command of tick 1 in the link is refused:  has no creature.toml; add one, or move the folder elsewhere; the link was not made from a run
    ");
}

#[test]
fn maps_and_creatures_of_files_are_part_of_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("river.map");
    fs::write(
        &map,
        "type octile\nheight 3\nwidth 12\nmap\n..WW........\n..W.......T.\n............\n",
    )
    .unwrap();
    let home = folder.path().join("own/hare");
    fs::create_dir_all(&home).unwrap();
    let hare = CreatureFiles::shipped().into_iter().find(|it| it.name == "hare").unwrap();
    let text = String::from_utf8(hare.files["creature.toml"].clone()).unwrap();
    fs::write(home.join("creature.toml"), format!("# An own hare.\n{text}")).unwrap();
    let path = folder.path().join("pond.toml");
    let with_places = format!("{POND}at = [[50, 50]]\n");
    fs::write(&path, format!("creatures = [\"own\"]\n{with_places}")).unwrap();
    let mut given = overrides(&["seed=3"]);
    given.push(Override::of_text("terrain.map", map.to_str().unwrap()).unwrap());
    let ready = PreparedScenario::read(path.to_str().unwrap(), &given, &[]).unwrap().create();
    let ready = ready.unwrap_or_else(|error| panic!("{error}"));
    let whole = RunLink::of_start(&ready).unwrap();
    assert_eq!(whole.creatures.len(), 1);
    let comment = String::from_utf8(whole.creatures[0].files["creature.toml"].clone()).unwrap();
    assert!(comment.starts_with("# An own hare."));
    assert_eq!(replayed(&whole).0.verdict(), LinkVerdict::Same);
    // Without the files, the creature is written from the world.
    drop(folder);
    let written = RunLink::of_start(&ready).unwrap();
    assert!(written.creatures[0].content_hash.is_some());
    assert_eq!(replayed(&written).0.verdict(), LinkVerdict::Same);
    // A run of a link has what another link of it needs.
    let again = RunLink::of_start(&written.create().unwrap()).unwrap();
    assert_eq!(again, written);
}

#[test]
fn a_run_without_a_scenario_is_no_link() {
    let mut ready = pond().create().unwrap();
    ready.provenance.scenario.text.clear();
    let error = RunLink::of_start(&ready).unwrap_err().to_string();
    assert!(error.starts_with("the run did not begin with a scenario, so it cannot be"), "{error}");
    let mut ready = pond().create().unwrap();
    ready.provenance.scenario.overrides = vec!["seed=8".to_owned()];
    assert!(matches!(RunLink::of_start(&ready), Err(LinkError::OtherWorld)));
}
