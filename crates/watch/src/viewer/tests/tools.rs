//! Tools that change the world.

use super::*;

#[test]
fn tools_change_the_world() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('A')));
    let at = fixture.middle_of(|what| matches!(what, Target::Add(species) if species.0 == 2));
    fixture.click(at);
    assert!(matches!(fixture.viewer.tool, Some(Tool::Add(spray)) if spray.species.0 == 2));
    let before = fixture.viewer.scene().populations()[2];
    let at = fixture.empty_place();
    fixture.click(at);
    fixture.wait("one more", |viewer| viewer.scene().populations()[2] == before + 1);
    let at = fixture.empty_place();
    fixture.viewer.handle(Input::Moved(at));
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("another one", |viewer| viewer.scene().populations()[2] == before + 2);
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.tool, None);
    fixture.press(Stroke::plain(Key::Char('N')));
    let target = fixture.viewer.selected().unwrap();
    fixture.press(Stroke::plain(Key::Delete));
    fixture.wait("one less", |viewer| viewer.scene().figure(target).is_none());
    fixture.wait("the end of following", |viewer| viewer.followed().is_none());
    fixture.press(Stroke::shift(Key::Char('D')));
    assert!(!fixture.viewer.view_state.now.drought, "it starts with a click");
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("a drought", |viewer| viewer.view_state.now.drought);
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("no drought", |viewer| !viewer.view_state.now.drought);
}

#[test]
fn a_calamity_is_previewed_adjusted_and_started_with_a_click() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::shift(Key::Char('F')));
    let at = fixture.empty_place();
    fixture.viewer.handle(Input::Moved(at));
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("fire, radius 150, 50 % die within 60 ticks: "), "{text}");
    let speed = fixture.viewer.view_state.time.pace;
    for key in [']', '=', '.'] {
        fixture.press(Stroke::plain(Key::Char(key)));
    }
    fixture.viewer.handle(Input::Wheel(1.0, at));
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("fire, radius 300, 60 % die within 100 ticks: "), "{text}");
    assert_eq!(fixture.viewer.view_state.time.pace, speed);
    fixture.click(at);
    fixture.wait("a fire", |viewer| !viewer.view_state.now.calamities.is_empty());
    let place = fixture.viewer.camera().to_world(at);
    let area = fixture.viewer.view_state.now.calamities[0].area().unwrap();
    assert_eq!((area.at, area.radius), (place, 300.0));
    // The next fire has the same strength.
    fixture.press(Stroke::shift(Key::Char('F')));
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("fire, radius 300, 60 %"), "{text}");
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.preview_text(), None);
}

#[test]
fn a_wall_is_planned_while_it_is_dragged() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::plain(Key::Char('W')));
    let port = fixture.viewer.camera().port();
    let middle = port.centre().as_dvec2();
    let (from, to) = (middle - DVec2::new(150.0, 8.0), middle + DVec2::new(150.0, 8.0));
    fixture.viewer.handle(Input::Pressed(Button::Left, from, false));
    fixture.viewer.handle(Input::Moved(to));
    fixture.wait("a plan", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.starts_with("wall of "), "{text}");
    fixture.viewer.handle(Input::Released(Button::Left, to));
    fixture.wait("a wall", |viewer| !viewer.view_state.now.ground.walls.is_empty());
    assert!(fixture.viewer.view_state.notes.iter().any(|note| note.text.starts_with(&text)));
    fixture.wait("no plan", |viewer| viewer.view_state.plan.is_none());
    // Nothing can be built there again.
    fixture.viewer.handle(Input::Pressed(Button::Left, from + 2.0, false));
    fixture.viewer.handle(Input::Moved(to - 2.0));
    fixture.wait("a refusal", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert_eq!(text, "the area is already impassable; choose open ground");
}

#[test]
fn walls_are_removed_by_a_rectangle_or_a_click() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::plain(Key::Char('W')));
    let middle = fixture.viewer.camera().port().centre().as_dvec2();
    let side = DVec2::new(150.0, 8.0);
    fixture.drag(middle - side, middle + side);
    let walls = |viewer: &Viewer| viewer.scene().ground.walls.clone();
    fixture.wait("a wall", |viewer| !walls(viewer).is_empty());
    let before = walls(&fixture.viewer);
    fixture.press(Stroke::shift(Key::Char('W')));
    // A rectangle removes what lies in it.
    fixture.drag(middle - DVec2::new(200.0, 30.0), middle + DVec2::new(0.0, 30.0));
    fixture.wait("half a wall", |viewer| walls(viewer) != before);
    let area = |walls: &[Aabb]| walls.iter().map(Aabb::area).sum::<f64>();
    let half = walls(&fixture.viewer);
    assert!((0.4..0.6).contains(&(area(&half) / area(&before))));
    // A click removes the wall at the pointer, which is previewed.
    let at = middle + DVec2::new(100.0, 0.0);
    fixture.viewer.handle(Input::Moved(at));
    fixture.wait("a plan", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert_eq!(text, "removes 1 part of a built wall");
    fixture.click(at);
    fixture.wait("a smaller wall", |viewer| area(&walls(viewer)) < area(&half));
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("the wall again", |viewer| walls(viewer) == half);
}

