//! Reports, charts and lineages, and the replays that they need.

use super::{animal, go_to, pond_at};
use crate::{ChartFrame, ChartInk, ChartRequest, ReportKind, Session};

fn chart(kind: &str, species: u16) -> ChartRequest {
    let (kind, species) = (kind.to_owned(), Some(species));
    ChartRequest { kind, species, chosen: Vec::new(), scale: None }
}

fn frame() -> ChartFrame {
    let [text, faint, accent, warning, line, ground] =
        ["#ffffff", "#999999", "#66aaee", "#eebb55", "#444444", "#101418"].map(str::to_owned);
    let ink = ChartInk { text, faint, accent, warning, line, ground };
    ChartFrame {
        width: 320,
        height: 240,
        scale: 1.0,
        pointer: Some((160.0, 120.0)),
        ink,
        again: false,
    }
}

/// Continues all replays in pieces of so many ticks.
fn replay(session: &mut Session, most: u32) {
    while session.is_replaying() {
        session.continue_replay(most);
    }
    while session.is_life_due(true) {
        session.continue_life(most);
    }
    if session.are_clusters_due() {
        session.compute_clusters();
    }
}

/// Everything that panels say, as JSON, after all replays in pieces of so many ticks.
fn panels(session: &mut Session, most: u32) -> Vec<String> {
    session.select(Some(animal(session)));
    let mut all = Vec::new();
    let names: Vec<&str> = session.charts().iter().map(|chart| chart.name).collect();
    let species = session.species().len();
    for name in names {
        for index in 0..species {
            let of = u16::try_from(index).unwrap();
            let request = chart(name, of);
            let _ = session.chart_file(&request, "csv");
            replay(session, most);
            let table = session.chart_file(&request, "csv").map(String::from_utf8);
            all.push(format!("{table:?}"));
            let painted = session.paint_chart(&request, &frame()).unwrap();
            assert_eq!(painted.note.filter(|it| it.contains("replay")), None, "{name}");
            all.push(format!("{:?}", session.chart_pixels()));
        }
    }
    let kinds = [ReportKind::Details, ReportKind::Life, ReportKind::Relatives, ReportKind::Steps];
    for kind in kinds {
        session.report(kind).unwrap();
        replay(session, most);
        let report = session.report(kind).unwrap().expect("one is selected");
        assert_eq!(report.note, None, "{kind:?}");
        assert!(!report.sections.is_empty(), "{kind:?}");
        all.push(serde_json::to_string(&report).unwrap());
    }
    session.lineages(None);
    replay(session, most);
    all.push(serde_json::to_string(&session.lineages(None)).unwrap());
    all
}

#[test]
fn the_size_of_pieces_changes_nothing() {
    let mut session = pond_at(120);
    let recording = session.recording().unwrap();
    let open = || {
        let mut session = Session::open_file("pond", recording.clone()).unwrap();
        go_to(&mut session, 90);
        session
    };
    let expected = panels(&mut open(), 1000);
    assert_eq!(panels(&mut open(), 1), expected);
    assert_eq!(panels(&mut open(), 13), expected);
}

#[test]
fn what_is_not_known_yet_says_so() {
    let mut session = pond_at(60);
    let recording = session.recording().unwrap();
    let mut session = Session::open_file("pond", recording).unwrap();
    go_to(&mut session, 60);
    session.select(Some(animal(&session)));
    let relatives = |session: &mut Session| {
        session.report(ReportKind::Relatives).unwrap().expect("one is selected")
    };
    assert!(relatives(&mut session).note.is_some());
    session.continue_replay(9);
    let note = relatives(&mut session).note.expect("it is not known");
    assert_eq!(note, "replayed to tick 9 of 60");
    replay(&mut session, 9);
    assert_eq!(relatives(&mut session).note, None);
}

#[test]
fn every_organism_descends_from_a_founder() {
    let mut session = pond_at(60);
    session.lineages(None);
    replay(&mut session, 9);
    let lineages = session.lineages(None);
    let living = lineages.species.iter().flat_map(|it| &it.lineages).map(|it| it.living);
    let others: u64 = lineages.species.iter().map(|it| it.others).sum();
    assert_eq!(living.sum::<u64>() + others, session.state().organisms as u64);
}

#[test]
fn the_history_is_that_of_the_ticks() {
    let session = pond_at(50);
    let chronicle = session.chronicle();
    assert_eq!(chronicle.ticks.last(), Some(&50));
    let counts: Vec<u64> = session.species().iter().filter_map(|it| it.count).collect();
    let last: Vec<u64> =
        chronicle.populations.iter().map(|it| u64::from(*it.last().expect("a tick"))).collect();
    assert_eq!(last, counts);
}

#[test]
fn nothing_is_reported_without_a_selection() {
    let mut session = pond_at(3);
    assert_eq!(session.report(ReportKind::Life).unwrap(), None);
    assert!(session.chart_file(&chart("no such chart", 0), "csv").is_err());
    assert!(session.chart_file(&chart("population", 0), "bmp").is_err());
    assert!(session.colour_by(Some("no such colouring")).is_err());
    assert!(session.set_overlays(&["no such overlay".to_owned()]).is_err());
}
