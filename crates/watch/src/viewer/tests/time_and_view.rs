//! Time, the camera and the selection.

use super::*;

#[test]
fn an_animal_is_followed_at_first_until_a_drag() {
    let mut fixture = fixture((1280, 720), &FEW);
    assert!(
        fixture.viewer.followed().is_some()
            && fixture.viewer.selected() == fixture.viewer.followed()
    );
    fixture.wait("the inspection", |viewer| viewer.view_state.inspection.is_some());
    let at = fixture.empty_place();
    let centre = fixture.viewer.camera().centre();
    fixture.drag(at, at + DVec2::new(60.0, 20.0));
    assert_eq!(fixture.viewer.followed(), None);
    assert!(fixture.viewer.selected().is_some(), "it stays selected");
    assert!(fixture.viewer.camera().centre().x < centre.x, "the world moves with the pointer");
}

#[test]
fn keys_control_time() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 1);
    fixture.press(Stroke::plain(Key::Char(']')));
    fixture.wait("a faster pace", |viewer| viewer.view_state.time.pace == Pace::NORMAL.faster());
    fixture.press(Stroke::plain(Key::Space));
    fixture.wait("time", |viewer| viewer.view_state.time.tick > 5);
    fixture.press(Stroke::plain(Key::Space));
    fixture.wait("a pause", |viewer| !viewer.view_state.time.is_playing);
    fixture.press(Stroke::plain(Key::Home));
    fixture.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    fixture.press(Stroke::plain(Key::Char('B')));
    fixture.wait("another branch", |viewer| viewer.view_state.timelines.len() == 2);
    fixture.press(Stroke::plain(Key::Char('Q')));
    assert!(fixture.viewer.is_closing());
}

#[test]
fn the_wheel_zooms_at_the_cursor() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    let at = fixture.empty_place();
    let below = fixture.viewer.camera().to_world(at);
    fixture.viewer.handle(Input::Wheel(2.0, at));
    assert!((fixture.viewer.camera().to_world(at) - below).length() < 1e-6);
    assert!(fixture.viewer.camera().magnification() > 1.2);
}

#[test]
fn a_click_selects_and_a_double_click_follows() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.selected(), None);
    let scene = Arc::clone(fixture.viewer.scene());
    let camera = *fixture.viewer.camera();
    let free =
        |at: DVec2| fixture.viewer.hits.at(at.as_vec2()).is_none() && camera.port().holds(at);
    let seen = scene.figures.iter().filter(|figure| free(camera.to_screen(figure.centre)));
    let target = seen.max_by_key(|figure| figure.id).unwrap();
    let at = camera.to_screen(target.centre);
    fixture.click(at);
    assert_eq!(fixture.viewer.selected(), Some(target.id));
    assert_eq!(fixture.viewer.followed(), None);
    fixture.click(at);
    assert_eq!(fixture.viewer.followed(), Some(target.id));
    let at = fixture.empty_place();
    fixture.click(at);
    assert_eq!((fixture.viewer.selected(), fixture.viewer.followed()), (None, None));
}

#[test]
fn clicks_on_timeline_and_map_go_there() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.viewer.send(Request::Pace(Pace::UNBOUNDED));
    fixture.viewer.send(Request::Play(true));
    fixture.wait("some time", |viewer| viewer.view_state.time.tick >= 40);
    fixture.viewer.send(Request::Play(false));
    fixture.wait("a pause", |viewer| {
        !viewer.view_state.time.is_playing
            && viewer.view_state.chronicle().last_tick() == viewer.view_state.time.frontier
    });
    let last = fixture.viewer.view_state.time.frontier;
    let at = fixture.middle_of(|what| matches!(what, Target::Timeline(_)));
    fixture.click(at);
    fixture.wait("the middle", |viewer| {
        viewer.view_state.time.seek_target.is_none()
            && viewer.view_state.time.tick.abs_diff(last / 2) <= 1
    });
    let at = fixture.middle_of(|what| matches!(what, Target::Map(_)));
    fixture.click(at + DVec2::new(30.0, 20.0));
    let bounds = fixture.viewer.scene().bounds;
    let off = fixture.viewer.camera().centre() - bounds.centre();
    assert!(off.x > 0.0 && off.y > 0.0, "{off}");
    assert_eq!(fixture.viewer.followed(), None);
}
