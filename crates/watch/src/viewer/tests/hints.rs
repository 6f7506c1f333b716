//! Hints.

use super::*;

#[test]
fn hints_go_away_with_what_they_are_about() {
    let mut it = fixture((900, 700), &FEW);
    assert_eq!(it.viewer.hints, Hint::ALL);
    let bubble = it.middle_of(|what| *what == Target::Dismiss(Hint::World));
    it.click(bubble);
    assert_eq!(it.viewer.hints, [Hint::Time, Hint::Keys]);
    it.press(Stroke::plain(Key::Char('P')));
    assert_eq!(it.viewer.hints, [Hint::Time]);
    it.viewer.hints_until = clock::now();
    it.paint();
    assert_eq!(it.viewer.hints, []);
}

#[test]
fn hints_cover_no_panel_even_if_the_followed_animal_is_out_of_view() {
    let mut it = fixture((1280, 720), &FEW);
    let scene = Arc::clone(it.viewer.scene());
    let figures = || scene.figures.iter();
    let upper = figures().min_by(|a, b| a.centre.y.total_cmp(&b.centre.y)).unwrap();
    let lower = figures().max_by(|a, b| a.centre.y.total_cmp(&b.centre.y)).unwrap();
    for (followed, looked_at) in [(upper, lower), (lower, upper)] {
        it.viewer.follow(Some(followed.id));
        it.viewer.camera.magnify(6.0);
        it.viewer.camera.centre_on(looked_at.centre);
        it.viewer.camera_moved = clock::now();
        it.paint();
        assert!(!it.viewer.camera.port().holds(it.viewer.camera.to_screen(followed.centre)));
        let world = it.viewer.layout.world;
        for hint in Hint::ALL {
            let bubbles = it.viewer.hits.all().iter();
            let bubble = bubbles.rev().find(|hit| hit.what == Target::Dismiss(hint)).unwrap().area;
            assert_eq!(bubble.within(&world), bubble, "{hint:?}");
        }
    }
}

#[test]
fn hints_cover_neither_the_followed_animal_nor_each_other() {
    for size in [(800, 600), (1280, 720)] {
        let mut it = fixture(size, &FEW);
        let scene = Arc::clone(it.viewer.scene());
        let followed = it.viewer.followed().expect("an animal is followed");
        let place = scene.figure(followed).unwrap().centre;
        let world = it.viewer.layout.world;
        // Wherever the animal is on the screen.
        let shares = [-0.49, -0.3, -0.1, 0.0, 0.2, 0.4, 0.49];
        for (x, y) in shares.into_iter().flat_map(|x| shares.map(|y| (x, y))) {
            let away = world.size().as_dvec2() * DVec2::new(x, y) / it.viewer.camera.scale();
            it.viewer.camera.centre_on(place - away);
            it.viewer.camera_moved = clock::now();
            it.viewer.paint(&mut it.framebuffer);
            let at = it.viewer.camera.to_screen(place).as_vec2();
            let bubbles: Vec<Rect> = it
                .viewer
                .hits
                .all()
                .iter()
                .filter(|hit| matches!(hit.what, Target::Dismiss(_)))
                .map(|hit| hit.area)
                .collect();
            assert!(!bubbles.is_empty());
            for (index, bubble) in bubbles.iter().enumerate() {
                assert!(!bubble.contains(at), "{size:?}: {bubble:?} covers {at}");
                let is_apart = |other: &Rect| other.within(bubble).is_empty();
                assert!(bubbles[index + 1..].iter().all(is_apart), "{bubbles:?}");
            }
        }
    }
}
