//! Favourites, their names, and the moments that are listed.

use super::*;

fn is_favourite(viewer: &Viewer, organism: OrganismId) -> bool {
    viewer.view_state.chronicle().album().is_favourite(organism)
}

#[test]
fn the_selected_organism_becomes_a_favourite_with_a_name() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(5);
    let deer = fixture.living(3);
    fixture.viewer.select(Some(deer));
    fixture.press(Stroke::plain(Key::Char('*')));
    fixture.wait("a favourite", |viewer| is_favourite(viewer, deer));
    fixture.press(Stroke::plain(Key::F(2)));
    let own = fixture.viewer.name_of(deer);
    assert_eq!(fixture.viewer.find_show().map(|it| (it.label, it.text)), Some(("Name", &*own)));
    for _ in 0..own.len() {
        fixture.press(Stroke::plain(Key::Delete));
    }
    fixture.type_text("bo?");
    fixture.press(Stroke::plain(Key::Enter));
    let show = fixture.viewer.find_show().expect("it is no name");
    assert!(show.is_bad && show.note.contains("'?'"), "{show:?}");
    fixture.press(Stroke::plain(Key::Delete));
    fixture.press(Stroke::plain(Key::Enter));
    assert!(fixture.viewer.find_show().is_none());
    fixture.wait("its name", |viewer| viewer.name_of(deer) == "bo");
    fixture.press(Stroke::shift(Key::Char('Q')));
    fixture.viewer.update();
    assert!(fixture.viewer.panels().open.contains(&Panel::Album));
    fixture.press(Stroke::plain(Key::Char('*')));
    fixture.wait("no favourite", |viewer| !is_favourite(viewer, deer));
}

#[test]
fn without_a_selection_nothing_becomes_a_favourite() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.viewer.select(None);
    fixture.press(Stroke::plain(Key::F(2)));
    assert!(fixture.viewer.find_show().is_none());
    fixture.wait("why", |viewer| {
        viewer.view_state.notes.iter().any(|it| it.text.contains("no organism is selected"))
    });
}

#[test]
fn a_click_on_a_favourite_selects_it_and_one_on_a_moment_goes_to_the_ticks_before_it() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(100);
    let deer = fixture.living(3);
    fixture.viewer.select(Some(deer));
    fixture.press(Stroke::plain(Key::Char('*')));
    let caption = "a deer escapes".to_owned();
    let moment = terrarium_playback::Moment { tick: 90, at: None, organism: Some(deer), caption };
    fixture.viewer.send(Request::Keep(moment));
    fixture.wait("both", |viewer| {
        let album = viewer.view_state.chronicle().album();
        album.is_favourite(deer) && album.moments().len() == 1
    });
    fixture.viewer.select(None);
    fixture.press(Stroke::shift(Key::Char('Q')));
    fixture.paint();
    fixture.click(fixture.middle_of(|it| *it == Target::Organism(deer)));
    assert_eq!(fixture.viewer.selected(), Some(deer));
    fixture.click(fixture.middle_of(|it| matches!(it, Target::Jump { tick: 45, .. })));
    fixture.wait("the ticks before it", |viewer| viewer.view_state.time.tick == 45);
}
