use terrarium_run::SimulationBuilder;
use terrarium_run::record::Scene;
use terrarium_run::record::recording::{Place, Recording};

use super::*;
use crate::chronicle::Notable;
use crate::run_link::{LinkReplay, RunLink};
use crate::{Opened, Playback};

fn meadow() -> Playback {
    let few = ["world.size=[900, 700]", "population.clover=200", "population.oak=4"];
    let animals = ["population.hare=30", "population.deer=4", "population.lynx=2"];
    let overrides = [&few[..], &animals, &["population.wolf=1"]].concat();
    let ready = SimulationBuilder::new("meadow").overrides(&overrides).ready().unwrap();
    Playback::live(ready, &Place::Memory).unwrap()
}

fn moment(tick: u64) -> Moment {
    Moment { tick, at: None, organism: None, caption: format!("moment {tick}") }
}

const HARE: SpeciesId = SpeciesId(2);

#[test]
fn names_are_given_and_taken_back() {
    let mut album = Album::default();
    let hare = OrganismId(7);
    let own = name_of(1, hare);
    assert_eq!(album.name(1, hare), own);
    album.rename(hare, HARE, "  Łucja d'Arc-2. ").unwrap();
    assert_eq!(album.name(1, hare), "Łucja d'Arc-2.");
    assert!(album.is_favourite(hare));
    album.rename(hare, HARE, " ").unwrap();
    assert!(album.name(1, hare) == own && album.is_favourite(hare));
    let refused = |name: &str| album.clone().rename(hare, HARE, name).unwrap_err().to_string();
    assert_eq!(refused(&"x".repeat(25)), "a name has at most 24 characters, and this one has 25");
    assert!(refused("a<b").ends_with("this one has '<'"));
    assert!(refused("a\nb").contains("letters"));
    assert_eq!(album.toggle(hare, HARE), Ok(false));
    assert!(album.is_empty());
}

#[test]
fn an_album_is_bounded() {
    let mut album = Album::default();
    for id in 1..=MAX_FAVOURITES as u64 {
        assert_eq!(album.toggle(OrganismId(id), HARE), Ok(true));
    }
    assert_eq!(album.toggle(OrganismId(1000), HARE), Err(NameError::TooMany));
    assert_eq!(album.rename(OrganismId(1), HARE, "Ash"), Ok(()), "it is one already");
    (0..1000).rev().for_each(|tick| album.keep(moment(tick)));
    assert_eq!(album.moments().len(), MAX_MOMENTS);
    assert!(album.moments().is_sorted_by_key(|it| it.tick));
}

#[test]
fn an_album_that_was_tampered_with_is_read_without_what_is_wrong() {
    assert!(Album::of_bytes(b"").is_empty());
    assert!(Album::of_bytes(b"{\"favourites\":3}").is_empty());
    let bytes = br#"{"favourites":{"5":{"species":1,"name":"<b>"},"6":{"species":1,"name":"Bo"}},"moments":[]}"#;
    let album = Album::of_bytes(bytes);
    assert_eq!(album.name(1, OrganismId(5)), name_of(1, OrganismId(5)));
    assert_eq!(album.name(1, OrganismId(6)), "Bo");
}

/// Follows the oldest hare of a meadow as a favourite.
fn with_favourite(ticks: u64) -> (Playback, OrganismId) {
    let mut playback = meadow();
    let scene = Scene::new(playback.simulation(), None);
    assert_eq!(scene.look(HARE).unwrap().name, "hare");
    let hare = scene.figures.iter().find(|it| it.species == HARE).unwrap().id;
    playback.edit_album(|album| album.rename(hare, HARE, "Bo")).unwrap().unwrap();
    (0..ticks).for_each(|_| playback.step().unwrap());
    (playback, hare)
}