#[test]
fn a_polygon_has_the_corners_that_are_clicked() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::shift(Key::Char('G')));
    let middle = fixture.viewer.camera().port().centre().as_dvec2();
    let corners =
        [(-120.0, -20.0), (120.0, -30.0), (20.0, 110.0)].map(|it| middle + DVec2::from(it));
    corners.iter().for_each(|&corner| fixture.click(corner));
    let says = |beginning: &'static str| {
        move |viewer: &Viewer| viewer.preview_text().is_some_and(|it| it.starts_with(beginning))
    };
    fixture.wait("a plan", says("polygon with 3 corners"));
    let polygons = |viewer: &Viewer| viewer.scene().ground.polygons.clone();
    assert!(polygons(&fixture.viewer).is_empty());
    fixture.click(corners[0]);
    fixture.wait("a polygon", |viewer| polygons(viewer).len() == 1);
    let camera = *fixture.viewer.camera();
    let places = corners.map(|corner| camera.to_world(corner));
    let built = polygons(&fixture.viewer).remove(0);
    let is_corner = |at: &DVec2| built.corners().iter().any(|it| it.distance(*at) < 1e-5);
    assert!(places.iter().all(is_corner), "{built:?}");
    // A click removes it.
    fixture.press(Stroke::shift(Key::Char('W')));
    fixture.viewer.handle(Input::Moved(middle));
    fixture.wait("a plan", says("removes 1 polygon"));
    fixture.click(middle);
    fixture.wait("open ground", |viewer| polygons(viewer).is_empty());
    // Edges that cross are refused; Delete takes a corner back, and Enter adds the one at the pointer.
    fixture.press(Stroke::shift(Key::Char('G')));
    for at in [corners[0], corners[1], middle + DVec2::new(0.0, -150.0)] {
        fixture.click(at);
    }
    fixture.viewer.handle(Input::Moved(corners[2]));
    fixture.wait("a refusal", says("the edge that begins at"));
    fixture.press(Stroke::plain(Key::Delete));
    fixture.wait("a plan", says("polygon with 3 corners"));
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("the polygon again", |viewer| polygons(viewer) == [built.clone()]);
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("open ground again", |viewer| polygons(viewer).is_empty());
}

#[test]
fn a_stroke_of_the_brush_is_one_command() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('F')));
    fixture.press(Stroke::shift(Key::Char('E')));
    let pace = fixture.viewer.view_state.time.pace;
    for key in ['3', ']'] {
        fixture.press(Stroke::plain(Key::Char(key)));
    }
    assert_eq!(fixture.viewer.view_state.time.pace, pace, "the keys change the brush");
    let middle = fixture.viewer.camera().port().centre().as_dvec2();
    fixture.viewer.handle(Input::Pressed(Button::Left, middle, false));
    for x in [20.0, 90.0, 160.0] {
        fixture.viewer.handle(Input::Moved(middle + DVec2::new(x, 0.0)));
    }
    fixture.wait("a plan", |viewer| viewer.preview_text().is_some());
    let text = fixture.viewer.preview_text().unwrap();
    assert!(text.ends_with(" tiles become swamp"), "{text}");
    fixture.viewer.handle(Input::Released(Button::Left, middle + DVec2::new(160.0, 0.0)));
    let swamps = |viewer: &Viewer| {
        let tiles = &viewer.scene().ground.tiles;
        tiles.iter().filter(|&&tile| tile == Tile::Swamp).count()
    };
    fixture.wait("a swamp", |viewer| swamps(viewer) > 0);
    assert_eq!(text, format!("{} tiles become swamp", swamps(&fixture.viewer)));
    fixture.press(Stroke::ctrl(Key::Char('Z')));
    fixture.wait("open ground", |viewer| viewer.scene().ground.columns == 0);
}

#[test]
fn many_organisms_are_added_within_a_radius() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('A')));
    let at = fixture.middle_of(|what| matches!(what, Target::Add(species) if species.0 == 2));
    fixture.click(at);
    for key in [']', ']', ']', '-'] {
        fixture.press(Stroke::plain(Key::Char(key)));
    }
    let text = fixture.viewer.preview_text().unwrap();
    assert_eq!(text, "5 hare, radius 60");
    let before = fixture.viewer.scene().populations()[2];
    let at = fixture.empty_place();
    fixture.viewer.handle(Input::Pressed(Button::Left, at, false));
    let presses = |fixture: &mut Fixture, key| {
        (0..3).for_each(|_| fixture.press(Stroke::plain(Key::Char(key))));
    };
    presses(&mut fixture, '[');
    assert_eq!(fixture.viewer.preview_text(), None, "a stroke without a radius adds nothing");
    fixture.viewer.handle(Input::Released(Button::Left, at));
    assert_eq!(fixture.viewer.scene().populations()[2], before);
    presses(&mut fixture, ']');
    fixture.click(at);
    fixture.wait("more", |viewer| viewer.scene().populations()[2] > before);
    let added = fixture.viewer.scene().populations()[2] - before;
    assert!((1..=5).contains(&added), "{added}");
}
