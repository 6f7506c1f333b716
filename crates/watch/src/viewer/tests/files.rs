//! Files that are saved.

use super::*;

#[test]
fn files_are_saved_under_free_names() {
    let mut fixture = fixture((640, 480), &FEW);
    for _ in 0..2 {
        fixture.press(Stroke::plain(Key::F(12)));
    }
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("a step", |viewer| viewer.view_state.time.tick == 1);
    fixture.press(Stroke::plain(Key::Char('G')));
    fixture.press(Stroke::ctrl(Key::Char('S')));
    fixture.press(Stroke::ctrl(Key::Char('E')));
    for ending in [".snapshot", ".toml"] {
        fixture.wait(ending, |viewer| {
            viewer.view_state.notes.iter().any(|note| note.text.contains(ending))
        });
    }
    let folder = fixture.viewer.save_location.folder.clone();
    let (session, saved) = fixture.viewer.finish();
    assert_eq!(session.end().problem, None);
    assert_eq!(saved.len(), 3, "{saved:?}");
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let first = [
        "pond-tick-0-2.png",
        "pond-tick-0.png",
        "pond-tick-1.gif",
        "pond-tick-1.snapshot",
        "pond-tick-1.toml",
    ];
    assert_eq!(names, first);
}
