//! Tours.

use super::*;

#[test]
fn a_tour_shows_stops_with_captions_until_a_key_ends_it() {
    let mut it = fixture((900, 700), &FEW);
    it.press(Stroke::shift(Key::Char('N')));
    let first = it.viewer.tour_show().expect("the tour has begun");
    assert!(first.title.starts_with("Tick 0"), "{first:?}");
    for _ in 0..3 {
        let before = it.viewer.tour_show().unwrap();
        it.viewer.end_stop_at(clock::now());
        it.paint();
        assert_ne!(it.viewer.tour_show().unwrap().title, before.title);
    }
    let panels = it.viewer.panels.open.clone();
    it.press(Stroke::plain(Key::Char('C')));
    assert_eq!(it.viewer.tour_show(), None);
    assert_eq!(it.viewer.panels.open, panels, "the key only ends the tour");
}

#[test]
fn a_tour_begins_after_a_minute_without_input_and_gives_the_view_back() {
    let mut it = fixture((900, 700), &FEW);
    it.viewer.input_at = long_ago();
    it.paint();
    assert_eq!(it.viewer.tour_show(), None, "the simulation is paused");
    it.press(Stroke::plain(Key::Space));
    it.wait("the simulation", |viewer| viewer.view_state.time.is_playing);
    let (selected, scale) = (it.viewer.selected, it.viewer.camera.scale());
    it.viewer.input_at = long_ago();
    it.wait("the tour", |viewer| viewer.tour_show().is_some());
    it.viewer.handle(Input::Moved(DVec2::new(9.0, 9.0)));
    assert!(it.viewer.tour_show().is_some(), "the pointer may rest on the window");
    it.click(DVec2::new(450.0, 300.0));
    assert_eq!(it.viewer.tour_show(), None);
    assert_eq!((it.viewer.selected, it.viewer.camera.scale()), (selected, scale));
}

#[test]
fn no_tour_begins_while_an_organism_is_selected() {
    let mut it = fixture((900, 700), &FEW);
    it.press(Stroke::plain(Key::Space));
    it.wait("the simulation", |viewer| viewer.view_state.time.is_playing);
    let own = it.viewer.own_choice;
    let mut others = it.viewer.scene().figures.iter().map(|it| it.id);
    let other = others.find(|id| Some(*id) != own);
    it.viewer.select(other);
    it.viewer.input_at = long_ago();
    for _ in 0..10 {
        it.paint();
    }
    assert_eq!(it.viewer.tour_show(), None);
}

/// A moment more than a minute ago.
fn long_ago() -> std::time::Instant {
    clock::now().checked_sub(Duration::from_secs(61)).expect("the machine was not started just now")
}