#[test]
fn an_album_is_recorded_and_a_branch_has_what_was_before_it() {
    let (mut playback, hare) = with_favourite(60);
    let late = playback.simulation().world().next_id();
    playback.edit_album(|album| album.toggle(late, HARE)).unwrap().unwrap();
    playback.edit_album(|album| album.keep(moment(50))).unwrap();
    let album = playback.chronicle().album().clone();
    let bytes = playback.recording_bytes().unwrap();
    let recording = Recording::of_bytes("run", &bytes).unwrap();
    let Opened::Playback(mut read) = Playback::open(recording).unwrap() else {
        panic!("it can be simulated")
    };
    assert_eq!(read.chronicle().album(), &album);
    // What was read is changed and written anew.
    read.edit_album(|album| album.rename(hare, HARE, "Mo")).unwrap().unwrap();
    let again = Recording::of_bytes("again", &read.recording_bytes().unwrap()).unwrap();
    assert_eq!(Album::of_bytes(again.album()).name(0, hare), "Mo");
    playback.seek(40).unwrap();
    playback.branch().unwrap();
    let branched = playback.chronicle().album();
    assert!(branched.is_favourite(hare) && !branched.is_favourite(late));
    assert!(branched.moments().is_empty());
    let bytes = playback.recording_bytes().unwrap();
    let recording = Recording::of_bytes("branch", &bytes).unwrap();
    assert_eq!(&Album::of_bytes(recording.album()), playback.chronicle().album());
}

#[test]
fn a_link_holds_the_favourites() {
    let (playback, hare) = with_favourite(20);
    let link = RunLink::of_playback(&playback).unwrap();
    let link = RunLink::parse(&link.to_fragment().unwrap()).unwrap();
    let place = Place::Memory;
    let mut opened = Playback::live(link.create().unwrap(), &place).unwrap();
    assert!(LinkReplay::new(link).advance(&mut opened, 100).unwrap());
    assert_eq!(opened.chronicle().album(), playback.chronicle().album());
    let hash = |it: &Playback| it.simulation().world().state_hash();
    assert_eq!(hash(&opened), hash(&playback), "favourites are no part of a world");
    assert!(opened.chronicle().album().is_favourite(hare));
}

#[test]
fn children_and_deaths_of_favourites_are_news() {
    let mut playback = meadow();
    let scene = Scene::new(playback.simulation(), None);
    let hares: Vec<_> = scene.figures.iter().filter(|it| it.species == HARE).collect();
    for hare in &hares {
        playback.edit_album(|album| album.toggle(hare.id, HARE)).unwrap().unwrap();
    }
    let (mut children, mut dead) = (0, 0);
    for tick in 1..=900 {
        playback.step().unwrap();
        let news = playback.chronicle().news_of_favourites(scene.seed, (tick - 1, tick), None);
        children += news.iter().filter(|it| it.contains(" has a child: hare #")).count();
        dead += news.len();
    }
    dead -= children;
    let chronicle = playback.chronicle();
    let told: usize = hares.iter().map(|it| chronicle.children_of(it.id, 900).len()).sum();
    let now = Scene::new(playback.simulation(), None);
    let is_alive = |id| now.figure(id).is_some_and(|it| it.kind == scene.figure(id).unwrap().kind);
    let gone: Vec<_> = hares.iter().filter(|it| !is_alive(it.id)).collect();
    assert!(children > 0 && dead > 0, "{children} children and {dead} dead");
    assert_eq!((children, dead), (told, gone.len()));
    for hare in &hares {
        let state = chronicle.state_of(hare.id, &now);
        assert_eq!(state.starts_with("alive"), is_alive(hare.id), "{state}");
        assert!(is_alive(hare.id) || state.starts_with("dead since tick "), "{state}");
    }
    // At an earlier tick, they are as they were.
    playback.seek(0).unwrap();
    let then = Scene::new(playback.simulation(), None);
    assert_eq!(playback.chronicle().state_of(gone[0].id, &then), "alive");
}

#[test]
fn what_is_listed_of_others_does_not_depend_on_favourites() {
    let (with, hare) = with_favourite(300);
    let mut without = meadow();
    (0..300).for_each(|_| without.step().unwrap());
    let listed = |playback: &Playback| -> Vec<String> {
        let chronicle = playback.chronicle();
        let is_own = |it: &crate::chronicle::Entry<'_>| {
            let parent = match it.remark.what {
                Notable::Born { parent } | Notable::FirstBorn { parent } => Some(parent),
                Notable::Died { by, .. } => by,
                _ => None,
            };
            it.remark.organism == Some(hare) || parent == Some(hare)
        };
        let others = chronicle.entries().filter(|it| it.is_listed && !is_own(it));
        others.map(|it| chronicle.describe_entry(&it)).collect()
    };
    assert_eq!(listed(&with), listed(&without));
}
