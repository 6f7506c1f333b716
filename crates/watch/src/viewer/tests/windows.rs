//! Windows of any size, and all actions.

use super::*;

#[test]
fn windows_of_any_size_work() {
    let mut fixture = fixture((1, 1), &FEW);
    for size in [(1, 1), (3, 900), (900, 3), (80, 60), (4000, 2500)] {
        fixture.viewer.handle(Input::Resized(size.0, size.1));
        fixture.paint();
        for at in [DVec2::ZERO, DVec2::splat(2.0), DVec2::splat(1e9), DVec2::splat(-5.0)] {
            fixture.click(at);
            fixture.viewer.handle(Input::Wheel(1.0, at));
        }
        for action in [
            UiAction::Help,
            UiAction::Help,
            UiAction::Larger,
            UiAction::AllPanels,
            UiAction::AllPanels,
        ] {
            fixture.viewer.apply(action);
            fixture.paint();
        }
    }
}

#[test]
fn an_empty_world_is_shown() {
    let empty = [
        "population.clover=0",
        "population.oak=0",
        "population.hare=0",
        "population.deer=0",
        "population.lynx=0",
        "population.wolf=0",
    ];
    let mut fixture = fixture((800, 600), &empty);
    assert_eq!(fixture.viewer.followed(), None);
    for action in
        [UiAction::FollowNext, UiAction::Follow, UiAction::Feed, UiAction::Remove, UiAction::Step]
    {
        fixture.viewer.apply(action);
        fixture.paint();
    }
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 1);
}

#[test]
fn every_action_can_be_applied() {
    let mut fixture = fixture((1000, 700), &FEW);
    for entry in
        terrarium_picture::actions::ACTIONS.iter().filter(|entry| entry.action != UiAction::Quit)
    {
        fixture.viewer.apply(entry.action);
        fixture.paint();
    }
    assert!(!fixture.viewer.is_closing());
    fixture.viewer.panels.open.remove(&Panel::Help);
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a note", |viewer| !viewer.view_state.notes.is_empty());
}
