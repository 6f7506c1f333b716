//! Tests of the choice of stops.

use proptest::prelude::*;
use terrarium_creatures::behaviour::{Death, OrganismId, SightingKind};
use terrarium_run::SimulationBuilder;
use terrarium_run::record::Scene;
use terrarium_run::record::recording::Place;
use terrarium_run::record::scene::Action;
use terrarium_space::geometry::DVec2;
use terrarium_testing::{simulation_of, small_world};

use super::plot::Progress;
use super::stop::Choice;
use super::*;
use crate::chronicle::{Notable, Remark};
use crate::{Playback, Watched};

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
fn an_organism_that_is_gone_is_said_to_be_dead() {
    let (mut scene, chronicle) = meadow(1);
    let mut stop =
        stops(&scene, &chronicle).into_iter().find(|it| it.theme == Theme::Oldest).unwrap();
    assert_eq!(stop.renew(&scene, &chronicle), Renewal::Same);
    let organism = stop.subject.organism().unwrap();
    scene.figures.retain(|it| it.id != organism);
    assert_eq!(stop.renew(&scene, &chronicle), Renewal::End);
    assert!(stop.text.ends_with(&format!("{organism} is dead")), "{}", stop.text);
}

#[test]
fn an_empty_world_offers_its_overview() {
    let (mut scene, chronicle) = meadow(1);
    scene.figures.clear();
    let all = stops(&scene, &chronicle);
    assert_eq!(all.iter().map(|stop| stop.theme).collect::<Vec<_>>(), [Theme::Overview]);
}

fn stop(theme: Theme, scene: &Scene) -> Stop {
    let (subject, text) = (Subject::World, String::new());
    let progress = Progress::new(subject, scene);
    Stop { theme, subject, title: "x".to_owned(), text, progress }
}

proptest! {
    #[test]
    fn every_theme_comes_before_any_comes_twice(indices in prop::collection::btree_set(0_usize..6, 1..6)) {
        const ALL: [Theme; 6] =
            [Theme::Overview, Theme::Calamity, Theme::Hunt, Theme::Rare, Theme::Herd, Theme::Oldest];
        let scene = Scene::of_world(&small_world(), None);
        let offered: Vec<Stop> = indices.iter().map(|&index| stop(ALL[index], &scene)).collect();
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

/// The small world in each tick, and its history.
fn small_run(ticks: u64) -> (Vec<Scene>, crate::Chronicle) {
    let mut simulation = simulation_of(small_world());
    let mut chronicle = crate::Chronicle::new(simulation.world());
    let mut scenes = vec![Scene::new(&simulation, None)];
    for _ in 0..ticks {
        simulation.tick();
        chronicle.record(simulation.world());
        scenes.push(Scene::new(&simulation, scenes.last()));
    }
    (scenes, chronicle)
}

/// A stop about a hunter that is after an organism.
fn chase(
    scene: &Scene,
    chronicle: &crate::Chronicle,
    hunter: OrganismId,
    prey: OrganismId,
) -> Stop {
    let choice = Choice { scene, chronicle, excluded: &[] };
    choice.chase(Theme::Hunt, scene.figure(hunter).unwrap(), scene.figure(prey).unwrap(), "hunts")
}

/// The first kill in a history: its tick, the killer, the dead, and what the list of events says.
fn first_kill(chronicle: &crate::Chronicle) -> (u64, OrganismId, OrganismId, String) {
    let kill = |it: &Remark| match it.what {
        Notable::Died { of: Death::Killed, by: Some(by), .. } => {
            Some((it.tick, by, it.organism?, chronicle.describe(it)))
        }
        _ => None,
    };
    chronicle.remarks().iter().find_map(kill).expect("an animal is killed")
}

#[test]
fn a_caption_of_a_chase_says_the_kill_in_the_words_of_the_event_and_ends() {
    let (scenes, chronicle) = small_run(200);
    let (tick, killer, dead, event) = first_kill(&chronicle);
    let at = |tick: u64| &scenes[usize::try_from(tick).unwrap()];
    let mut stop = chase(at(tick - 1), &chronicle, killer, dead);
    let before = stop.text.clone();
    assert!(stop.is_open() && before.contains(&dead.to_string()), "{before}");
    assert_ne!(stop.renew(at(tick - 1), &chronicle), Renewal::End);
    assert_eq!(stop.renew(at(tick), &chronicle), Renewal::End);
    assert_eq!((stop.text.as_str(), stop.is_open()), (event.as_str(), false));
    assert_eq!(stop.renew(at(tick + 9), &chronicle), Renewal::Same, "it says so until it goes");
    // A display that shows not all ticks says the same.
    let mut late = chase(at(tick - 1), &chronicle, killer, dead);
    assert_eq!((late.renew(at(tick + 40), &chronicle), late.text), (Renewal::End, event));
}

#[test]
fn prey_that_is_far_away_has_escaped() {
    let (mut scene, chronicle) = meadow(1);
    let of = |kind| scene.figures.iter().position(|it| it.kind == kind).unwrap();
    let (hunter, prey) = (of(SightingKind::Carnivore), of(SightingKind::Herbivore));
    let (hunter_id, prey_id) = (scene.figures[hunter].id, scene.figures[prey].id);
    scene.figures[hunter].action = Action::Walking;
    scene.figures[prey].centre = scene.figures[hunter].centre + DVec2::new(90.0, 0.0);
    let mut stop = chase(&scene, &chronicle, hunter_id, prey_id);
    scene.figures[prey].centre += DVec2::new(33.0, 0.0);
    assert_eq!(stop.renew(&scene, &chronicle), Renewal::Text);
    assert!(stop.text.ends_with(" is 120 units away"), "{}", stop.text);
    scene.figures[prey].centre += DVec2::new(2.0 * crate::HUNT, 0.0);
    assert_eq!(stop.renew(&scene, &chronicle), Renewal::End);
    assert!(stop.text.contains(&format!("{prey_id} escapes from ")), "{}", stop.text);
    assert!(stop.text.ends_with(&hunter_id.to_string()), "{}", stop.text);
    // Nor is it a chase when the hunter rests for long.
    scene.figures[prey].centre = scene.figures[hunter].centre + DVec2::new(90.0, 0.0);
    let mut stop = chase(&scene, &chronicle, hunter_id, prey_id);
    scene.figures[hunter].action = Action::Resting;
    scene.tick += 50;
    assert_ne!(stop.renew(&scene, &chronicle), Renewal::End);
    scene.tick += 50;
    assert_eq!(stop.renew(&scene, &chronicle), Renewal::End);
}

#[test]
fn deaths_that_are_no_events_are_told_with_their_cause() {
    let (scenes, chronicle) = small_run(400);
    let mut told = 0;
    for pair in scenes.windows(2) {
        let is_alive =
            |scene: &Scene, id| scene.figure(id).is_some_and(|it| it.kind != SightingKind::Carcass);
        let dead = pair[0]
            .figures
            .iter()
            .filter(|it| it.kind != SightingKind::Carcass && !is_alive(&pair[1], it.id));
        for figure in dead {
            let watched = Watched::in_scene(figure.id, &pair[0]);
            let fate = watched.fate(pair[1].tick, &chronicle);
            let name = watched.name(&chronicle);
            let deaths = chronicle.deaths_between(figure.species, pair[0].tick, pair[1].tick);
            assert!(fate.contains(&name), "{fate}");
            if deaths[Death::Starved as usize] == deaths.iter().sum::<u32>() {
                assert_eq!(fate, format!("{name} starves"));
                told += 1;
            }
        }
    }
    assert!(told > 0, "an animal starves");
}
