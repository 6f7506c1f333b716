//! Conquests as displays show them.

use terrarium_space::geometry::DVec2;

use super::pond;
use crate::{Founding, ReportKind, ScenarioChoice, Session};

fn conquest() -> Session {
    let scenario = ScenarioChoice { name: Some("conquest".to_owned()), text: None };
    Session::create(Founding { scenario, overrides: Vec::new(), creatures: Vec::new() }).unwrap()
}

#[test]
fn a_conquest_has_scores_and_an_outcome_from_its_last_tick_on() {
    let mut session = conquest();
    assert!((session.usual_speed() - 0.5).abs() < f64::EPSILON);
    let contest = session.state().contest.expect("it is a conquest");
    assert_eq!(contest.colonies.map(|it| it.name), ["ants", "termites"]);
    assert_eq!((contest.lead.as_str(), contest.leader), ("equal", None));
    assert_eq!(contest.bases.len(), 5);
    assert!(contest.bases[0].text.starts_with("West fort, held by ants"));
    assert!(contest.outcome.is_none() && !session.is_decided());
    while !session.is_decided() {
        assert!(session.tick() < 3000, "it is decided before");
        session.step().unwrap();
    }
    session.show().unwrap();
    let contest = session.state().contest.expect("it is a conquest");
    let outcome = contest.outcome.expect("it is decided");
    assert_eq!(outcome.tick, session.tick());
    assert!(["Ants win", "Termites win"].contains(&&*outcome.title) || outcome.title == "A draw");
    assert!(outcome.lines[0].contains(&format!("After {} ticks", outcome.tick)));
    assert!(contest.colonies.iter().any(|it| it.tickets == 0));
    session.seek(10).unwrap();
    while !session.advance(100).unwrap() {}
    assert!(session.state().contest.is_some_and(|it| it.outcome.is_none()));
}

#[test]
fn other_worlds_have_no_scores_and_the_normal_speed() {
    let session = pond();
    assert!(session.state().contest.is_none() && !session.is_decided());
    assert!((session.usual_speed() - 1.0).abs() < f64::EPSILON);
}

#[test]
fn a_base_is_reported_on_until_an_organism_is_selected() {
    let mut session = conquest();
    let base = session.state().contest.unwrap().bases.remove(0);
    assert!(session.select_site(base.place.into()));
    let title = session.state().site.expect("a base is selected");
    let report = session.report(ReportKind::Details).unwrap().expect("it is reported on");
    assert!(report.heading == title && base.text.starts_with(title.trim_start_matches("base ")));
    assert!(!report.sections.is_empty());
    assert!(!session.select_site(DVec2::new(-5.0, -5.0)), "nothing is there");
    assert!(session.report(ReportKind::Details).unwrap().is_none());
    session.select_site(base.place.into());
    session.select(session.interesting());
    assert_eq!(session.state().site, None);
}
