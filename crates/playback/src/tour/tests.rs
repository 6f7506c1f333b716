//! Tests of the choice of stops.

use proptest::prelude::*;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::Scene;
use terrarium_run::record::recording::Place;
use terrarium_run::record::scene::Action;
use terrarium_space::geometry::DVec2;

use super::stop::Choice;
use super::*;
use crate::Playback;

/// The meadow after some ticks, with its history.
fn meadow(ticks: u64) -> (Scene, crate::Chronicle) {
    let mut playback =
        Playback::live(SimulationBuilder::new("meadow").ready().unwrap(), &Place::Temporary)
            .unwrap();
    (0..ticks).for_each(|_| playback.step().unwrap());
    (Scene::new(playback.simulation(), None), playback.chronicle().clone())
}

fn stops(scene: &Scene, chronicle: &crate::Chronicle) -> Vec<Stop> {
    Choice { scene, chronicle, excluded: &[] }.stops()
}

fn of(stops: &[Stop], theme: Theme) -> Option<&Stop> {
    stops.iter().find(|stop| stop.theme == theme)
}

#[test]
fn what_is_shown_is_there_and_has_a_title() {
    let (scene, chronicle) = meadow(60);
    let all = stops(&scene, &chronicle);
    assert!(all.len() >= 4, "{all:#?}");
    for stop in &all {
        assert!(!stop.title.is_empty(), "{stop:?}");
        if let Subject::Organism(organism) = stop.subject {
            let figure = scene.figure(organism).expect("it exists");
            assert_ne!(figure.kind, SightingKind::Carcass, "{stop:?}");
            assert!(stop.title.contains(&organism.to_string()), "{stop:?}");
        }
    }
}

#[test]
fn a_hunt_is_that_of_the_nearest_prey() {
    let (mut scene, chronicle) = meadow(1);
    let hunter = scene.figures.iter().position(|it| it.kind == SightingKind::Carnivore).unwrap();
    let prey = scene.figures.iter().position(|it| it.kind == SightingKind::Herbivore).unwrap();
    for figure in &mut scene.figures {
        figure.action = Action::Resting;
    }
    scene.figures[hunter].action = Action::Walking;
    scene.figures[prey].centre = scene.figures[hunter].centre + DVec2::new(5.0, 0.0);
    let all = stops(&scene, &chronicle);
    let hunt = of(&all, Theme::Hunt).expect("a carnivore walks towards a herbivore");
    assert_eq!(hunt.subject, Subject::Organism(scene.figures[hunter].id));
    assert!(hunt.text.contains(&scene.figures[prey].id.to_string()), "{hunt:?}");
    assert!(hunt.text.ends_with("is 5 units away"), "{hunt:?}");
}

#[test]
fn what_was_shown_lately_is_not_chosen_again() {
    let (scene, chronicle) = meadow(30);
    let oldest = |excluded: &[OrganismId]| {
        let all = Choice { scene: &scene, chronicle: &chronicle, excluded }.stops();
        match of(&all, Theme::Oldest).unwrap().subject {
            Subject::Organism(organism) => organism,
            other => panic!("{other:?}"),
        }
    };
    let first = oldest(&[]);
    assert!(oldest(&[first]) > first);
}

#[test]
fn an_organism_that_is_shown_is_remembered() {
    let (scene, chronicle) = meadow(30);
    let mut shown = Shown::default();
    let mut organisms = Vec::new();
    for _ in 0..10 {
        let stop = shown.next_stop(&scene, &chronicle).unwrap();
        shown.remember(&stop);
        organisms.extend(stop.subject.organism());
    }
    let count = organisms.len();
    organisms.sort_unstable();
    organisms.dedup();
    assert_eq!(organisms.len(), count, "{organisms:?}");
}

#[test]
fn a_death_is_described_once_there_is_one() {
    let (mut scene, chronicle) = meadow(1);
    let organism = scene.figures[0].id;
    assert_eq!(death_of(organism, &scene, &chronicle), None);
    scene.figures.remove(0);
    assert_eq!(death_of(organism, &scene, &chronicle), Some(format!("{organism} is dead")));
}

#[test]
fn an_empty_world_offers_its_overview() {
    let (mut scene, chronicle) = meadow(1);
    scene.figures.clear();
    let all = stops(&scene, &chronicle);
    assert_eq!(all.iter().map(|stop| stop.theme).collect::<Vec<_>>(), [Theme::Overview]);
}

fn stop(theme: Theme) -> Stop {
    Stop { theme, subject: Subject::World, title: "x".to_owned(), text: String::new() }
}

proptest! {
    #[test]
    fn every_theme_comes_before_any_comes_twice(indices in prop::collection::btree_set(0_usize..6, 1..6)) {
        const ALL: [Theme; 6] =
            [Theme::Overview, Theme::Calamity, Theme::Hunt, Theme::Rare, Theme::Herd, Theme::Oldest];
        let offered: Vec<Stop> = indices.iter().map(|&index| stop(ALL[index])).collect();
        let mut shown = Shown::default();
        for round in 0..2 {
            for index in 0..offered.len() {
                let next = shown.shown_longest_ago(offered.clone()).unwrap();
                prop_assert_eq!(next.theme, offered[index].theme, "round {}", round);
                shown.remember(&next);
            }
        }
    }
}
