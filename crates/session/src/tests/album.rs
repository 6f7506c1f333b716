//! Favourites and moments of a session.

use std::collections::BTreeSet;

use terrarium_playback::Moment;
use terrarium_sim::tick::Command;

use super::{animal, go_to, pond, pond_at};
use crate::{Founding, MOMENT_SIZE, ReportKind, ScenarioChoice, Session};

#[test]
fn a_favourite_has_a_name_and_a_line_also_after_its_death() {
    let mut session = pond_at(5);
    let own = animal(&session);
    let text = session.toggle_favourite(own).unwrap();
    assert!(text.contains("is a favourite"), "{text}");
    let text = session.rename(own, "Bo").unwrap();
    assert!(text.starts_with("Bo, "), "{text}");
    session.select(Some(own));
    let heading = session.report(ReportKind::Details).unwrap().unwrap().heading;
    assert!(heading.starts_with("Bo, "), "{heading}");
    let line = session.album().favourites.remove(0);
    assert_eq!((line.name.as_str(), line.state.as_str(), line.is_alive), ("Bo", "alive", true));
    session.command(Command::Remove { organism: own }).unwrap();
    session.step().unwrap();
    session.show().unwrap();
    let line = session.album().favourites.remove(0);
    assert!(!line.is_alive && line.state.starts_with("dead since tick 6: "), "{}", line.state);
    let said = session.state().said.expect("its death is said").text;
    assert!(said.starts_with("Bo: ") && said.contains("is removed"), "{said}");
    // It can be found in the ticks before.
    go_to(&mut session, 5);
    assert!(session.album().favourites[0].is_alive);
    assert!(session.toggle_favourite(own).unwrap().contains("no favourite any more"));
    assert!(session.album().favourites.is_empty());
    // The dead can be favourites, too.
    go_to(&mut session, 6);
    session.toggle_favourite(own).unwrap();
    assert!(session.album().favourites[0].state.starts_with("dead since tick 6"));
}

#[test]
fn what_cannot_be_kept_is_refused_in_words() {
    let mut session = pond();
    let own = animal(&session);
    let problem = session.rename(own, "<b>").unwrap_err().to_string();
    assert!(problem.contains("'<'"), "{problem}");
    let nobody = terrarium_creatures::behaviour::OrganismId(999_999);
    let problem = session.toggle_favourite(nobody).unwrap_err().to_string();
    assert_eq!(problem, "#999999 is not in this tick; go to one where it is");
}

#[test]
fn links_and_recordings_of_a_session_hold_its_favourites() {
    let mut session = pond_at(5);
    let own = animal(&session);
    session.rename(own, "Bo").unwrap();
    let bytes = session.recording().unwrap();
    let opened = Session::open_file("run.recording", bytes).unwrap();
    assert_eq!(opened.name_of(own), "Bo");
    let link = session.share().unwrap();
    let mut linked = Session::open_link(&link).unwrap();
    go_to(&mut linked, 5);
    assert_eq!(linked.name_of(own), "Bo");
}

#[test]
fn the_end_of_a_story_of_the_tour_is_kept_as_a_moment() {
    let mut session = session_of_hunts();
    session.begin_tour(false, true);
    let mut kept = 0;
    for _ in 0..3000 {
        session.step().unwrap();
        session.show().unwrap();
        session.continue_tour(1.0 / 30.0);
        let caption = session.state().tour.map(|it| it.text);
        let moments: Vec<Moment> = session.history().album().moments().to_vec();
        if moments.len() > kept {
            kept = moments.len();
            let last = moments.last().unwrap();
            assert_eq!((last.tick, Some(&last.caption)), (session.tick(), caption.as_ref()));
        }
    }
    assert!(kept > 0, "no story has ended");
    let list = session.album();
    // All ticks were shown, so there are pictures, of what happens there.
    let painted = list.moments.iter().filter(|it| it.has_picture);
    let pictures: BTreeSet<Vec<u32>> =
        painted.clone().map(|it| session.moment_picture(it.tick, &it.caption)).collect();
    let (count, all) = (painted.count(), list.moments.len());
    assert!(pictures.len() == count && 2 * count > all, "{} of {count} of {all}", pictures.len());
    let (width, height) = MOMENT_SIZE;
    assert!(pictures.iter().all(|pixels| pixels.len() == (width * height) as usize));
    assert!(session.moment_picture(0, "nothing").is_empty());
    assert!(list.moments.iter().all(|it| it.from <= it.tick && it.tick <= session.tick()));
    assert!(list.moments.is_sorted_by_key(|it| it.tick));
}

/// A small meadow with many hunters.
fn session_of_hunts() -> Session {
    let scenario = ScenarioChoice { name: Some("meadow".to_owned()), text: None };
    let overrides = [
        "world.size=[900, 700]",
        "population.clover=200",
        "population.oak=4",
        "population.hare=60",
        "population.deer=4",
        "population.lynx=4",
        "population.wolf=4",
    ];
    let overrides = overrides.map(str::to_owned).to_vec();
    Session::create(Founding { scenario, overrides, creatures: Vec::new() }).unwrap()
}
