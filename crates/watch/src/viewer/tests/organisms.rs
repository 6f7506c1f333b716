//! Organisms that are selected: their lives, marks and steps, and searches about them.

use super::*;

#[test]
fn the_life_of_the_selection_is_shown_also_after_its_death() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(10);
    let organism = fixture.viewer.selected().unwrap();
    fixture.press(Stroke::plain(Key::Char('Y')));
    let life = |viewer: &Viewer| viewer.view_state.life.as_ref()?.known.clone();
    fixture.wait("its life", |viewer| life(viewer).is_some());
    let known = life(&fixture.viewer).unwrap();
    assert_eq!((known.life.id, known.life.died.is_none()), (organism, true));
    fixture.press(Stroke::plain(Key::Delete));
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("its death", |viewer| life(viewer).is_some_and(|it| it.life.died.is_some()));
    assert_eq!(fixture.viewer.selected(), Some(organism), "it stays selected");
    fixture.press(Stroke::plain(Key::Char('Y')));
    fixture.wait("no life", |viewer| viewer.view_state.life.is_none());
    // It can be looked up by its number again.
    fixture.press(Stroke::plain(Key::Escape));
    fixture.press(Stroke::plain(Key::Escape));
    fixture.press(Stroke::plain(Key::Char('/')));
    fixture.type_text(&organism.0.to_string());
    fixture.press(Stroke::plain(Key::Enter));
    assert_eq!(fixture.viewer.selected(), Some(organism));
    fixture.wait("its death", |viewer| life(viewer).is_some_and(|it| it.life.died.is_some()));
}

#[test]
fn a_condition_is_searched_in_both_directions() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(12);
    let says = |viewer: &Viewer, text: &str| {
        viewer.view_state.search.as_ref().is_some_and(|search| search.text.contains(text))
    };
    fixture.press(Stroke::plain(Key::Home));
    fixture.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    fixture.press(Stroke::plain(Key::Char('V')));
    assert!(fixture.viewer.followed().is_none() && fixture.viewer.selected().is_some());
    fixture.press(Stroke::plain(Key::Char('/')));
    fixture.type_text("tick == 7 ");
    fixture.press(Stroke::plain(Key::Enter));
    fixture.wait("tick 7", |viewer| {
        viewer.view_state.time.tick == 7 && says(viewer, "found in tick 7: tick 6 → 7")
    });
    fixture.wait("the camera", |viewer| viewer.followed() == viewer.selected());
    fixture.press(Stroke::plain(Key::Up));
    fixture.wait("nothing", |viewer| says(viewer, "not found in ticks 0 to 6"));
    assert_eq!(fixture.viewer.view_state.time.tick, 7);
    fixture.type_text("&& x");
    fixture.press(Stroke::plain(Key::Enter));
    let show = fixture.viewer.find_show().unwrap();
    assert!(show.is_bad && show.error == Some((13, 14)), "{show:?}");
    fixture.press(Stroke::plain(Key::Escape));
    assert!(fixture.viewer.find_show().is_none());
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 8);
}

#[test]
fn marks_are_known_while_the_simulation_is_paused() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(5);
    let tick = fixture.viewer.view_state.time.tick;
    let hash = |viewer: &Viewer| viewer.view_state.now.figures.clone();
    let before = hash(&fixture.viewer);
    fixture.press(Stroke::shift(Key::Char('M')));
    let deer = fixture.living(3);
    fixture.viewer.select(Some(deer));
    // The turn is replayed, although no tick passes.
    fixture.wait("its turn", |viewer| {
        let inspection = viewer.view_state.inspection.as_ref();
        inspection.is_some_and(|it| it.id == deer && it.animal().unwrap().spent.is_some())
    });
    assert_eq!(fixture.viewer.view_state.time.tick, tick);
    assert_eq!(hash(&fixture.viewer), before);
}

#[test]
fn steps_are_known_while_the_simulation_is_paused() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.simulate(5);
    let tick = fixture.viewer.view_state.time.tick;
    let deer = fixture.living(3);
    fixture.viewer.select(Some(deer));
    fixture.press(Stroke::shift(Key::Char('Y')));
    let calls = |viewer: &Viewer| {
        let inspection = viewer.view_state.inspection.as_ref()?;
        let steps = inspection.animal().filter(|_| inspection.id == deer)?.steps.clone()?;
        Some(steps.steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>())
    };
    // The deer is a module, which ends each turn with its return.
    fixture.wait("its steps", |viewer| calls(viewer).is_some());
    assert_eq!(calls(&fixture.viewer).unwrap().last().unwrap(), "return");
    assert_eq!(fixture.viewer.view_state.time.tick, tick);
    fixture.press(Stroke::shift(Key::Char('Y')));
    assert!(!fixture.viewer.panels().are_steps_open());
}

#[test]
fn two_branches_are_shown_side_by_side() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('J')));
    fixture.wait("a note", |viewer| {
        viewer.view_state.notes.iter().any(|note| note.text.contains("only one branch"))
    });
    fixture.simulate(6);
    fixture.press(Stroke::plain(Key::Home));
    fixture.wait("the beginning", |viewer| viewer.view_state.time.tick == 0);
    fixture.press(Stroke::plain(Key::Char('B')));
    fixture.wait("a branch", |viewer| viewer.view_state.timelines.len() == 2);
    fixture.press(Stroke::shift(Key::Char('D')));
    fixture.press(Stroke::plain(Key::Enter));
    fixture.press(Stroke::plain(Key::Char('J')));
    let other = |viewer: &Viewer| viewer.view_state.beside.as_ref()?.scene.clone();
    for tick in 0..3 {
        fixture.wait("the other branch", |viewer| {
            viewer.view_state.time.tick == tick
                && other(viewer).is_some_and(|scene| scene.tick == tick)
        });
        let drought =
            (fixture.viewer.view_state.now.drought, other(&fixture.viewer).unwrap().drought);
        assert_eq!(drought, (true, false), "tick {tick}");
        fixture.press(Stroke::plain(Key::Char('.')));
    }
    let port = fixture.viewer.camera().port();
    assert!(port.width < 0.5 * fixture.viewer.layout.world.width, "{port:?}");
    // Beyond the end of the other branch there is nothing to show of it.
    let end = fixture.viewer.view_state.timelines[0].chronicle.last_tick();
    fixture.simulate(end + 2);
    fixture.wait("the end of the other", |viewer| {
        viewer.view_state.beside.as_ref().is_some_and(|beside| beside.scene.is_none())
    });
    fixture.press(Stroke::plain(Key::Char('J')));
    fixture.wait("one branch", |viewer| viewer.view_state.beside.is_none());
    fixture.paint();
    assert_eq!(fixture.viewer.camera().port(), fixture.viewer.layout.world);
}

#[test]
fn the_life_of_the_followed_is_shown_when_it_dies() {
    let mut fixture = fixture((1280, 720), &FEW);
    let followed = fixture.viewer.followed().expect("an animal is followed at first");
    fixture.viewer.send(Request::Command(Command::Remove { organism: followed }));
    fixture.viewer.send(Request::Step(1));
    fixture.wait("its life", |viewer| {
        let life = viewer.view_state.life.as_ref().and_then(|life| life.known.as_ref());
        life.is_some_and(|known| known.life.id == followed && known.life.died.is_some())
    });
    assert!(fixture.viewer.panels.is_life_open());
    assert_eq!(fixture.viewer.selected(), Some(followed));
    fixture.wait("another animal", |viewer| viewer.followed().is_some());
    assert_ne!(fixture.viewer.followed(), Some(followed));
    assert_eq!(fixture.viewer.selected(), Some(followed), "its life stays for a while");
    // Whoever looks at something else is left alone.
    fixture.press(Stroke::plain(Key::Escape));
    assert_eq!(fixture.viewer.selected(), None);
    assert!(fixture.viewer.mourning.is_none());
}

#[test]
fn whoever_comes_after_the_dead_and_dies_is_followed_by_another() {
    let mut fixture = fixture((1280, 720), &FEW);
    let remove = |fixture: &mut Fixture, organism| {
        fixture.viewer.send(Request::Command(Command::Remove { organism }));
        fixture.viewer.send(Request::Step(1));
    };
    let first = fixture.viewer.followed().expect("an animal is followed at first");
    remove(&mut fixture, first);
    let next = |viewer: &Viewer| viewer.followed().filter(|&it| it != first);
    fixture.wait("another animal", |viewer| next(viewer).is_some());
    let second = next(&fixture.viewer).unwrap();
    remove(&mut fixture, second);
    fixture.wait("a third one", |viewer| next(viewer).is_some_and(|it| it != second));
    assert_eq!(fixture.viewer.selected(), Some(first), "the life of the first is shown");
    // Of one that is selected while another one is followed, no life is shown.
    let third = next(&fixture.viewer).unwrap();
    let other = most_interesting(fixture.viewer.scene(), &[third]).unwrap();
    fixture.viewer.select(Some(other));
    remove(&mut fixture, third);
    fixture.wait("the selected one", |viewer| viewer.followed() == Some(other));
    assert!(fixture.viewer.mourning.is_none());
}

#[test]
fn without_panels_another_one_is_followed_and_selected_and_the_cause_of_death_is_said() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.viewer.is_bare = true;
    let first = fixture.viewer.followed().expect("an animal is followed at first");
    fixture.viewer.send(Request::Command(Command::Remove { organism: first }));
    fixture.viewer.send(Request::Step(1));
    fixture.wait("another animal", |viewer| viewer.followed().is_some_and(|it| it != first));
    assert_eq!(fixture.viewer.selected(), fixture.viewer.followed());
    let said = format!("{first} is removed: following ");
    fixture.wait("the cause", |viewer| {
        viewer.view_state.notes.iter().any(|note| note.text.contains(&said))
    });
}

#[test]
fn a_click_on_a_base_shows_its_details_until_an_organism_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let playback =
        Playback::live(SimulationBuilder::new("conquest").ready().unwrap(), &Place::Temporary)
            .unwrap();
    let options = Options { is_playing: false, threads: Some(1), ..Options::default() };
    let viewer_options = ViewerOptions {
        size: (1200, 800),
        scale: 1.0,
        save_location: SaveLocation { folder: folder.path().to_owned(), name: "war".to_owned() },
        first_look: FirstLook::default(),
        can_reseed: false,
        has_hints: false,
    };
    let viewer = Viewer::new(Session::start(playback, options).unwrap(), viewer_options);
    let framebuffer = Framebuffer::new(1, 1, [0; 4]);
    let mut it = Fixture { viewer, framebuffer, _folder: folder };
    it.paint();
    let base = it.viewer.scene().bases[0].clone();
    let disc = it.middle_of(|what| *what == Target::Place(base.middle));
    it.click(disc);
    it.wait("the base", |viewer| viewer.view_state.site.is_some());
    let title = it.viewer.view_state.site.as_ref().unwrap().title.clone();
    assert_eq!((title, it.viewer.selected), (format!("base {}", base.name), None));
    it.press(Stroke::plain(Key::Char('N')));
    it.wait("the organism", |viewer| viewer.view_state.site.is_none());
    assert!(it.viewer.selected.is_some());
}
